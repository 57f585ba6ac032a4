"""Every course of tiny deals, with a stretch that nobody sees: no verdict is false in any course that looks alike.

All hands, all cards in all orders of play, whoever leads, legal or not, are played out; a blind stretch hides some of
the cards. Courses of which the same is seen make the same record; what the referee says of it must be true in each.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import pytest

from controller import games
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, Gap, Played, Seat, Seen
from controller.referee import fold
from controller.rules.deal import Deal
from controller.rules.match import AnyMatch, Match
from controller.rules.options import resolve
from controller.rules.results import Verdict
from controller.rules.sight import MatchSight, MatchUnseen
from tests.support import tiny

NAMES = ("Anna", "Berta", "Carla")
SEATS, SIZE = 3, 2
DECKS = ("S6 S7 S8 H6 H7 H8", "S6 S7 H6 H7 D6 D7", "S6 S7 S8 S9 H6 D6")
Plays = tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True)
class Course:
    """One course of a deal."""

    plays: Plays
    illegal: frozenset[Card]
    """Cards that their hands could not have played by the rules."""
    early: frozenset[Card]
    """Cards that were laid out of turn."""


def table(deck: tuple[Card, ...], *, seen: bool) -> AnyMatch:
    """A match of Mittlere with this deck; ``seen``: its record says what was seen."""
    game = tiny.cut(games.load("mittlere"), deck, SIZE)
    rules = resolve(game.options, NAMES, "seed", {})
    return Match(game, rules, game.open_book(rules), (0,) * SEATS, unseen=MatchUnseen(MatchSight(1 if seen else None)))


def courses(deck: tuple[Card, ...]) -> Iterator[Course]:
    """All of them: each hand, each leader of each trick, each order of the own cards."""
    opened, _ = fold.step(table(deck, seen=False), 2, DealStart(dealer=2))
    for first in combinations(deck, SIZE):
        left = [card for card in deck if card not in first]
        for second in combinations(left, SIZE):
            third = tuple(card for card in left if card not in second)
            for hands in product(permutations(first), permutations(second), permutations(third)):
                for leads in product(range(SEATS), repeat=SIZE):
                    yield course(opened, hands, leads)


def course(match: AnyMatch, hands: tuple[tuple[Card, ...], ...], leads: tuple[Seat, ...]) -> Course:
    """The course in which each seat plays its cards in this order and these seats lead."""
    plays: list[tuple[Seat, Card]] = []
    illegal, early = set[Card](), set[Card]()
    for trick, lead in enumerate(leads):
        for seat in ((lead + place) % SEATS for place in range(SEATS)):
            card, deal = hands[seat][trick], match.deal
            assert isinstance(deal, Deal)
            if match.game.duty(deal, card).breaks(hands[seat][trick:]):
                illegal.add(card)
            if seat != deal.to_play:
                early.add(card)
            plays.append((seat, card))
            match, _ = fold.step(match, len(plays) + 2, Played(seat=seat, card=card))
    return Course(tuple(plays), frozenset(illegal), frozenset(early))


def record(plays: Plays, begin: int, hidden: int, *, gathered: bool) -> tuple[Event, ...]:
    """What is seen of a course: the best eyes, but for so many cards from one on.

    Args:
        plays: of the course, two seconds apart; each trick is gathered a second after its last card.
        begin: number of the first hidden card, from 0.
        hidden: how many are.
        gathered: whether the gathering of the trick is hidden, too, if the last hidden card has filled it.
    """
    lines: list[Event] = [
        Gap(from_=0, t=0.1, why="start"),
        _seen(0.2, {}, 0.1),
        DealStart(dealer=2, t=20, src="console"),
    ]
    lying: dict[Seat, Card] = {}
    clear = 0.1
    for number, (seat, card) in enumerate(plays):
        when = 30.0 + 2 * number
        if not begin <= number < begin + hidden:
            lying[seat] = card
            lines += _laid(seat, card, when - 0.3, when, lying, clear)
        elif number == begin + hidden - 1:
            full = number % SEATS == SEATS - 1
            away = full and gathered
            from_, clear = 30.0 + 2 * begin - 0.5, when + (1.5 if away else 0.5)
            lines += _resumed(plays, number, begin, lying, from_, clear, away=away)
            if away:
                lying = {}
                continue
        if number % SEATS == SEATS - 1 and not begin <= number < begin + hidden - 1:
            clear, lying = when + 1, {}
            lines += [_seen(when + 1, {}, when + 1), Collect(t=when + 1, src="camera")]
        elif number % SEATS == SEATS - 1:
            lying = {}
    return tuple(lines)


def _resumed(
    plays: Plays, last: int, begin: int, lying: dict[Seat, Card], from_: float, end: float, *, away: bool
) -> Iterator[Event]:
    """Sight returns: the gap, what lies there, and the cards of it that are new."""
    trick = plays[last - last % SEATS : last + 1]
    lying.clear()
    lying.update({} if away else dict(trick))
    yield Gap(from_=from_, t=end, why="camera", src="camera")
    yield _seen(end + 0.1, lying, end)
    fresh = [play for place, play in enumerate(trick, last - last % SEATS) if place >= begin]
    for seat, card in () if away else sorted(fresh):
        yield _seen(end + 0.1, lying, end)
        yield Played(seat=seat, card=card, since=from_, t=end, src="camera")


def _laid(
    seat: Seat, card: Card, since: float, when: float, lying: dict[Seat, Card], clear: float
) -> tuple[Event, Event]:
    return _seen(when + 0.1, lying, clear), Played(seat=seat, card=card, since=since, t=when, src="camera")


def _seen(when: float, lying: dict[Seat, Card], clear: float) -> Seen:
    empty = {seat: clear for seat in range(SEATS) if seat not in lying}
    return Seen(t=when, empty=empty, lies={seat: (card,) for seat, card in sorted(lying.items())}, src="camera")


def said(match: AnyMatch, lines: tuple[Event, ...]) -> list[tuple[str, Card | None]]:
    """The verdicts on a record, each with the card that it is about."""
    found: list[Verdict] = []
    for number, event in enumerate(lines, 2):
        match, results = fold.step(match, number, event)
        found += [result for result in results if isinstance(result, Verdict)]
    return [(verdict.kind, verdict.card) for verdict in found]


def true(kind: str, card: Card | None, course: Course) -> bool:
    """Whether a verdict holds in a course; there are no second, foreign or missing cards in any."""
    if kind == "someone-revoked":
        return bool(course.illegal)
    wrong = {"revoke": course.illegal, "illegal-lead": course.illegal, "out-of-turn": course.early}.get(
        kind, frozenset[Card]()
    )
    return card in wrong


def glimpse(plays: Plays, begin: int, hidden: int, *, gathered: bool) -> tuple[Plays, Plays, Plays]:
    """What is seen of a course, before, at and after the return of sight: alike for all courses of one record."""
    last = begin + hidden - 1
    away = gathered and last % SEATS == SEATS - 1
    fresh = [] if away else sorted(plays[max(begin, last - last % SEATS) : last + 1])
    return plays[:begin], tuple(fresh), plays[last + 1 :]


def check(deck: tuple[Card, ...], begin: int, hidden: int, *, gathered: bool, share: float = 1.0) -> tuple[int, int]:
    """Judge the records of all courses, or a share of them, at least one; return how many, and the verdicts on them."""
    alike: defaultdict[tuple[Plays, Plays, Plays], list[Course]] = defaultdict(list)
    for one in every(deck):
        alike[glimpse(one.plays, begin, hidden, gathered=gathered)].append(one)
    random, match = Random(begin * 10 + hidden), table(deck, seen=True)
    judged = verdicts = 0
    for group in alike.values():
        if judged and random.random() >= share:
            continue
        judged += 1
        lines = record(group[0].plays, begin, hidden, gathered=gathered)
        for kind, card in said(match, lines):
            verdicts += 1
            wrong = next((one for one in group if not true(kind, card, one)), None)
            assert wrong is None, f"{kind} {card} is false of {wrong}: {lines}"
    return judged, verdicts


@cache
def every(deck: tuple[Card, ...]) -> tuple[Course, ...]:
    """All courses of a deck."""
    return tuple(courses(deck))


STRETCHES = [(begin, hidden) for begin in range(6) for hidden in range(1, 7 - begin)]


@pytest.mark.parametrize("names", [DECKS[0], *(pytest.param(one, marks=pytest.mark.slow) for one in DECKS[1:])])
def test_no_verdict_is_false_in_any_course_that_looks_alike(names: str) -> None:
    deck = tuple(map(Card, names.split()))
    assert len(every(deck)) == 6480
    found = [check(deck, *stretch, gathered=True, share=0.01) for stretch in STRETCHES]
    assert sum(judged for judged, _ in found) > 300
    assert sum(verdicts for _, verdicts in found) > 50


@pytest.mark.slow
@pytest.mark.parametrize("gathered", [False, True])
@pytest.mark.parametrize("stretch", STRETCHES)
def test_no_verdict_is_false_in_any_course_at_all(stretch: tuple[int, int], gathered: bool) -> None:
    deck = tuple(map(Card, DECKS[1].split()))
    judged, _ = check(deck, *stretch, gathered=gathered, share=0.1)
    assert judged > 0

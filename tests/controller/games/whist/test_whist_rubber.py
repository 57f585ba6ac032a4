"""Honours, rubbers and forfeited tricks of Whist (games.md section 9), some of them read a second time from events."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

import pytest

from controller.console.views.options_to_say import can_be_said, sayings
from controller.games.whist import GAME, WhistBook, worth_of_game
from controller.record.cards import DECKS, Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played, Ruling, Value
from controller.referee import fold
from controller.referee.fold import outcome, start
from controller.rules.match import AnyMatch
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, Result, Verdict
from tests.support import table_talk
from tests.support.loops import some

NAMES = ("Anna", "Berta", "Carla", "Dora")
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITED = [[card for card in DECKS["whist52"] if card.suit == suit] for suit in "CSHD"]
"""Each seat has a whole suit: seat 0 the clubs."""
Told = tuple[str, int | None, int]


def opening(**options: Value) -> MatchStart:
    return MatchStart(game="whist", seats=NAMES, options=options)


def rubber(**options: Value) -> MatchStart:
    return MatchStart(game="whist", seats=NAMES, profile="rubber", options=options)


def played(hands: list[list[Card]], dealer: int, turned: str) -> list[Event]:
    """A deal in which everybody plays the first card of the hand that is legal, or the first one if none is."""
    events: list[Event] = [DealStart(dealer=dealer, turned=Card(turned))]
    match = outcome([opening(goal=0), *events])
    held = [list(hand) for hand in hands]
    while match.running and match.deal:
        seat = match.turn
        assert seat is not None
        card = next((one for one in held[seat] if one in match.game.legal(match.deal, held[seat])), held[seat][0])
        held[seat].remove(card)
        events.append(Played(seat=seat, card=card))
        match, _ = fold.step(match, len(events) + 1, events[-1])
    return events


ALL_TRUMPS = played(SUITED, 0, "CA")
"""Anna has every trump: her side takes all the tricks, and has all honours."""


def told(events: list[Event]) -> list[Result]:
    return [result for stage in fold.fold(events) for result in stage.results]


def deals(events: list[Event]) -> list[DealResult]:
    return [one for one in told(events) if isinstance(one, DealResult)]


def refused(events: list[Event]) -> str:
    """The sentence that the last event cannot be."""
    last = told(events)[-1]
    assert isinstance(last, ErrorResult)
    return str(last.text)


def called(seat: int) -> Bid:
    return Bid(seat=seat, call="claim")


@pytest.mark.rule("WHI-S2")
@pytest.mark.parametrize(
    ("honours", "calls", "score"),
    [
        ("none", [], 7),
        ("counted", [], 11),
        ("called", [], 7),
        ("called", [0], 11),
        ("called", [2, 0, 2], 11),
    ],
)
def test_honours_count_as_called_or_as_the_cards_show(honours: str, calls: list[int], score: int) -> None:
    events = [opening(goal=0, honours=honours), *ALL_TRUMPS, *map(called, calls)]
    assert deals(events)[-1].score == (score, 0, score, 0)
    assert not any(isinstance(one, ErrorResult | Verdict) for one in told(events))
    assert len(deals(events)) == 1 + (len(calls) > 0)


@pytest.mark.rule("WHI-S2")
def test_honours_are_called_after_the_last_card_and_before_the_next_deal() -> None:
    early = [opening(goal=0, honours="called"), *ALL_TRUMPS[:-1], called(0)]
    assert refused(early) == "honours are called once the cards are played"
    late = [opening(goal=0, honours="called"), *ALL_TRUMPS, DealStart(dealer=1, turned=Card("SA")), called(0)]
    assert isinstance(told(late)[-1], ErrorResult)
    nowhere = [opening(goal=0), *ALL_TRUMPS[:-1], called(0)]
    assert refused(nowhere) == "honours are not called at this table"
    assert isinstance(told([opening(goal=0), *ALL_TRUMPS, called(0)])[-1], ErrorResult)


@pytest.mark.rule("WHI-S2")
def test_honours_are_offered_where_they_are_called_and_once_they_can_be() -> None:
    for honours, is_called in some((("none", False), ("counted", False), ("called", True))):
        first = opening(goal=0, honours=honours)
        match = outcome([first, *ALL_TRUMPS])
        assert can_be_said(match) == is_called
        offered = [(one.words, one.lawful) for seat in (0, 1) for one in sayings(match, seat)]
        assert (("claim",), True) in offered or not is_called
        assert [words for words, _ in offered].count(("claim",)) == 2 * is_called
        assert ("claim",) not in [one.words for one in sayings(outcome([first, *ALL_TRUMPS[:-1]]), 0)]


@pytest.mark.rule("WHI-S2")
def test_a_false_call_of_honours_is_reported_once_and_scores_none() -> None:
    events = [opening(goal=0, honours="called"), *ALL_TRUMPS, called(1), called(3), called(1)]
    found = [one for one in told(events) if isinstance(one, Verdict)]
    assert [(one.kind, one.seat, one.rule, str(one.text)) for one in found] == [
        ("false-declaration", 1, "WHI-S2", "Berta called honours, of which that side has played 0.")
    ]
    assert {one.score for one in deals(events)} == {(7, 0, 7, 0)}


def shared(trumps: int) -> list[list[Card]]:
    """The hands in which Anna's highest clubs but so many are Berta's, who gives her as many high spades."""
    clubs, spades, *others = SUITED
    return [[*clubs[:trumps], *spades[: 13 - trumps]], [*clubs[trumps:], *spades[13 - trumps :]], *others]


@pytest.mark.rule("WHI-S2")
@pytest.mark.parametrize(("mine", "honours"), [(4, (4, 0)), (3, (2, 0)), (2, (0, 0)), (1, (0, 2)), (0, (0, 4))])
def test_three_honours_of_a_pair_score_two_and_all_four_score_four(mine: int, honours: tuple[int, int]) -> None:
    hands = shared(mine)
    events = played(hands, 0 if mine else 1, "CA")
    [done] = deals([opening(goal=0, honours="counted"), *events])
    lines = {str(line.why): line.amounts for line in done.breakdown.score}
    assert lines.get("honours", (0,) * 4)[:2] == honours


@pytest.mark.rule("WHI-S3")
def test_tricks_score_before_honours_and_who_lacks_a_point_scores_none() -> None:
    won = deals([opening(honours="counted"), *ALL_TRUMPS])[-1]
    assert (won.score, *map(str, won.breakdown.remarks)) == (
        (7, 0, 7, 0),
        "tricks have won the game, so the honours do not count",
    )
    short = deals([opening(goal=8, honours="counted"), *ALL_TRUMPS])[-1]
    assert short.score == (11, 0, 11, 0)
    # With twelve to win Anna's side lacks one point as the second deal begins, in which it has three honours.
    second = [opening(goal=12, honours="counted"), *ALL_TRUMPS, *played(shared(3), 0, "CA")]
    stuck = deals(second)[-1]
    assert (stuck.score, stuck.total[:2], *map(str, stuck.breakdown.remarks)) == (
        (0, 1, 0, 1),
        (11, 1),
        "Anna and Carla lacked one point, so their honours do not count",
    )


@pytest.mark.rule("WHI-R1", "WHI-R2", "WHI-R3", "WHI-R4")
def test_a_rubber_is_the_better_of_three_games_and_its_sums_are_of_games() -> None:
    """Each deal is won by all tricks: a treble of Anna's side, one of Berta's, and one that wins the rubber."""
    match = outcome([rubber(), *ALL_TRUMPS])
    assert (match.total, match.book) == ((3, 0, 3, 0), WhistBook((0, 0), (1, 0)))
    assert GAME.course.over(match.rules, 1, match.total, match.book) is None
    twice = [rubber(), *ALL_TRUMPS, *[turned_round(event) for event in ALL_TRUMPS]]
    match = outcome(twice)
    assert (match.total, match.book.games) == ((3, 3, 3, 3), (1, 1))
    assert match.deal is not None
    thrice = [*twice, *[turned_round(event, 2) for event in ALL_TRUMPS]]
    match = outcome(thrice)
    assert (match.total, match.book) == ((8, 3, 8, 3), WhistBook((0, 0), (0, 0), 1))
    assert str(GAME.course.over(match.rules, 3, match.total, match.book)) == "the rubber is over"
    remarks = [str(one) for one in match.ledger[-1].result.breakdown.remarks]
    assert remarks == [
        "Anna and Carla have won a treble: the game counts 3",
        "Anna and Carla have won the rubber, which counts 2",
    ]
    grid = GAME.sheet.grid(GAME.title, match.rules, match.book, match.total, [one.result for one in match.ledger])
    assert [[cell.text for cell in row.cells] for row in grid.foot] == [["0", "0"], ["0", "0"], ["+8", "+3"]]
    lines = [*GAME.sheet.lines(GAME.title, match.rules, match.book, match.total, [])]
    assert lines[-2:] == ["games: 0, 0", "points of this game: 0, 0"]


def turned_round(event: Event, seats: int = 1) -> Event:
    """The same event of players so many seats further."""
    match event:
        case DealStart(dealer=dealer, turned=turned):
            return DealStart(dealer=(dealer + seats) % 4, turned=turned)
        case Played(seat=seat, card=card):
            return Played(seat=(seat + seats) % 4, card=card)
        case _:
            raise TypeError(event)


@pytest.mark.rule("WHI-R2")
@pytest.mark.parametrize(
    ("goal", "values"), [(5, [3, 2, 2, 1, 1]), (7, [3, 2, 2, 2, 1, 1, 1]), (9, [3, 2, 2, 2, 2, 1, 1, 1, 1])]
)
def test_a_game_counts_by_the_points_of_its_losers(goal: int, values: list[int]) -> None:
    assert [worth_of_game(goal, other) for other in range(goal)] == values


@pytest.mark.rule("WHI-R1", "WHI-R2")
@pytest.mark.parametrize(
    ("score", "total", "book"),
    [
        ((2, 0, 2, 0), (0, 0, 0, 0), WhistBook((2, 0))),
        ((5, 3, 5, 3), (1, 0, 1, 0), WhistBook((0, 0), (1, 0))),
        ((-3, 3, -3, 3), (0, 0, 0, 0), WhistBook((0, 3))),
        ((-3, 6, -3, 6), (0, 3, 0, 3), WhistBook((0, 0), (0, 1))),
    ],
)
def test_an_arbiter_sets_the_points_of_a_deal_and_they_may_win_the_game(
    score: tuple[int, ...], total: tuple[int, ...], book: WhistBook
) -> None:
    """Three points, or three off, are what the other side may choose for a revoke."""
    match = outcome([rubber(), *revoke(), Ruling(verdict=2, decision="upheld", effect={"score": score})])
    assert (match.ledger[-1].result.score, match.total, match.book) == (score, total, book)


@pytest.mark.rule("WHI-R1")
def test_a_table_in_rubbers_has_no_goal_of_its_sums_and_tells_how_the_game_stands() -> None:
    rules = resolve(GAME.options, NAMES, "rubber", {})
    assert (GAME.course.goal(rules), rules["honours"], rules["form"]) == (0, "called", "in-rubbers")
    match = outcome([rubber(), *ALL_TRUMPS, DealStart(dealer=1, turned=Card("SA"))])
    assert match.deal is not None
    told_of = [GAME.summary.remark(match.deal, seats) for seats in ((0, 2), (1, 3), (0,))]
    assert [None if one is None else str(one) for one in told_of] == ["0 of 5, one game won", "0 of 5", None]


def revoke() -> list[Event]:
    """A deal in which Anna revokes in trick 1 and takes twelve tricks; the two of spades proves it."""
    clubs = [card for card in SUITED[0] if card != "C2"]
    spades = [card for card in SUITED[1] if card != "S2"]
    mine, next_ones = [*clubs, Card("S2")], [spades[0], Card("C2"), *spades[1:]]
    leads = [1, *[0] * 12]
    hands = [mine, next_ones, *SUITED[2:]]
    plays = [
        Played(seat=seat, card=hands[seat][trick])
        for trick, lead in enumerate(leads)
        for seat in ((lead + turn) % 4 for turn in range(4))
    ]
    return [DealStart(dealer=0, turned=Card("CA")), *plays]


def ruling() -> Ruling:
    """The price of the revoke; before it, it is told that somebody has revoked."""
    return Ruling(verdict=2, decision="upheld", effect={"pack": "whist1864"})


@pytest.mark.rule("WHI-S4")
def test_three_tricks_go_to_the_other_side_for_a_revoke_and_win_no_game() -> None:
    for goal, score in some(((0, 3), (5, 3), (4, 3), (3, 2), (2, 1))):
        events = [opening(goal=goal), *revoke()]
        assert [(one.kind, one.seat) for one in told(events) if isinstance(one, Verdict)][1:] == [("revoke", 0)]
        assert deals(events)[-1].score == (6, 0, 6, 0)
        match = outcome([*events, ruling()])
        result = match.ledger[-1].result
        assert result.score == (score, 0, score, 0)
        forfeited = "Anna and Carla cannot win the game by a deal in which they forfeit tricks"
        assert (forfeited in map(str, result.breakdown.remarks)) == (score < 3)
        assert str(result.detail["ruling"]["text"]).startswith("three tricks go to Berta's side, and Anna's cannot win")


@pytest.mark.rule("WHI-S3", "WHI-S4")
def test_honours_of_a_side_that_forfeits_tricks_bring_it_no_further() -> None:
    for goal, score in some(((0, 3 + 4), (9, 3 + 4), (7, 6), (5, 4))):
        match = outcome([opening(goal=goal, honours="counted"), *revoke(), ruling()])
        assert match.total == (score, 0, score, 0)


@dataclass
class Reading:
    """A match of Whist read from its events alone."""

    options: Mapping[str, Value]
    points: list[int] = field(default_factory=lambda: [0, 0])
    games: list[int] = field(default_factory=lambda: [0, 0])
    sums: list[int] = field(default_factory=lambda: [0, 0])
    rubbers: int = 0
    false: list[int] = field(default_factory=list[int])
    """The lines of calls that the cards refute."""
    seen: Counter[str] = field(default_factory=Counter[str])

    def end(self, trump: str, laid: list[Played], calls: list[tuple[int, int]]) -> None:
        """A deal is over, and these seats have called honours, each in its line."""
        goal, tricks, mine = int(str(self.options["goal"])), [0, 0], [0, 0]
        for place in range(0, 52, 4):
            trick = laid[place : place + 4]
            trumps = [one for one in trick if one.card.suit == trump]
            suited = trumps or [one for one in trick if one.card.suit == trick[0].card.suit]
            tricks[max(suited, key=lambda one: RANKS.index(one.card.rank)).seat % 2] += 1
        for one in laid:
            mine[one.seat % 2] += one.card.suit == trump and one.card.rank in "AKQJ"
        asked, counts = set[int](), self.options["honours"] == "counted"
        for line, seat in calls if self.options["honours"] == "called" else []:
            if mine[seat % 2] < 3 and seat % 2 not in asked:
                self.false.append(line)
            asked.add(seat % 2)
        score = [max(own - 6, 0) for own in tricks]
        won = bool(goal) and any(self.points[side] + score[side] >= goal for side in (0, 1))
        for side in (0, 1):
            if mine[side] >= 3 and (counts or side in asked):
                stuck = bool(goal) and self.points[side] >= goal - 1
                score[side] += 0 if won or stuck else {3: 2, 4: 4}[mine[side]]
                self.seen["decided" if won else "stuck" if stuck else "honours"] += 1
        self.points = [own + more for own, more in zip(self.points, score, strict=True)]
        if self.options["form"] == "single":
            self.sums = [*self.points]
        elif goal and max(self.points) >= goal:
            best = self.points.index(max(self.points))
            lost = self.points[1 - best]
            value = 3 if lost == 0 else 2 if lost < goal / 2 else 1
            self.seen[f"game of {value}"] += 1
            self.sums[best] += value
            self.games[best] += 1
            self.points = [0, 0]
            if self.games[best] == 2:
                self.sums[best] += 2
                self.games, self.rubbers = [0, 0], self.rubbers + 1
                self.seen["rubber"] += 1


def read(events: Iterable[Event], options: Mapping[str, Value]) -> Reading:
    found, laid, calls, trump = Reading(options), list[Played](), list[tuple[int, int]](), ""
    for line, event in enumerate(events, 2):
        match event:
            case DealStart(turned=turned) if turned is not None:
                if laid:
                    found.end(trump, laid, calls)
                laid, calls, trump = [], [], turned.suit
            case Played():
                laid.append(event)
            case Bid(seat=seat):
                calls.append((line, seat))
            case _:
                raise TypeError(event)
    found.end(trump, laid, calls)
    return found


def evening(seed: int) -> tuple[AnyMatch, list[Event], set[int]]:
    """A match by random house rules, after each deal of which somebody may call honours, and what broke the rules."""
    random = Random(seed)
    options: dict[str, Value] = {
        "honours": random.choice(("none", "called", "counted")),
        "form": random.choice(("single", "in-rubbers")),
        "goal": random.choice((5, 5, 7, 9, 0)),
        "rubbers": random.choice((1, 2, 0)),
    }
    first = opening(**options)
    players = table_talk.players("whist", random, random.choice((1.0, 0.97)))
    match, events, broken = start(first), list[Event](), set[int]()

    def happen(event: Event) -> None:
        nonlocal match
        events.append(event)
        if players.breaks(match, event):
            broken.add(len(events) + 1)
        match, _ = fold.step(match, len(events) + 1, event)

    while len(match.ledger) < 12:
        if match.game.course.over(match.rules, len(match.ledger), match.total, match.book):
            break
        happen(players.dealt(match, match.dealer or 0))
        while match.running:
            happen(players.next(match))
        if options["honours"] == "called":
            for seat in random.choices(range(4), k=random.choice((0, 1, 2, 3))):
                happen(called(seat))
    return outcome([first, *events]), events, broken


@pytest.mark.rule("WHI-S1", "WHI-S2", "WHI-S3", "WHI-R1", "WHI-R2", "WHI-R3")
def test_random_matches_score_and_are_told_as_a_second_reading_says() -> None:
    seen = Counter[str]()
    for seed in some(range(40)):
        match, events, broken = evening(seed)
        reading = read(events, match.rules.options)
        assert match.total == (*reading.sums, *reading.sums)
        games = tuple(reading.games) if match.rules["form"] == "in-rubbers" else (0, 0)
        assert match.book == WhistBook((reading.points[0], reading.points[1]), (games[0], games[1]), reading.rubbers)
        false = [one.event for one in match.verdicts if one.kind == "false-declaration"]
        assert false == reading.false
        assert {one.event for one in match.verdicts if one.kind == "revoke"} == broken
        assert {one.kind for one in match.verdicts} <= {"false-declaration", "revoke", "someone-revoked"}
        seen.update(reading.seen)
        seen["false"] += len(false)
        seen["broken"] += len(broken)
    assert {*seen} == {
        *("honours", "decided", "stuck", "game of 1", "game of 2", "game of 3", "rubber", "false", "broken"),
    }

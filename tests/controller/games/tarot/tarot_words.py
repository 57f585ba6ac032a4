"""Tarot records in few words, and finished deals to be scored."""

from collections.abc import Mapping
from typing import Any, Literal, cast

from controller.games import load
from controller.games.tarot.score import score
from controller.games.tarot.state import DECK, Spoken, TarotState
from controller.record.cards import EXCUSE, Card
from controller.record.events import (
    Bid,
    Call,
    Collect,
    DealStart,
    Declare,
    Discard,
    Dog,
    Event,
    MatchStart,
    Played,
    Void,
)
from controller.referee.fold import fold
from controller.rules.deal import Deal, Play, Trick
from controller.rules.options import resolve
from controller.rules.results import ErrorResult, Number, Result, Verdict

GAME = load("tarot")
NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")


TAKEN = "b0:garde b1:pass b2:pass b3:pass"
DOG = f"{TAKEN} dog:S1,S2,S3,S4,S5,S6"
READY = f"{DOG} lay0:6"

LOW = "S1 S2 S3 S4 S5 S6"
"""Six cards of half a point: three points."""

# Four seats, two bouts. The taker's tricks: T21 T2 T3 T4 6, T20 T1 T5 T6 6, SK SQ S7 S8 9, HK H1 H2 H3 6,
# DK D1 D2 D3 6, T19 T7 T8 T9 2, T18 CN C1 C2 4 are 39, with the three points laid away 42: made by 1.
FOUR = {
    1: "0T21 1T2 2T3 3T4",
    2: "0T20 1T1 2T5 3T6",
    3: "0SK 1SQ 2S7 3S8",
    4: "0HK 1H1 2H2 3H3",
    5: "0DK 1D1 2D2 3D3",
    6: "0T19 1T7 2T8 3T9",
    7: "0T18 1CN 2C1 3C2",
}
WON = "0" * 7 + "1" * 11
DEFENDED = {**FOUR, 9: "1T17 2EX"}
"""The Excuse falls in a trick of its own side."""

Found = tuple[str, int | None, str, int, int, tuple[str, ...] | None]


def opening(seats: int = 4, profile: str = "seed", **options: Any) -> MatchStart:  # noqa: ANN401 - any option
    return MatchStart(game="tarot", seats=NAMES[:seats], profile=profile, options=options)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(name) for name in text.replace(",", " ").split())


def event(word: str) -> Event:
    """``b1:garde!`` (a chelem), ``c0:SK``, ``dog:S1,S2``, ``lay0:6:T2``, ``say0:misere``, ``void:misdeal``, ``1SA``."""
    head, _, rest = word.partition(":")
    seat, (first, second, *_) = int(head[-1]) if head[-1].isdigit() else 0, [*rest.split(":"), "", ""]
    match head.rstrip("0123456789"):
        case "deal":
            return DealStart(dealer=seat)
        case "b":
            return Bid(seat=seat, call=rest.rstrip("!"), chelem=rest.endswith("!") or None)
        case "c":
            return Call(seat=seat, card=Card(rest) if rest != "-" else None)
        case "dog":
            return Dog(cards=cards(rest))
        case "lay":
            known = rest.split(":")[2:]
            return Discard(seat=seat, count=int(first), shown=cards(second), cards=cards(known[0]) if known else None)
        case "say":
            return _declare(seat, rest.split(":"))
        case "void":
            return Void(why=cast("Literal['misdeal']", rest))
        case "/":
            return Collect()
        case _:
            return Played(seat=int(word[0]), card=Card(word[1:]))


def _declare(seat: int, words: list[str]) -> Declare:
    what, size, shown, *_ = [*words, "", ""]
    points = int(size) if size.isdigit() else None
    named = cast("Literal['single']", size) if size and points is None else None
    what_ = cast("Literal['poignee']", what)
    return Declare(seat=seat, what=what_, size=named, points=points, cards=cards(shown) or None)


def told(
    text: str, start: MatchStart | None = None, hands: Mapping[int, str] | None = None, dealer: int | None = None
) -> list[Result]:
    """The results of one deal; the last seat deals, so that seat 0 is forehand."""
    start = start or opening()
    known = {seat: cards(hand) for seat, hand in hands.items()} if hands else None
    first = DealStart(dealer=len(start.seats) - 1 if dealer is None else dealer, hands=known)
    lines: list[Event] = [start, first, *map(event, text.split())]
    return [result for stage in fold(lines) for result in stage.results]


def verdicts(text: str, start: MatchStart | None = None, hands: Mapping[int, str] | None = None) -> list[Verdict]:
    return [result for result in told(text, start, hands) if isinstance(result, Verdict)]


def last_deal(text: str, start: MatchStart | None = None) -> Deal[TarotState]:
    lines: list[Event] = [start or opening(), *map(event, text.split())]
    *_, stage = fold(lines)
    assert stage.match.deal is not None
    return stage.match.deal


def finished(
    tricks: Mapping[int, str],
    aside: str,
    winners: str,
    bid: str = "prise",
    *,
    start: MatchStart | None = None,
    own: TarotState | None = None,
) -> Deal[TarotState]:
    """A deal that is over: seat 0 took; some tricks named, the others filled with what is left.

    Args:
        tricks: by number from 1, plays such as ``0SK 1S1``; seats that are not named get cards that are left.
        aside: the dog, or the cards laid away.
        winners: the seat that won each trick, one digit a trick.
        bid: the taker's.
        start: the match.
        own: what is announced, beside the bid.
    """
    start = start or opening()
    rules = resolve(GAME.options, start.seats, start.profile, start.options)
    fresh = GAME.open_deal(rules, 1, DealStart(dealer=rules.seats - 1), None)
    named = {number: {int(play[0]): Card(play[1:]) for play in plays.split()} for number, plays in tricks.items()}
    taken = {*cards(aside), *(card for plays in named.values() for card in plays.values())}
    assert EXCUSE in taken, "say where the Excuse is: what it is worth depends on it"
    rest = iter([card for card in reversed(DECK) if card not in taken])
    closed: list[Trick] = []
    for number, winner in enumerate(winners, 1):
        plays = {seat: named.get(number, {}).get(seat) or next(rest) for seat in range(rules.seats)}
        closed.append(Trick(tuple(Play(number, seat, card) for seat, card in plays.items()), int(winner)))
    assert (list(rest), len(closed)) == ([], fresh.size)
    base = own or TarotState()
    spoken = TarotState((Spoken(0, bid), *base.spoken), base.called, declarations=base.declarations, chelem=base.chelem)
    return Deal(1, fresh.dealer, rules, fresh.seats, fresh.size, 0, spoken, "T", tuple(closed))


def found(text: str, **more: Any) -> list[Found]:  # noqa: ANN401 - as verdicts takes them
    """Kind, seat, rule, event, proving event and proof of each verdict."""
    return [(one.kind, one.seat, one.rule, one.event, one.proved, one.proof) for one in verdicts(text, **more)]


def said(text: str, **more: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - as told takes them
    """Kinds and rules of the verdicts, then the texts of the errors."""
    results = told(text, **more)
    rules: list[tuple[str, str]] = [(one.kind, one.rule) for one in results if isinstance(one, Verdict)]
    return rules + [("error", str(one.text)) for one in results if isinstance(one, ErrorResult)]


def settled(*args: Any, **more: Any) -> tuple[tuple[Number, ...], tuple[int, ...], dict[str, object]]:  # noqa: ANN401
    """The points, the scores and the details of a deal that is given as :func:`finished` takes it."""
    points, scores, detail, _ = score(finished(*args, **more))
    return points, scores, detail

"""Deals of Schieber in short words: ``0 hearts, 0 weis 50 SA SK SQ SJ, 0 SA, 2 stock, 1 thanks, /``."""

from collections.abc import Mapping

from controller.games import jass
from controller.record.cards import DECKS, Card
from controller.record.events import Bid, Collect, DealStart, Declare, End, Event, MatchStart, Played, Value
from controller.referee.fold import fold, start, step
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Result, Verdict

NAMES = ("Anna", "Berta", "Carla", "Dora")

SUITED = {seat: [Card(suit + rank) for rank in reversed(jass.PLAIN)] for seat, suit in enumerate("SHDC")}
"""Each seat has a whole suit: seat 0 the spades."""


def opening(options: Mapping[str, Value] | None = None) -> MatchStart:
    return MatchStart(game="schieber", seats=NAMES, options=dict(options or {}))


def event(words: list[str]) -> Event:
    cards = tuple(Card(word) for word in words if word in DECKS["jass36"])
    match words:
        case ["/"]:
            return Collect()
        case ["deal", dealer]:
            return DealStart(dealer=int(dealer))
        case [seat, "stock"]:
            return Declare(seat=int(seat), what="stock")
        case [seat, "weis", points, *_]:
            return Declare(seat=int(seat), what="weis", points=int(points), cards=cards or None)
        case [seat, call, ("up" | "down") as order]:
            return Bid(seat=int(seat), call=call, start="up" if order == "up" else "down")
        case [seat, card] if cards:
            return Played(seat=int(seat), card=Card(card))
        case [seat, call]:
            return Bid(seat=int(seat), call=call)
        case _:
            raise ValueError(words)


def lines(text: str) -> list[Event]:
    return [event(part.split()) for part in text.split(",") if part.strip()]


def told(text: str, options: Mapping[str, Value] | None = None) -> list[Result]:
    """What follows from a match whose first deal is dealt by the last seat."""
    events = [opening(options), DealStart(dealer=3), *lines(text)]
    return [result for stage in fold(events) for result in stage.results]


def verdicts(text: str, options: Mapping[str, Value] | None = None) -> list[tuple[str, int | None, str, int]]:
    """Kind, seat, rule and act of each verdict; the first event after the deal is number 3."""
    found = [one for one in told(text, options) if isinstance(one, Verdict)]
    return [(one.kind, one.seat, one.rule, one.event) for one in found]


def played_out(
    said: str,
    hands: Mapping[int, list[Card]] = SUITED,
    *,
    then: Mapping[int, str] | None = None,
    deals: int = 1,
    options: Mapping[str, Value] | None = None,
) -> tuple[AnyMatch, list[DealResult]]:
    """The match and the deals' results when these hands are played out, each player the first legal card of the hand.

    Args:
        said: before the first card of each deal.
        hands: of each deal.
        then: what is said once so many tricks are over, in the first deal.
        deals: how many are played; forehand is always seat 0, so that they are dealt by the last seat.
        options: of the match.
    """
    match, results, number = start(opening(options)), list[Result](), 1

    def happen(event: Event) -> None:
        nonlocal match, number
        number += 1
        match, new = step(match, number, event)
        results.extend(new)

    for deal in range(deals):
        held = {seat: list(hand) for seat, hand in hands.items()}
        happen(DealStart(dealer=3))
        for one in lines(said):
            happen(one)
        waiting = dict(then or {}) if deal == 0 else {}
        while match.running and match.deal:
            playing = match.deal
            if not playing.open.plays and len(playing.tricks) in waiting:
                for one in lines(waiting.pop(len(playing.tricks))):
                    happen(one)
                continue
            seat = playing.to_play
            assert seat is not None
            hand = held[seat]
            card = next(one for one in hand if not match.game.duty(playing, one).breaks(hand))
            hand.remove(card)
            happen(Played(seat=seat, card=card))
        for one in [event for after in waiting.values() for event in lines(after)]:
            happen(one)
    happen(End())
    return match, [one for one in results if isinstance(one, DealResult)]

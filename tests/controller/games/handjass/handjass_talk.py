"""Deals of Handjass in short words: ``0 in, 1 out, 0 weis 50 SA SK SQ SJ, 0 SA, 2 stock, draw 0 SA, /``."""

from collections.abc import Mapping

from controller.record.cards import DECKS, Card
from controller.record.events import Agree, Bid, Collect, DealStart, Declare, Draw, Event, Exchange, MatchStart, Played
from controller.record.events import Value as Option
from controller.referee.fold import fold, start, step
from controller.rules.results import Result, Verdict

NAMES = ("Anna", "Berta", "Carla", "Dora")
IN = "0 in, 1 in, 2 in, 3 in"


def opening(seats: int = 4, **options: Option) -> MatchStart:
    return MatchStart(game="handjass", seats=NAMES[:seats], options=options)


def event(words: list[str]) -> Event:
    cards = tuple(Card(word) for word in words if word in DECKS["jass36"])
    match words:
        case ["/"]:
            return Collect()
        case ["agree", *seats]:
            return Agree(seats=tuple(map(int, seats)))
        case ["draw", seat, _]:
            return Draw(seat=int(seat), card=cards[0])
        case [seat, ("in" | "out" | "blind" | "pass") as call]:
            return Bid(seat=int(seat), call=call)
        case [seat, "x", gives, takes]:
            return Exchange(seat=int(seat), gives=Card(gives), takes=Card(takes))
        case [seat, "stock"]:
            return Declare(seat=int(seat), what="stock")
        case [seat, "weis", points, *_]:
            return Declare(seat=int(seat), what="weis", points=int(points), cards=cards or None)
        case [seat, card]:
            return Played(seat=int(seat), card=Card(card))
        case _:
            raise ValueError(words)


def lines(text: str) -> list[Event]:
    return [event(part.split()) for part in text.split(",") if part.strip()]


def told(
    text: str, seats: int = 4, turned: str = "C6", hands: dict[int, str] | None = None, **options: Option
) -> list[Result]:
    """What follows from one deal, dealt by the last seat, whose turned card is C6."""
    shown = {seat: tuple(map(Card, hand.split())) for seat, hand in hands.items()} if hands else None
    deal = DealStart(dealer=seats - 1, turned=Card(turned), hands=shown)
    return [result for stage in fold([opening(seats, **options), deal, *lines(text)]) for result in stage.results]


def played_out(
    parts: list[str], hands: Mapping[int, str], turned: str, seats: int = 4, after: str = ""
) -> list[Result]:
    """What follows when these hands are played out; each part but the first is said when one more trick is over.

    Each player plays the first card of the hand that is legal; ``after`` is said when all are played.
    """
    held = {seat: [Card(name) for name in hand.split()] for seat, hand in hands.items()}
    match, results, count = start(opening(seats)), list[Result](), 1
    waiting = [DealStart(dealer=seats - 1, turned=Card(turned)), *lines(parts[0])]
    said = 1
    while (match.running and match.deal and match.deal.phase != "after") or count == 1:
        deal = match.deal
        if not waiting and deal and said < len(parts) and len(deal.tricks) >= said:
            waiting, said = lines(parts[said]), said + 1
        if not waiting and deal:
            playing = match.game.auction.playable(deal)
            assert playing is not None
            assert deal.to_play is not None
            hand = held[deal.to_play]
            card = next(one for one in hand if not match.game.duty(playing, one).breaks(hand))
            waiting = [Played(seat=deal.to_play, card=card)]
        event = waiting.pop(0)
        if isinstance(event, Played):
            held[event.seat].remove(event.card)
        count += 1
        match, new = step(match, count, event)
        results += new
    for event in lines(after):
        count += 1
        match, new = step(match, count, event)
        results += new
    return results


def verdicts(
    text: str, seats: int = 4, turned: str = "C6", **options: Option
) -> list[tuple[str, int | None, str, int]]:
    """Kind, seat, rule and act of each verdict; the first event after the deal is number 3."""
    found = [one for one in told(text, seats, turned, None, **options) if isinstance(one, Verdict)]
    return [(one.kind, one.seat, one.rule, one.event) for one in found]

"""The score of a deal of Skat (SKA-S1 to SKA-S3, SKA-K3)."""

from typing import Final

from controller.games.follow_rule import tricks_won
from controller.games.skat.auction import auction
from controller.games.skat.state import DECK, KONTRA, RE, TOTAL, SkatDeal
from controller.games.skat.value import GameValue, game_value
from controller.record.message import Message
from controller.rules.results import Breakdown, BreakdownLine, counting, of_seats

WON = 50
"""The points for each game won beside its value, taken off for each lost (SKA-S2)."""
AGAINST: Final = {3: 40, 4: 30}
"""Points of each other player for a lost game, by the number of players (SKA-S2, SKA-S3)."""


def worth(deal: SkatDeal) -> GameValue:
    """Return the value of a finished deal; the skat is the cards in no trick."""
    now, state = auction(deal), deal.own
    if now.declarer is None or state.game is None:
        raise ValueError("no game was played")
    plays = list(deal.plays())
    lying = {play.card for play in plays}
    skat = [card for card in DECK if card not in lying]
    cards = [*skat, *(play.card for play in plays if play.seat == now.declarer)]
    won = [*skat, *(card for trick in deal.tricks if trick.winner == now.declarer for card in trick.cards)]
    tricks = tricks_won(deal)[now.declarer]
    return game_value(state.game, state.announced, now.bid, cards, won, (tricks, len(deal.tricks) - tricks))


def score(deal: SkatDeal) -> tuple[tuple[int, ...], tuple[int, ...], dict[str, object], Breakdown]:
    """Return the points of each seat's side, the score of each seat, and the reasons."""
    what, seats, declarer = worth(deal), deal.rules.seats, auction(deal).declarer
    takers = [seat for seat in range(seats) if seat == declarer]
    others = [seat for seat in range(seats) if seat != declarer]
    lines = [BreakdownLine(_reason(what), of_seats(seats, takers, what.counted))]
    kontra = deal.own.kontra
    if kontra:
        lines.append(BreakdownLine(Message("Kontra"), of_seats(seats, takers, what.counted)))
    if kontra and kontra.is_answered:
        lines.append(BreakdownLine(Message("Re"), of_seats(seats, takers, 2 * what.counted)))
    if deal.rules["score"] == "seeger-fabian":
        extra = WON if what.won else -WON
        lines.append(
            BreakdownLine(Message("game won") if what.won else Message("game lost"), of_seats(seats, takers, extra))
        )
        if not what.won:
            lines.append(BreakdownLine(Message("against the game"), of_seats(seats, others, AGAINST[seats])))
    scores = tuple(sum(int(line.amounts[seat] or 0) for line in lines) for seat in range(seats))
    opposing = {seat: TOTAL - what.points for seat in deal.seats if seat != declarer}
    points = tuple(what.points if seat == declarer else opposing.get(seat, 0) for seat in range(seats))
    detail: dict[str, object] = {"taker": declarer, "bid": what.bid, "contract": what.game, "won": what.won}
    detail |= {
        "announced": [*deal.own.announced],
        "value": what.value,
        "matadors": what.matadors,
        "overbid": what.overbid,
    }
    if kontra:
        detail["said"] = [KONTRA, RE] if kontra.is_answered else [KONTRA]
    return points, scores, detail, Breakdown(score=counting(*lines))


def _reason(what: GameValue) -> Message:
    if what.overbid:
        return Message("overbid: {n} was bid", n=what.bid)
    n = abs(what.matadors)
    if what.matadors > 0:
        return Message.counted("with {n} matador", "with {n} matadors", n, n=n)
    return Message.counted("without {n} matador", "without {n} matadors", n, n=n) if n else Message("null")

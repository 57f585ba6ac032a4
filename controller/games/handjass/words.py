"""Handjass by command cards: in, out and blind, the exchange, Weis and Stöck (HAN-B, HAN-X1, HAN-W)."""

from typing import Final

from controller.games.handjass.claims import four_nines
from controller.games.handjass.state import HandjassDeal
from controller.games.handjass.weis import within
from controller.record.events import Agree, Bid, Declare, Exchange, Seat
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting
from controller.rules.vocabulary import Vocabulary

_WEIS: Final = {f"weis-{points}": points for points in (20, 50, 100, 150, 200)}
_PAIR: Final = 2
"""Cards of an exchange, and players of an agreement."""


class Handjass(Vocabulary):
    """The card that is turned up begins the deal and is no matter of these words."""

    bids = frozenset(("in", "out", "blind"))
    words = frozenset((*_WEIS, "stock", "exchange"))
    shared = frozenset(("agree",))

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """HAN-B1, HAN-B2, HAN-B4, HAN-X1, HAN-W4, HAN-W5."""
        deal: HandjassDeal | None = match.deal
        word, *others = speech.words
        if others:
            return f"{word} is not said yet; take it back before you lay {others[-1]}"
        if deal is None:
            return "no deal is under way"
        if speech.seat is None:
            return _agreed(deal)
        if word in self.bids:
            return (Bid(seat=speech.seat, call=word),)
        if word == "stock":
            return (Declare(seat=speech.seat, what="stock"),)
        return _exchange(deal, speech, speech.seat) if word == "exchange" else _weis(deal, speech, speech.seat)


def _agreed(deal: HandjassDeal) -> Meaning:
    """HAN-B4: who agrees is known, for there are only two."""
    table = deal.own
    if table.to_say is not None or len(table.staying) != _PAIR:
        return "only two that are alone in may agree on a point each"
    return (Agree(seats=table.staying),)


def _exchange(deal: HandjassDeal, speech: Speech, seat: Seat) -> Meaning:
    """HAN-X1: both cards lie beside the word."""
    cards = speech.cards
    if len(cards) < _PAIR:
        return Waiting("exchange: lay the trump 6 and the card turned up beside it")
    gives, takes = sorted(cards[-_PAIR:], key=lambda card: card == deal.own.turned)
    return (Exchange(seat=seat, gives=gives, takes=takes),)


def _weis(deal: HandjassDeal, speech: Speech, seat: Seat) -> Meaning:
    """HAN-W4: said once the word is taken back or another card comes, with the cards that were shown."""
    points, cards = _WEIS[speech.words[0]], frozenset(speech.cards)
    said = Declare(seat=seat, what="weis", points=points, cards=speech.cards or None)
    whole = any((one.points, one.cards) == (points, cards) for one in within(cards, four_nines(deal)))
    text = f"{deal.rules.names[seat]}: Weis {points}; show its cards or take the word back"
    return Waiting(text, (said,), whole)


VOCABULARY = Handjass()

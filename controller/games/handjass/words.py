"""Handjass by command cards: in, out and blind, the exchange, Weis and Stöck (HAN-B, HAN-X1, HAN-W)."""

from collections.abc import Mapping
from typing import Final

from controller.games.follow_rule import EXCHANGE, spoken
from controller.games.handjass.calls import scale
from controller.games.handjass.state import HandjassDeal, six
from controller.games.weis import words as weis
from controller.record.cards import Card
from controller.record.events import Agree, Bid, Declare, Event, Exchange, Seat
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting, Wording, everywhere
from controller.rules.vocabulary import Vocabulary

_WEIS: Final = weis.wordings((20, 50, 100, 150, 200))
_PAIR: Final = 2
"""Cards of an exchange, and players of an agreement."""

_WORDINGS: Final[Mapping[str, Wording]] = {
    "in": Wording("In", "Dabei", "Je joue", "Gioco", "出る"),
    "out": Wording("Out", "Weg", "Je sors", "Esco", "降りる"),
    "blind": Wording("Blind", "Blind", "Aveugle", "Cieco", "ブラインド"),
    "agree": Wording("Agreed: one each", "Einig: je eins", "D'accord : un chacun", "D'accordo: uno a testa", "1点ずつ"),
    "exchange": EXCHANGE,
    **_WEIS,
    "stock": everywhere("Stöck", "シュテック"),
}


CALL_NAMES: Final = spoken(
    {word: _WORDINGS[word] for word in ("in", "out", "blind")},
    {
        "in": ("play", "ich spiele", "je reste"),
        "out": ("drop", "raus"),
        "blind": ("the blind", "blind nehmen"),
    },
)
"""Players' words for in, out and blind (seed 003)."""


class HandjassWords(Vocabulary):
    """The card that is turned up begins the deal and is no matter of these words."""

    bids = frozenset(("in", "out", "blind"))
    words = frozenset((*_WEIS, "stock", "exchange"))
    shared = frozenset(("agree",))
    wordings = _WORDINGS

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of words (HAN-B1, HAN-B2, HAN-B4, HAN-X1, HAN-W4, HAN-W5)."""
        deal: HandjassDeal | None = match.deal
        word, *others = speech.words
        if others:
            return Message("{call} is not said yet; take it back before you lay {call2}", call=word, call2=others[-1])
        if deal is None:
            return Message("no deal is under way")
        if speech.seat is None or word in self.shared:
            return _agreed(deal)
        if word in self.bids:
            return (Bid(seat=speech.seat, call=word),)
        if word == "stock":
            return (Declare(seat=speech.seat, what="stock"),)
        if word == "exchange":
            return _exchange(deal, speech, speech.seat)
        return weis.waiting_weis(speech, speech.seat, match.names[speech.seat], scale(deal))

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return an event's words and cards (HAN-B4, HAN-X1, HAN-W4, HAN-W5)."""
        match event:
            case Agree():
                return ("agree",)
            case Exchange():
                return ("exchange", event.gives, event.takes)
            case Declare(what="weis" | "stock"):
                return weis.uttered(event)
            case _:
                return super().uttered(event)

    def always_shown(self, match: AnyMatch, speech: Speech) -> tuple[Card, ...]:
        """Return the trump 6 and the card turned up for an exchange (HAN-X1)."""
        deal: HandjassDeal | None = match.deal
        if deal is None or speech.words != ("exchange",):
            return ()
        return (six(deal), deal.own.turned)


def _agreed(deal: HandjassDeal) -> Meaning:
    """Return the agreement of the only two seats that are in (HAN-B4)."""
    table = deal.own
    if table.speaker is not None or len(table.staying) != _PAIR:
        return Message("only two that are alone in may agree on a point each")
    return (Agree(seats=table.staying),)


def _exchange(deal: HandjassDeal, speech: Speech, seat: Seat) -> Meaning:
    """Return the exchange of the two cards that lie beside the word (HAN-X1)."""
    cards = speech.cards
    if len(cards) < _PAIR:
        return Waiting(Message("exchange: lay the trump 6 and the card turned up beside it"))
    gives, takes = sorted(cards[-_PAIR:], key=lambda card: card == deal.own.turned)
    return (Exchange(seat=seat, gives=gives, takes=takes),)


VOCABULARY = HandjassWords()

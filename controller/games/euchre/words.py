"""Euchre by command cards: ordering up, suits, alone, the card laid away (EUC-B1, EUC-B2, EUC-A1, EUC-X1)."""

from collections.abc import Mapping
from typing import Final

from controller.games.euchre.state import ALONE, ORDER_UP, PASS, SUITS, EuchreDeal, speaker
from controller.games.follow_rule import PASS as PASSED
from controller.games.follow_rule import SUIT_WORDINGS, spoken
from controller.record.events import Bid, Discard, Event, Seat
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Wording
from controller.rules.vocabulary import Vocabulary

_LAID: Final = "laid-away"
_WORDINGS: Final[Mapping[str, Wording]] = {
    **SUIT_WORDINGS,
    _LAID: Wording("Laid away", "Abgelegt", "Écart fait", "Scartato", "捨て終わり"),
    ORDER_UP: Wording("Order it up", "Aufnehmen", "À prendre", "Da prendere", "オーダーアップ"),
    ALONE: Wording("Alone", "Allein", "Seul", "Da solo", "ローン"),
}

CALL_NAMES: Final = PASSED | spoken(
    {word: _WORDINGS[word] for word in (ORDER_UP, *SUITS, ALONE)},
    {
        ORDER_UP: ("pick it up", "order up", "I order it up", "pick up", "assist", "take it up", "ich nehme auf"),
        ALONE: ("loner", "going alone", "I go alone", "solo", "一人で"),
    },
)
"""What players say to make trump, or to play alone."""


class EuchreWords(Vocabulary):
    """Words of whose turn it is until trump is made; then the maker's, and the dealer's."""

    bids = frozenset((PASS, ORDER_UP, *SUITS))
    words = frozenset((ALONE, _LAID))
    wordings = _WORDINGS

    def speaker(self, match: AnyMatch) -> Seat | None:
        """EUC-B1, EUC-B2."""
        deal: EuchreDeal | None = match.deal
        return speaker(deal) if deal is not None and match.running else None

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """One word at a time; the game judges it."""
        word, *others = speech.words
        if speech.seat is None:
            return Message("lay {call} in front of the player who says it", call=speech.words[-1])
        if others:
            return Message("{call} is not said yet; take it back before you lay {call2}", call=word, call2=others[-1])
        if word != _LAID:
            return (Bid(seat=speech.seat, call=word),)
        return (Discard(seat=speech.seat, count=1, cards=speech.cards[-1:] or None),)

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """EUC-X1: what the dealer lays down open before the play; nobody need show it."""
        deal: EuchreDeal | None = match.deal
        if deal is None or not match.running or deal.phase != "before":
            return False
        return deal.own.is_ordered_up and deal.dealer == seat and deal.own.laid is None

    def uttered(self, event: Event) -> tuple[str, ...]:
        """A card laid away is told by the word, and by the card before it where it lies open (EUC-X1)."""
        if isinstance(event, Discard):
            return (*(event.cards or event.shown), _LAID)
        return super().uttered(event)


VOCABULARY = EuchreWords()

"""Skat by command cards: numbers digit by digit, yes and pass, then the game (SKA-B1, SKA-C, SKA-X1), Kontra and Re."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from controller.games import claims
from controller.games.follow_rule import PASS as PASSED
from controller.games.follow_rule import SUIT_WORDINGS, spoken
from controller.games.skat.auction import GAMES, NUMBERS, auction
from controller.games.skat.kontra import not_played
from controller.games.skat.state import (
    ANNOUNCED,
    GRAND,
    HAND,
    KONTRA,
    NULL,
    OUVERT,
    PASS,
    RE,
    SCHNEIDER,
    SCHWARZ,
    SKAT,
    YES,
    SkatDeal,
)
from controller.games.vocabularies import NumberWords
from controller.record.events import Bid, Discard, Event, Seat
from controller.record.message import Message
from controller.record.naming import DIGITS, number_of
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting, Wording, everywhere

_LAID: Final = "laid-away"
_WORDINGS: Final[Mapping[str, Wording]] = {
    **SUIT_WORDINGS,
    _LAID: Wording("Laid away", "Abgelegt", "Écart fait", "Scartato", "捨て終わり"),
    **NumberWords.wordings,
    GRAND: everywhere("Grand", "グラン"),
    NULL: everywhere("Null", "ヌル"),
    HAND: everywhere("Hand", "ハンド"),
    SCHNEIDER: everywhere("Schneider", "シュナイダー"),
    SCHWARZ: everywhere("Schwarz", "シュヴァルツ"),
    OUVERT: everywhere("Ouvert", "ウヴェール"),
    KONTRA: Wording("Double", "Kontra", "Contre", "Contro", "ダブル"),
    RE: everywhere("Re", "レー"),
    **claims.WORDINGS,
}

CALL_NAMES: Final = (
    PASSED
    | {YES: ("ja", "oui", "sì", "はい")}
    | spoken(
        {word: _WORDINGS[word] for word in (*GAMES, *ANNOUNCED, KONTRA, RE, *claims.CALLS)},
        {
            **claims.SYNONYMS,
            GRAND: ("Grande",),
            NULL: ("Nullspiel",),
            OUVERT: ("offen", "open"),
            HAND: ("aus der Hand",),
            KONTRA: ("Contra",),
        },
        "german",
    )
)
"""Players' names for the games and announcements."""


class SkatWords(NumberWords):
    """Numbers, yes and pass in the auction; then the declarer's words, one at a time, and the doubling."""

    words = frozenset((*GAMES, *ANNOUNCED, _LAID, KONTRA, RE, *claims.CALLS))
    wordings: ClassVar[Mapping[str, Wording]] = _WORDINGS
    called: ClassVar[Mapping[str, Wording]] = {**claims.CALLED, KONTRA: everywhere("Kontra", "コントラ")}

    def __init__(self) -> None:
        """Build the vocabulary with all numbers that have a value, and the answers to them."""
        super().__init__(NUMBERS)
        self.bids |= {YES, PASS}  # pyrefly: ignore[read-only]  # as those of all numbers

    def speaker(self, match: AnyMatch) -> Seat | None:
        """Return the seat that speaks next (SKA-B1, SKA-C1)."""
        deal: SkatDeal | None = match.deal
        if deal is None or not match.running or deal.phase != "before":
            return None
        now = auction(deal)
        return now.declarer if now.turn is None else now.turn

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of a number, or one word; the game judges it."""
        if speech.seat is None:
            return Message("lay {call} in front of the player who says it", call=speech.words[-1])
        word, *others = speech.words
        if word in DIGITS or word.isdecimal():
            return self._number(match, speech)
        if others:
            return Message("{call} is not said yet; take it back before you lay {call2}", call=word, call2=others[-1])
        if word in (KONTRA, RE) and (why := not_played(match.rules["kontra"])):
            return why
        if word != _LAID:
            return (Bid(seat=speech.seat, call=word),)
        whole = len(speech.cards) == SKAT
        return (
            Discard(
                seat=speech.seat,
                count=SKAT,
                shown=() if whole else speech.cards,
                cards=speech.cards if whole else None,
            ),
        )

    def _number(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return a number, and the words said at once after it: the auction's last bid makes its seat declarer."""
        end = next((place for place, word in enumerate(speech.words) if number_of(word) is None), len(speech.words))
        digits, rest = speech.words[:end], speech.words[end:]
        number = super().said(match, replace(speech, words=digits))
        events = number.events if isinstance(number, Waiting) else number
        if not rest or not events or isinstance(events, Message):
            return number
        more = self.said(match, replace(speech, words=rest))
        return (*events, *more) if isinstance(more, tuple) else more

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """Whether a card laid down is the declarer's open discard before the game, which is voluntary (SKA-X1)."""
        deal: SkatDeal | None = match.deal
        if deal is None or not match.running or deal.phase != "before":
            return False
        now = auction(deal)
        return now.turn is None and now.declarer == seat and deal.own.laid is None and HAND not in deal.own.announced

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return an event's words; a discard's are its open cards, and then the word (SKA-X1)."""
        if isinstance(event, Discard):
            return (*(event.cards or event.shown), _LAID)
        return super().uttered(event)


VOCABULARY = SkatWords()

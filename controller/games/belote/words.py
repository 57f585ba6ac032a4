"""Belote by command cards: taken or bid with its trump, doubled; announcements (BEL-B, BEL-C, BEL-A, BEL-R)."""

from collections.abc import Mapping, Sequence
from typing import Final

from controller.games.belote import bidding
from controller.games.belote.bidding import SCALE
from controller.games.belote.cards import ALL_TRUMP, NO_TRUMP, PLAYS
from controller.games.belote.state import (
    CAPOT,
    DOUBLE,
    GENERALE,
    NUMBERS,
    PASS,
    REDOUBLE,
    TAKE,
    WORTH,
    BeloteDeal,
)
from controller.games.follow_rule import NO_TRUMP as SANS_ATOUT
from controller.games.follow_rule import PASS as PASSES
from controller.games.follow_rule import SUIT_WORDINGS, spoken
from controller.games.vocabularies import NumberWords
from controller.games.weis import words as weis
from controller.record import naming
from controller.record.events import Bid, Declare, Event, Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting, Wording
from controller.rules.vocabulary import Vocabulary

BELOTE: Final = "belote"
_WEIS: Final = weis.wordings((20, 50, 100, 150, 200))
_SINGLE: Final = (PASS, TAKE, DOUBLE, REDOUBLE)

_WORDINGS: Final[Mapping[str, Wording]] = {
    **SUIT_WORDINGS,
    NO_TRUMP: Wording("No trump", "Obenabe", "Tout en haut", "Tutto sopra", "ノートランプ"),
    **_WEIS,
    TAKE: Wording("Take", "Nehmen", "Je prends", "Prendo", "取る"),
    **NumberWords.wordings,
    DOUBLE: Wording("Double", "Kontra", "Contre", "Contro", "ダブル"),
    REDOUBLE: Wording("Redouble", "Rekontra", "Surcontre", "Surcontro", "リダブル"),
    ALL_TRUMP: Wording("All trump", "Alles Trumpf", "Tout atout", "Tutto atout", "オールトランプ"),
    CAPOT: Wording("Capot", "Capot", "Capot", "Cappotto", "カポ"),
    GENERALE: Wording("Générale", "Générale", "Générale", "Generale", "ジェネラル"),
    BELOTE: Wording("Belote", "Belote", "Belote / Rebelote", "Belote", "ブロット"),
}

CALL_NAMES: Final = {PASS: (*PASSES[PASS], "deux")} | spoken(
    {word: _WORDINGS[word] for word in (TAKE, *PLAYS, CAPOT, GENERALE, DOUBLE, REDOUBLE)},
    {
        TAKE: ("prendre", "ich nehme", "prise", "moi"),
        NO_TRUMP: ("sans atout", "SA", "ohne Trumpf", "senza atout", "senza briscola"),
        ALL_TRUMP: ("TA", "tutto briscola"),
        DOUBLE: ("coinche", "je coinche", "contrer", "コワンシュ"),
        REDOUBLE: ("surcoinche", "je surcoinche", "surcontrer", "シュルコワンシュ"),
        GENERALE: ("generale",),
    },
)
"""Players' names for the contracts, bids and other calls."""


_CALLED: Final[Mapping[str, Wording]] = {
    NO_TRUMP: SANS_ATOUT,
    "weis-20": Wording("Tierce", "Terz", "Tierce", "Terza", "ティエルス"),
    "weis-50": Wording("Fifty", "Fünfzig", "Cinquante", "Cinquanta", "サンカント"),
    "weis-100": Wording("Hundred", "Hundert", "Cent", "Cento", "サン"),
    "weis-150": Wording("Four nines", "Vier Neuner", "Carré de neufs", "Quattro nove", "9のカレ"),
    "weis-200": Wording("Four jacks", "Vier Buben", "Carré de valets", "Quattro fanti", "ジャックのカレ"),
}
"""Players' names for the announcements, whose cards say Weis (BEL-A1)."""


class BeloteWords(Vocabulary):
    """The word of the taker; or a number with its trump, in any order; the other words stand alone."""

    bids = frozenset((*PLAYS, PASS, TAKE, CAPOT, GENERALE, *naming.DIGITS, *naming.words(NUMBERS)))
    words = frozenset((DOUBLE, REDOUBLE, BELOTE, *_WEIS))
    wordings = _WORDINGS
    called = _CALLED

    def speaker(self, match: AnyMatch) -> Seat | None:
        """Return the seat that speaks next (BEL-B1, BEL-C2)."""
        deal: BeloteDeal | None = match.deal
        if deal is None or not match.running or deal.phase != "before":
            return None
        return bidding.speaker(deal) if deal.rules["auction"] == "turn-up" else bidding.auction(deal).turn

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of whole calls only; the game judges them."""
        seat, words = speech.seat, [*naming.joined(speech.words)]
        if seat is None:
            return Message("lay {call} in front of the player who says it", call=words[-1])
        if words[0] in self.words or words[0] in _SINGLE or match.rules["auction"] == "turn-up":
            return _single_word(match, speech, seat, words)
        return _bid(seat, words)

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return an event's words and cards (BEL-A2, BEL-R1)."""
        if isinstance(event, Declare) and event.what == BELOTE:
            return (BELOTE,)
        if isinstance(event, Declare) and event.what == "weis":
            return weis.uttered(event)
        return super().uttered(event)


def _single_word(match: AnyMatch, speech: Speech, seat: Seat, words: Sequence[str]) -> Meaning:
    """Return the meaning of a word that stands alone."""
    word, *others = words
    if others:
        return Message("{call} is not said yet; take it back before you lay {call2}", call=word, call2=others[-1])
    if word == BELOTE:
        return (Declare(seat=seat, what="belote"),)
    if word in _WEIS:
        return weis.waiting_weis(speech, seat, match.names[seat], SCALE)
    if naming.number_of(word) is not None or word in WORTH:
        return Message("{call} is not said where a card is turned up", call=word)
    return (Bid(seat=seat, call=word),)


def _bid(seat: Seat, words: Sequence[str]) -> Meaning:
    """Return the meaning of a number, capot or générale, with the trump (BEL-C1)."""
    plays = [word for word in words if word in PLAYS]
    bids = [word for word in words if word not in PLAYS]
    if len(plays) > 1 or len(bids) > 1:
        return Message("{calls} do not go together; take them back", calls=Listed(tuple(words), " and "))
    if not bids:
        return Waiting(Message("{call}: lay the number beside it, from 80 on", call=plays[0]))
    [bid] = bids
    if bid not in WORTH:
        if naming.grows(bid, NUMBERS) and not plays:
            return Waiting(Message("{n}, and which digit beside it?", n=bid))
        return naming.impossible(bid, NUMBERS)
    if not plays:
        return Waiting(Message("{call}: lay the trump beside it", call=bid))
    return (Bid(seat=seat, call=bid, as_=plays[0]),)


VOCABULARY = BeloteWords()

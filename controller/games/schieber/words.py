"""Schieber by command cards: the contract or a push, Weis, Stöck and thanks (SCH-B, SCH-W, SCH-G3)."""

from collections.abc import Mapping
from typing import Final, Literal, cast

from controller.games import claims
from controller.games.follow_rule import SUIT_WORDINGS, spoken
from controller.games.schieber.counts import scale
from controller.games.schieber.state import CONTRACTS, PUSH, THANKS, WITH_START
from controller.games.weis import words as weis
from controller.record.events import Bid, Declare, Event, Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting, Wording, everywhere
from controller.rules.vocabulary import Vocabulary

_WEIS: Final = weis.wordings((20, 50, 100, 150, 200))
_LONGER: Final = weis.wordings((250, 300))
_STARTS: Final = ("up", "down")

_WORDINGS: Final[Mapping[str, Wording]] = {
    **SUIT_WORDINGS,
    "no-trump": Wording("No trump", "Obenabe", "Tout en haut", "Tutto sopra", "ノートランプ"),
    "reverse": Wording("Reverse", "Undenufe", "Tout en bas", "Tutto sotto", "リバース"),
    "slalom": everywhere("Slalom", "スラローム"),
    "gustav": Wording("Gustav", "Gustav", "Gustave", "Gustav", "グスタフ"),
    "up": Wording("Aces high first", "Zuerst oben", "D'abord en haut", "Prima sopra", "先にA順"),
    "down": Wording("Sixes high first", "Zuerst unten", "D'abord en bas", "Prima sotto", "先に6順"),
    **_WEIS,
    "stock": everywhere("Stöck", "シュテック"),
    PUSH: Wording("Push", "Geschoben", "Je pousse", "Spingo", "シーベン"),
    THANKS: Wording("Thanks: out", "Bedankt", "Terminé, merci", "Basta, grazie", "上がり"),
    **_LONGER,
    **claims.WORDINGS,
}

CALL_NAMES: Final = spoken(
    {word: _WORDINGS[word] for word in (*CONTRACTS, PUSH, THANKS, *claims.CALLS)},
    {
        "no-trump": ("Obe", "Obenab", "Obe abe", "Oben", "sans atout", "senza briscola", "ohne Trumpf", "Bock"),
        "reverse": ("Unde", "Undenuf", "Unde ufe", "Unten", "Geiss"),
        "slalom": ("Zig-Zack", "Zick-Zack", "Zigzag", "ジグザグ"),
        "gustav": ("Gusti", "Mary", "Marie"),
        PUSH: ("schieben", "ich schiebe", "gschobe", "schiebe", "chiber", "pousser", "pass", "Passe", "パス"),
        **claims.SYNONYMS,
        THANKS: ("bedanken", "wir bedanken uns", "mir sind dusse", "fertig", "out", "merci", "grazie"),
    },
    "swiss",
)
"""Players' words for the contracts, pushing and giving thanks."""


class SchieberWords(Vocabulary):
    """A contract or a push, slalom and gustav with ``up`` or ``down``; then announcements."""

    bids = frozenset((*CONTRACTS, *_STARTS, PUSH))
    words = frozenset((*_WEIS, *_LONGER, "stock", THANKS, *claims.CALLS))
    wordings = _WORDINGS
    called = claims.CALLED

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of whole calls only (SCH-B1 to SCH-B3, SCH-W4, SCH-W5, SCH-G3); the game judges them."""
        if speech.seat is None:
            return Message("lay a contract in front of the player who names it")
        if all(word in self.bids for word in speech.words):
            return _bid(speech, speech.seat)
        word, *others = speech.words
        if others:
            return Message("{call} is not said yet; take it back before you lay {call2}", call=word, call2=others[-1])
        if word in claims.CALLS:
            return (Bid(seat=speech.seat, call=word),)
        if word == THANKS:
            return (Bid(seat=speech.seat, call=word),)
        if word == "stock":
            return (Declare(seat=speech.seat, what="stock"),)
        return weis.waiting_weis(speech, speech.seat, match.names[speech.seat], scale(match.rules))

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return an event's words and cards (SCH-W4, SCH-W5)."""
        if isinstance(event, Declare) and event.what in ("weis", "stock"):
            return weis.uttered(event)
        return super().uttered(event)


def _bid(speech: Speech, seat: Seat) -> Meaning:
    """Return the bid of a contract or a push, with the starting order (SCH-B1, SCH-B3)."""
    calls = [word for word in speech.words if word not in _STARTS]
    starts = [word for word in speech.words if word in _STARTS]
    if not calls:
        return Waiting(Message("{call} goes with slalom or gustav: lay that beside it", call=starts[0]))
    call, *others = calls
    with_start = call in WITH_START
    if others or len(starts) > 1 or (starts and not with_start):
        return Message("{calls} do not go together; take them back", calls=Listed(speech.words, " and "))
    if with_start and not starts:
        return Waiting(Message("{call} starts in which order? Lay up or down beside it", call=call))
    return (Bid(seat=seat, call=call, start=cast("Literal['up', 'down']", starts[0]) if starts else None),)


VOCABULARY = SchieberWords()

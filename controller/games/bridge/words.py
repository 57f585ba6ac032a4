"""Bridge by command cards: bids, pass, double, redouble, claims, dummy's hand (BRI-B1, BRI-C1, BRI-P2)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from controller.games import claims
from controller.games.bridge.auction import speaker
from controller.games.bridge.claims import NUMBERS
from controller.games.bridge.state import DENOMINATIONS, DOUBLE, LEVELS, PASS, REDOUBLE, BridgeDeal
from controller.games.claims import ACCEPT, CLAIM, CONCEDE, CONTEST
from controller.games.follow_rule import NO_TRUMP, SUIT_WORDINGS, spoken
from controller.games.follow_rule import PASS as PASSES
from controller.record.events import Bid, Declare, Event, Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Waiting, Wording, everywhere
from controller.rules.vocabulary import Vocabulary

DUMMY: Final = "dummy"
HAND: Final = 13
_SINGLE: Final = (PASS, DOUBLE, REDOUBLE)

_WORDINGS: Final[Mapping[str, Wording]] = {
    **{digit: everywhere(digit, digit) for digit in (*LEVELS, "0", "8", "9")},
    **SUIT_WORDINGS,
    "no-trump": Wording("No trump", "Obenabe", "Tout en haut", "Tutto sopra", "ノートランプ"),
    DOUBLE: Wording("Double", "Kontra", "Contre", "Contro", "ダブル"),
    REDOUBLE: Wording("Redouble", "Rekontra", "Surcontre", "Surcontro", "リダブル"),
    DUMMY: Wording("Dummy", "Dummy", "Mort", "Morto", "ダミー"),
    **claims.WORDINGS,
}
_MORE_NUMBERS: Final = tuple(number for number in NUMBERS if number not in LEVELS)
"""The numbers that are said in a claim alone."""

CALL_NAMES: Final = (
    PASSES
    | {number: (number,) for number in (*LEVELS, *_MORE_NUMBERS)}
    | spoken(
        {word: _WORDINGS[word] for word in (*DENOMINATIONS, DOUBLE, REDOUBLE, *claims.CALLS)},
        {
            "no-trump": ("no trumps", "NT", "notrump", "sans atout", "SA", "senza atout", "ohne Trumpf"),
            "clubs": ("Treff",),
            DOUBLE: ("doubled", "X", "dbl"),
            REDOUBLE: ("redoubled", "XX", "rdbl", "Rekontriert"),
            **claims.SYNONYMS,
        },
    )
)
"""Players' names for the levels, the denominations and the other calls."""


class BridgeWords(Vocabulary):
    """A bid is a level and a denomination, a claim the word and a number, in any order; the other calls stand alone."""

    bids = frozenset((*LEVELS, *DENOMINATIONS, *_SINGLE, *_MORE_NUMBERS))
    words = frozenset((DUMMY, *claims.CALLS))
    wordings = _WORDINGS
    called: ClassVar[Mapping[str, Wording]] = {"no-trump": NO_TRUMP}
    rising = DENOMINATIONS

    def speaker(self, match: AnyMatch) -> Seat | None:
        """Return the seat that speaks next (BRI-B1)."""
        deal: BridgeDeal | None = match.deal
        return speaker(deal) if deal and match.running and deal.phase == "before" else None

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the meaning of whole calls only; the game judges them."""
        seat, words = speech.seat, speech.words
        if seat is None:
            return Message("lay {call} in front of the player who says it", call=words[-1])
        if words == (DUMMY,):
            whole = len(speech.cards) >= HAND
            text = Message("{name} is dummy; lay the hand down or take the word back", name=match.names[seat])
            return Waiting(text, (Declare(seat=seat, what="hand", cards=speech.cards or None),), whole)
        if len(words) == 1 and words[0] in (*_SINGLE, CONCEDE, ACCEPT, CONTEST):
            return (Bid(seat=seat, call=words[0]),)
        if CLAIM in words or {*words} & {*_MORE_NUMBERS}:
            return _claim(seat, words)
        levels = [word for word in words if word in LEVELS]
        named = [word for word in words if word in DENOMINATIONS]
        if len(levels) > 1 or len(named) > 1 or len(levels) + len(named) < len(words):
            return Message("{calls} do not go together; take them back", calls=Listed(words, " and "))
        if not named:
            return Waiting(Message("{n}: lay the denomination beside it", n=levels[0]))
        if not levels:
            return Waiting(Message("{call}: lay the level beside it, 1 to 7", call=named[0]))
        return (Bid(seat=seat, call=levels[0], as_=named[0]),)

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return an event's words and cards (BRI-P2)."""
        if isinstance(event, Declare) and event.what == "hand":
            return (DUMMY, *(event.cards or ()))
        return super().uttered(event)


def _claim(seat: Seat, words: Sequence[str]) -> Meaning:
    """Return the claim to so many of the tricks left for the speaker's side (BRI-C1)."""
    numbers = [word for word in words if word in NUMBERS]
    if len(numbers) > 1 or len(words) > len(numbers) + (CLAIM in words):
        return Message("{calls} do not go together; take them back", calls=Listed(tuple(words), " and "))
    if not numbers:
        return Waiting(Message("claim: lay the number of tricks beside it"))
    if CLAIM not in words:
        return Waiting(Message("{n}: no bid is so high; a claim is, with its word beside it", n=numbers[0]))
    return (Bid(seat=seat, call=CLAIM, as_=numbers[0]),)


VOCABULARY = BridgeWords()

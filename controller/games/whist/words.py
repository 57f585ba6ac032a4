"""Whist by words: honours are called once the cards are played (WHI-S2)."""

from collections.abc import Mapping
from typing import ClassVar, Final

from controller.games.claims import WORDINGS
from controller.games.follow_rule import spoken
from controller.games.whist.state import HONOURS
from controller.record.events import Bid
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Wording
from controller.rules.vocabulary import Vocabulary

_HONOURS: Final = Wording("Honours", "Honneurs", "Honneurs", "Onori", "オナー")
_OTHERS: Final = ("honors", "we have honours", "we claim honours", "Figuren", "les honneurs", "gli onori", "オナーズ")
CALL_NAMES: Final = spoken({HONOURS: _HONOURS}, {HONOURS: _OTHERS})
"""Names that players have for their honours."""


class WhistWords(Vocabulary):
    """Honours, by either of the pair that holds them."""

    words = frozenset((HONOURS,))
    wordings: ClassVar[Mapping[str, Wording]] = {HONOURS: WORDINGS[HONOURS]}
    called: ClassVar[Mapping[str, Wording]] = {HONOURS: _HONOURS}

    def is_spoken(self, match: AnyMatch) -> bool:
        """Whether honours are called (WHI-S2)."""
        return match.rules["honours"] == "called"

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """WHI-S2: the game judges it."""
        if speech.seat is None:
            return Message("lay {call} in front of the player who says it", call=speech.words[-1])
        return (Bid(seat=speech.seat, call=speech.words[-1]),)


VOCABULARY = WhistWords()

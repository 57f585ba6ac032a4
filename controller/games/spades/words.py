"""Spades by command cards: a bid is a number, laid digit by digit (SPA-B1)."""

from collections.abc import Mapping
from typing import ClassVar, Final

from controller.games.spades.state import BIDS, NIL
from controller.games.vocabularies import NumberWords
from controller.rules.speech import Wording, everywhere

NONE: Final = str(NIL)
CALL_NAMES: Final = {NONE: ("nil", "null", "Nullo", "zero", "zéro", "ニル", "ゼロ")}
"""What players call a bid of no trick (SPA-B2)."""


class SpadesWords(NumberWords):
    """Numbers, of which one has a name."""

    called: ClassVar[Mapping[str, Wording]] = {NONE: everywhere("Nil", "ニル")}


VOCABULARY = SpadesWords(BIDS)

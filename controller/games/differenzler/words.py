"""Differenzler by command cards: a number of points, laid digit by digit (DIF-B1, DIF-B2)."""

from typing import Final

from controller.games.differenzler.state import NUMBERS
from controller.games.vocabularies import NumberWords

CALL_NAMES: Final = {"0": ("zero", "null", "zéro", "nullo", "ゼロ")}
"""What players call no point at all."""

VOCABULARY = NumberWords(NUMBERS)

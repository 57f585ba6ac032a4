"""Spades by command cards: a bid is a number, laid digit by digit (SPA-B1)."""

from typing import Final

from controller.games.number_words import NumberWords
from controller.games.spades.state import BIDS

CALL_NAMES: Final = {"0": ("nil", "null", "Nullo", "zero", "zéro", "ニル", "ゼロ")}
"""What players call a bid of no trick (SPA-B2)."""

VOCABULARY = NumberWords(BIDS)

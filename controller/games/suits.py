"""The suits as words, which several games say."""

from collections.abc import Mapping
from typing import Final

from controller.rules.speech import Wording

SUIT_WORDINGS: Final[Mapping[str, Wording]] = {
    "spades": Wording("Spades", "Schaufel / Eichel", "Pique / Glands", "Picche / Ghiande", "スペード"),
    "hearts": Wording("Hearts", "Herz / Schellen", "Cœur / Grelots", "Cuori / Sonagli", "ハート"),
    "diamonds": Wording("Diamonds", "Ecken / Schilten", "Carreau / Écus", "Quadri / Scudi", "ダイヤ"),
    "clubs": Wording("Clubs", "Kreuz / Rosen", "Trèfle / Roses", "Fiori / Rose", "クラブ"),
}
"""By their English names, which records write."""

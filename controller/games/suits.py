"""The words that several games say: the suits, the pass, the exchange of the lowest trump."""

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

_OTHER: Final[Mapping[str, tuple[str, ...]]] = {
    "spades": ("spade", "acorns", "Pik", "Eicheln", "どんぐり"),
    "hearts": ("heart", "bells", "Schelle", "鈴", "ベル"),
    "diamonds": ("diamond", "shields", "Karo", "Schilte", "ダイア", "ダイアモンド", "楯"),
    "clubs": ("club", "roses", "Rose", "花", "薔薇"),
}


def spoken(wordings: Mapping[str, Wording], others: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """What players call each call: as its card says it in every language, and by these other names."""
    found: dict[str, tuple[str, ...]] = {}
    for call, wording in wordings.items():
        names = [part for one in wording for part in one.split(" / ")]
        found[call] = tuple(dict.fromkeys((*names, *_OTHER.get(call, ()), *others.get(call, ()))))
    return found


MARRIAGE: Final = Wording("Marriage", "Hochzeit / Ansage", "Mariage", "Matrimonio", "マリッジ")
"""King and queen of a suit (SCN-M1), or both queens of clubs (DOK-M1)."""
EXCHANGE: Final = Wording("Exchange", "Tauschen", "Échanger", "Cambio", "交換")
"""The lowest trump for the card that was turned up (HAN-X1, SCN-X1)."""

PASS: Final = {"pass": ("Passe", "Passo", "I pass", "weiter", "je passe", "パス")}
"""What players say who do not bid."""

"""The words that several games say: the suits, the pass, the exchange of the lowest trump."""

from collections.abc import Mapping
from typing import Final

from controller.record.cards import DeckCountry
from controller.rules.speech import Wording

SUIT_WORDINGS: Final[Mapping[str, Wording]] = {
    "spades": Wording("Spades", "Schaufel / Eichel", "Pique / Glands", "Picche / Ghiande", "スペード"),
    "hearts": Wording("Hearts", "Herz / Schellen", "Cœur / Grelots", "Cuori / Sonagli", "ハート"),
    "diamonds": Wording("Diamonds", "Ecken / Schilten", "Carreau / Écus", "Quadri / Scudi", "ダイヤ"),
    "clubs": Wording("Clubs", "Kreuz / Rosen", "Trèfle / Roses", "Fiori / Rose", "クラブ"),
}
"""By their English names, which records write; as packs of Jass have them."""

GERMAN_SUITS: Final[Mapping[str, Wording]] = {
    "spades": Wording("Spades", "Pik / Grün", "Pique / Feuilles", "Picche / Foglie", "スペード"),
    "hearts": Wording("Hearts", "Herz / Rot", "Cœur", "Cuori", "ハート"),
    "diamonds": Wording("Diamonds", "Karo / Schellen", "Carreau / Grelots", "Quadri / Sonagli", "ダイヤ"),
    "clubs": Wording("Clubs", "Kreuz / Eichel", "Trèfle / Glands", "Fiori / Ghiande", "クラブ"),
}
"""Their names in French and German packs."""

FRENCH_SUITS: Final[Mapping[str, Wording]] = {
    "spades": Wording("Spades", "Pik", "Pique", "Picche", "スペード"),
    "hearts": Wording("Hearts", "Herz", "Cœur", "Cuori", "ハート"),
    "diamonds": Wording("Diamonds", "Karo", "Carreau", "Quadri", "ダイヤ"),
    "clubs": Wording("Clubs", "Kreuz", "Trèfle", "Fiori", "クラブ"),
}
"""Their names where the packs have French suits alone."""

SUITS_OF: Final[Mapping[DeckCountry, Mapping[str, Wording]]] = {
    "swiss": SUIT_WORDINGS,
    "german": GERMAN_SUITS,
    "french": FRENCH_SUITS,
}
"""Their names in the packs of a country and in French ones."""

NO_TRUMP: Final = Wording("No trump", "Ohne Trumpf", "Sans atout", "Senza atout", "ノートランプ")
"""Its name where it is no contract of Jass."""

_OTHER: Final[Mapping[str, tuple[str, ...]]] = {
    "spades": ("spade", "Pik", "Schaufel"),
    "hearts": ("heart",),
    "diamonds": ("diamond", "Karo", "Ecken", "ダイア", "ダイアモンド"),
    "clubs": ("club",),
}
_OF_COUNTRY: Final[Mapping[DeckCountry, Mapping[str, tuple[str, ...]]]] = {
    "swiss": {
        "spades": ("Eichel", "Glands", "Ghiande", "acorns", "Eicheln", "どんぐり"),
        "hearts": ("Schellen", "Grelots", "Sonagli", "bells", "Schelle", "鈴", "ベル"),
        "diamonds": ("Schilten", "Écus", "Scudi", "shields", "Schilte", "楯"),
        "clubs": ("Rosen", "Roses", "Rose", "花", "薔薇"),
    },
    "german": {
        "spades": ("Laub", "Grün", "Blatt", "Gras", "leaves"),
        "hearts": ("Rot",),
        "diamonds": ("Schellen", "Schelle", "bells"),
        "clubs": ("Eichel", "Eicheln", "acorns"),
    },
    "french": {},
}
"""The same word is another suit in a Swiss pack and in a German one."""


def spoken(
    wordings: Mapping[str, Wording], others: Mapping[str, tuple[str, ...]], country: DeckCountry = "french"
) -> dict[str, tuple[str, ...]]:
    """Names of each call in every language, and these other ones; suits as in the packs of a country."""
    found: dict[str, tuple[str, ...]] = {}
    for call, wording in wordings.items():
        names = [part for one in FRENCH_SUITS.get(call, wording) for part in one.split(" / ")]
        suits = (*_OTHER.get(call, ()), *_OF_COUNTRY[country].get(call, ()))
        found[call] = tuple(dict.fromkeys((*names, *suits, *others.get(call, ()))))
    return found


MARRIAGE: Final = Wording("Marriage", "Hochzeit / Ansage", "Mariage", "Matrimonio", "マリッジ")
"""King and queen of a suit (SCN-M1), or both queens of clubs (DOK-M1)."""
EXCHANGE: Final = Wording("Exchange", "Tauschen", "Échanger", "Cambio", "交換")
"""The lowest trump for the card that was turned up (HAN-X1, SCN-X1)."""

PASS: Final = {"pass": ("Passe", "Passo", "I pass", "weiter", "je passe", "パス")}
"""What players say who do not bid."""

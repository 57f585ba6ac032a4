"""Drawings of cards as files that pages use: one of each pack, language and kind of cut."""

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Final

from controller.record.cards import DECKS, JOKER, Card
from controller.web.assets import Asset, made
from vision.faces.svg import Cut, sprite
from vision.words.cards import COUNTRY_RANKS, LANGS, CardWords, Lang, Suits

SUITS: Final[tuple[Suits, ...]] = ("french", "swiss", "german")
_SHEETS: Final[Mapping[str, tuple[Cut, ...]]] = {"": ("s", "m"), "-whole": ("w",)}
"""The cuts of each file; whole faces are asked for by few pages."""


def _file(suits: Suits, lang: Lang, sheet: str) -> str:
    return f"cards/{suits}-{lang}{sheet}.svg"


_FILES: Final = {_file(*one): one for one in product(SUITS, LANGS, _SHEETS)}


def address(suits: Suits, lang: Lang, cut: Cut) -> str:
    """The address of the drawings of a cut behind those of a page's other files; it changes with its content."""
    sheet = next(sheet for sheet, cuts in _SHEETS.items() if cut in cuts)
    return f"{_file(suits, lang, sheet)}?v={_sheet(suits, lang, sheet).version}"


def asset(file: str) -> Asset | None:
    """The file of drawings of that name, if there is one."""
    found = _FILES.get(file)
    return _sheet(*found) if found else None


@cache
def _sheet(suits: Suits, lang: Lang, sheet: str) -> Asset:
    return made("image/svg+xml", sprite(CardWords(lang, suits), cards_of(suits), _SHEETS[sheet]).encode())


@cache
def cards_of(suits: Suits) -> tuple[Card, ...]:
    """Every card that a pack with these suits can have."""
    every = dict.fromkeys(card.face for deck in DECKS.values() for card in deck)
    return tuple(card for card in every if suits == "french" or card == JOKER or card.rank in COUNTRY_RANKS)

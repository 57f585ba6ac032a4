"""Drawings of cards as files for pages: one for each pack, language and kind of cut."""

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Final

from controller.record.cards import DECKS, JOKER, Card
from controller.web.assets import Asset, make_asset
from vision.faces.svg import Cut, sprite
from vision.words.cards import COUNTRY_RANKS, LANGS, CardWords, Lang, Suits

SUITS: Final[tuple[Suits, ...]] = ("french", "swiss", "german")
_SHEETS: Final[Mapping[str, tuple[Cut, ...]]] = {"": ("s", "m"), "-whole": ("w",)}
"""The cuts in each file; few pages need whole faces."""


def _file(suits: Suits, lang: Lang, sheet: str) -> str:
    return f"cards/{suits}-{lang}{sheet}.svg"


_FILES: Final = {_file(*key): key for key in product(SUITS, LANGS, _SHEETS)}


def address(suits: Suits, lang: Lang, cut: Cut) -> str:
    """Return the address of a cut's drawings, relative to the static files; it changes with their content."""
    sheet = next(sheet for sheet, cuts in _SHEETS.items() if cut in cuts)
    return f"{_file(suits, lang, sheet)}?v={_sheet(suits, lang, sheet).version}"


def asset(file: str) -> Asset | None:
    """Return the file of drawings with this name, if there is one."""
    key = _FILES.get(file)
    return _sheet(*key) if key else None


@cache
def _sheet(suits: Suits, lang: Lang, sheet: str) -> Asset:
    return make_asset("image/svg+xml", sprite(CardWords(lang, suits), cards_of(suits), _SHEETS[sheet]).encode())


@cache
def cards_of(suits: Suits) -> tuple[Card, ...]:
    """Return all cards that a pack with these suits can have."""
    every = dict.fromkeys(card.face for deck in DECKS.values() for card in deck)
    return tuple(card for card in every if suits == "french" or card == JOKER or card.rank in COUNTRY_RANKS)

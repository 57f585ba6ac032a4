"""The catalogues of texts (gettext) in ``locale``, read as translators write them, without a build step."""

from dataclasses import replace
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from io import BytesIO
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from controller.games import AnyGame
from controller.language.translate import Locale
from vision.words.cards import CardWords, Lang, Suits

DOMAIN: Final = "schiri"
"""All that the program says."""
RULES: Final = "rules"
"""The rules of the games as docs/spec/games.md states them, which verdicts refer to."""


@cache
def catalogue(lang: Lang, domain: str = DOMAIN) -> NullTranslations:
    """The texts of a domain in a language; English is what they are written in."""
    if lang == "en":
        return NullTranslations()
    path = resources.files("controller.language").joinpath("locale", lang, "LC_MESSAGES", f"{domain}.po")
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=lang, domain=domain))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def locale(lang: Lang, suits: Suits = "french", *, jass: bool = False) -> Locale:
    """A language with the words of the pack that lies on the table.

    Args:
        lang: the language.
        suits: of the pack.
        jass: whether it is a Jass pack.
    """
    return Locale(catalogue(lang), CardWords(lang, suits, jass))


def of_game(game: AnyGame, lang: Lang, suits: Suits) -> Locale:
    """A language with the words of a game's pack; French suits where no pack of the game has the table's."""
    found = locale(lang, suits if suits == game.country else "french", jass=game.country == "swiss")
    return replace(found, game=game.name)

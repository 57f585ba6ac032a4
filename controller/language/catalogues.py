"""The catalogues of texts (gettext) in ``controller/locale``, read as translators write them, without a build step."""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from io import BytesIO
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from controller.games import AnyGame
from controller.language.translate import Tongue
from controller.record.cards import DECKS
from vision.words.cards import CardWords, Lang, Suits

DOMAIN: Final = "schiri"


@cache
def catalogue(lang: Lang) -> NullTranslations:
    """The texts in a language; English is what they are written in."""
    if lang == "en":
        return NullTranslations()
    path = resources.files("controller").joinpath("locale", lang, "LC_MESSAGES", f"{DOMAIN}.po")
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=lang, domain=DOMAIN))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def tongue(lang: Lang, suits: Suits = "french", *, jass: bool = False) -> Tongue:
    """A language with the words of the pack that lies on the table.

    Args:
        lang: the language.
        suits: of the pack.
        jass: whether it is a Jass pack.
    """
    return Tongue(catalogue(lang), CardWords(lang, suits, jass))


def of_game(game: AnyGame, lang: Lang, suits: Suits) -> Tongue:
    """A language with the words of a game's pack."""
    return tongue(lang, suits, jass=game.deck in (DECKS["jass36"], DECKS["joker33"]))

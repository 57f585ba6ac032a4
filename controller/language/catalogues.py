"""The catalogues of texts (gettext) in ``locale``, read as translators write them, without a build step."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from io import BytesIO
from typing import Final

from babel import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from controller.appliance.program import NAME, as_typed
from controller.games import AnyGame
from controller.language.translate import Locale
from vision.words.cards import LANGS, CardWords, Lang, Suits

# Content negotiation of languages: the first known one that a browser or a person asks for.


def supported(*codes: str) -> Lang | None:
    """Return the language of the first code, such as ``de`` or ``de-CH``, that the program has; None if it has none."""
    negotiated = negotiate_locale((code.strip().lower() for code in codes), LANGS, sep="-")
    return next((lang for lang in LANGS if lang == negotiated), None)


def wanted(header: str) -> tuple[str, ...]:
    """List the codes that a browser asks for, the preferred first (RFC 9110, 12.5.4).

    >>> wanted("de-CH, fr;q=0.8, en;q=0.9, it;q=0")
    ('de-CH', 'en', 'fr')
    """

    def weighed() -> Iterator[tuple[float, str]]:
        for part in header.split(",")[:20]:
            code, _, weight = part.partition(";q=")
            try:
                yield float(weight or 1), code.strip()
            except ValueError:
                continue

    return tuple(code for weight, code in sorted(weighed(), key=lambda one: -one[0]) if code and weight > 0)


DOMAIN: Final = "schiri"
"""Domain of all texts of the program."""
RULES: Final = "rules"
"""Domain of the games' rules as docs/spec/games.md states them; verdicts refer to these."""


class English(NullTranslations):
    """The texts as they are written; a command in them as people type it on this machine."""

    def gettext(self, message: str) -> str:
        """Return the text as it is written."""
        return as_typed(message) if NAME in message else message


class Translated(GNUTranslations):
    """The texts of a language; a command in them as people type it on this machine."""

    def gettext(self, message: str) -> str:
        """Return the text in this language."""
        translation = super().gettext(message)
        return as_typed(translation) if NAME in translation else translation


@cache
def catalogue(lang: Lang, domain: str = DOMAIN) -> NullTranslations:
    """Load the texts of a domain in a language; English texts are used as they are written."""
    if lang == "en":
        return English()
    path = resources.files("controller.language").joinpath("locale", lang, "LC_MESSAGES", f"{domain}.po")
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=lang, domain=domain))
    compiled.seek(0)
    return Translated(compiled)


@cache
def locale(lang: Lang, suits: Suits = "french", *, jass: bool = False) -> Locale:
    """Make the locale of a language with the words of the pack that lies on the table.

    Args:
        lang: the language.
        suits: of the pack.
        jass: whether it is a Jass pack.
    """
    return Locale(catalogue(lang), CardWords(lang, suits, jass))


def of_game(game: AnyGame, lang: Lang, suits: Suits) -> Locale:
    """Make the locale of a language with the words of a game's pack; French suits where none has the table's."""
    game_locale = locale(lang, suits if suits == game.country else "french", jass=game.country == "swiss")
    return replace(game_locale, game=game.name)

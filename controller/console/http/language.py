"""The language of a request: the one chosen on the phone, else one that its browser asks for, else the table's."""

from dataclasses import dataclass, replace
from typing import Final

from starlette.requests import Request

from controller.console.http.context import Context
from controller.console.http.snapshot import TableSnapshot
from controller.language import translate as phrases
from controller.language.catalogues import of_game
from controller.language.negotiation import known, wanted
from controller.language.translate import Locale
from vision.words.cards import Lang

COOKIE: Final = "lang"
OWN_NAMES: Final[dict[Lang, str]] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
}
"""The name of each language in itself."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the console speaks."""

    code: Lang
    """As HTML writes it: ``en``."""
    translations: Locale


ENGLISH: Final = Language("en", phrases.ENGLISH)


def chosen(request: Request, context: Context, state: TableSnapshot) -> Language:
    """The language of whoever asks, with the words of the pack that lies on the table."""
    asked = (request.cookies.get(COOKIE, ""), *wanted(request.headers.get("accept-language", "")))
    code = known(*asked) or context.lang
    return Language(code, replace(of_game(state.match.game, code, context.suits), style="symbols"))

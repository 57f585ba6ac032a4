"""The language of a request: the one chosen on the phone, else one that its browser asks for, else the table's."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from babel import negotiate_locale
from starlette.requests import Request

from controller.console.http.context import Context
from controller.console.http.snapshot import TableSnapshot
from controller.language import translate as phrases
from controller.language.catalogues import of_game
from controller.language.translate import Locale
from vision.words.cards import LANGS, Lang

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


def known(*codes: str) -> Lang | None:
    """The language of the first code, such as ``de`` or ``de-CH``, that is spoken here."""
    found = negotiate_locale((code.strip().lower() for code in codes), LANGS, sep="-")
    return next((lang for lang in LANGS if lang == found), None)


def wanted(header: str) -> tuple[str, ...]:
    """The codes that a browser asks for, the dearest first (RFC 9110, 12.5.4).

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

"""In which language a visit is answered: as its phone chose on the page, else as its browser asks, else the table's."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request

from controller.console.http.context import House
from controller.language import translate as phrases
from controller.language.catalogues import of_game
from controller.language.translate import Tongue
from vision.words.cards import LANGS, Lang

COOKIE: Final = "lang"
OWN_NAMES: Final[dict[Lang, str]] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
}
"""What each language calls itself."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the console speaks."""

    code: Lang
    """As HTML writes it: ``en``."""
    translations: Tongue


ENGLISH: Final = Language("en", phrases.ENGLISH)


def chosen(request: Request) -> Language:
    """The language of whoever asks, with the words of the pack that lies on the table."""
    house = _house(request)
    code = _code(request, house)
    return Language(code, of_game(house.newest.value.match.game, code, house.suits))


def _code(request: Request, house: House) -> Lang:
    for asked in (request.cookies.get(COOKIE, ""), *wanted(request.headers.get("accept-language", ""))):
        if lang := known(asked):
            return lang
    return house.lang


def _house(request: Request) -> House:
    found: House = request.app.state.gallery.house
    return found


def known(code: str) -> Lang | None:
    """The language of a code such as ``de`` or ``de-CH``, if it is spoken here."""
    short = code.strip().lower().partition("-")[0]
    return next((lang for lang in LANGS if lang == short), None)


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

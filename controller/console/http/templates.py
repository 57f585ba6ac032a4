"""Templates to HTML; everything is escaped unless it is markup that this program has made."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from controller.console.http import static_files
from controller.console.http.card_drawings import drawn, drawn_card, drawn_suit
from controller.console.security.devices import FormKeys
from controller.console.security.roles import Role
from controller.console.views.score_sheet import marks_words
from controller.console.words import gettext as texts
from controller.console.words.names import (
    decision_words,
    moment,
    more,
    name,
    nav,
    nav_place,
    pack_title,
    picture_words,
    role_words,
    sign,
    suit_name,
)
from controller.record.cards import Card
from controller.rules.sheet import GROUP, Cell
from firmware_bridge.displays import qr

# A QR code as a drawing that a page can show.


def svg(text: str) -> str:
    """Return the code of a text with its white border; an empty drawing where there is none."""
    modules = qr.modules(text)
    size = len(modules)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path d="{qr.path(modules)}" fill="#000"/></svg>'
    )


# Strokes and circles as chalk draws them: each fifth stroke across four, a stroke through a circle for nothing.

_TALLY: Final = Markup(
    '<svg class="tally" role="img" aria-label="{words}" viewBox="0 0 {width} 48" preserveAspectRatio="xMinYMid meet">'
    '<path d="{path}"/></svg>'
)
_STEP: Final = 11
"""The distance between two strokes of a group."""
_GAP: Final = 14
"""Space after a group, or a circle."""
_ROUND: Final = "a10 10 0 1 0 20 0a10 10 0 1 0 -20 0"
"""A circle from its left end."""


def drawn_tally(cell: Cell) -> Markup:
    """Return the marks of a cell, drawn; their number is there for screen readers."""
    parts: list[str] = []
    at = 6
    for part, width in _marks(cell.strokes, cell.circles):
        parts.append(part.format(x=at, high=at + 2, low=at, left=at - 5, right=at + 40, through=at + 13, under=at + 7))
        at += width
    return _TALLY.format(words=marks_words(cell), width=at, path=" ".join(parts))


def _marks(strokes: int, circles: int) -> Iterator[tuple[str, int]]:
    """Parts of a path, each with the room that it takes; one stroke and one circle together count nothing (COI-S8)."""
    both = min(strokes, circles)
    for number in range(circles):
        through = "M{through} 6L{under} 42" if number < both else ""
        yield f"M{{x}} 24{_ROUND}{through}", 20 + _GAP
    rest = strokes - both
    for number in range(rest):
        nth = number % GROUP + 1
        if nth == GROUP:
            yield "", 0
        else:
            follows = GROUP if rest - number + nth - 1 >= GROUP else min(GROUP, rest - number + nth - 1)
            cross = "M{left} 36L{right} 12" if nth == 1 and follows == GROUP else ""
            last = nth == GROUP - 1 or number == rest - 1
            yield f"M{{high}} 6L{{low}} 42{cross}", _STEP + (_GAP if last else 0)


_FORM: Final = Markup(
    '<input type="hidden" name="do" value="{do}"><input type="hidden" name="key" value="{key}" autocomplete="off">'
)
_FIELD: Final = Markup('<input type="hidden" name="{name}" value="{value}">')


@cache
def environment() -> Environment:
    """Return the templates, with what they may call."""
    jinja = Environment(
        loader=PackageLoader("controller.console"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    # The extension adds this method by its name only.
    jinja.install_gettext_callables(texts._, texts.ngettext, newstyle=False)  # pyrefly: ignore[missing-attribute]  # the extension adds it
    names: dict[str, Any] = jinja.globals
    names.update({"Role": Role, "core": texts.core, "word": texts.word, "moment": moment})
    names.update({"drawn": drawn, "drawn_card": drawn_card, "drawn_suit": drawn_suit, "file": static_files.address})
    names.update({"card_sign": sign, "card_name": name, "card_of": Card})
    words = (nav, nav_place, more, role_words, decision_words, picture_words, marks_words, pack_title, suit_name)
    names.update({word.__name__: word for word in words})
    names["drawn_tally"] = drawn_tally
    return jinja


def letters_of(names: Iterable[str]) -> int:
    """Return the letters of the longest word in names, 5 to 12: as many as a column of a page makes room for.

    >>> letters_of(["Anna", "Marie-Louise K."]), letters_of(["Bo"]), letters_of(["Wolfeschlegelsteinhausen"])
    (6, 5, 12)
    """
    words = (word for one in names for word in re.split(r"\W+", one))
    return min(12, max(5, *map(len, words)))


def html(template: str, values: Mapping[str, object], keys: FormKeys) -> str:
    """Return a page or a part of one.

    Args:
        template: file of the template, such as ``table.html``.
        values: what it shows; ``act(name, button, field=value)`` is there too, the hidden fields of a form that does an
            action. With a button or fields its key stays the same until it is used.
        keys: makes the keys of forms.
    """

    def act(name: str, button: object = "", /, **fields: object) -> Markup:
        texts_of = {field: str(value) for field, value in fields.items()}
        form = (name, str(button), *sorted(texts_of.items()))
        key = keys.steady(form) if button or fields else keys.mint()
        hidden = (_FIELD.format(name=field, value=value) for field, value in texts_of.items())
        return Markup("").join((_FORM.format(do=name, key=key), *hidden))

    return environment().get_template(template).render(act=act, **values)

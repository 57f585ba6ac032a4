"""Templates to HTML; everything is escaped unless it is markup that this program has made."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from controller.console.http import static_files
from controller.console.http.card_drawings import drawn, drawn_card, drawn_suit
from controller.console.http.tally_drawing import drawn_tally
from controller.console.security.form_keys import FormKeys
from controller.console.security.roles import Role
from controller.console.views.score_sheet import marks_words
from controller.console.words import gettext as texts
from controller.console.words.labels import decision_words, more, nav, nav_place, pack_title, picture_words, role_words
from controller.console.words.moment import moment
from controller.console.words.names import name, sign, suit_name

_FORM: Final = Markup(
    '<input type="hidden" name="do" value="{do}"><input type="hidden" name="key" value="{key}" autocomplete="off">'
)
_FIELD: Final = Markup('<input type="hidden" name="{name}" value="{value}">')


@cache
def environment() -> Environment:
    """The templates, with what they may call."""
    made = Environment(
        loader=PackageLoader("controller.console"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    # The extension adds this method by its name only.
    made.install_gettext_callables(texts._, texts.ngettext, newstyle=False)  # pyrefly: ignore[missing-attribute]  # the extension adds it
    known: dict[str, Any] = made.globals
    known.update({"Role": Role, "core": texts.core, "word": texts.word, "moment": moment})
    known.update({"drawn": drawn, "drawn_card": drawn_card, "drawn_suit": drawn_suit, "file": static_files.address})
    known.update({"card_sign": sign, "card_name": name})
    words = (nav, nav_place, more, role_words, decision_words, picture_words, marks_words, pack_title, suit_name)
    known.update({word.__name__: word for word in words})
    known["drawn_tally"] = drawn_tally
    return made


def letters_of(names: Iterable[str]) -> int:
    """The letters of the longest word in names, 5 to 12: as many as a column of a page makes room for.

    >>> letters_of(["Anna", "Marie-Louise K."]), letters_of(["Bo"]), letters_of(["Wolfeschlegelsteinhausen"])
    (6, 5, 12)
    """
    words = (word for one in names for word in re.split(r"\W+", one))
    return min(12, max(5, *map(len, words)))


def html(template: str, values: Mapping[str, object], keys: FormKeys) -> str:
    """A page or a part of one.

    Args:
        template: its file, such as ``table.html``.
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

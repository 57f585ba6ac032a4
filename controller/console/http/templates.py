"""Templates to HTML; everything is escaped unless it is markup that this program has made."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from controller.console.security.form_keys import FormKeys
from controller.console.security.roles import Role
from controller.console.views.score_sheet import marks_words
from controller.console.words import gettext as texts
from controller.console.words.labels import decision_words, nav, picture_words, role_words

_FORM: Final = Markup(
    '<input type="hidden" name="do" value="{do}"><input type="hidden" name="key" value="{key}" autocomplete="off">'
)


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
    made.install_gettext_callables(texts._, texts.ngettext, newstyle=False)  # type: ignore[attr-defined]
    known: dict[str, Any] = made.globals
    known.update({"Role": Role, "core": texts.core, "word": texts.word})
    known.update({word.__name__: word for word in (nav, role_words, decision_words, picture_words, marks_words)})
    return made


def html(template: str, values: Mapping[str, object], keys: FormKeys) -> str:
    """A page or a part of one.

    Args:
        template: its file, such as ``table.html``.
        values: what it shows; ``act(name)`` is there too, the hidden fields of a form that does an action.
        keys: makes the keys of forms.
    """

    def act(name: str) -> Markup:
        return _FORM.format(do=name, key=keys.mint())

    return environment().get_template(template).render(act=act, **values)

"""The language of the table and the suits of its pack, which displays, voice and prints go by."""

from collections.abc import Mapping
from functools import partial
from typing import get_args

from starlette.responses import Response

from controller import games
from controller.console.http.request import OWN_NAMES, PageRequest, PageRoute
from controller.console.pages.setup.common import saved, shown
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult, mistake
from controller.console.setup.words import suits_words
from controller.console.words.gettext import _
from controller.settings.edit import KeyPath, edited
from vision.words.cards import Suits

TEMPLATE = "setup_language.html"


def _values(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    del request
    revision = setup.file.read()
    table = revision.config.table
    game = games.load(table.game)
    return {
        "of": revision.mark,
        "languages": OWN_NAMES,
        "packs": suits_words(),
        "fields": {"lang": table.lang, "suits": table.suits, **sent.fields},
        "title": game.title,
        "is_other": table.suits not in ("french", game.country),
        "waiting": setup.again.is_requested,
    }


async def language(request: PageRequest) -> Response:
    """Show both choices."""
    return await shown(request, TEMPLATE, _values)


async def language_saved(request: PageRequest) -> Response:
    """Save them; they hold once no deal is under way."""
    return await saved(request, TEMPLATE, _values, _save)


def _save(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    del request
    values = {"lang": form.get("lang", ""), "suits": form.get("suits", "")}
    if values["lang"] not in OWN_NAMES:
        raise mistake("lang", _("Choose a language."))
    if values["suits"] not in get_args(Suits):
        raise mistake("suits", _("Choose the pack that lies on the table."))
    table = setup.file.read().config.table
    changes: dict[KeyPath, str] = {
        ("table", key): value for key, value in values.items() if value != getattr(table, key)
    }
    now = setup.file.save(form.get("of", ""), partial(edited, changes=changes)).table
    if (now.lang, now.suits) == (setup.config.table.lang, setup.config.table.suits):
        return _("It is set so already; nothing was changed.")
    setup.again.request(new=False)
    return _("Saved. It holds as soon as no deal is being played.")


ROUTES = (
    PageRoute("/setup/language", Role.OWNER, language),
    PageRoute("/setup/language", Role.OWNER, language_saved, "POST"),
)

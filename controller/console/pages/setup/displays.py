"""The displays of the table: how each is, a test picture, another setting, one more, one less."""

from collections.abc import Callable, Mapping
from functools import partial

from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller.console.http.confirmation import ask_first
from controller.console.http.request import PageRequest
from controller.console.http.route import PageRoute
from controller.console.pages.setup.common import saved, shown
from controller.console.security.roles import Role
from controller.console.setup import displays as forms
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormRefusedError, FormResult, mistake
from controller.console.setup.settings_file import SettingsRevision
from controller.console.words.gettext import _
from controller.settings.displays import DisplayConfig
from controller.settings.edit import with_display, without_display

LIST, ONE = "setup_displays.html", "setup_display.html"


def _all(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    del request, sent
    kept = setup.file.read()
    running = setup.displays.status if setup.displays else ()
    # The file may be ahead of this round: how a display is can be told only of those that are running.
    states = dict(zip(setup.config.display, running, strict=False))
    tested = {one: number for number, one in enumerate(setup.config.display)} if setup.displays else {}
    return {
        "of": kept.mark,
        "displays": [
            (number, one, states.get(one), tested.get(one)) for number, one in enumerate(kept.config.display, 1)
        ],
        "kinds": forms.KINDS,
        "kind_words": forms.kind_words,
        "waiting": setup.again.asked,
    }


def _one(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    kept = setup.file.read()
    number, display = _asked(request, kept)
    kind = display.kind if display else _kind(sent.fields or request.http.query_params)
    fields = sent.fields or forms.filled(display, kind)
    return {
        "of": kept.mark,
        "number": number,
        "kind": kind,
        "kind_words": forms.kind_words,
        "entries": forms.entries(kind),
        "fields": fields,
    }


def _asked(request: PageRequest, kept: SettingsRevision) -> tuple[int, DisplayConfig | None]:
    """The display that the address names, from 1; 0 is a new one."""
    number: int = request.http.path_params["number"]
    if number > len(kept.config.display):
        raise HTTPException(404, _("There is no such display any more."))
    return number, kept.config.display[number - 1] if number else None


def _kind(asked: Mapping[str, str]) -> str:
    return asked["kind"] if asked.get("kind") in forms.KINDS else "serial"


async def displays(request: PageRequest) -> Response:
    """All of them."""
    return await shown(request, LIST, _all)


async def display(request: PageRequest) -> Response:
    """One of them, or a new one of a kind."""
    return await shown(request, ONE, _one)


async def display_saved(request: PageRequest) -> Response:
    """Keep what was typed, or take the display away; then the list is shown again."""
    form = await request.form()
    save = _removed if form.get("do") == "remove" else _kept
    return await saved(request, ONE, _one, save, (LIST, _all))


def _kept(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    kept = setup.file.read()
    number, display = _asked(request, kept)
    kind = display.kind if display else _kind(form)
    values = forms.requested(kind, form)
    if fault := forms.clash(kind, values, kept.config, number - 1):
        raise FormRefusedError([fault])
    place = number - 1 if number else len(kept.config.display)
    return _save(setup, form, partial(with_display, number=place, values=values))


def _removed(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    number, display = _asked(request, setup.file.read())
    if display is None:
        raise mistake("", _("There is no such display any more."))
    ask_first(form, _("Take away display {number}?").format(number=number))
    return _save(setup, form, partial(without_display, number=number - 1))


def _save(setup: Setup, form: Mapping[str, str], change: Callable[[str], str]) -> str:
    now = setup.file.save(form.get("of", ""), change)
    if now.display == setup.config.display:
        return _("It is set so already; nothing was changed.")
    setup.again.ask(new=False)
    return _("Saved. It holds as soon as no deal is being played.")


ROUTES = (
    PageRoute("/setup/displays", Role.OWNER, displays),
    PageRoute("/setup/displays/{number:int}", Role.OWNER, display),
    PageRoute("/setup/displays/{number:int}", Role.OWNER, display_saved, "POST"),
)

"""The displays of the table: how each is, what it shows, a test picture, another setting, one more, one less."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Final
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller.console.http.request import PageRequest, PageRoute, require_confirmation
from controller.console.pages.setup.common import parts, saved, shown
from controller.console.security.roles import Role
from controller.console.setup import display_places
from controller.console.setup import displays as forms
from controller.console.setup.context import Setup
from controller.console.setup.display_words import kind_words, state_words
from controller.console.setup.form_errors import FormRefusedError, FormResult, mistake
from controller.console.setup.settings_file import SettingsRevision
from controller.console.words.gettext import _
from controller.live.wiring import of_table
from controller.peripherals.displays import localize, render_picture
from controller.settings.displays import DisplayConfig
from controller.settings.edit import with_display, without_display
from firmware_bridge.displays import foreign
from firmware_bridge.face.face import Alert

LIST, ONE, KIND = "setup_displays.html", "setup_display.html", "setup_display_kind.html"
FACE: Final = "/setup/displays/face.png"


def _all(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    del sent
    revision = setup.file.read()
    running = setup.displays.status if setup.displays else ()
    # The file may be ahead of this round: how a display is can be told only of those that are running.
    states = dict(zip(setup.config.display, running, strict=False))
    tested = {one: number for number, one in enumerate(setup.config.display)} if setup.displays else {}
    rows = [
        (number, one, kind_words(one.kind), state_words(one.kind, states.get(one)), tested.get(one), _picture(one))
        for number, one in enumerate(revision.config.display, 1)
    ]
    host = request.http.url.hostname or ""
    pages = {one: display_places.page_address(one.port, host) for one in revision.config.display if one.kind == "kiosk"}
    return {
        "of": revision.mark,
        "displays": rows,
        "pages": pages,
        "free": display_places.free(revision.config.display),
        "waiting": setup.again.is_requested,
    }


def _single(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    revision = setup.file.read()
    number, display = _chosen(request, revision)
    query = sent.fields or request.http.query_params
    kind = display.kind if display else _kind(query)
    fields = sent.fields or forms.filled(display, kind)
    others = [one for place, one in enumerate(revision.config.display, 1) if place != number]
    now = fields.get("port", "") or query.get("port", "")
    places = display_places.places(kind, now, others)
    running = dict(zip(setup.config.display, setup.displays.status if setup.displays else (), strict=False))
    return {
        "of": revision.mark,
        "number": number,
        "kind": kind,
        "name": kind_words(kind),
        "entries": [one for one in forms.entries(kind) if one.key != "port"],
        "places": places,
        "place": now or (places[0].port if places else ""),
        "is_in_network": display_places.is_in_network(kind),
        "fields": fields,
        "picture": _picture(forms.sketched(kind, fields)),
        "display": state_words(kind, running.get(display)) if display else None,
    }


def _picture(display: DisplayConfig) -> str:
    """Return the address of the picture of what a display shows; empty: only its own package could draw it."""
    if display.kind in foreign.kinds():
        return ""
    looks = {one.key: one.kind for one in forms.entries(display.kind) if one.is_first}
    values = {key: getattr(display, key) for key in looks}
    query = {key: "on" if looks[key] == "flag" else value for key, value in values.items() if value is not False}
    return f"{FACE}?{urlencode({'kind': display.kind, **query})}"


def _chosen(request: PageRequest, revision: SettingsRevision) -> tuple[int, DisplayConfig | None]:
    """Return the display that the address names, from 1; 0 is a new one."""
    number: int = request.http.path_params["number"]
    if number > len(revision.config.display):
        raise HTTPException(404, _("There is no such display any more."))
    return number, revision.config.display[number - 1] if number else None


def _kind(query: Mapping[str, str]) -> str:
    return query["kind"] if query.get("kind") in forms.KINDS else "serial"


def _kinds(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    """Return the kinds to choose from; where something that was found is to be used, those that are plugged in."""
    del setup, sent
    port = request.http.query_params.get("port", "")
    offered = [kind for kind in forms.KINDS if not (port and display_places.is_in_network(kind))]
    rows = [
        (f"/setup/displays/0?{urlencode({'kind': kind, **({'port': port} if port else {})})}", kind_words(kind), look)
        for kind in offered
        for look in [_picture(forms.sketched(kind, {}))]
    ]
    return {"kinds": rows}


async def displays(request: PageRequest) -> Response:
    """All of them."""
    return await shown(request, LIST, _all)


async def display(request: PageRequest) -> Response:
    """Show one of them, or a new one of a kind; where no kind is asked for, the kinds."""
    if not request.http.path_params["number"] and request.http.query_params.get("kind") not in forms.KINDS:
        return await shown(request, KIND, _kinds)
    return await shown(request, ONE, _single)


async def display_saved(request: PageRequest) -> Response:
    """Save what was typed, or remove the display; then the list is shown again."""
    form = await request.form()
    save = {"remove": _removed, "usual": _as_usual}.get(form.get("do", ""), _save_display)
    return await saved(request, ONE, _single, save, (LIST, _all))


def _save_display(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    revision = setup.file.read()
    number, display = _chosen(request, revision)
    kind = display.kind if display else _kind(form)
    values = forms.requested(kind, form)
    if fault := forms.clash(kind, values, revision.config, number - 1):
        raise FormRefusedError([fault])
    place = number - 1 if number else len(revision.config.display)
    return _save(setup, form, partial(with_display, number=place, values=values))


def _as_usual(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    number, display = _chosen(request, setup.file.read())
    if display is None:
        raise mistake("", _("There is no such display any more."))
    values = forms.usual(display.kind, display)
    return _save(setup, form, partial(with_display, number=number - 1, values=values))


def _removed(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    number, display = _chosen(request, setup.file.read())
    if display is None:
        raise mistake("", _("There is no such display any more."))
    require_confirmation(form, _("Take this display away: {name}?").format(name=kind_words(display.kind).name))
    return _save(setup, form, partial(without_display, number=number - 1))


def _save(setup: Setup, form: Mapping[str, str], change: Callable[[str], str]) -> str:
    now = setup.file.save(form.get("of", ""), change)
    if now.display == setup.config.display:
        return _("It is set so already; nothing was changed.")
    setup.again.request(new=False)
    return _("Saved. It holds as soon as no deal is being played.")


async def face(request: PageRequest) -> Response:
    """Return the picture of the table on a display of a kind."""
    return Response(
        await run_in_threadpool(_face, request), media_type="image/png", headers={"Cache-Control": "no-store"}
    )


def _face(request: PageRequest) -> bytes:
    setup, query = parts(request), request.http.query_params
    if query.get("kind") not in forms.KINDS:
        raise HTTPException(404, _("There is no such picture."))
    sketch = forms.sketched(query["kind"], query)
    quiet = replace(request.state.face, alert=Alert())  # the scores are what tells one kind from another
    drawn = render_picture(sketch, localize(quiet, sketch, of_table(setup.config.table)))
    if drawn is None:
        raise HTTPException(404, _("There is no such picture."))
    file = BytesIO()
    drawn.save(file, "PNG")
    return file.getvalue()


ROUTES = (
    PageRoute("/setup/displays", Role.OWNER, displays),
    PageRoute(FACE, Role.OWNER, face),
    PageRoute("/setup/displays/{number:int}", Role.OWNER, display),
    PageRoute("/setup/displays/{number:int}", Role.OWNER, display_saved, "POST"),
)

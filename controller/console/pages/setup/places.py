"""The places where each seat lays its cards, drawn and in millimetres, and when a card counts."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.responses import Response

from controller import games
from controller.console.http.request import PageRequest, PageRoute
from controller.console.pages.setup.common import saved, shown
from controller.console.security.roles import Role
from controller.console.setup import places as forms
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult, mistake
from controller.console.words.gettext import _
from controller.settings.edit import KeyPath, edited
from controller.settings.model import Config
from vision.mat.layout import Mat
from vision.mat.seating import is_clockwise

TEMPLATE = "setup_places.html"


def _values(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    del request
    revision = setup.file.read()
    return {
        "of": revision.mark,
        "config": revision.config,
        "spots": forms.area_sketches(revision.config),
        "mat": Mat(),
        "sides": dict(zip(forms.SIDES, (_("left"), _("top"), _("right"), _("bottom")), strict=True)),
        "figures": forms.figures(),
        "limits": forms.limits,
        "fields": {**forms.filled(revision.config), **sent.fields},
        "leftward": is_clockwise([spot.box for spot in forms.area_sketches(revision.config)]),
        "game": games.load(revision.config.table.game),
        "waiting": setup.again.is_requested,
    }


async def places(request: PageRequest) -> Response:
    """Show both forms."""
    return await shown(request, TEMPLATE, _values)


async def places_saved(request: PageRequest) -> Response:
    """Save one of them; it holds once no deal is under way."""
    return await saved(request, TEMPLATE, _values, _save)


def _save(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    del request
    config = setup.file.read().config
    now = setup.file.save(form.get("of", ""), partial(edited, changes=_requested(form, config)))
    if now.reading == setup.config.reading:
        return _("It is set so already; nothing was changed.")
    setup.again.request(new=False)
    return _("Saved. It holds as soon as no deal is being played.")


def _requested(form: Mapping[str, str], config: Config) -> Mapping[KeyPath, Any]:
    """Return the changes that one of the forms asks for."""
    match form.get("do"):
        case "areas":
            return forms.areas_requested(form, config)
        case "mirror":
            return forms.mirrored(config)
        case "printed":
            return {("reading", "areas"): None}
        case "usual":
            return forms.usual_requested(config)
        case "reading":
            return forms.reading_requested(form, config)
        case _:
            raise mistake("", _("There is no such action."))


ROUTES = (
    PageRoute("/setup/places", Role.OWNER, places),
    PageRoute("/setup/places", Role.OWNER, places_saved, "POST"),
)

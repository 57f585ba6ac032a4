"""Doubtful moments, for the table's owner alone: switched on and off, looked at, blurred, dropped, exported."""

import logging
from collections.abc import Mapping
from functools import partial
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller.console.http.request import PageRequest, PageRoute, require_confirmation
from controller.console.pages.setup.common import parts, saved, shown
from controller.console.security.roles import Role
from controller.console.setup import moments as views
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult, mistake
from controller.console.words.gettext import _
from controller.live.moments import bundle, moment_file, wiring
from controller.live.moments.moment import MomentError
from controller.live.moments.moment_file import MomentFile
from controller.settings.edit import edited

LIST: Final = "setup_moments.html"
ONE: Final = "setup_moment.html"
_PRIVATE: Final = {"Cache-Control": "no-store"}

_log = logging.getLogger(__name__)


def _values(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    del request, sent
    revision, store = setup.file.read(), wiring.store(setup.config)
    rows = views.entries(store, setup.config.table.seats)
    return {
        "of": revision.mark,
        "keeps": revision.config.moments.keep,
        "limits": revision.config.moments,
        "moments": rows,
        "total_mb": sum(one.size_mb for one in rows),
        "waiting": setup.again.is_requested,
    }


async def moments(request: PageRequest) -> Response:
    """All of them, the newest first."""
    return await shown(request, LIST, _values)


async def moments_saved(request: PageRequest) -> Response:
    """Switch keeping on or off, or delete everything that was kept."""
    return await saved(request, LIST, _values, _save)


def _save(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    del request
    if form.get("do") == "drop-all":
        require_confirmation(form, _("Delete everything that was kept?"))
        wiring.store(setup.config).drop_all()
        return _("Everything that was kept is deleted.")
    if form.get("do") not in ("on", "off"):
        raise mistake("", _("There is no such action."))
    on = form["do"] == "on"
    setup.file.save(form.get("of", ""), partial(edited, changes={("moments", "keep"): on}))
    if on == setup.config.moments.keep:
        return _("It is set so already; nothing was changed.")
    setup.again.request(new=False)
    return _("Saved. It holds as soon as no deal is being played.")


def _single(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    del sent
    name, file = request.http.path_params["moment"], _file(request, setup)
    count = len(file.frames)
    frame = request.http.query_params.get("frame", "")
    number = int(frame) if frame.isdecimal() and len(frame) < 6 else views.doubtful_frame(file.moment)
    return {
        "name": name,
        "when": views.when(file.moment),
        "why": list(views.reasons(file.moment, setup.config.table.seats)),
        "size": file.moment.size,
        "frame": min(number, count - 1),
        "count": count,
        "row": views.in_a_row(count),
        "seconds": file.moment.ended - file.moment.began,
        "blurred": len(file.moment.blurred),
        "lost": file.moment.lost,
        "cards": dict.fromkeys(views.card_text(span.lay.card) for span in file.moment.cards),
        "columns": range(views.COLUMNS),
        "rows": range(views.ROWS),
        "at_play": request.state.match.running,
    }


def _file(request: PageRequest, setup: Setup) -> MomentFile:
    """Return the moment that is asked for; raises HTTPException."""
    try:
        return wiring.store(setup.config).read(request.http.path_params["moment"])
    except MomentError as error:
        raise _none(error) from error


async def moment(request: PageRequest) -> Response:
    """Show one moment: its frames, and what can be done with it."""
    return await shown(request, ONE, _single)


async def moment_saved(request: PageRequest) -> Response:
    """Blur squares of all its frames, or drop it."""
    form = await request.form()
    then = (LIST, _values) if form.get("do") == "drop" else None
    return await saved(request, ONE, _single, _change, then)


def _change(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    store, name = wiring.store(setup.config), request.http.path_params["moment"]
    try:
        match form.get("do"):
            case "drop":
                require_confirmation(form, _("Delete this moment?"))
                others = views.elsewhere(store, name)
                store.drop(name)
                return _("The moment is deleted.") + others
            case "blur":
                if not (squares := views.chosen(form, store.read(name).moment.size)):
                    raise mistake("", _("Touch the squares to blur first."))
                require_confirmation(form, _("What is blurred cannot be brought back. Blur it?"))
                others = views.elsewhere(store, name)
                store.change(name, lambda file: moment_file.blurred(file, squares))
                return _("Blurred for good in all frames.") + others
            case _:
                raise mistake("", _("There is no such action."))
    except MomentError as error:
        raise _none(error) from error


def _none(error: MomentError) -> HTTPException:
    """Return the answer where a moment is not there, or cannot be used."""
    _log.info("%s", error)
    return HTTPException(404, _("There is no such moment, or its file is damaged."))


async def frame(request: PageRequest) -> Response:
    """Return one frame as the page shows it."""
    return Response(await run_in_threadpool(_frame, request), media_type="image/jpeg", headers=_PRIVATE)


def _frame(request: PageRequest) -> bytes:
    wide = views.SMALL_PX if "small" in request.http.query_params else views.WIDE_PX
    store, number = wiring.store(parts(request).config), request.http.path_params["frame"]
    try:
        return views.small(moment_file.read_frame(store.path(request.http.path_params["moment"]), number), wide)
    except MomentError as error:
        raise HTTPException(404, _("There is no such picture.")) from error


async def exported(request: PageRequest) -> Response:
    """Return the bundle of a moment, to be saved where the browser saves files."""
    setup = parts(request)
    if request.state.match.running:
        raise HTTPException(
            409, _("A deal is being played: exporting reads the frames once more, so wait until it is over.")
        )
    data = await run_in_threadpool(_bundle, request, setup)
    name = request.http.path_params["moment"]
    heads = {**_PRIVATE, "Content-Disposition": f'attachment; filename="schiri-{name}.zip"'}
    return Response(data, media_type="application/zip", headers=heads)


def _bundle(request: PageRequest, setup: Setup) -> bytes:
    file = _file(request, setup)
    newer = wiring.archived(setup.config.data.directory, file.moment.match)
    try:
        return moment_file.pack(bundle.exported(file, bundle.events_of(file, newer)))
    except MomentError as error:
        raise _none(error) from error


ROUTES = (
    PageRoute("/setup/moments", Role.OWNER, moments),
    PageRoute("/setup/moments", Role.OWNER, moments_saved, "POST"),
    PageRoute("/setup/moments/{moment}", Role.OWNER, moment),
    PageRoute("/setup/moments/{moment}", Role.OWNER, moment_saved, "POST"),
    PageRoute("/setup/moments/{moment}/bundle", Role.OWNER, exported),
    PageRoute("/setup/moments/{moment}/{frame:int}.jpg", Role.OWNER, frame),
)

"""The check-up of the table."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from starlette.responses import Response

from controller.checkup import Finding, FindingState, clock, disk, extensions, records, versions
from controller.checkup import peripherals as hands
from controller.checkup.camera import NO_CAMERA, calibration
from controller.checkup.displays import finding
from controller.console.http.request import PageRequest, PageRoute
from controller.console.pages.setup.camera import current_view, is_missed
from controller.console.pages.setup.common import shown
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult
from controller.console.setup.preview import Measures, Preview
from controller.console.words.gettext import _
from controller.live.camera_words import trouble_text
from controller.record.message import Message


def _values(request: PageRequest, setup: Setup, _sent: FormResult) -> Mapping[str, object]:
    rows = list(findings(setup, *current_view(setup), is_missed=is_missed(request, setup)))
    words = {"ok": _("all right"), "better": _("should be better"), "broken": _("broken")}
    return {"findings": rows, "states": words, "worst": sum(one.state != "ok" for one in rows)}


async def health(request: PageRequest) -> Response:
    """Each part of the table, with what to do where something is wrong."""
    return await shown(request, "setup_health.html", _values)


# The findings of ``schiri doctor`` while the referee runs: running parts are asked, not opened.


def findings(setup: Setup, sight: Preview | None, measures: Measures, *, is_missed: bool = True) -> Iterator[Finding]:
    """Every finding, in the order of the command.

    Args:
        setup: the running parts.
        sight: what the camera sees; None: nothing.
        measures: measures of its pictures.
        is_missed: whether a camera belongs to this table.
    """
    config = setup.config
    yield from versions.check(config)
    yield from extensions.check(config)
    yield from clock.check(config)
    yield from disk.check(config)
    yield from records.check(config)
    yield from _camera(setup, sight, measures) if sight or is_missed else (Finding(Message("camera"), "ok", NO_CAMERA),)
    states = setup.displays.status if setup.displays else ()
    for one, state in zip(config.display, states, strict=False):
        yield finding(one, state)
    yield from (Finding(Message("hands"), "better", fault) for fault in setup.faults)
    # Pins are in use, and the running parts have told what they lack; a voice's program can be looked for.
    yield from hands.check(replace(config, button=(), lamp=None, buzzer=None))


def _camera(setup: Setup, sight: Preview | None, measures: Measures) -> Iterator[Finding]:
    """Yield the camera, the mat and the light, as the running eyes see them."""
    eyes = setup.frame_tap.eyes
    if sight is None:
        yield Finding(Message("camera"), "broken", Message("It gives no picture now."))
        return
    yield Finding(Message("camera"), "ok", f"{sight.size[0]}x{sight.size[1]}")
    trouble = trouble_text(eyes.trouble if eyes else None)
    # A corner mark that cannot be measured may lie under a hand.
    state: FindingState = "broken" if trouble else "better" if measures.fault else "ok"
    yield Finding(Message("mat"), state, trouble or measures.fault or Message("It is seen, and in its place."))
    yield from (Finding(Message("light"), "better", sentence) for sentence in measures.advice)
    if not measures.fault:
        share = f"{100 * measures.expected:.1f} %"
        yield Finding(
            Message("reading"), "ok", Message("{share} of the cards that lie still should be read.", share=share)
        )
    yield calibration(setup.config, sight.size)


ROUTES = (PageRoute("/setup/health", Role.OWNER, health),)

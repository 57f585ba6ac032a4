"""What ``schiri doctor`` finds, as far as it can be had while the referee runs: running parts are asked, not opened."""

from collections.abc import Iterator
from dataclasses import replace

from controller.checkup import Finding, State, clock, disk, records, versions
from controller.checkup import peripherals as hands
from controller.checkup.camera import calibration
from controller.checkup.displays import finding
from controller.console.setup.context import Setup
from controller.console.setup.preview import Measures, Sight
from controller.console.words.gettext import _


def findings(setup: Setup, sight: Sight | None, measures: Measures) -> Iterator[Finding]:
    """Every finding, in the order of the command.

    Args:
        setup: the running parts.
        sight: what the camera sees; None: nothing.
        measures: of its pictures.
    """
    config = setup.config
    yield from versions.check(config)
    yield from clock.check(config)
    yield from disk.check(config)
    yield from records.check(config)
    yield from _camera(setup, sight, measures)
    states = setup.displays.status if setup.displays else ()
    for one, state in zip(config.display, states, strict=False):
        yield finding(one, state)
    yield from (Finding("hands", "better", fault) for fault in setup.faults)
    # Pins are in use, and the running parts have told what they lack; a voice's program can be looked for.
    yield from hands.check(replace(config, button=(), lamp=None, buzzer=None))


def _camera(setup: Setup, sight: Sight | None, measures: Measures) -> Iterator[Finding]:
    """The camera, the mat and the light, as the running eyes see them."""
    eyes = setup.lookout.eyes
    if sight is None:
        yield Finding("camera", "broken", _("It gives no picture now."))
        return
    yield Finding("camera", "ok", f"{sight.size[0]}x{sight.size[1]}")
    trouble = eyes.trouble if eyes else None
    # A corner mark that cannot be measured may lie under a hand.
    state: State = "broken" if trouble else "better" if measures.fault else "ok"
    yield Finding("mat", state, trouble or measures.fault or _("It is seen, and in its place."))
    yield from (Finding("light", "better", sentence) for sentence in measures.advice)
    if not measures.fault:
        told = _("{share} of the cards that lie still should be read.")
        yield Finding("reading", "ok", told.format(share=f"{100 * measures.expected:.1f} %"))
    yield calibration(setup.config, sight.size)

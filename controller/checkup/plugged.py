"""Devices plugged in at a new table: its camera and its displays, as settings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from controller.checkup.displays import ANSWER_S, is_well, wait_for
from controller.peripherals.displays import Displays
from controller.settings.displays import DisplayConfig, SerialConfig, WledConfig
from firmware_bridge.ports.serial_port import Plug
from hardware.camera import source

PI: Final = "picamera"
LONGEST_S: Final = 2 * ANSWER_S
"""The longest time for identifying all devices."""


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """The camera that a table takes, and the others that it could."""

    source: str
    name: str
    others: tuple[tuple[str, str], ...] = ()
    """Source and name of each."""


def camera() -> FoundCamera | None:
    """Return the Raspberry Pi's own camera, else the first USB camera; None: none is plugged in."""
    cameras = [(PI, f"the Raspberry Pi's own camera, {name}") for name in source.pi_cameras()]
    cameras += [(path, name) for path, name in source.usb_cameras()]
    return FoundCamera(*cameras[0], tuple(cameras[1:])) if cameras else None


@dataclass(frozen=True, slots=True)
class FoundDisplay:
    """A device at a USB plug, and what it was found to be."""

    plug: Plug
    settings: DisplayConfig | None
    """Settings of the display; None: no display that answers."""
    state: str
    """The answer of the device, in words."""


def displays(plugs: Sequence[Plug]) -> Iterator[FoundDisplay]:
    """Greet each of these devices as a display of ours, then as a WLED; the first that it answers is what it is."""
    silent: Sequence[tuple[Plug, str]] = [(plug, "") for plug in plugs]
    for kind in (_ours, _wled):
        probes = [kind(plug.path) for plug, _ in silent]
        states = _greeted_states(probes) if probes else ()
        yield from (
            FoundDisplay(plug, one, state)
            for (plug, _), one, state in zip(silent, probes, states, strict=True)
            if is_well(state)
        )
        silent = [(plug, state) for (plug, _), state in zip(silent, states, strict=True) if not is_well(state)]
    yield from (FoundDisplay(plug, None, state) for plug, state in silent)


def _ours(port: str) -> DisplayConfig:
    return SerialConfig(port)


def _wled(port: str) -> DisplayConfig:
    return WledConfig(port=port, kind="wled")


def _greeted_states(settings: Sequence[DisplayConfig]) -> tuple[str, ...]:
    """Return the states of displays that were greeted and had time to answer; nothing is shown on them."""
    opened = Displays(settings)
    try:
        wait_for(opened)
        return opened.status
    finally:
        opened.close()

"""The errors of displays that their own types let pass: no such port, no room, two on one port."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from controller.record.message import Message
from controller.settings.clash import Clash
from controller.settings.displays import (
    KIOSK_PORT,
    BackpackConfig,
    DisplayConfig,
    KioskConfig,
    LcdprocConfig,
    WledConfig,
)
from firmware_bridge.displays import lcdproc
from firmware_bridge.displays.characters import CharacterSize, TooSmall
from firmware_bridge.ports.tcp_port import BadAddress, address

WireClaim: TypeAlias = tuple[str, int]
"""A wire that no two displays can share: a device, or a machine and its port."""

EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - told from one machine's address
_DEVICE: Final = -1


def display_clash(displays: Sequence[DisplayConfig], seats: int) -> Clash | None:
    """The first thing that is wrong, or None; no port is opened."""
    return next(_clashes(displays, seats), None)


def _clashes(displays: Sequence[DisplayConfig], seats: int) -> Iterator[Clash]:
    before = list[WireClaim]()
    for number, one in enumerate(displays):
        try:
            claim = _claim(one)
        except BadAddress as error:
            yield Clash(("display", number, "port"), Message.of("{reason}", {"reason": str(error)}))
            continue
        for other, taken in enumerate(before):
            if _same(claim, taken):
                yield Clash(("display", number, "port"), _taken(other + 1, one.port, number + 1))
        before.append(claim)
        yield from _no_room(one, number, seats)


def _taken(other: int, port: str, number: int) -> Message:
    return Message(
        "display {n} is at {reason} already; give display {n2} another port", n=other, reason=port, n2=number
    )


def _claim(one: DisplayConfig) -> WireClaim:
    """What a display needs for itself; raises BadAddress."""
    if isinstance(one, KioskConfig | LcdprocConfig):
        host, port = address(one.port, KIOSK_PORT if isinstance(one, KioskConfig) else lcdproc.PORT)
        return "127.0.0.1" if host == "localhost" else host, port
    if not one.port.strip() or "\0" in one.port:
        raise BadAddress(f"{one.port!r} is no port; write a path such as /dev/ttyUSB0")
    if Path(one.port).is_dir():
        raise BadAddress(f"{one.port} is a folder; write the port in it, such as /dev/ttyUSB0")
    return os.path.realpath(one.port), _DEVICE


def _same(one: WireClaim, other: WireClaim) -> bool:
    if one[1] == _DEVICE or one[1] != other[1]:
        return one == other
    return one[0] == other[0] or bool(EVERYWHERE & {one[0], other[0]})


def _no_room(one: DisplayConfig, number: int, seats: int) -> Iterator[Clash]:
    """A display that cannot show what it is for."""
    if isinstance(one, WledConfig) and 0 < one.lights < seats:
        told = Message(
            "{n} lights are too few for {n2} seats; a strip needs one a seat, and 0 means presets",
            n=one.lights,
            n2=seats,
        )
        yield Clash(("display", number, "lights"), told)
    if isinstance(one, BackpackConfig):
        columns, lines = map(int, one.size.split("x"))
        try:
            CharacterSize(columns, lines)
        except TooSmall as error:
            yield Clash(("display", number, "size"), Message.of("{reason}", {"reason": str(error)}))

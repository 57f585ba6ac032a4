"""The settings of displays: one kind of ``[[display]]`` each, told apart by its ``kind``."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

from pydantic import ConfigDict, Discriminator, Field, Tag
from pydantic.dataclasses import dataclass

from controller.record.message import Message
from controller.settings.clash import Clash
from firmware_bridge.displays import foreign, lcdproc
from firmware_bridge.displays.characters import CharacterSize, TooSmall
from firmware_bridge.displays.strip import BRIGHTEST
from firmware_bridge.displays.wled import WledPresets
from firmware_bridge.ports.tcp_port import BadAddress, address

_STRICT: Final = ConfigDict(extra="forbid", use_attribute_docstrings=True)

Baud = Annotated[int, Field(ge=300, le=4_000_000)]
ByteValue = Annotated[int, Field(ge=0, le=255)]
Preset = Annotated[int, Field(ge=0, le=250)]
Seconds = Annotated[float, Field(ge=1, le=3600)]


@dataclass(frozen=True, slots=True, config=_STRICT)
class SerialConfig:
    """A display with firmware that speaks our own protocol."""

    port: Annotated[str, Field(examples=["/dev/ttyACM0"])]
    """Path of the serial port, such as /dev/ttyUSB0."""
    kind: Literal["serial"] = "serial"
    baud: Baud = 115200


@dataclass(frozen=True, slots=True, config=_STRICT, kw_only=True)
class PresetsConfig:
    """The presets of its owner's that a WLED shows, on whatever way it is reached."""

    brightness: Annotated[int, Field(ge=1, le=BRIGHTEST)] = 48
    """Of the brightest light; it is capped because lights near the mat disturb the camera."""
    idle: Preset = 1
    """Preset while nobody plays; 0 is dark, as in all presets."""
    play: Preset = 2
    foul: Preset = 3
    """While a verdict is told."""
    trouble: Preset = 4
    """While there is an alert that is nobody's fault."""
    turns: tuple[Preset, ...] = ()
    """Presets by seat, shown while that seat is to play."""

    @property
    def presets(self) -> WledPresets:
        """The presets as the dialect of WLED takes them."""
        return WledPresets(self.idle, self.play, self.foul, self.trouble, self.turns, self.brightness)


@dataclass(frozen=True, slots=True, config=_STRICT)
class WledConfig(PresetsConfig):
    """A WLED on its serial port: a strip light by light, or its owner's presets."""

    port: Annotated[str, Field(examples=["/dev/ttyUSB0"])]
    kind: Literal["wled"]
    baud: Baud = 115200
    lights: Annotated[int, Field(ge=0, le=512)] = 0
    """Of the strip, in seat order; 0: presets are shown instead."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class EpaperConfig:
    """Waveshare's 4.3 inch e-paper with a serial port."""

    port: Annotated[str, Field(examples=["/dev/ttyUSB1"])]
    kind: Literal["epaper"]
    baud: Baud = 115200
    refresh_s: Seconds = 10
    """Least time between two refreshes, seconds."""
    upside_down: bool = False


@dataclass(frozen=True, slots=True, config=_STRICT)
class BackpackConfig:
    """A character display with the Matrix Orbital commands, such as Adafruit's."""

    port: Annotated[str, Field(examples=["/dev/ttyACM1"])]
    kind: Literal["backpack"]
    baud: Baud = 9600
    size: Annotated[str, Field(pattern=r"^[1-9]\d?x[1-8]$")] = "16x2"
    """Columns and lines."""
    light: ByteValue = 128
    contrast: Annotated[ByteValue | None, Field(examples=[200])] = None
    """What the glass needs; as it was left if it is not set."""
    page_s: Seconds = 3
    """How long each page is shown, seconds."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class LcdprocConfig:
    """A display behind LCDproc's server, which knows its size."""

    kind: Literal["lcdproc"]
    port: str = "localhost:13666"
    """Machine and port of LCDd."""
    page_s: Seconds = 3


KIOSK_PORT: Final = 8081


@dataclass(frozen=True, slots=True, config=_STRICT)
class KioskConfig:
    """A page for browsers, full screen."""

    kind: Literal["kiosk"]
    port: str = f"127.0.0.1:{KIOSK_PORT}"
    """Address and port to serve on; 0.0.0.0 lets other machines of the network see it, too."""


@dataclass(frozen=True, slots=True, config=_STRICT)
class ForeignConfig:
    """A display of another package, on a serial port."""

    port: Annotated[str, Field(examples=["/dev/ttyACM2"])]
    kind: str
    baud: Baud = 9600
    options: str = ""
    """Its own settings, such as rows=2 light=40."""


def _kind(value: Any) -> str:  # noqa: ANN401 - whatever was written
    """Return the kind of display of a table or its settings; what is no table counts as a table that is wrong."""
    if isinstance(value, dict):
        kind = cast("dict[str, object]", value).get("kind", "serial")
    else:
        kind = getattr(value, "kind", "serial")
    return f"{_MARK}{_FOREIGN if kind in foreign.kinds() else kind}"


_FOREIGN: Final = "of another package"


_MARK: Final = "kind:"
"""Prefix of a kind, so that it is not taken for a key where a mistake is told."""

DisplayConfig = Annotated[
    Annotated[SerialConfig, Tag("kind:serial")]
    | Annotated[WledConfig, Tag("kind:wled")]
    | Annotated[EpaperConfig, Tag("kind:epaper")]
    | Annotated[BackpackConfig, Tag("kind:backpack")]
    | Annotated[LcdprocConfig, Tag("kind:lcdproc")]
    | Annotated[KioskConfig, Tag("kind:kiosk")]
    | Annotated[ForeignConfig, Tag("kind:of another package")],
    Discriminator(
        _kind,
        custom_error_type="kind",
        custom_error_message="the kinds are serial, wled, epaper, backpack, lcdproc and kiosk",
    ),
]


def without_kind(place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return a place in the settings as it is written there, without the kinds of displays that the check puts in."""
    return tuple(part for part in place if not str(part).startswith(_MARK))


# The errors of displays that their own types let pass: no such port, no room, two on one port.

WireClaim: TypeAlias = tuple[str, int]
"""A wire that no two displays can share: a device, or a machine and its port."""

EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - told from one machine's address
_DEVICE: Final = -1


def display_clash(displays: Sequence[DisplayConfig], seats: int) -> Clash | None:
    """Return the first thing that is wrong, or None; no port is opened."""
    return next(_clashes(displays, seats), None)


def _clashes(displays: Sequence[DisplayConfig], seats: int) -> Iterator[Clash]:
    before = list[WireClaim]()
    for number, one in enumerate(displays):
        try:
            claim = _claim(one)
        except BadAddress as error:
            yield Clash(("display", number, "port"), Message.of("{reason}", {"reason": str(error)}))
            continue
        for other, earlier in enumerate(before):
            if _share_port(claim, earlier):
                yield Clash(("display", number, "port"), _port_in_use(other + 1, one.port, number + 1))
        before.append(claim)
        yield from _no_room(one, number, seats)


def _port_in_use(other: int, port: str, number: int) -> Message:
    return Message(
        "display {n} is at {reason} already; give display {n2} another port", n=other, reason=port, n2=number
    )


def _claim(one: DisplayConfig) -> WireClaim:
    """Return what a display needs for itself; raises BadAddress."""
    if isinstance(one, KioskConfig | LcdprocConfig):
        host, port = address(one.port, KIOSK_PORT if isinstance(one, KioskConfig) else lcdproc.PORT)
        return "127.0.0.1" if host == "localhost" else host, port
    if not one.port.strip() or "\0" in one.port:
        raise BadAddress(f"{one.port!r} is no port; write a path such as /dev/ttyUSB0")
    if Path(one.port).is_dir():
        raise BadAddress(f"{one.port} is a folder; write the port in it, such as /dev/ttyUSB0")
    return os.path.realpath(one.port), _DEVICE


def _share_port(one: WireClaim, other: WireClaim) -> bool:
    if one[1] == _DEVICE or one[1] != other[1]:
        return one == other
    return one[0] == other[0] or bool(EVERYWHERE & {one[0], other[0]})


def _no_room(one: DisplayConfig, number: int, seats: int) -> Iterator[Clash]:
    """Yield the mistake of a display that cannot show what it is for."""
    if isinstance(one, WledConfig) and 0 < one.lights < seats:
        message = Message(
            "{n} lights are too few for {n2} seats; a strip needs one a seat, and 0 means presets",
            n=one.lights,
            n2=seats,
        )
        yield Clash(("display", number, "lights"), message)
    if isinstance(one, BackpackConfig):
        columns, lines = map(int, one.size.split("x"))
        try:
            CharacterSize(columns, lines)
        except TooSmall as error:
            yield Clash(("display", number, "size"), Message.of("{reason}", {"reason": str(error)}))

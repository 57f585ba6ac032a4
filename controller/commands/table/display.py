"""``schiri display``: example faces on a display, to test it, or emulated in the terminal and as pictures."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from controller.commands.terminal import say
from controller.peripherals.displays import Displays, render_picture, size
from controller.settings.displays import (
    DisplayConfig,
    EpaperConfig,
    ForeignConfig,
    KioskConfig,
    LcdprocConfig,
    SerialConfig,
    WledConfig,
)
from controller.settings.model import ConfigError
from firmware_bridge.displays import characters, foreign, strip, text
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.displays.wled import WledPresets
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face
from firmware_bridge.face.fit import fit
from firmware_bridge.ports.serial_port import plugged

NOWHERE: Final = "emulated"
"""The port of a display that is not there."""

WRONG: Final = {
    "missing": "it needs this",
    "unexpected_keyword_argument": "it has no such option",
    "string_pattern_mismatch": "a size is written like 16x2",
}
"""The error of an option, by the check that found it."""


class NoFaceError(LookupError):
    """An unknown name of an example face."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no example face {name!r}; there are {', '.join(FACES)}")


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """Options of a display; None is what the kind has by itself."""

    kind: str
    port: str | None = None
    size: str | None = None
    lights: int | None = None
    options: str | None = None

    def settings(self, port: str | None = None) -> DisplayConfig:
        """Return the options as the settings of a table would have them; raises ConfigError."""
        if self.port and (Path(self.port).is_dir() or Path(self.port).is_file()):
            kind = "folder" if Path(self.port).is_dir() else "file"
            ports = ", ".join(plug.path for plug in plugged()) or "none"
            raise ConfigError(f"--port {self.port}: it is a {kind}, no serial port; plugged in by USB: {ports}")
        values = {"kind": self.kind, "port": self.port or port, "size": self.size, "lights": self.lights}
        values["options"] = self.options
        fields = {key: value for key, value in values.items() if value is not None}
        try:
            return _DISPLAY.validate_python(fields)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            key = first["loc"][-1] if len(first["loc"]) > 1 else "kind"
            wrong = WRONG.get(first["type"], first["msg"])
            raise ConfigError(f"a display of the kind {self.kind}: --{key}: {wrong}") from error


_DISPLAY: Final[TypeAdapter[DisplayConfig]] = TypeAdapter(DisplayConfig)


def faces(name: str | None) -> dict[str, Face]:
    """Return the example faces, or the one of this name; raises NoFaceError."""
    if name is None:
        return FACES
    if name not in FACES:
        raise NoFaceError(name)
    return {name: FACES[name]}


def run(settings: Sequence[DisplayConfig], chosen: dict[str, Face], seconds: float) -> int:
    """Show faces on displays, each for some seconds; exit status 1 if a display does not show them."""
    displays = Displays(settings)
    try:
        for name, face in chosen.items():
            displays.show(face)
            time.sleep(seconds)
            for one, status in zip(settings, displays.status, strict=True):
                say(f"{name} on {one.kind} {one.port}: {status}")
        well = all(status.startswith(("connected", "sending")) for status in displays.status)
    finally:
        displays.close()
    return 0 if well else 1


def emulate(options: DisplayOptions, chosen: dict[str, Face], folder: Path | None) -> int:
    """Write what a display would show to the terminal, and into a folder as PNG where it is a picture."""
    settings = options.settings(NOWHERE)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    for name, face in chosen.items():
        say("\n".join((f"{name}:", *_written(settings, face), "")))
        if folder and (drawn := render_picture(settings, face)):
            drawn.save(folder / f"{options.kind}-{name}.png")
    return 0


def _written(settings: DisplayConfig, face: Face) -> list[str]:
    """Return the face in lines of text."""
    match settings:
        case SerialConfig():
            return text.render(fit(face)).splitlines()
        case KioskConfig():
            return text.render(face).splitlines()
        case WledConfig(lights=0):
            presets = (settings.idle, settings.play, settings.foul, settings.trouble)
            return [f"preset {WledPresets(*presets, settings.turns).render(face)[0]}"]
        case WledConfig():
            lit = strip.render(face, settings.lights, settings.brightness)
            return ["".join("#" if any(light) else "." for light in lit)]
        case EpaperConfig():
            sent = Epaper().changes(None, Epaper().render(face)[0])
            return [f"{len(sent)} frames, {sum(map(len, sent))} bytes; --png FOLDER draws the picture"]
        case LcdprocConfig():
            return _boxed(characters.render(face, characters.CharacterSize(20, 4)))
        case ForeignConfig():
            return [repr(page) for page in foreign.load(settings.kind, settings.options).render(face)]
        case _:
            return _boxed(characters.render(face, size(settings.size)))


def _boxed(pages: tuple[characters.Page, ...]) -> list[str]:
    lines: list[str] = []
    for page in pages:
        rule = f"+{'-' * len(page[0])}+"
        lines += [rule, *(f"|{line}|" for line in page)]
    return [*lines, f"+{'-' * len(pages[0][0])}+"]

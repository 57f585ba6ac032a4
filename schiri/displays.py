"""The parts of a display of one's own and of its tests: faces, dialects, lines of text (docs/adding.md)."""

from firmware_bridge.displays.characters import CharacterSize, Page, TooSmall, render
from firmware_bridge.displays.dialect import Answer, Dialect, Timing
from firmware_bridge.displays.foreign import UnusableDisplay, WrongOptions, kinds, load
from firmware_bridge.face.ascii import plain
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Alert, Face, Lamp, Row
from firmware_bridge.ports.vendor import VendorLink

__all__ = [
    "FACES",
    "Alert",
    "Answer",
    "CharacterSize",
    "Dialect",
    "Face",
    "Lamp",
    "Page",
    "Row",
    "Timing",
    "TooSmall",
    "UnusableDisplay",
    "VendorLink",
    "WrongOptions",
    "kinds",
    "load",
    "plain",
    "render",
]

"""WLED on its serial port: a strip light by light by the Adalight protocol, or presets by its JSON interface."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from firmware_bridge.displays import strip
from firmware_bridge.displays.dialect import Answer, Timing
from firmware_bridge.displays.strip import StripLights
from firmware_bridge.face.face import Face, Lamp

AGAIN_S: Final = 1.0
"""WLED leaves realtime mode after 2.5 s without a frame."""

ANSWER_S: Final = 2.0
"""An ESP32 that was reset by the opening of its port has started by then."""

UNHEARD_S: Final = 10.0
"""Between two times that a WLED is told a preset whose answers do not come: its transmit pin may be another's."""

_MOST_BYTES: Final = 16_384
"""More than the answer of any WLED: what is longer is none."""
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\(?:.|\Z))*(?:"|\Z)|[{}]', re.DOTALL)
"""A text, which may be cut off, or a brace outside of one."""
_BRACES: Final = {b"{": 1, b"}": -1}


def adalight(lights: StripLights) -> bytes:
    """Encode a frame: ``Ada``, count less one (high, low byte), a check of the two, and three bytes a light.

    >>> adalight(((255, 0, 0), (0, 0, 255))).hex(" ")
    '41 64 61 00 01 54 ff 00 00 00 00 ff'
    """
    high, low = divmod(len(lights) - 1, 256)
    return b"Ada" + bytes([high, low, high ^ low ^ 0x55]) + b"".join(map(bytes, lights))


@dataclass(frozen=True, slots=True)
class WledStrip:
    """The dialect of a strip whose lights are set one by one; it never answers.

    Attributes:
        lights: How many the strip has.
        brightness: Of the brightest, 1 to ``strip.BRIGHTEST``.
    """

    lights: int = 30
    brightness: int = 48

    @property
    def timing(self) -> Timing:
        """The timing of a display that never answers."""
        return Timing(f"WLED strip of {self.lights} lights", again_s=AGAIN_S)

    def greeting(self) -> tuple[bytes, ...]:
        """Greet with nothing: a frame is enough."""
        return ()

    def render(self, face: Face) -> tuple[StripLights, ...]:
        """Render the face as one strip."""
        return (strip.render(face, self.lights, self.brightness),)

    def changes(self, have: StripLights | None, want: StripLights) -> tuple[bytes, ...]:
        """Encode a whole frame: the protocol has no smaller one."""
        return (adalight(want),)

    def answers(self, data: bytes) -> tuple[Sequence[Answer], bytes]:
        """Ignore the greeting that WLED sends when it starts."""
        return (), b""


@dataclass(frozen=True, slots=True)
class WledPresets:
    """The dialect of a WLED that shows presets of its owner's; each command asks for the state and so is answered.

    Attributes:
        idle: Preset while nobody plays; 0 switches the lights off, as everywhere here.
        play: While a deal is played.
        foul: While a fault is told.
        trouble: While there is an alert that is nobody's fault.
        turns: One a seat, shown while it is to play instead of ``play``.
        brightness: Of all lights, 1 to ``strip.BRIGHTEST``.
    """

    idle: int = 1
    play: int = 2
    foul: int = 3
    trouble: int = 4
    turns: tuple[int, ...] = ()
    brightness: int = 48

    @property
    def timing(self) -> Timing:
        """The timing of a WLED that answers within moments once it has started, if it can."""
        return Timing("WLED", ANSWER_S, unheard_s=UNHEARD_S)

    def greeting(self) -> tuple[bytes, ...]:
        """Ask who is there."""
        return (_command({"v": True}),)

    def render(self, face: Face) -> tuple[int, ...]:
        """Render the face as one preset."""
        lamps = [row.lamp for row in face.rows]
        if Lamp.FOUL in lamps:
            return (self.foul,)
        if face.alert:
            return (self.trouble,)
        turn = lamps.index(Lamp.TURN) if Lamp.TURN in lamps else len(self.turns)
        return (self.turns[turn] if turn < len(self.turns) else self.play if lamps else self.idle,)

    def changes(self, have: int | None, want: int) -> tuple[bytes, ...]:
        """Show a preset, its brightness capped; a preset that has a brightness of its own brings that along."""
        level = min(self.brightness, strip.BRIGHTEST)
        return (_command({"on": True, "bri": level, "ps": want, "v": True} if want else {"on": False, "v": True}),)

    def answers(self, data: bytes) -> tuple[Sequence[Answer], bytes]:
        """JSON objects, on one line or several, with a line's end or without; what stands between is of no meaning."""
        found: list[Answer] = []
        while (begin := data.find(b"{")) >= 0:
            data = data[begin:]
            end = _end(data)
            if end is None:
                return found, data if len(data) <= _MOST_BYTES else b""
            if answer := _answer(data[:end]):
                found.append(answer)
            data = data[end:]
        return found, b""


def _command(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode("ascii")


def _end(data: bytes) -> int | None:
    """Find the place behind the JSON object with which bytes begin; None: it is still to come."""
    depth = 0
    for token in _TOKEN.finditer(data):
        depth += _BRACES.get(token[0], 0)
        if not depth:
            return token.end()
    return None


def _answer(text: bytes) -> Answer | None:
    """Read what WLED tells of itself; None if the text is something else."""
    try:
        told = json.loads(text)
        info = told["info"]
        return Answer(about=f"WLED {info['ver']}, {info['leds']['count']} lights")
    except (ValueError, LookupError, TypeError, RecursionError):
        return None

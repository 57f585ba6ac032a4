"""Waveshare's 4.3 inch UART e-paper: the page in boxes, of which only those that changed are drawn anew."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from firmware_bridge.displays.dialect import Answer, Timing
from firmware_bridge.displays.epaper import frames
from firmware_bridge.displays.epaper import page as epaper_page
from firmware_bridge.displays.epaper.page import PageField, Sheet
from firmware_bridge.face.face import Face

ANSWER_S: Final = 5.0
"""Longest time to an answer; a refresh takes about two seconds."""


HURRY_S: Final = 3.0
"""Least time to a new alert: the refresh before it is over, and what was drawn has been seen."""


@dataclass(frozen=True, slots=True)
class Epaper:
    """The dialect of one display.

    Attributes:
        rest_s: Least time between two refreshes, seconds: the paper flashes, and wears. A new alert waits for
            ``HURRY_S`` at most.
        upside_down: Turn the picture by 180 degrees.
    """

    rest_s: float = 10.0
    upside_down: bool = False

    @property
    def timing(self) -> Timing:
        """The timing of a display that answers ``OK`` to each command."""
        return Timing("e-paper 800x600", ANSWER_S, rest_s=self.rest_s, hurry_s=min(HURRY_S, self.rest_s))

    def greeting(self) -> tuple[bytes, ...]:
        """Ask who is there, and set which way is up."""
        return (frames.HANDSHAKE, frames.rotate(half=self.upside_down))

    def render(self, face: Face) -> tuple[Sheet, ...]:
        """Render the face as one page."""
        return (epaper_page.render(face),)

    def changes(self, have: Sheet | None, want: Sheet) -> tuple[bytes, ...]:
        """Draw the boxes that changed and refresh; all of them where boxes lie otherwise than before."""
        upright = frames.colours(frames.BLACK, frames.WHITE)
        if have is None or [box.place for box in have] != [box.place for box in want]:
            drawn = [(upright, frames.CLEAR), *(box.frames for box in want)]
        else:
            drawn = [
                (*_blank(new), upright, *new.frames)
                for old, new in zip(have, want, strict=True)
                if old.frames != new.frames
            ]
        return (*(frame for box in drawn for frame in box), frames.REFRESH)

    def answers(self, data: bytes) -> tuple[Sequence[Answer], bytes]:
        """``OK`` is the answer to all that is used here; anything else leaves a command unanswered."""
        *before, rest = re.split(rb"OK", data)
        return [Answer() for _ in before], rest[-1:]


def _blank(box: PageField) -> tuple[bytes, bytes]:
    left, top, right, bottom = box.place
    return frames.colours(frames.WHITE, frames.WHITE), frames.fill(left, top, right - 1, bottom - 1)

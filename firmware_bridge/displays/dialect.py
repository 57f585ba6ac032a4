"""The way to talk to one kind of display, and what it asks for in time: what each bought display brings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from firmware_bridge.face.face import Face

P = TypeVar("P")
"""A whole picture of one kind of display; equal pictures look equal."""

INF = float("inf")


@dataclass(frozen=True, slots=True)
class Timing:
    """The timing that a kind of display needs, seconds.

    Attributes:
        kind: What it is, in words.
        answer_s: Longest wait for the answer to a command; None: it never answers.
        unheard_s: Where a display that may not be able to answer is told all the same: after so long once more; None:
            what is not answered is begun anew.
        page_s: How long each page is shown where a face has several.
        rest_s: Least time from the beginning of one picture to that of the next.
        hurry_s: The same where the next one brings a new alert; None: as ``rest_s``.
        again_s: When a picture is sent again though nothing changed.
    """

    kind: str
    answer_s: float | None = None
    unheard_s: float | None = None
    page_s: float = 3.0
    rest_s: float = 0.0
    hurry_s: float | None = None
    again_s: float = INF


@dataclass(frozen=True, slots=True)
class Answer:
    """A display has answered a command.

    Attributes:
        about: What it says of itself, in words; empty: nothing.
        complaint: Why it did not do what it was told; empty: it did.
    """

    about: str = ""
    complaint: str = ""


class Dialect(Protocol[P]):
    """The way to talk to one kind of display; pure but for what it learns from answers."""

    @property
    def timing(self) -> Timing:
        """The times of the display."""
        ...

    def greeting(self) -> tuple[bytes, ...]:
        """Return the commands to begin with."""
        ...

    def render(self, face: Face) -> tuple[P, ...]:
        """Render the face in one or more pages, once the greeting is over."""
        ...

    def changes(self, have: P | None, want: P) -> tuple[bytes, ...]:
        """Encode the change from one page to another, or from whatever may be shown (None)."""
        ...

    def answers(self, data: bytes) -> tuple[Sequence[Answer], bytes]:
        """Split what was received into answers and the rest, which may be the beginning of one more."""
        ...

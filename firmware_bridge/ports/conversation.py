"""The interface of a conversation with a display, as a mailbox drives it."""

from collections.abc import Sequence
from typing import Protocol

from firmware_bridge.face.face import Face


class Conversation(Protocol):
    """Faces in, bytes out; bytes in, events out. Times are seconds of any clock that does not go back."""

    @property
    def status(self) -> str:
        """The state of the conversation, in words."""
        ...

    @property
    def listens(self) -> bool:
        """Whether a display is connected, as far as this kind can tell."""
        ...

    @property
    def is_done(self) -> bool:
        """The display shows the newest face."""
        ...

    @property
    def is_free(self) -> bool:
        """A new face could make a difference at once; else it is looked at when the display answers, or is late."""
        ...

    def show(self, face: Face) -> None:
        """Let the display show this face; whatever was wanted before and is not yet shown is forgotten."""

    def reset(self) -> None:
        """Begin anew, because the wire was opened again."""

    def receive(self, data: bytes, now: float) -> Sequence[object]:
        """Take in bytes from the display; return what they mean."""
        ...

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes that are to go out now; they count as sent."""
        ...

    def next_deadline(self, now: float) -> float:
        """When to ask ``data_to_send`` again if nothing arrives and no face is shown until then; inf: never."""
        ...

"""A display: the conversation, the keys, and everything that shows the picture; knows no chip."""

from .keys import KeyContact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Protocol

    from .picture import Picture
    from .session import DisplaySession

    Pins = Mapping[str, Callable[[], int]]

    class Output(Protocol):
        """Output that shows the picture."""

        def refresh(self, picture: Picture, silent: bool, now: int) -> None:
            """Another picture, or nobody speaks any more."""
            ...

        def work(self, now: int) -> None:
            """Do what is due."""
            ...


class Clock:
    """Milliseconds since the start, without the wrap of the Pico's ticks after 12 days."""

    def __init__(self, ticks: "Callable[[], int]", difference: "Callable[[int, int], int]") -> None:
        self._ticks = ticks
        self._difference = difference
        self._last = ticks()
        self._now = 0

    def ms(self) -> int:
        """Return the present time."""
        ticks = self._ticks()
        self._now += self._difference(ticks, self._last)
        self._last = ticks
        return self._now


class Board:
    """Board of the display, with its work in turns.

    Args:
        session: The conversation.
        outputs: What is fitted.
        pins: Levels of the keys by letter; 0 is pressed.
    """

    def __init__(self, session: "DisplaySession", outputs: "Sequence[Output]", pins: "Pins") -> None:
        self._session = session
        self._outputs = outputs
        self._keys = [(KeyContact(letter), level) for letter, level in pins.items()]
        self._told = (-1, False)

    def hear(self, data: bytes, now: int) -> bytes:
        """Take in bytes and look at the keys; the bytes that are to go out."""
        self._session.receive(data, now)
        for key, level in self._keys:
            for press in key.sample(not level(), now):
                self._session.press(key.letter, press)
        return self._session.data_to_send(now)

    def show(self, now: int) -> None:
        """Let everything that is fitted show the picture."""
        silent = self._session.is_silent(now)
        wanted = (self._session.pictures, silent)
        for output in self._outputs:
            if wanted != self._told:
                output.refresh(self._session.shown, silent, now)
            output.work(now)
        self._told = wanted

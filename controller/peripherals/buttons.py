"""The words of presses: strokes of buttons and of displays' keys to words; pure."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from controller.settings.peripherals import KEYS, AnyButton, KeyButton, PinButton, Word

PressStroke: TypeAlias = Literal["down", "long", "up"]

CARDS: Final = {"next-deal": "new-deal"}
"""Words that command cards call otherwise."""


def name_of(button: AnyButton) -> str:
    """The name under which a button reports its presses.

    >>> name_of(KeyButton("A", "confirm"))
    'key A'
    """
    return f"GPIO {button.pin}" if isinstance(button, PinButton) else f"key {button.key}"


class Meanings:
    """The words of all buttons and keys.

    A short press means its word once it is over; where a long one means nothing, at once, for there is nothing to wait
    for. What began before anybody listened means nothing.
    """

    def __init__(self, buttons: Sequence[AnyButton]) -> None:
        keys: tuple[AnyButton, ...] = () if any(isinstance(one, KeyButton) for one in buttons) else KEYS
        self._buttons: dict[str, AnyButton] = {name_of(one): one for one in (*buttons, *keys)}
        self._down = set[tuple[str, int]]()
        """Pressed, and neither short nor long so far, and on which display."""

    def word(self, name: str, stroke: PressStroke, display: int = 0) -> Word | None:
        """The word of a stroke; None: it has none, or none yet. Equal keys of two displays are different keys."""
        pressed = name, display
        button = self._buttons.get(name)
        if button is None:
            return None
        if stroke == "down" and button.long:
            self._down.add(pressed)
            return None
        if stroke == "down":
            return button.short
        if pressed not in self._down:
            return None
        self._down.discard(pressed)
        return button.long if stroke == "long" else button.short

"""The words of presses: from strokes of buttons and displays' keys to words; pure."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from controller.settings.peripherals import KEYS, AnyButton, KeyButton, PinButton, Word

PressStroke: TypeAlias = Literal["down", "long", "up"]

CARD_WORDS: Final = {"next-deal": "new-deal"}
"""Words of buttons that have another name on command cards."""


def button_name(button: AnyButton) -> str:
    """Return the name under which a button reports its presses.

    >>> button_name(KeyButton("A", "confirm"))
    'key A'
    """
    return f"GPIO {button.pin}" if isinstance(button, PinButton) else f"key {button.key}"


class ButtonWords:
    """The words of all buttons and keys.

    A short press has its word when it ends, or at once if the button has no long press. A press that began before the
    table listened has no word.
    """

    def __init__(self, buttons: Sequence[AnyButton]) -> None:
        keys: tuple[AnyButton, ...] = () if any(isinstance(button, KeyButton) for button in buttons) else KEYS
        self._buttons: dict[str, AnyButton] = {button_name(button): button for button in (*buttons, *keys)}
        self._down = set[tuple[str, int]]()
        """The pressed buttons that are neither short nor long yet, each with its display."""

    def word(self, name: str, stroke: PressStroke, display: int = 0) -> Word | None:
        """Return the word of a stroke, or None without one (yet). Equal keys of two displays are different keys."""
        key = name, display
        button = self._buttons.get(name)
        if button is None:
            return None
        if stroke == "down" and button.long:
            self._down.add(key)
            return None
        if stroke == "down":
            return button.short
        if key not in self._down:
            return None
        self._down.discard(key)
        return button.long if stroke == "long" else button.short

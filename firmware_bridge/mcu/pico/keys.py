"""Keys: bounce removed, short and long presses told apart."""

from .protocol import PRESS_DOWN, PRESS_LONG, PRESS_UP

STEADY_MS = 15
"""Contacts bounce for up to ten."""

LONG_MS = 800


class KeyContact:
    """Contact of one key, by its letter."""

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self._down = self._held = self._candidate = False
        self._since = 0

    def sample(self, level: bool, now: int) -> "list[int]":
        """Sample the contact, closed or open; return the presses that this means."""
        found: list[int] = []
        if level != self._candidate:
            self._candidate = level
            self._since = now
        if level != self._down and now - self._since >= STEADY_MS:
            self._down = level
            self._held = False
            found.append(PRESS_DOWN if level else PRESS_UP)
        if self._down and level and not self._held and now - self._since >= LONG_MS:
            self._held = True
            found.append(PRESS_LONG)
        return found

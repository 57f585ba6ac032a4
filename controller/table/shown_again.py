"""Cards of a closed trick that lie open again: shown to the table, or played after all."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.record.cards import Card
from controller.record.events import Played


@dataclass(frozen=True, slots=True)
class _Held:
    """A card of the last trick that lies open again: played if the game goes on, looked at if more of them follow."""

    play: Played
    pause: float
    """Seconds between it and the card before."""
    left: bool = False
    """It was taken away again."""


class ShownAgain:
    """Counts the cards that are looked at, and holds those back that may be plays."""

    def __init__(self, lying: Counter[Card]) -> None:
        """Nothing is shown yet.

        Args:
            lying: how often each card lies on the mat, as it stands.
        """
        self._lying = lying
        self._shown: Counter[Card] = Counter()
        self._held: list[_Held] = []

    @property
    def holds(self) -> bool:
        """Whether a card is held back."""
        return bool(self._held)

    @property
    def shows(self) -> bool:
        """Whether cards that are looked at lie there."""
        return any(self._shown.values())

    def lies_as_played(self, card: Card) -> bool:
        """Whether a card lies on the mat otherwise than to be looked at."""
        return self._lying[card] > self._shown[card]

    @property
    def held(self) -> tuple[Played, ...]:
        """The cards that are held back and lie there, as plays."""
        return tuple(held.play for held in self._held if not held.left)

    @property
    def pause(self) -> float | None:
        """Seconds between the first of them and the card before; None: there is none."""
        return next((held.pause for held in self._held if not held.left), None)

    def hold(self, play: Played, pause: float) -> None:
        """Hold a card back: it may be played, or the first of several that are looked at.

        Args:
            play: it as a play.
            pause: seconds between it and the card before.
        """
        self._held.append(_Held(play, pause))

    def show(self, card: Card) -> None:
        """Count a card that is only looked at."""
        self._shown[card] += 1

    def is_shown(self, card: Card, enough: int) -> bool:
        """Whether a trick is looked at: enough cards of it lie open again, this one among them."""
        together = [card, *(play.card for play in self.held)]
        if len(together) < enough and not self.shows:
            return False
        self._held.clear()
        self._shown.update(together)
        return True

    def lifted(self, card: Card) -> None:
        """Hear that a card has left; what lies is counted without it by now."""
        self._shown[card] = min(self._shown[card], self._lying[card])
        self._held = [replace(held, left=held.left or held.play.card == card) for held in self._held]

    def release(self, *, gathered: bool = False) -> Iterator[Played]:
        """The cards held back were played after all; one that was taken away alone was only looked at."""
        held, self._held = self._held, []
        yield from (one.play for one in held if gathered or not one.left)

"""Hands that rest on the card they laid, or reach over cards that lie there."""

from dataclasses import replace

from vision.film.script.effect import Effect, Occurrence, Shoot
from vision.film.script.script import Moment, Style

LONGEST_SECONDS = 1.0
"""A hand that rests longer is spoken to."""


class Hands(Effect):
    """Level: share of cards with which it happens, and how long it lasts."""

    def direct(self, style: Style) -> Style:
        """Let hands rest."""
        return replace(style, rest=0.6 * self.level, rest_seconds=LONGEST_SECONDS * self.level)

    def begin(self, shoot: Shoot) -> None:
        """Note when and where a hand lay still."""
        start = 0
        for number, moment in enumerate(shoot.moments):
            if not _rests(moment):
                start = number + 1
            elif moment.hand is not None and not (
                number + 1 < len(shoot.moments) and _rests(shoot.moments[number + 1])
            ):
                hand = moment.hand
                box = shoot.round_box(hand.x_mm, hand.y_mm, 60)
                self.acts.append(Occurrence(f"hand of seat {hand.who} rests", (start, number), box))


def _rests(moment: Moment) -> bool:
    return moment.hand is not None and moment.hand.speed_mm == 0


effect = Hands

"""A slow shutter: what moves is smeared."""

from dataclasses import replace
from math import hypot

from vision.film.script.effect import Effect, Occurrence, Shoot
from vision.film.script.script import Style


class Motion(Effect):
    """Level: 0.9 of it is the share of the time between two frames in which the shutter is open."""

    def direct(self, style: Style) -> Style:
        """Open the shutter longer."""
        return replace(style, shutter=0.9 * self.level)

    def begin(self, shoot: Shoot) -> None:
        """Note how far each moving card is smeared."""
        for number, moment in enumerate(shoot.moments):
            for pose in moment.moving:
                smear = 0.9 * self.level * hypot(pose.dx_mm, pose.dy_mm)
                if smear >= 1:
                    box = shoot.round_box(pose.x_mm, pose.y_mm, 44)
                    self.acts.append(Occurrence(f"{pose.card} smeared over {smear:.0f} mm", (number, number), box))


effect = Motion

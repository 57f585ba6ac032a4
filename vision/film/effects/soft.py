"""A lens that is not quite in focus: it mixes light, not grey levels."""

from vision.base.light import Light, blur_light
from vision.film.script.effect import Effect, Occurrence, Shoot


class Soft(Effect):
    """Level 1: a blur of 0.5 mm (standard deviation)."""

    def begin(self, shoot: Shoot) -> None:
        """Work out the blur in pixels."""
        self._sigma = 0.5 * self.level * shoot.px_per_mm
        self.acts.append(Occurrence(f"blur of {0.5 * self.level:.2f} mm, {self._sigma:.2f} pixels"))

    def lens(self, light: Light, number: int) -> Light:
        """Blur the frame."""
        return blur_light(light, self._sigma)


effect = Soft

"""Cards of another deck that lie beside the game, faces up, from the start."""

import cv2
import numpy as np

from groundwork.picture import Bgr, f64
from vision.base.sticker import paste
from vision.faces.cards import PX_PER_MM
from vision.film.script.effect import Effect, Occurrence, Shoot

DECK = 3
"""Number of the deck that lies by."""
_PLACES = {2: (60, 170), 3: (300, 62), 4: (112, 318), 5: (300, 62)}
"""Places where no seat lays its cards, mm, by number of seats."""
_CARDS = ("SA", "H10", "DK", "C7", "S6", "HQ")


class SecondDeck(Effect):
    """Level: how many cards of it are seen, 1 to 6, fanned out."""

    def begin(self, shoot: Shoot) -> None:
        """Remember the table."""
        self._shoot = shoot

    def ground(self, picture: Bgr) -> Bgr:
        """Draw the pile on the table."""
        x, y = _PLACES[self._shoot.seats]
        for card in _CARDS[: max(1, round(len(_CARDS) * self.level))]:
            spread = self.random.uniform(-6, 6, 2)
            self._put(picture, card, (x + spread[0], y + spread[1]), 90 + self.random.uniform(-14, 14))
            self.acts.append(Occurrence(f"{card} of deck {DECK}", None, self._shoot.round_box(x, y, 54)))
        return picture

    def _put(self, picture: Bgr, card: str, centre: tuple[float, float], turn: float) -> None:
        face = self._shoot.face(DECK, card)
        move = f64(cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), -turn, 1 / PX_PER_MM))
        move[:, 2] += np.array(centre) - (face.shape[1] / 2, face.shape[0] / 2)
        paste(picture, face, self._shoot.to_px @ np.vstack((move, (0, 0, 1))))


effect = SecondDeck

"""Cards thrown to the middle of the trick, over one another."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.film.script.effect import Effect, Occurrence, Shoot
from vision.film.script.script import Pose, Style
from vision.mat.layout import CardSize


class Overlap(Effect):
    """Level: share of the way from a free place to the middle of the trick."""

    def direct(self, style: Style) -> Style:
        """Pull the cards together."""
        return replace(style, pull=self.level)

    def begin(self, shoot: Shoot) -> None:
        """Note how much of which card each landing covers."""
        for number, (before, after) in enumerate(pairwise(shoot.moments)):
            if len(after.laid) != len(before.laid) + 1:
                continue
            new = after.laid[-1]
            for old in before.laid:
                if share := _shared(old, new, shoot.mat.card):
                    what = f"{new.card} covers {share:.0%} of {old.card}"
                    self.acts.append(
                        Occurrence(what, (number + 1, number + 1), shoot.round_box(new.x_mm, new.y_mm, 44))
                    )


def _shared(one: Pose, other: Pose, card: CardSize) -> float:
    """Share of a card's surface that another covers."""
    area, _ = cv2.intersectConvexConvex(_outline(one, card), _outline(other, card))
    return area / (card.width_mm * card.height_mm)


def _outline(pose: Pose, card: CardSize) -> NDArray[np.float32]:
    box = ((pose.x_mm, pose.y_mm), (card.width_mm, card.height_mm), pose.turn)
    return np.asarray(cv2.boxPoints(box), np.float32)


effect = Overlap

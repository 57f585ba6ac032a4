"""Pastes flat pictures onto the table of a film."""

import cv2
import numpy as np

from groundwork.picture import Bgr, Matrix
from vision.base.light import blur_light, to_levels, to_light, u16


def paste(ground: Bgr, sticker: Bgr, place: Matrix) -> None:
    """Draw an opaque picture through a homography from its pixels to the ground's; on the way light is mixed."""
    size = (ground.shape[1], ground.shape[0])
    soft = blur_light(to_light(sticker), 1.0)
    full = cv2.warpPerspective(np.full(sticker.shape[:2], 255, dtype=np.uint8), place, size)
    # Beyond its rim nothing black is mixed in: the rim is told by what is opaque.
    seen = u16(cv2.warpPerspective(soft, place, size, borderMode=cv2.BORDER_REPLICATE))
    cv2.copyTo(to_levels(seen), full, ground)

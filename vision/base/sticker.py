"""Pastes flat pictures onto the table of a film."""

import cv2
import numpy as np

from vision.base.picture import Bgr, Matrix


def paste(ground: Bgr, sticker: Bgr, place: Matrix) -> None:
    """Draw an opaque picture through a homography from its pixels to the ground's."""
    size = (ground.shape[1], ground.shape[0])
    soft = cv2.GaussianBlur(sticker, (0, 0), 1.0)
    full = cv2.warpPerspective(np.full(sticker.shape[:2], 255, dtype=np.uint8), place, size)
    cv2.copyTo(cv2.warpPerspective(soft, place, size), full, ground)

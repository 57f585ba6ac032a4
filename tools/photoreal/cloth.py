"""A woven tablecloth in checks, as a picture: threads over and under each other, none quite like the next."""

from typing import Final

import cv2
import numpy as np

from groundwork.picture import Bgr, Matrix, f64, u8
from tools.photoreal.rendered import MM

_THREAD_MM: Final = 0.45
_CHECK_MM: Final = 9.0
_DYES: Final = ((205.0, 222.0, 230.0), (60.0, 50.0, 170.0))
"""The blue, green and red of undyed thread, and of dyed."""
_UNEVEN: Final = 0.05
"""The deviation of a thread's brightness."""
_ROUND: Final = 0.35
"""The share of its brightness by which a thread is darker at its sides."""
_PULLED_MM: Final = 0.7
"""The deviation of threads from their place in the loom, over centimetres."""
_PULLED_OVER_MM: Final = 5.0
_STAINS: Final = 0.05
"""The deviation of the cloth's brightness that washing has bleached here and there."""
_STAIN_MM: Final = 24.0


def woven(width_mm: float, height_mm: float, dpi: float, seed: int) -> Bgr:
    """Draw a piece of cloth in plain weave, checked in white and red.

    Args:
        width_mm: of the piece.
        height_mm: of the piece.
        dpi: pixels an inch.
        seed: for each thread's brightness and place, and for the stains.
    """
    random = np.random.default_rng(seed)
    columns, rows = round(width_mm * dpi / MM), round(height_mm * dpi / MM)
    across, along = _places(columns, dpi, random), _places(rows, dpi, random)
    above = (np.floor(across / _THREAD_MM)[None, :] + np.floor(along / _THREAD_MM)[:, None]) % 2 == 1
    dyed = np.where(above, _is_dyed(across)[None, :], _is_dyed(along)[:, None])
    bright = np.where(above, _bright(across, random)[None, :], _bright(along, random)[:, None])
    colours = np.asarray(_DYES)[dyed.astype(np.intp)]
    cloth = colours * (bright * _stains(rows, columns, dpi, random))[..., None]
    return u8(np.clip(cloth, 0, 255).astype(np.uint8))


def _places(pixels: int, dpi: float, random: np.random.Generator) -> Matrix:
    """Place each pixel in the cloth as it came from the loom, mm: threads are pulled to and fro."""
    pulled = random.normal(size=(1, pixels)).astype(np.float32)
    smooth = f64(cv2.GaussianBlur(pulled, (0, 0), _PULLED_OVER_MM * dpi / MM))[0]
    aside = (smooth - smooth.min()) * (_PULLED_MM / max(float(smooth.std()), 1e-6))
    return f64(np.arange(pixels) * (MM / dpi) + aside)


def _is_dyed(places: Matrix) -> Matrix:
    """Return 1 where the thread at a place is dyed, 0 where it is not."""
    return f64(np.floor(places / _CHECK_MM) % 2)


def _bright(places: Matrix, random: np.random.Generator) -> Matrix:
    """Return the brightness of the thread at each place: lighter in its middle."""
    numbers = np.floor(places / _THREAD_MM).astype(np.intp)
    own = 1 + random.normal(0, _UNEVEN, int(numbers.max()) + 1)
    aside = np.abs(places / _THREAD_MM % 1 - 0.5) * 2
    return f64(own[numbers] * (1 - _ROUND * aside**3))


def _stains(rows: int, columns: int, dpi: float, random: np.random.Generator) -> Matrix:
    """Return how much brighter or darker each place is than when the cloth was new."""
    coarse = max(1, round(_STAIN_MM * dpi / MM / 4))
    rough = random.normal(size=(rows // coarse + 1, columns // coarse + 1)).astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(rough, (0, 0), 2), np.float32)
    full = cv2.resize(soft / max(float(soft.std()), 1e-6), (columns, rows), interpolation=cv2.INTER_CUBIC)
    return 1 + _STAINS * f64(full)

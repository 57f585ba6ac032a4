"""Pages of our PDF files as pictures."""

import importlib
from typing import Any, Final

import numpy as np

from groundwork.picture import Bgr

MM: Final = 25.4
"""The millimetres of an inch."""


def page(pdf: bytes, dpi: float) -> Bgr:
    """Draw the first page of a file, in colour."""
    pdfium: Any = importlib.import_module("pypdfium2")
    document = pdfium.PdfDocument(pdf)
    picture = np.ascontiguousarray(document[0].render(scale=dpi / 72).to_numpy()[:, :, :3], dtype=np.uint8)
    document.close()
    return picture

"""QR codes of addresses, as the zxing-cpp library makes them."""

from typing import Final, TypeAlias

import numpy as np
import zxingcpp

Modules: TypeAlias = tuple[tuple[bool, ...], ...]
"""Lines of modules, True for black, without the white border."""

BORDER: Final = 4
"""White modules around a code (ISO/IEC 18004, 6.3.8)."""

LONGEST: Final = 200
"""Letters of an address beyond which the modules become too fine for a display."""


def modules(text: str) -> Modules:
    """The code of a text, error correction M; empty for an empty or a too long text."""
    if not text or len(text) > LONGEST:
        return ()
    # The stubs leave this function's options untyped.
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    dots = np.asarray(code.to_image(scale=1, add_quiet_zones=False), dtype=np.uint8)
    return tuple(tuple(bool(dot == 0) for dot in line) for line in dots)

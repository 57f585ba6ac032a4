"""QR codes of addresses, as the zxing-cpp library makes them: as modules, for pages and for terminals."""

from itertools import zip_longest
from typing import Final, TypeAlias

import numpy as np
import zxingcpp

Modules: TypeAlias = tuple[tuple[bool, ...], ...]
"""Lines of modules, True for black, with the white border."""

BORDER: Final = 4
"""White modules around a code (ISO/IEC 18004, 6.3.8)."""
_HALVES: Final = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}

LONGEST: Final = 200
"""Letters of an address beyond which the modules become too fine for a display."""


def modules(text: str) -> Modules:
    """Encode a text, error correction M; empty for an empty or a too long text."""
    if not text or len(text) > LONGEST:
        return ()
    # The stubs leave this function's options untyped.
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    dots = np.asarray(code.to_image(scale=1, add_quiet_zones=False), dtype=np.uint8)
    return tuple(tuple(line) for line in np.pad(dots == 0, BORDER).tolist())


def path(code: Modules) -> str:
    """Return the black modules as an SVG path of unit squares."""
    return "".join(
        f"M{column} {number}h1v1h-1z" for number, line in enumerate(code) for column, black in enumerate(line) if black
    )


def half_blocks(code: Modules) -> list[str]:
    """Write the code for a terminal, two modules a letter, white ones as blocks, for light letters on dark ground."""
    below = (True,) * len(code)
    pairs = zip_longest(code[::2], code[1::2], fillvalue=below)
    return ["".join(_HALVES[halves] for halves in zip(*pair, strict=True)) for pair in pairs]

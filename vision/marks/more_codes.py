"""Codes of square marks beside those of AprilTag 36h11, for words that the family has no number left for."""

from typing import Final

# fmt: off
MORE_CODES: Final = (
    0xc03c0b240, 0x2d9249051, 0xe0019e008, 0x6dffe1e7b, 0x6fab2bfc8, 0x440c3c034, 0x00ef080ca, 0xf01920c68,
    0x1f7f7f9dc, 0x0eff3e386, 0xfe3ce3fe3, 0x4d3f2dd8e, 0xf20a0b03e, 0xffb5de18f, 0x7fed7dec4, 0x164863488,
    0x07c61801c, 0xefa7d38e3, 0xc1977db2f, 0x0ed9ff7d0, 0xefb2437fb, 0x77d83fe03, 0xe094be8e3, 0x00906449e,
    0x7b4c83157, 0x51c7e8941, 0xbeaf1c03c, 0x0d54c860c, 0x5c39a34d0, 0x20f37dbf9, 0x7d922f938, 0x060fb1c14,
    0x20c00f63f, 0xe9c7d311f, 0x041251938, 0x304145e0a, 0xf70cb2e00, 0xef3ac987e, 0x50b688430, 0x16564e3ad,
    0xe7c71cf24, 0x0369f3036, 0xc71678fb9,
)
# fmt: on
"""36 cells each, row by row from the mark's own top left, the highest bit first, 1 white.

They differ from every code of the family, from one another and from themselves, at any quarter turn, in 11 cells or
more, as the family's own do; found by climbing from random words, a cell or two at a time. Their order is part of
every printed card: new codes go to the end.
"""

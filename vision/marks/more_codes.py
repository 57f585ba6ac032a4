"""Codes of square marks beside those of AprilTag 36h11, for words that the family has no number left for."""

from typing import Final

# fmt: off
MORE_CODES: Final = (
    0xc03c0b240, 0xcdfb84ffd, 0x6fab2bfc8, 0x0a9b040b2, 0x0eff3e386, 0xd27d66fba, 0x06093c308, 0x4d3f2dd8e,
    0xbe209e4b2, 0x6a4196144, 0xedb7edd25, 0xfd153cf7b, 0xf18c8f480, 0xf25b21809, 0x200c0d05a, 0xf4f3d5bbc,
    0x38e8a0ac1, 0x980c63680, 0xefb6437a3, 0x20c322f62, 0x5c5ffc1d8, 0x7ff49e1af, 0xe094be8e3, 0xf26986977,
    0x0c2116d0a, 0xfe88794c3, 0x7cdf60c9e, 0x381660f30, 0xc70c8a61c, 0xfb6797f64, 0xe2befe601, 0xf88cbe397,
    0x62afb2494, 0x14d36c659,
)
# fmt: on
"""36 cells each, row by row from the mark's own top left, the highest bit first, 1 white.

They differ from every code of the family, from one another and from themselves, at any quarter turn, in 11 cells or
more, as the family's own do, and in nine from plain shapes such as halves, corners, stripes and squares; found by
climbing from random words, a cell or two at a time. Their order is part of
every printed card: new codes go to the end.
"""

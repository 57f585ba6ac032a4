"""Blurring for good: rectangles of stored frames become one grey, and nothing of what was there stays in the file."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.live.moments import pictures
from controller.live.moments.errors import MomentError
from controller.live.moments.moment import BlurBox
from controller.live.moments.moment_file import MomentFile, new_frames

BLOCK_PX: Final = 8
"""A JPEG's block keeps traces of its neighbours' pixels: whole blocks are blurred."""


def blur_box(text: str) -> BlurBox:
    """A rectangle written ``LEFT,TOP,WIDTH,HEIGHT`` in pixels; raises MomentError.

    >>> box("10,20,300,200")
    BlurBox(left=10, top=20, width=300, height=200)
    """
    parts = text.split(",")
    if len(parts) != 4 or not all(part.strip().isdecimal() and len(part) < 7 for part in parts):
        raise MomentError(f"a rectangle is written LEFT,TOP,WIDTH,HEIGHT in pixels, like 0,0,400,300, not {text!r}")
    left, top, width, height = map(int, parts)
    return BlurBox(left, top, width, height)


def blurred(file: MomentFile, boxes: Sequence[BlurBox]) -> MomentFile:
    """The file with these rectangles blurred in every frame.

    Raises:
        MomentError: a rectangle is empty or lies beside the frames.
    """
    width, height = file.moment.size
    for one in boxes:
        if not (one.width > 0 and one.height > 0 and 0 <= one.left < width and 0 <= one.top < height):
            raise MomentError(
                f"the rectangle {one.left},{one.top},{one.width},{one.height} is not within the frames, "
                f"which are {width}x{height} pixels"
            )
    whole = [_whole_blocks(one, width, height) for one in boxes]
    frames = [_blurred(jpeg, whole) for jpeg in file.frames]
    done = tuple(dict.fromkeys((*file.moment.blurred, *whole)))
    return new_frames(file, replace(file.moment, blurred=done), frames)


def _blurred(jpeg: bytes, boxes: Sequence[BlurBox]) -> bytes:
    gray = pictures.open_picture(jpeg)
    for one in boxes:
        part = gray[one.top : one.top + one.height, one.left : one.left + one.width]
        part[:] = round(float(part.mean()))
    return pictures.compress_picture(gray)


def _whole_blocks(one: BlurBox, width: int, height: int) -> BlurBox:
    """The rectangle with every block that it touches, within the frame."""
    left, top = one.left // BLOCK_PX * BLOCK_PX, one.top // BLOCK_PX * BLOCK_PX
    right = min(width, -(-(one.left + one.width) // BLOCK_PX) * BLOCK_PX)
    bottom = min(height, -(-(one.top + one.height) // BLOCK_PX) * BLOCK_PX)
    return BlurBox(left, top, right - left, bottom - top)

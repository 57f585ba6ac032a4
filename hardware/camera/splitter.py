"""The splitter of a stream: its JPEG pictures, whatever stands between them; headers and boundaries are not read."""

import re
from collections.abc import Iterator
from typing import Final

from hardware.camera.decoder import END, START

_SCAN: Final = 0xDA
"""Marker SOS: picture data follow its segment, in which 0xFF begins nothing but a restart and the end."""
_BOUND: Final = re.compile(rb"\xff[\xd8\xd9]")
"""Markers in data: the end, or the beginning of the next picture."""
_PART: Final = b"\n--"
"""The beginning of a part's boundary (RFC 2046)."""
_KEPT: Final = max(len(START), len(_PART)) - 1
"""Bytes of what was looked through that may begin a mark whose rest is to come."""
_MOST: Final = 1 << 25
"""Bytes without the end of a picture after which it is garbage: four times a large picture in 4K."""


class Splitter:
    """Give it what comes; it gives each picture once its last byte is there, and b"" for a part that holds none."""

    def __init__(self) -> None:
        """Begin before the first part."""
        self._buffer = bytearray(b"\n")
        self._inside = False
        """Whether the buffer begins with a picture."""
        self._is_scan = False
        """Whether its data have begun."""
        self._parts = 0
        """Boundaries since the last picture."""
        self._at = 0
        """The place up to which the buffer was looked through."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take in the next bytes of the stream."""
        self._buffer += data
        while True:
            if not self._inside:
                yield from self._skip_to_picture()
                if not self._inside:
                    return
            picture = self._picture()
            if picture is None:
                return
            yield picture

    def _skip_to_picture(self) -> Iterator[bytes]:
        """Skip to where the next picture begins, if that has come; yield b"" for each part before it."""
        begin = self._buffer.find(START, self._at)
        end = begin if begin >= 0 else len(self._buffer)
        for _ in range(self._buffer.count(_PART, self._at, end)):
            self._parts += 1
            if self._parts > 1:
                yield b""
        if begin >= 0:
            del self._buffer[:begin]
            self._inside, self._is_scan, self._at, self._parts = True, False, len(START) - 1, 0
        else:
            # No whole mark is left in what is kept.
            del self._buffer[:-_KEPT]
            self._at = 0

    def _picture(self) -> bytes | None:
        """Return the picture that the buffer begins with; None where its end has not come, b"" if it is garbage."""
        while not self._is_scan:
            head = self._buffer[self._at : self._at + 4]
            if len(head) < 4:
                return None
            if head[0] != 0xFF:
                return self._cut(len(START), keep=False)
            if head[1] == 0xFF:  # a marker may be filled up before
                self._at += 1
                continue
            self._at += 2 + int.from_bytes(head[2:])
            self._is_scan = head[1] == _SCAN
        bound = _BOUND.search(self._buffer, self._at)
        if bound is None:
            self._at = max(self._at, len(self._buffer) - _KEPT)
            return self._cut(len(self._buffer), keep=False) if len(self._buffer) > _MOST else None
        # Where the next picture begins before this one's end has come, this one has none.
        return self._cut(bound.end() if bound.group() == END else bound.start(), keep=True)

    def _cut(self, end: int, *, keep: bool) -> bytes:
        """Take the first bytes out of the buffer; b"" if they are no picture."""
        with memoryview(self._buffer) as view:
            picture = bytes(view[:end]) if keep else b""
        del self._buffer[:end]
        self._inside, self._at = False, 0
        return picture

"""JPEG streams over HTTP, read as browsers read them: by what comes, not by how its headers are written."""

import re
import ssl
from collections.abc import Iterator
from http.client import HTTPException, HTTPMessage, HTTPResponse, IncompleteRead
from typing import IO, Final
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urlsplit
from urllib.request import (
    HTTPBasicAuthHandler,
    HTTPDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    HTTPSHandler,
    ProxyHandler,
    Request,
    build_opener,
)

from hardware.camera import address_faults
from hardware.camera.address_faults import TIMEOUT_S
from hardware.camera.decoder import END, START
from hardware.camera.errors import CameraError, hide_password

_CHUNK: Final = 1 << 18
"""Bytes read at once: about a picture."""
_JPEG_VIDEO: Final = frozenset({"video/x-motion-jpeg", "video/x-mjpeg", "video/mjpeg"})
_AS_IT_IS: Final = "%/:=&?~#+!$,;'@()*[]"
"""Signs that stand in addresses beside letters; anything else is written by its number."""


class Stream:
    """An open stream; `close` it at the end."""

    def __init__(self, address: str, answer: HTTPResponse, kind: str) -> None:
        """Read the pictures of an answer of this media type from an address."""
        self._address, self._kind = address, kind
        self._name, self._answer, self._splitter = hide_password(address), answer, Splitter()
        self._is_stream = kind in _JPEG_VIDEO or kind.startswith("multipart/")
        """Whether it is one, by its type or by what has come."""
        self._whole = self._splitter.feed(b"")
        self.close = answer.close

    def read(self) -> bytes | None:
        """Wait for the next picture, encoded; b"" for a part that holds none, None at the end; raises CameraError."""
        while (picture := next(self._whole, None)) is None:
            data = self._data()
            if not data and not self._is_stream:
                raise address_faults.no_pictures_error(self._address, self._kind)
            if not data:
                return None
            self._whole = self._splitter.feed(data)
        self._is_stream = True
        return picture

    def _data(self) -> bytes:
        try:
            return self._answer.read1(_CHUNK)
        except IncompleteRead:
            return b""  # a server that ends gives no last chunk
        except TimeoutError:
            text = f"{self._name}: nothing comes for {TIMEOUT_S:g} s; is the camera switched on, and on this network?"
        except (OSError, HTTPException, ValueError):
            text = f"{self._name}: the connection broke; is the camera switched on, and on this network?"
        raise CameraError(text, "silent")


def open_stream(address: str) -> Stream | None:
    """Open a stream of JPEG pictures; None if it is other video.

    Raises:
        CameraError: there is no stream, and why.
    """
    try:
        answer = _request(address)
    except HTTPError as error:
        error.close()
        raise address_faults.refused_error(address, error.code) from None
    except (OSError, HTTPException, ValueError) as error:
        raise address_faults.unanswered_error(address, error) from None
    kind = (answer.headers["Content-Type"] or "").partition(";")[0].strip().lower()
    if kind in _JPEG_VIDEO or not kind.startswith(("text/html", "image/", "video/")):
        return Stream(address, answer, kind)
    answer.close()
    if kind.startswith("video/"):
        return None
    raise address_faults.no_stream_error(address, is_page=kind == "text/html")


class _Basic(HTTPBasicAuthHandler):
    """The library's handler, which leaves the answer that asks for a password open."""

    def http_error_401(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> HTTPResponse | None:
        """Ask again with the password."""
        try:
            return super().http_error_401(req, fp, code, msg, headers)
        finally:
            fp.close()


class _Digest(HTTPDigestAuthHandler):
    """The same for the other way to tell a password."""

    def http_error_401(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> HTTPResponse | None:
        """Ask again with the password."""
        try:
            return super().http_error_401(req, fp, code, msg, headers)
        finally:
            fp.close()


def _request(address: str) -> HTTPResponse:
    """Request an address. Certificates are not checked: cameras sign their own."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    url = quote(parts._replace(netloc=host, path=parts.path or "/").geturl(), safe=_AS_IT_IS)
    passwords = HTTPPasswordMgrWithDefaultRealm()
    if parts.username is not None:
        # Without a realm, a password is for all below an address.
        passwords.add_password(None, url, unquote(parts.username), unquote(parts.password or ""))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    handlers = _Basic(passwords), _Digest(passwords)
    # A camera is on this network: no proxy.
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=context), *handlers)
    answer: HTTPResponse = opener.open(url, timeout=TIMEOUT_S)
    return answer


# The splitter of a stream: its JPEG pictures, whatever stands between them; headers and boundaries are not read.

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

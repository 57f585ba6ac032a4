"""JPEG streams over HTTP, read as browsers read them: by what comes, not by how its headers are written."""

import ssl
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
from hardware.camera.errors import CameraError, hide_password
from hardware.camera.splitter import Splitter

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

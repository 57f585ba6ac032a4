"""Servers of streams as cameras and their programs send them, each with its own fault; reported in public trackers."""

import hashlib
import re
import socket
import ssl
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from tests.support.hardware.camera_pictures import picture

COUNT: Final = 24
"""Pictures of a stream."""
BROKEN: Final = frozenset({5, 6, 11, 16})
"""Numbers of those that come broken, where some do."""


def jpeg(number: int, size: tuple[int, int] = (64, 48)) -> bytes:
    """A picture that carries its number, in grain, as a camera encodes it."""
    colour = cv2.resize(picture(number % 20), size, interpolation=cv2.INTER_NEAREST)
    grain = np.random.default_rng(number).integers(0, 12, colour.shape, np.uint8)
    return cv2.imencode(".jpg", colour + grain, (cv2.IMWRITE_JPEG_QUALITY, 90))[1].tobytes()


def without_tables(whole: bytes) -> bytes:
    """The same picture without its Huffman tables, as MJPEG allows."""
    parts, place = [whole[:2]], 2
    while whole[place + 1] != 0xDA:
        end = place + 2 + int.from_bytes(whole[place + 2 : place + 4])
        if whole[place + 1] != 0xC4:
            parts.append(whole[place:end])
        place = end
    return b"".join((*parts, whole[place:]))


def _half(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


Broken = Callable[[bytes], bytes]
"""The fate of a picture that does not come whole."""
HOW: Final[dict[str, Broken]] = {
    "empty": lambda _: b"",
    "half": _half,
    "half-closed": lambda whole: _half(whole) + b"\xff\xd9",
    "garbage": lambda whole: b"\x55" * len(whole),
    "header": lambda whole: whole[:100],
    "noise": lambda whole: whole[:3] + np.random.default_rng(1).bytes(len(whole)),
}
WHOLE: Final[dict[str, Broken]] = {
    "whole": lambda whole: whole,
    "no end": lambda whole: whole[:-2],
    "zeros behind": lambda whole: whole + bytes(40),
    "bytes before the end": lambda whole: whole[:-2] + b"\x12\x34\x56" + whole[-2:],
    "no tables": without_tables,
}


def _part(head: str, end: str = "\r\n") -> Callable[[bytes], bytes]:
    """A part of a stream: what its picture is wrapped into."""

    def wrapped(content: bytes) -> bytes:
        return head.format(len(content)).replace("\n", end).encode() + content + end.encode()

    return wrapped


def _chunked(content: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(content), content)


_USUAL: Final = _part("--frame\nContent-Type: image/jpeg\nContent-Length: {}\n\n")
MULTIPART: Final = "multipart/x-mixed-replace"
FRAMINGS: Final[dict[str, tuple[str, Callable[[bytes], bytes]]]] = {
    "usual": (f"{MULTIPART}; boundary=frame", _USUAL),
    "quoted": (f'{MULTIPART}; boundary="frame"', _USUAL),
    "dashes": (f"{MULTIPART}; boundary=--frame", _USUAL),
    "spaced": (f"{MULTIPART};boundary = frame", _USUAL),
    "no boundary": (MULTIPART, _USUAL),
    "no length": (f"{MULTIPART}; boundary=frame", _part("--frame\nContent-Type: image/jpeg\n\n")),
    "lines without carriage return": (
        f"{MULTIPART}; boundary=frame",
        _part("--frame\nContent-Type: image/jpeg\nContent-Length: {}\n\n", end="\n"),
    ),
    "boundary after": (
        f"{MULTIPART}; boundary=frame",
        lambda one: _part("Content-Type: image/jpeg\nContent-Length: {}\n\n")(one) + b"--frame\r\n",
    ),
    "small letters": (
        f"{MULTIPART}; boundary=frame",
        _part("--frame\ncontent-type: image/jpeg\ncontent-length: {}\nx-timestamp: 0.1\n\n"),
    ),
    "parameter": (
        f"{MULTIPART}; boundary=frame",
        _part("--frame\nContent-Type: image/jpeg; charset=binary\nContent-Length: {}\n\n"),
    ),
    "wrong length": (
        f"{MULTIPART}; boundary=frame",
        _part("--frame\nContent-Type: image/jpeg\nContent-Length: 9{}\n\n"),
    ),
    "chunked": (
        f"{MULTIPART}; boundary=frame\r\nTransfer-Encoding: chunked",
        lambda one: _chunked(b"\r\n--frame\r\n") + _chunked(b"Content-Type: image/jpeg\r\n\r\n") + _chunked(one),
    ),
    "bare pictures": ("video/x-motion-jpeg", lambda one: one),
    "another name": ("video/x-mjpeg", _USUAL),
    "bytes": ("application/octet-stream", _USUAL),
}
"""Content-Type of the answer, and how each picture is wrapped."""


@dataclass
class Wire:
    """A server: the bytes that it answers, or what it does instead."""

    answer: Callable[[str], Iterator[bytes]]
    """The parts of the answer to a request's head."""
    certificate: str = ""
    """File of key and certificate; with one it speaks TLS."""
    stop: threading.Event = field(default_factory=threading.Event)
    port: int = 0

    @contextmanager
    def serving(self) -> Generator[str]:
        """Serve one line after the other; gives host and port."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(0.05)
            self.port = server.getsockname()[1]
            thread = threading.Thread(target=self._serve, args=(server,))
            thread.start()
            try:
                yield f"127.0.0.1:{self.port}"
            finally:
                self.stop.set()
                thread.join()

    def _serve(self, server: socket.socket) -> None:
        while not self.stop.is_set():
            with suppress(TimeoutError):
                line, _ = server.accept()
                with suppress(OSError), line, self._secured(line) as talk:
                    talk.settimeout(5)
                    head = b""
                    while b"\r\n\r\n" not in head:
                        if not (data := talk.recv(4096)):
                            break
                        head += data
                    for part in self.answer(head.decode("latin1")) if head else ():
                        talk.sendall(part)

    def _secured(self, line: socket.socket) -> socket.socket:
        if not self.certificate:
            return line
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        return context.wrap_socket(line, server_side=True)


def head(kind: str, status: str = "200 OK", more: str = "") -> bytes:
    """The beginning of an answer."""
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}Connection: close\r\n\r\n".encode()


def once(kind: str, body: bytes, status: str = "200 OK", more: str = "") -> Wire:
    """A server that gives one thing."""
    return Wire(lambda _: iter((head(kind, status, f"Content-Length: {len(body)}\r\n{more}"), body)))


def stream(framing: str, content: Callable[[int], bytes], between_s: float = 0.02) -> Wire:
    """A server of a stream of `COUNT` pictures that ends."""
    kind, wrapped = FRAMINGS[framing]
    wire = Wire(lambda _: iter(()))

    def answer(_: str) -> Iterator[bytes]:
        yield head(kind)
        for number in range(COUNT):
            yield wrapped(content(number))
            wire.stop.wait(between_s)

    wire.answer = answer
    return wire


def digest(user: str, password: str, wire: Wire) -> Wire:
    """The same server behind a password that is told by Digest (RFC 7616, MD5)."""
    before = wire.answer

    def hashed(text: str) -> str:
        return hashlib.md5(text.encode()).hexdigest()  # noqa: S324  the protocol's own

    def answer(request: str) -> Iterator[bytes]:
        said = dict(
            re.findall(r'(\w+)="?([^",\r]+)', request.partition("Authorization: Digest ")[2].partition("\r")[0])
        )
        secret = hashed(f"{user}:cam:{password}"), hashed(f"GET:{said.get('uri')}")
        parts = "abc", said.get("nc"), said.get("cnonce"), "auth"
        if said.get("response") != hashed(":".join((secret[0], *map(str, parts), secret[1]))):
            asks = (
                'WWW-Authenticate: Digest realm="cam", nonce="abc", qop="auth", algorithm=MD5\r\nContent-Length: 0\r\n'
            )
            yield head("text/plain", "401 Unauthorized", asks)
        else:
            yield from before(request)

    wire.answer = answer
    return wire

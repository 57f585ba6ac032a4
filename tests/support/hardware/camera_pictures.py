"""Small pictures that carry a number, and a server that streams them."""

import base64
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
from numpy.typing import NDArray

COUNT = 20
BOUNDARY = "frame"


def picture(number: int) -> NDArray[np.uint8]:
    """A dark picture with as many bright columns as its number."""
    colour = np.full((48, 64, 3), 20, np.uint8)
    colour[:, : 3 * number] = 220
    return colour


def number_in(gray: NDArray[np.uint8]) -> int:
    return round(int((gray[24] > 120).sum()) / 3)


class Server(ThreadingHTTPServer):
    """Streams all pictures over and over; what goes wrong is set from outside."""

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Stream)
        self.rounds = 1
        self.hang_after: int | None = None
        """Pictures after which nothing more is sent though the line stays open."""
        self.password: str | None = None
        self.stop = threading.Event()
        self.between_s = 0.01

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_port}/table.mjpg"


class _Stream(BaseHTTPRequestHandler):
    server: Server  # pyrefly: ignore[bad-override-mutable-attribute]  # the only server that makes it

    def do_GET(self) -> None:
        wanted = self.server.password
        if wanted and self.headers["Authorization"] != "Basic " + base64.b64encode(f"anna:{wanted}".encode()).decode():
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="table"')
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
        self.end_headers()
        try:
            self._pictures()
        except OSError:
            return  # whoever watched has left

    def _pictures(self) -> None:
        for sent in range(COUNT * self.server.rounds):
            if sent == self.server.hang_after:
                self.server.stop.wait()
            if self.server.stop.wait(self.server.between_s):
                return
            _, code = cv2.imencode(".jpg", picture(sent % COUNT))
            head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(code)}\r\n\r\n"
            self.wfile.write(head.encode() + code.tobytes() + b"\r\n")
        self.wfile.write(f"--{BOUNDARY}--\r\n".encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's own name
        """Say nothing."""


@contextmanager
def serving(server: Server) -> Generator[Server, None, None]:
    """Serve until the end, then cut every line."""
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.stop.set()
        server.shutdown()
        thread.join()
        server.server_close()

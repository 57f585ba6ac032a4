"""A network camera before which a film is played: ``GET /`` is its stream.

``GET /show?first=N&last=M`` lets it play on to N, with ``at=K`` from K on. From then on it shows the pictures from N to
M to and fro, in which nothing moves: no camera gives the same picture twice, and one that does is told of as frozen.
They lie in a folder, named for their numbers. It begins with some of the empty mat that are alike but for their
grain: the light of the film flickers in three pictures, and of each three it shows one.
"""

import queue
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

FOLDER, PORT, FPS = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])


class Reel:
    """The position of the film."""

    at = first = 1
    last = 7
    step = stride = 3

    def __init__(self) -> None:
        self.asked = queue.SimpleQueue[dict[str, int]]()  # one thread alone moves the film

    def play(self) -> None:
        while True:
            time.sleep(1 / FPS)
            while not self.asked.empty():
                asked = self.asked.get()
                self.at, self.first, self.last = asked.get("at", self.at), asked["first"], asked["last"]
                self.step = self.stride = 1
            if self.at <= self.first:
                self.step = self.stride
            elif self.at >= self.last:
                self.step = -self.stride
            if self.first < self.last:
                self.at += self.step


REEL = Reel()


class Camera(BaseHTTPRequestHandler):
    """Answers one client."""

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        if asked.path == "/show":
            REEL.asked.put({name: int(values[0]) for name, values in parse_qs(asked.query).items()})
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"%d\n" % REEL.at)
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        while True:
            code = (FOLDER / f"{REEL.at}.jpg").read_bytes()
            self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(code))
            self.wfile.write(code + b"\r\n")
            time.sleep(1 / FPS)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's own name
        """Say nothing."""


threading.Thread(target=REEL.play, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", PORT), Camera).serve_forever()

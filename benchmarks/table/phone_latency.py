"""Latency of a phone's pictures on their way to the eyes, beside those of a stream by HTTP with the same pictures.

Run it from the project's folder: ``python -m benchmarks.table.phone_latency [--seconds 20] [--size 1920x1080]``. The
phone is Chromium with a drawn film as its camera, on this machine: the figures include its encoding, but no WLAN.
Printed are medians and 95th percentiles in milliseconds, pictures a second, and bytes.
"""

import argparse
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

import cv2
from selenium.webdriver.common.by import By

from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from controller.table import screenplay
from groundwork.picture import Gray
from hardware.camera.phone import Battery, PhonePictures
from hardware.camera.source import open_source
from tests.support.console.browser_talk import browser, press, script
from tests.support.console.console_rig import OPENING, REVOKED, Rig
from tests.support.console.setup_rig import set_up
from tests.support.waiting import until
from vision.film.reel import Reel, Take

FPS: Final = 15
TABLE: Final = (
    '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n[camera]\nsource = "phone"\nsize = "{}"\n'
)
NOTED: Final = """
    window.drawn = {};
    const context = CanvasRenderingContext2D.prototype, drawImage = context.drawImage, real = window.fetch;
    let last = 0;
    context.drawImage = function (...all) {
      last = performance.timeOrigin + performance.now();
      return drawImage.apply(this, all);
    };
    window.fetch = (address, ...more) => {
      drawn[new URL(address, location).searchParams.get("number")] = last;
      return real(address, ...more);
    };
"""
"""A script that notes when the picture of each number was drawn, from which it is encoded."""


class Timed(PhonePictures):
    """The way of a phone's pictures, which notes the time of each arrival."""

    def __init__(self) -> None:
        super().__init__()
        self.came: dict[int, float] = {}
        self.pictures: list[bytes] = []

    def put(self, sender: Any, number: int, picture: bytes, battery: Battery | None = None) -> bool:  # noqa: ANN401  as it is there
        """Note a picture, and put it."""
        self.came[number] = time.time()
        self.pictures.append(picture)
        return super().put(sender, number, picture, battery)


def seen(frames: Iterable[tuple[float, Gray]], seconds: float) -> Iterator[float]:
    """Yield the times at which pictures reach their viewer, for so long."""
    until_s = time.time() + seconds
    for _ in frames:
        yield time.time()
        if time.time() > until_s:
            return


def since(times: Sequence[float], begun: Sequence[float]) -> list[float]:
    """Return the milliseconds from the newest beginning before each of the times."""
    return [1000 * (when - begun[place - 1]) for when in times if (place := bisect_right(begun, when))]


def told(what: str, values: Sequence[float]) -> str:
    """Write a line: median and 95th percentile."""
    return f"{what:34} {median(values):6.1f} {quantiles(values, n=20)[-1]:6.1f} ms"


def film(path: Path, size: tuple[int, int]) -> None:
    """Draw some seconds of play in Chromium's format of a camera with 30 pictures a second."""
    reel = Reel(Take([*screenplay.steps([OPENING, *REVOKED])], 3, size=size))
    path.write_bytes(b"".join(cv2.imencode(".jpg", one)[1].tobytes() * 2 for one in reel.frames(grey=False)))


def by_phone(folder: Path, size: tuple[int, int], seconds: float) -> list[bytes]:
    """Measure a phone; returns its pictures."""
    film(folder / "film.mjpeg", size)
    flags = "use-fake-device-for-media-stream", "use-fake-ui-for-media-stream", "ignore-certificate-errors"
    with (
        Journal(folder / "current.jsonl") as journal,
        browser(folder / "phone", *flags, f"use-file-for-fake-video-capture={folder / 'film.mjpeg'}") as phone,
    ):
        rig = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=0, https_port=0), watching=False)
        setup = set_up(rig, TABLE.format("x".join(map(str, size))))
        setup.phone = pictures = Timed()
        if not rig.console.open():
            raise SystemExit("the pages cannot be opened")
        phone.get(rig.context.phone_address())
        phone.find_element(By.ID, "code").send_keys(rig.context.codes.for_camera().text)
        press(phone, "#take")
        until(lambda: phone.find_elements(By.ID, "begin"))
        script(phone, NOTED)
        press(phone, "#begin")
        until(lambda: len(pictures.came) > FPS)
        with open_source("phone", phone=pictures) as camera:
            at_eyes = [*seen(camera, seconds)]
        drawn = cast("dict[str, float]", script(phone, "return window.drawn"))
        rig.console.close()
    begin, end = at_eyes[0], at_eyes[-1]
    came = {number: when for number, when in pictures.came.items() if begin <= when <= end}
    arrivals = sorted(came.values())
    here = [1000 * when - drawn[str(number)] for number, when in came.items() if str(number) in drawn]
    there = since(at_eyes, arrivals)
    sizes = [len(one) for one in pictures.pictures]
    print(told("phone: drawn to arrived", here))
    print(told("phone: arrived to the eyes", there))
    print(f"phone: {len(came) / (end - begin):.1f} pictures a second, {median(sizes) / 1000:.0f} kB each")
    return pictures.pictures


@contextmanager
def streaming(pictures: Sequence[bytes], sent: Callable[[float], object]) -> Generator[str]:
    """Stream these pictures by HTTP, each reported when it is sent; yields the address."""

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            with suppress(OSError):
                for code in cycle(pictures):
                    sent(time.time())
                    self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + code + b"\r\n")
                    time.sleep(1 / FPS)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's own name
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/table.mjpg"
    finally:
        server.shutdown()
        server.server_close()


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--size", default="1920x1080")
    asked = parser.parse_args()
    width, height = map(int, asked.size.split("x"))
    with TemporaryDirectory() as folder:
        pictures = by_phone(Path(folder), (width, height), asked.seconds)
    begun = list[float]()
    with streaming(pictures[-100:], begun.append) as address, open_source(address) as camera:
        print(told("stream: sent to the eyes", since([*seen(camera, asked.seconds)], begun)))


if __name__ == "__main__":
    main()

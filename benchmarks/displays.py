"""What displays cost: bytes and processor time per update of each kind, and what dead ones cost the game.

Run with ``python -m benchmarks.displays``. The faces are those of a recorded evening, one after each event.
"""

import os
import statistics
import time
import tty
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from controller import record, scoreboard
from controller.config import parse
from controller.displays import Displays
from controller.fold import fold
from firmware_bridge.device import Device
from firmware_bridge.displays.backpack import Backpack
from firmware_bridge.displays.characters import Size
from firmware_bridge.displays.epaper import Epaper
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.displays.wled import WledPresets, WledStrip
from firmware_bridge.face import Face
from firmware_bridge.link import Link
from firmware_bridge.stock import Dialect, P

EVENING = Path(__file__).parents[1] / "examples" / "mittlere" / "evening.jsonl"
TABLE = '[table]\ngame = "mittlere"\nseats = ["a", "b", "c"]\n'
DEAL = record.read(EVENING.read_bytes()).events[:40]
ROUNDS = 9
PACE_S = 0.01


def evening() -> list[Face]:
    """The face after each event."""
    stages = fold(record.read(EVENING.read_bytes()).events)
    return [scoreboard.face(stage.match, stage.match.verdicts) for stage in stages]


def sizes(dialect: Dialect[P], faces: Sequence[Face]) -> tuple[list[int], float]:
    """Bytes of each update but the first, pages not turned; and processor seconds per face."""
    have: P | None = None
    sent: list[int] = []
    start_s = time.thread_time()
    for face in faces:
        page = dialect.render(face)[0]
        if page != have:
            sent.append(len(b"".join(dialect.changes(have, page))))
        have = page
    return sent[1:], (time.thread_time() - start_s) / len(faces)


def own_sizes(faces: Sequence[Face]) -> tuple[list[int], float]:
    """The same for our own wire, the reference display at its other end; the host's bytes only."""
    link, device, now, sent = Link(1), Device(), 0.0, list[int]()
    used_s = 0.0
    for face in faces:
        start_s, count = time.thread_time(), 0
        link.show(face)
        while not link.is_done:
            data = link.data_to_send(now)
            count += len(data)
            used_s += time.thread_time() - start_s
            device.receive(data, now)
            answer = device.data_to_send(now)
            start_s, now = time.thread_time(), now + 0.3
            link.receive(answer, now)
        used_s += time.thread_time() - start_s
        sent.append(count)
    return [count for count in sent[1:] if count], used_s / len(faces)


def game(faces: Sequence[Face], show: Callable[[Face], None]) -> tuple[float, float]:
    """Median microseconds that showing a face takes, and that the game's next piece of work takes then.

    The work is to fold a deal; it competes with the displays' threads, which draw the face meanwhile.
    """
    shows: list[float] = []
    works: list[float] = []
    for face in faces:
        time.sleep(PACE_S)
        start = time.perf_counter()
        show(face)
        shown = time.perf_counter()
        for _ in fold(DEAL):
            pass
        works.append(time.perf_counter() - shown)
        shows.append(shown - start)
    return 1e6 * statistics.median(shows), 1e6 * statistics.median(works)


def settings(ports: Sequence[str]) -> str:
    """Five displays of five kinds."""
    kinds = ("serial", "wled", "epaper", "backpack")
    tables = [f'[[display]]\nkind = "{kind}"\nport = "{port}"\n' for kind, port in zip(kinds, ports, strict=True)]
    return TABLE + "".join(tables) + '[[display]]\nkind = "lcdproc"\nport = "192.0.2.1"\n'


def main() -> None:
    """Print all figures."""
    faces = evening()
    print(f"{len(faces)} faces")
    figures = {
        "WLED strip, 60 lights": sizes(WledStrip(60), faces),
        "WLED presets": sizes(WledPresets(), faces),
        "e-paper 800x600": sizes(Epaper(), faces),
        "backpack 16x2": sizes(Backpack(Size(16, 2)), faces),
        "backpack 20x4": sizes(Backpack(Size(20, 4)), faces),
        "LCDproc 16x2": sizes(Lcdproc(), faces),
        "own wire": own_sizes(faces),
    }
    for name, (sent, used_s) in figures.items():
        told = f"{len(sent)} updates, median {statistics.median(sent):.0f} bytes, most {max(sent)}"
        print(f"{name}: {told}, {1e6 * used_s:.0f} us a face")
    dead(faces[:200])


def dead(faces: Sequence[Face]) -> None:
    """What five displays that nobody reads cost the game, against none, by turns."""
    with ExitStack() as stack:
        ports: list[str] = []
        for _ in range(4):
            master, slave = os.openpty()
            tty.setraw(slave)
            stack.callback(os.close, master)
            stack.callback(os.close, slave)
            ports.append(os.ttyname(slave))
        five = Displays(parse(settings(ports)).display)
        stack.callback(five.close)
        time.sleep(1)
        without, beside = list[tuple[float, float]](), list[tuple[float, float]]()
        for _ in range(ROUNDS):
            without.append(game(faces, Displays(()).show))
            beside.append(game(faces, five.show))
        for name, rounds in (("no display", without), ("five dead displays", beside)):
            shows, works = zip(*rounds, strict=True)
            print(
                f"{name}: show {statistics.median(shows):.0f} us, the work after it {statistics.median(works):.0f} us"
            )
        ratios = [(b[0] + b[1]) / (a[0] + a[1]) for a, b in zip(without, beside, strict=True)]
        print(
            "with five dead displays a step takes",
            ", ".join(f"{ratio:.2f}" for ratio in sorted(ratios)),
            "times as long",
        )
        print(five.status)


if __name__ == "__main__":
    main()

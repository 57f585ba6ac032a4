"""What displays cost the game's own thread, and how long a verdict takes to each kind's wire.

Run with ``python -m benchmarks.table.displays_cost``. Steps of the game without displays and with five dead or slow
ones take turns, face by face.
"""

import os
import statistics
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from benchmarks.table.displays import DEAL, PACE_S, TABLE, evening
from controller.peripherals.displays import Displays
from controller.referee.fold import fold
from controller.settings.model import parse
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face

ROUNDS = 7
SETTLE_S = 1.5
VERDICTS = 40
KINDS = ("serial", "wled", "epaper", "backpack", "lcdproc")


@contextmanager
def displays(mode: str) -> Generator[Displays]:
    """Five displays of five kinds at the other ends of real wires."""
    command = [sys.executable, "-m", "benchmarks.table.displays_peers", mode]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peers:  # noqa: S603 - ours
        ports: list[str] = peers.stdout.readline().split() if peers.stdout else []
        tables = [f'[[display]]\nkind = "{kind}"\nport = "{port}"\n' for kind, port in zip(KINDS, ports, strict=True)]
        with closing(Displays(parse(TABLE + "".join(tables)).display)) as five:
            time.sleep(SETTLE_S)
            yield five
        peers.communicate()


@dataclass(frozen=True)
class Step:
    """Microseconds of one step of the game: show() by the clock and in processor time, and the work after it."""

    show: float
    used: float
    work: float


def step(show: Callable[[Face], None], face: Face) -> Step:
    """Show a face, and fold a deal, which competes with the displays' threads: they draw the face meanwhile."""
    start, used = time.perf_counter(), time.thread_time()
    show(face)
    used, shown = time.thread_time() - used, time.perf_counter()
    for _ in fold(DEAL):
        pass
    return Step(1e6 * (shown - start), 1e6 * used, 1e6 * (time.perf_counter() - shown))


def middle(steps: Sequence[Step]) -> Step:
    """The medians."""
    return Step(*(statistics.median(getattr(one, name) for one in steps) for name in ("show", "used", "work")))


def cost(mode: str) -> None:
    """Print what five displays cost beside none, face by face by turns, all of them open all the time."""
    ratios, both = list[float](), (list[Step](), list[Step]())
    with displays(mode) as five, closing(Displays(())) as none:
        for number in range(ROUNDS):
            told = (list[Step](), list[Step]())
            for count, face in enumerate(evening()):
                for which in ((0, 1), (1, 0))[(number + count) % 2]:
                    time.sleep(PACE_S)
                    told[which].append(step((none, five)[which].show, face))
            without, beside = middle(told[0]), middle(told[1])
            ratios.append((beside.show + beside.work) / (without.show + without.work))
            for all_of, some in zip(both, told, strict=True):
                all_of.extend(some)
        print(mode, five.status)
    for name, steps in zip(("none", f"five {mode}"), both, strict=True):
        one, late = middle(steps), sorted(step.show for step in steps)[len(steps) * 99 // 100]
        print(
            f"{name}: show {one.show:.0f} us (p99 {late:.0f}), {one.used:.0f} us of processor, work {one.work:.0f} us"
        )
    told_ratios = ", ".join(f"{ratio:.3f}" for ratio in sorted(ratios))
    print(f"with five {mode} displays a step takes {told_ratios} times as long")


def verdict_to_wire(kind: str) -> tuple[float, float]:
    """Milliseconds from a verdict's show() to the first byte at the other end: median, worst. Answers come at once."""
    from benchmarks.table.displays_peers import answers

    master, slave = os.openpty()
    tty.setraw(slave)
    heard, answer = threading.Event(), answers()[KINDS.index(kind)]
    arrived = [0.0]

    def listen() -> None:
        while data := os.read(master, 4096):
            if not heard.is_set():
                arrived[0] = time.perf_counter()
                heard.set()
            if said := answer(data):
                os.write(master, said)

    threading.Thread(target=listen, daemon=True).start()
    lights = "lights = 60\n" if kind == "wled" else "refresh_s = 1\n" if kind == "epaper" else ""
    settings = parse(f'{TABLE}[[display]]\nkind = "{kind}"\nport = "{os.ttyname(slave)}"\n{lights}').display
    took: list[float] = []
    with closing(Displays(settings)) as one:
        time.sleep(SETTLE_S)
        for _ in range(VERDICTS if kind != "epaper" else VERDICTS // 4):
            one.show(FACES["three"])
            # Not on the second, at which lights are sent again without a change.
            time.sleep(0.35 if kind != "epaper" else 2.5)
            heard.clear()
            start = time.perf_counter()
            one.show(FACES["verdict"])
            heard.wait(10)
            took.append(1e3 * (arrived[0] - start))
            time.sleep(0.25 if kind != "epaper" else 2.5)
    return statistics.median(took), max(took)


def main() -> None:
    """Print all figures."""
    for kind in KINDS[:4]:
        median, worst = verdict_to_wire(kind)
        print(f"verdict to wire, {kind}: median {median:.2f} ms, worst {worst:.2f} ms")
    for mode in ("dead", "slow"):
        cost(mode)


if __name__ == "__main__":
    main()

"""The time from a verdict to its lit dots on the real AVR binary, and the number of bytes; in simulated time.

``python -m benchmarks.table.firmware`` prints one line a kind of update, and the bytes of each part of a Pico. simavr
gives an I2C byte 9 us; at 400 kHz it takes 22.5, so the difference is added for every byte on the bus until the last
dot has changed.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from firmware_bridge.face.face import Alert, Face, Lamp, Row
from firmware_bridge.mcu import toolchain
from firmware_bridge.mcu.board import ArduinoBoard, PicoBoard
from firmware_bridge.protocol.link import Link

STEP_S = 0.0005
"""The resolution of the times."""

I2C_SHORTFALL_S = (22.5 - 9) * 1e-6
UPDATES = 100
PICO_UPDATES = 11
OUTFITS = (
    "oled",
    "oled,buzzer,lamp",
    "sh1106,strip,buzzer,lamp",
    "oled,matrix,strip,buzzer,lamp",
    "epaper,buzzer,lamp",
    "digits,buzzer,lamp",
    "matrix,buzzer,lamp",
    "strip",
)
VERDICT = "Revoke in trick {}: Berta threw H7 on the spade lead, S9 proves it (MIT-F3)"


@dataclass(frozen=True, slots=True)
class Update:
    """One change of the picture, in seconds and bytes."""

    lit_s: float
    sent: int
    answered: int


def faces(kind: str) -> Iterator[Face]:
    """Yield pictures that follow each other: a trick's end, or a verdict that comes and goes."""
    for step in range(UPDATES + 1):
        rows = tuple(
            Row(name, f"{step * sign:+}", "II", Lamp.OFF) for name, sign in (("Anna", 1), ("Berta", -1), ("Cla", 2))
        )
        told = VERDICT.format(step % 12 + 1) if kind == "verdict" and step % 2 else ""
        if kind == "status":
            rows = tuple(Row(name, "+1") for name in ("Anna", "Berta", "Cla"))
        yield Face("Mittlere, deal 3", rows, f"trick {step % 12 + 1} of 12", Alert(told))


def measure(board: ArduinoBoard, kind: str) -> list[Update]:
    """Measure a board that shows a series of pictures."""
    link, found = Link(7), list[Update]()
    for place, face in enumerate(faces(kind)):
        link.show(face)
        update = _show(board, link)
        if place:
            found.append(update)
    return found


def _show(board: ArduinoBoard, link: Link) -> Update:
    """Show a picture, and go on until the glass has stood still for long."""
    begun_s, changed_s, i2c = board.now, board.now, int(board.ask("i2c"))
    before, at_change = board.ask("oled"), i2c
    sent = answered = 0
    while not link.is_done or board.now - changed_s < 0.06:
        data = link.data_to_send(board.now)
        sent += len(data)
        board.receive(data)
        said = board.run(STEP_S)
        answered += len(said)
        link.receive(said, board.now)
        if (glass := board.ask("oled")) != before:
            before, changed_s, at_change = glass, board.now, int(board.ask("i2c"))
    return Update(changed_s - begun_s + (at_change - i2c) * I2C_SHORTFALL_S, sent, answered)


def written(trace: str) -> int:
    """Count the bytes on a Pico's buses; settings, addresses and commands included."""
    words = [word for word in trace.split() if "=" not in word and not word.startswith("tone")]
    return sum(len(word.rpartition(":")[2]) // 2 for word in words)


def pico_bytes(folder: Path) -> list[int]:
    """Count the bytes that a Pico writes in the second in which a picture changes, for each of a few tricks."""
    found: list[int] = []
    with PicoBoard(folder) as board:
        board.run(0.1)
        link = Link(7)
        for face in islice(faces("trick"), PICO_UPDATES):
            board.ask("trace")
            link.show(face)
            end_s = board.now + 1
            while board.now < end_s:
                board.receive(link.data_to_send(board.now))
                link.receive(board.run(max(min(link.next_deadline(board.now), end_s) - board.now, STEP_S)), board.now)
            found.append(written(board.ask("trace")))
    return found[1:]


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for parts in OUTFITS:
            built = toolchain.build(toolchain.Outfit(tuple(parts.split(","))), home)
            sys.stdout.write(f"{parts}: flash {built.flash_bytes}, RAM {built.ram_bytes} bytes\n")
        bench, firmware = toolchain.build_bench(home), toolchain.build(toolchain.Outfit(), home)
        for kind in ("status", "trick", "verdict"):
            with ArduinoBoard(bench, firmware.elf) as board:
                board.run(0.1)
                updates = measure(board, kind)
            times = sorted(1000 * update.lit_s for update in updates)
            sizes = [statistics.median(part) for part in zip(*((u.sent, u.answered) for u in updates), strict=True)]
            sys.stdout.write(
                f"{kind}: to the last lit dot median {statistics.median(times):.1f} ms, p99 "
                f"{times[int(0.99 * len(times)) - 1]:.1f}, max {times[-1]:.1f}; {sizes[0]:.0f} bytes sent, "
                f"{sizes[1]:.0f} answered\n"
            )
        for part in sorted(toolchain.SHOWING):
            count = statistics.median(pico_bytes(toolchain.stage_pico(toolchain.Outfit((part,)), home)))
            sys.stdout.write(f"Pico, {part}: {count:.0f} bytes written in the second in which a trick ends\n")


if __name__ == "__main__":
    main()

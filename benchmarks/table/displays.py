"""What displays are sent: bytes and processor time per update of each kind. What they cost: ``displays_cost``.

Run with ``python -m benchmarks.table.displays``. The faces are those of a recorded evening, one after each event.
"""

import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from controller.language.translate import ENGLISH, on_face
from controller.live import scoreboard
from controller.record import text as record
from controller.referee.fold import fold
from controller.web import sse
from firmware_bridge.displays import kiosk
from firmware_bridge.displays.backpack import Backpack
from firmware_bridge.displays.characters import CharacterSize
from firmware_bridge.displays.dialect import Dialect, P
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.displays.wled import WledPresets, WledStrip
from firmware_bridge.face.face import Face
from firmware_bridge.protocol.device import Device
from firmware_bridge.protocol.link import Link

EVENING = Path(__file__).parents[2] / "examples" / "mittlere" / "evening.jsonl"
TABLE = '[table]\ngame = "mittlere"\nseats = ["a", "b", "c"]\n'
DEAL = record.read(EVENING.read_bytes()).events[:40]
PACE_S = 0.01


def evening() -> list[Face]:
    """The face after each event."""
    stages = fold(record.read(EVENING.read_bytes()).events)
    return [on_face(scoreboard.face(stage.match, stage.match.verdicts), ENGLISH) for stage in stages]


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


def kiosk_sizes(faces: Sequence[Face]) -> tuple[list[int], float]:
    """The same for a page in a browser, which gets whole faces."""
    start_s = time.thread_time()
    sent = [len(sse.event("", kiosk.render(face))) for face in faces]
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


def main() -> None:
    """Print all figures."""
    faces = evening()
    print(f"{len(faces)} faces")
    figures = {
        "WLED strip, 60 lights": sizes(WledStrip(60), faces),
        "WLED presets": sizes(WledPresets(), faces),
        "e-paper 800x600": sizes(Epaper(), faces),
        "backpack 16x2": sizes(Backpack(CharacterSize(16, 2)), faces),
        "backpack 20x4": sizes(Backpack(CharacterSize(20, 4)), faces),
        "LCDproc 16x2": sizes(Lcdproc(), faces),
        "kiosk, each browser": kiosk_sizes(faces),
        "own wire": own_sizes(faces),
    }
    for name, (sent, used_s) in figures.items():
        told = f"{len(sent)} updates, median {statistics.median(sent):.0f} bytes, most {max(sent)}"
        print(f"{name}: {told}, {1e6 * used_s:.0f} us a face")


if __name__ == "__main__":
    main()

"""Draw the console's pictures for the README: an example is filmed, read by the eyes, and shown on a phone.

Type: .venv/bin/python -m tools.screenshots [FOLDER]   (docs/pictures, unless a folder is named)

It needs Chromium with its driver. Every run draws the same pictures.
"""

import base64
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Final, cast

from PIL import Image
from selenium import webdriver

from controller.console.security.roles import Role
from controller.console.server import Console, PageOptions
from controller.live.camera import Source, eyes
from controller.live.evidence import Evidence
from controller.live.loop import CameraLoop
from controller.live.session import MatchSession
from controller.live.table import LiveTable
from controller.record import text as record
from controller.record.events import Event, MatchStart, Ruling
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from controller.table import screenplay
from groundwork.picture import Gray
from tests.support.console.browser_talk import browser, command, script, shows
from tests.support.waiting import until
from vision.film.reel import Reel, Take
from vision.film.sidecar import landings

ROOT: Final = Path(__file__).parent.parent
EXAMPLE: Final = ROOT / "examples" / "mittlere" / "redeal.jsonl"
LOOK: Final = {"size": (1280, 720), "seed": 4, "pace_seconds": 0.6, "noise": "none"}
WIDTH, HEIGHT = 390, 844
"""The size of a phone, CSS pixels."""
STARTED_S: Final = datetime(2026, 11, 21, 20, tzinfo=UTC).timestamp()
"""The fixed time of the captions, so that every run draws the same pictures."""
COLOURS: Final = 64
MOST_BYTES: Final = 150_000
PICTURES: Final = 2
"""The number of a verdict's pictures: of the judged play, and of the play that proves the fault."""
SETTLED: Final = 12
"""The frames after which a laid card has been read."""


def main(folder: Path) -> int:
    """Draw every picture; returns the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    events = list(takewhile(lambda event: not isinstance(event, Ruling), record.read(EXAMPLE.read_bytes()).events))
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        journal = stack.enter_context(Journal(directory / "current.jsonl"))
        table = _Filmed(events, journal, directory)
        stack.callback(table.close)
        phone = stack.enter_context(browser(directory / "phone"))
        _pair(phone, table)
        table.play(len(table.landings) - 1)
        phone.get(table.console.context.address)
        shows(phone, "Trick 9 of 12", "#table")
        _picture(phone, folder / "console-table.png", sharpness=2)
        phone.get(f"{table.console.context.address}tap")
        shows(phone, "to play", "main")
        _picture(phone, folder / "console-tap.png", sharpness=1)
        table.play(len(table.landings))
        until(lambda: len([*(directory / "evidence").rglob("*.jpg")]) >= PICTURES)
        phone.get(f"{table.console.context.address}verdicts/1")
        shows(phone, "revoke", "#fresh")
        _picture(phone, folder / "console-verdict.png", sharpness=1.25)
    return 0


class _Filmed:
    """A table that plays the film of a record, with its eyes, its evidence and its console."""

    def __init__(self, events: Sequence[Event], journal: Journal, directory: Path) -> None:
        opening, first = cast("MatchStart", events[0]), events[1]
        reel = Reel(Take(list(screenplay.steps(events)), len(opening.seats), **LOOK))  # pyrefly: ignore[bad-argument-type]  # passed on
        self.landings: list[int] = [landing["frame"] for landing in landings(reel.shoot.moments)]
        self._frames = enumerate(reel.frames(grey=True))
        self._evidence = Evidence(directory / "evidence", "2026-11-21T200000Z", clock=lambda: STARTED_S)
        session = MatchSession(journal, opening, picture_of=self._evidence.name)
        settings = ConsoleConfig(address="127.0.0.1", port=0)
        self.console = Console(settings, directory, session, PageOptions("swiss"))
        table = LiveTable(session, invite=self.console.invitation)
        self.console.follow(table)
        table.subscribe(self._evidence)
        self._watch = CameraLoop(table, eyes(session.match, Source("")), self._evidence)
        if not self.console.open():
            raise SystemExit("the console does not open; see above")
        table.enter(first)

    def play(self, cards: int) -> None:
        """Show the film to the eyes until so many cards were laid."""
        last = self.landings[cards - 1] + SETTLED
        self._watch.run(self._until(last))

    def _until(self, last: int) -> Iterator[tuple[float, Gray]]:
        for number, picture in self._frames:
            yield number / 15, picture
            if number >= last:
                return

    def close(self) -> None:
        """Stop everything."""
        self.console.close()
        self._evidence.close()


def _pair(phone: webdriver.Chrome, table: _Filmed) -> None:
    context = table.console.context
    device = context.devices.pair("Rita", Role.ARBITER, "2026-11-21 20:00")
    phone.get(context.address)
    cookie = {"name": "schiri", "value": context.cookies.sign(device.id)}
    phone.add_cookie(cookie)


def _picture(phone: webdriver.Chrome, path: Path, sharpness: float) -> None:
    """Take a picture of the page as far as a phone shows it, in few enough colours to be small.

    Raises:
        SystemExit: the picture is too large for a page of documents.
    """
    foot = "document.querySelector('footer').offsetTop + document.querySelector('nav.places').offsetHeight"
    height = min(HEIGHT, cast("int", script(phone, f"return {foot}")))
    scale = {"width": WIDTH, "height": height, "deviceScaleFactor": sharpness, "mobile": True}
    command(phone, "Emulation.setDeviceMetricsOverride", **scale)
    shot = cast("dict[str, str]", command(phone, "Page.captureScreenshot", format="png"))
    picture = Image.open(BytesIO(base64.b64decode(shot["data"]))).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    if path.stat().st_size > MOST_BYTES:
        raise SystemExit(f"{path} has {path.stat().st_size} bytes, and {MOST_BYTES} are the most")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"))

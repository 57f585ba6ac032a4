"""Tables for the tests here: installed by the document's own commands, then switched off, on each release of Debian."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import pytest

from controller.record import text as record
from controller.record.events import Event, Played
from controller.table import screenplay
from tests.boot import image
from tests.boot.evening import ADDRESS, INSTALL
from tests.boot.machine import Table, copied
from tests.boot.typing_hand import typed
from tests.pi.debian import MissingPart
from vision.film.reel import Reel, Take
from vision.film.script.script import Moment
from vision.film.sidecar import landings

ROOT: Final = Path(__file__).parents[2]
DEAL: Final = ROOT / "controller" / "commands" / "table" / "demo.jsonl"
"""The deal that is filmed: Berta revokes in it."""
GUEST: Final = (ROOT / "tests" / "boot" / "guest", ROOT / "tests" / "pi" / "guest" / "agent.py")

collect_ignore = ["guest"]


@dataclass(frozen=True, slots=True)
class Film:
    """The pictures of the deal, by their numbers."""

    events: list[Event]
    stills: list[str]
    """First and last picture in which nothing moves: before the first card, with each card, after the last trick."""

    @property
    def plays(self) -> list[tuple[int, str]]:
        """Seat and card of each play."""
        return [(event.seat, str(event.card)) for event in self.events if isinstance(event, Played)]


@dataclass
class Tables:
    """Machines for the tests: tables that were installed once, and copies of them."""

    files: Path
    scratch: Path
    film: Film
    answers: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """Answers while the table was installed, by release and command."""
    _made: int = 0

    def installed(self, release: str) -> Path:
        """The disk of a table that was installed by the document, and switched off."""
        disk = self.scratch / release
        if release not in self.answers:
            with Table(copied(image.kept(release), disk), self.files) as table:
                self.answers[release] = _install(table)
        return disk

    def table(self, release: str) -> Table:
        """A machine of its own with a copy of that disk, still off."""
        self._made += 1
        return Table(copied(self.installed(release), self.scratch / f"{release}-{self._made}"), self.files)


def _install(table: Table) -> dict[str, str]:
    table.on()
    table.root(f"cp -r /host/schiri.git {ADDRESS} && chown -R pi: {ADDRESS}")
    answers = dict[str, str]()
    for step in INSTALL:
        answers[step.command] = typed(table, step)
    table.off()
    return answers


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The tables; skips where none can be booted, but never in CI."""
    scratch = tmp_path_factory.mktemp("boot")
    try:
        image.kernel()
        for release in image.PYTHONS:
            image.kept(release)
    except MissingPart as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    files = scratch / "host"
    (files / "film").mkdir(parents=True)
    shutil.copytree(GUEST[0], files / "guest")
    shutil.copy(GUEST[1], files / "guest")
    _repository(files / "schiri.git", scratch / "checkout")
    return Tables(files, scratch, _filmed(files / "film"))


@pytest.fixture
def table(tables: Tables) -> Iterator[Callable[[str], Table]]:
    """Machines that are switched off after the test; on a failure what was typed is told."""
    made = list[Table]()

    def one(release: str) -> Table:
        made.append(tables.table(release))
        return made[-1]

    yield one
    for machine in made:
        machine.cut()
        machine.disk.unlink(missing_ok=True)


def _repository(bare: Path, checkout: Path) -> None:
    """The project as it lies in this checkout, changes that were not committed with it, to be cloned from."""
    git = shutil.which("git")
    if git is None:
        raise MissingPart("git is not installed: sudo apt-get install git")

    def run(*words: str | Path) -> str:
        told = subprocess.run([git, *map(str, words)], check=True, capture_output=True, text=True)  # noqa: S603 - our own words
        return told.stdout

    me = ("-c", "user.name=test", "-c", "user.email=test@localhost")
    run("init", "-q", checkout)
    for name in filter(None, run("-C", ROOT, "ls-files", "-z", "-co", "--exclude-standard").split("\0")):
        if (ROOT / name).is_file():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, checkout / name)
    run("-C", checkout, "add", "-A")
    run("-C", checkout, *me, "commit", "-qm", "The release of today")
    run("clone", "-q", "--bare", checkout, bare)


def _filmed(folder: Path) -> Film:
    """Draw the pictures of the deal."""
    events = [record.parse(line) for line in DEAL.read_text(encoding="utf-8").splitlines()]
    reel = Reel(Take(list(screenplay.steps(events)), 3, size=(1280, 720)))
    for number, picture in enumerate(reel.frames(grey=False)):
        (folder / f"{number}.jpg").write_bytes(cv2.imencode(".jpg", picture)[1].tobytes())
    stills = [f"{first}-{last}" for first, last in _stills(reel.shoot.moments)]
    return Film(events, stills)


def _stills(moments: Sequence[Moment]) -> Iterator[tuple[int, int]]:
    """First and last of the pictures in which nothing moves: before the first card, after each card, at the end."""
    lands = [int(landing["frame"]) for landing in landings(tuple(moments))]
    swept = next(place for place in range(lands[-1], len(moments)) if not moments[place].laid)
    for first, after in pairwise([0, *lands, swept, len(moments)]):
        resting = Moment(moments[first].laid)
        still = [place for place in range(first, after) if moments[place] == resting]
        run = next(end for end in range(1, len(still) + 1) if still[end:][:1] != [still[0] + end])
        assert run > 1  # one picture again and again would be that of a frozen camera
        yield still[0], still[run - 1]

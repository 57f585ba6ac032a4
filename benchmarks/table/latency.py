"""The time from a card at rest to its event on the disk, to the display's pixels and to the voice's first sound.

Run it from the project's folder: ``python -m benchmarks.table.latency [--rates 8 15 30] [--films 4] [--siege]``.
Deals are filmed as a camera's JPEG and come in real time to the parts of a daemon: eyes, match, archive, display,
voice, pages. A card rests from the first picture on in which the film lays it where it stays; the last picture in
which it moves shows it there already, so that eyes that read moving cards look a picture quicker than they are.
Display and ear are a process of their own: the wire has 115,200 Bd, and the voice is espeak-ng, whose samples are
listened to as they come. With ``--siege`` the pages are besieged meanwhile. Printed are medians, 99ths of 100 and the
longest times in milliseconds; the exit status is 1 if a card was lost or taken for another.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from unittest.mock import patch

import cv2

from benchmarks.eyes.live_rate import Paced
from benchmarks.eyes.reading import LIKE_A_CAMERA
from controller.console.server import Console, PageOptions
from controller.language.translate import ENGLISH
from controller.live.camera import Source, eyes
from controller.live.loop import CameraLoop
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, Update
from controller.live.table import LiveTable, Subscriber
from controller.peripherals.displays import Displays, localize
from controller.peripherals.panel import ControlPanel
from controller.record.events import Event, MatchStart, Played
from controller.settings.displays import SerialConfig
from controller.settings.model import Config, ConsoleConfig, TableConfig
from controller.settings.peripherals import VoiceConfig
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.table import screenplay
from controller.web import host
from firmware_bridge.displays import pictures
from firmware_bridge.face.fit import fit
from firmware_bridge.ports.emulator import Emulator
from hardware.camera.live import Live
from hardware.camera.picture import WholePicture
from hardware.voice import PROGRAM
from tests.support import table_talk
from tests.support.console.besiegers import ADDRESSES, ASKING, HOST
from vision.film.noise import Noise
from vision.film.reel import Reel, Take

OPENING = MatchStart(sight=True, game="mittlere", seats=("Anna", "Berta", "Carla"))
CARDS = 9
"""The cards of a film: three tricks."""
DOTS = 128, 64
"""The pixels of the display."""
BYTES_A_SECOND = 115_200 / 10
"""The speed of the wire."""
LOOK_S = 0.002
"""The time between two looks at the display."""
WAVE_HEAD = 44
"""The bytes before the samples."""
FIRST_S = 2.0
"""The time of the bare mat before the first card, in which the eyes find it."""
LAST_S = 1.0
"""The time after the last picture, in which display and voice tell of the last card."""
CONNECTIONS = 1_150


@dataclass(frozen=True)
class Film:
    """The pictures of some tricks, and the truth about them."""

    pictures: list[bytes]
    plays: list[tuple[int, str]]
    rests: dict[str, int]
    """The number of the first picture in which a card lies still."""


def draw(seed: int, rate: float, noise: Noise) -> Film:
    """Film the first tricks of a deal."""
    events, _ = table_talk.record(OPENING, seed)
    played = [number for number, event in enumerate(events) if isinstance(event, Played)][:CARDS]
    shown = events[: played[-1] + 1]
    reel = Reel(Take([*screenplay.steps(shown)], len(OPENING.seats), seed, noise, fps=rate))
    pictures = [cv2.imencode(".jpg", picture, LIKE_A_CAMERA)[1].tobytes() for picture in reel.frames(grey=False)]
    lead = round(FIRST_S * rate)
    rests = dict[str, int]()
    for number, moment in enumerate(reel.shoot.moments):
        for pose in moment.laid:
            rests.setdefault(pose.card, lead + number)
    return Film([pictures[0]] * lead + pictures, plays(shown), rests)


def plays(events: Sequence[Event]) -> list[tuple[int, str]]:
    """List the seats and cards of a record."""
    return [(event.seat, event.card) for event in events if isinstance(event, Played)]


class TimedFilm(Paced):
    """A film as a camera, which notes when each picture is there."""

    def __init__(self, film: Film, rate: float) -> None:
        super().__init__(film.pictures, rate)
        self.came = list[float]()

    def next(self) -> bytes | WholePicture | None:
        """Wait for the next picture, and note it."""
        picture = super().next()
        self.came.append(time.monotonic())
        return picture


@dataclass
class Clock(Subscriber):
    """The times at which cards were written, and the faces that followed from them."""

    settings: SerialConfig
    written: dict[str, float] = field(default_factory=dict[str, float])
    faces: dict[str, str] = field(default_factory=dict[str, str])
    _face: str = ""

    def on_face(self, shown: ComposedFace) -> None:
        """Note the face as the display is to show it."""
        self._face = repr(fit(localize(shown.face, self.settings, ENGLISH)))

    def on_event(self, update: Update) -> None:
        """Note the face that follows from a card."""
        if isinstance(update.event, Played):
            self.faces[update.event.card] = self._face

    @contextmanager
    def timing(self) -> Generator[None]:
        """Note when each card is on the disk."""
        append = MatchJournal.append

        def timed(journal: MatchJournal, event: Event) -> int:
            number = append(journal, event)
            if isinstance(event, Played):
                self.written[event.card] = time.monotonic()
            return number

        with patch.object(MatchJournal, "append", timed):
            yield


# The display and the ear, in a process of their own.


@dataclass(frozen=True, slots=True)
class Sensed:
    """The times at which the display showed a face, and at which a sentence began to sound."""

    shown: Sequence[tuple[float, str]]
    heard: Sequence[float]


class Senses:
    """The process with a display and an ear."""

    def __init__(self, folder: Path) -> None:
        """Start it, with a speaker's program of its own before the machine's."""
        speaker, ear, real = folder / PROGRAM, folder / "ear", shutil.which(PROGRAM)
        if real is None:
            raise SystemExit(f"{PROGRAM} is not installed: sudo apt-get install {PROGRAM}")
        os.mkfifo(ear)
        speaker.write_text(f'#!/bin/sh\nexec {real} "$@" --stdout > {ear}\n', encoding="utf-8")
        speaker.chmod(0o700)
        self._process = subprocess.Popen(  # noqa: S603  our own program
            [sys.executable, "-m", "benchmarks.table.latency", "--senses", str(ear)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout  # noqa: S101
        self.port = self._process.stdout.readline().strip()

    def end(self) -> Sensed:
        """End it; returns all that was seen and heard."""
        told, _ = self._process.communicate()
        return Sensed(**json.loads(told))


def sense(ear: Path) -> None:
    """Be a display and an ear until the standard input ends, then print what came."""
    shown, heard = list[tuple[float, str]](), list[float]()
    threading.Thread(target=_listen, args=(ear, heard), daemon=True).start()

    def wire(data: bytes) -> bytes:
        time.sleep(len(data) / BYTES_A_SECOND)
        return data

    with Emulator(wire=wire) as display:
        print(display.path, flush=True)
        over, last = threading.Event(), None
        threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
        while not over.wait(LOOK_S):
            if (face := display.face()) != last:
                last = face
                pictures.render(face, DOTS).tobytes()
                shown.append((time.monotonic(), repr(face)))
    print(json.dumps({"shown": shown, "heard": heard}))


def _listen(ear: Path, heard: list[float]) -> None:
    """Note the first sample of each sentence that is not silence."""
    sound, is_silent = os.open(ear, os.O_RDWR), False
    while data := os.read(sound, 65_536):
        if data.startswith(b"RIFF"):
            data, is_silent = data[WAVE_HEAD:], True
        if is_silent and data.strip(b"\0"):
            heard.append(time.monotonic())
            is_silent = False


# A table, and what comes of its cards.


@dataclass
class Tally:
    """The milliseconds of all cards of some films."""

    disk: list[float] = field(default_factory=list[float])
    """From rest to the disk."""
    pixels: list[float] = field(default_factory=list[float])
    """From the disk to the display."""
    sound: list[float] = field(default_factory=list[float])
    """From the disk to the voice."""
    cards: int = 0
    wrong: int = 0
    dropped: int = 0

    def add(self, film: Film, came: Sequence[float], clock: Clock, sensed: Sensed) -> None:
        """Add a film's cards."""
        for card, number in film.rests.items():
            self.cards += 1
            if (written := clock.written.get(card)) is None:
                continue
            self.disk.append(1000 * (written - came[number]))
            face = clock.faces[card]
            self.pixels += [1000 * (when - written) for when, seen in sensed.shown if when > written and seen == face][
                :1
            ]
            self.sound += [1000 * (when - written) for when in sensed.heard if when > written][:1]

    def print(self, rate: float) -> None:
        """Print a line for each way."""
        for name, found in (("rest to disk", self.disk), ("to pixels", self.pixels), ("to sound", self.sound)):
            worst = f"{quantiles(found, n=100, method='inclusive')[98]:6.0f} {max(found):6.0f}"
            print(f"{rate:4g} a second, {name:12}: {median(found):6.0f} {worst} ms, {len(found)} of {self.cards} cards")
        print(f"{rate:4g} a second: {self.wrong} cards lost or wrong, {self.dropped} pictures dropped", flush=True)


def watch(film: Film, rate: float, tally: Tally, *, besieged: bool) -> None:
    """Let the parts of a daemon watch a film in real time."""
    with TemporaryDirectory() as name, patch.dict(os.environ, PATH=f"{name}:{os.environ['PATH']}"):
        folder = Path(name)
        senses = Senses(folder)
        settings = SerialConfig(senses.port)
        config = Config(
            table=TableConfig(game=OPENING.game, seats=OPENING.seats),
            display=(settings,),
            voice=VoiceConfig(cards=True),
        )
        clock, pace = Clock(settings), TimedFilm(film, rate)
        with ExitStack() as stack:
            stack.enter_context(clock.timing())
            journal = stack.enter_context(take_up(folder, new=False))
            session = MatchSession(journal, OPENING)
            console = Console(ConsoleConfig(address=HOST, port=0), folder, session, PageOptions("record"))
            table = LiveTable(session, invite=console.invitation, due=console.sealed.due)
            panel, displays = ControlPanel(config, table), Displays(config.display)
            stack.callback(panel.close)
            stack.callback(displays.close)
            table.subscribe(displays, panel, clock)
            console.follow(table)
            if not console.open():
                raise SystemExit("the pages cannot be opened")
            stack.callback(console.close)
            if besieged:
                words = [str(console.port), str(len(film.pictures) / rate), str(CONNECTIONS)]
                besiegers = [sys.executable, "-m", "tests.support.console.besiegers", *words]
                siege = stack.enter_context(subprocess.Popen(besiegers, stdout=subprocess.PIPE))  # noqa: S603
                assert siege.stdout  # noqa: S101
                siege.stdout.readline()
                stack.callback(siege.communicate)
            live = Live("film", pace.next, lambda: None, may_end=True)
            stack.callback(live.close)
            watching = eyes(session.match, Source("film://"), dropped=lambda: live.dropped)
            CameraLoop(table, watching).run(live)
            time.sleep(LAST_S)
            tally.dropped += live.dropped
            tally.wrong += len(set(film.plays) ^ set(plays(journal.events)))
        tally.add(film, pace.came, clock, senses.end())


def main() -> int:
    """Draw, watch, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rates", nargs="+", type=float, default=[8, 15, 30])
    parser.add_argument("--films", type=int, default=4)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--noise", choices=("none", "low", "high"), default="low")
    parser.add_argument("--siege", action="store_true")
    parser.add_argument("--senses", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.senses:
        sense(options.senses)
        return 0
    cv2.setNumThreads(1)
    real, wrong = host.is_loopback, 0

    def is_loopback(address: str) -> bool:
        return address not in (*ADDRESSES, *ASKING) and real(address)

    with patch.object(host, "is_loopback", is_loopback):
        for rate in options.rates:
            tally = Tally()
            for seed in range(options.first, options.first + options.films):
                watch(draw(seed, rate, options.noise), rate, tally, besieged=options.siege)
            tally.print(rate)
            wrong += tally.wrong
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

"""Whether a referee that watches for a working day stays as it was: memory, handles, threads, and every card right.

Run it from the project's folder: ``python -m benchmarks.table.soak --deals 2000``. The daemon itself referees match
after match: films of several games that were drawn once and are held ready, one after the other as if the camera went
on; command cards say everything but plays, the end of each match too. A display of ours hangs on a pseudo-terminal,
the console is open and a phone follows its page. It goes on until so many deals were played and so many hours filmed.
Exit status 1 if a card was read wrong or not at all, memory or handles grew, a record is not whole, or it was too
slow.
"""

import argparse
import gc
import logging
import os
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import cv2

from benchmarks.pages.phones_follow import free_port, phones
from benchmarks.table.soak_films import Film, Script, draw, scripts, short
from benchmarks.table.soak_tally import Tally, Used, Warned, grew
from controller.commands.table import referee, resources
from controller.record import text as record
from controller.record.events import Collect, Event, Played, SightEvent
from controller.referee.fold import outcome
from controller.settings.model import Config, parse
from controller.store.archive import Archive
from firmware_bridge.ports.emulator import Emulator
from groundwork.picture import Gray, no_colour
from tests.support.evenings import plain
from tests.support.filmed import Outcome

LEAST_FACTOR = 20.0
PASSES = 8


class Playing:
    """The stand-in for the daemon's camera: the frames of a match, and then the camera is unplugged."""

    def __init__(self, film: Film, tally: Tally) -> None:
        self.dropped, self.trouble, self.colour = 0, "", no_colour
        self._film, self._tally = film, tally

    def close(self) -> None:
        """Do nothing: nothing was opened."""

    def let_rest(self, *, at_rest: bool) -> None:
        """Do nothing: the frames of a film are not encoded."""

    def __iter__(self) -> Iterator[tuple[float, Gray]]:
        for number, frame in enumerate(self._film):
            if number and number % self._film.body == 0:
                done = self._film.script.deal_count * (number // self._film.body)
                self._tally.within.append(Used.now(self._tally.deals + done))
            yield frame


def settings(script: Script, folder: Path, display: str, port: int) -> Config:
    """Write the settings of a table that plays this."""
    opening = script.opening
    seats = ", ".join(f'"{name}"' for name in opening.seats)
    options = "".join(
        f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}\n"
        for name, value in opening.options.items()
    )
    return parse(
        f'[table]\ngame = "{opening.game}"\nseats = [{seats}]\nprofile = "{opening.profile}"\n'
        f'[table.options]\n{options}[[display]]\nport = "{display}"\n'
        f'[console]\naddress = "127.0.0.1"\nport = {port}\n[data]\ndirectory = "{folder}"\n'
    )


def watch(film: Film, config: Config, tally: Tally) -> None:
    """Let the daemon referee a match, and compare its record with the film."""
    cpu_s, clock_s = time.process_time(), time.monotonic()
    with patch.object(resources, "Reopening", return_value=Playing(film, tally)), silence():
        referee.run(config, "the soak's settings", new=False)
    tally.cpu_s += time.process_time() - cpu_s
    tally.clock_s += time.monotonic() - clock_s
    compare(film.script, config.data.directory, tally)
    tally.deals += film.script.deal_count * film.script.passes
    tally.matches += 1
    tally.frames += len(film)
    gc.collect()
    tally.between.append(Used.now(tally.deals))


@contextmanager
def silence() -> Generator[None]:
    """Silence standard output: the daemon prints every play."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield


def compare(script: Script, folder: Path, tally: Tally) -> None:
    """Note how the newest record differs from the drawn match: events, plays, scores."""
    with Archive(folder) as archive:
        newest = archive.matches()[-1]
        events = record.read(archive.record(newest.id)).events
    told = [plain(event) for event in events[1:] if not isinstance(event, Collect | SightEvent)]
    plays = Outcome(_plays(script.record), _plays(told))
    tally.plays += len(plays.plays)
    where = f"match {newest.name} ({script.name})"
    if told != script.record:
        tally.faults.append(f"{where}: missed {plays.missed}, wrong {plays.wrong}, twice {plays.extra}, or else")
    if scores(told, script) != scores(script.record, script):
        tally.faults.append(f"{where}: the scores differ")


def _plays(events: list[Event]) -> list[tuple[int, str]]:
    return [(event.seat, str(event.card)) for event in events if isinstance(event, Played)]


def scores(events: list[Event], script: Script) -> list[object]:
    """List the result of every deal, and the sheet."""
    match = outcome([script.opening, *events])
    return [*(entry.result for entry in match.ledger), match.total, match.ended]


def soak(films: list[Film], folder: Path, deals: int, hours: float) -> Tally:
    """Referee match after match until there are enough."""
    tally = Tally()
    logging.getLogger().addHandler(Warned(tally.warnings))
    port, told = free_port(), 0
    with Emulator() as display, phones(port) as phone:
        phone.open(1)
        while tally.deals < deals or tally.film_s < hours * 3600:
            film = films[tally.matches % len(films)]
            watch(film, settings(film.script, folder / "data", display.path, port), tally)
            if tally.deals // 100 > told:
                told = tally.deals // 100
                print(tally.line(), flush=True)
        phone.ready()
        print(f"the phone was sent {len(phone.close())} tables; the display shows {display.face().title!r}")
    return tally


def verified(folder: Path) -> bool:
    """Whether ``record verify`` finds every record whole."""
    command = [sys.executable, "-m", "controller", "record", "verify", "--data-dir", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    lines = done.stdout.splitlines()
    whole = sum(", whole, head " in line and "not ended" not in line for line in lines)
    print(f"record verify: exit status {done.returncode}, {whole} of {len(lines)} records whole and ended")
    return done.returncode == 0 and whole == len(lines) > 0


def report(tally: Tally, least: float) -> bool:
    """Print the figures; returns whether all laws held, and it went this much faster than the film."""
    print(tally.line())
    held = not tally.faults and tally.film_s / tally.cpu_s >= least
    for name, samples in (("between two matches", tally.between), ("within a match", tally.within)):
        more, told = grew(samples)
        held = held and not more
        print(f"{name}: {told}")
    print("\n".join(tally.faults[:20]) or "every record is what was filmed")
    for text, count in tally.warnings.most_common():
        print(f"{count} times warned: {text}")
    return held


def drawn(wanted: list[Script], folder: Path, size: tuple[int, int]) -> list[Film]:
    """Draw all films in another process, whose memory is not measured."""
    with ProcessPoolExecutor(1) as pool:
        jobs = [pool.submit(draw, script, folder, seed, size) for seed, script in enumerate(wanted)]
        return [job.result() for job in jobs]


def main() -> int:
    """Draw, referee, compare, count."""
    parser = argparse.ArgumentParser(description="Whether a referee that watches all day stays as it was.")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--hours", type=float, default=8.0, help="at least so much film")
    parser.add_argument("--short", action="store_true", help="small pictures of one short match, to see that it runs")
    parser.add_argument("--samples", type=Path, help="a CSV file for what the process held after each match")
    parser.add_argument(
        "--folder", type=Path, help="for films (2 MB a frame) and records; a temporary one if not given"
    )
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    with TemporaryDirectory(dir=chosen.folder) as name:
        folder = Path(name)
        wanted, size = (short(), (1280, 720)) if chosen.short else (scripts(PASSES), (1920, 1080))
        films = drawn(wanted, folder, size)
        print(f"{sum(film.shape[0] for film in films)} frames drawn: {', '.join(film.script.name for film in films)}")
        tally = soak(films, folder, chosen.deals, chosen.hours)
        if chosen.samples:
            rows = [",".join(map(str, used)) for used in (Used._fields, *tally.between)]
            chosen.samples.write_text("\n".join((*rows, "")), encoding="utf-8")
        held = report(tally, 0.0 if chosen.short else LEAST_FACTOR)
        return 0 if verified(folder / "data") and held else 1


if __name__ == "__main__":
    sys.exit(main())

"""The whole of it on real parts: a record is filmed, the film is read, the daemon referees it on a display."""

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import pytest

from controller.cli import main
from controller.commands.table import demo
from controller.live.session import MatchSession
from controller.record import text as record
from controller.record.events import Event, MatchStart, Played
from controller.referee.fold import fold
from controller.store.archive import FILE, Archive
from controller.store.resume import take_up
from firmware_bridge.ports.emulator import Emulator
from tests.support import table_talk
from tests.support.loops import some
from tests.support.waiting import until

SEATS = ("Anna", "Berta", "Carla", "Dora")
SETTINGS = """
[table]
game = "mittlere"
seats = ["Anna", "Berta", "Carla"]
[camera]
source = "{video}"
[[display]]
port = "{port}"
[console]
port = 0
"""


def plays(path: Path) -> list[tuple[int, str]]:
    """The plays of a record, in corrected order."""
    events = record.read(path.read_bytes()).events
    return [(stage.event.seat, stage.event.card) for stage in fold(events) if isinstance(stage.event, Played)]


def kept(data: Path) -> list[Event]:
    """The match that a running referee has written so far."""
    if not (data / FILE).exists() or not (data / FILE).stat().st_size:  # it is made before it has tables
        return []
    with Archive(data) as archive:
        return [*record.read(archive.record(1)).events] if archive.matches() else []


def write(path: Path, events: list[Event]) -> Path:
    path.write_text("".join(record.to_line(event) + "\n" for event in events), encoding="utf-8")
    return path


def part(opening: MatchStart, seed: int, cards: int) -> list[Event]:
    """The first cards of a match in which players mind the rules most of the time."""
    events, _ = table_talk.record(opening, seed, honesty=0.9)
    numbers = [number for number, event in enumerate(events, 1) if isinstance(event, Played)]
    return events[: numbers[cards - 1]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "seed", "noise"),
    [("mittlere", 3, 1, "low"), ("plus-minus", 4, 2, "none"), ("coiffeur", 3, 3, "low")],
)
def test_a_film_reads_as_the_record_it_was_drawn_from(
    game: str, seats: int, seed: int, noise: str, tmp_path: Path
) -> None:
    opening = MatchStart(game=game, seats=SEATS[:seats])
    played, film, again = write(tmp_path / "a.jsonl", part(opening, seed, 14)), tmp_path / "a.avi", tmp_path / "b.jsonl"
    assert main(["film", str(played), str(film), "--seed", str(seed), "--noise", noise]) == 0
    assert main(["read", str(film), "--game", game, "--seats", ",".join(opening.seats), "--record", str(again)]) in (
        0,
        1,
    )
    assert plays(again) == plays(played)


@pytest.mark.slow
def test_faults_are_filmed_and_read_too(tmp_path: Path) -> None:
    """Out of turn, a second card, a duplicate of another seat and of its own, a foreign card, short tricks."""
    cards = "0SA 1SA 1S6 2T21 2S7 1H6 0H7 0H8 / 0D6 / 2D7 2D7 1D8 0DA"
    lines = ['{"e":"match","v":1,"game":"mittlere","seats":["A","B","C"]}', '{"e":"deal","dealer":2}']
    for word in cards.split():
        play = f'{{"e":"play","seat":{word[0]},"card":"{word[1:]}"}}'
        lines.append('{"e":"collect"}' if word == "/" else play)
    played, film, again = tmp_path / "a.jsonl", tmp_path / "a.avi", tmp_path / "b.jsonl"
    played.write_text("\n".join(lines) + "\n")
    assert main(["film", str(played), str(film)]) == 0
    assert main(["read", str(film), "--game", "mittlere", "--seats", "A,B,C", "--record", str(again)]) == 1
    assert plays(again) == plays(played)


@pytest.mark.slow
def test_a_film_torn_in_the_middle_keeps_what_was_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opening = MatchStart(game="mittlere", seats=SEATS[:3])
    played, film, again = write(tmp_path / "a.jsonl", part(opening, 5, 6)), tmp_path / "a.avi", tmp_path / "b.jsonl"
    main(["film", str(played), str(film), "--size", "1280x720"])
    whole = film.read_bytes()
    film.write_bytes(whole[: len(whole) * 2 // 3])
    capsys.readouterr()
    assert main(["read", str(film), "--game", "mittlere", "--seats", "A,B,C", "--record", str(again)]) == 2
    told = capsys.readouterr().err
    assert "ends in mid-frame" in told
    assert told.count("\n") == 1
    read = plays(again)
    assert read
    assert read == plays(played)[: len(read)]


@pytest.mark.slow
def test_a_film_whose_cards_are_not_this_tables_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opening = MatchStart(game="mittlere", seats=SEATS[:3])
    played, film, again = write(tmp_path / "a.jsonl", part(opening, 5, 2)), tmp_path / "a.avi", tmp_path / "b.jsonl"
    main(["film", str(played), str(film), "--size", "1280x720"])
    capsys.readouterr()
    run = ["read", str(film), "--game", "mittlere", "--seats", "A,B,C", "--record", str(again), "--decks", "5"]
    assert main(run) == 1
    assert "no card was read" in capsys.readouterr().err


@pytest.mark.slow
def test_the_demo_ends_well_and_its_film_is_drawn_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The film is looked at while it is drawn; the next time it is there."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    old = tmp_path / "cache" / "schiri" / "demo-of-another-release.avi"
    old.parent.mkdir(parents=True)
    old.touch()
    for _ in some(("first", "again")):
        assert main(["demo", "--fast", "--out", str(tmp_path / "out")]) == 0
        told = capsys.readouterr()
        assert "revoke (MIT-F1), line 22: Berta revoked in trick 6: DQ on HQ, while holding H10" in told.out
        assert "36 of 36 cards were read as they were played." in told.out
        assert (tmp_path / "out" / "display.png").stat().st_size > 5000
        ruling = re.search(r"record rule \S+ 1 upheld --effect \S+", told.out)
        assert ruling
        assert main(ruling[0].split()) == 0
        assert "void" in capsys.readouterr().out
        monkeypatch.delattr("controller.commands.pictures.film.drawing", raising=False)
    assert [path.suffix for path in sorted(old.parent.iterdir())] == [".avi", ".json"]
    assert not old.exists()


def test_a_demo_without_a_cache_draws_beside_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert demo.film_in(tmp_path) == tmp_path / "table.avi"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    first = demo.film_in(tmp_path)
    monkeypatch.setattr(demo, "LOOK", replace(demo.LOOK, seed=5))
    assert (first.parent, first != demo.film_in(tmp_path)) == (tmp_path / "other" / "schiri", True)


FRAME_S = 1 / 10
"""Between two pictures of the stream: slower than life, for a machine that is busy with other tests."""


class Stream(BaseHTTPRequestHandler):
    """Serves a film as an MJPEG stream that never ends: its last picture stands still."""

    film: Path

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        capture = cv2.VideoCapture(str(self.film))
        _, picture = capture.read()
        with suppress(OSError):
            while True:
                code = cv2.imencode(".jpg", picture)[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(code)}\r\n\r\n"
                self.wfile.write(head.encode() + code + b"\r\n")
                time.sleep(FRAME_S)  # a camera takes its time, and of one that is too quick frames are dropped
                found, newer = capture.read()
                picture = newer if found else picture

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's own name
        """Say nothing."""


@contextmanager
def streaming(film: Path) -> Generator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("FilmStream", (Stream,), {"film": film}))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/table.mjpg"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.slow
def test_the_daemon_referees_alone_stops_at_once_and_goes_on_where_it_was(tmp_path: Path) -> None:
    """A stream is its camera, a pseudo-terminal its display; a second one is refused; SIGTERM loses nothing."""
    opening = MatchStart(game="mittlere", seats=SEATS[:3])
    whole = part(opening, 7, 9)
    film, data, settings = tmp_path / "a.avi", tmp_path / "data", tmp_path / "schiri.toml"
    main(["film", str(write(tmp_path / "a.jsonl", whole)), str(film), "--size", "1280x720"])
    run = [sys.executable, "-m", "controller", "referee", "--config", str(settings), "--data-dir", str(data)]
    with streaming(film) as address, Emulator() as device:
        settings.write_text(SETTINGS.format(video=address, port=device.path))
        with ExitStack() as stack:
            daemon = stack.enter_context(subprocess.Popen(run, stderr=subprocess.PIPE, stdout=subprocess.PIPE))  # noqa: S603
            stack.callback(daemon.kill)  # whatever fails below, nobody waits for it
            until(lambda: sum(isinstance(event, Played) for event in kept(data)) == 9)
            until(lambda: device.face().title == "Mittlere, deal 1" and "trick 4 of 12" in device.face().status)
            second = subprocess.run(run, capture_output=True, check=False)  # noqa: S603 - our own program
            assert second.returncode == 2
            assert b"is being written by another running referee" in second.stderr
            daemon.send_signal(signal.SIGTERM)
            told, errors = daemon.communicate()
        assert (daemon.returncode, errors) == (0, b"")
        assert told.count(b"trick") == 3
        read = [(event.seat, event.card) for event in kept(data) if isinstance(event, Played)]
        assert read == [(event.seat, event.card) for event in whole if isinstance(event, Played)]
    with take_up(data, new=False) as journal:
        deal = MatchSession(journal, opening).match.deal
        assert deal is not None
        assert (journal.torn, deal.number_of_trick) == (None, 4)

"""Evidence in a game: names in the record, the pictures of verdicts, and what must never disturb the game."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.live import evidence
from controller.live.evidence import WAITING_AT_MOST, Caption, Evidence, match_id, pictures
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played, Void
from controller.referee.fold import start, step
from controller.rules.results import DealResult, Result, Verdict
from controller.settings import model as config
from controller.store import pictures as evidence_store
from controller.store.pictures import PictureStore, find, is_name
from tests.support.waiting import PATIENCE_S, until
from vision.base.observation import Corners
from vision.mat.geometry import Calibration, calibrate
from vision.mat.layout import Mat

if TYPE_CHECKING:
    from controller.rules.match import AnyMatch

MATCH = "2026-11-21T190000Z"
MAT = Mat()
GRAY = np.full((340, 600), 90, np.uint8)
CAPTION = Caption(75.2, 1, 1, "Berta", "DQ")
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def square(x: float, y: float, half: float = 12) -> Corners:
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at after the book is closed is on the disk, however late its thread is."""
    monkeypatch.setattr(evidence, "_CLOSE_WITHIN_S", PATIENCE_S)


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    """A camera that sees a millimetre as a pixel."""
    return calibrate(MAT, {place: square(*centre) for place, centre in enumerate(MAT.corner_centres)})


def name(number: int) -> str:
    return f"{MATCH}/{number:05}-d1-s1-DQ.jpg"


class Game:
    """A table as the daemon runs it: named, folded, seen, heard."""

    def __init__(self, book: Evidence, calibration: Calibration) -> None:
        self.book, self.calibration = book, calibration
        self.match: AnyMatch = start(OPENING)
        self.events: list[Event] = [OPENING]
        self.results: list[Result] = []

    def play(self, event: Event) -> None:
        number = len(self.events) + 1
        if (img := self.book.name(number, self.match, event)) is not None:
            event = replace(event, img=img)
        self.events.append(event)
        self.match, results = step(self.match, number, event)
        self.book.see(number, event, self.match, GRAY, self.calibration, MAT)
        self.book.update(self.match, results, self.events)
        self.results += results


REVOKE = [(1, "DQ"), (2, "HJ"), (0, "DA"), (2, "SA"), (0, "S10"), (1, "S9"), (2, "D9")]
"""Carla trumps a diamond and shows a diamond in the third trick."""


def test_the_two_pictures_of_a_proven_revoke_are_kept_and_the_others_wait(
    tmp_path: Path, calibration: Calibration
) -> None:
    game = Game(Evidence(tmp_path, MATCH), calibration)
    game.play(DealStart(dealer=0))
    for seat, card in REVOKE:
        game.play(Played(seat=seat, card=Card(card), t=1.5))
    game.book.close()
    [verdict] = [result for result in game.results if isinstance(result, Verdict)]
    act, proof = f"{MATCH}/00004-d1-s2-HJ.jpg", f"{MATCH}/00009-d1-s2-D9.jpg"
    assert (verdict.kind, pictures(verdict, game.events)) == ("revoke", {"act": act, "proof": proof})
    kept = sorted(path.name for path in (tmp_path / MATCH).glob("*.jpg"))
    assert kept == [Path(act).name, Path(proof).name]
    assert len(list((tmp_path / MATCH / "waiting").glob("*.jpg"))) == len(REVOKE) - 2
    assert match_id(game.events, 0.0) == MATCH
    assert match_id(game.events[:2], 1.8e9) == "2027-01-15T080000Z"


def test_a_deal_that_is_over_forgets_what_waits_from_the_deals_before_it(
    tmp_path: Path, calibration: Calibration
) -> None:
    game = Game(Evidence(tmp_path, MATCH), calibration)
    for dealer in range(3):
        game.play(DealStart(dealer=dealer))
        game.play(Played(seat=(dealer + 1) % 3, card=Card("DQ")))
        game.play(Void(why="misdeal"))
    game.book.close()
    assert [result.deal for result in game.results if isinstance(result, DealResult)] == [1, 2, 3]
    assert [path.name for path in tmp_path.rglob("*.jpg")] == ["00009-d3-s0-DQ.jpg"]


def test_a_name_that_leads_out_of_the_folder_finds_nothing(tmp_path: Path) -> None:
    secret = tmp_path / "secret.jpg"
    secret.write_bytes(b"")
    folder = tmp_path / "evidence" / MATCH
    folder.mkdir(parents=True)
    assert find(tmp_path / "evidence", "../secret.jpg") is None
    assert find(tmp_path / "evidence", str(secret)) is None


@given(st.text(max_size=40) | st.sampled_from([f"../{name(3)}", f"{MATCH}/../00003-d1-s1-DQ.jpg", f"{name(3)}/x"]))
def test_a_name_out_of_a_strange_record_leads_nowhere(text: str) -> None:
    assert not is_name(text)
    assert find(Path("/"), text) is None
    verdict = Verdict("revoke", 1, 1, 2, "MIT-F1")
    assert pictures(verdict, [replace(OPENING, img=text)]) == {}


def take(book: Evidence, numbers: Sequence[int], calibration: Calibration) -> None:
    for number in numbers:
        book.save_later(name(number), GRAY, calibration, MAT, CAPTION)


def warned(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]


def test_a_slow_disk_loses_pictures_and_never_holds_up_the_camera(
    tmp_path: Path, calibration: Calibration, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, save = threading.Event(), PictureStore.save

    def slow(store: PictureStore, picture: str, data: bytes) -> None:
        disk.wait()
        save(store, picture, data)

    monkeypatch.setattr(PictureStore, "save", slow)
    book = Evidence(tmp_path, MATCH)
    take(book, range(1, 31), calibration)
    assert 30 - WAITING_AT_MOST - 1 <= book.lost <= 30 - WAITING_AT_MOST
    assert book.trouble == "evidence pictures are lost: too many are waiting for the disk"
    disk.set()
    book.close()
    assert len(list(tmp_path.rglob("*.jpg"))) == 30 - book.lost
    assert book.trouble is None  # pyrefly: ignore[unnecessary-comparison]  # since it was closed
    assert warned(caplog) == ["evidence pictures are lost: too many are waiting for the disk; the game goes on"]


def test_a_long_game_loses_no_picture(tmp_path: Path, calibration: Calibration) -> None:
    book = Evidence(tmp_path, MATCH)
    for number in range(1, 3 * WAITING_AT_MOST):
        take(book, [number], calibration)
        until(lambda number=number: book.in_memory == number)
    book.close()
    assert book.lost == 0


def test_only_what_a_verdict_refers_to_is_written_while_the_match_is_played(
    tmp_path: Path, calibration: Calibration
) -> None:
    game = Game(Evidence(tmp_path, MATCH), calibration)
    game.play(DealStart(dealer=0))
    for count, (seat, card) in enumerate(REVOKE, 1):
        game.play(Played(seat=seat, card=Card(card), t=1.5))
        until(lambda count=count: game.book.in_memory + len(list(tmp_path.rglob("*.jpg"))) == count)
    until(lambda: game.book.in_memory == len(REVOKE) - 2)
    assert sorted(path.name for path in tmp_path.rglob("*.jpg")) == ["00004-d1-s2-HJ.jpg", "00009-d1-s2-D9.jpg"]
    game.book.close()


def test_pictures_without_room_in_memory_wait_on_the_disk(
    tmp_path: Path, calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence_store, "MOST_IN_MEMORY", 0)
    book = Evidence(tmp_path, MATCH)
    take(book, [1], calibration)
    until(lambda: (tmp_path / MATCH / "waiting" / Path(name(1)).name).is_file())
    book.retain([name(1)])
    book.close()
    assert [path.relative_to(tmp_path) for path in tmp_path.rglob("*.jpg")] == [Path(name(1))]


def test_a_picture_of_a_verdict_is_saved_once_the_disk_has_room(
    tmp_path: Path, calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Evidence(tmp_path, MATCH)
    with monkeypatch.context() as full:
        full.setattr(evidence_store, "LEAST_FREE_BYTES", 1 << 60)
        take(book, [1], calibration)
        book.retain([name(1)])
        until(lambda: book.trouble)
    take(book, [2], calibration)
    until(lambda: (tmp_path / name(1)).is_file())
    book.close()
    assert book.lost == 0


def test_a_kill_loses_pictures_without_a_verdict_alone(tmp_path: Path, calibration: Calibration) -> None:
    book = Evidence(tmp_path, MATCH)
    take(book, [1, 2], calibration)
    book.retain([name(1)])
    until(lambda: (tmp_path / name(1)).is_file() and book.in_memory == 1)
    again = Evidence(tmp_path, MATCH)
    again.retain([name(1), name(2)])
    again.close()
    assert [path.relative_to(tmp_path) for path in tmp_path.rglob("*.jpg")] == [Path(name(1))]
    book.close()


def test_a_folder_that_cannot_be_written_is_told_once_and_the_game_goes_on(
    tmp_path: Path, calibration: Calibration, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "evidence").write_text("a file")
    book = Evidence(tmp_path / "evidence", MATCH)
    take(book, range(1, 6), calibration)
    book.retain([name(1)])
    book.close()
    assert book.lost == 5
    assert [one.partition(":")[0] for one in warned(caplog)] == ["evidence pictures are lost"]


def test_the_last_megabytes_are_left_to_the_record(
    tmp_path: Path, calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence_store, "LEAST_FREE_BYTES", 1 << 60)
    book = Evidence(tmp_path, MATCH)
    take(book, [1], calibration)
    book.close()
    assert (book.lost, list(tmp_path.rglob("*.jpg"))) == (1, [])
    assert book.trouble is not None
    assert "the record comes first" in book.trouble


FULL_DISK = """
import logging, resource, signal, sys
from pathlib import Path
import numpy as np
from controller.live import evidence
from controller.live.evidence import Caption
from tests.support.waiting import PATIENCE_S
from vision.mat.geometry import Calibration
from vision.mat.layout import Mat
logging.basicConfig(format="%(message)s")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
evidence._CLOSE_WITHIN_S = PATIENCE_S
book = evidence.Evidence(Path(sys.argv[1]), "2026-11-21T190000Z")
noise = np.random.default_rng(1).integers(0, 255, (340, 600)).astype(np.uint8)
for number, gray in enumerate((noise, noise, noise // 255, noise), 1):
    name = f"2026-11-21T190000Z/{number:05}-d1-s1-DQ.jpg"
    book.save_later(name, gray, Calibration(np.eye(3), np.eye(3)), Mat(), Caption(75.2, 1, 1, "Berta", "DQ"))
book.close()
print(book.lost)
"""


def test_a_full_disk_leaves_no_half_picture(tmp_path: Path) -> None:
    """A file may grow to 60 kB: a picture of noise does not fit, a black one does."""
    run = [sys.executable, "-c", FULL_DISK, str(tmp_path)]
    told = subprocess.run(run, capture_output=True, text=True, check=True, cwd=Path.cwd(), env=dict(os.environ))  # noqa: S603
    assert told.stdout == "3\n"
    assert told.stderr.count("File too large") in (1, 2)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [Path(name(3)).name]


def test_the_settings_of_evidence() -> None:
    table = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
    assert config.parse(table).evidence == config.EvidenceConfig(keep=True, size_mb=200, age_days=90)
    read = config.parse(table + "[evidence]\nkeep = false\nsize_mb = 5\nage_days = 1\n").evidence
    assert read == config.EvidenceConfig(keep=False, size_mb=5, age_days=1)
    with pytest.raises(config.ConfigError, match=r"line 5: 'evidence\.size_mb' cannot be 0"):
        config.parse(table + "[evidence]\nsize_mb = 0\n")

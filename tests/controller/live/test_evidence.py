from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import games
from controller.live import evidence
from controller.live.evidence import Caption, Evidence, evidence_jpeg, read_outline
from controller.record.cards import Card
from controller.record.events import DealStart, MatchStart, Played
from controller.referee.fold import outcome
from controller.store.pictures import StorageLimits, find, is_name
from groundwork.picture import Gray, u8
from tests.support.loops import some
from tests.support.waiting import PATIENCE_S
from vision.eyes.tracker import glimpses
from vision.film.write import Lay, frames
from vision.marks.symbologies import load
from vision.mat import finder
from vision.mat.geometry import Calibration
from vision.mat.layout import Mat
from vision.mat.rectify import PX_PER_MM

MATCH = "2026-11-21T190000Z"
EARLIER = "2026-10-01T190000Z"
CAPTION = Caption(75.2, 1, 1, "Berta", "DQ")
MAT = Mat()


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at after the book is closed is on the disk, however late its thread is."""
    monkeypatch.setattr(evidence, "_CLOSE_WITHIN_S", PATIENCE_S)


@pytest.fixture(scope="module")
def frame() -> Gray:
    """The last frame of a film in which two cards are laid."""
    *_, last = frames([Lay(0, "SA"), Lay(1, "DQ")], 3, seed=5)
    return u8(cv2.cvtColor(last, cv2.COLOR_BGR2GRAY))


@pytest.fixture(scope="module")
def calibration(frame: Gray) -> Calibration:
    return finder.find(MAT, frame)


class Clock:
    def __init__(self) -> None:
        self.now = 1.8e9

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def name(number: int, deal: int = 1, match: str = MATCH) -> str:
    return f"{match}/{number:05}-d{deal}-s1-DQ.jpg"


def stored(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def waiting(*names: str) -> list[str]:
    return [one.replace("/", "/waiting/") for one in names]


def decoded(data: bytes) -> Gray:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return u8(picture)


# --- what a picture shows --------------------------------------------------------------------------------------------


def test_a_picture_shows_the_mat_from_above_with_its_cards_and_its_caption(
    tmp_path: Path, frame: Gray, calibration: Calibration, clock: Clock
) -> None:
    book = Evidence(tmp_path, MATCH, clock=clock)
    book.save_later(name(3), frame, calibration, MAT, CAPTION)
    book.close()
    [path] = tmp_path.rglob("*.jpg")
    picture = decoded(path.read_bytes())
    strip, view = picture[:36], picture[36:]
    assert view.shape == (MAT.height_mm * PX_PER_MM, MAT.width_mm * PX_PER_MM)
    assert {mark.card for mark in load("aruco").read(view)} == {"SA", "DQ"}
    seen = finder.find(MAT, view)
    again = seen.mm(np.array([(0.0, 0.0), (599.0, 339.0), (1199.0, 679.0)]))
    assert np.abs(again * PX_PER_MM - [(0, 0), (599, 339), (1199, 679)]).max() < 2
    assert strip.max() > 250
    assert strip.min() < 50
    assert path.stat().st_size < 150_000


@dataclass(frozen=True)
class Lying:
    """A card on the mat, as one frame shows it."""

    card: str
    x_mm: float
    y_mm: float
    angle: float
    marks: int


def test_a_picture_says_where_its_card_lies(
    tmp_path: Path, frame: Gray, calibration: Calibration, clock: Clock
) -> None:
    """The outline holds every mark of its card, none of another, and has the size of a card."""
    seen = glimpses(load("aruco").read(frame), calibration)
    laid = [Lying(one.card, one.x_mm, one.y_mm, one.angle, len(one.spots)) for one in seen]
    book = Evidence(tmp_path, MATCH, clock=clock)
    match = outcome((MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")), DealStart(dealer=0)))
    played = Played(seat=1, card=Card("DQ"), img=name(3))
    book.see(3, played, match, frame, calibration, MAT, laid)
    book.see(4, replace(played, img=name(4)), match, frame, calibration, MAT, [replace(one, marks=1) for one in laid])
    book.close()
    [path, unknown] = sorted(tmp_path.rglob("*.jpg"))
    found = read_outline(path)
    assert read_outline(unknown) is None
    assert found is not None
    height, width = decoded(path.read_bytes()).shape
    assert found.size == (width, height)
    hull = np.array(found.corners, np.float32)
    assert cv2.contourArea(hull) == pytest.approx(63 * 88 * PX_PER_MM**2, rel=0.01)
    marks = [*load("aruco").read(decoded(path.read_bytes()))]
    inside = {(one.card, cv2.pointPolygonTest(hull, one.centre, measureDist=False) > 0) for one in marks}
    assert inside == {("DQ", True), ("SA", False)}


@pytest.mark.parametrize(
    "comment", [b"", b"card at 1 2 3", b"card at a b c d e f g h", b"card at 1 2 3 4 5 6 7 nan", b"\xff"]
)
def test_pictures_that_do_not_say_where_their_card_lies_are_shown_without_an_outline(
    tmp_path: Path, comment: bytes
) -> None:
    path = tmp_path / "a.jpg"
    data = evidence_jpeg(np.zeros((40, 300), np.uint8), "Anna")
    path.write_bytes(data[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + data[2:])
    assert decoded(path.read_bytes()).shape == (76, 300)
    assert read_outline(path) is None
    path.write_bytes(b"no picture")
    assert read_outline(path) is None


@given(st.text(max_size=60).filter(str.isprintable), st.integers(0, 10**6))
def test_any_player_has_a_caption_as_wide_as_the_picture(player: str, seconds: int) -> None:
    view = np.zeros((40, 300), np.uint8)
    data = evidence_jpeg(view, Caption(seconds, 1, None, player, "DQ").text(1.8e9))
    assert decoded(data).shape == (76, 300)


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_every_card_of_every_game_has_a_picture_that_is_known_by_its_name(tmp_path: Path) -> None:
    """Where a deck has each card twice, too: the name says which one it is."""
    photographer = Evidence(tmp_path, MATCH)
    dealt = outcome([MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")), DealStart(dealer=0)])
    for deck in some([games.load(one).deck for one in games.names()]):
        named = {photographer.name(3, dealt, Played(seat=0, card=card)) for card in some(deck)}
        assert [one for one in named if one is None or not is_name(one)] == []
        assert len(named) == len(deck)
    photographer.close()


def test_pictures_without_a_verdict_go_when_the_next_deal_is_over(
    tmp_path: Path, frame: Gray, calibration: Calibration, clock: Clock
) -> None:
    book = Evidence(tmp_path, MATCH, clock=clock)
    for number, deal in ((3, 1), (4, 1), (20, 2), (40, 3)):
        book.save_later(name(number, deal), frame, calibration, MAT, CAPTION)
    book.retain([name(4), name(99)])
    book.forget(before_deal=2)
    book.close()
    assert stored(tmp_path) == sorted([name(4), *waiting(name(20, 2), name(40, 3))])
    assert (find(tmp_path, name(4)), find(tmp_path, name(3))) == (tmp_path / name(4), None)
    assert find(tmp_path, name(20, 2)) == tmp_path / waiting(name(20, 2))[0]
    assert book.lost == 0


def test_after_a_restart_the_running_deal_is_known_and_earlier_matches_wait_no_more(
    tmp_path: Path, frame: Gray, calibration: Calibration, clock: Clock
) -> None:
    for match in (EARLIER, MATCH):
        book = Evidence(tmp_path, match, clock=clock)
        for number in (3, 4, 5, 6):
            book.save_later(name(number, match=match), frame, calibration, MAT, CAPTION)
        book.retain([name(3, match=match)])
        book.close()
    torn, half = (tmp_path / waiting(name(number))[0] for number in (5, 7))
    torn.write_bytes(torn.read_bytes()[:2000])
    half.with_name(half.name + ".unfinished").write_bytes(b"half")
    theirs = tmp_path / MATCH / "waiting" / "holiday.jpg"
    theirs.write_bytes(b"not ours")
    (tmp_path / "notes.txt").write_text("not ours")
    book = Evidence(tmp_path, MATCH, clock=clock)
    book.retain([name(4)])
    book.close()
    ours = [name(3), name(4), *waiting(name(6)), name(3, match=EARLIER)]
    assert stored(tmp_path) == sorted([*ours, f"{MATCH}/waiting/holiday.jpg", "notes.txt"])


def test_the_oldest_pictures_go_first_when_there_are_too_many(
    tmp_path: Path, frame: Gray, calibration: Calibration, clock: Clock
) -> None:
    names = [name(number, match=match) for match in (EARLIER, MATCH) for number in (3, 4, 5)]
    for match in (EARLIER, MATCH):
        book = Evidence(tmp_path, match, StorageLimits(size_bytes=450_000), clock)
        for one in names:
            if one.startswith(match):
                book.save_later(one, frame, calibration, MAT, CAPTION)
        book.retain(one for one in names if one.startswith(match))
        book.close()
    sizes = [(tmp_path / one).stat().st_size for one in names if (tmp_path / one).exists()]
    assert stored(tmp_path) == sorted(names[-len(sizes) :])
    assert sum(sizes) <= 450_000 < sum(sizes) + max(sizes)


def test_pictures_that_are_too_old_go_and_their_folder_with_them(
    tmp_path: Path, frame: Gray, calibration: Calibration, clock: Clock
) -> None:
    for match, wait in ((EARLIER, 50 * 86_400), (MATCH, 0)):
        book = Evidence(tmp_path, match, clock=clock)
        book.save_later(name(3, match=match), frame, calibration, MAT, CAPTION)
        book.retain([name(3, match=match)])
        book.close()
        clock.now += wait
    clock.now += 45 * 86_400
    Evidence(tmp_path, MATCH, StorageLimits(age_s=90 * 86_400), clock).close()
    assert stored(tmp_path) == [name(3)]
    assert not (tmp_path / EARLIER).exists()

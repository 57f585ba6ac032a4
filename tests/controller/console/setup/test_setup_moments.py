"""Doubtful moments on the owner's pages: switched on and off, looked at, blurred, dropped, exported."""

import json
import re
from itertools import product

import cv2
import numpy as np
import pytest

from controller.console.security.roles import Role
from controller.console.setup import moments as views
from controller.console.setup.context import Setup
from controller.live.moments import moment_file, wiring
from controller.live.moments.moment import open_picture
from controller.live.moments.moment_file import RECORD, MomentFile
from controller.live.moments.store import MomentStore
from controller.record import text as record
from controller.record.events import Amend, DealStart, Event
from controller.store.archive import Archive, RecordLine
from tests.support.console.console_rig import DEAL, OPENING, Rig, play, sentence
from tests.support.console.page_reader import Page
from tests.support.console.setup_rig import form, owner, set_up, text, told
from tests.support.small_moments import JPEG, moment, small

LIST = "/setup/moments"
NAME = "2026-11-21T200000Z"
ONE = f"{LIST}/{NAME}"
MATCH = "2026-11-21T190000Z"
SURE = {"sure": "1"}


@pytest.fixture
def setup(rig: Rig) -> Setup:
    return set_up(rig)


@pytest.fixture
def store(setup: Setup) -> MomentStore:
    """One moment is kept."""
    found = wiring.store(setup.config)
    assert found.add(small(match=MATCH)) == NAME
    return found


@pytest.mark.parametrize("path", [LIST, ONE, f"{ONE}/0.jpg", f"{ONE}/bundle"])
def test_nobody_but_the_owner_sees_any_of_it(rig: Rig, store: MomentStore, path: str) -> None:
    assert store.names() == [NAME]
    for role in (Role.VIEWER, Role.PLAYER, Role.ARBITER):
        answer = rig.phone(role).client.get(path)
        assert (answer.status_code in (303, 403), JPEG in answer.content) == (True, False)
    assert rig.phone(Role.OWNER).client.get(path).status_code == 200


def test_nothing_is_kept_until_the_owner_says_so_and_every_comment_stays(rig: Rig, setup: Setup) -> None:
    phone = owner(rig)
    page = phone.get(LIST)[1]
    assert "Nothing is being kept." in page
    assert "No moment is kept now." in page
    _, page = phone.post(LIST, {**form(page, LIST), "do": "on"})
    assert told(page) == ["Saved. It holds as soon as no deal is being played."]
    assert "They are being kept." in page
    assert (setup.file.read().config.moments.keep, setup.again.is_requested) == (True, True)
    assert "# Our table in the kitchen" in text(setup)
    _, page = phone.post(LIST, {**form(page, LIST), "do": "off"})
    assert not setup.file.read().config.moments.keep


def test_a_moment_is_listed_with_its_reason_and_its_frames_are_shown(rig: Rig, store: MomentStore) -> None:
    phone = owner(rig)
    page = phone.get(LIST)[1]
    assert "The table was not seen: the mat was hidden, gone or moving." in page
    assert f'href="{ONE}"' in page
    [shown] = re.findall(r'src="([^"]*\.jpg\?small)"', page)
    assert shown == f"{ONE}/2.jpg?small"
    page = phone.get(f"{ONE}?frame=1")[1]
    assert "Frame 2 of 3" in page
    assert len(re.findall(r'name="square\d-\d"', page)) == views.ROWS * views.COLUMNS
    assert store.names() == [NAME]
    answer = phone.client.get(f"{ONE}/1.jpg")
    assert (answer.headers["cache-control"], answer.headers["content-type"]) == ("no-store", "image/jpeg")
    gray = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert gray is not None
    assert gray.shape == (48, 64)


@pytest.mark.parametrize(
    "path",
    [
        f"{LIST}/2020-01-01T000000Z",
        f"{LIST}/..%2F..%2Fschiri.toml",
        f"{LIST}/x",
        f"{ONE}/3.jpg",
        f"{LIST}/2020-01-01T000000Z/0.jpg",
        f"{LIST}/2020-01-01T000000Z/bundle",
    ],
)
def test_a_missing_moment_is_reported(rig: Rig, store: MomentStore, path: str) -> None:
    assert store.names() == [NAME]
    assert owner(rig).get(path)[0] == 404


@pytest.mark.parametrize("frame", ["99", "x", "-1", "9" * 50, ""])
def test_a_frame_that_there_is_not_shows_another(rig: Rig, store: MomentStore, frame: str) -> None:
    assert store.names() == [NAME]
    assert owner(rig).get(f"{ONE}?frame={frame}")[0] == 200


def test_the_squares_that_were_touched_are_blurred_in_every_frame(rig: Rig, store: MomentStore) -> None:
    status, page = owner(rig).post(ONE, {"square0-0": "on", "square5-7": "on", "do": "blur", **SURE})
    assert (status, told(page)) == (200, ["Blurred for good in all frames."])
    file = store.read(NAME)
    assert len(file.frames) == 3
    for gray in map(open_picture, file.frames):
        assert float(gray[:8, :8].std()) < 1
        assert float(gray[40:, 56:].std()) < 1
        assert float(gray[16:32, 16:48].std()) > 20
    assert "blurred" in owner(rig).get(LIST)[1]


def test_squares_cover_the_frame_and_no_pixel_twice() -> None:
    for size in ((64, 48), (1920, 1080), (1281, 719)):
        every = {f"square{row}-{column}": "on" for row, column in product(range(views.ROWS), range(views.COLUMNS))}
        seen = np.zeros((size[1], size[0]), np.uint8)
        for box in views.chosen(every, size):
            seen[box.top : box.top + box.height, box.left : box.left + box.width] += 1
        assert (int(seen.min()), int(seen.max())) == (1, 1)


def test_without_a_square_nothing_is_blurred(rig: Rig, store: MomentStore) -> None:
    assert told(owner(rig).post(ONE, {"do": "blur"})[1]) == ["Touch the squares to blur first."]
    assert told(owner(rig).post(ONE, {"do": "dance"})[1]) == ["There is no such action."]
    assert told(owner(rig).post(LIST, {"do": "dance"})[1]) == ["There is no such action."]
    assert store.read(NAME).frames == (JPEG,) * 3


def test_one_moment_is_deleted_or_all_of_them(rig: Rig, store: MomentStore) -> None:
    other = store.add(small(when=1))
    _, page = owner(rig).post(ONE, {"do": "drop", **SURE})
    there = f"Some of the same frames are also in other moments, as they were: {views.when(moment(when=1))}."
    assert (told(page), store.names()) == ([f"The moment is deleted. {there}"], [other])
    _, page = owner(rig).post(LIST, {"do": "drop-all", **SURE})
    assert (told(page), store.folder.exists()) == (["Everything that was kept is deleted."], False)


@pytest.mark.parametrize(("path", "fields", "question"), [
    (ONE, {"do": "drop"}, "Delete this moment?"),
    (f"{ONE}?frame=1", {"do": "blur", "square0-0": "on"}, "What is blurred cannot be brought back. Blur it?"),
    (LIST, {"do": "drop-all"}, "Delete everything that was kept?"),
])  # fmt: skip
def test_without_scripts_the_answer_asks_before_anything_is_gone(
    rig: Rig, store: MomentStore, path: str, fields: dict[str, str], question: str
) -> None:
    phone, before = owner(rig), store.path(NAME).read_bytes()
    status, page = phone.post(path, fields)
    assert (status, sentence(page), store.path(NAME).read_bytes() == before) == (409, question, True)
    sure = Page(page).find(("", ""), **SURE)
    assert sure is not None
    assert f'action="{path}"' in page
    assert phone.post(path, sure.filled(("", ""), {}))[0] == 200
    assert not store.names() or store.path(NAME).read_bytes() != before


def test_a_damaged_file_is_shown_as_such(rig: Rig, store: MomentStore) -> None:
    store.path(NAME).write_bytes(b"nonsense")
    page = owner(rig).get(LIST)[1]
    assert "its file is damaged." in page
    assert owner(rig).get(ONE)[0] == 404


def test_a_damaged_file_can_be_deleted(rig: Rig, store: MomentStore) -> None:
    store.path(NAME).write_bytes(b"nonsense")
    assert told(owner(rig).post(ONE, {"do": "drop", **SURE})[1]) == ["The moment is deleted."]
    assert store.names() == []


def lines(*events: Event) -> bytes:
    return "".join(f"{record.to_line(event)}\n" for event in events).encode()


def test_a_bundle_has_the_truth_of_the_archive_as_corrected_by_now(rig: Rig, setup: Setup) -> None:
    dealt, played = DealStart(dealer=0, t=0.0), play(1, "H10")
    kept = (OPENING, dealt, played)
    store = wiring.store(setup.config)
    store.add(MomentFile(moment(match=MATCH), (JPEG,) * 3, {RECORD: lines(*kept)}))
    with Archive(setup.config.data.directory, make=True) as archive, archive.transaction():
        every = lines(*kept, Amend(of=3, with_={"card": "H9", "t": 0.1})).splitlines(keepends=True)
        archive.write(archive.add(MATCH), 1, [RecordLine(line, b"") for line in every])
    answer = owner(rig).client.get(f"{ONE}/bundle")
    assert answer.headers["content-disposition"] == f'attachment; filename="schiri-{NAME}.zip"'
    bundle = moment_file.unpack(answer.content, "b.zip")
    assert bundle.is_bundle
    [landing] = json.loads(bundle.texts["film.json"])["landings"]
    assert (landing["card"], landing["read"]) == ("H9", None)
    assert b"Anna" not in answer.content


def test_while_a_deal_is_played_nothing_is_exported(rig: Rig, store: MomentStore) -> None:
    rig.enter([DEAL])
    status, page = owner(rig).get(f"{ONE}/bundle")
    assert status == 409
    assert "wait until it is over" in page
    assert "wait until it is over" in owner(rig).get(ONE)[1]
    assert store.names() == [NAME]

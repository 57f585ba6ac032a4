"""Every page, judged by axe-core: nothing stands in the way of eyes, ears or keyboards."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from selenium import webdriver

from controller.console import server
from controller.console.setup import display_places
from controller.live.camera import Source, eyes
from controller.live.moments import wiring
from controller.record.cards import Card
from controller.record.events import DealStart, End, Event, MatchStart, Upcard
from controller.record.text import to_line
from controller.settings.model import ConsoleConfig
from controller.store.archive import Archive, RecordLine
from controller.store.journal import Journal
from firmware_bridge.ports.serial_port import Plug
from tests.controller.console.conftest import Phones
from tests.support import table_talk
from tests.support.console.axe import judged, too_small
from tests.support.console.browser_talk import command, overflow, own, script, shows, size
from tests.support.console.console_rig import OPENING, REVOKED, Rig
from tests.support.console.setup_rig import filming, set_up
from tests.support.examples import Example
from tests.support.loops import some
from tests.support.small_moments import small
from tests.support.vision.mat_pictures import camera, photo

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser", "axe")]

FAINT = "color: #ddd !important"
MOMENT = "2026-11-21T200000Z"
NO_PAGES = (
    "/live/{name}",
    "/join.svg",
    "/setup/displays/face.png",
    "/verdicts/{number:int}/{which}.jpg",
    "/setup/camera/view",
    "/setup/enrolment",
    "/setup/releases/view",
    "/setup/test/view",
    "/archive/{match:int}.html",
    "/prints/{kind}.pdf",
    "/statistics.csv",
    "/statistics.json",
    "/setup/moments/{moment}/bundle",
    "/setup/moments/{moment}/{frame:int}.jpg",
)
"""Streams, pictures and files to save."""
EXAMPLES = {"number:int": "1", "seat:int": "1", "what": "other", "of:int": "3", "moment": MOMENT}


@pytest.fixture
def judge(phones: Phones) -> webdriver.Chrome:
    return phones()


def test_the_judge_finds_what_is_wrong(served: Rig, judge: webdriver.Chrome) -> None:
    judge.get(served.context.address)
    script(
        judge,
        "document.documentElement.lang = ''; document.querySelector('footer').style.cssText = arguments[0]",
        FAINT,
    )
    assert {one.split(":")[0] for one in judged(judge)} == {
        "serious color-contrast",
        "serious html-has-lang",
    }


@pytest.mark.parametrize(("width", "height", "light"), [(390, 844, "light"), (1280, 800, "dark")])
def test_every_page_stands_before_the_judge(
    served: Rig, judge: webdriver.Chrome, width: int, height: int, light: str
) -> None:
    served.enter(REVOKED)
    assert wiring.store(set_up(served).config).add(small()) == MOMENT
    address, wrong, wide, small_ones = own(served, judge), dict[str, list[str]](), list[str](), dict[str, object]()
    size(judge, width, height)
    command(judge, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": light}])
    for route in server.routes():
        if route.method == "GET" and route.path not in NO_PAGES:
            path = route.path
            for name, value in EXAMPLES.items():
                path = path.replace(f"{{{name}}}", value)
            judge.get(address + path)
            if complaint := judged(judge):
                wrong[path] = complaint
            if overflow(judge):
                wide.append(path)
            if found := too_small(judge):
                small_ones[path] = found
    assert (wrong, wide, small_ones) == ({}, [], {})


TAROT = [event for event in Example("tarot/5-called-king").events[1:] if not isinstance(event, MatchStart)]
SPEAKING: list[tuple[str, int, Sequence[Event], Sequence[str]]] = [
    # game, seats, events before, pages
    ("tarot", 5, TAROT[:1], ("/", "/tap", "/say", "/say/1/chelem", "/say/2/other")),
    ("tarot", 5, TAROT[:6], ("/tap", "/say", "/say/3/call")),
    ("tarot", 5, TAROT[:9], ("/tap", "/tap/4", "/say", "/say/0/dog", "/say/3/laid-away", "/say/3/poignee-single")),
    ("handjass", 4, (), ("/", "/tap", "/tap/0", "/say", "/say/0/deal")),
    ("handjass", 4, Example("handjass/4-down-to-the-loser").events[1:8], ("/say/2", "/say/2/weis-20", "/sheet")),
    ("coiffeur", 3, (DealStart(dealer=0),), ("/say", "/say/1/joker1", "/sheet")),
    ("condor", 2, (DealStart(dealer=0),), ("/tap", "/say", "/say/0/upcard")),
    ("condor", 2, (DealStart(dealer=0), Upcard(card=Card("D2"))), ("/tap", "/say", "/say/0/duel")),
    ("bridge", 4, Example("bridge/4-three-boards").events[1:4], ("/", "/tap", "/say", "/board")),
    ("bridge", 4, Example("bridge/4-three-boards").events[1:12], ("/", "/tap", "/history")),
    ("skat", 3, Example("skat/3-four-deals").events[1:42], ("/", "/tap", "/say", "/sheet", "/board")),
    ("skat", 3, Example("skat/3-four-deals").events[1:20], ("/", "/tap")),
]


@pytest.mark.parametrize(("game", "seats", "before", "paths"), SPEAKING)
def test_the_pages_for_speaking_stand_before_the_judge(
    tmp_path: Path, judge: webdriver.Chrome, game: str, seats: int, before: Sequence[Event], paths: Sequence[str]
) -> None:
    names = (*OPENING.seats, "Dora", "Emma")[:seats]
    with Journal(tmp_path / "current.jsonl") as journal:
        settings = ConsoleConfig(address="127.0.0.1", port=0)
        rig = Rig(journal, MatchStart(game=game, seats=names), settings=settings, watching=False)
        assert rig.console.open()
        rig.enter(before)
        address = own(rig, judge)
        wrong: dict[str, list[str]] = {}
        for path in paths:
            judge.get(address + path)
            too_wide = overflow(judge)
            wrong[path] = [*judged(judge), *(["too wide"] if too_wide else [])]
        rig.console.close()
    assert wrong == {path: [] for path in paths}


def test_displays_and_camera_stand_before_the_judge(
    served: Rig, judge: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(display_places, "plugged", lambda: (Plug("/dev/ttyUSB9", "Raspberry Pi Pico"),))
    setup = set_up(served)
    setup.frame_tap.eyes = eyes(served.session.match, Source("0"))
    address, wrong = own(served, judge), dict[str, object]()
    with filming(setup, photo(camera(12), blur_px=1.6)):
        for path in ("displays", "displays/0", "displays/0?kind=wled", "displays/0?kind=kiosk", "displays/1", "camera"):
            for light in ("light", "dark"):
                command(
                    judge, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": light}]
                )
                judge.get(f"{address}/setup/{path}")
                script(judge, "for (const one of document.querySelectorAll('details')) one.open = true")
                wrong[f"{path} {light}"] = [*judged(judge), *too_small(judge), overflow(judge)]
    assert wrong == {one: [0] for one in wrong}


def test_statistics_with_their_pictures_stand_before_the_judge(served: Rig, judge: webdriver.Chrome) -> None:
    events, _ = table_talk.record(MatchStart(game="coiffeur", seats=("Anna", "Berta", "Carla", "Dora")), 3, deals=10)
    timed = [replace(one, t=2.0 * at, src="camera") for at, one in enumerate(events)]
    with Archive(served.journal.path.parent, make=True) as archive, archive.transaction():
        lines = [RecordLine(f"{to_line(event)}\n".encode(), b"") for event in (*timed, End())]
        archive.write(archive.add("2026-11-21T190000Z"), 1, lines)
    address = own(served, judge)
    for light in some(("light", "dark")):
        command(judge, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": light}])
        judge.get(f"{address}/statistics")
        shows(judge, "Some hands are harder than others.", "#main")
        script(judge, "for (const one of document.querySelectorAll('details')) one.open = true")
        wide = script(judge, "return document.documentElement.scrollWidth > window.innerWidth")
        assert (judged(judge), too_small(judge), wide) == ([], [], False)

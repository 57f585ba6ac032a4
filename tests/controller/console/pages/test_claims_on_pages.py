"""A claim on the pages: tapped by number, shown to everybody, accepted by the others, and taken back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.console.security.roles import Role
from controller.record.events import Bid, DealStart, MatchStart
from controller.store.journal import Journal
from tests.controller.games.bridge.bridge_talk import auction, plays
from tests.support.console.console_rig import Phone, Rig
from tests.support.console.page_reader import Page
from tests.support.loops import some


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Rig]:
    """A deal of Bridge in which Anna has won the first trick at three no trump."""
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, MatchStart(game="bridge", seats=("Anna", "Berta", "Carla", "Dora")))
        rig.enter([DealStart(dealer=0), *auction("3N P P P"), *plays("B S2 C SA D S3 A S4")])
        yield rig


def say(phone: Phone, page: str, words: str) -> None:
    form = Page(phone.get(page)[1]).find(("words", words), do="say")
    assert form is not None, f"{words} cannot be tapped on {page}"
    phone.post("/act", form.filled(("words", words), {}), **{"hx-request": "true"})


@pytest.mark.rule("BRI-C1", "BRI-C2", "BRI-C3")
def test_a_claim_is_tapped_shown_and_accepted(playing: Rig) -> None:
    phone = playing.phone(Role.PLAYER)
    assert Page(phone.get("/say/0/claim")[1]).find(("words", "claim 13"), do="say") is None
    page = phone.get("/say/0/claim")[1]
    assert "so many of the tricks that are left:" in page
    assert ">Claim 9</button>" in page
    say(phone, "/say/0/claim", "claim 9")
    for path in some(("/", "/tap", "/board", "/say/1")):
        assert "Anna claims of the tricks left: 9 of 12; accept or contest it" in phone.get(path)[1]
    for seat in (1, 3):
        say(phone, f"/say/{seat}", "accept")
    said = [(one.seat, one.call, one.as_) for one in playing.said if isinstance(one, Bid)][-3:]
    assert said == [(0, "claim", "9"), (1, "accept", None), (3, "accept", None)]
    assert "430" in phone.get("/sheet")[1]


def test_beside_the_cards_to_tap_a_claim_is_one_button(playing: Rig) -> None:
    phone = playing.phone(Role.PLAYER)
    phone.do("back-to", of=2)
    playing.enter([DealStart(dealer=0), *auction("3N P P P")])
    page = phone.get("/tap")[1]
    assert 'href="/say/1/claim"' in page
    assert "Claim 13" not in page
    assert "Claim 13" in phone.get("/say/1/claim")[1]


@pytest.mark.rule("BRI-C4")
def test_a_claim_that_is_contested_is_shown_no_more_and_dummy_has_no_word_in_it(playing: Rig) -> None:
    phone = playing.phone(Role.PLAYER)
    assert "claim" not in phone.get("/say/2")[1].lower()
    say(phone, "/say/3", "concede")
    say(phone, "/say/1", "contest")
    assert "claims of the tricks left" not in phone.get("/")[1]

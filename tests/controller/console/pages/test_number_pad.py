"""Numbers are tapped where they are few and typed where they are many; one that cannot be is refused in a sentence."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.console.security.roles import Role
from controller.games.spades import VOCABULARY, SpadesAuction
from controller.games.vocabularies import NumberWords
from controller.record.events import Bid, DealStart, MatchStart
from controller.store.journal import Journal
from tests.support.console.console_rig import Phone, Rig
from tests.support.console.page_reader import Form, Page

MANY = range(158)


@pytest.fixture
def bidding(tmp_path: Path) -> Iterator[Rig]:
    """A deal of Spades in which Berta speaks."""
    with Journal(tmp_path / "current.jsonl") as journal:
        yield Rig(journal, MatchStart(game="spades", seats=("Anna", "Berta", "Carla", "Dora")))


def typed(phone: Phone, form: Form, number: str) -> str:
    """What a page answers to a number that was typed."""
    _, answer = phone.post("/act", {**form.hidden, "words": number}, **{"hx-request": "true"})
    return answer


@pytest.mark.parametrize("path", ["/tap", "/say"])
def test_few_numbers_are_a_button_each(bidding: Rig, path: str) -> None:
    bidding.enter([DealStart(dealer=0)])
    phone = bidding.phone(Role.PLAYER)
    form = Page(phone.get(path)[1]).find(("words", "12"), do="say")
    assert form is not None
    assert {number for name, number in form.buttons if name == "words"} == {str(number) for number in range(14)}
    assert re.findall(r'name="words" value="(?:0|1)">(\w+)<', phone.get(path)[1]) == ["Nil", "1"]
    phone.post("/act", form.filled(("words", "12"), {}), **{"hx-request": "true"})
    assert [(event.seat, event.call) for event in bidding.said if isinstance(event, Bid)] == [(1, "12")]


@pytest.mark.parametrize("path", ["/tap", "/say"])
def test_many_numbers_are_typed(bidding: Rig, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(SpadesAuction, "number_calls", MANY)
    monkeypatch.setattr(VOCABULARY, "bids", NumberWords(MANY).bids)
    bidding.enter([DealStart(dealer=0)])
    phone = bidding.phone(Role.PLAYER)
    page = phone.get(path)[1]
    assert "A number from 0 to 157" in page
    [form] = [form for form in Page(page).forms if "words" in form.hidden]
    assert "158" in typed(phone, form, "158")
    assert [event for event in bidding.said if isinstance(event, Bid)] == []
    [form] = [form for form in Page(phone.get(path)[1]).forms if "words" in form.hidden]
    assert "alert-success" in typed(phone, form, "111")
    assert [event.call for event in bidding.said if isinstance(event, Bid)] == ["111"]


def test_a_speaker_out_of_turn_finds_the_numbers_against_the_rules(bidding: Rig) -> None:
    bidding.enter([DealStart(dealer=0)])
    page = Page(bidding.phone(Role.PLAYER).get("/say/3/other")[1])
    assert page.find(("words", "7"), do="say", seat="3") is not None

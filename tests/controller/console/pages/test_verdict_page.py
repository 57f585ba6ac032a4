"""The page of a verdict: cards to see, a tap to object, the price of each ruling, and nothing that is hidden."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from controller.console.security.roles import Role
from controller.console.views.called import banner
from controller.live.evidence import evidence_jpeg
from controller.record.cards import DECKS, Card
from controller.record.events import DealStart, Event
from controller.store.journal import Journal
from firmware_bridge.face.face import Alert
from tests.support.console.console_rig import REVOKED, Phone, Rig, play
from tests.support.console.page_reader import heard
from tests.support.examples import Example

DECK = DECKS["jass36"]
SHOWN = {"H10", "H7", "DQ", "H6"}
PICTURE = "2026-11-21T120000Z/00005-d1-s0-DQ.jpg"


def drawn_cards(page: str) -> set[str]:
    """Every card that a page draws."""
    return set(re.findall(r'#[smw]-(\w+)"', page))


def test_lead_act_and_proof_are_drawn_and_each_can_be_contested_by_one_tap(rig: Rig) -> None:
    rig.enter(REVOKED)
    player = rig.phone(Role.PLAYER, "Anna")
    page = unescape(player.get("/verdicts/1")[1])
    whole = re.findall(r"#w-(\w+)", page)
    assert whole == ["H10", "DQ", "H6"]
    assert [words in page for words in ("Berta led", "Anna laid", "Anna held")] == [True] * 3
    links = re.findall(r'href="/fix/(\d+)"', page)
    assert links == ["3", "5", "6"]
    for link, card in zip(links, whole, strict=True):
        status, form = player.get(f"/fix/{link}")
        assert (status, f"#w-{card}" in form) == (200, True)
    viewer = rig.phone().get("/verdicts/1")[1]
    assert "/fix/" not in viewer
    assert "/pair" in viewer


def test_a_corrected_reading_takes_the_verdict_away(rig: Rig) -> None:
    rig.enter(REVOKED)
    player = rig.phone(Role.PLAYER, "Anna")
    assert player.do("fix", of=5, card="HA")[0] == 200
    assert player.get("/verdicts/1")[0] == 404
    listed = rig.phone(Role.ARBITER).get("/verdicts")[1]
    assert ("Anna revoked in trick 1" in listed, "fell with a correction by Anna" in listed) == (True, True)


def test_an_arbiter_sees_what_each_choice_costs_and_none_is_chosen_beforehand(rig: Rig) -> None:
    rig.enter(REVOKED)
    page = rig.phone(Role.ARBITER).get("/verdicts/1")[1]
    choices = re.findall(r'type="radio" name="effect" value="([\w-]+)"([^>]*)>', page)
    assert [name for name, _ in choices] == ["none", "pack", "void-deal", "redeal", "score"]
    assert not any("checked" in more for _, more in choices)
    assert page.count('class="sums"') + page.count("the sums stay as they are") == 4
    assert "as the rulebook proposes: Swiss practice" in page
    assert "Swiss practice proposes: no effect" in page
    assert "swiss, verdict" not in page
    assert 'class="sums"' not in rig.phone(Role.PLAYER).get("/verdicts/1")[1]


@pytest.mark.parametrize("role", [Role.VIEWER, Role.PLAYER, Role.ARBITER])
def test_while_hands_are_hidden_players_see_no_card_that_does_not_lie_open(tmp_path: Path, role: Role) -> None:
    rest = [card for card in DECK if card not in SHOWN]
    shown = [(Card("DQ"), Card("H6")), (Card("H10"),), (Card("H7"),)]
    held = rest[:10], rest[10:21], rest[21:]
    hands: dict[int, tuple[Card, ...]] = {seat: (*shown[seat], *held[seat]) for seat in range(3)}
    events: tuple[Event, ...] = (DealStart(dealer=0, hands=hands), *REVOKED[1:], play(1, rest[10]))
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal)
        rig.enter(events)
        assert rig.session.match.running
        numbers = [number for number, one in enumerate(rig.session.match.verdicts, 1) if one.kind == "revoke"]
        pages = [rig.phone(role).get(f"/verdicts/{number}?steps=1") for number in numbers]
        seen = [drawn_cards(page) - SHOWN - {rest[10]} for status, page in pages if status == 200]
    assert seen
    assert any(seen) == (role is Role.ARBITER)


def test_the_card_is_outlined_in_its_picture_where_its_place_is_known(tmp_path: Path) -> None:
    view = np.full((680, 1200), 90, np.uint8)
    corners = (100.0, 136.0), (226.0, 136.0), (226.0, 312.0), (100.0, 312.0)
    for at, outlines in ((corners, 2), (None, 0)):
        path = tmp_path / "evidence" / PICTURE
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(evidence_jpeg(view, "Anna: DQ", at))
        with Journal(tmp_path / f"{outlines}.jsonl") as journal:
            rig = Rig(journal)
            rig.enter([*REVOKED[:3], replace(REVOKED[3], img=PICTURE), REVOKED[4]])
            page = rig.phone().get("/verdicts/1")[1]
        assert page.count('points="100.0,136.0 226.0,136.0 226.0,312.0 100.0,312.0 "') == outlines
        seen = re.findall(
            r'href="(/verdicts/1/act.jpg)"><svg class="crop" viewBox="([^"]*)".*?transform="([^"]*)"', page
        )
        assert seen == [("/verdicts/1/act.jpg", "89.9 121.9 146.2 204.2", "rotate(-0.0 163.0 224.0)")][: outlines // 2]
        assert page.count("/verdicts/1/act.jpg") == (4 if at else 2)


def test_the_steps_of_a_proof_are_its_tricks_with_the_accused_card_marked_and_no_lines_of_the_record(rig: Rig) -> None:
    rig.enter(REVOKED)
    short, page = (rig.phone().get(path)[1] for path in ("/verdicts/1", "/verdicts/1?steps=1"))
    assert 'href="/verdicts/1?steps=1#steps"' in short
    assert "proof-tricks" not in short
    steps = page.partition('<section class="steps"')[2].partition("</section>")[0]
    tricks = [
        re.findall(r'<li class="(\w+)"><span class="frame">.*?#s-(\w+)"', one)
        for one in steps.split("<li aria-label=")[1:]
    ]
    assert tricks == [[("lay", "H10"), ("lay", "H7"), ("laid", "DQ")], [("held", "H6")]]
    assert "What happened at Anna's queen of diamonds" in unescape(heard(steps))
    assert not re.search(r"\bline \d|[.]jpg|&#34;e&#34;", steps)


def test_a_verdict_says_to_the_one_whom_it_is_about_that_it_is(rig: Rig) -> None:
    rig.enter(REVOKED)
    pages = [rig.phone(Role.PLAYER, name).get("/verdicts/1")[1] for name in ("Anna", "Berta")]
    assert ["This is about you." in page for page in pages] == [True, False]


def test_the_place_of_the_verdicts_says_how_many_wait_for_a_ruling(rig: Rig) -> None:
    def number(phone: Phone) -> list[str]:
        return re.findall(r'class="count"( hidden|)><b>(\d)</b>', phone.get("/sheet")[1])

    player, arbiter = rig.phone(Role.PLAYER), rig.phone(Role.ARBITER)
    assert number(player) == [(" hidden", "0")]
    rig.enter(REVOKED)
    assert number(player) == [("", "1")]
    assert arbiter.do("rule", verdict=1, event=5, decision="dismiss", at="")[0] == 200
    assert number(player) == [(" hidden", "0")]


OF_WORDS = {
    "illegal-bid": True,
    "illegal-call": True,
    "false-declaration": True,
    "revoke": False,
    "someone-revoked": False,
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(
            ("tarot/3-garde-sans", "illegal-bid"),
            ("tarot/5-called-king", "illegal-call"),
            ("tarot/4-evening", "false-declaration"),
        ),
        *(("spades/4-three-deals", "revoke"), ("proof/3-by-counting", "someone-revoked")),
    ],
)
def test_the_history_takes_back_words_and_no_verdict_on_cards(name: str, kind: str) -> None:
    found: set[bool] = set()
    for match in (stage.match for stage in Example(name).stages):
        one = banner(match, tuple(enumerate(match.verdicts, 1)), Alert("a verdict", "verdict"))
        found |= {one.is_of_words} if one and one.called.verdict.kind == kind else set()
    assert found == {OF_WORDS[kind]}

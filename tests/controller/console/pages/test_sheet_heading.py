"""The heading of a score sheet: what the players of its game call it."""

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from controller.console.security.roles import Role
from controller.store.journal import Journal
from tests.support.console.console_rig import Rig
from tests.support.examples import Example

if TYPE_CHECKING:
    from controller.record.events import MatchStart


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("mittlere/redeal", "Jasstafel"),
        ("coiffeur/4-alone", "Coiffeur-Tafel"),
        ("tarot/4-evening", "Punkteblatt"),
        ("condor/2-one-deal", "Punkteblatt"),
    ],
)
def test_a_sheet_is_headed_as_its_game_is_written_down(tmp_path: Path, name: str, heading: str) -> None:
    opening = cast("MatchStart", Example(name).events[0])
    with Journal(tmp_path / "current.jsonl") as journal:
        phone = Rig(journal, opening).phone()
        phone.client.cookies.set("lang", "de")
        page = phone.get("/sheet")[1]
    assert f'<h1 class="h4">{heading}</h1>' in page
    assert f"<title>{heading} " in page


@pytest.mark.parametrize(
    ("name", "head"), [("bridge/4-three-boards", "1 Anna 1 Kreuz"), ("schieber/4-evening", "1 Dora Kreuz")]
)
def test_the_line_of_a_deal_says_who_played_what(tmp_path: Path, name: str, head: str) -> None:
    opening, *events = Example(name).events
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, cast("MatchStart", opening))
        rig.enter(events)
        phone = rig.phone()
        phone.client.cookies.set("lang", "de")
        page = phone.get("/sheet")[1]
    assert head in re.sub(r"<[^>]*>", "", page)


@pytest.mark.parametrize(
    ("name", "end", "pencilled"),
    [
        ("schieber/4-evening", 60, ["24 points", "39 points"]),
        ("bridge/4-three-boards", 90, ["1 trick", "4 tricks"]),
        ("coiffeur/4-partners", 30, ["35 points", "46 points"]),
    ],
)
def test_a_sheet_shows_the_deal_that_is_played(tmp_path: Path, name: str, end: int, pencilled: list[str]) -> None:
    example = Example(name)
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, example.opening)
        rig.enter(example.events[1:end])
        page = unescape(rig.phone(Role.VIEWER).get("/sheet")[1])
    assert re.findall(r"[0-9.]+ (?:points?|tricks?)", page) == pencilled


def test_the_sheet_leads_to_the_statistics_where_the_phone_may_see_them(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal)
        shown = {role: 'href="/statistics"' in rig.phone(role).get("/sheet")[1] for role in Role}
        allowed = {role: rig.phone(role).get("/statistics")[0] == 200 for role in Role}
    assert shown == allowed
    assert set(shown.values()) == {True, False}

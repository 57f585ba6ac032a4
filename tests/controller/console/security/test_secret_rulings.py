"""Rulings of a tournament are seen by arbiters alone before their deal is over, and an owner is no arbiter."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.console import server
from controller.console.http import streams
from controller.console.security.roles import Role
from controller.console.server import PageOptions
from controller.live import event_text
from controller.live.session import AnnounceOptions, Update
from controller.peripherals.signals import event_signal
from controller.record.events import Ruling, Undo, Void
from controller.store.journal import Journal
from tests.support.console.console_rig import REVOKED, Rig, play
from tests.support.listener import Listener
from tests.support.loops import some

RULING = {"verdict": 1, "event": 5, "decision": "dismiss", "ruled": ""}
PAGES = (
    "/",
    "/history",
    "/fix",
    "/say",
    "/say/0",
    "/sheet",
    "/verdicts",
    "/verdicts/1?steps=1",
    "/board",
    "/unseen",
    "/join",
)
KEY = re.compile(r'name="key" value="[^"]*"')
MORE = play(1, "S6")
"""A card after the one that proves the revoke."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Rig]:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, announce_options=AnnounceOptions("tournament"))
        rig.enter((*REVOKED, MORE))
        yield rig


def shown(rig: Rig, role: Role) -> list[str]:
    """All that somebody is shown and told, without the keys of forms."""
    phone = rig.phone(role, f"{role.id} looks")
    pages = [f"{path} {phone.get(path)}" for path in PAGES]
    state = rig.context.newest.value
    parts = [
        streams.part(part, state, rig.context, role)
        for part in some(server.fragments().values())
        if rig.context.may(role, part.role)
    ]
    said = [text for _number, text in streams.announcements_since(state, 0)]
    return [KEY.sub("", one) for one in (*pages, *parts, *said)]


def heard(rig: Rig) -> list[Update]:
    """All news from now on."""
    listener = Listener()
    rig.table.subscribe(listener)
    return listener.news


def dismissed(rig: Rig) -> list[bool]:
    """Whether each verdict is dismissed."""
    match = rig.session.match
    return [match.dismissed(number) for number, _ in enumerate(match.verdicts, 1)]


@pytest.mark.parametrize("role", [Role.VIEWER, Role.PLAYER, Role.OWNER])
def test_a_ruling_within_the_deal_changes_nothing_that_others_see_or_hear(table: Rig, role: Role) -> None:
    arbiter, news = table.phone(Role.ARBITER), heard(table)
    before, faces = shown(table, role), table.faces[-1]
    assert arbiter.do("rule", RULING) == (200, "Verdict 1 is dismissed.")
    assert shown(table, role) == before
    assert table.faces[-1] == faces
    assert [one.is_secret for one in news] == [True]
    assert [*event_text.public_lines(news[0], "swiss")] == []
    assert "dismissed" in arbiter.get("/verdicts/1")[1]
    assert "ruling on verdict 1" in arbiter.get("/history")[1]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.OWNER])
def test_an_undo_leaves_a_secret_ruling_in_place(table: Rig, role: Role) -> None:
    phone = table.phone(role)
    table.phone(Role.ARBITER).do("rule", RULING)
    before = len(table.said)
    assert phone.do("undo", of=7) == (200, "Taken back: Berta's 6 of spades.")
    assert [type(one) for one in table.said[before:]] == [Undo, Ruling]
    assert dismissed(table) == [True]
    assert "Give back 1 step" in phone.get("/history")[1]
    assert phone.do("redo", of=7) == (200, "1 step given back. Berta: 6 of spades")
    assert table.session.match.deal is not None
    assert [one.card for one in table.session.match.deal.open.plays] == ["H6", "S6"]
    assert dismissed(table) == [True]


def test_nobody_finds_a_secret_ruling_by_asking_for_its_line(table: Rig) -> None:
    table.phone(Role.ARBITER).do("rule", RULING)
    player, count = table.phone(Role.PLAYER), len(table.said)
    for form in ({"of": 8}, {"of": 9}):
        assert player.do("fix", form, card="SA") == (409, "That card does not stand any more; look again.")
    for before in (8, 9):
        answer = player.do("missed", seat=2, card="SA", before=before)
        assert answer == (409, "That step does not stand any more; look again.")
    for of in (8, 9):
        assert player.do("back-to", of=of, newest=7) == (409, "That step does not stand any more.")
    assert len(table.said) == count


def test_a_ruling_goes_with_its_verdict(table: Rig) -> None:
    table.phone(Role.ARBITER).do("rule", RULING)
    player = table.phone(Role.PLAYER)
    assert player.do("back-to", of=6, newest=7) == (200, "2 steps taken back. Berta: 6 of spades; Anna: 6 of hearts")
    assert table.said[-1] == Undo(n=3)
    assert dismissed(table) == []


def test_a_button_takes_back_the_card_before_a_secret_ruling(table: Rig) -> None:
    table.phone(Role.ARBITER).do("rule", RULING)
    news = heard(table)
    assert table.table.say("undo") == ""
    assert [one.is_secret for one in news] == [False, True]
    assert dismissed(table) == [True]
    assert table.session.remark == ""


def test_an_arbiter_who_takes_a_secret_ruling_back_is_not_heard_either(table: Rig) -> None:
    arbiter = table.phone(Role.ARBITER)
    before, news = shown(table, Role.PLAYER), heard(table)
    arbiter.do("rule", RULING)
    assert arbiter.do("undo", of=8)[0] == 200
    assert shown(table, Role.PLAYER) == before
    assert [one.is_secret for one in news] == [True, True]
    assert dismissed(table) == [False]


def test_after_the_deal_everybody_reads_the_ruling(table: Rig) -> None:
    table.phone(Role.ARBITER).do("rule", {**RULING, "decision": "uphold"})
    table.enter([Void(why="misdeal")])
    for role in some([Role.VIEWER, Role.PLAYER, Role.OWNER]):
        assert "upheld" in table.phone(role).get("/verdicts/1")[1]
    player = table.phone(Role.PLAYER)
    assert "ruling on verdict 1" in player.get("/history")[1]
    assert player.do("back-to", of=8, newest=9)[0] == 409


def test_a_match_taken_up_again_keeps_the_secret(tmp_path: Path) -> None:
    options = AnnounceOptions("tournament")
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, announce_options=options)
        rig.enter((*REVOKED, MORE, Ruling(verdict=1, decision="dismissed", by="Ruth")))
    with Journal(tmp_path / "current.jsonl") as journal:
        again = Rig(journal, announce_options=options)
        assert again.session.secret == {8}
        assert "ruling" not in again.phone(Role.PLAYER).get("/history")[1]


def test_an_owner_of_a_tournament_is_no_arbiter(table: Rig) -> None:
    owner, arbiter = table.phone(Role.OWNER), table.phone(Role.ARBITER)
    assert [phone.get("/verdicts/1")[0] for phone in (owner, arbiter)] == [404, 200]
    assert owner.do("rule", RULING) == (403, "This phone may not do that; pair it for it first.")
    assert "revoke" not in owner.get("/verdicts")[1].lower()


@pytest.mark.parametrize(("policy", "wanted", "rules"), [
    ("club", None, True), ("training", None, True), ("tournament", None, False),
    ("club", False, False), ("tournament", True, True),
])  # fmt: skip
def test_whether_an_owner_rules_is_set_or_follows_from_who_hears_what(
    tmp_path: Path,
    policy: str,
    wanted: bool | None,
    rules: bool,
) -> None:
    options = AnnounceOptions("club" if policy == "club" else "training" if policy == "training" else "tournament")
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, announce_options=options)
        rig.console.set_session(rig.session, PageOptions("swiss", wanted))
        rig.context.table = rig.table
        rig.enter(REVOKED)
        owner = rig.phone(Role.OWNER)
        assert (owner.do("rule", RULING)[0] == 200) == rules
        assert rig.context.rules(Role.OWNER) == rules


def test_a_secret_ruling_makes_no_sound(table: Rig) -> None:
    """The panel hears no secret news; what it would have played for it is nothing either."""
    news = heard(table)
    table.phone(Role.ARBITER).do("rule", RULING)
    assert [event_signal(one) for one in news] == [None]

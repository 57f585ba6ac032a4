"""Arbiters of a hall at the table's pages: a key lets in once, and leads to the verdict whatever its number is."""

from pathlib import Path

from controller.console.security.roles import Role
from controller.live.scoreboard import about
from controller.record.events import Ruling
from controller.store.journal import Journal
from tests.support.console.console_rig import REVOKED, Rig


def admit(rig: Rig, *keys: str) -> None:
    """Let the hall have told the table of keys."""
    told = dict.fromkeys(keys, "Rita")
    rig.context.admitted = lambda key: told.pop(key, "")


def test_a_key_lets_in_once_and_leads_to_the_verdict(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal)
        rig.enter(REVOKED)
        admit(rig, "good")
        accused = about(rig.session.match.verdicts[0])
        phone, other = rig.phone(), rig.phone()
        assert accused not in phone.get("/arbiter")[1]
        assert phone.post("/arbiter", {"key": "wrong"})[0] == 403
        assert phone.post("/arbiter", {"key": "good", "about": accused}) == (200, "/verdicts/1")
        assert other.post("/arbiter", {"key": "good"})[0] == 403
        [device] = rig.context.devices.all
        assert (device.name, device.role) == ("Rita", Role.ARBITER)
        phone.id = device.id
        verdict = rig.session.match.verdicts[0]
        assert phone.do("rule", verdict=1, event=verdict.event, decision="uphold", effect="none")[0] == 200
        [ruling] = [event for event in rig.said if isinstance(event, Ruling)]
        assert ruling.by == "Rita"
        assert phone.post("/arbiter", {"key": "", "about": "no such"}) == (200, "/verdicts")
        assert other.get("/verdicts/1")[1].count("Your ruling") == 0


def test_a_phone_that_is_the_owner_s_stays_so_and_the_page_shows_what_stands_in_its_address(tmp_path: Path) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal)
        admit(rig, "a", "b")
        owner, player = rig.phone(Role.OWNER), rig.phone(Role.PLAYER, "Anna")
        assert [phone.post("/arbiter", {"key": key})[0] for phone, key in ((owner, "a"), (player, "b"))] == [200, 200]
        assert {one.name: one.role for one in rig.context.devices.all} == {"owner": Role.OWNER, "Anna": Role.ARBITER}
        assert "<script>x" not in player.get("/arbiter?about=%3Cscript%3Ex")[1]

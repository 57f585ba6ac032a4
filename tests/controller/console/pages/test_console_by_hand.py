"""Scores that an arbiter sets by hand, and the sentences where none can be set."""

import itertools
from pathlib import Path

from controller.console.security.roles import Role
from controller.record.events import MatchStart, Ruling
from controller.store.journal import Journal
from tests.support.console.console_rig import REVOKED, Rig
from tests.support.console.page_reader import Page
from tests.support.examples import Example


def test_the_sheet_leads_an_arbiter_to_every_verdict_and_nobody_else(rig: Rig) -> None:
    rig.enter(REVOKED)
    pages = {role: Page(rig.phone(role).get("/sheet")[1].partition("<main")[2]).links for role in Role}
    found = {role: sorted(links & {"/verdicts/1", "/fix", "/history"}) for role, links in pages.items()}
    assert found == {
        Role.VIEWER: [],
        Role.CAMERA: [],
        Role.PLAYER: [],
        Role.ARBITER: ["/fix", "/history", "/verdicts/1"],
        Role.OWNER: ["/fix", "/history", "/verdicts/1"],
    }


def test_a_score_that_is_set_by_hand_is_the_deals_score(tmp_path: Path) -> None:
    opening, *played = itertools.takewhile(
        lambda event: not isinstance(event, Ruling), Example("tarot/3-revoke-ruled").events
    )
    assert isinstance(opening, MatchStart)
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening)
        rig.enter(played)
        event, (before,) = rig.session.match.verdicts[0].event, rig.session.match.ledger
        fields = {"verdict": 1, "event": event, "decision": "uphold", "effect": "score", "score0": -1, "score1": 1}
        assert rig.phone(Role.ARBITER).do("rule", fields, score2=0)[0] == 200
        (after,) = rig.session.match.ledger
        assert (after.result.score, after.result.points) == ((-1, 1, 0), before.result.points)


def test_without_a_verdict_the_sheet_names_what_else_can_be_done(rig: Rig) -> None:
    rig.enter(REVOKED[:2])
    links = Page(rig.phone(Role.ARBITER).get("/sheet")[1]).links
    assert {"/fix", "/history"} <= links
    assert not {link for link in links if link.startswith("/verdicts/")}

"""Ends of deals that are taken back: in a tournament by an arbiter alone, as what was hidden may have been read."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.console.security.roles import Role
from controller.live.session import AnnounceOptions
from controller.record.events import DealStart, End, Event, Void
from controller.store.journal import Journal
from tests.support.console.console_rig import DEAL, OPENING, REVOKED, Rig

ONLY_AN_ARBITER = "In a tournament only an arbiter takes back the end of a deal: its verdicts may be known."
ENDS: tuple[Event, ...] = (End(), Void(why="misdeal"))


@pytest.fixture
def tournament(tmp_path: Path) -> Iterator[Rig]:
    with Journal(tmp_path / "current.jsonl") as journal:
        yield Rig(journal, OPENING, AnnounceOptions("tournament"))


@pytest.mark.parametrize("end", ENDS)
def test_in_a_tournament_a_player_does_not_reopen_a_deal(tournament: Rig, end: Event) -> None:
    player, arbiter = tournament.phone(Role.PLAYER), tournament.phone(Role.ARBITER)
    tournament.enter(REVOKED)
    assert player.get("/verdicts/1")[0] == 404
    tournament.enter((end,))
    newest = len(tournament.journal.events)
    assert player.do("undo", of=newest) == (409, ONLY_AN_ARBITER)
    assert player.do("back-to", of=newest - 1, newest=newest) == (409, ONLY_AN_ARBITER)
    assert tournament.said == [*REVOKED, end]
    assert arbiter.do("undo", of=newest)[0] == 200
    assert tournament.session.match.running


@pytest.mark.parametrize("end", ENDS)
def test_in_a_tournament_no_command_card_and_no_button_reopens_a_deal(tournament: Rig, end: Event) -> None:
    tournament.enter((*REVOKED, end))
    assert tournament.session.say("undo", 60.0, "button") == ()
    told = "in a tournament only an arbiter takes back the end of a deal, on the table's page"
    assert (tournament.session.notice, tournament.session.match.running) == (told, False)
    tournament.enter((DealStart(dealer=0),) if isinstance(end, Void) else ())
    assert len(tournament.session.say("undo", 61.0, "button")) == isinstance(end, Void)


def test_a_player_takes_back_the_next_deal_and_what_is_played_but_not_the_deal_before(tournament: Rig) -> None:
    player = tournament.phone(Role.PLAYER)
    tournament.enter((*REVOKED, Void(why="misdeal"), DealStart(dealer=0), REVOKED[1]))
    newest = len(tournament.journal.events)
    assert player.do("back-to", of=newest - 3, newest=newest) == (409, ONLY_AN_ARBITER)
    assert player.do("undo", of=newest)[0] == 200
    assert player.do("undo", of=newest - 1)[0] == 200
    assert not tournament.session.match.running


@pytest.mark.parametrize("end", ENDS)
def test_elsewhere_everybody_takes_an_end_back(rig: Rig, end: Event) -> None:
    rig.enter((DEAL, REVOKED[1], end))
    assert rig.phone(Role.PLAYER).do("undo", of=4)[0] == 200
    assert rig.session.match.running

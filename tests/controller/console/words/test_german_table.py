"""A German table whose players' names look like sentences: a revoke is told in German, with the names whole."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from controller.console.security.roles import Role
from controller.explain import verdict as explain
from controller.language.catalogues import of_game
from controller.language.translate import Locale, on_face, translated
from controller.live.session import Update
from controller.peripherals import voice
from controller.record.events import MatchStart
from controller.record.text import RecordText
from controller.referee.announce import Announcement
from controller.referee.fold import outcome
from controller.rules.match import AnyMatch
from controller.settings.peripherals import Says
from controller.store.journal import Journal
from tests.support.console.console_rig import REVOKED, Rig
from tests.support.console.page_reader import heard

NAMES = ("Anna, sen.", "Berta: x", "Carla {y}")
SAYS: tuple[Says, ...] = ("verdict",)
OPENING = MatchStart(game="mittlere", seats=NAMES)
TOLD = (
    "Anna, sen. hat im Stich 1 falsch gefarbt: Ecken-Dame auf Herz-10, hatte aber noch Herz-6 in der Hand (gespielt im "
    "Stich 2)."
)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, OPENING)
        rig.enter(REVOKED)
        yield rig


@pytest.fixture
def match() -> AnyMatch:
    return outcome([OPENING, *REVOKED])


@pytest.fixture
def german(match: AnyMatch) -> Locale:
    return of_game(match.game, "de", "french")


def test_the_verdict_is_said_in_german(match: AnyMatch, german: Locale) -> None:
    assert [translated(verdict.text, german) for verdict in match.verdicts] == [TOLD]


def test_the_displays_accuse_in_german(rig: Rig, german: Locale) -> None:
    shown = on_face(rig.faces[-1], german)
    assert shown.alert.text == TOLD
    assert [row.name for row in shown.rows] == list(NAMES)
    assert shown.status == "Stich 2 von 12, Trumpf Ecken, Anna, sen. hat Herz ausgespielt"


def test_the_voice_accuses_in_german(match: AnyMatch) -> None:
    [verdict] = match.verdicts
    news = Update(6, REVOKED[-1], match, (verdict,), (Announcement(verdict, 1),), (verdict,))
    assert voice.event_phrases(news, "de", SAYS) == (("de", TOLD),)


def test_the_pages_accuse_in_german(rig: Rig) -> None:
    phone = rig.phone(Role.ARBITER)
    phone.client.headers["accept-language"] = "de-CH"
    pages = [unescape(heard(phone.get(path)[1])) for path in ("/", "/verdicts", "/verdicts/1?steps=1", "/board")]
    assert [TOLD in page for page in pages] == [True] * 4
    assert "Warum keine regelgerechte Hand übrig bleibt" in pages[2]


def test_the_proof_is_told_in_german(german: Locale) -> None:
    english = list(explain.lines(RecordText((OPENING, *REVOKED)), 1))
    told = [translated(line, german) for line in english]
    assert len(told) > 10
    assert told[1] == f"  {TOLD}"
    assert {line for line in told if line and not line.startswith("    ")}.isdisjoint(english)
    assert any("Carla {y}" in line for line in told)

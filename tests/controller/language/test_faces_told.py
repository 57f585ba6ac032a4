"""Texts and speech of a table in its language: every face whole, with any names of players."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from controller.language.catalogues import catalogue, of_game
from controller.live import scoreboard
from controller.live.scoreboard import TableState
from controller.peripherals import voice
from controller.peripherals.displays import localize
from controller.record.events import Event, MatchStart
from controller.record.message import Listed, Message
from controller.referee.fold import fold
from controller.rules.results import Verdict
from controller.settings.displays import KioskConfig, SerialConfig
from controller.settings.peripherals import Says
from controller.store.journal import Journal
from firmware_bridge.face.face import Face
from tests.controller.language.test_translate import FAULTS, OTHERS
from tests.support.console.console_rig import REVOKED, Phone, Rig
from tests.support.console.page_reader import heard
from tests.support.examples import EXAMPLES
from vision.words.cards import Lang

SLOT = re.compile(r"\{\w*\}")
VERDICT: tuple[Says, ...] = ("verdict",)
STATE = TableState(unsaved=Message("the disk is full"), code=Message("owner code {code}", code="123 456"))


@cache
def faces() -> tuple[Face, ...]:
    """Every face of the recorded evenings, with each verdict as it is told and as it is taken back."""

    def made() -> Iterator[Face]:
        for stages in (fold(FAULTS), *(example.stages for example in EXAMPLES)):
            for stage in stages:
                told = tuple(one for one in stage.results if isinstance(one, Verdict))
                yield scoreboard.face(stage.match, stage.match.verdicts)
                yield scoreboard.face(stage.match, stage.match.verdicts, TableState(withdrawn=told))
                yield scoreboard.face(stage.match, (), STATE)

    return tuple(dict.fromkeys(made()))


def texts(face: Face) -> tuple[str, ...]:
    return tuple(filter(None, (face.title, face.status, face.alert.text, *face.phrases)))


def parts(text: str) -> Iterator[str]:
    """A text and every text within it that is said, not named."""
    yield text
    for name, value in text.fields.items() if isinstance(text, Message) else ():
        for one in value.items if isinstance(value, Listed) else (value,):
            if isinstance(one, Message) or name.startswith("why"):
                yield from parts(str(one) if not isinstance(one, str) else one)


def test_every_text_of_every_face_is_a_message_whole_and_in_its_parts() -> None:
    assert len(faces()) > 500
    plain = {part for face in faces() for text in texts(face) for part in parts(text) if not isinstance(part, Message)}
    assert plain == set()


@pytest.mark.parametrize("lang", OTHERS)
def test_every_part_of_every_face_is_in_every_catalogue(lang: Lang) -> None:
    said = (part for face in faces() for text in texts(face) for part in parts(text) if isinstance(part, Message))
    templates = {one.template for one in said if re.search("[a-z]", SLOT.sub("", one.template))}
    assert templates
    assert {one for one in templates if catalogue(lang).gettext(one) == one} <= {"Ramsch"}


NAMES = ("Anna, sen.", "Berta: x", "Carla {y}")
OPENING = MatchStart(game="mittlere", seats=NAMES)
GERMAN = "Anna, sen. hat im Stich 1 falsch gefarbt: {}, hatte aber noch {} in der Hand (gespielt im Stich 2)."
SIGNS = GERMAN.format("♦D auf ♥10", "♥6")
HEARD = GERMAN.format("Ecken-Dame auf Herz-10", "Herz-6")
"""The sentence for the ear, with names of cards in place of the signs on pages."""


def revoked() -> tuple[tuple[Event, ...], Face]:
    events = (OPENING, *REVOKED)
    *_, last = fold(events)
    return events, scoreboard.face(last.match, last.match.verdicts)


def test_a_german_table_reads_its_verdict_in_german_whatever_its_players_are_called() -> None:
    _, face = revoked()
    *_, last = fold((OPENING, *REVOKED))
    german = of_game(last.match.game, "de", "french")
    for display in (KioskConfig("kiosk"), SerialConfig("/dev/x")):
        told = localize(face, display, german)
        assert told.alert.text == SIGNS
        assert (told.title, tuple(row.name for row in told.rows)) == ("Mittlere, Runde 1", NAMES)
        assert told.phrases == ("Trumpf Ecken", "Stich 2 von 12", "Anna, sen. hat Herz ausgespielt")
        assert told.status == "Stich 2 von 12, Trumpf Ecken, Anna, sen. hat Herz ausgespielt"


def test_a_german_table_hears_its_verdict_in_german_whatever_its_players_are_called(tmp_path: Path) -> None:
    with Journal(tmp_path / "a.jsonl") as journal:
        rig = Rig(journal, OPENING)
        rig.enter(REVOKED)
        [*_, news] = rig.context.newest.value.updates
        said = voice.event_phrases(news, "de", VERDICT)
        assert said == (("de", GERMAN.format("Ecken-Dame auf Herz-10", "Herz-6")),)


def test_a_german_phone_reads_its_verdict_in_german_whatever_its_players_are_called(tmp_path: Path) -> None:
    with Journal(tmp_path / "a.jsonl") as journal:
        rig = Rig(journal, OPENING)
        rig.enter(REVOKED)
        phone = Phone(rig)
        phone.client.headers["accept-language"] = "de-CH"
        for place in ("/", "/board", "/verdicts", "/verdicts/1?steps=1"):
            status, page = phone.get(place)
            assert (status, HEARD in unescape(heard(page))) == (200, True), place


def test_names_that_no_display_can_show_take_no_sentence_out_of_its_language() -> None:
    opening = MatchStart(game="mittlere", seats=("Zoe\u0308", "Berta\u200b", "Carla"))
    *_, last = fold((opening, *REVOKED))
    face = scoreboard.face(last.match, last.match.verdicts)
    assert all(isinstance(text, Message) for text in texts(face))
    told = localize(face, KioskConfig("kiosk"), of_game(last.match.game, "de", "french"))
    assert told.alert.text == SIGNS.replace("Anna, sen.", "Zoë")

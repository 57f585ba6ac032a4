"""The language of a table on its displays and in its voice."""

from dataclasses import replace

import pytest

from controller.language.catalogues import locale
from controller.live.session import Update
from controller.peripherals import voice as hands_speech
from controller.peripherals.displays import localize
from controller.record.events import DealStart, MatchStart
from controller.record.message import Listed, Message
from controller.referee.announce import Announcement
from controller.referee.fold import outcome
from controller.rules.results import Verdict
from controller.settings.displays import DisplayConfig, EpaperConfig, KioskConfig, SerialConfig
from controller.settings.peripherals import Says
from firmware_bridge.face.ascii import plain
from firmware_bridge.face.face import Face
from vision.words.cards import Lang

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
DEAL = DealStart(dealer=0)
TEXT = Message(
    "{name} revoked in trick {n}: {card} on {card2}, while holding {cards} ({why}).",
    name="Anna",
    n=1,
    card="DQ",
    card2="H10",
    cards=Listed(("H6",)),
    why=Message("played in trick {n}", n=2),
)
VERDICT: tuple[Says, ...] = ("verdict",)
FACE = Face("Mittlere, deal 1", status=Message("trump {suit}", suit="H"))
SERIAL, KIOSK, EPAPER = SerialConfig("/dev/x"), KioskConfig("kiosk"), EpaperConfig("/dev/y", "epaper")


def news(text: Message, *, withdrawn: bool = False) -> Update:
    verdict = Verdict("revoke", 0, 4, 6, "MIT-F1", text=text)
    match = outcome([OPENING, DEAL])
    return Update(6, DEAL, match, (verdict,), (Announcement(verdict, 1, withdrawn=withdrawn),), (verdict,))


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ("en", "Anna revoked in trick 1: Queen of diamonds on 10 of hearts, while holding 6 of hearts")),
        (
            "de",
            ("de", "Anna hat im Stich 1 falsch gefarbt: Ecken-Dame auf Herz-10, hatte aber noch Herz-6 in der Hand"),
        ),
        ("it", ("it", "Anna ha fatto renonce nella presa 1: Donna di quadri su 10 di cuori, pur avendo in mano 6 di")),
        ("ja", ("en", "Anna revoked in trick 1: Queen of diamonds on 10 of hearts, while holding 6 of hearts")),
    ],
)
def test_the_voice_says_verdicts_in_its_language(lang: Lang, told: tuple[Lang, str]) -> None:
    ((spoken_in, text),) = hands_speech.event_phrases(news(TEXT), lang, VERDICT)
    assert (spoken_in, text[: len(told[1])]) == told


def test_the_voice_says_that_a_verdict_was_withdrawn_and_which() -> None:
    withdrawn, verdict = hands_speech.event_phrases(news(TEXT, withdrawn=True), "de", VERDICT, "swiss")
    assert withdrawn == ("de", "Zurückgenommen:")
    assert "Schilten-Ober auf Schellen-Banner" in verdict[1]


@pytest.mark.parametrize("display", [SERIAL, KIOSK, EPAPER])
@pytest.mark.parametrize("lang", ["en", "de", "fr", "it", "ja"])
def test_a_display_speaks_the_tables_language_if_it_has_its_letters(display: DisplayConfig, lang: Lang) -> None:
    told = localize(FACE, display, locale(lang, jass=True))
    statuses: dict[Lang, str] = {
        "en": "trump hearts" if display is EPAPER else "trump ♥",
        "de": "Trumpf Herz",
        "fr": "atout cœur",
        "it": "atout cuori",
        "ja": "切り札はハート",
    }
    wanted = statuses["en"] if lang == "ja" and display is not KIOSK else statuses[lang]
    assert told.status == (wanted if display is KIOSK else wanted.replace("œ", "oe"))
    assert "?" not in plain(told.status) or display is KIOSK


def test_only_words_of_a_face_change() -> None:
    face = replace(FACE, address="http://schiri.local/")
    assert localize(face, KIOSK, locale("de")).address == face.address

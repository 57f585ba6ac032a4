"""Hands on a table: the daemon on a film, with mock pins and an emulated display, and tables without any pins."""

import logging
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest
from gpiozero import LED  # pyrefly: ignore[implicit-reexport]  # gpiozero has no types

from controller.cli import main
from controller.live.session import AnnounceOptions, MatchSession
from controller.live.table import LiveTable
from controller.peripherals import panel
from controller.peripherals.panel import ControlPanel
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, MatchStart, Origin, Played, Undo
from controller.settings import model as config
from controller.store.archive import Archive
from controller.store.journal import Journal, JournalError
from firmware_bridge.protocol.messages import Key, Press
from hardware.voice import Sentence
from tests.support.hardware.mock_pins import Factory, MockPin, bounce, factory
from tests.support.waiting import until

__all__ = ["factory"]

TABLE = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
HANDS = """
[[button]]
pin = 5
short = "undo"
long_ms = 5000
[[button]]
pin = 13
short = "confirm"
long = "arbiter"
long_ms = 300
[lamp]
pin = 27
signals = ["card", "back"]
[buzzer]
pin = 18
kind = "passive"
"""
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
FOUL: list[Event] = [
    DealStart(dealer=2),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((0, "H7"), (1, "DQ"), (2, "H8"))),
    Collect(),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((2, "H9"), (0, "HA"), (1, "H10"))),
]


def press(pin: MockPin, until_what: Callable[[], object]) -> None:
    """Press a button that bounces, and hold it until something is so."""
    bounce(pin, closed_low=True)
    until(until_what)
    bounce(pin, closed_low=False)


@pytest.mark.slow
def test_a_pressed_button_is_an_event_in_the_record_of_a_film(factory: Factory, tmp_path: Path) -> None:
    """Undo takes back the first card as it has been read; the film goes on. A pressed button lights the lamp."""
    played, film, data = tmp_path / "a.jsonl", tmp_path / "a.avi", tmp_path / "data"
    played.write_text("".join(f"{record.to_line(event)}\n" for event in (OPENING, *FOUL)))
    assert main(["film", str(played), str(film), "--size", "1280x720"]) == 0
    settings = tmp_path / "schiri.toml"
    settings.write_text(f'{TABLE}[camera]\nsource = "{film}"\n[console]\nenabled = false\n{HANDS}')
    lamp = factory.pin(27)

    def hand() -> None:
        until(lambda: any(state.state for state in lamp.states))
        pin = factory.pin(5)
        bounce(pin, closed_low=True)
        threading.Event().wait(0.1)  # as long as contacts bounce, and longer
        bounce(pin, closed_low=False)

    player = threading.Thread(target=hand, daemon=True)
    player.start()
    assert main(["referee", "--config", str(settings), "--data-dir", str(data)]) == 0
    player.join()
    with Archive(data) as archive:
        events = record.read(archive.record(1)).events
    [undone] = [number for number, event in enumerate(events) if isinstance(event, Undo)]
    assert (events[undone].src, events[undone].t is not None) == ("button", True)
    plays = [(event.seat, event.card) for event in events if isinstance(event, Played)]
    assert plays == [(event.seat, event.card) for event in FOUL if isinstance(event, Played)]
    assert isinstance(events[undone - 1], Played | Collect)
    assert any(state.state for state in lamp.states)
    assert lamp.state == 0


class Heard(LiveTable):
    """A table's hands, the words that they say, and what its voice speaks."""

    def __init__(self, settings: str, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
        self.words: list[str] = []
        self.spoken: list[Sequence[Sentence]] = []
        self.session = MatchSession(journal, OPENING, AnnounceOptions("training"))
        monkeypatch.setattr(panel, "Voice", partial(Mouth, self.spoken))
        super().__init__(self.session)
        self.hands = ControlPanel(config.parse(TABLE + settings), self)
        self.subscribe(self.hands)

    def say(self, word: str, source: Origin = "button") -> str:
        """Write down a word."""
        self.words.append(word)
        if word == "end":
            raise JournalError("the disk is full")
        if word == "misdeal":
            raise RuntimeError("a bug")
        return ""


class Mouth:
    """Stands in for a voice: writes down what it is to speak."""

    def __init__(self, spoken: list[Sequence[Sentence]], *how: int) -> None:
        self._spoken = spoken

    def say(self, sentences: Sequence[Sentence], *, after: bool = False) -> None:
        assert after == any(one.is_brisk for one in sentences)
        self._spoken.append(sentences)

    def close(self) -> None:
        """Nothing to close."""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Heard]]:
    with ExitStack() as stack:

        def make(settings: str) -> Heard:
            heard = Heard(settings, stack.enter_context(Journal(tmp_path / "a.jsonl")), monkeypatch)
            stack.enter_context(closing(heard.hands))
            return heard

        yield make


def test_buttons_and_keys_of_displays_say_their_words_in_order(factory: Factory, made: Callable[[str], Heard]) -> None:
    heard = made(HANDS)
    heard.hands.start()
    held = threading.Event()
    press(factory.pin(5), lambda: held.wait(0.1) or True)
    until(lambda: heard.words == ["undo"])
    press(factory.pin(13), lambda: len(heard.words) == 2)
    for stroke in (Press.DOWN, Press.UP, Press.DOWN, Press.LONG, Press.UP):
        heard.hands.key(Key("A", stroke))
    until(lambda: len(heard.words) == 4)
    assert heard.words == ["undo", "arbiter", "confirm", "arbiter"]


def test_presses_before_the_table_is_ready_wait_and_too_many_are_not_meant(made: Callable[[str], Heard]) -> None:
    heard = made('[[button]]\nkey = "A"\nshort = "next-deal"\n')
    for _ in range(3 * panel.MOST_WAITING):
        heard.hands.key(Key("A", Press.DOWN))
    heard.hands.start()
    until(lambda: len(heard.words) == panel.MOST_WAITING)
    assert set(heard.words) == {"new-deal"}


def test_a_full_disk_and_a_bug_are_told_and_the_next_press_counts(
    made: Callable[[str], Heard], caplog: pytest.LogCaptureFixture
) -> None:
    heard = made('[[button]]\nkey = "A"\nshort = "end"\nlong = "misdeal"\n[[button]]\nkey = "B"\nshort = "score"\n')
    heard.hands.start()
    for letter, stroke in (("A", Press.DOWN), ("A", Press.UP), ("A", Press.DOWN), ("A", Press.LONG), ("B", Press.DOWN)):
        heard.hands.key(Key(letter, stroke))
    until(lambda: len(heard.words) == 3)
    assert heard.words == ["end", "misdeal", "score"]
    assert caplog.messages == ["end: the disk is full", "the game failed on misdeal"]


@pytest.mark.parametrize("missing", ["gpiozero", "lgpio"])
def test_a_table_without_pins_goes_on_and_is_told_once_what_to_install(
    missing: str, made: Callable[[str], Heard], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    heard = made(HANDS)
    heard.hands.start()
    for event in FOUL:
        heard.hands.on_event(heard.session.add(event))
        heard.board.refresh()
    heard.hands.key(Key("A", Press.DOWN))
    heard.hands.key(Key("A", Press.UP))
    until(lambda: heard.words == ["confirm"])
    [told] = caplog.messages
    assert missing in told
    assert told.endswith("the game goes on without buttons, lamp and buzzer on pins")
    assert "\n" not in told


def test_a_pin_that_is_in_use_does_not_take_the_others_with_it(
    factory: Factory, made: Callable[[str], Heard], caplog: pytest.LogCaptureFixture
) -> None:
    other = LED(5)
    heard = made(f'{HANDS}[[button]]\npin = 6\nshort = "score"\n')
    heard.hands.start()
    press(factory.pin(6), lambda: heard.words == ["score"])
    assert [message.split(":")[0] for message in caplog.messages] == ["button"]
    other.close()


def test_no_hands_are_no_pins(made: Callable[[str], Heard], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        made("").hands.start()
    assert caplog.messages == []


def test_the_voice_tells_verdicts_scores_and_what_is_asked(made: Callable[[str], Heard]) -> None:
    heard = made('[voice]\nlanguage = "de"\n')
    heard.hands.on_request("repeat")
    for event in FOUL:
        heard.hands.on_event(heard.session.add(event))
    heard.hands.on_request("score")
    heard.hands.on_request("repeat")
    [turn], [verdict], [score], repeated = heard.spoken
    assert turn == Sentence("de", "Carla hat Herz-9 im Stich 2 ausser der Reihe gespielt; Berta war an der Reihe.")
    assert verdict == Sentence(
        "de",
        "Berta hat im Stich 1 falsch gefarbt: Ecken-Dame auf Herz-7, hatte aber noch Herz-10 in der Hand "
        "(gespielt im Stich 2).",
    )
    assert score == Sentence("de", "Anna: 0. Berta: 0. Carla: 0.")
    assert repeated == [verdict, Sentence("de", "Anna ist an der Reihe.")]


def test_the_voice_says_first_that_events_are_not_saved(
    made: Callable[[str], Heard], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = made('[voice]\nlanguage = "it"\n')
    for event in FOUL:
        monkeypatch.setattr(MatchSession, "unsaved", 1)
        heard.hands.on_event(heard.session.add(event))
    heard.hands.on_request("score")
    monkeypatch.setattr(MatchSession, "unsaved", 0)
    heard.hands.on_request("score")
    assert [said[0] == Sentence("it", "Non salvato.") for said in heard.spoken] == [True, True, True, False]
    assert heard.spoken[-2][1:] == heard.spoken[-1]


def test_the_voice_says_only_what_it_is_asked_to(made: Callable[[str], Heard]) -> None:
    heard = made('[voice]\nlanguage = "fr"\nsays = ["arbiter"]\n')
    for event in FOUL:
        heard.hands.on_event(heard.session.add(event))
    for _ in range(2):
        heard.session.say("arbiter", 1.0, "button")
        heard.board.refresh()
        heard.board.refresh()
    assert heard.spoken == [[Sentence("fr", "L'arbitre, s'il vous plaît.")]]


def test_a_table_that_plays_by_ear_hears_every_card_and_loses_none(made: Callable[[str], Heard]) -> None:
    heard = made('[voice]\ncards = true\nsays = ["verdict"]\n')
    for event in (DealStart(dealer=2), Played(seat=0, card=Card("H7")), Undo(n=1)):
        heard.hands.on_event(heard.session.add(event))
    told = [one for sentences in heard.spoken for one in sentences]
    assert [one.text for one in told] == ["Carla deals.", "Anna: 7 of hearts.", "Taken back, Anna: 7 of hearts."]
    assert all(one.is_brisk for one in told)


def test_a_table_that_does_not_play_by_ear_is_told_no_card_but_answered(made: Callable[[str], Heard]) -> None:
    heard = made("[voice]\n")
    for event in FOUL[:3]:
        heard.hands.on_event(heard.session.add(event))
    assert heard.spoken == []
    for word in ("lies", "last-trick", "trump"):
        heard.hands.on_request(word)
    assert [one.text for sentences in heard.spoken for one in sentences] == [
        "On the table: Anna 7 of hearts, Berta Queen of diamonds.",
        "No trick yet.",
        "Trump: diamonds.",
    ]

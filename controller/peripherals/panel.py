"""The control panel of a table: buttons, keys of displays, lamp, buzzer and voice, as its settings name them.

None of them can hold up the game or fail it: what is not there is told once, and the table goes on without it.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from queue import Full, Queue
from threading import Thread
from typing import Final

from controller.live.scoreboard import ComposedFace
from controller.live.session import News
from controller.live.table import LiveTable, Subscriber
from controller.peripherals import voice as speech
from controller.peripherals.buttons import CARDS, Meanings, name_of
from controller.peripherals.signals import LastingSignals, of_news, standing
from controller.peripherals.voice import CardVoice
from controller.record.message import Message
from controller.settings.model import Config
from controller.settings.peripherals import BuzzerConfig, LampConfig, PinButton
from controller.settings.signals import PATTERNS, Signal
from controller.store.journal import JournalError
from firmware_bridge.protocol.messages import Key, Press
from hardware.pins.buttons import Button, Buttons, Stroke
from hardware.pins.gpio import NoPinsError, Pins, open_pins
from hardware.pins.player import Buzzer, PinLamp, Player
from hardware.voice import Sentence, Voice

# Lamp and buzzer of a table: signals to the patterns that they play.

_log = logging.getLogger(__name__)


class Sounds:
    """Plays signals on lamp and buzzer, each those that its settings ask for; a missing part is reported once.

    Args:
        lamp: The lamp's settings, if there is one.
        buzzer: The buzzer's, if there is one.
        pins: Where they are.
    """

    def __init__(
        self, lamp: LampConfig | None = None, buzzer: BuzzerConfig | None = None, pins: Pins | None = None
    ) -> None:
        self._players: list[tuple[Player, frozenset[Signal]]] = []
        if lamp and pins:
            self._open("lamp", lambda: PinLamp(lamp.pin, pins, lamp.on), lamp.signals)
        if buzzer and pins:
            hz = buzzer.hz if buzzer.kind == "passive" else None
            self._open("buzzer", lambda: Buzzer(buzzer.pin, pins, hz, buzzer.on), buzzer.signals)

    def _open(self, name: str, opened: Callable[[], Player], signals: tuple[Signal, ...]) -> None:
        try:
            self._players.append((opened(), frozenset(signals)))
        except OSError as error:
            _log.warning("%s: %s; the game goes on without it", name, error)

    def play(self, signal: Signal) -> None:
        """Play a signal once; returns at once."""
        for player, wanted in self._players:
            if signal in wanted:
                player.play(PATTERNS[signal])

    def stand(self, signal: Signal | None) -> None:
        """Play a signal as long as it stands; returns at once."""
        for player, wanted in self._players:
            player.repeat(PATTERNS[signal] if signal in wanted else None)

    def close(self) -> None:
        """Fall silent and dark."""
        for player, _ in self._players:
            player.close()


MOST_WAITING: Final = 8
"""Length of the queue of presses while the disk is slow; further presses are dropped."""
_CLOSE_S: Final = 2.0
_STROKES: Final[dict[Press, Stroke]] = {Press.DOWN: "down", Press.LONG: "long", Press.UP: "up"}


class ControlPanel(Subscriber):
    """The buttons, keys, lamp, buzzer and voice of one table.

    Args:
        config: The settings.
        table: Confirms what it shows, and takes in what buttons say.
    """

    def __init__(self, config: Config, table: LiveTable) -> None:
        self._table, self._session, self._voice_settings = table, table.session, config.voice
        self._meanings = Meanings(config.button)
        self._suits = config.table.suits
        self._faults: list[str] = []
        self._words = Queue[str | None](MOST_WAITING)
        self._cards = CardVoice(config.voice.language, config.table.suits) if config.voice else None
        self._told = table.session.match
        """The match as the voice has told it."""
        self._last: tuple[speech.Phrase, ...] = ()
        """What was spoken last."""
        self._thread: Thread | None = None
        self._before = LastingSignals()
        self._code = ""
        """The pairing code that was shown last, in words."""
        self._expects = False
        """Whether an answer is asked for: it is heard even if it is the same as before."""
        with ExitStack() as stack:
            self._sounds = Sounds()
            self._open(config, stack)
            self._stack = stack.pop_all()

    def _open(self, config: Config, stack: ExitStack) -> None:
        """Open all that the settings name, and is there."""
        pinned = [one for one in config.button if isinstance(one, PinButton)]
        if pinned or config.lamp or config.buzzer:
            try:
                pins = stack.enter_context(open_pins())
            except NoPinsError as error:
                _log.warning("%s; the game goes on without buttons, lamp and buzzer on pins", error)
                self._faults.append(str(error))
            else:
                self._open_buttons(pinned, pins, stack)
                self._sounds = Sounds(config.lamp, config.buzzer, pins)
                stack.callback(self._sounds.close)
        self._voice: Voice | None = None
        if config.voice:
            self._voice = Voice(config.voice.words_per_minute, config.voice.volume)
            stack.callback(self._voice.close)

    def _open_buttons(self, pinned: Sequence[PinButton], pins: Pins, stack: ExitStack) -> None:
        """Open each button by itself, so that one that cannot be used does not disable the others."""
        for one in pinned:
            button = Button(name_of(one), one.pin, one.pull, one.bounce_ms, one.long_ms)
            try:
                stack.callback(Buttons((button,), self._stroke, pins).close)
            except OSError as error:
                _log.warning("button: %s; the game goes on without it", error)
                self._faults.append(Message("button: {reason}", reason=str(error)))

    @property
    def faults(self) -> tuple[str, ...]:
        """Buttons, lamps and sounds that are missing or cannot be used, one sentence each."""
        return tuple(self._faults)

    def start(self) -> None:
        """Begin to take presses as words, those already in the queue first."""
        self._thread = Thread(target=self._run, name="hands", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take no more presses, fall silent, let go of the pins."""
        self._stack.close()
        if self._thread:
            self._words.put(None)
            self._thread.join(_CLOSE_S)

    def key(self, key: Key, display: int = 0) -> None:
        """A key of a display, counted from 0, was touched; returns at once."""
        self._stroke(f"key {key.letter}", _STROKES[key.press], display)

    def press(self, word: str) -> None:
        """A button that is none of the table's own says this word; returns at once."""
        with suppress(Full):
            self._words.put_nowait(word)

    def _stroke(self, name: str, stroke: Stroke, display: int = 0) -> None:
        word = self._meanings.word(name, stroke, display)
        if word:
            self.press(word)

    def _run(self) -> None:
        while word := self._words.get():
            try:
                self._do(word)
            except JournalError as error:
                _log.warning("%s: %s", word, error)
            except Exception:
                _log.exception("the game failed on %s", word)

    def _do(self, word: str) -> None:
        if word == "confirm":
            self._table.board.confirm()
        else:
            self._table.board.expect()
            self._expects = True
        self._table.say(CARDS.get(word, word))

    def on_event(self, news: News) -> None:
        """Play an event's signal and speak its sentences; returns at once."""
        before, self._told = self._told, news.match
        if news.is_secret:
            return
        signal = of_news(news)
        if signal:
            self._sounds.play(signal)
        if settings := self._voice_settings:
            told = speech.of_news(news, settings.language, settings.says, self._suits)
            if settings.cards and self._cards:
                self._speak((*self._cards.of_news(before, news), *told))
            else:
                self._speak(told)

    def on_request(self, word: str) -> None:
        """Speak the score or what lies there, or repeat the last words and whose turn it is; returns at once."""
        if not (settings := self._voice_settings) or not self._cards:
            return
        match = self._session.match
        answers = {"lies": self._cards.lying, "last-trick": self._cards.last_trick, "trump": self._cards.trump}
        if word in answers:
            self._speak(answers[word](match), again=True)
        elif word == "score":
            self._speak(speech.score(self._session.match, settings.language), again=True)
        else:
            turn = speech.turn(self._session.match, settings.language) if "turn" in settings.says else ()
            self._speak((*self._last, *turn), again=True)

    def on_face(self, shown: ComposedFace) -> None:
        """Let lamp, buzzer and voice tell what a face tells anew; returns at once."""
        now = standing(shown)
        before, self._before = self._before, now
        if self._expects:
            before, self._expects = replace(before, answer=""), False
        self._sounds.stand(now.signal)
        if signal := now.since(before):
            self._sounds.play(signal)
        settings = self._voice_settings
        before_code, self._code = self._code, shown.state.code
        if settings and self._code and not before_code and shown.match.deal is None:
            # Before the first deal alone: later codes are asked for by somebody who looks at a display.
            self._speak(speech.code(self._code, settings.language))
        if settings and now.call and not before.call and "arbiter" in settings.says:
            self._speak(speech.arbiter(settings.language), again=True)

    def _speak(self, phrases: Sequence[speech.Phrase], again: bool = False) -> None:
        """Put sentences in the voice's queue; those spoken on request are not kept for ``repeat``.

        The newest win, unless every card is told: who plays by ear must hear of each.
        """
        if self._voice and phrases:
            self._last = self._last if again else tuple(phrases)
            after = bool(self._voice_settings and self._voice_settings.cards)
            sentences = [Sentence(*phrase, is_brisk=after) for phrase in (*self._unsaved(), *phrases)]
            self._voice.say(sentences, after=after)

    def _unsaved(self) -> tuple[speech.Phrase, ...]:
        """Said before everything while events are not on the disk."""
        settings = self._voice_settings
        return speech.unsaved(settings.language) if settings and self._session.unsaved else ()

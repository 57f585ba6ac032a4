"""The control panel of a table: buttons, keys of displays, lamp, buzzer and voice, as its settings name them.

None of them can delay or stop the game: an absent part is reported once, and the table goes on without it.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from queue import Full, Queue
from threading import Thread
from typing import Final

from controller.live.scoreboard import ComposedFace
from controller.live.session import Update
from controller.live.table import LiveTable, Subscriber
from controller.peripherals import voice as speech
from controller.peripherals.buttons import CARD_WORDS, ButtonWords, button_name
from controller.peripherals.signals import LastingSignals, event_signal, lasting_signals
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

# Lamp and buzzer of a table: from signals to the patterns that they play.

_log = logging.getLogger(__name__)


class Signals:
    """A player of signals on lamp and buzzer, as their settings choose; a missing part is reported once.

    Args:
        lamp: The lamp's settings, if there is one.
        buzzer: The buzzer's settings, if there is one.
        pins: The pins that they are wired to.
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

    def _open(self, name: str, make_player: Callable[[], Player], signals: tuple[Signal, ...]) -> None:
        try:
            self._players.append((make_player(), frozenset(signals)))
        except OSError as error:
            _log.warning("%s: %s; the game goes on without it", name, error)

    def play(self, signal: Signal) -> None:
        """Play a signal once; returns at once."""
        for player, signals in self._players:
            if signal in signals:
                player.play(PATTERNS[signal])

    def repeat(self, signal: Signal | None) -> None:
        """Repeat a signal until the next call; returns at once."""
        for player, signals in self._players:
            player.repeat(PATTERNS[signal] if signal in signals else None)

    def close(self) -> None:
        """Switch lamp and buzzer off."""
        for player, _ in self._players:
            player.close()


MOST_WAITING: Final = 8
"""The length of the queue of presses while the disk is slow; further presses are dropped."""
_CLOSE_S: Final = 2.0
_STROKES: Final[dict[Press, Stroke]] = {Press.DOWN: "down", Press.LONG: "long", Press.UP: "up"}


class ControlPanel(Subscriber):
    """The buttons, keys, lamp, buzzer and voice of one table.

    Args:
        config: The settings.
        table: The table whose alerts are confirmed and to which buttons send their words.
    """

    def __init__(self, config: Config, table: LiveTable) -> None:
        self._table, self._session, self._voice_settings = table, table.session, config.voice
        self._button_words = ButtonWords(config.button)
        self._suits = config.table.suits
        self._faults: list[str] = []
        self._words = Queue[str | None](MOST_WAITING)
        self._cards = CardVoice(config.voice.language, config.table.suits) if config.voice else None
        self._announced_match = table.session.match
        """The match as far as the voice has announced it."""
        self._last_phrases: tuple[speech.Phrase, ...] = ()
        """The phrases that were spoken last."""
        self._thread: Thread | None = None
        self._lasting = LastingSignals()
        self._code = ""
        """The last shown pairing code, in words."""
        self._forces_answer = False
        """Whether a button was pressed: its answer sounds even if it equals the answer before."""
        with ExitStack() as stack:
            self._signals = Signals()
            self._open(config, stack)
            self._stack = stack.pop_all()

    def _open(self, config: Config, stack: ExitStack) -> None:
        """Open all devices of the settings that are present."""
        pinned = [button for button in config.button if isinstance(button, PinButton)]
        if pinned or config.lamp or config.buzzer:
            try:
                pins = stack.enter_context(open_pins())
            except NoPinsError as error:
                _log.warning("%s; the game goes on without buttons, lamp and buzzer on pins", error)
                self._faults.append(str(error))
            else:
                self._open_buttons(pinned, pins, stack)
                self._signals = Signals(config.lamp, config.buzzer, pins)
                stack.callback(self._signals.close)
        self._voice: Voice | None = None
        if config.voice:
            self._voice = Voice(config.voice.words_per_minute, config.voice.volume)
            stack.callback(self._voice.close)

    def _open_buttons(self, pinned: Sequence[PinButton], pins: Pins, stack: ExitStack) -> None:
        """Open each button by itself, so that an unusable one does not disable the others."""
        for settings in pinned:
            button = Button(button_name(settings), settings.pin, settings.pull, settings.bounce_ms, settings.long_ms)
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
        """Start to handle presses, those already in the queue first."""
        self._thread = Thread(target=self._run, name="hands", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop handling presses, switch the signals off and release the pins."""
        self._stack.close()
        if self._thread:
            self._words.put(None)
            self._thread.join(_CLOSE_S)

    def key(self, key: Key, display: int = 0) -> None:
        """Handle a key of a display, counted from 0; returns at once."""
        self._stroke(f"key {key.letter}", _STROKES[key.press], display)

    def press(self, word: str) -> None:
        """Queue the word of a button, also of one that is not the table's own; returns at once."""
        with suppress(Full):
            self._words.put_nowait(word)

    def _stroke(self, name: str, stroke: Stroke, display: int = 0) -> None:
        word = self._button_words.word(name, stroke, display)
        if word:
            self.press(word)

    def _run(self) -> None:
        while word := self._words.get():
            try:
                self._handle(word)
            except JournalError as error:
                _log.warning("%s: %s", word, error)
            except Exception:
                _log.exception("the game failed on %s", word)

    def _handle(self, word: str) -> None:
        if word == "confirm":
            self._table.board.confirm()
        else:
            self._table.board.forget_last_answer()
            self._forces_answer = True
        self._table.say(CARD_WORDS.get(word, word))

    def on_event(self, update: Update) -> None:
        """Play an event's signal and speak its sentences; returns at once."""
        before, self._announced_match = self._announced_match, update.match
        if update.is_secret:
            return
        signal = event_signal(update)
        if signal:
            self._signals.play(signal)
        if settings := self._voice_settings:
            phrases = speech.event_phrases(update, settings.language, settings.says, self._suits)
            if settings.cards and self._cards:
                self._speak((*self._cards.event_phrases(before, update), *phrases))
            else:
                self._speak(phrases)

    def on_request(self, word: str) -> None:
        """Speak the score or the cards on the table, or repeat the last words and whose turn it is; returns at once."""
        if not (settings := self._voice_settings) or not self._cards:
            return
        match = self._session.match
        answers = {
            "lies": self._cards.describe_table,
            "last-trick": self._cards.describe_last_trick,
            "trump": self._cards.describe_trump,
        }
        if word in answers:
            self._speak(answers[word](match), again=True)
        elif word == "score":
            self._speak(speech.score(self._session.match, settings.language), again=True)
        else:
            turn = speech.turn(self._session.match, settings.language) if "turn" in settings.says else ()
            self._speak((*self._last_phrases, *turn), again=True)

    def on_face(self, shown: ComposedFace) -> None:
        """Signal and speak what is new in a face; returns at once."""
        lasting = lasting_signals(shown)
        before, self._lasting = self._lasting, lasting
        if self._forces_answer:
            before, self._forces_answer = replace(before, answer=""), False
        self._signals.repeat(lasting.signal)
        if signal := lasting.since(before):
            self._signals.play(signal)
        settings = self._voice_settings
        before_code, self._code = self._code, shown.state.code
        if settings and self._code and not before_code and shown.match.deal is None:
            # Only before the first deal: somebody who asks for a later code looks at a display.
            self._speak(speech.code(self._code, settings.language))
        if settings and lasting.call and not before.call and "arbiter" in settings.says:
            self._speak(speech.arbiter(settings.language), again=True)

    def _speak(self, phrases: Sequence[speech.Phrase], again: bool = False) -> None:
        """Put sentences in the voice's queue; answers to requests are not remembered for ``repeat``.

        New sentences replace queued ones, unless every card is spoken: people who play by ear must hear of each.
        """
        if self._voice and phrases:
            self._last_phrases = self._last_phrases if again else tuple(phrases)
            after = bool(self._voice_settings and self._voice_settings.cards)
            sentences = [Sentence(*phrase, is_brisk=after) for phrase in (*self._unsaved_warning(), *phrases)]
            self._voice.say(sentences, after=after)

    def _unsaved_warning(self) -> tuple[speech.Phrase, ...]:
        """Return the warning to speak first while events are not on the disk."""
        settings = self._voice_settings
        return speech.unsaved(settings.language) if settings and self._session.unsaved else ()

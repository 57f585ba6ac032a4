"""A voice: sentences spoken by espeak-ng, a program of its own; the newest win or wait, and nobody waits for it."""

import logging
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROGRAM: Final = "espeak-ng"
LONGEST_S: Final = 60.0
"""No sentence takes longer; a sound card that hangs is let go of then."""
MOST_WAITING: Final = 16
"""Sentences that wait for others to be spoken; the oldest of more are dropped."""
_HURRY: Final = 1.5
"""Factor of speed for a brisk sentence while others wait behind it."""
_FASTEST: Final = 450
_CLOSE_S: Final = 2.0
_ERROR: Final = b"error: "
"""Beginning of espeak-ng's message that there is no sound; its exit status is 0 even so."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words in one language, named as espeak-ng does: ``en``, ``de``."""

    language: str
    text: str
    is_brisk: bool = False
    """Whether it is spoken faster while others wait behind it."""


class Voice:
    """Speaks through the machine's sound; what is not there or fails is told once, and costs the game nothing.

    Args:
        words_per_minute: How fast, 80 to 450.
        volume: How loud, 0 to 200; 100 is as usual.
        program: What speaks.
        into: A folder for sound files ``1.wav``, ``2.wav``, … instead of the machine's sound.
    """

    def __init__(
        self, words_per_minute: int = 160, volume: int = 100, program: str = PROGRAM, into: Path | None = None
    ) -> None:
        self._command = (program, "-a", str(volume), "--stdin")
        self._rate = words_per_minute
        self._into, self._files = into, 0
        self._door = threading.Condition()
        self._waiting: list[Sentence] = []
        self._is_broken_off = self._is_closed = False
        self._speaker: subprocess.Popen[bytes] | None = None
        self._told = self._busy = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, sentences: Sequence[Sentence], *, after: bool = False) -> None:
        """Speak them; returns at once.

        Args:
            sentences: what is to be spoken.
            after: whether they wait until all before them is spoken; else they come in place of it.
        """
        with self._door:
            self._busy = True
            self._waiting = [*(self._waiting if after else ()), *sentences][-MOST_WAITING:]
            if not after:
                self._is_broken_off = True
                self._silence()
            self._door.notify_all()

    @property
    def is_silent(self) -> bool:
        """Whether nothing is spoken and nothing waits."""
        return not self._busy

    def close(self) -> None:
        """Let it finish for a moment, then be silent. Closing twice is fine."""
        with self._door:
            self._is_closed = True
            self._door.notify_all()
        self._thread.join(_CLOSE_S)
        with self._door:
            self._waiting.clear()
            self._silence()

    def _silence(self) -> None:
        if self._speaker:
            self._speaker.terminate()

    def _run(self) -> None:
        while sentence := self._next():
            spoken = self._speak(sentence)
            with self._door:
                if not spoken and not self._is_broken_off:
                    self._waiting.clear()
                self._busy = bool(self._waiting)

    def _next(self) -> Sentence | None:
        """Wait for the next sentence and take it; None if nothing more will come."""
        with self._door:
            self._door.wait_for(lambda: self._waiting or self._is_closed)
            self._is_broken_off = False
            return self._waiting.pop(0) if self._waiting else None

    def _speak(self, sentence: Sentence) -> bool:
        """Speak one sentence; whether it was spoken to its end."""
        try:
            speaker = self._start(sentence)
        except OSError as error:
            self._fail(f"{self._command[0]}: {error.strerror}; on Debian: sudo apt install espeak-ng")
            return False
        with speaker:
            try:
                _, said = speaker.communicate(sentence.text.encode(), LONGEST_S)
            except subprocess.TimeoutExpired:
                speaker.kill()
                said = b"error: it hangs"
        with self._door:
            self._speaker = None
        if speaker.returncode > 0 or _ERROR in said:
            reason = said.decode(errors="replace").strip().rpartition("\n")[2]
            self._fail(f"{self._command[0]} cannot speak here ({reason}); is a loudspeaker connected?")
        return not speaker.returncode

    def _start(self, sentence: Sentence) -> subprocess.Popen[bytes]:
        """Start a process that speaks the sentence, until something newer is to be spoken."""
        rate = min(int(self._rate * _HURRY), _FASTEST) if sentence.is_brisk and self._waiting else self._rate
        command = [*self._command, "-s", str(rate), "-v", sentence.language]
        if self._into:
            self._files += 1
            command += ["-w", str(self._into / f"{self._files}.wav")]
        # Outside of the door: a program starts in milliseconds, and the game may be at the door.
        speaker = subprocess.Popen(  # noqa: S603  the program is the settings', and the text goes in by a pipe
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        with self._door:
            self._speaker = speaker
            if self._is_broken_off:
                self._silence()
        return speaker

    def _fail(self, why: str) -> None:
        """Tell it once."""
        if not self._told:
            self._told = True
            _log.warning("voice: %s; the game goes on without a voice", why)

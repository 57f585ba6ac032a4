"""A voice: sentences spoken by espeak-ng, a program of its own; the newest wins, and nobody waits for it."""

import logging
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.slot import LatestSlot

PROGRAM: Final = "espeak-ng"
LONGEST_S: Final = 60.0
"""No sentence takes longer; a sound card that hangs is let go of then."""
_CLOSE_S: Final = 2.0
_ERROR: Final = b"error: "
"""How espeak-ng begins to say that there is no sound; its exit status is 0 even so."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words in one language, named as espeak-ng does: ``en``, ``de``."""

    language: str
    text: str


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
        self._command = (program, "-s", str(words_per_minute), "-a", str(volume), "--stdin")
        self._into, self._files = into, 0
        self._next = LatestSlot[Sequence[Sentence]]()
        self._door = threading.Lock()
        self._speaker: subprocess.Popen[bytes] | None = None
        self._told = self._busy = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, sentences: Sequence[Sentence]) -> None:
        """Speak them, in place of whatever is spoken or waits; returns at once."""
        with self._door:
            self._busy = True
            self._next.put(sentences)
            self._hush()

    @property
    def is_silent(self) -> bool:
        """Nothing is spoken and nothing waits."""
        return not self._busy

    def close(self) -> None:
        """Let it finish for a moment, then be silent. Closing twice is fine."""
        self._next.close()
        self._thread.join(_CLOSE_S)
        with self._door:
            self._hush()

    def _hush(self) -> None:
        if self._speaker:
            self._speaker.terminate()

    def _run(self) -> None:
        while (sentences := self._next.take()) is not None:
            for sentence in sentences:
                if self._next.is_full or not self._speak(sentence):
                    break
            with self._door:
                self._busy = self._next.is_full

    def _speak(self, sentence: Sentence) -> bool:
        """Speak one sentence; whether it was spoken to its end."""
        try:
            speaker = self._started(sentence)
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

    def _started(self, sentence: Sentence) -> subprocess.Popen[bytes]:
        """A process that speaks it, until something newer is to be spoken."""
        command = [*self._command, "-v", sentence.language]
        if self._into:
            self._files += 1
            command += ["-w", str(self._into / f"{self._files}.wav")]
        # Outside of the door: a program starts in milliseconds, and the game may be at the door.
        speaker = subprocess.Popen(  # noqa: S603  the program is the settings', and the text goes in by a pipe
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        with self._door:
            self._speaker = speaker
            if self._next.is_full:
                self._hush()
        return speaker

    def _fail(self, why: str) -> None:
        """Tell it once."""
        if not self._told:
            self._told = True
            _log.warning("voice: %s; the game goes on without a voice", why)

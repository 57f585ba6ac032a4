"""Programs in a machine that the tests have booted: started and watched from outside through the agent in it."""

import json
import threading
from collections.abc import Callable
from typing import IO, Any, Final

PATIENCE_S: Final = 300.0
"""Longest time to wait for what a program in the machine shall say."""


class Gone(RuntimeError):  # noqa: N818 - named for what has happened
    """A program in the machine, or the machine itself, has not done what was waited for; the message says which."""


class Running:
    """A program in the machine."""

    def __init__(self, name: str, say: Callable[[dict[str, Any]], None]) -> None:
        self.name = name
        self.said: list[str] = []
        """Every line that it has printed so far."""
        self.status: int | None = None
        self._say = say
        self._read = 0
        self._news = threading.Condition()

    def hear(self, message: dict[str, Any]) -> None:
        """Take in what the agent tells of it."""
        with self._news:
            match message:
                case {"line": line}:
                    self.said.append(line)
                case _:
                    self.status = message["ended"]
            self._news.notify_all()

    def tell(self, text: str) -> None:
        """Write a line on its standard input."""
        self._say({"tell": self.name, "text": f"{text}\n"})

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self._say({"signal": self.name, "number": number})

    def until(self, words: str, at_most_s: float = PATIENCE_S) -> str:
        """The next line with these words in it, after the one that was last waited for.

        Raises:
            Gone: it does not come, or the program has ended.
        """
        with self._news:
            self._news.wait_for(lambda: self._next(words) is not None or self.status is not None, at_most_s)
            found = self._next(words)
            if found is None:
                raise Gone(f"{self.name} never said {words!r}: {self.said}, status {self.status}")
            self._read = found + 1
            return self.said[found]

    def ended(self, at_most_s: float = PATIENCE_S) -> int:
        """Its exit status.

        Raises:
            Gone: it goes on.
        """
        with self._news:
            if not self._news.wait_for(lambda: self.status is not None, at_most_s) or self.status is None:
                raise Gone(f"{self.name} does not end: {self.said}")
            return self.status

    def _next(self, words: str) -> int | None:
        return next((place for place in range(self._read, len(self.said)) if words in self.said[place]), None)


class Guest:
    """The programs of one machine, by the line on which its agent speaks."""

    def __init__(self, line: IO[str], up: Callable[[float], None]) -> None:
        """Listen.

        Args:
            line: both ways, in UTF-8.
            up: called with the time of the machine's own clock when its agent is ready.
        """
        self._line, self._up = line, up
        self._programs: dict[str, Running] = {}
        self._torn: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def start(self, *words: str) -> Running:
        """Start a program."""
        running = Running(f"{len(self._programs)} {words[-1]}", self._say)
        self._programs[running.name] = running
        self._say({"start": running.name, "words": list(words)})
        return running

    def told(self) -> str:
        """What all programs in it have said so far."""
        heard = list(self._programs.values())
        programs = [f"{one.name} (status {one.status}):\n  " + "\n  ".join(one.said) for one in heard]
        return "\n".join([*programs, *(f"no message: {line!r}" for line in self._torn)])

    def _say(self, message: dict[str, Any]) -> None:
        self._line.write(json.dumps(message) + "\n")
        self._line.flush()

    def _listen(self) -> None:
        for line in self._line:
            try:
                message = json.loads(line)
            except json.JSONDecodeError:
                self._torn.append(line)  # the power was cut while it was said
                continue
            if "up" in message:
                self._up(message["up"])
            else:
                self._programs[message["from"]].hear(message)
        for running in list(self._programs.values()):
            running.hear({"line": "the machine has stopped"})
            running.hear({"ended": -1})

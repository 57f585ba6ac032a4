"""The two lines on which QEMU itself is spoken to: QMP, which plugs devices in and out, and qtest, which moves pins."""

import json
import queue
import socket
import threading
import time
from pathlib import Path
from typing import Any, Final, cast

PATIENCE_S: Final = 30.0
"""Seconds for an answer of QEMU itself, which needs none of the machine's time."""


def connect(path: Path) -> socket.socket:
    """A connection to a socket that QEMU may still be about to open; raises TimeoutError."""
    end_s = time.monotonic() + PATIENCE_S
    while True:
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(str(path))
        except OSError as error:
            line.close()
            if time.monotonic() > end_s:
                raise TimeoutError(f"QEMU does not answer at {path}") from error
            time.sleep(0.05)
        else:
            return line


class Monitor:
    """QEMU's monitor, in its protocol for programs (QMP)."""

    def __init__(self, path: Path) -> None:
        line = connect(path)
        line.settimeout(PATIENCE_S)
        self._line = line.makefile("rw", encoding="utf-8")
        line.close()
        self._line.readline()
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: object) -> Any:  # noqa: ANN401 - as many kinds as there are commands
        """Give a command; its answer.

        Raises:
            ValueError: QEMU refuses it.
        """
        self._line.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._line.flush()
        while True:
            answer: dict[str, Any] = json.loads(self._line.readline())
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise ValueError(f"{command}: {answer['error']['desc']}")

    def close(self) -> None:
        """Hang up."""
        self._line.close()


class Pins:
    """The lines of the board's gpiochip, a PL061, from outside.

    Attributes:
        moved: Every change of a line that the machine drives: its number and level, in order.
    """

    def __init__(self, path: Path, monitor: Monitor) -> None:
        self.moved = queue.SimpleQueue[tuple[int, int]]()
        self._answers = queue.SimpleQueue[str]()
        line = connect(path)
        self._line = line.makefile("rw", encoding="ascii")
        line.close()
        threading.Thread(target=self._listen, daemon=True).start()
        home = "/machine/unattached"
        parts = cast("list[dict[str, str]]", monitor.ask("qom-list", path=home))
        self._chip = f"{home}/{next(part['name'] for part in parts if part['type'] == 'child<pl061>')}"
        self._ask(f"irq_intercept_out {self._chip}")

    def push(self, pin: int, level: int) -> None:
        """Drive a line from outside; nothing comes of it while the machine drives it."""
        self._ask(f"set_irq_in {self._chip} unnamed-gpio-in {pin} {level}")

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    def _ask(self, command: str) -> None:
        self._line.write(f"{command}\n")
        self._line.flush()
        answer = self._answers.get(timeout=PATIENCE_S)
        if not answer.startswith("OK"):
            raise ValueError(f"{command}: {answer}")

    def _listen(self) -> None:
        for said in self._line:
            match said.split():
                case ["IRQ", "raise" | "lower" as way, number]:
                    self.moved.put((int(number), int(way == "raise")))
                case _:
                    self._answers.put(said.rstrip("\n"))

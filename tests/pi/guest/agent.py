"""Runs programs in the emulated machine for the tests outside, who speak to it in lines of JSON on a port of its own.

To it: ``{"start": NAME, "words": [...]}``, ``{"tell": NAME, "text": ...}`` on its standard input, ``{"signal": NAME,
"number": ...}``. From it: ``{"up": SECONDS}`` once, then ``{"from": NAME, "line": ...}`` for each line that a program
prints and ``{"from": NAME, "ended": STATUS}``.
"""

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Any


class Agent:
    """Starts programs and passes on what they say."""

    def __init__(self, port: IO[bytes]) -> None:
        self._port = port
        self._lock = threading.Lock()
        self._running: dict[str, subprocess.Popen[str]] = {}

    def serve(self) -> None:
        """Obey until nobody listens any more."""
        self._say({"up": float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])})
        for line in self._port:
            match json.loads(line):
                case {"start": name, "words": words}:
                    try:
                        self._start(name, words)
                    except OSError as error:
                        self._say({"from": name, "line": str(error)})
                        self._say({"from": name, "ended": 127})
                case {"tell": name, "text": text} if stdin := self._running[name].stdin:
                    with suppress(OSError, ValueError):  # it has ended meanwhile, or reads no more
                        stdin.write(text)
                        stdin.flush()
                case {"signal": name, "number": number}:
                    self._running[name].send_signal(number)
                case other:
                    self._say({"from": "agent", "line": f"what is {other}?"})

    def _start(self, name: str, words: list[str]) -> None:
        process = subprocess.Popen(  # noqa: S603 - running what the tests ask for is what it is for
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            cwd="/tmp",  # noqa: S108 - the machine is the tests' own
        )
        self._running[name] = process
        threading.Thread(target=self._listen, args=(name, process), daemon=True).start()

    def _listen(self, name: str, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            self._say({"from": name, "line": line.rstrip("\n")})
        status = process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with suppress(OSError):  # something was told that it has not read
                    pipe.close()
        self._say({"from": name, "ended": status})

    def _say(self, message: dict[str, Any]) -> None:
        with self._lock:
            self._port.write(json.dumps(message).encode() + b"\n")


if __name__ == "__main__":
    with Path(sys.argv[1]).open("r+b", buffering=0) as port:
        Agent(port).serve()

"""A whole machine with systemd as PID 1, whose power can be cut: Linux that runs as programs of this one.

User-mode Linux needs no root, no KVM and no network: its disk is a file, its one serial line ends at the agent that
types for the tests. What a power cut leaves is what its kernel had written; a drive's own cache and torn sectors are
not modelled.
"""

import os
import queue
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.boot.image import kernel, whole_registers
from tests.support.guest import Gone, Guest, Running

BOOT_S: Final = 900.0
"""Longest time until the agent answers; a busy machine boots slowly."""
SILENCE_S: Final = 240.0
"""Longest time in which a machine that starts may say nothing: it does not start any more."""
PATIENT: Final = ("systemd.default_timeout_start_sec=900", "systemd.default_device_timeout_sec=900")
"""Kernel options for a slow machine, which else ends in a shell for emergencies when its disk comes late."""
IN_1970: Final = "systemd.clock_usec=86400000000"
"""The second day of all: systemd sets the clock so before it starts anything."""
COMMAND_S: Final = 900.0
"""Longest time of a command."""
TALKATIVE: Final = "systemd.show_status=yes"
"""A machine that still starts is told by its words from one that hangs."""
MEMORY: Final = "1200M"
USER: Final = "pi"
"""Account of the person who types."""
LAST_WORDS: Final = 10
"""Lines of the console that are told of a machine that did not start."""
_LOOK_S: Final = 0.5
_now = time.monotonic


class Table:
    """A machine, switched on or off.

    Attributes:
        disk: The file that is its disk.
        files: The folder of this machine that it sees as ``/host``.
        data: The file that is its second disk, if it has one.
        console: What its kernel has said.
    """

    def __init__(self, disk: Path, files: Path, data: Path | None = None) -> None:
        self.disk, self.files, self.data = disk, files, data
        self.console = disk.with_suffix(".log")
        self.where = "~"
        """The folder in which the person's next command is typed."""
        self._process: subprocess.Popen[bytes] | None = None
        self._guest: Guest | None = None
        self._told: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()

    def on(self, *more: str) -> Self:
        """Switch it on, and wait until one can type.

        Args:
            more: words for its kernel and for systemd.

        Raises:
            Gone: it does not start.
        """
        outside, inside = socket.socketpair()
        up = queue.SimpleQueue[float]()
        words = [
            f"ubd0={self.disk}",
            *([f"ubd1={self.data}"] if self.data else []),
            "root=/dev/ubda",
            "rw",
            f"mem={MEMORY}",
            "quiet",
            TALKATIVE,
            "noreboot",
            *PATIENT,
            *more,
        ]
        words += ["con=null", "con0=null,fd:1", "ssl=null", f"ssl0=fd:{inside.fileno()}"]
        words += [f"hostfs={self.files}", f"uml_dir={self.disk}.uml/", "umid=table"]
        registers = whole_registers(self.disk.with_suffix(".so"))
        with self.console.open("ab") as said, inside, outside:
            self._process = subprocess.Popen(  # noqa: S603 - our own words
                [kernel(), *words],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                env={**os.environ, "LD_PRELOAD": str(registers)},
                pass_fds=[inside.fileno()],
                start_new_session=True,
            )
            self._guest = Guest(outside.makefile("rw", encoding="utf-8"), up.put)
        try:
            self._wait_until(up)
        except Gone:
            self.cut()
            raise
        self.where = "~"
        return self

    def off(self) -> None:
        """Switch it off as a person does who has read that one should."""
        self.start("systemctl poweroff", user="root")
        assert self._process
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(BOOT_S)
        self.cut()

    def cut(self) -> None:
        """Cut the power: everything of the machine ends at once."""
        if self._process is None:
            return
        _signal(self._kernel(), signal.SIGSTOP)  # nothing of it may write when its first part is gone
        _signal(self._all(), signal.SIGKILL)
        self._process.wait()
        if self._guest:
            self._told.append(self._guest.told())
        self._process = self._guest = None

    def left(self, copy: Path) -> Path:
        """What a power cut at this moment would leave on its second disk, as a copy; the machine goes on."""
        assert self.data
        stopped = self._kernel()
        _signal(stopped, signal.SIGSTOP)
        try:
            _wait_stopped(stopped)
            copied(self.data, copy)
        finally:
            _signal(stopped, signal.SIGCONT)
        return copy

    def start(self, command: str, user: str = USER) -> Running:
        """Begin a command in the folder where the person is."""
        if self._guest is None:
            raise Gone("the machine is off")
        home = "/root" if user == "root" else f"/home/{user}"
        inside = f"cd {self.where if user == USER else '/'} && {command}"
        become = [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        return self._guest.start("env", f"HOME={home}", f"USER={user}", *become, "bash", "-c", inside)

    def run(self, command: str, user: str = USER, *, status: int | None = 0, at_most_s: float = COMMAND_S) -> str:
        """Type a command and wait for its end; what it printed.

        Args:
            command: for bash.
            user: who types it.
            status: what it ends with; None: anything.
            at_most_s: how long it may take.

        Raises:
            Gone: it ended with another status, or not at all.
        """
        running = self.start(command, user)
        running.tell("y")  # to whatever asks whether to go on
        ended = running.ended(at_most_s)
        said = "\n".join(running.said)
        if status is not None and ended != status:
            raise Gone(f"{command!r} ended with {ended}, not {status}:\n{said}")
        return said

    def root(self, command: str, *, status: int | None = 0) -> str:
        """What the tests do themselves, which no person would type."""
        return self.run(command, "root", status=status)

    def told(self) -> str:
        """What was typed so far, and what was answered."""
        return "\n".join([*self._told, self._guest.told() if self._guest else ""])

    def _wait_until(self, up: "queue.SimpleQueue[float]") -> None:
        """Wait until the agent is up; a machine that has ended, or fallen silent, is waited for no longer."""
        assert self._process
        began = heard = _now()
        length = 0
        while True:
            with suppress(queue.Empty):
                up.get(timeout=_LOOK_S)
                return
            now, written = _now(), self.console.stat().st_size
            heard, length = (now, written) if written != length else (heard, length)
            if (status := self._process.poll()) is not None:
                why = f"ended with {status}"
            elif now - heard > SILENCE_S:
                why = f"has said nothing for {SILENCE_S:.0f} s"
            elif now - began > BOOT_S:
                why = f"has not answered for {BOOT_S:.0f} s"
            else:
                continue
            last = self.console.read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_WORDS:]
            raise Gone("\n".join([f"the machine did not start: it {why}; {self.console} ends with", *last]))

    def _all(self) -> list[int]:
        """The programs of this machine that it consists of; they share a session."""
        assert self._process
        return [number for number in _processes() if _session(number) == self._process.pid]

    def _kernel(self) -> list[int]:
        """Those that run its kernel and its disk; the others are traced by them, and stand still when they do."""
        return [number for number in self._all() if not _is_traced(number)]


def copied(disk: Path, copy: Path) -> Path:
    """Copy a disk, its holes with it."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    found = shutil.which("cp")
    assert found
    subprocess.run([found, "--sparse=always", "--reflink=auto", disk, copy], check=True)  # noqa: S603 - our own words
    return copy


def _processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]


def _session(number: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[3])
    return 0


def _is_traced(number: int) -> bool:
    with suppress(OSError):
        return "TracerPid:\t0\n" not in Path(f"/proc/{number}/status").read_text(encoding="ascii")
    return True


def _signal(numbers: list[int], number: signal.Signals) -> None:
    for one in numbers:
        with suppress(ProcessLookupError):
            os.kill(one, number)


def _wait_stopped(numbers: list[int]) -> None:
    """Wait until they all stand still; a disk's thread finishes the write that it is in."""
    for one in numbers:
        while _state(one) not in "TtZ":
            time.sleep(0.001)


def _state(number: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    return "Z"

"""A hall's own MQTT broker: Mosquitto, with a certificate, a password for each table, and who may write what.

Its files are in the hall's folder; `enrol` creates or extends them, and the broker reloads them by itself.
"""

import logging
import os
import resource
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from controller.hall.messages import ROOT
from controller.store import atomic
from controller.web import certificate
from controller.web.broker_line import BrokerAddress

HALL_USER: Final = "hall"
"""The hall's own name at its broker; no table may have it."""
_YEARS: Final = 10
"""The years for which the certificate is valid."""
_LISTENS_S: Final = 20.0
"""The time limit for a broker that was just started to listen, seconds."""
_END_S: Final = 5
_RESTART_S: Final = (1.0, 60.0)
"""The shortest and the longest pause before a restart of the broker, seconds."""
_MOST_CONNECTIONS: Final = 65_536
"""The most connections: each holds a descriptor of the broker's until the client has signed in, or for about 95
seconds (Mosquitto 2.0.11)."""

_log = logging.getLogger(__name__)

_CONFIG: Final = """\
per_listener_settings false
listener {port} {host}
certfile {folder}/broker.crt
keyfile {folder}/broker.key
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/access
persistence true
persistence_location {folder}/broker/
max_queued_messages 1000
max_packet_size 8000000
memory_limit 400000000
persistent_client_expiration 1d
log_dest stderr
log_type error
log_type warning
"""
_ACCESS: Final = """\
# What a table may do: write its own topics, and read what the hall says to it. %u is its name at the broker.
pattern write {root}/{hall}/%u/state
pattern write {root}/{hall}/%u/event
pattern write {root}/{hall}/%u/verdict
pattern write {root}/{hall}/%u/availability
pattern write {root}/{hall}/%u/cmd/reply
pattern read {root}/{hall}/%u/cmd

user {user}
topic read {root}/{hall}/#
topic write {root}/{hall}/+/cmd
"""


def access(hall: str) -> str:
    """Return Mosquitto's access list of a hall."""
    return _ACCESS.format(root=ROOT, hall=hall, user=HALL_USER)


class BrokerError(OSError):
    """The broker cannot be set up or started; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A hall's own broker: its files and where it listens."""

    folder: Path
    """The hall's folder."""
    hall: str
    port: int = 8883
    host: str = "0.0.0.0"  # noqa: S104 - tables on the local network are who it is for

    def prepare(self) -> None:
        """Write Mosquitto's files, except for an existing certificate and passwords; raises BrokerError."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(0o700)
            (self.folder / "broker").mkdir(exist_ok=True)
            if not (self.folder / "broker.key").exists():
                self._certify()
            config = _CONFIG.format(port=self.port, host=self.host, folder=self.folder.absolute())
            if os.geteuid() == 0:
                config += "user root\n"  # it would become another user, who cannot read its files
            atomic.write(self.folder / "mosquitto.conf", config.encode(), 0o600)
            atomic.write(self.folder / "access", access(self.hall).encode(), 0o600)
            if not (self.folder / "hall.password").exists():
                atomic.write(self.folder / "hall.password", self.enrol(HALL_USER).encode(), 0o600)
        except OSError as error:
            raise BrokerError(f"{self.folder} cannot be used: {error.strerror or error}") from error

    def enrol(self, user: str) -> str:
        """Give this user a new password, which is stored as a hash alone; raises BrokerError."""
        password = secrets.token_urlsafe(18)
        with TemporaryDirectory(dir=self.folder) as scratch:
            entry = Path(scratch) / "entry"
            entry.write_text(f"{user}:{password}\n", encoding="ascii")
            _run("mosquitto_passwd", "-U", str(entry))
            added = entry.read_text(encoding="ascii")
        path = self.folder / "passwords"
        before = path.read_text(encoding="ascii").splitlines() if path.exists() else []
        lines = [line for line in before if line.partition(":")[0] != user]
        atomic.write(path, "".join(f"{line}\n" for line in (*lines, added.strip())).encode(), 0o600)
        return password

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that have a password."""
        path = self.folder / "passwords"
        names = (
            [line.partition(":")[0] for line in path.read_text(encoding="ascii").splitlines()] if path.exists() else []
        )
        return tuple(sorted(name for name in names if name != HALL_USER))

    @property
    def certificate(self) -> str:
        """The broker's certificate in PEM, for the tables."""
        return (self.folder / "broker.crt").read_text(encoding="ascii")

    @property
    def address(self) -> BrokerAddress:
        """The broker's address for the hall itself, on this machine."""
        password = (self.folder / "hall.password").read_text(encoding="ascii")
        return BrokerAddress(
            "127.0.0.1", self.port, HALL_USER, password, is_encrypted=True, certificate=self.certificate
        )

    def start(self) -> "subprocess.Popen[bytes]":
        """Start Mosquitto, which the caller must stop; raises BrokerError.

        A broker left behind by a killed hall is ended first: it holds the port, and nobody controls it.
        """
        program = _program("mosquitto")
        if (left := self._pid()) is not None and str(self.folder / "mosquitto.conf") in _command_of(left):
            _end(left)
        running = subprocess.Popen([program, "-c", str(self.folder / "mosquitto.conf")], stdin=subprocess.DEVNULL)  # noqa: S603  # ours
        with suppress(OSError):  # it has ended at once: the wait for it reports that
            _, most = resource.prlimit(running.pid, resource.RLIMIT_NOFILE)
            resource.prlimit(running.pid, resource.RLIMIT_NOFILE, (min(most, _MOST_CONNECTIONS), most))
        atomic.write(self.folder / "mosquitto.pid", f"{running.pid}\n".encode(), durable=False)
        return running

    def reload(self) -> None:
        """Make a running broker read passwords and access again; raises BrokerError."""
        # The signal would end a broker that has just been started. A process that is not Mosquitto yet has read no
        # passwords so far: it needs no signal.
        if (pid := self._pid()) is not None and _wait_for(pid, partial(_is_mosquitto, pid)):
            os.kill(pid, signal.SIGHUP)

    def _pid(self) -> int | None:
        """Return the process of the last started broker, or None."""
        path = self.folder / "mosquitto.pid"
        text = path.read_text(encoding="ascii").strip() if path.exists() else ""
        return int(text) if text.isdecimal() else None

    def _certify(self) -> None:
        """Make a key and a self-signed certificate, which tables get when they are enrolled."""
        made, key = certificate.make(f"schiri hall {self.hall}", 365 * _YEARS)
        atomic.write(self.folder / "broker.crt", made, 0o600)
        atomic.write(self.folder / "broker.key", key, 0o600)


def _command_of(pid: int) -> list[str]:
    """Return the command line of a process; empty if it does not run."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace").split("\0")
    except OSError:
        return []


def _end(pid: int) -> None:
    """End a process that is not a child of this one, and wait until it is gone."""
    for number, patience_s in ((signal.SIGTERM, _END_S), (signal.SIGKILL, _END_S)):
        with suppress(ProcessLookupError):
            os.kill(pid, number)
        end_s = time.monotonic() + patience_s
        while any(_command_of(pid)) and time.monotonic() < end_s:
            time.sleep(0.02)


def wait_until_listening(running: "subprocess.Popen[bytes]") -> bool:
    """Wait until a broker that was started here listens; returns False if it has ended.

    Raises:
        BrokerError: it runs and never listens.
    """
    return _wait_for(running.pid, lambda: running.poll() is None)


def _wait_for(pid: int, runs: Callable[[], bool]) -> bool:
    end_s = time.monotonic() + _LISTENS_S
    while not _handles_hangup(pid):
        if not runs():
            return False
        if time.monotonic() > end_s:
            raise BrokerError(f"the broker (process {pid}) does not begin to listen; end the hall and start it again")
        time.sleep(0.02)
    return True


def _is_mosquitto(pid: int) -> bool:
    """Whether Mosquitto runs as this process; a process that was just started has the name of its parent at first."""
    found = _status(pid)
    return found.get("Name") == "mosquitto" and not found["State"].startswith("Z")


def _handles_hangup(pid: int) -> bool:
    """Whether Mosquitto runs as this process and handles SIGHUP by now, as it does once it listens."""
    return _is_mosquitto(pid) and bool(int(_status(pid).get("SigCgt", "0"), 16) >> (signal.SIGHUP - 1) & 1)


def _status(pid: int) -> dict[str, str]:
    """Read the system's status of a process; empty where there is none."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return {}
    return dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)


def stop(running: "subprocess.Popen[bytes]") -> None:
    """End a broker that was started here."""
    running.terminate()
    try:
        running.wait(_END_S)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()


class BrokerProcess:
    """A supervisor that runs a hall's Mosquitto while the hall is open, and restarts it if it ends."""

    def __init__(self, broker: Broker) -> None:
        """Start it, and wait until it listens; raises BrokerError."""
        self._broker, self._next_s, self._pause_s = broker, 0.0, _RESTART_S[0]
        with ExitStack() as stack:
            self._running = broker.start()
            stack.callback(self.close)
            if not wait_until_listening(self._running):
                raise BrokerError(f"the broker has ended: is port {broker.port} taken? Name another: --mqtt-port")
            stack.pop_all()

    def watch(self) -> None:
        """Restart the broker if it has ended, with growing pauses if it ends repeatedly."""
        now_s, (least_s, most_s) = time.monotonic(), _RESTART_S
        if self._running.poll() is None:
            if now_s - self._next_s > most_s:
                self._pause_s = least_s
        elif now_s >= self._next_s:
            if self._pause_s == least_s:
                _log.warning("the broker has ended (%d); it is started anew", self._running.returncode)
            self._next_s, self._pause_s = now_s + self._pause_s, min(self._pause_s * 2, most_s)
            try:
                self._running = self._broker.start()
            except OSError as error:
                _log.warning("the broker cannot be started: %s", error)

    def close(self) -> None:
        """Stop the broker."""
        stop(self._running)


def _program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin")
    if found is None:
        raise BrokerError(f"{name} is not installed; type: sudo apt-get install mosquitto")
    return found


def _run(name: str, *arguments: str) -> None:
    done = subprocess.run([_program(name), *arguments], capture_output=True, check=False)  # noqa: S603  # ours
    if done.returncode:
        raise BrokerError(f"{name} ended with {done.returncode}: {done.stderr.decode(errors='replace').strip()[-200:]}")

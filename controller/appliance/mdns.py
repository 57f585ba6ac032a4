"""The table's name on the local network: ``schiri-xxxx.local``, by multicast DNS (RFC 6762, RFC 6763)."""

import hashlib
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import ifaddr
from zeroconf import Error, IPVersion, ServiceInfo, Zeroconf

_KIND: Final = "_http._tcp.local."
LOOK_S: Final = 15.0
"""Between two looks at this machine's addresses: the network may come, go and change while a match is played."""

_log = logging.getLogger(__name__)


def name(seed: str | None = None) -> str:
    """This machine's name without ``.local``: four digits that stay the same, and that tell two tables apart."""
    if seed is None:
        try:
            seed = Path("/etc/machine-id").read_text(encoding="ascii").strip()
        except OSError:
            seed = "no machine-id"
    return f"schiri-{hashlib.sha256(seed.encode()).hexdigest()[:4]}"


def addresses() -> tuple[str, ...]:
    """The IPv4 addresses at which other machines reach this one."""
    found = (address.ip for adapter in ifaddr.get_adapters() for address in adapter.ips if address.is_IPv4)
    return tuple(sorted(ip for ip in found if isinstance(ip, str) and not ip.startswith("127.")))


class Beacon:
    """Says where the console is, as long as it is open; without a network it waits for one. Costs the game nothing."""

    def __init__(self, port: int, host: str | None = None, told: Callable[[str], None] | None = None) -> None:
        """Begin to say that the console is at this port of this machine.

        Args:
            port: of the pages.
            host: the name without ``.local``, if it is another.
            told: hears the whole name once a network has it, and an empty one when none has it any more.
        """
        self._told = told
        self.host = f"{host or name()}.local"
        self._port = port
        self._said: Zeroconf | None = None
        self._at: tuple[str, ...] = ()
        self._is_warned = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="beacon", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take the name back."""
        self._closing.set()
        self._thread.join(5)

    def _run(self) -> None:
        while True:
            try:
                here = addresses()
            except OSError as error:
                # A system that forbids it (the unit's address families) must not end this thread with a traceback.
                if not self._is_warned:
                    _log.warning("%s cannot be said: this machine's addresses cannot be read: %s", self.host, error)
                self._is_warned, here = True, ()
            if here != self._at:
                self._say(here)
            if self._closing.wait(LOOK_S):
                self._be_silent()
                return

    def _say(self, here: tuple[str, ...]) -> None:
        """Say it anew on the networks that there are now."""
        self._be_silent()
        self._at = here
        if not here:
            return
        label = self.host.removesuffix(".local")
        info = ServiceInfo(_KIND, f"{label}.{_KIND}", port=self._port, parsed_addresses=[*here], server=f"{self.host}.")
        try:
            self._said = Zeroconf(interfaces=[*here], ip_version=IPVersion.V4Only)
            self._said.register_service(info, allow_name_change=True)
            if self._told:
                self._told(self.host)
        except (OSError, Error) as error:
            _log.warning("%s cannot be said on this network: %s", self.host, str(error) or type(error).__name__)
            self._be_silent()

    def _be_silent(self) -> None:
        if self._said:
            self._said.close()
            self._said = None
            if self._told:
                self._told("")

"""The table's name on the local network: ``schiri-xxxx.local``, by multicast DNS (RFC 6762, RFC 6763)."""

import hashlib
import logging
import socket
import threading
from collections.abc import Callable
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final

import ifaddr
from zeroconf import (
    AddressResolverIPv4,  # pyrefly: ignore[implicit-reexport]  # its documentation has it under this name
    Error,
    IPVersion,
    ServiceInfo,
    Zeroconf,
)

_KIND: Final = "_http._tcp.local."
LOOK_S: Final = 15.0
"""Seconds between two looks at this machine's addresses. The network may come, go and change while a match is played.
"""

PROBE_MS: Final = 750
"""Time for another machine to say that it has the name already (RFC 6762, 8.1)."""
_MOST_NAMES: Final = 9
"""Names tried one after the other; where somebody claims all of them the table is reached by its address alone."""

AVAHI: Final = Path("/run/avahi-daemon/pid")
"""The system's own program for such names, while it runs."""
_OURS: Final = "schiri"

_log = logging.getLogger(__name__)


def name(seed: str | None = None) -> str:
    """Return this machine's name without ``.local``: its own if a table's card gave it, else one with four digits.

    These stay the same, and tell two tables apart.

    These stay the same, and tell two tables apart.
    """
    if seed is None:
        if host := _host_name():
            return host
        try:
            seed = Path("/etc/machine-id").read_text(encoding="ascii").strip()
        except OSError:
            seed = "no machine-id"
    return f"{_OURS}-{hashlib.sha256(seed.encode()).hexdigest()[:4]}"


def _host_name() -> str:
    """Return the machine's own name if it is a table's; else empty."""
    host = socket.gethostname().partition(".")[0].lower()
    return host if host.startswith(_OURS) else ""


def addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses at which other machines reach this one."""
    found_addresses = (address.ip for adapter in ifaddr.get_adapters() for address in adapter.ips if address.is_IPv4)
    return tuple(sorted(ip for ip in found_addresses if isinstance(ip, str) and not ip.startswith("127.")))


def _order(address: str) -> int:
    return int(IPv4Address(address))


class Beacon:
    """Publisher of the console's place in the network, as long as it is open; without a network it waits for one.

    It costs the game nothing. Two machines made from one card have the same name. One that finds its name taken takes
    another one. If two took it at the same time, the one with the greater address takes another one (RFC 6762, 9).

    Attributes:
        host: the whole name, as it is now.
    """

    def __init__(
        self,
        port: int,
        host: str | None = None,
        told: Callable[[str], None] | None = None,
        find: Callable[[], tuple[str, ...]] = addresses,
    ) -> None:
        """Begin to say that the console is at this port of this machine.

        Args:
            port: port of the pages.
            host: the name without ``.local``, if it is another.
            told: hears the whole name once a network has it, and an empty one when none has it any more.
            find: this machine's addresses on its networks.
        """
        self._told, self._find = told, find
        self._label = host or name()
        self.host = f"{self._label}.local"
        self._port = port
        self._zeroconf: Zeroconf | None = None
        self._is_systems = False
        """Whether the system itself says the name."""
        self._at: tuple[str, ...] = ()
        self._warned = ""
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
                here = self._find()
            except OSError as error:
                # A system that forbids it (the unit's address families) must not end this thread with a traceback.
                self._warn(f"{self.host} cannot be said: this machine's addresses cannot be read: {error}")
                here = ()
            if here != self._at:
                self._announce(here)
            elif self._must_yield():
                self._announce(here, lost_label=self.host)
            if self._closing.wait(LOOK_S):
                self._be_silent()
                return

    def _announce(self, here: tuple[str, ...], lost_label: str = "") -> None:
        """Say it anew on the networks that there are now, under another name than the one just lost."""
        self._be_silent()
        self._at = here
        if not here:
            return
        self._is_systems = AVAHI.exists() and self._label == _host_name()
        if self._is_systems:  # it says this name already, and would take ours for that of another machine
            if self._told:
                self._told(self.host)
            return
        try:
            self._zeroconf = Zeroconf(interfaces=[*here], ip_version=IPVersion.V4Only)
            label = self._free_label(self._zeroconf, lost_label)
            if not label:
                self._warn(
                    f"another machine answers to {self._label}.local and its like: this one has its address alone"
                )
                self._be_silent()
                self._at = ()  # one may be free at the next look
                return
            if label != self._label:
                self._warn(f"another machine is called {self._label}.local here; this one is {label}.local")
            self.host = f"{label}.local"
            kind, server = f"{label}.{_KIND}", f"{self.host}."
            info = ServiceInfo(_KIND, kind, port=self._port, parsed_addresses=[*here], server=server)
            self._zeroconf.register_service(info, allow_name_change=True)
            if self._told:
                self._told(self.host)
        except (OSError, Error) as error:
            self._warn(f"{self.host} cannot be said on this network: {str(error) or type(error).__name__}")
            self._be_silent()
            self._at = ()  # it is tried again at the next look

    def _free_label(self, network: Zeroconf, lost_label: str) -> str:
        """Return the name without ``.local``, or the next one that no other machine has; empty: each is another's."""
        for number in range(1, _MOST_NAMES + 1):
            label = self._label if number == 1 else f"{self._label}-{number}"
            if f"{label}.local" != lost_label and not self._others(network, f"{label}.local"):
                return label
        return ""

    def _must_yield(self) -> bool:
        """Whether another machine has the same name now, and the smaller address."""
        return self._zeroconf is not None and any(
            _order(other) < min(map(_order, self._at)) for other in self._others(self._zeroconf, self.host)
        )

    def _others(self, network: Zeroconf, host: str) -> list[str]:
        """Return the addresses of other machines that have a name."""
        resolver = AddressResolverIPv4(f"{host}.")
        resolver.request(network, PROBE_MS)
        return [address for address in resolver.parsed_addresses() if address not in self._at]

    def _warn(self, text: str) -> None:
        """Log what is wrong once, however often it is found."""
        if text != self._warned:
            self._warned = text
            _log.warning("%s", text)

    def _be_silent(self) -> None:
        if (self._zeroconf or self._is_systems) and self._told:
            self._told("")
        if self._zeroconf:
            self._zeroconf.close()
        self._zeroconf, self._is_systems = None, False

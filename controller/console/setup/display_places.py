"""The places where a display can be: the plugs of this machine, or the network; to be chosen, not to be typed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from controller.console.words.gettext import _
from controller.settings.displays import KIOSK_PORT, DisplayConfig
from firmware_bridge.displays import lcdproc
from firmware_bridge.ports.serial_port import Plug, plugged
from firmware_bridge.ports.tcp_port import BadAddress, address

HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - offered as what it is
_IN_NETWORK: Final = ("kiosk", "lcdproc")


@dataclass(frozen=True, slots=True)
class DisplayPlace:
    """A place at which a display can be."""

    port: str
    label: str
    """Name for people."""
    more: str = ""
    """Further information on the place."""


def is_in_network(kind: str) -> bool:
    """Whether a kind is reached by the network, not by a plug."""
    return kind in _IN_NETWORK


def places(kind: str, now: str, others: Sequence[DisplayConfig]) -> list[DisplayPlace]:
    """Return the places to choose from, the present one among them.

    Args:
        kind: kind of display.
        now: where it is; empty: nowhere yet.
        others: the displays that have a place already.
    """
    options = list(_of_kind(kind, {one.port for one in others}))
    if now and now not in [one.port for one in options]:
        here = _("Where it is now")
        options.insert(
            0, DisplayPlace(now, here, now if is_in_network(kind) else _("Nothing is plugged in there now."))
        )
    return options


def free(displays: Sequence[DisplayConfig]) -> list[DisplayPlace]:
    """List what is plugged in and is no display of the table yet."""
    return list(_plugs({one.port for one in displays}))


def page_address(port: str, this_host: str) -> str:
    """Return the address of a browser's page, as it is typed on the device that shows it.

    Args:
        port: port of the display, as it is set.
        this_host: the machine's address, as this page was asked for; empty: not known.
    """
    try:
        host, number = address(port, KIOSK_PORT)
    except BadAddress:
        return ""
    host = this_host if host == EVERYWHERE and this_host else host
    return f"http://{f'[{host}]' if ':' in host else host}:{number}/"


def _of_kind(kind: str, ports: set[str]) -> Iterator[DisplayPlace]:
    if kind == "kiosk":
        yield DisplayPlace(f"{HERE}:{KIOSK_PORT}", _("On this machine's own screen"))
        yield DisplayPlace(
            f"{EVERYWHERE}:{KIOSK_PORT}",
            _("On any device of this network"),
            _("Whoever is in the network can see the score."),
        )
    elif kind == "lcdproc":
        yield DisplayPlace(f"localhost:{lcdproc.PORT}", _("On this machine"))
    else:
        yield from _plugs(ports)


def _plugs(ports: set[str]) -> Iterator[DisplayPlace]:
    """Yield the plugs that no display has yet; those of one name are told apart by their paths."""
    plugs = [plug for plug in plugged() if plug.path not in ports]
    names = [_name(plug) for plug in plugs]
    for plug, name in zip(plugs, names, strict=True):
        yield DisplayPlace(plug.path, name, plug.path if names.count(name) > 1 else "")


def _name(plug: Plug) -> str:
    return plug.name or _("A device without a name")

"""The USB plugs of this machine at which a display can be: found without opening any of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from serial.tools import list_ports  # pyrefly: ignore[untyped-import]  # pyserial 3.5 ships no types

BY_ID: Final = Path("/dev/serial/by-id")
"""Names that stay with a device wherever it is plugged in."""


@dataclass(frozen=True, slots=True)
class Plug:
    """A device with a serial port."""

    path: str
    """By which it is opened; the one that stays with the device, where the system has one."""
    name: str
    """What the device calls itself; empty: nothing."""


def plugged() -> tuple[Plug, ...]:
    """The devices that are plugged in by USB now, by their names."""
    lasting = {str(link.resolve()): str(link) for link in _links()}
    found = ((port.device, port.manufacturer, port.product) for port in list_ports.comports() if port.vid is not None)
    return tuple(
        sorted((Plug(lasting.get(path, path), named(maker, product)) for path, maker, product in found), key=_order)
    )


def named(maker: str | None, product: str | None) -> str:
    """What a device is called, its maker once.

    >>> named("Raspberry Pi", "Pico"), named("Raspberry Pi", "Raspberry Pi Pico"), named(None, None)
    ('Raspberry Pi Pico', 'Raspberry Pi Pico', '')
    """
    told = (product or "").strip()
    by = (maker or "").strip()
    return told if by.lower() in told.lower() else f"{by} {told}".strip()


def _links() -> Iterable[Path]:
    return BY_ID.iterdir() if BY_ID.is_dir() else ()


def _order(plug: Plug) -> tuple[str, str]:
    return plug.name, plug.path

"""The address at which the console can be reached, as a display shows it."""

import socket
from dataclasses import replace
from typing import Final

from controller.settings.model import ConsoleConfig

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documents (RFC 5737): no packet is sent to it, only the way to it is looked up."""


def shown(settings: ConsoleConfig, port: int) -> str:
    """The address of the pages: under the first name that is set, else under this machine's address."""
    host = settings.names[0] if settings.names else _own(settings.address)
    end = "" if _DEFAULT_PORTS[settings.scheme] == port else f":{port}"
    return f"{settings.scheme}://{host}{end}/"


def on_this_machine(settings: ConsoleConfig, port: int) -> str:
    """The address of the pages for a browser on the table's own machine."""
    everywhere = settings.address in ("0.0.0.0", "::")  # noqa: S104 - compared, not listened on
    return shown(replace(settings, names=("localhost",) if everywhere else ()), port)


def _own(listening: str) -> str:
    """This machine's address on the network that leads elsewhere; its name if it is on none."""
    if listening not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not listened on
        return f"[{listening}]" if ":" in listening else listening
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        return f"{socket.gethostname().lower()}.local"

"""Who sits where, in words."""

from collections.abc import Sequence

from controller.console.texts import _
from controller.events import Seat


def seat_name(names: Sequence[str], seat: Seat) -> str:
    """Who sits there; a seat that is not at the table has no name."""
    return names[seat] if 0 <= seat < len(names) else _("seat {seat}").format(seat=seat)

"""What the displays show beside the game: where the console is, and the code with which a phone is paired."""

from dataclasses import replace

from controller.console.security.pairing import Code
from controller.console.security.roles import Role
from firmware_bridge.face.face import Face


def dressed(face: Face, address: str, code: Code | None, *, idle: bool) -> Face:
    """A face with the console's address while the table is idle, and a code; an alert goes before a code.

    Args:
        face: what is to be shown of the game.
        address: of the console.
        code: that belongs on the display now.
        idle: whether no deal is under way.
    """
    if code and not face.alert:
        face = replace(face, alert=f"{'owner' if code.role is Role.OWNER else 'pairing'} code {code.spoken}")
    return replace(face, address=address) if idle and address else face

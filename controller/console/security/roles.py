"""The roles of the console and their rights."""

from enum import IntEnum


class Role(IntEnum):
    """Each may do what those before it may, but for the camera's; an owner is an arbiter where the table has it so."""

    VIEWER = 0
    """Anybody on the network: sees what the table may hear."""
    CAMERA = 1
    """The phone whose pictures the referee goes by; an owner's may be it, too, and nobody else's."""
    PLAYER = 2
    """Corrects readings, takes back, says words for the table."""
    ARBITER = 3
    """Sees every verdict at once, and rules."""
    OWNER = 4
    """Hands out and takes away roles, and sets the table up."""

    @property
    def id(self) -> str:
        """The role's name in forms and files."""
        return self.name.lower()


PAIRED = (Role.PLAYER, Role.ARBITER, Role.OWNER)
"""The roles of people, for which a device has to be paired."""


def parse(text: str) -> Role | None:
    """The role that is written so, or None.

    >>> parse("arbiter"), parse("king")
    (<Role.ARBITER: 3>, None)
    """
    return next((role for role in Role if role.id == text), None)

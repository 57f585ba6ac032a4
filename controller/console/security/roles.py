"""The roles of the console and their rights."""

from enum import IntEnum


class Role(IntEnum):
    """Each may do what those before it may, but for the camera's; an owner is an arbiter where the table has it so."""

    VIEWER = 0
    """Anybody on the network, who sees what the table may hear."""
    CAMERA = 1
    """The phone whose pictures the referee goes by; an owner's may be it, too, and nobody else's."""
    PLAYER = 2
    """Player, who corrects readings, takes back, says words for the table."""
    ARBITER = 3
    """Arbiter, who sees every verdict at once, and rules."""
    OWNER = 4
    """Owner, who hands out and takes away roles, and sets the table up."""

    @property
    def id(self) -> str:
        """The role's name in forms and files."""
        return self.name.lower()


PAIRED = (Role.PLAYER, Role.ARBITER, Role.OWNER)
"""The roles of people, for which a device has to be paired."""


def parse(text: str) -> Role | None:
    """Return the role that is written so, or None.

    >>> parse("arbiter"), parse("king")
    (<Role.ARBITER: 3>, None)
    """
    return next((role for role in Role if role.id == text), None)

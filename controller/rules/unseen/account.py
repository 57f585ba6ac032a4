"""People's accounts of holes, and the objections to them (unseen.md, ``missed``)."""

from dataclasses import dataclass

from controller.record.cards import Card
from controller.record.events import Missed, Seat
from controller.record.message import Message


@dataclass(frozen=True, slots=True)
class HoleAccount:
    """People's account of one hole, and when that hole was."""

    number: int
    """The line that says it."""
    event: Missed
    hole: int
    """The line of the event that left the hole."""
    span: tuple[float, float] | None = None
    """When nothing was seen, seconds since the match event; None: the moment is not known."""
    blind: bool = False
    """Whether the whole table was unseen meanwhile, and not only cards of one trick."""
    lay: tuple[tuple[Seat, Card], ...] = ()
    """The trick that lay there before."""

    @property
    def silent(self) -> bool:
        """Whether it says nothing that could be true or false: that nobody knows, or that nothing was played."""
        return not self.event.plays and not self.event.won and self.event.trump is None and not self.event.over


@dataclass(frozen=True, slots=True)
class AccountObjection:
    """An observation with which an account cannot be true, so that it is left out."""

    hole: int
    """The hole of the account."""
    text: Message
    """The contradiction, in one sentence."""

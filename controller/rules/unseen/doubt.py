"""The doubt about a deal of which something may have gone unseen (unseen.md, "After a hole")."""

from dataclasses import dataclass

from controller.record.events import Seat


@dataclass(frozen=True, slots=True)
class Doubt:
    """The unknowns of a deal as the open trick begins; people's accounts do not remove them."""

    trumps: tuple[str | None, ...]
    """The suits of which any may be trump; None: no trump yet."""
    leader: Seat | None = None
    """Who must lead the open trick; None: not known."""
    begun: bool = False
    """Whether the trick before the open one was seen whole, so that no card of it can be taken for one of the next."""
    hole: int = 0
    """Line of the newest hole; facts on its two sides are not set against each other, and nobody knows how many tricks
    went unseen in it. 0: no card is missing."""
    led: int = 0
    """Line of the card that had certainly led the open trick when the newest gap began."""
    mute: bool = False
    """Whether nothing is judged: the contract, the players or the deal itself may be others than the record says."""

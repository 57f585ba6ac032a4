"""The knowledge of how a card came to lie, and the doubt about a deal of which something may have gone unseen."""

from dataclasses import dataclass
from typing import Final

from controller.record.events import Seat


@dataclass(frozen=True, slots=True)
class CardSight:
    """The camera's knowledge of how a card came to lie (unseen.md); by default a card that people entered."""

    at: tuple[float, float] | None = None
    """The two moments between which it was laid, seconds since the match event; None: people's word."""
    empty: frozenset[Seat] | None = None
    """The seats whose areas were seen empty all that time; None: people's word, and only the list of plays counts."""
    steady: bool = True
    """Whether no trick was gathered or played unseen meanwhile, as far as the camera needs to have seen that."""
    apart: bool = False
    """Whether the cards that lay there before it may have been gathered already, so that it begins another trick."""
    sole: bool = True
    """Whether the card is no second card: nothing else that was not read was seen in its area."""
    told: bool = False
    """Whether the card is known from people's account alone: it went unseen."""

    def precedes(self, later: "CardSight") -> bool:
        """Whether a card certainly came before one that is listed after it; among people's words the list counts."""
        if self.told != later.told:
            return False
        if self.at is None or later.at is None:
            return True
        return self.at[1] <= later.at[0] and later.at[1] > self.at[0]


ENTERED: Final = CardSight()
"""The sight of a card that people entered: only their list of plays is known."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """The unknowns of a deal as the open trick begins; people's accounts do not remove them."""

    trumps: tuple[str | None, ...]
    """The possible trumps; None: no trump yet."""
    leader: Seat | None = None
    """The seat that must lead the open trick; None: unknown."""
    begun: bool = False
    """Whether the trick before was seen whole, so that none of its cards can be mistaken for one of the next trick."""
    hole: int = 0
    """Line of the newest hole; 0: no card is missing.

    Facts on its two sides are not set against each other, and the number of tricks that went unseen in it is unknown.
    """
    led: int = 0
    """Line of the card that had certainly led the open trick when the newest gap began."""
    mute: bool = False
    """Whether nothing is judged: contract, players or the deal itself may differ from the record."""

"""Which plays are proven to be revokes.

A play is remembered with what its hand owed to the trick; a card shown later by the same seat was in that hand,
and proves the revoke when the hand should have played it. Proof from all public facts at once has its place here:
it answers the same question, :func:`prove`, at an earlier event.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.cards import Card
from controller.deal import Play
from controller.duty import Duty


@dataclass(frozen=True, slots=True)
class Owed:
    """A play, and what the hand it was played from owed to the trick."""

    play: Play
    trick: int
    """Number of the trick, from 1."""
    led: Card
    duty: Duty


@dataclass(frozen=True, slots=True)
class Proof:
    """A play that is proven illegal, and the cards that prove it."""

    owed: Owed
    cards: tuple[Card, ...]

    @property
    def rule(self) -> str:
        """The rule that the first proof card shows broken."""
        return self.owed.duty.avoid[self.cards[0]]


def prove(owed: Sequence[Owed], shown: Play) -> tuple[Proof, ...]:
    """The plays that this card, just shown, proves illegal; oldest first."""
    return tuple(
        Proof(one, (shown.card,))
        for one in owed
        if one.play.seat == shown.seat and not one.duty.excuse and shown.card in one.duty.avoid
    )


def prove_from_hand(owed: Owed, hand: Sequence[Card]) -> Proof | None:
    """The proof from a hand that is known, as it was before the play; None if the play was legal."""
    cards = owed.duty.breaks(hand) if owed.play.card in hand else ()
    return Proof(owed, cards) if cards else None

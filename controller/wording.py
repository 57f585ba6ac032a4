"""Verdicts in words: one sentence the table can check, naming the card, the trick and what proves it."""

from collections.abc import Sequence

from controller.deal import Deal, Play, S
from controller.events import Seat
from controller.proof import Proof

Names = Sequence[str]


def foreign_card(names: Names, play: Play, game: str) -> str:
    """A card of another deck."""
    return f"{names[play.seat]} played {play.card}, which is no card of {game}."


def duplicate_card(names: Names, play: Play, before: Play, trick: int) -> str:
    """A card that was played before."""
    return f"{names[play.seat]} played {play.card}, which {names[before.seat]} had already played in trick {trick}."


def second_card(names: Names, play: Play, first: Play, trick: int) -> str:
    """A seat's second card in one trick."""
    return f"{names[play.seat]} played {play.card} to trick {trick} after {first.card}; one card a trick counts."


def out_of_turn(names: Names, play: Play, turn: Seat, trick: int) -> str:
    """A seat that played while another must."""
    return f"{names[play.seat]} played {play.card} to trick {trick} out of turn; it was for {names[turn]} to play."


def shown_elsewhere(names: Names, play: Play, shown: Play) -> str:
    """A card that another seat has shown."""
    return f"{names[play.seat]} played {play.card}, which {names[shown.seat]} has shown; please check that card."


def not_in_play(names: Names, play: Play) -> str:
    """A card of a seat that takes no part in this deal."""
    return f"{names[play.seat]} played {play.card}, but is out of this deal."


def short_trick(names: Names, missing: Sequence[Seat], trick: int) -> str:
    """A trick that was gathered with cards missing."""
    absent = " and ".join(names[seat] for seat in missing)
    return f"Trick {trick} was gathered without a card of {absent}."


def revoke(names: Names, proof: Proof, shown: Play | None, trick: int) -> str:
    """A play that the rules forbid with the hand it was played from."""
    owed, seat = proof.owed, names[proof.owed.play.seat]
    held = ", ".join(proof.cards)
    how = f"played in trick {trick}" if shown else "as the hand was shown"
    return f"{seat} revoked in trick {owed.trick}: {owed.play.card} on {owed.led}, while holding {held} ({how})."


def trick_of(deal: Deal[S], play: Play) -> int:
    """Number of the trick in which a play lies, from 1."""
    for number, trick in enumerate(deal.tricks, 1):
        if play in trick.plays:
            return number
    return deal.number_of_trick

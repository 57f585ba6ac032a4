"""Verdicts in words: one sentence the table can check, naming the card, the trick and what proves it."""

from collections.abc import Sequence
from typing import Final

from controller.deal import Deal, Play, S
from controller.events import Seat
from controller.layout import Layout
from controller.proof import Owed, Proof

Names = Sequence[str]

SUIT_WORDS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "T": "trumps"}


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


def dealt_elsewhere(names: Names, play: Play) -> str:
    """A card of a hand that was shown, played by another seat."""
    return f"{names[play.seat]} played {play.card}, which was shown in another hand; please check that card."


def not_in_play(names: Names, play: Play) -> str:
    """A card of a seat that takes no part in this deal."""
    return f"{names[play.seat]} played {play.card}, but is out of this deal."


def short_trick(names: Names, missing: Sequence[Seat], trick: int) -> str:
    """A trick that was gathered with cards missing."""
    absent = " and ".join(names[seat] for seat in missing)
    return f"Trick {trick} was gathered without a card of {absent}."


def revoke(deal: Deal[S], layout: Layout, proof: Proof, *, seen: bool) -> str:
    """A play that the rules forbid with the hand it was played from; ``seen``: the proof has just been played."""
    owed, seat = proof.owed, deal.rules.names[proof.owed.play.seat]
    if owed.play.card in proof.cards:
        return f"{seat} revoked in trick {owed.trick}: {owed.play.card} may not be played there from any hand."
    said = f"{seat} revoked in trick {owed.trick}: {owed.play.card} on {owed.led}"
    if not proof.cards:
        return f"{said}; {counted(deal, layout, owed)}."
    how = f"played in trick {deal.number_of_trick}" if seen else "as the hand was shown"
    return f"{said}, while holding {', '.join(proof.cards)} ({how})."


def counted(deal: Deal[S], layout: Layout, owed: Owed) -> str:
    """Why a hand must hold a card that it owed, though none of them was seen: by counting."""
    gone = {play.card for play in deal.plays()}
    number = layout.place_of(owed.play.seat)
    if number is None:
        return "the cards cannot lie otherwise"
    place = layout.places[number]
    missing = sorted({card.suit for card in owed.duty.avoid if card not in gone})
    suits = " or ".join(SUIT_WORDS.get(suit, suit) for suit in missing)
    return (
        f"{place.name} still held {place.room} cards, and the unseen cards leave no deal in which none of them "
        f"is a card of {suits} that should have been played"
    )


def someone_revoked(names: Names, suspects: Sequence[Seat]) -> str:
    """No world has only legal plays, though no single play is proven illegal."""
    who = " or ".join(names[seat] for seat in suspects)
    return f"Somebody has revoked in this deal{f': {who}' if who else ''}; the cards do not show yet which play it was."


def no_world(trick: int) -> str:
    """The cards seen cannot be those of a deal."""
    return (
        f"The cards seen up to trick {trick} cannot be those of one deal; please check the table and the last tricks."
    )


def trick_of(deal: Deal[S], play: Play) -> int:
    """Number of the trick in which a play lies, from 1."""
    for number, trick in enumerate(deal.tricks, 1):
        if play in trick.plays:
            return number
    return deal.number_of_trick

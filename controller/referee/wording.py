"""Verdicts in words: one sentence the table can check, naming the card, the trick and what proves it."""

from collections.abc import Sequence

from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.card_sets import Kinds, cards_of, number, set_of, together
from controller.rules.card_sets import counted as counted_cards
from controller.rules.deal import Deal, Play, S
from controller.rules.layout import Layout, worlds
from controller.rules.proof import Owed, Proof
from controller.rules.shortage import Crowd, Shortage, crowd, shortage
from controller.rules.worlds import Worlds

Names = Sequence[str]


def foreign_card(names: Names, play: Play, game: str) -> str:
    """A card of another deck."""
    return f"{names[play.seat]} played {play.card}, which is no card of {game}."


def duplicate_card(deal: Deal[S], play: Play, before: Play) -> str:
    """A card that was played to a trick before."""
    names, trick = deal.rules.names, deal.trick_of(before.event)
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
    absent = together([names[seat] for seat in missing])
    return f"Trick {trick} was gathered without a card of {absent}."


def revoke(deck: tuple[Card, ...], deal: Deal[S], layout: Layout, proof: Proof, *, seen: bool) -> str:
    """A play that the rules forbid with the hand it was played from; ``seen``: the proof has just been played."""
    owed, seat = proof.owed, deal.rules.names[proof.owed.play.seat]
    if owed.play.card in proof.cards:
        return f"{seat} revoked in trick {owed.trick}: {owed.play.card} may not be played there from any hand."
    said = f"{seat} revoked in trick {owed.trick}: {owed.play.card} on {owed.led}"
    if owed.duty.excuse:
        said += " with nothing but trumps in hand"
    if not proof.cards:
        return f"{said}; {counted(deck, deal, layout, owed)}."
    how = f"played in trick {deal.number_of_trick}" if seen else played_later(deal, proof.cards)
    return f"{said}, while holding {', '.join(proof.cards)} ({how})."


def played_later(deal: Deal[S], cards: Sequence[Card]) -> str:
    """Where cards were seen that prove a revoke before the newest card did: in tricks, or in a hand that was shown."""
    plays = [play for card in cards if (play := deal.find(card))]
    if len(plays) < len(cards):
        return "as the hand was shown"
    tricks = [str(trick) for trick in dict.fromkeys(deal.trick_of(play.event) for play in plays)]
    return f"played in trick{'s' * (len(tricks) > 1)} {together(tricks)}"


def counted(deck: tuple[Card, ...], deal: Deal[S], layout: Layout, owed: Owed) -> str:
    """Why a hand must hold a card that it owed, though none of them was seen: places that could not be filled."""
    fitting, hand = worlds(deck, deal, layout), layout.place_of(owed.play.seat)
    found = shortage(fitting, {} if hand is None else {hand: set_of(deck, owed.duty.avoid)})
    if found is None:
        return "the cards cannot lie otherwise"
    *_, newest = deal.plays()
    return f"after {newest.card} in trick {deal.trick_of(newest.event)} {held(layout, fitting, deck, owed, found)}"


def held(layout: Layout, fitting: Worlds, deck: tuple[Card, ...], owed: Owed, found: Shortage) -> str:
    """How many cards some places held, and how few could lie there if nothing that was owed did.

    Cards that are known to lie in one place are counted neither in it nor as unseen.
    """
    place = found.places[0]
    settled = set_of(deck, (card for card, places in layout.known.items() if len(places) == 1))
    room = found.room - (found.cards & settled).bit_count()
    unseen = "unseen " if found.cards & settled else ""
    if len(found.places) > 1:
        crowded = crowd(fitting, found)
        cards = cards_of(deck, crowded.cards)
        return f"by the rules {counted_cards(len(cards))}, {together(cards)}, could lie {only_in(layout, crowded)}"
    said = f"{layout.places[place].name} still held {counted_cards(room, f'{unseen}card')}, and "
    allowed, loose = found.cards & ~settled, any(len(places) > 1 for places in layout.known.values())
    barred = fitting.may[place] & fitting.unseen & ~settled & ~allowed
    others = fitting.unseen & ~settled & ~allowed & ~barred
    words = Kinds(cards_of(deck, allowed), cards_of(deck, barred), tuple(owed.duty.avoid))
    return said + (words.there(loose=loose) if loose or others else words.unseen())


def only_in(layout: Layout, crowded: Crowd) -> str:
    """Where alone some cards could lie, which is too little room."""
    if not crowded.places:
        return "nowhere"
    names = [layout.places[place].name for place in crowded.places]
    room = f"room for {number(crowded.room)} of them" if crowded.room else "no room"
    return f"only with {together(names)}, where there is {room}"


def someone_revoked(names: Names, suspects: Sequence[Seat]) -> str:
    """No world has only legal plays, though no single play is proven illegal."""
    no_world = "the unseen cards cannot lie so that every play was lawful"
    if not suspects:
        return f"At least two players have revoked in this deal: {no_world}, whichever player's plays are left aside."
    who = " or ".join(f"{names[seat]} alone" for seat in suspects)
    return f"Somebody has revoked in this deal: {no_world}; {who} may have done it."


def no_world(trick: int) -> str:
    """The cards seen cannot be those of a deal."""
    return (
        f"The cards seen up to trick {trick} cannot be those of one deal; please check the table and the last tricks."
    )

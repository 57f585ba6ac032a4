"""Verdicts in words: one sentence the table can check, naming the card, the trick and the proof."""

from collections.abc import Sequence

from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.rules.card_sets import Kinds, cards_of, set_of
from controller.rules.deal import Deal, Play, S
from controller.rules.layout import Layout, worlds
from controller.rules.proof import Owed, Proof
from controller.rules.worlds import Crowd, Shortage, Worlds, crowd, shortage

PlayerNames = Sequence[str]


def foreign_card(names: PlayerNames, play: Play, game: str) -> Message:
    """Write the verdict on a card of another deck."""
    name = names[play.seat]
    return Message("{name} played {card}, which is no card of {game}.", name=name, card=play.card, game=game)


def duplicate_card(names: PlayerNames, play: Play, before: Play, trick: int) -> Message:
    """Write the verdict on a card that was played to a trick before."""
    return Message(
        "{name} played {card}, which {other} had already played in trick {n}.",
        name=names[play.seat],
        card=play.card,
        other=names[before.seat],
        n=trick,
    )


def second_card(names: PlayerNames, play: Play, first: Play, trick: int) -> Message:
    """Write the verdict on a seat's second card in one trick."""
    return Message(
        "{name} played {card} to trick {n} after {card2}; one card a trick counts.",
        name=names[play.seat],
        card=play.card,
        n=trick,
        card2=first.card,
    )


def out_of_turn(names: PlayerNames, play: Play, turn: Seat, trick: int) -> Message:
    """Write the verdict on a seat that played while another must."""
    return Message(
        "{name} played {card} to trick {n} out of turn; it was for {other} to play.",
        name=names[play.seat],
        card=play.card,
        n=trick,
        other=names[turn],
    )


def led_for_another(names: PlayerNames, play: Play, opener: Play) -> Message:
    """Write the verdict on a seat that led to the first trick, though another held the card that leads."""
    return Message(
        "{name} led {card} to trick 1 out of turn; {card2} leads, and {other} held it.",
        name=names[play.seat],
        card=play.card,
        card2=opener.card,
        other=names[opener.seat],
    )


def shown_elsewhere(names: PlayerNames, play: Play, shown: Play) -> Message:
    """Write the verdict on a card that another seat has shown."""
    return Message(
        "{name} played {card}, which {other} has shown; please check that card.",
        name=names[play.seat],
        card=play.card,
        other=names[shown.seat],
    )


def dealt_elsewhere(names: PlayerNames, play: Play) -> Message:
    """Write the verdict on a card of a hand that was shown, played by another seat."""
    return Message(
        "{name} played {card}, which was shown in another hand; please check that card.",
        name=names[play.seat],
        card=play.card,
    )


def moved_elsewhere(names: PlayerNames, play: Play) -> Message:
    """Write the verdict on a card that lies elsewhere by a recorded movement, played by another seat."""
    return Message(
        "{name} played {card}, which was moved elsewhere; please check that card.",
        name=names[play.seat],
        card=play.card,
    )


def not_in_play(names: PlayerNames, play: Play) -> Message:
    """Write the verdict on a card of a seat that takes no part in this deal."""
    return Message("{name} played {card}, but is out of this deal.", name=names[play.seat], card=play.card)


def short_trick(names: PlayerNames, missing: Sequence[Seat], trick: int) -> Message:
    """Write the verdict on a trick that was gathered with cards missing."""
    absent = Listed(tuple(names[seat] for seat in missing), "and")
    return Message("Trick {n} was gathered without a card of {names}.", n=trick, names=absent)


def revoke(name: str, deck: tuple[Card, ...], deal: Deal[S], layout: Layout, proof: Proof, *, seen: bool) -> Message:
    """Write the verdict on a play that the hand's cards forbid; ``seen``: the proof has just been played."""
    owed = proof.owed
    n, card, led = owed.trick, owed.play.card, owed.led
    if owed.duty.lead:
        return _illegal_lead(name, proof, _why(deck, deal, layout, proof, seen=seen))
    if card in proof.cards and card == led:
        return Message("{name} led {card} to trick {n}: that suit may not be led there.", name=name, card=card, n=n)
    if card in proof.cards:
        return Message(
            "{name} revoked in trick {n}: {card} may not be played there from any hand.", name=name, n=n, card=card
        )
    how = _why(deck, deal, layout, proof, seen=seen)
    if not proof.cards:
        return _revoke_counted(name, owed, how)
    cards = Listed(tuple(proof.cards))
    if owed.duty.excuse:
        return Message(
            "{name} revoked in trick {n}: {card} on {card2} with nothing but trumps in hand, "
            "while holding {cards} ({why}).",
            name=name,
            n=n,
            card=card,
            card2=led,
            cards=cards,
            why=how,
        )
    return Message(
        "{name} revoked in trick {n}: {card} on {card2}, while holding {cards} ({why}).",
        name=name,
        n=n,
        card=card,
        card2=led,
        cards=cards,
        why=how,
    )


def _why(deck: tuple[Card, ...], deal: Deal[S], layout: Layout, proof: Proof, *, seen: bool) -> Message:
    """Write where the cards were seen that prove a play to be illegal; where only counting does, the count."""
    if not proof.cards:
        return counted(deck, deal, layout, proof.owed)
    return played_in(deal.number_of_trick) if seen else played_later(deal, proof.cards)


def _illegal_lead(name: str, proof: Proof, why: Message) -> Message:
    """Write the verdict on a card led that the hand had no right to lead."""
    n, card = proof.owed.trick, proof.owed.play.card
    if not proof.cards:
        return Message("{name} led {card} to trick {n} against the rules; {why}.", name=name, card=card, n=n, why=why)
    return Message(
        "{name} led {card} to trick {n} against the rules, while holding {cards} ({why}).",
        name=name,
        card=card,
        n=n,
        cards=Listed(tuple(proof.cards)),
        why=why,
    )


def _revoke_counted(name: str, owed: Owed, why: Message) -> Message:
    n, card, led = owed.trick, owed.play.card, owed.led
    if owed.duty.excuse:
        return Message(
            "{name} revoked in trick {n}: {card} on {card2} with nothing but trumps in hand; {why}.",
            name=name,
            n=n,
            card=card,
            card2=led,
            why=why,
        )
    return Message(
        "{name} revoked in trick {n}: {card} on {card2}; {why}.", name=name, n=n, card=card, card2=led, why=why
    )


def played_in(trick: int) -> Message:
    """Write the clause that the cards which prove a revoke were played to a trick."""
    return Message("played in trick {n}", n=trick)


def played_later(deal: Deal[S], cards: Sequence[Card]) -> Message:
    """Write where cards were seen that prove a revoke before the newest card did: in tricks, or in a hand shown."""
    plays = [play for card in cards if (play := deal.find(card))]
    if len(plays) < len(cards):
        if any(card in move.cards for move in deal.moved for card in cards):
            return Message("as was told when cards were moved")
        return Message("as the hand was shown")
    tricks = list(dict.fromkeys(deal.trick_of(play.event) or 0 for play in plays))
    if len(tricks) == 1:
        return played_in(tricks[0])
    return Message("played in tricks {numbers}", numbers=Listed(tuple(map(str, tricks)), "and"))


def counted(deck: tuple[Card, ...], deal: Deal[S], layout: Layout, owed: Owed) -> Message:
    """Write why a hand must hold an owed card, though none was seen: places that could not be filled."""
    fitting, hand = worlds(deck, deal, layout), layout.place_of(owed.play.seat)
    lack = shortage(fitting, {} if hand is None else {hand: set_of(deck, owed.duty.avoid)})
    if lack is None:
        return Message("the cards cannot lie otherwise")
    newest = deal.plays()[-1]
    trick = deal.trick_of(newest.event) or 0
    if len(lack.places) > 1:
        return _crowded(deck, layout, crowd(fitting, lack), newest.card, trick)
    return _held(layout, fitting, deck, owed, lack, newest.card, trick)


def _held(
    layout: Layout, fitting: Worlds, deck: tuple[Card, ...], owed: Owed, found: Shortage, newest: Card, trick: int
) -> Message:
    """Write how many cards a place held, and how few could lie there if no owed card did.

    Cards that are known to lie in one place are counted neither in it nor as unseen.
    """
    place = found.places[0]
    settled = set_of(deck, (card for card, places in layout.known.items() if len(places) == 1))
    room = found.room - (found.cards & settled).bit_count()
    allowed, loose = found.cards & ~settled, any(len(places) > 1 for places in layout.known.values())
    barred = fitting.may[place] & fitting.unseen & ~settled & ~allowed
    others = fitting.unseen & ~settled & ~allowed & ~barred
    words = Kinds(cards_of(deck, allowed), cards_of(deck, barred), tuple(owed.duty.avoid))
    why = words.there_loose() if loose else words.there() if others else words.unseen()
    name = layout.places[place].name
    if found.cards & settled:
        return _still_unseen(newest, trick, name, room, why)
    if room == 1:
        return Message(
            "after {card} in trick {n} {place} still held one card, and {why}",
            card=newest,
            n=trick,
            place=name,
            why=why,
        )
    return Message(
        "after {card} in trick {n} {place} still held {count} cards, and {why}",
        card=newest,
        n=trick,
        place=name,
        count=room,
        why=why,
    )


def _still_unseen(newest: Card, trick: int, place: str, room: int, why: Message) -> Message:
    if room == 1:
        return Message(
            "after {card} in trick {n} {place} still held one unseen card, and {why}",
            card=newest,
            n=trick,
            place=place,
            why=why,
        )
    return Message(
        "after {card} in trick {n} {place} still held {count} unseen cards, and {why}",
        card=newest,
        n=trick,
        place=place,
        count=room,
        why=why,
    )


def _crowded(deck: tuple[Card, ...], layout: Layout, crowded: Crowd, newest: Card, trick: int) -> Message:
    """Write which cards could lie in too few places, if no owed card lay in the hand."""
    cards, places = cards_of(deck, crowded.cards), names_of(layout, crowded)
    if len(cards) == 1:
        return _one_crowded(cards[0], places, newest, trick)
    count, row = len(cards), Listed(cards, "and")
    if not crowded.places:
        return Message(
            "after {card} in trick {n} by the rules {count} cards, {cards}, could lie nowhere",
            card=newest,
            n=trick,
            count=count,
            cards=row,
        )
    if not crowded.room:
        return Message(
            "after {card} in trick {n} by the rules {count} cards, {cards}, could lie only with {places}, where "
            "there is no room",
            card=newest,
            n=trick,
            count=count,
            cards=row,
            places=places,
        )
    return Message(
        "after {card} in trick {n} by the rules {count} cards, {cards}, could lie only with {places}, where "
        "there is room for {count2} of them",
        card=newest,
        n=trick,
        count=count,
        cards=row,
        places=places,
        count2=crowded.room,
    )


def _one_crowded(card: Card, places: Listed, newest: Card, trick: int) -> Message:
    """Write that one card has no room in the only places where it could lie."""
    if not places.items:
        return Message(
            "after {card} in trick {n} by the rules one card, {card2}, could lie nowhere",
            card=newest,
            n=trick,
            card2=card,
        )
    return Message(
        "after {card} in trick {n} by the rules one card, {card2}, could lie only with {places}, where "
        "there is no room",
        card=newest,
        n=trick,
        card2=card,
        places=places,
    )


def names_of(layout: Layout, crowded: Crowd) -> Listed:
    """List the names of the only places where some cards could lie."""
    return Listed(tuple(layout.places[place].name for place in crowded.places), "and")


def someone_revoked(names: PlayerNames, suspects: Sequence[Seat], *, led: bool = False) -> Message:
    """Write that no world has only legal plays, though no play is proven illegal; ``led``: leads are among them."""
    if led:
        return _someone_broke_a_rule(names, suspects)
    if not suspects:
        return Message(
            "At least two players have revoked in this deal: however the unseen cards lie, plays of more than one "
            "player were against the rules."
        )
    return Message(
        "Somebody has revoked in this deal: however the unseen cards lie, at least one play was against the rules; "
        "{suspects} may have done it.",
        suspects=_each_alone(names, suspects),
    )


def _someone_broke_a_rule(names: PlayerNames, suspects: Sequence[Seat]) -> Message:
    """Write the same verdict where the breach may be an unlawful lead, which is no revoke."""
    if not suspects:
        return Message(
            "At least two players have revoked or led against the rules in this deal: however the unseen cards lie, "
            "plays of more than one player were against the rules."
        )
    return Message(
        "Somebody has revoked or led against the rules in this deal: however the unseen cards lie, at least one play "
        "was against the rules; {suspects} may have done it.",
        suspects=_each_alone(names, suspects),
    )


def _each_alone(names: PlayerNames, suspects: Sequence[Seat]) -> Listed:
    return Listed(tuple(Message("{name} alone", name=names[seat]) for seat in suspects), " or ")


def no_world(trick: int) -> Message:
    """Write that the cards seen cannot be the cards of one deal."""
    return Message(
        "The cards seen up to trick {n} cannot be those of one deal; please check the table and the last tricks.",
        n=trick,
    )

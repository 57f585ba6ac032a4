"""Cards as players lay them out: dealt to hands and other places, drawn, and carried from one place to another."""

from collections.abc import Mapping, Sequence
from random import Random

from controller.games import AnyGame
from controller.record.cards import Card
from controller.record.events import CardPlace, Seat
from controller.rules.deal import AnyDeal
from controller.rules.layout import Layout
from controller.rules.movements.description import Movement
from schiri.testing.breach import BrokenLawError, method

DealtHands = dict[Seat, list[Card]]
Piles = dict[CardPlace, list[Card]]
"""The cards that lie elsewhere, by the places of a game that describes its movements."""
Lying = Mapping[CardPlace, list[Card]]
"""The cards in hands and in piles."""


def dealt_out(game: AnyGame, deal: AnyDeal, random: Random) -> tuple[DealtHands, Piles]:
    """DealtHands of a shuffled deck, and the piles of the other places."""
    deck = [*game.deck]
    random.shuffle(deck)
    hands = placed(game, deal, deck) if game.has_movements() else dealt(game, deal, deck)
    held = {card for hand in hands.values() for card in hand}
    rest = [card for card in deck if card not in held]
    rooms = game.places(deal) if game.has_movements() else dict[CardPlace, int]()
    piles: Piles = {
        place: [rest.pop() for _ in range(room)] for place, room in rooms.items() if place not in deal.seats
    }
    return hands, piles


def carry(game: AnyGame, movement: Movement, lying: Lying, before: Sequence[Card], random: Random) -> list[Card]:
    """Take cards from their place to where they go.

    Args:
        game: the game, which a message names.
        movement: what is moved.
        lying: the cards in every place; changed.
        before: the cards moved by this name before, which are not moved again where all are chosen at once.
        random: the choice of the cards.

    Raises:
        BrokenLawError: there are not so many.
    """
    source, target = lying.get(movement.source), lying.get(movement.target)
    if source is None or target is None or len(source) < movement.count:
        told = f"movements() of {game.title} moves {movement.count} cards from {movement.source!r} to "
        told += f"{movement.target!r}, and there lie {len(source or ())}; its places are {[*lying]}"
        raise BrokenLawError(f"{told}\n  look at places() and movements()\n  in {method(game, 'movements')}")
    free = [card for card in source if not movement.at_once or card not in before]
    cards = random.sample(free, movement.count)
    for card in cards:
        source.remove(card)
        target.append(card)
    return cards


def draw_up(game: AnyGame, deal: AnyDeal, hands: DealtHands, random: Random) -> None:
    """Draw cards to hands where the layout has room for more, those first that are known to be there."""
    layout = game.layout(deal)
    held = {card for hand in hands.values() for card in hand}
    played = {play.card for play in (*deal.plays(), *deal.exposed)}
    stock = [card for card in game.deck if card not in held | played | layout.gone]
    random.shuffle(stock)
    everywhere = frozenset(range(len(layout.places)))
    for number, place in enumerate(layout.places):
        hand = hands.get(place.seat, []) if place.seat is not None else []
        wanted = place.room - len(hand) if place.seat is not None else 0
        here = [card for card in stock if number in layout.known.get(card, everywhere)]
        here.sort(key=lambda card: len(layout.known.get(card, everywhere)))
        for card in here[: max(wanted, 0)]:
            hand.append(card)
            stock.remove(card)


def placed(game: AnyGame, deal: AnyDeal, deck: Sequence[Card]) -> dict[Seat, list[Card]]:
    """The hands of a game that describes its movements, as large as its places say.

    Raises:
        BrokenLawError: there is no place for a player, or the places do not hold the cards.
    """
    rooms = game.places(deal)
    if away := [deal.rules.names[seat] for seat in deal.seats if seat not in rooms]:
        raise BrokenLawError(f"places() has no hand of {away[0]}\n  in {method(game, 'places')}")
    if sum(rooms.values()) != len(deck):
        raise BrokenLawError(
            f"places() has room for {sum(rooms.values())} cards, and the deck has {len(deck)}: what is dealt to nobody "
            f"lies in a place with a name, such as 'stock'\n  in {method(game, 'places')}"
        )
    rest = [*deck]
    return {seat: [rest.pop() for _ in range(rooms[seat])] for seat in deal.seats}


def dealt(game: AnyGame, deal: AnyDeal, deck: Sequence[Card]) -> dict[Seat, list[Card]]:
    """DealtHands of these cards, the first ones first, each in a place where the game's layout has room for it.

    Raises:
        BrokenLawError: the layout has no hand for a player, or its places do not hold the cards.
    """
    layout = _layout(game, deal)
    if layout is None:
        return {seat: [*deck[place * deal.size :][: deal.size]] for place, seat in enumerate(deal.seats)}
    if away := [deal.rules.names[seat] for seat in deal.seats if layout.place_of(seat) is None]:
        raise BrokenLawError(f"layout() has no place for the hand of {away[0]}\n  in {method(game, 'layout')}")
    unseen = [card for card in deck if card not in layout.gone]
    rooms = [place.room for place in layout.places]
    if sum(rooms) != len(unseen):
        raise BrokenLawError(
            f"layout() has room for {sum(rooms)} cards when {len(unseen)} are dealt, {deal.size} to each hand\n"
            "  write open_deal() with size len(self.deck) // rules.seats; what is dealt to nobody lies in an "
            f"UnseenPlace of layout()\n  in {method(game, 'layout')}"
        )
    lying: list[list[Card]] = [[] for _ in rooms]
    for card in sorted(unseen, key=lambda card: len(layout.known.get(card, rooms))):
        free = [number for number in layout.known.get(card, range(len(rooms))) if len(lying[number]) < rooms[number]]
        if not free:
            raise BrokenLawError(
                f"layout() says that {card} lies in a place that is full\n  in {method(game, 'layout')}: known has "
                "the numbers of places, and each holds no more cards than its room"
            )
        lying[free[0]].append(card)
    places = enumerate(layout.places)
    return {place.seat: lying[number] for number, place in places if place.seat is not None}


def fits(layout: Layout, hands: Mapping[Seat, Sequence[Card]]) -> bool:
    """Whether these hands are as large as the layout says, and each card lies where it is known to be."""
    lying = {number: hands.get(place.seat, ()) for number, place in enumerate(layout.places) if place.seat is not None}
    if any(len(hand) != layout.places[number].room for number, hand in lying.items()):
        return False
    if any(card in hand for hand in lying.values() for card in layout.gone):
        return False
    return all(
        any(card in lying.get(number, ()) for number in places)
        or (not {*places} <= {*lying} and not any(card in hand for hand in lying.values()))
        for card, places in layout.known.items()
    )


def _layout(game: AnyGame, deal: AnyDeal) -> Layout | None:
    """The places of the cards just dealt; None where they are known only once bids have been made."""
    if deal.phase == "play":
        return game.layout(deal)
    try:
        found = game.layout(deal)
    except LookupError:
        return None
    return found if all(found.place_of(seat) is not None for seat in deal.seats) else None

"""Cards that exist twice: the card of the deck behind one that is recorded with its copy, or without (record.md).

Nobody but the marks tells copies apart. A card recorded without its copy is one of the cards that are not played yet.
The choice among them is free, for nothing distinguishes them, as long as later lines still fit. The cards of the deck
are therefore labels: a copy gets its own label if that is free, and another one where a card without a copy has it
already. A card is played twice only if the same copy was recorded twice, or if more were played than there are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from controller.record.cards import Card, faces
from controller.record.events import DealStart, Event, Played, Seat, Seen
from controller.rules.deal import AnyDeal, Deal, Play, S


@cache
def has_copies(deck: tuple[Card, ...]) -> bool:
    """Whether a deck distinguishes copies of its cards."""
    return any(card.copy is not None for card in deck)


def meant(
    deck: tuple[Card, ...], deal: AnyDeal, seat: Seat, told: Card, late: Callable[[Play], bool] = lambda _: False
) -> Card:
    """Return the card of the deck that a seat plays, by the recorded card; the recorded card if the deck has none such.

    Args:
        deck: the game's.
        deal: before the play.
        seat: the seat that plays it.
        told: the recorded card.
        late: whether it may be a card of an account that is read only now.
    """
    copies = _twins(deck).get(told.face, ())
    if len(copies) < 2:
        return copies[0] if copies and told.copy is None else told
    if told in deal.copies:
        return deal.copies[told]
    played = {play.card: play for play in deal.plays() if play.card in copies}
    used = {card for card in copies if card in deal.copies.values()}
    for card, play in played.items():
        if play.told and play.seat == seat and card not in used and late(play):
            return card
    free = [card for card in copies if card not in played and (told.copy is None or card not in used)]
    if not free:
        # More than there are: cards of people's accounts are doubted first.
        return min(played, key=lambda card: (not played[card].told, played[card].event), default=copies[0])
    homes = _homes(deal, copies)
    return min(free, key=lambda card: (_order(homes.get(card), seat), card != told, copies.index(card)))


def _order(home: Seat | None, seat: Seat) -> int:
    """Rank a copy of a card: first one that this seat was seen to hold, last one that another seat holds."""
    return 1 if home is None else 2 * (home != seat)


def _homes(deal: AnyDeal, cards: Iterable[Card]) -> Mapping[Card, Seat]:
    """Return the seats that were seen to hold these cards, in a hand or as a second card."""
    homes = [(card, seat) for seat, hand in (deal.hands or {}).items() for card in hand]
    homes += [(play.card, play.seat) for play in deal.exposed]
    return {card: seat for card, seat in homes if card in cards}


def in_deck(deck: tuple[Card, ...], deal: AnyDeal | None, event: Event, late: Callable[[Play, Played], bool]) -> Event:
    """Name the cards of an event as the deck has them; a deck in which no card exists twice changes nothing.

    Args:
        deck: the game's.
        deal: before the event.
        event: as the record has it.
        late: whether a card of an account may be the one that is read now, but for its copy.
    """
    if not has_copies(deck):
        return event
    match event:
        case Played() if deal is not None:
            card = meant(deck, deal, event.seat, event.card, lambda play: late(play, event))
            return replace(event, card=card)
        case Seen() if deal is not None:
            lies = {seat: tuple(lying(deck, deal, seat, card) for card in cards) for seat, cards in event.lies.items()}
            return replace(event, lies=lies)
        case DealStart(hands=hands) if hands:
            return replace(event, hands=_dealt(deck, hands))
        case _:
            return event


def lying(deck: tuple[Card, ...], deal: AnyDeal, seat: Seat, told: Card) -> Card:
    """Return the card of the deck that lies before a seat: one that it has played, if possible, else a new one."""
    if not has_copies(deck):
        return told
    if told in deal.copies:
        return deal.copies[told]
    newest = deal.tricks[-1].plays if deal.tricks else ()
    for play in (*deal.open.plays, *newest):
        untold = told.copy is None or play.card not in deal.copies.values()
        if play.seat == seat and play.card.face == told.face and untold:
            return play.card
    return meant(deck, deal, seat, told)


def _dealt(deck: tuple[Card, ...], hands: Mapping[Seat, tuple[Card, ...]]) -> dict[Seat, tuple[Card, ...]]:
    """Give each card without a copy in shown hands a copy that no hand has; one too many stays as it is."""
    has = {card for hand in hands.values() for card in hand}

    def taken(told: Card) -> Card:
        copies = _twins(deck).get(told.face, ())
        free = next((card for card in copies if card not in has), None) if told not in deck else None
        if free is not None:
            has.add(free)
        return free or told

    return {seat: tuple(map(taken, hand)) for seat, hand in hands.items()}


def remembered(deal: Deal[S], number: int, told: Event, known: Event) -> Deal[S]:
    """Remember the copies that an event has recorded, if its cards have become part of the deal.

    Args:
        deal: after the event.
        number: of the event.
        told: the event as the record has it.
        known: the same with its cards as the deck has them.
    """
    pairs = dict(_pairs(deal, number, told, known))
    if not pairs:
        return deal
    # A card that a seat was seen to hold and plays now without its copy may be another one than the copy seen.
    bound = {copy: card for copy, card in deal.copies.items() if card not in pairs.values()}
    return replace(deal, copies={**bound, **{copy: card for copy, card in pairs.items() if copy.copy is not None}})


def _pairs(deal: AnyDeal, number: int, told: Event, known: Event) -> Iterator[tuple[Card, Card]]:
    match told, known:
        case Played(), Played() if told.card.face == known.card.face != known.card:
            if any(play.event == number for play in (*deal.plays(), *deal.exposed, *deal.unseen.kept)):
                yield told.card, known.card
        case DealStart(), DealStart() if deal.hands:
            for seat, hand in (told.hands or {}).items():
                yield from ((one, card) for one, card in zip(hand, (known.hands or {})[seat], strict=True) if one.copy)
        case _:
            return


@cache
def _twins(deck: tuple[Card, ...]) -> Mapping[Card, tuple[Card, ...]]:
    """Map the faces of a deck to its cards."""
    if not has_copies(deck):
        return {card: (card,) for card in deck}
    return {face: tuple(card for card in deck if card.face == face) for face in faces(deck)}

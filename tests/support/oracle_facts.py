"""Places where cards may lie as the play begins, read from the events of a deal: each game's public facts."""

from collections.abc import Callable, Iterable, Sequence

from controller.games import euchre as euchre_cards
from controller.games.condor.suits import STOCK as CONDOR_STOCK
from controller.games.condor.suits import rank
from controller.games.differenzler import FEWEST, MOST, SIX, STOCK, TAKEN_OUT
from controller.games.euchre import ORDER_UP
from controller.games.skat.auction import GAMES
from controller.games.skat.state import PLAYERS, SKAT
from controller.record.cards import JOKER, Card
from controller.record.events import (
    Bid,
    Choose,
    DealStart,
    Declare,
    Discard,
    Dog,
    Duel,
    Event,
    Exchange,
    Played,
    Seat,
    Upcard,
)
from tests.support.oracle import Dealt, DealtButOne, Drawn, Piles, Place, Worlds
from tests.support.tiny import CONDOR_HAND, Tiny

Facts = dict[Card, set[Place]]
"""The places that a card can be in, for cards of which something is known."""

OUT_OF_PLAY = "the hand laid away"


def worlds(table: Tiny, events: Sequence[Event], takers: Sequence[Seat]) -> Worlds:
    """The worlds that fit the events of a deal before its first card; declarations are not among what they tell.

    Args:
        table: the game.
        events: those of the deal before its first card.
        takers: who drew each card of a talon, a list that grows with the deal.
    """
    if own := _OWN.get(table.name):
        return own(table, events)
    if table.name == "schnapsen":
        return _drawn(table, events, takers)
    seats: list[Place] = list(range(table.seats))
    rooms = dict.fromkeys(seats, table.size)
    facts = hands(events)
    if table.name == "hearts" and table.match.rules["passing"] != "hold":
        facts = {}  # what was shown may have been passed on since (HEA-X2)
    if table.name in _TURNED_UP:
        facts |= _TURNED_UP[table.name](events)
    if table.name == "handjass":
        rooms |= dict.fromkeys(_asides(table.seats, events), table.size)
        facts = _handjass(table.seats, events)
    if table.name == "euchre":
        rooms |= _euchre_rooms(events)
        facts = _euchre(events)
    if table.name == "skat":
        rooms = _skat_rooms(table, events)
        facts = _skat(events)
    if table.name == "tarot":
        rooms |= {"the dog": table.dog}
        facts = _tarot(events)
    found = Dealt(table.deck, rooms)
    for card, places in facts.items():
        found.strike(card, places, 1)
    return found


def hands(events: Iterable[Event]) -> Facts:
    """The hands that were shown."""
    deal = next(event for event in events if isinstance(event, DealStart))
    return {card: {seat} for seat, cards in (deal.hands or {}).items() for card in cards}


def _whist(events: Iterable[Event]) -> Facts:
    """The card that the dealer has turned up (WHI-D2)."""
    deal = next(event for event in events if isinstance(event, DealStart))
    return {deal.turned: {deal.dealer}} if deal.turned else {}


def _differenzler(table: Tiny, events: Sequence[Event]) -> Dealt:
    """For two a stock, for five a six that is out; the hands shown, and the card turned up (DIF-D2, DIF-T1)."""
    deal = next(event for event in events if isinstance(event, DealStart))
    rooms: dict[Place, int] = dict.fromkeys(range(table.seats), table.size)
    if table.seats == FEWEST:
        rooms[str(STOCK)] = len(table.deck) - table.seats * table.size
    sixes = [card for card in table.deck if card.rank == SIX]
    found = DealtButOne(table.deck, rooms, str(TAKEN_OUT), sixes) if table.seats == MOST else Dealt(table.deck, rooms)
    for card, places in hands(events).items():
        found.strike(card, places, 1)
    if deal.turned and table.match.rules["turned"] == "dealers":
        found.strike(deal.turned, [str(STOCK) if table.seats == FEWEST else deal.dealer], 1)
    return found


def _belote(events: Iterable[Event]) -> Facts:
    """The card turned up, which whoever takes has (BEL-B3)."""
    deal = next(event for event in events if isinstance(event, DealStart))
    taker = next((event.seat for event in events if isinstance(event, Bid) and event.call != "pass"), None)
    return {deal.turned: {taker}} if deal.turned and taker is not None else {}


_TURNED_UP: dict[str, Callable[[Iterable[Event]], Facts]] = {"belote": _belote, "whist": _whist}
"""Public facts of a card that was turned up and goes into a hand."""


def shown(table: Tiny, event: Event, before: Sequence[Event]) -> Facts:
    """The cards that an event of the play shows to be in a hand, or to have been in it."""
    if not isinstance(event, Declare) or event.what not in ("weis", "poignee", "hand"):
        return {}
    if event.what == "hand" and not _can_be_dummys(table, event, before):
        return {}
    laid = any(isinstance(one, Discard) for one in before)
    takes = any(isinstance(one, Dog) for one in before) and _taker(before) == event.seat
    aside: set[Place] = {"the dog"} if takes and not laid else set()
    return {card: {event.seat, *aside} for card in event.cards or ()}


def _can_be_dummys(table: Tiny, event: Declare, before: Sequence[Event]) -> bool:
    """Whether no card of a hand laid down was another's, and it has no more cards than were dealt (BRI-P2)."""
    plays = [one for one in before if isinstance(one, Played)]
    told = {card for at, one in enumerate(before) for card in shown(table, one, before[:at])}
    own = {*(event.cards or ()), *told, *(one.card for one in plays if one.seat == event.seat)}
    others = {one.card for one in plays if one.seat != event.seat}
    return others.isdisjoint(event.cards or ()) and len(own) <= table.size


def _blind(events: Iterable[Event]) -> Seat | None:
    """Who took the blind (HAN-B2)."""
    return next((one.seat for one in events if isinstance(one, Bid) and one.call == "blind"), None)


def _asides(seats: int, events: Sequence[Event]) -> list[Place]:
    """The blind, or the hand laid away for it, and the stock (HAN-D2, HAN-D3)."""
    blind: Place = "the blind" if _blind(events) is None else OUT_OF_PLAY
    places: list[Place] = [blind, "the stock"]
    return places[: 4 - seats]


def _handjass(seats: int, events: Sequence[Event]) -> Facts:
    """The hands shown, the card turned up, the exchange (HAN-D, HAN-X1)."""
    deal = next(event for event in events if isinstance(event, DealStart))
    blind = _blind(events)
    facts: Facts = {
        card: {OUT_OF_PLAY if seat in places and seat == blind else seat for seat in places}
        for card, places in hands(events).items()
    }
    assert deal.turned
    up: Place = deal.dealer if seats == 4 else "the stock" if seats == 2 else "the blind" if blind is None else blind
    facts[deal.turned] = {up}
    for event in events:
        if isinstance(event, Exchange):
            facts |= {event.takes: {event.seat}, event.gives: {up}}
    return facts


def _taker(events: Iterable[Event]) -> Seat:
    """Who bid last and highest; in these records no bid is refused (TAR-B2)."""
    return next(event.seat for event in reversed([*events]) if isinstance(event, Bid) and event.call != "pass")


def _tarot(events: Sequence[Event]) -> Facts:
    """The hands shown, the dog, the discard (TAR-X1)."""
    taker, facts = _taker(events), hands(events)
    taken = any(isinstance(event, Dog) for event in events)
    if taken:
        facts = {card: {taker, "the dog"} if seats == {taker} else seats for card, seats in facts.items()}
    for event in events:
        match event:
            case Dog():
                facts |= {card: {taker, "the dog"} for card in event.cards}
            case Discard():
                facts |= {card: {"the dog"} for card in event.cards or event.shown}
            case _:
                pass
    return facts


def _skat_rooms(table: Tiny, events: Sequence[Event]) -> dict[Place, int]:
    """The hands of three, of whom the dealer of four is none, and the skat (SKA-D1, SKA-D2)."""
    dealer = next(event.dealer for event in events if isinstance(event, DealStart))
    seats: list[Place] = [seat for seat in range(table.seats) if table.seats == PLAYERS or seat != dealer]
    return {**dict.fromkeys(seats, table.size), "the skat": SKAT}


def _skat(events: Sequence[Event]) -> Facts:
    """The hands shown, of which the declarer may have laid cards away, and what was laid away in sight (SKA-X2).

    In a Ramsch there is no declarer.
    """
    declarer = next((event.seat for event in events if isinstance(event, Bid) and event.call in GAMES), None)
    if declarer is None:
        return hands(events)
    taken = any(isinstance(event, Discard) for event in events)
    own: set[Place] = {declarer, "the skat"} if taken else {declarer}
    facts: Facts = {card: own if seats == {declarer} else seats for card, seats in hands(events).items()}
    laid = [card for event in events if isinstance(event, Discard) for card in event.cards or event.shown]
    there: set[Place] = {"the skat"}
    return facts | dict.fromkeys(laid, there)


def _drawn(table: Tiny, events: Sequence[Event], takers: Sequence[Seat]) -> Drawn:
    """The hands shown and the card turned up, which is drawn last (SCN-D1)."""
    deal = next(event for event in events if isinstance(event, DealStart))
    found = Drawn(table.deck, table.hand, takers)
    assert deal.turned
    found.strike(deal.turned, ["the talon"], 1)
    for card, places in hands(events).items():
        found.strike(card, places, 1)
    return found


def _is_ordered_up(events: Iterable[Event]) -> bool:
    """Whether the dealer of Euchre has taken the card turned up (EUC-B1)."""
    return any(isinstance(event, Bid) and event.call == ORDER_UP for event in events)


def _euchre_rooms(events: Sequence[Event]) -> dict[Place, int]:
    """The kitty with the card turned up, or what lies there of it, and what was laid away (EUC-D2, EUC-X1)."""
    if _is_ordered_up(events):
        return {"the kitty": euchre_cards.KITTY - 1, "the card laid away": 1}
    return {"the kitty": euchre_cards.KITTY}


def _euchre(events: Sequence[Event]) -> Facts:
    """The card turned up, the hands shown, of which the dealer's has changed, and what was laid away in sight."""
    deal = next(event for event in events if isinstance(event, DealStart))
    assert deal.turned
    kitty: set[Place] = {"the kitty"}
    if not _is_ordered_up(events):
        return hands(events) | {deal.turned: kitty}
    own: set[Place] = {deal.dealer, "the card laid away"}
    facts: Facts = {card: own if seats == {deal.dealer} else seats for card, seats in hands(events).items()}
    facts[deal.turned] = own
    laid = [card for event in events if isinstance(event, Discard) for card in event.cards or ()]
    there: set[Place] = {"the card laid away"}
    return facts | dict.fromkeys(laid, there)


def _piles(table: Tiny, events: Sequence[Event]) -> Piles:
    """Who took which card turned up, and what the stock holds beside them (CON-A1, CON-A2, CON-A3)."""
    up, takers = [event.card for event in events if isinstance(event, Upcard)], list[Seat]()
    for event in events:
        match event:
            case Duel() if (ranks := [rank(event.cards[seat]) for seat in (0, 1)]) and ranks[0] != ranks[1]:
                takers.append(ranks.index(max(ranks)))
            case Choose():
                takers.append(event.seat if event.take else 1 - event.seat)
            case _:
                pass
    unseen = [card for card in table.deck if card.suit in CONDOR_STOCK and card not in up]
    return Piles(list(zip([JOKER, *up[1:]], takers, strict=True)), unseen, CONDOR_HAND)


_OWN: dict[str, Callable[[Tiny, Sequence[Event]], Worlds]] = {"condor": _piles, "differenzler": _differenzler}
"""Games with places of their own."""

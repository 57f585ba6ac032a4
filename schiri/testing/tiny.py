"""A game cut down to a few cards: every deal of them is listed, and says by itself what is proven."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, Final, cast

from controller.games import AnyGame
from controller.record.cards import Card
from controller.record.events import DealStart, Played, Seat
from controller.rules.deal import Deal
from controller.rules.duty import Duty
from controller.rules.game import Settlement
from controller.rules.layout import Layout
from controller.rules.match import Match
from controller.rules.options import Rules, resolve
from controller.rules.parts import Movements
from controller.rules.results import Number, Verdict
from schiri.testing.breach import ILLEGAL_PLAYS, BrokenLawError, home, method, with_methods
from schiri.testing.players import RandomMatch, players_of

SIZES: Final = {2: 4, 3: 3, 4: 2}
"""Cards of a hand by number of players: some thousand deals at most."""

WholeDeal = dict[Seat, frozenset[Card]]
"""Deal of all the cards."""


@dataclass(frozen=True, slots=True)
class _Owed:
    """A card that was played, what its hand owed, and what that hand had played before."""

    line: int
    seat: Seat
    duty: Duty
    gone: frozenset[Card]

    def broken_in(self, world: WholeDeal) -> bool:
        return bool(self.duty.breaks(world[self.seat] - self.gone))


def tried(game: AnyGame, seed: int, names: tuple[str, ...]) -> int | None:
    """Play one small deal of careless players and compare after each card; gives the number of cards.

    Returns:
        None where not every card is dealt to a hand, so that hands alone say nothing.

    Raises:
        BrokenLawError: the referee proves more, or less, than every deal that fits shows.
    """
    random = Random(seed)  # noqa: S311 - a test, no secret
    size = SIZES.get(len(names), 2)
    small = cut(game, _some(game.deck, size * len(names), random), size)
    rules = resolve(game.options, names, "seed", {})
    played = players_of(game)(Match(small, rules, small.open_book(rules), (0,) * len(names)), random, 0.5)
    played.begin()
    _check_dealt(game, small, _hands(played), size)
    owed: list[_Owed] = []
    worlds: list[WholeDeal] | None = None
    while played.match.running and played.match.deal is not None:
        before = played.match
        begun = small.auction.playable(played.match.deal)
        played.go_on()
        event = played.events[-1]
        if begun is None or not isinstance(event, Played):
            continue
        if worlds is None:
            layout = small.layout(begun)
            rooms = sum(place.room for place in layout.places)
            if any(place.seat is None for place in layout.places) or rooms != len({*small.deck} - layout.gone):
                return None
            dealt = _hands(played)
            worlds = _worlds(game, small, layout, {**dealt, event.seat: dealt[event.seat] | {event.card}})
        line = len(played.events) + 1
        gone = frozenset(play.card for play in begun.plays() if play.seat == event.seat)
        owed.append(_Owed(line, event.seat, small.duty(begun, event.card), gone))
        worlds = [world for world in worlds if event.card in world[event.seat]]
        if not worlds:
            told = f"no deal that layout() allows has {played.told(line)}"
            raise BrokenLawError(f"{told}\n  with the cards {' '.join(small.deck)}\n  in {method(game, 'layout')}")
        shown = {one.line for one in owed if all(map(one.broken_in, worlds))}
        _compare(game, played, before.game.name, shown)
    return len(owed)


def has_other_places(game: AnyGame, names: tuple[str, ...]) -> bool:
    """Whether cards of the whole game lie in other places than hands as soon as so many players know where they lie."""
    rules = resolve(game.options, names, "seed", {})
    first = Random(0)  # noqa: S311 - a test, no secret
    whole = players_of(game)(Match(game, rules, game.open_book(rules), (0,) * rules.seats), first)
    whole.begin()
    while (deal := whole.match.deal) is not None and whole.match.running:
        try:
            return any(place.seat is None for place in game.layout(deal).places)
        except LookupError:
            # Where the cards lie is known once more has been said.
            whole.go_on()
    return False


def _hands(played: RandomMatch) -> WholeDeal:
    return {seat: frozenset(hand) for seat, hand in played.hands.items()}


def _check_dealt(game: AnyGame, small: AnyGame, dealt: WholeDeal, size: int) -> None:
    """Raise BrokenLawError where players of the game's own dealt other cards, or more, than this match has."""
    for seat, hand in dealt.items():
        strange = [card for card in hand if card not in small.deck]
        if strange or len(hand) > size:
            told = (
                f"{strange[0]} is dealt, which is no card of this match" if strange else f"{len(hand)} cards are dealt"
            )
            raise BrokenLawError(
                f"{told} to seat {seat}, in a match of {size} cards each: {' '.join(small.deck)}\n"
                f"  in PLAYERS, use self.match.game.deck and deal.size; of {home(game)}"
            )


def _worlds(game: AnyGame, small: AnyGame, layout: Layout, dealt: WholeDeal) -> list[WholeDeal]:
    """Every deal that the layout allows; raises BrokenLawError where the cards as they were dealt are none of them."""
    seats = [(place.seat, place.room) for place in layout.places if place.seat is not None]
    here = [card for card in small.deck if card not in layout.gone]
    known = {card: {layout.places[number].seat for number in places} for card, places in layout.known.items()}
    if wrong := [card for seat, hand in dealt.items() for card in hand if card in known and seat not in known[card]]:
        told = f"layout() says that {wrong[0]} is not where it is"
        raise BrokenLawError(f"{told}\n  look at known\n  in {method(game, 'layout')}")
    found = [world for world in _deals(here, seats) if _fits(world, known)]
    if dealt not in found:
        told = f"the cards as they were dealt are no deal that layout() allows: {_told(dealt)}"
        raise BrokenLawError(f"{told}\n  look at the rooms of its places, and at gone\n  in {method(game, 'layout')}")
    return found


def _fits(world: WholeDeal, known: Mapping[Card, set[Seat | None]]) -> bool:
    return all(card not in hand or seat in places for card, places in known.items() for seat, hand in world.items())


def _told(dealt: WholeDeal) -> str:
    return "; ".join(f"seat {seat} has {' '.join(sorted(hand))}" for seat, hand in dealt.items())


def cut(game: AnyGame, deck: tuple[Card, ...], size: int) -> AnyGame:
    """Cut the game to another deck and other hands, without movements before the play or scores at the end."""
    here = frozenset(deck)

    def open_deal(_: object, rules: Rules, number: int, event: DealStart, book: object) -> Deal[Any]:
        return replace(game.open_deal(rules, number, event, book), size=size)

    def of_these(owed: Duty) -> Duty:
        kept = {held: rule for held, rule in owed.avoid.items() if held in here}
        return replace(owed, avoid=kept, excuse=owed.excuse & here)

    def duty(_: object, deal: Deal[Any], card: Card) -> Duty:
        return of_these(game.duty(deal, card))

    def duty_of(_: object, deal: Deal[Any], seat: Seat, card: Card) -> Duty:
        return of_these(game.duty_of(deal, seat, card))

    def settle(_: object, deal: Deal[Any], book: object, total: tuple[Number, ...]) -> Settlement[Any]:
        nothing = (0,) * deal.rules.seats
        return Settlement(nothing, nothing, total, book)

    def find_at_end(_: object, deal: Deal[Any]) -> tuple[()]:
        del deal
        return ()

    changed: Mapping[str, object] = {
        "__module__": type(game).__module__,
        "deck": deck,
        "open_deal": open_deal,
        "duty": duty,
        "duty_of": duty_of,
        "settle": settle,
        "audit": with_methods(game.audit, {"find_at_end": find_at_end}),
        "movements": with_methods(game.movements, {"expected": cast("Any", Movements).expected}),
    }
    kind: type[AnyGame] = type(type(game).__name__, (type(game),), dict(changed))  # pyrefly: ignore[unsupported-dynamic-base]  # known only when it runs
    return kind()


def _some(deck: Sequence[Card], count: int, random: Random) -> tuple[Card, ...]:
    """Draw so many cards of a deck, of few suits, in the deck's order."""
    suits = sorted({card.suit for card in deck})
    pool: list[Card] = []
    while len(pool) < count:
        few = random.sample(suits, min(random.choice((2, 2, 3, 4)), len(suits)))
        pool = [card for card in deck if card.suit in few]
    chosen = {*random.sample(pool, count)}
    return tuple(card for card in deck if card in chosen)


def _deals(cards: Sequence[Card], rooms: Sequence[tuple[Seat, int]]) -> Iterator[WholeDeal]:
    """Every deal of the cards, one by one, the plain way."""
    if not rooms:
        yield {}
        return
    (seat, room), *rest = rooms
    for hand in combinations(cards, room):
        for others in _deals([card for card in cards if card not in hand], rest):
            yield {seat: frozenset(hand), **others}


def _compare(game: AnyGame, played: RandomMatch, name: str, shown: set[int]) -> None:
    """Raise BrokenLawError where the referee's proofs are not those of the listed deals."""
    proven = {one.event for one in played.results if isinstance(one, Verdict) and one.kind in ILLEGAL_PLAYS}
    if proven == shown:
        return
    deck = " ".join(played.match.game.deck)
    line = min(proven ^ shown)
    told = "is proven though a deal excuses it" if line in proven else "broke a rule in every deal and is not proven"
    raise BrokenLawError(
        f"{name} with the cards {deck}: {played.told(line)} {told}, once {len(played.events) + 1} lines are read\n"
        f"  look at layout() and duty() in {home(game)}: what a play owed must not depend on what came later"
    )

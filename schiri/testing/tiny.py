"""A game cut down to a few cards: every deal of them is listed, and says by itself what is proven."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, Final

from controller.games import AnyGame
from controller.record.cards import Card
from controller.record.events import DealStart, Played, Seat
from controller.rules.deal import Deal
from controller.rules.duty import Duty
from controller.rules.game import Settlement
from controller.rules.match import Match
from controller.rules.options import Rules, resolve
from controller.rules.results import Number, Verdict
from schiri.testing.breach import ILLEGAL_PLAYS, BrokenLawError, home
from schiri.testing.players import RandomMatch, players_of

SIZES: Final = {2: 4, 3: 3, 4: 2}
"""Cards of a hand by number of players: some thousand deals at most."""

WholeDeal = dict[Seat, frozenset[Card]]
"""One deal of all the cards."""


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
    owed: list[_Owed] = []
    worlds: list[WholeDeal] | None = None
    while played.match.running and played.match.deal is not None:
        before = played.match
        begun = small.begin_play(played.match.deal) if played.match.deal.phase == "before" else played.match.deal
        played.go_on()
        event = played.events[-1]
        if isinstance(begun, str) or not isinstance(event, Played):
            continue
        if worlds is None:
            places = small.layout(begun).places
            if any(place.seat is None for place in places) or sum(place.room for place in places) != len(small.deck):
                return None
            worlds = [*_deals(small.deck, [(place.seat, place.room) for place in places if place.seat is not None])]
        line = len(played.events) + 1
        gone = frozenset(play.card for play in begun.plays() if play.seat == event.seat)
        owed.append(_Owed(line, event.seat, small.duty(begun, event.card), gone))
        worlds = [world for world in worlds if event.card in world[event.seat]]
        shown = {one.line for one in owed if all(map(one.broken_in, worlds))}
        _compare(game, played, before.game.name, shown)
    return len(owed)


def cut(game: AnyGame, deck: tuple[Card, ...], size: int) -> AnyGame:
    """The game with another deck and other hands; nothing is scored or counted at the end."""
    here = frozenset(deck)

    def open_deal(_: object, rules: Rules, number: int, event: DealStart, book: object) -> Deal[Any]:
        return replace(game.open_deal(rules, number, event, book), size=size)

    def duty(_: object, deal: Deal[Any], card: Card) -> Duty:
        owed = game.duty(deal, card)
        kept = {held: rule for held, rule in owed.avoid.items() if held in here}
        return replace(owed, avoid=kept, excuse=owed.excuse & here)

    def settle(_: object, deal: Deal[Any], book: object, total: tuple[Number, ...]) -> Settlement[Any]:
        nothing = (0,) * deal.rules.seats
        return Settlement(nothing, nothing, total, book)

    def audit_end(_: object, deal: Deal[Any]) -> tuple[()]:
        del deal
        return ()

    changed: Mapping[str, object] = {
        "__module__": type(game).__module__,
        "deck": deck,
        "open_deal": open_deal,
        "duty": duty,
        "settle": settle,
        "audit_end": audit_end,
    }
    kind: type[AnyGame] = type(type(game).__name__, (type(game),), dict(changed))
    return kind()


def _some(deck: Sequence[Card], count: int, random: Random) -> tuple[Card, ...]:
    """So many cards of a deck, of few suits, in the deck's order."""
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
        f"{name} with the cards {deck}: the card of line {line} {told}, once {len(played.events)} lines are read\n"
        f"  look at layout() and duty() in {home(game)}: what a play owed must not depend on what came later"
    )

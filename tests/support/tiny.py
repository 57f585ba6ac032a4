"""Games cut down to a few cards, so that all worlds can be listed; duties, places and auctions are the real ones.

Only the deck, the size of a hand and what is counted at the end of a deal differ.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from controller import games
from controller.games import AnyGame
from controller.games import euchre as euchre_cards
from controller.games.condor import auction
from controller.games.condor import game as condor
from controller.games.condor.suits import BIDDING, STOCK
from controller.games.differenzler import FEWEST, MOST, SIX
from controller.games.doppelkopf.cards import CLUB_QUEEN
from controller.games.handjass import calls
from controller.games.handjass import game as handjass_places
from controller.games.schnapsen import game as schnapsen
from controller.games.schnapsen import turns as schnapsen_turns
from controller.games.skat import game as skat
from controller.games.skat.state import PLAYERS, SKAT
from controller.games.tarot import game as tarot_places
from controller.games.tarot import state as tarot_cards
from controller.games.tarot.state import DOG_SIZES, PETIT, POIGNEES, is_trump
from controller.record.cards import JOKER, Card, faces
from controller.record.events import DealStart, Value
from controller.rules.deal import Deal
from controller.rules.duty import Duty
from controller.rules.match import AnyMatch, Match
from controller.rules.options import PROFILES, Rules, resolve
from schiri.testing.breach import with_methods
from tests.controller.games.condor import players as condor_players
from tests.controller.games.handjass import players as handjass_players
from tests.controller.games.schnapsen import players as schnapsen_players
from tests.controller.games.skat import players as skat_players

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")
SIZES: dict[str, dict[int, tuple[int, ...]]] = {
    "differenzler": {2: (2, 3), 3: (2, 3), 4: (2, 3), 5: (2,)},
    "euchre": {4: (2,)},
    "handjass": {2: (2, 3), 3: (2, 3), 4: (2, 3)},
    "schnapsen": {2: (3, 4)},
    "skat": {3: (2, 3), 4: (2, 3)},
    "tarot": {3: (3, 4), 4: (2,), 5: (2,)},
}
"""Cards of a hand, by number of seats: few enough to list all deals."""
SIZES_OF_OTHERS: dict[int, tuple[int, ...]] = {3: (3, 4), 4: (2, 3)}
CONDOR_HAND, CONDOR_ROUNDS = 3, 6
EUCHRE_KITTY = 2
SCHNAPSEN_HAND = 2


@dataclass(frozen=True)
class Tiny:
    """One cut-down game at one table."""

    name: str
    seats: int
    size: int
    """Cards of a hand, and of the blind or the stock."""
    dog: int
    match: AnyMatch

    @property
    def hand(self) -> int:
        """Cards of a hand at a time, where cards are drawn."""
        return SCHNAPSEN_HAND

    @property
    def deck(self) -> tuple[Card, ...]:
        return self.match.game.deck


VOIDING = ("void_no_trump", "void_poor", "poverty")
"""Options by which most deals of so few cards would be void."""


@contextmanager
def tiny(name: str, seats: int, random: Random) -> Generator[Tiny]:
    """A game with a random small deck and random options; while it lasts its tables of sizes are cut down too."""
    with pytest.MonkeyPatch.context() as patch:
        dog = random.choice((1, 2) if seats < 5 else (1,)) if name == "tarot" else 0
        size = CONDOR_ROUNDS if name == "condor" else random.choice(SIZES.get(name, SIZES_OF_OTHERS)[seats])
        deck = _shrunk(name, seats, size, dog, random, patch)
        real = games.load(name)
        game = cut(real, deck, size)
        drawn = [option for option in real.options if not option.free and option.name not in VOIDING]
        options = {option.name: random.choice(option.values) for option in drawn}
        rules = resolve(real.options, NAMES[:seats], random.choice(PROFILES), _chosen(options, random))
        yield Tiny(name, seats, size, dog, Match(game, rules, game.open_book(rules), (0,) * seats))


def _chosen(options: dict[str, Value], random: Random) -> dict[str, Value]:
    return {name: value for name, value in options.items() if random.random() < 0.7}


def _shrunk(name: str, seats: int, size: int, dog: int, random: Random, patch: pytest.MonkeyPatch) -> tuple[Card, ...]:
    """The deck, with the sizes of the game's places cut down to it."""
    real = games.load(name).deck
    if name in ("condor", "schnapsen"):
        return _condor(real, random, patch) if name == "condor" else _schnapsen(real, size, random, patch)
    if name == "handjass":
        for module in (handjass_places, calls, handjass_players):
            patch.setattr(module, "HAND", size)
        deck = some(real, size * 4, random)
        patch.setattr(handjass_places, "DECK", deck)
        return deck
    if name == "tarot":
        patch.setitem(DOG_SIZES, seats, dog)
        patch.setitem(POIGNEES, seats, (1, 2, 3))
        deck = _tarot(real, size * seats + dog, random)
        for module in (tarot_cards, tarot_places):
            patch.setattr(module, "DECK", deck)
        return deck
    if name == "differenzler" and seats in (FEWEST, MOST):
        return _with_rest(real, seats, size, random)
    if name == "doppelkopf":
        return _twice(real, size * seats, random)
    mostly = {"coiffeur": _of_spades, "hearts": _of_clubs}.get(name)
    if mostly and random.random() < 0.5:
        return mostly(real, size * seats, random)
    playing = PLAYERS if name == "skat" else seats
    return some(real, size * playing + _in_no_hand(name, size, patch), random)


def _in_no_hand(name: str, size: int, patch: pytest.MonkeyPatch) -> int:
    """How many cards are dealt to nobody, where a game has a place for them."""
    if name == "euchre":
        patch.setattr(euchre_cards, "KITTY", EUCHRE_KITTY)
        return EUCHRE_KITTY
    if name == "skat":
        for module in (skat, skat_players):
            patch.setattr(module, "HAND_SIZE", size)
        return SKAT
    return 0


def _schnapsen(real: tuple[Card, ...], size: int, random: Random, patch: pytest.MonkeyPatch) -> tuple[Card, ...]:
    """Hands of two cards, and a talon for the other tricks."""
    for module in (schnapsen_turns, schnapsen_players):
        patch.setattr(module, "HAND", SCHNAPSEN_HAND)
    patch.setattr(schnapsen, "TALON", 2 * (size - SCHNAPSEN_HAND))
    return some(real, size * 2, random)


def some(real: tuple[Card, ...], count: int, random: Random) -> tuple[Card, ...]:
    """So many cards of a deck, of few suits, in the deck's order."""
    suits = sorted({card.suit for card in real})
    pool = list[Card]()
    while len(pool) < count:
        few = random.sample(suits, min(random.choice((2, 2, 3, 4)), len(suits)))
        pool = [card for card in real if card.suit in few]
    chosen = set(random.sample(pool, count))
    return tuple(card for card in real if card in chosen)


def _of_spades(real: tuple[Card, ...], count: int, random: Random) -> tuple[Card, ...]:
    """Cards of which two in three are spades, so that hands of nothing but trumps come about (COI-F4c)."""
    spades = [card for card in real if card.suit == "S"]
    trumps = random.sample(spades, min(len(spades), count * 2 // 3))
    others = random.sample([card for card in real if card.suit != "S"], count - len(trumps))
    return tuple(card for card in real if card in {*trumps, *others})


def _with_rest(real: tuple[Card, ...], seats: int, size: int, random: Random) -> tuple[Card, ...]:
    """The hands and as many cards for the stock, or the hands and a six that is taken out (DIF-D2)."""
    if seats == FEWEST:
        return some(real, size * (seats + 1), random)
    sixes = random.sample([card for card in real if card.rank == SIX], random.choice((1, 2)))
    others = random.sample([card for card in real if card.rank != SIX], size * seats + 1 - len(sixes))
    return tuple(card for card in real if card in {*sixes, *others})


def _twice(real: tuple[Card, ...], count: int, random: Random) -> tuple[Card, ...]:
    """Cards with both their copies, the queen of clubs among them now and then; no nines, which may be out (DOK-D2)."""
    chosen = some(tuple(card for card in faces(real) if card.rank != "9"), count // 2, random)
    if CLUB_QUEEN not in chosen and random.random() < 0.5:
        chosen = (CLUB_QUEEN, *chosen[1:])
    return tuple(card for card in real if card.face in chosen)


def _of_clubs(real: tuple[Card, ...], count: int, random: Random) -> tuple[Card, ...]:
    """The two of clubs, so many clubs that it is followed, and some hearts, so that one is led early (HEA-P2)."""
    clubs = [card for card in real if card.suit == "C"]
    chosen = {clubs[-1], *random.sample(clubs[:-1], count // 2 - 1)}
    chosen |= {*random.sample([card for card in real if card.suit in "HS"], count - len(chosen))}
    return tuple(card for card in real if card in chosen)


def _tarot(real: tuple[Card, ...], count: int, random: Random) -> tuple[Card, ...]:
    """Cards of which something can always be laid away; the petit only among other trumps, or every deal is void."""
    while True:
        deck = some(tuple(card for card in real if card.rank != "K"), count, random)
        if PETIT not in deck or sum(map(is_trump, deck)) > count // 2:
            return deck


def _condor(real: tuple[Card, ...], random: Random, patch: pytest.MonkeyPatch) -> tuple[Card, ...]:
    """All bidding cards, the joker, and a stock for so many rounds."""
    for module in (auction, condor, condor_players):
        patch.setattr(module, "ROUNDS", CONDOR_ROUNDS)
    for module in (condor, condor_players):
        patch.setattr(module, "HAND", CONDOR_HAND)
    patch.setattr(condor, "FREE_TRICKS", CONDOR_ROUNDS - CONDOR_HAND)
    stock = {*some(tuple(card for card in real if card.suit in STOCK), 2 * CONDOR_ROUNDS, random)}
    return tuple(card for card in real if card.suit in BIDDING or card == JOKER or card in stock)


def cut(real: AnyGame, deck: tuple[Card, ...], size: int) -> AnyGame:
    """The game with another deck, other hands, and no count at the end of a deal."""
    here = frozenset(deck)

    def open_deal(_: object, rules: Rules, number: int, event: DealStart, book: object) -> Deal[Any]:
        opened = real.open_deal(rules, number, event, book)
        opener = opened.opener if opened.opener is None or opened.opener in here else deck[-1]
        return replace(opened, size=size, opener=opener)

    def of_these(owed: Duty) -> Duty:
        here_owed = {held: rule for held, rule in owed.avoid.items() if held in here}
        return replace(owed, avoid=here_owed, excuse=owed.excuse & here)

    def duty(_: object, deal: Deal[Any], card: Card) -> Duty:
        return of_these(real.duty(deal, card))

    def duty_of(_: object, deal: Deal[Any], seat: int, card: Card) -> Duty:
        return of_these(real.duty_of(deal, seat, card))

    def find_at_end(_: object, deal: Deal[Any]) -> tuple[()]:
        del deal
        return ()

    bases: tuple[type, ...] = (type(real),)
    audit = with_methods(real.audit, {"find_at_end": find_at_end})
    changed = {"deck": deck, "open_deal": open_deal, "duty": duty, "duty_of": duty_of, "audit": audit}
    kind: type[AnyGame] = type("Tiny", bases, changed)  # pyrefly: ignore[unsupported-dynamic-base]  # known only when it runs
    return kind()

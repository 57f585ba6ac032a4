"""Spades as OpenSpiel plays it and as Schiri referees it: ``python -m benchmarks.engines.spades_open_spiel FROM TO``.

Random deals, bid and played at random: before each bid and each card whose turn it is and what may be said or played,
after the last one the score. OpenSpiel is needed (``pip install open_spiel``).
"""

from dataclasses import dataclass, replace
from random import Random

from benchmarks.engines.comparison import Differences, compared, report, shuffled, unexpected
from benchmarks.engines.open_spiel import SpadesTable
from controller.games.spades import GAME
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Result

NAMES = ("Anna", "Berta", "Carla", "Dora")
MOST = 13
TEN = 10
PROFILE = "open-spiel"
"""The profile in which the tricks of a failed nil help the partner."""
NILS = 0.3
"""The share of bids that are nil where it may be said."""


@dataclass
class SpadesDifferences(Differences):
    """The counts of what was compared, and the differences."""

    nils: int = 0
    taken_off: int = 0
    """The number of deals after which a pair had ten bags or more."""
    capped: int = 0
    """The number of bids that bring two partners to more than thirteen tricks: OpenSpiel lets nobody say them."""
    led: int = 0
    """The spade leads that we allow because one was played before: OpenSpiel 2.0.2 never notes that they are broken."""


def differences(seeds: range) -> SpadesDifferences:
    """Play the deals of these seeds in both."""
    return compared(_play, SpadesDifferences(), seeds)


def _play(seed: int, found: SpadesDifferences) -> None:
    random = Random(seed)
    deck = shuffled(GAME.deck, random)
    hands = [deck[seat * 13 : seat * 13 + 13] for seat in range(4)]
    bags = (random.randrange(10), random.randrange(10))
    table = SpadesTable(hands, bags)
    match = replace(start(MatchStart(game="spades", seats=NAMES, profile=PROFILE)), book=bags)
    match, _ = step(match, 2, DealStart(dealer=3))
    match = _bid(seed, random, match, table, found)
    results: tuple[Result, ...] = ()
    for number in range(7, 7 + len(deck)):
        card = random.choice(_compared(seed, match, table, hands, found))
        event: Event = Played(seat=table.turn, card=card)
        hands[table.turn].remove(card)
        table.play(card)
        match, more = step(match, number, event)
        results += more
    found.deals += 1
    [done] = [one for one in results if isinstance(one, DealResult)]
    score = done.score
    found.taken_off += any(bags[seat % 2] + own >= TEN for seat, own in enumerate(done.detail["bags"]))
    strange = unexpected(results)
    if score != table.score or strange:
        found.told.append(f"deal {seed}: {score} here, {table.score} there; {strange}")


def _bid(seed: int, random: Random, match: AnyMatch, table: SpadesTable, found: SpadesDifferences) -> AnyMatch:
    """Make the four bids, each after comparing the turn and the possible bids."""
    bids: list[int] = []
    for number in range(3, 7):
        theirs, deal = table.bids, match.deal
        mine = [*GAME.auction.numbers(deal, table.turn)] if deal else []
        over = [bid for bid in mine if bid not in theirs]
        partner = bids[-2] if len(bids) > 1 else 0
        if match.turn != table.turn or any(bid + partner <= MOST for bid in over) or set(theirs) - set(mine):
            found.told.append(f"deal {seed}: {match.turn} bids {mine} here, {table.turn} {theirs} there")
        found.capped += len(over)
        bid = 0 if random.random() < NILS else random.choice(theirs[:7])
        found.nils += bid == 0
        bids.append(bid)
        match, results = step(match, number, Bid(seat=table.turn, call=str(bid)))
        table.bid(bid)
        found.told += [f"deal {seed}: {one}" for one in results]
    return match


def _compared(
    seed: int, match: AnyMatch, table: SpadesTable, hands: list[list[Card]], found: SpadesDifferences
) -> list[Card]:
    """Return the lawful cards of the seat to play, after comparing both programs' turn and cards."""
    seat, deal = table.turn, match.deal
    if deal is None:
        raise ValueError("no deal is under way")
    if match.turn != seat:
        found.told.append(f"deal {seed}: {match.turn} to play here, {seat} there")
    mine, theirs = {*GAME.legal(deal, hands[seat])}, table.legal
    spades = {card for card in mine if card.suit == "S"}
    broken = any(card.suit == "S" for trick in deal.tricks for card in trick.cards)
    if deal.led is None and broken and mine - spades == theirs:
        found.led += bool(spades)
    elif mine != theirs:
        cards = " ".join(play.card for play in deal.plays())
        found.told.append(f"deal {seed}, after {cards}: {sorted(mine)} here, {sorted(theirs)} there")
    found.cards += 1
    found.choices += len(hands[seat])
    return sorted(theirs)


if __name__ == "__main__":
    report(differences)

"""Hearts as OpenSpiel plays it and as Schiri referees it: ``python -m benchmarks.engines.hearts_open_spiel FROM TO``.

Random deals by random house rules, passed and played at random: before each card whose turn it is and what may be
played, after the last one the score. OpenSpiel is needed (``pip install open_spiel``).
"""

from dataclasses import dataclass
from random import Random

from benchmarks.engines.comparison import Differences, compared, report, shuffled, unexpected
from benchmarks.engines.open_spiel import DIRECTIONS, PASSED, HeartsTable
from controller.games.follow_rule import RANKS
from controller.games.hearts import GAME
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played, Value
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Result

NAMES = ("Anna", "Berta", "Carla", "Dora")
SAME = ("break_hearts", "queen_breaks", "first_trick_points", "jack")
"""The house rules that both have; OpenSpiel's moon is always ``plus``."""
MOON = 26
"""The points of a deal in all; more were counted for a moon."""
STRONG = 0.1
"""The share of deals in which one seat is dealt all high cards and plays them, so that somebody shoots the moon."""


@dataclass
class HeartsDifferences(Differences):
    """The counts of what was compared, and the differences."""

    moons: int = 0


def differences(seeds: range) -> HeartsDifferences:
    """Play the deals of these seeds in both."""
    return compared(_play, HeartsDifferences(), seeds)


def _play(seed: int, found: HeartsDifferences) -> None:
    random = Random(seed)
    options: dict[str, Value] = {name: random.random() < 0.5 for name in SAME}
    dealer, direction = random.randrange(4), DIRECTIONS.index(random.choice(DIRECTIONS))
    deck = shuffled(GAME.deck, random)
    strong = random.random() < STRONG
    if strong:
        deck.sort(key=lambda card: -RANKS.index(card.rank))
    hands = [deck[seat * 13 : seat * 13 + 13] for seat in range(4)]
    table = HeartsTable(options, DIRECTIONS[direction], hands)
    if DIRECTIONS[direction]:
        given = [random.sample(hand, PASSED) for hand in hands]
        for cards in given:
            table.give(cards)
        hands = [
            [*(card for card in hand if card not in given[seat]), *given[(seat - DIRECTIONS[direction]) % 4]]
            for seat, hand in enumerate(hands)
        ]
    match = start(MatchStart(game="hearts", seats=NAMES, options=options))
    match, _ = step(match, 2, DealStart(dealer=dealer))
    results: tuple[Result, ...] = ()
    for number in range(3, 3 + len(deck)):
        lawful = _compared(seed, match, table, hands, found)
        high = strong and table.turn == 0
        card = max(lawful, key=lambda one: RANKS.index(one.rank)) if high else random.choice(lawful)
        event: Event = Played(seat=table.turn, card=card)
        hands[table.turn].remove(card)
        table.play(card)
        match, more = step(match, number, event)
        results += more
    found.deals += 1
    [score] = [one.score for one in results if isinstance(one, DealResult)] or [None]
    found.moons += sum(own or 0 for own in score or ()) > MOON
    strange = unexpected(results)
    if score != table.score or strange:
        found.told.append(f"deal {seed}: {score} here, {table.score} there; {strange}")


def _compared(
    seed: int, match: AnyMatch, table: HeartsTable, hands: list[list[Card]], found: HeartsDifferences
) -> list[Card]:
    """Return the lawful cards of the seat to play, after comparing both programs' turn and cards."""
    seat, deal = table.turn, match.deal
    if deal is None:
        raise ValueError("no deal is under way")
    if match.turn not in (seat, None if not deal.plays() else seat):
        found.told.append(f"deal {seed}: {match.turn} to play here, {seat} there")
    mine, theirs = {*GAME.legal(deal, hands[seat])}, table.legal
    if mine != theirs:
        found.told.append(f"deal {seed}, after {deal.plays()}: {sorted(mine)} here, {sorted(theirs)} there")
    found.cards += 1
    found.choices += len(hands[seat])
    return sorted(theirs)


if __name__ == "__main__":
    report(differences)

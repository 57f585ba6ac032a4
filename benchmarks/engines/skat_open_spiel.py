"""Skat as OpenSpiel plays it and as Schiri referees it: ``python -m benchmarks.engines.skat_open_spiel FROM TO``.

Random deals, each in a random game with the skat taken: before each card whose turn it is and what may be played, which
tells who won each trick, after the last one the declarer's points. OpenSpiel is needed (``pip install open_spiel``).
It knows no numbers in the auction, no announcements and no value: it counts the declarer's points above 60, as shares
of 120, and in null whether no trick was taken. The tests of the rules show what we make of those.
"""

from dataclasses import dataclass
from random import Random

from benchmarks.engines.comparison import Differences, compared, report, shuffled, unexpected
from benchmarks.engines.open_spiel import SkatTable
from controller.games.skat import GAME
from controller.games.skat.auction import GAMES
from controller.games.skat.state import NULL
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Discard, MatchStart, Played
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Result

NAMES = ("Anna", "Berta", "Carla")
HALF = 60
TOTAL = 120


@dataclass
class SkatDifferences(Differences):
    """The counts of what was compared, and the differences."""

    nulls: int = 0
    ended: int = 0
    """The number of deals of null that OpenSpiel ends with the declarer's first trick, and we play on."""


def differences(seeds: range) -> SkatDifferences:
    """Play the deals of these seeds in both."""
    return compared(_play, SkatDifferences(), seeds)


def _play(seed: int, found: SkatDifferences) -> None:
    random = Random(seed)
    deck = shuffled(GAME.deck, random)
    hands, skat = [deck[seat * 10 : seat * 10 + 10] for seat in range(3)], deck[30:]
    declarer, game = random.randrange(3), random.choice(GAMES)
    table = SkatTable(hands, skat, declarer, game)
    hands[declarer] += skat
    laid = random.sample(hands[declarer], 2)
    for card in laid:
        table.play(card)
        hands[declarer].remove(card)
    match, _ = step(start(MatchStart(game="skat", seats=NAMES)), 2, DealStart(dealer=2))
    for number, event in enumerate(_before(declarer, game), 3):
        match, results = step(match, number, event)
        found.told += [f"deal {seed}: {one}" for one in results]
    found.nulls += game == NULL
    _compare(seed, random, (match, table), hands, found, (declarer, game))


def _before(declarer: int, game: str) -> list[Bid | Discard]:
    """Return the auction that makes this seat the declarer, and names the game."""
    auctions = {0: ("1pass", "2pass", "018"), 1: ("118", "0pass", "2pass"), 2: ("1pass", "218", "0pass")}
    said = [Bid(seat=int(word[0]), call=word[1:]) for word in auctions[declarer]]
    return [*said, Discard(seat=declarer, count=2), Bid(seat=declarer, call=game)]


def _compare(
    seed: int,
    random: Random,
    both: tuple[AnyMatch, SkatTable],
    hands: list[list[Card]],
    found: SkatDifferences,
    declared: tuple[int, str],
) -> None:
    match, table = both
    declarer, game = declared
    results: tuple[Result, ...] = ()
    for number in range(20, 50):
        if table.over:
            found.ended += 1
            break
        seat, deal = table.turn, match.deal
        if deal is None:
            raise ValueError("no deal is under way")
        mine, theirs = {*GAME.legal(deal, hands[seat])}, table.legal
        if match.turn != seat or mine != theirs:
            found.told.append(f"deal {seed}, {game}: {match.turn} {sorted(mine)} here, {seat} {sorted(theirs)} there")
            return
        found.cards += 1
        found.choices += len(hands[seat])
        card = random.choice(sorted(theirs))
        hands[seat].remove(card)
        table.play(card)
        match, more = step(match, number, Played(seat=seat, card=card))
        results += more
    found.deals += 1
    done = [one for one in results if isinstance(one, DealResult)]
    strange = unexpected(results)
    theirs_won = table.returns[declarer]
    if game == NULL:
        level = (bool(done) and bool(done[0].detail["won"])) == (theirs_won > 0)
    else:
        level = (
            bool(done) and done[0].points is not None and done[0].points[declarer] == round(HALF + TOTAL * theirs_won)
        )
    if strange or not level:
        found.told.append(f"deal {seed}, {game}: {[one.points for one in done]} here, {theirs_won} there; {strange}")


if __name__ == "__main__":
    report(differences)

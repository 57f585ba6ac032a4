"""Bridge as OpenSpiel plays it and as Schiri referees it: ``python -m benchmarks.engines.bridge_open_spiel FROM TO``.

Random deals with random auctions and random play, at every vulnerability: before each call and each card whose turn
it is and all that may be said or played, after the last one the score. Needs OpenSpiel (``pip install open_spiel``).
"""

from dataclasses import dataclass
from random import Random

from benchmarks.engines.comparison import Differences, compared, report, shuffled, unexpected
from benchmarks.engines.open_spiel import BridgeTable
from controller.games.bridge import GAME
from controller.games.bridge.auction import admissible, contract_of
from controller.games.bridge.state import BOOK, BridgeDeal, vulnerable
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, MatchStart, Played
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Result

NAMES = ("Anna", "Berta", "Carla", "Dora")
BOARDS = 16
PASSES = (0.3, 0.5, 0.7)
LOWEST = 12
"""The number of lowest admissible calls that are chosen from, so that auctions are long; now and then all are."""


@dataclass
class BridgeDifferences(Differences):
    """The counts of what was compared, and the differences."""

    calls: int = 0
    """The number of calls made."""
    judged: int = 0
    """The number of calls that were compared, 38 before each call."""
    passed_out: int = 0
    doubled: int = 0
    redoubled: int = 0
    made: int = 0
    slams: int = 0
    """The number of contracts made at the six or seven level."""


def differences(seeds: range) -> BridgeDifferences:
    """Play the deals of these seeds in both."""
    return compared(_play, BridgeDifferences(), seeds)


def _play(seed: int, found: BridgeDifferences) -> None:
    random = Random(seed)
    hands = _hands(random)
    board = seed % BOARDS + 1
    dealer = random.randrange(4)
    table = BridgeTable(dealer, hands, vulnerable(board))
    match = start(MatchStart(game="bridge", seats=NAMES, options={"board": board}))
    match, results = step(match, 2, DealStart(dealer=dealer))
    match, results = _call(seed, random, match, table, found)
    number = 1000
    while not table.over:
        number += 1
        card = random.choice(_compared(seed, match, table, hands, found))
        seat = match.turn
        if seat is None:
            raise ValueError("nobody is to play")
        hands[seat].remove(card)
        table.play(card)
        match, more = step(match, number, Played(seat=seat, card=card))
        results += more
    found.deals += 1
    _scored(seed, match, table, results, found)


def _hands(random: Random) -> list[list[Card]]:
    """Deal random hands; in some a pair has nearly all high cards, so that slams are made."""
    deck = shuffled(GAME.deck, random)
    if random.random() < 1 / 3:
        deck.sort(key=lambda card: card.rank in "AKQJ" or card.suit == "S", reverse=True)
        deck[:26] = random.sample(deck[:26], 26)
        deck = [*deck[:13], *deck[26:39], *deck[13:26], *deck[39:]]
    return [deck[seat * 13 : seat * 13 + 13] for seat in range(4)]


def _call(
    seed: int, random: Random, match: AnyMatch, table: BridgeTable, found: BridgeDifferences
) -> tuple[AnyMatch, tuple[Result, ...]]:
    """Hold the auction, and compare the turn and the admissible calls before each call."""
    number, passes, results = 2, random.choice(PASSES), tuple[Result, ...]()
    while not table.over and not table.plays:
        deal: BridgeDeal | None = match.deal
        turn = match.turn
        mine = [(one.call, one.denomination) for one in admissible(deal.own.calls, table.turn)] if deal else []
        theirs = table.calls
        if turn != table.turn or mine != theirs:
            found.told.append(f"deal {seed}: {turn} calls {mine} here, {table.turn} {theirs} there")
        others = theirs[1:LOWEST] if random.random() < 0.95 else theirs[1:]
        call, denomination = theirs[0] if random.random() < passes or not others else random.choice(others)
        number += 1
        match, results = step(match, number, Bid(seat=table.turn, call=call, as_=denomination))
        table.call((call, denomination))
        found.calls += 1
        found.judged += 38
        if not match.running:
            break
        found.told += [f"deal {seed}: {one}" for one in results]
    return match, results


def _compared(
    seed: int, match: AnyMatch, table: BridgeTable, hands: list[list[Card]], found: BridgeDifferences
) -> list[Card]:
    """Return the lawful cards of the hand to play from, after comparing both programs' turn and cards."""
    deal, seat = match.deal, match.turn
    if deal is None or seat is None:
        raise ValueError("no deal is under way")
    player, theirs = GAME.hands.player(deal, seat), table.legal
    mine = {*GAME.legal(deal, hands[seat])}
    if player != table.turn or mine != theirs:
        cards = " ".join(play.card for play in deal.plays())
        here, there = f"{player}: {sorted(mine)}", f"{table.turn}: {sorted(theirs)}"
        found.told.append(f"deal {seed}, after {cards}: {here} here, {there} there")
    found.cards += 1
    found.choices += len(hands[seat])
    return sorted(theirs)


def _scored(
    seed: int, match: AnyMatch, table: BridgeTable, results: tuple[Result, ...], found: BridgeDifferences
) -> None:
    """Compare the score of a deal that is over."""
    done = [one for one in results if isinstance(one, DealResult)]
    strange = unexpected(results)
    score = done[0].score if done else None
    if score is None or match.deal is None:
        found.told.append(f"deal {seed}: no score here; {strange}")
        return
    gained = tuple(int(score[seat] or 0) - int(score[(seat + 1) % 4] or 0) for seat in range(4))
    if gained != table.score or strange:
        found.told.append(f"deal {seed}: {gained} here, {table.score} there; {strange}")
    made, deal = contract_of(match.deal.own.calls), match.deal
    if made is None:
        found.passed_out += 1
        return
    taken = sum(trick.winner is not None and trick.winner % 2 == made.declarer % 2 for trick in deal.tricks)
    found.doubled += made.times == 2
    found.redoubled += made.times > 2
    found.made += taken >= BOOK + made.level
    found.slams += made.level >= BOOK and taken >= BOOK + made.level


if __name__ == "__main__":
    report(differences)

"""Random deals of Schieber by our rules and by jass-kit's.

``python -m tests.support.schieber_differences [DEALS [SEED]]`` plays 20,000, or as many as it is told.
In every position the legal cards are compared, of every trick its winner and its points, of every deal the score of
each pair with the match. A difference is explained where two cards on the table have trumped a plain lead: jass-kit
compares an undertrump with the lower of them then, or with a trump that does not lie there.
"""

import sys
from dataclasses import dataclass, replace
from random import Random

from controller.games import jass, load
from controller.games.schieber.state import SUITS, USUAL
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, MatchStart, Played
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Result, TrickResult
from tests.controller.games import jass_kit

NAMES = ("Anna", "Berta", "Carla", "Dora")
MATCH = 100
"""Points of all nine tricks, which jass-kit leaves to its callers."""


@dataclass
class Differences:
    """Numbers of positions, tricks and deals that differ."""

    decisions: int = 0
    explained: int = 0
    unexplained: int = 0
    winners: int = 0
    scores: int = 0


def compared(deals: int, seed: int) -> Differences:
    """The differences in so many random deals, each by a random contract."""
    random, found = Random(seed), Differences()
    for _ in range(deals):
        _deal(random, found)
    return found


def _deal(random: Random, found: Differences) -> None:
    contract, pack = random.choice(USUAL), list(jass.DECK)
    random.shuffle(pack)
    hands = [pack[seat * 9 : seat * 9 + 9] for seat in range(4)]
    trump = _trump(contract)
    match = start(MatchStart(game="schieber", seats=NAMES, options={"thanks": False}))
    match, _ = step(match, 2, DealStart(dealer=3))
    match, _ = step(match, 3, Bid(seat=0, call=contract))
    theirs, won, tricks = [0, 0], [0, 0], 0
    for number in range(4, 40):
        match, card, seat = _card(match, hands, trump, found, random)
        match, results = step(match, number, Played(seat=seat, card=card))
        for one in results:
            if isinstance(one, TrickResult):
                tricks += 1
                side = _trick(one, trump, tricks, found)
                theirs[side] += jass_kit.points(list(one.cards), trump, last=tricks == 9)
                won[side] += 1
        _score(results, [own + MATCH * (won[side] == 9) for side, own in enumerate(theirs)], found)


def _trump(contract: str) -> int:
    if contract in SUITS:
        return jass_kit.COLOURS.index(SUITS[contract])
    return jass_kit.REVERSE if contract == "reverse" else jass_kit.NO_TRUMP


def _card(
    match: AnyMatch, hands: list[list[Card]], trump: int, found: Differences, random: Random
) -> tuple[AnyMatch, Card, int]:
    """A legal card of whose turn it is, taken from the hand, once both have said what is legal."""
    deal = match.deal
    assert deal is not None
    # A full trick is closed by the next card.
    playing = replace(deal, open=replace(deal.open, plays=())) if deal.open_is_full else deal
    seat, lying = playing.to_play, list(playing.open.cards)
    assert seat is not None
    legal = load("schieber").legal(playing, hands[seat])
    found.decisions += 1
    if {*legal} != jass_kit.legal(hands[seat], lying, trump):
        ruffs = [card for card in lying[1:] if card.suit == deal.trump != lying[0].suit]
        found.explained += len(ruffs) > 1
        found.unexplained += len(ruffs) <= 1
    card = random.choice(legal)
    hands[seat].remove(card)
    return match, card, seat


def _trick(one: TrickResult, trump: int, number: int, found: Differences) -> int:
    """The pair that wins a trick, by jass-kit."""
    leader = one.leader or 0
    seat = (leader + jass_kit.winner(list(one.cards), trump)) % 4
    found.winners += seat != one.winner
    found.scores += one.points != jass_kit.points(list(one.cards), trump, last=number == 9)
    return seat % 2


def _score(results: tuple[Result, ...], theirs: list[int], found: Differences) -> None:
    for one in results:
        if isinstance(one, DealResult):
            found.scores += one.score is None or [*one.score[:2]] != theirs


def main() -> None:
    """Write down the differences in 20,000 deals, or as many as asked for."""
    given = [*map(int, sys.argv[1:])]
    deals, seed = (*given, *(20_000, 1)[len(given) :])
    found = compared(deals, seed)
    sys.stdout.write(f"{deals} deals, seed {seed}: {found}\n")


if __name__ == "__main__":
    main()

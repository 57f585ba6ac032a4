"""Contrée as colver plays it and as Schiri referees it: ``python -m benchmarks.engines.belote_colver FROM TO``.

Random deals, each with a random auction: before each call and card whose turn it is and what may be said or played,
after the last card the points of both pairs and what is written. colver is needed (``pip install colver``).
It asks for doubles in turn, counts belote without a word, and knows no contract but the four suits.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import colver

from benchmarks.engines.comparison import Differences, compared, report
from controller.games.belote import GAME
from controller.games.belote.bidding import auction
from controller.games.belote.cards import SUITS
from controller.games.belote.state import DOUBLE, PASS, REDOUBLE, WORTH
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played, Seat, Value
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, ErrorResult, Result, Verdict

NAMES = ("Anna", "Berta", "Carla", "Dora")
OPTIONS: Final[Mapping[str, Value]] = {"belote": "silent", "double": "in-turn"}
RANKS = ("7", "8", "9", "J", "Q", "K", "10", "A")
CARDS = tuple(Card(suit + rank) for suit in "SHDC" for rank in RANKS)
"""The cards by colver's numbers."""
BIDS = tuple(call for call in WORTH if call != "generale")
CALLS = (PASS, *(f"{call} {play}" for call in BIDS for play in SUITS), DOUBLE, REDOUBLE)
"""The calls by colver's numbers."""
CAPOT_MORE = 90
"""The points beyond 162 that taking every trick counts."""


@dataclass
class BeloteDifferences(Differences):
    """The counts of what was compared, and the differences."""

    passed: int = 0
    calls: int = 0
    doubled: int = 0
    beloted: int = 0
    capots: int = 0
    """The deals in which the side that did not bid took every trick: colver writes 162 for it, and we 252 (BEL-S4)."""


def differences(seeds: range) -> BeloteDifferences:
    """Play the deals of these seeds in both."""
    return compared(_play, BeloteDifferences(), seeds)


def _play(seed: int, found: BeloteDifferences) -> None:
    random = Random(seed)
    deck, dealer = [*range(len(CARDS))], random.randrange(4)
    random.shuffle(deck)
    hands = [sorted(deck[seat * 8 : seat * 8 + 8]) for seat in range(4)]
    theirs = colver.Env.deal_with_hands(dealer, hands)
    match = start(MatchStart(game="belote", seats=NAMES, profile="contree", options=dict(OPTIONS)))
    match, _ = step(match, 2, DealStart(dealer=dealer))
    found.deals += 1
    results: tuple[Result, ...] = ()
    number = 3
    while match.running:
        legal = {*theirs.legal_actions()}
        if told := _differs(match, theirs, legal, hands, found):
            found.told.append(f"deal {seed}, line {number}: {told}")
            return
        action = random.choice([*legal])
        # Most pass, so that auctions end low, and some double.
        if theirs.phase() == 0 and 0 in legal and random.random() < 0.6:
            action = 0
        event = _event(theirs, action)
        if isinstance(event, Played):
            hands[event.seat].remove(action)
        theirs.step(action)
        if isinstance(event, Bid) and event.call == PASS and _is_doubled(match):
            continue
        match, results = step(match, number, event)
        number += 1
        if wrong := [one.text for one in results if isinstance(one, Verdict | ErrorResult)]:
            found.told.append(f"deal {seed}, line {number}: {wrong[0]}")
            return
    found.told += [f"deal {seed}: {told}" for told in _scored(results, theirs, found)]


def _is_doubled(match: AnyMatch) -> bool:
    """Whether there is a coinche: after it colver asks one after the other; here nobody needs to pass."""
    return match.deal is not None and auction(match.deal).times > 1


def _event(theirs: Any, action: int) -> Event:  # noqa: ANN401 - a table of colver
    seat = theirs.current_player()
    if theirs.phase() == 1:
        return Played(seat=seat, card=CARDS[action])
    call, *play = CALLS[action].split()
    return Bid(seat=seat, call=call, as_=play[0] if play else None)


def _differs(
    match: AnyMatch,
    theirs: Any,  # noqa: ANN401 - a table of colver
    legal: set[int],
    hands: list[list[int]],
    found: BeloteDifferences,
) -> str | None:
    """Return the difference in whose turn it is, or in the possible calls and cards."""
    seat, deal = match.turn, match.deal
    if deal is None:
        return "no deal is under way"
    if theirs.phase() == 1:
        begun = GAME.auction.begin_play(deal) if deal.phase == "before" else deal
        if isinstance(begun, str):
            return f"the play has begun, and here {begun}"
        deal, seat = begun, begun.to_play
        if seat is None or seat != theirs.current_player():
            return f"it is for {seat} to play, and not for {theirs.current_player()}"
        mine = {CARDS.index(card) for card in GAME.legal(deal, [CARDS[one] for one in hands[seat]])}
        found.cards += 1
        found.choices += len(mine) > 1
        return None if mine == legal else f"{_cards(mine)} may be played, and not {_cards(legal)}"
    found.calls += 1
    if _is_doubled(match):
        return None
    if seat is None or seat != theirs.current_player():
        return f"it is for {seat} to speak, and not for {theirs.current_player()}"
    may = {*_admissible(match, seat)}
    return None if may == legal else f"{[CALLS[one] for one in may ^ legal]} may be said by one of us only"


def _admissible(match: AnyMatch, seat: Seat) -> Iterator[int]:
    for number, said in enumerate(CALLS):
        call, *play = said.split()
        _, results = step(match, 0, Bid(seat=seat, call=call, as_=play[0] if play else None))
        if not any(isinstance(one, Verdict | ErrorResult) for one in results):
            yield number


def _cards(numbers: set[int]) -> str:
    return " ".join(CARDS[one] for one in sorted(numbers)) or "nothing"


def _scored(
    results: tuple[Result, ...],
    theirs: Any,  # noqa: ANN401 - a table of colver
    found: BeloteDifferences,
) -> Iterator[str]:
    """Return the differences in the points and in the score written."""
    result = next(one for one in results if isinstance(one, DealResult))
    if "void" in result.detail:
        found.passed += 1
        if not theirs.is_terminal():
            yield "all have passed, and there the deal goes on"
        return
    found.doubled += result.detail["times"] > 1
    found.beloted += any(result.detail["belote"])
    score = result.score or ()
    mine, other = tuple(score[:2]), tuple(map(int, theirs.rewards()))
    if not result.detail["won"] and 8 in theirs.get_tricks_won() and mine != other:
        found.capots += 1
        other = tuple(own + CAPOT_MORE if own else 0 for own in other)
    if mine != other:
        yield f"{mine} is written, and not {other}: {result.detail}, {theirs.get_points()}, {theirs.get_tricks_won()}"


if __name__ == "__main__":
    report(differences)

"""Euchre as OpenSpiel plays it and as Schiri referees it: ``python -m benchmarks.engines.euchre_open_spiel FROM TO``.

Random deals with random auctions and random play, by every house rule that both know: before each word and each card
whose turn it is and all that may be said, laid away or played, after the last one the score. OpenSpiel is needed
(``pip install open_spiel``). It asks who plays alone by turns, once the dealer has laid away; here whoever does so says
it at any time before the first card. It lets the dealer lay away any card but the one taken; here that one, too.
"""

from dataclasses import dataclass, field
from random import Random

from benchmarks.engines.comparison import Differences, compared, report, shuffled, unexpected
from benchmarks.engines.open_spiel import EuchreTable
from controller.games.euchre import ALONE, GAME, HAND, ORDER_UP, PASS, SUITS, EuchreDeal, may_be_laid
from controller.record.events import Bid, DealStart, Discard, Event, MatchStart, Played, Seat, Value
from controller.referee.fold import start, step
from controller.rules.parts import Outcome
from controller.rules.results import DealResult, Result

NAMES = ("Anna", "Berta", "Carla", "Dora")
CALLS = (PASS, ORDER_UP, *SUITS)
WITH_PARTNER = "partner"


@dataclass
class EuchreDifferences(Differences):
    """The counts of what was compared, and the differences."""

    calls: int = 0
    judged: int = 0
    """The number of calls that were compared, six before each call."""
    lone: int = 0
    """The number of deals in which somebody plays alone, and in which two do."""
    duels: int = 0
    passed: int = 0
    kept_back: int = 0
    """The number of cards taken up that OpenSpiel does not let the dealer lay away."""
    scores: dict[int, int] = field(default_factory=dict[int, int])
    """The number of deals by their points for the makers."""


class DealInBoth:
    """One deal in both."""

    def __init__(self, seed: int, found: EuchreDifferences) -> None:
        """Deal the cards of a seed."""
        self.random, self.seed, self.found, self.results = Random(seed), seed, found, list[Result]()
        deck = shuffled(GAME.deck, self.random)
        self.hands = [deck[seat * HAND : seat * HAND + HAND] for seat in range(4)]
        self.turned, dealer = deck[4 * HAND], self.random.randrange(4)
        options: dict[str, Value] = {one: self.random.random() < 0.5 for one in ("stick_dealer", "defend_alone")}
        self.table = EuchreTable(dealer, self.hands, self.turned, options)
        self.match = start(MatchStart(game="euchre", seats=NAMES, options=options))
        self.happen(DealStart(dealer=dealer, turned=self.turned))

    @property
    def deal(self) -> EuchreDeal:
        """The deal as it stands here."""
        found: EuchreDeal | None = self.match.deal
        if found is None:
            raise ValueError("no deal is under way")
        return found

    def happen(self, event: Event) -> None:
        """Apply one event here; the number of its line does not matter."""
        self.match, results = step(self.match, 2 + len(self.results), event)
        self.results += results

    def differs(self, what: str, mine: object, theirs: object) -> None:
        """Note a difference."""
        if mine != theirs:
            self.found.told.append(f"deal {self.seed}, {what}: {mine} here, {theirs} there")

    def accepts(self, event: Bid) -> bool:
        """Whether nothing is wrong with a word here."""
        done = GAME.auction.act(self.deal, None, 0, event)
        return isinstance(done, Outcome) and not done.faults


def differences(seeds: range) -> EuchreDifferences:
    """Play the deals of these seeds in both."""
    return compared(lambda seed, found: _play(DealInBoth(seed, found)), EuchreDifferences(), seeds)


def _play(game: DealInBoth) -> None:
    found = game.found
    while {*game.table.words} & {PASS, *SUITS}:
        _call(game)
    if game.table.over:
        found.passed += 1
        found.deals += 1
        game.differs("passed out", game.match.running, False)
        return
    if game.deal.own.is_ordered_up:
        _lay_away(game)
    _alone(game)
    while not game.table.over:
        _card(game)
    found.deals += 1
    _scored(game)


def _call(game: DealInBoth) -> None:
    """Say a word of the auction, after comparing the turn and the possible words."""
    table, first = game.table, len(game.deal.own.calls) < 4
    theirs = {ORDER_UP if first and word != PASS else word: word for word in table.words}
    mine = {call for call in CALLS if game.accepts(Bid(seat=table.turn, call=call))}
    game.differs("auction", (game.match.turn, sorted(mine)), (table.turn, sorted(theirs)))
    passes = PASS in theirs and game.random.random() < 0.8
    call = PASS if passes else game.random.choice(sorted({*theirs} - {PASS}))
    seat = table.turn
    table.say(theirs[call])
    game.happen(Bid(seat=seat, call=call))
    game.found.calls += 1
    game.found.judged += len(CALLS)


def _lay_away(game: DealInBoth) -> None:
    """Let the dealer take the card turned up and lay another one away."""
    seat, table = game.table.turn, game.table
    game.hands[seat].append(game.turned)
    mine = {card for card in game.hands[seat] if may_be_laid(game.deal, card)}
    game.differs("laid away", (game.deal.dealer, mine - {game.turned}), (seat, table.legal))
    game.found.kept_back += game.turned in mine
    card = game.random.choice(sorted(table.legal))
    game.hands[seat].remove(card)
    table.play(card)
    game.happen(Discard(seat=seat, count=1))


def _alone(game: DealInBoth) -> None:
    """Decide who plays alone, after comparing who can."""
    table, asked = game.table, list[Seat]()
    said: list[Seat] = []
    while table.words:
        seat = table.turn
        can = [one for one in range(4) if game.accepts(Bid(seat=one, call=ALONE))]
        asked.append(seat)
        if seat not in can:
            game.differs("alone", can, seat)
        alone = game.random.random() < 0.3
        table.say(ALONE if alone else WITH_PARTNER)
        if alone:
            said.append(seat)
            game.happen(Bid(seat=seat, call=ALONE))
    left = [one for one in range(4) if game.accepts(Bid(seat=one, call=ALONE)) and one not in asked]
    game.differs("others alone", left, [])
    game.found.lone += len(said) == 1
    game.found.duels += len(said) > 1


def _card(game: DealInBoth) -> None:
    """Play a card, after comparing the turn and the playable cards."""
    table, seat = game.table, game.table.turn
    playing = GAME.auction.begin_play(game.deal) if game.deal.phase == "before" else game.deal
    if isinstance(playing, str):
        raise TypeError(playing)
    mine = {*GAME.legal(playing, game.hands[seat])}
    game.differs("play", (game.match.turn, mine), (seat, table.legal))
    game.found.cards += 1
    game.found.choices += len(game.hands[seat])
    card = game.random.choice(sorted(table.legal))
    game.hands[seat].remove(card)
    table.play(card)
    game.happen(Played(seat=seat, card=card))


def _scored(game: DealInBoth) -> None:
    """Compare the score of a deal that is over."""
    done = [one for one in game.results if isinstance(one, DealResult)]
    strange = unexpected(game.results)
    score = done[0].score if done else None
    gained = tuple(int(score[seat] or 0) - int(score[(seat + 1) % 4] or 0) for seat in range(4)) if score else ()
    game.differs("score", gained, game.table.score)
    game.differs("verdicts", strange, [])
    if done and gained:
        maker: Seat = done[0].detail["taker"]
        made = gained[maker]
        game.found.scores[made] = game.found.scores.get(made, 0) + 1


if __name__ == "__main__":
    report(differences)

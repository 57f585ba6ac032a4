"""Bridge as endplay plays, scores and writes it: ``python -m benchmarks.engines.bridge_endplay FROM TO``.

Random deals with random auctions and random play on every board: before each card whose turn it is and what may be
played, after each trick who has won it, after the last card contract and score; then the board as Portable Bridge
Notation, ours read by endplay and endplay's read by us. endplay is needed (``pip install endplay``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from endplay import types as endplay
from endplay.parsers import pbn

from benchmarks.engines.comparison import Differences, compared, report, shuffled
from controller.games import interchange
from controller.games.bridge import GAME
from controller.games.bridge.auction import admissible, contract_of, is_over
from controller.games.bridge.state import DOUBLE, PASS, REDOUBLE, TRUMPS, AuctionCall, BridgeContract, vulnerable
from controller.record.cards import SUITS, Card
from controller.record.events import Bid, DealStart, Declare, Event, MatchStart, Played
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, ErrorResult, Result, Verdict

NAMES = ("Anna", "Berta", "Carla", "Dora")
BOARDS = 16
LOWEST = 12
"""The number of lowest admissible calls that are chosen from, so that auctions are long."""
_VUL: Final = {
    (False, False): endplay.Vul.none,
    (True, False): endplay.Vul.ns,
    (False, True): endplay.Vul.ew,
    (True, True): endplay.Vul.both,
}
_SIGNS: Final = str.maketrans("♠♥♦♣", "SHDC")


@dataclass
class BoardDifferences(Differences):
    """The counts of what was compared, and the differences."""

    passed_out: int = 0
    tricks: int = 0
    made: int = 0
    doubled: int = 0
    written: int = 0
    """The number of boards of ours that endplay read, and of endplay's that we read."""


@dataclass
class _BoardInBoth:
    """One board in both programs."""

    seed: int
    match: AnyMatch
    events: list[Event]
    hands: list[list[Card]]
    deal: Any
    dealer: int
    calls: list[AuctionCall] = field(default_factory=list[AuctionCall])
    results: list[Result] = field(default_factory=list[Result])

    def happen(self, event: Event) -> None:
        """Apply one more event here."""
        self.events.append(event)
        self.match, more = step(self.match, len(self.events), event)
        self.results += more


def differences(seeds: range) -> BoardDifferences:
    """Play the deals of these seeds in both."""
    return compared(_play, BoardDifferences(), seeds)


def _play(seed: int, found: BoardDifferences) -> None:
    random = Random(seed)
    deck = shuffled(GAME.deck, random)
    if random.random() < 1 / 2:  # North and South have most of what is high, so that contracts are made.
        deck.sort(key=lambda card: card.rank in "AKQJ", reverse=True)
        high, low = random.sample(deck[:26], 26), deck[26:]
        deck = [*high[:13], *low[:13], *high[13:], *low[13:]]
    number, dealer = seed % BOARDS + 1, seed % len(NAMES)
    hands = [sorted(deck[seat * 13 : seat * 13 + 13], key=GAME.deck.index) for seat in range(4)]
    opening = MatchStart(game="bridge", seats=NAMES, options={"board": number} if number > 1 else {})
    dealt = DealStart(dealer=dealer, hands={seat: tuple(hand) for seat, hand in enumerate(hands)})
    board = _BoardInBoth(seed, start(opening), [opening], hands, endplay.Deal(_hands(hands)), dealer)
    board.happen(dealt)
    _call(board, random)
    made = contract_of(board.calls)
    found.deals += 1
    if made is None:
        found.passed_out += 1
    else:
        found.doubled += made.times > 1
        _cards(board, made, random, found)
    _settled(board, made, number, found)


def _hands(hands: Sequence[Sequence[Card]]) -> str:
    """Write the hands as PBN has them: ``N:AKQ...``."""
    return "N:" + " ".join(
        ".".join("".join(_rank(card) for card in hand if card.suit == suit) for suit in SUITS) for hand in hands
    )


def _rank(card: Card) -> str:
    return "T" if card.rank == "10" else card.rank


def _call(board: _BoardInBoth, random: Random) -> None:
    passes = random.choice((0.3, 0.6, 0.8))
    while not is_over(board.calls):
        seat = (board.dealer + len(board.calls)) % len(NAMES)
        may = [*admissible(board.calls, seat)]
        one = may[0] if random.random() < passes or not may[1:] else random.choice(may[1:LOWEST])
        board.calls.append(one)
        board.happen(Bid(seat=seat, call=one.call, as_=one.denomination))


def _cards(board: _BoardInBoth, made: BridgeContract, random: Random, found: BoardDifferences) -> None:
    """Play the cards, and compare the turn and the playable cards before each one."""
    theirs = _contract(board)
    board.deal.first, board.deal.trump = theirs.declarer.lho, theirs.denom
    dummy = tuple(board.hands[made.dummy])
    for _ in range(len(GAME.deck)):
        deal, seat = board.match.deal, board.match.turn
        if deal is None or seat is None:
            raise ValueError("nobody is to play")
        mine = {*GAME.legal(deal, board.hands[seat])}
        may = {_ours(card) for card in board.deal.legal_moves()}
        if (seat, mine) != (int(board.deal.curplayer), may):
            there = f"{board.deal.curplayer.abbr} may play {sorted(may)}"
            found.told.append(f"deal {board.seed}: seat {seat} may play {sorted(mine)} here, and {there} there")
            return
        found.cards += 1
        found.choices += len(board.hands[seat])
        card = random.choice(sorted(may))
        board.hands[seat].remove(card)
        board.deal.play(endplay.Card(card.suit + _rank(card)))
        board.happen(Played(seat=seat, card=card))
        if len(board.events) == len(board.calls) + 3:
            board.happen(Declare(seat=made.dummy, what="hand", cards=dummy))
        trick = board.match.deal.tricks[-1] if board.match.deal and board.match.deal.tricks else None
        if trick and not board.deal.curtrick:
            found.tricks += 1
            if trick.winner != int(board.deal.first):
                found.told.append(f"deal {board.seed}: {trick.cards} is won by another seat there")


def _ours(card: Any) -> Card:  # noqa: ANN401 - a card of endplay
    return Card(str(card).translate(_SIGNS).replace("T", "10"))


def _bid(one: AuctionCall) -> Any:  # noqa: ANN401 - a call of endplay
    if one.denomination:
        return endplay.Bid(one.call + (TRUMPS[one.denomination] or "NT"))
    return endplay.Bid({PASS: "Pass", DOUBLE: "X", REDOUBLE: "XX"}[one.call])


def _contract(board: _BoardInBoth) -> Any:  # noqa: ANN401 - a contract of endplay
    return endplay.Contract.from_auction(endplay.Player(board.dealer), [_bid(one) for one in board.calls])


def _settled(board: _BoardInBoth, made: BridgeContract | None, number: int, found: BoardDifferences) -> None:
    """Compare contract and score, and the board as text."""
    deal = board.match.deal
    strange = [str(one) for one in board.results if isinstance(one, Verdict | ErrorResult)]
    done = [one for one in board.results if isinstance(one, DealResult)]
    if deal is None or not done or done[0].score is None or strange:
        found.told.append(f"deal {board.seed}: no score here; {strange}")
        return
    theirs = _contract(board)
    gained = 0
    if made:
        won = sum(trick.winner is not None and (trick.winner - made.declarer) % 2 == 0 for trick in deal.tricks)
        theirs.result = won - made.needed
        found.made += won >= made.needed
        score = done[0].score
        gained = int(score[made.declarer] or 0) - int(score[(made.declarer + 1) % 4] or 0)
        said = (made.level, made.denomination, made.declarer, made.times)
        there = (theirs.level, str(theirs.denom.name), int(theirs.declarer), int(theirs.penalty))
        if (*said[:1], *said[2:]) != (*there[:1], *there[2:]) or TRUMPS[made.denomination] != _suit(theirs.denom):
            found.told.append(f"deal {board.seed}: the contract is {said} here, and {there} there")
    if theirs.score(_VUL[vulnerable(number)]) != gained:
        found.told.append(f"deal {board.seed}: {gained} here, {theirs.score(_VUL[vulnerable(number)])} there")
    _read(board, theirs, number, found)


def _suit(denom: Any) -> str | None:  # noqa: ANN401 - a denomination of endplay
    sign = str(denom.abbr).translate(_SIGNS)
    return sign if sign in SUITS else None


def _read(board: _BoardInBoth, theirs: Any, number: int, found: BoardDifferences) -> None:  # noqa: ANN401 - endplay's
    """Let endplay read our text, and read endplay's ourselves."""
    ours = "".join(f"{line}\n" for line in interchange.load("bridge", "pbn")(board.match))
    [back] = pbn.loads(ours)
    played = [event.card for event in board.events if isinstance(event, Played)]
    whole = endplay.Deal(_hands(_dealt(board)))
    seen = (back.board_num, back.deal.to_pbn(), [*map(str, back.auction)], [*map(_ours, back.play)], str(back.contract))
    if seen != (number, whole.to_pbn(), [str(_bid(one)) for one in board.calls], played, str(theirs)):
        found.told.append(f"deal {board.seed}: endplay reads {seen}")
    cards = [endplay.Card(card.suit + _rank(card)) for card in played]
    info = dict(zip(("north", "east", "south", "west"), NAMES, strict=True))
    there = endplay.Board(
        deal=whole,
        auction=[_bid(one) for one in board.calls],
        play=cards,
        board_num=number,
        vul=_VUL[vulnerable(number)],
        dealer=endplay.Player(board.dealer),
        contract=theirs,
    )
    for name, player in info.items():
        there.info[name] = player
    reader = interchange.reader("pbn")
    again = reader(pbn.dumps([there])).matches if reader else ()
    if again != (tuple(board.events),):
        found.told.append(f"deal {board.seed}: read from endplay: {again}")
    found.written += 1


def _dealt(board: _BoardInBoth) -> Sequence[Sequence[Card]]:
    dealt = board.events[1]
    if not isinstance(dealt, DealStart) or dealt.hands is None:
        raise ValueError("the hands of this deal are not known")
    return [dealt.hands[seat] for seat in range(len(NAMES))]


if __name__ == "__main__":
    report(differences)

"""The score of a contract: tricks, over- and undertricks, games, slams (BRI-S1 to BRI-S5)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from controller.games import claims
from controller.games.bridge.auction import contract_of
from controller.games.bridge.claims import claimed_tricks
from controller.games.bridge.dummy import contract_in_play
from controller.games.bridge.state import BOOK, BridgeBook, BridgeContract, BridgeDeal
from controller.games.follow_rule import tricks_won
from controller.games.pair_game import PAIRS, SEATS, pair
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.game import Settlement
from controller.rules.results import Breakdown, BreakdownLine, Number, counting

_TRICK: Final = {"clubs": 20, "diamonds": 20, "hearts": 30, "spades": 30, "no-trump": 30}
_FIRST: Final = {"no-trump": 10}
"""The surplus of the first trick (BRI-S1)."""
GAME: Final = 100
"""Points for tricks bid and made that are a game."""
_SLAMS: Final = {6: (500, 750), 7: (1000, 1500)}
"""The bonuses by level: not vulnerable, and vulnerable."""


@dataclass(frozen=True, slots=True)
class ContractScore:
    """The parts of a contract's score for the declarer's side, and the points of its opponents instead."""

    tricks: int = 0
    """Points for the tricks that were bid, if all of them were taken."""
    over: int = 0
    insult: int = 0
    """Points for making a doubled contract."""
    slam: int = 0
    down: int = 0
    """Points of the opponents for the tricks that are missing."""


def score(contract: BridgeContract, tricks: int, *, vulnerable: bool) -> ContractScore:
    """Score a contract after so many tricks of the declarer's side."""
    missing = contract.needed - tricks
    if missing > 0:
        return ContractScore(down=_penalty(missing, contract.times, vulnerable=vulnerable))
    each, times = _TRICK[contract.denomination], contract.times
    more = each if times == 1 else 50 * times * (2 if vulnerable else 1)
    return ContractScore(
        (contract.level * each + _FIRST.get(contract.denomination, 0)) * times,
        -missing * more,
        25 * times if times > 1 else 0,
        _SLAMS.get(contract.level, (0, 0))[vulnerable],
    )


def _penalty(missing: int, times: int, *, vulnerable: bool) -> int:
    """Return the penalty for undertricks (BRI-S4)."""
    if times == 1:
        return missing * (100 if vulnerable else 50)
    later = max(missing - 1, 0) * 300
    doubled = 200 + later if vulnerable else 100 + later - 100 * min(missing - 1, 2)
    return doubled * times // 2


def board_bonus(tricks: int, *, vulnerable: bool) -> int:
    """Return the bonus of a made contract where each board stands alone: for a game or a part score (BRI-S2)."""
    if tricks < GAME:
        return 50
    return 500 if vulnerable else 300


def board_points(contract: BridgeContract, tricks: int, *, vulnerable: bool) -> tuple[int, int]:
    """Score a board that stands alone: the points of the declarer's side, and those of its opponents."""
    counted = score(contract, tricks, vulnerable=vulnerable)
    if not fulfilled(contract, tricks):
        return 0, counted.down
    bonus = board_bonus(counted.tricks, vulnerable=vulnerable)
    return counted.tricks + counted.over + counted.insult + counted.slam + bonus, 0


def fulfilled(contract: BridgeContract, tricks: int) -> bool:
    """Whether a contract is made."""
    return tricks >= BOOK + contract.level


# The score of a rubber: what stands below the line, games, the bonus and honours (BRI-R1 to BRI-R4).

GAMES: Final = 2
"""Games that win a rubber (BRI-R3)."""
FAST, SLOW = 700, 500
_HONOURS: Final = ("A", "K", "Q", "J", "10")
_FOUR, _FIVE = 100, 150


def below_the_line(book: BridgeBook, side: int, tricks: int) -> tuple[BridgeBook, int]:
    """Return the book after tricks bid and made, and the pair's bonus if they have ended the rubber."""
    below = tuple(own + (tricks if one == side else 0) for one, own in enumerate(book.below))
    if below[side] < GAME:
        return replace(book, below=(below[0], below[1])), 0
    games = tuple(own + (one == side) for one, own in enumerate(book.games))
    if games[side] < GAMES:
        return replace(book, games=(games[0], games[1]), below=(0, 0)), 0
    bonus = FAST if games[1 - side] == 0 else SLOW
    return BridgeBook(book.deals, rubbers=book.rubbers + 1), bonus


def honours(deal: BridgeDeal) -> Mapping[Seat, int]:
    """Return the points for the honours of each hand, as the cards played from it or shown prove (BRI-R4)."""
    if not deal.rules["honours"]:
        return {}
    dealt, contract = deal.hands or {}, contract_in_play(deal)
    hands = [{play.card for play in deal.plays() if play.seat == seat} | {*dealt.get(seat, ())} for seat in deal.seats]
    if contract is not None:
        hands[contract.dummy].update(deal.own.shown)
    if deal.trump is None:
        points = [_FIVE if sum(card.rank == "A" for card in hand) == len(deal.seats) else 0 for hand in hands]
    else:
        counts = [sum(card.suit == deal.trump and card.rank in _HONOURS for card in hand) for hand in hands]
        points = [{4: _FOUR, 5: _FIVE}.get(count, 0) for count in counts]
    return {seat: worth for seat, worth in enumerate(points) if worth}


def vulnerable(book: BridgeBook) -> tuple[bool, bool]:
    """Return, by pair, whether it has won a game of the rubber (BRI-R1)."""
    one, other = (book.games[side] > 0 for side in PAIRS)
    return one, other


# The settlement of a deal: which pair writes what down, and why (BRI-S1 to BRI-S5, BRI-R1 to BRI-R4).

RUBBER: Final = "in-rubbers"


@dataclass(frozen=True, slots=True)
class SettledPart:
    """Points of a pair for one thing."""

    why: Message
    side: int
    points: int


@dataclass(frozen=True, slots=True)
class SettledParts:
    """The points that both pairs write down, and the book after them."""

    parts: tuple[SettledPart, ...] = ()
    book: BridgeBook = field(default_factory=BridgeBook)

    def of(self, side: int) -> int:
        """Add up all that a pair writes down."""
        return sum(part.points for part in self.parts if part.side == side)


def tricks_of_pair(deal: BridgeDeal, side: int) -> int:
    """Count the tricks that a pair has won, those of a claim among them (BRI-C3)."""
    won = tricks_won(deal)
    return sum(won[seat] for seat in SEATS[side]) + claimed_tricks(deal, side)


def settled(deal: BridgeDeal, book: BridgeBook) -> SettledParts:
    """Score a finished deal, with what was played before it; a deal that is passed out counts nothing."""
    contract, book = contract_of(deal.own.calls), replace(book, deals=book.deals + 1)
    if contract is None:
        return SettledParts(book=book)
    side, state = pair(contract.declarer), deal.own.vulnerable
    won = tricks_of_pair(deal, side)
    counted = score(contract, won, vulnerable=state[side])
    parts = [*_of_contract(counted, side)]
    if deal.rules["form"] != RUBBER:
        if fulfilled(contract, won):
            bonus = board_bonus(counted.tricks, vulnerable=state[side])
            parts.append(SettledPart(Message("game or part score"), side, bonus))
        return SettledParts(tuple(parts), book)
    book, bonus = below_the_line(book, side, counted.tricks)
    parts.append(SettledPart(Message("rubber"), side, bonus))
    parts += [SettledPart(Message("honours"), pair(seat), worth) for seat, worth in honours(deal).items()]
    return SettledParts(tuple(parts), book)


def _of_contract(counted: ContractScore, side: int) -> Iterator[SettledPart]:
    yield SettledPart(Message("tricks bid"), side, counted.tricks)
    yield SettledPart(Message("overtricks"), side, counted.over)
    yield SettledPart(Message("doubled contract made"), side, counted.insult)
    yield SettledPart(Message("slam"), side, counted.slam)
    yield SettledPart(Message("undertricks"), 1 - side, counted.down)


def settlement(deal: BridgeDeal, book: BridgeBook, total: tuple[Number, ...]) -> Settlement[BridgeBook]:
    """Return the settled score by seat, with its reasons."""
    parts_of_deal, seats = settled(deal, book), range(deal.rules.seats)
    written = tuple(parts_of_deal.of(pair(seat)) for seat in seats)
    sums = tuple(before + own for before, own in zip(total, written, strict=True))
    lines = [
        BreakdownLine(part.why, tuple(part.points if pair(seat) == part.side else None for seat in seats))
        for part in parts_of_deal.parts
    ]
    breakdown = Breakdown(score=counting(*lines))
    return Settlement((0,) * len(seats), written, sums, parts_of_deal.book, _detail(deal), breakdown)


def _detail(deal: BridgeDeal) -> dict[str, object]:
    contract = contract_of(deal.own.calls)
    vulnerable = [deal.own.vulnerable[side] for side in PAIRS]
    facts: dict[str, object] = {"board": deal.own.board, "vulnerable": vulnerable}
    if contract is None:
        return {**facts, "contract": None}
    detail = {**facts, **_contract_facts(contract), "taken": tricks_of_pair(deal, pair(contract.declarer))}
    return {**detail, **claims.detail(deal)}


def _contract_facts(contract: BridgeContract) -> dict[str, object]:
    return {
        "contract": f"{contract.level} {contract.denomination}",
        "declarer": contract.declarer,
        "times": contract.times,
    }

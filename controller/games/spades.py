"""Spades: two pairs bid the tricks that they will take, and spades are trump (games.md section 8)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from controller.games.faults import refused
from controller.games.follow_rule import DECK, follow, may_be_broken, other_suits
from controller.games.pair_game import PAIRS, SEATS, PairGame, PairGameSheet, pair
from controller.games.trick_game import Score, Won
from controller.games.vocabularies import NumberWords
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, Seat
from controller.record.message import Message
from controller.record.naming import number_of
from controller.rules.deal import Deal
from controller.rules.duty import FREE, Duty
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, DealSummary, Outcome, Slip
from controller.rules.results import BreakdownLine, DealResult, Number, counting
from controller.rules.score.slip import SlipLine, within
from controller.rules.sheet import Cell, Grid, SheetRow
from controller.rules.speech import Wording, everywhere

# The state of a deal of Spades: who has bid what.

BIDS: Final = range(14)
"""Tricks that can be bid (SPA-B1)."""
NIL: Final = 0


@dataclass(frozen=True, slots=True)
class SpadesState:
    """The bids of a deal, by seat; None: not yet."""

    bids: tuple[int | None, ...]

    @property
    def are_whole(self) -> bool:
        """Whether everybody has bid."""
        return None not in self.bids

    def of(self, seats: Collection[Seat]) -> int:
        """Add up the bids of some seats."""
        return sum(self.bids[seat] or 0 for seat in seats)

    def nils(self, side: int) -> tuple[Seat, ...]:
        """Return the seats of a pair that have bid nil (SPA-B2)."""
        return tuple(seat for seat in SEATS[side] if self.bids[seat] == NIL)


SpadesDeal = Deal[SpadesState]


def speaker(deal: SpadesDeal) -> Seat | None:
    """Return the seat that bids next, from the seat after the dealer on (SPA-B1); None: all have bid."""
    around = [(deal.dealer + step) % deal.rules.seats for step in range(1, deal.rules.seats + 1)]
    return next((seat for seat in around if deal.own.bids[seat] is None), None)


# Spades by command cards: a bid is a number, laid digit by digit (SPA-B1).

NONE: Final = str(NIL)
CALL_NAMES: Final = {NONE: ("nil", "null", "Nullo", "zero", "zéro", "ニル", "ゼロ")}
"""The players' word for a bid of no trick (SPA-B2)."""


class SpadesWords(NumberWords):
    """Numbers, of which one has a name."""

    called: ClassVar[Mapping[str, Wording]] = {NONE: everywhere("Nil", "ニル")}


VOCABULARY = SpadesWords(BIDS)


# The house rules of Spades, each with the values that players know it by.

OPTIONS: Final = (
    Option(
        "break_spades",
        (True, False),
        "SPA-P2",
        Message("Whether a spade must have been played before one is led."),
        says=(
            Message("No spade is led before one was played, unless nothing else is held."),
            Message("Spades may be led at any time."),
        ),
    ),
    Option(
        "nil",
        (100, 50),
        "SPA-S3",
        Message("What a nil counts that is made, and costs that is not; 0: it is a bid like any other."),
        free=True,
    ),
    Option(
        "nil_tricks",
        ("as-bags", "counted"),
        "SPA-S3",
        Message("What becomes of the tricks of a nil that is not made."),
        profiles={"open-spiel": "counted"},
        says=(
            Message("Tricks of a nil that is not made are bags, and do not help the partner."),
            Message("Tricks of a nil that is not made count towards what the partner bid."),
        ),
    ),
    Option(
        "bags",
        (10, 5),
        "SPA-S2",
        Message("With how many bags 10 points each are taken off; 0: bags are never taken off."),
        free=True,
    ),
    Option(
        "goal",
        (500, 300, 250),
        "SPA-G1",
        Message("With how many points a pair ends the match; 0: until the players stop."),
        free=True,
    ),
)


# The score of a deal of Spades: the contract, bags, nil (SPA-S1 to SPA-S3).

TRICK: Final = 10
"""Points of each trick that was bid, and of each bag that is taken off (SPA-S1, SPA-S2)."""

SpadesBook = tuple[int, int]
"""The bags of each pair that were not taken off yet."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """The parts of a deal's score for a pair."""

    contract: int
    bags: int
    nil: int
    bag_penalty: int
    bags_left: int
    """Bags that are kept for the next deal."""

    @property
    def points(self) -> int:
        """The points of a pair, all parts together."""
        return self.contract + self.bags + self.nil + self.bag_penalty


def count(deal: SpadesDeal, won: tuple[int, ...], book: SpadesBook) -> tuple[SideScore, SideScore]:
    """Score a finished deal for each pair, by the tricks of each seat and the bags kept from before."""
    one, other = (_of(deal, won, side, book[side]) for side in PAIRS)
    return one, other


def _of(deal: SpadesDeal, won: tuple[int, ...], side: int, before: int) -> SideScore:
    worth = int(str(deal.rules["nil"]))
    nils = deal.own.nils(side) if worth else ()
    bid = deal.own.of(SEATS[side])
    apart = sum(won[seat] for seat in nils) if deal.rules["nil_tricks"] == "as-bags" else 0
    over = sum(won[seat] for seat in SEATS[side]) - apart - bid
    bags = apart + max(over, 0)
    limit = int(str(deal.rules["bags"]))
    times, remainder = divmod(before + bags, limit) if limit else (0, before + bags)
    nil = sum(-worth if won[seat] else worth for seat in nils)
    return SideScore(TRICK * bid if over >= 0 else -TRICK * bid, bags, nil, -times * limit * TRICK, remainder)


def breakdown_lines(counted: tuple[SideScore, SideScore], seats: int) -> tuple[BreakdownLine, ...]:
    """List the parts of what is written for each pair, the same for both its seats."""

    def line(why: Message, pair_points: tuple[int, int]) -> BreakdownLine:
        return BreakdownLine(why, tuple(pair_points[pair(seat)] for seat in range(seats)))

    one, other = counted
    return counting(
        line(Message("tricks bid"), (one.contract, other.contract)),
        line(Message("bags"), (one.bags, other.bags)),
        line(Message("nil"), (one.nil, other.nil)),
        line(Message("bags taken off"), (one.bag_penalty, other.bag_penalty)),
    )


# The scores that a deal of Spades can have, for slips that are entered by hand.

_TRICKS: Final = BIDS[-1]
"""The number of tricks in a deal, and the highest bid."""
_PAIR: Final = 2
"""Seats of a pair."""


def slip_fault(line: SlipLine, *, nil: int, limit: int) -> Message | None:
    """Explain why no deal can stand so on a slip.

    Args:
        line: the slip's line; it may add up several deals.
        nil: the points of a nil (SPA-S3).
        limit: the number of bags at which points are taken off (SPA-S2); 0: never.

    >>> slip_fault(SlipLine(points=(142, -80)), nil=100, limit=10) is None
    True
    >>> slip_fault(SlipLine(points=(440, -80)), nil=100, limit=10)
    'a side has -460 to 230 in a deal'
    """
    all_tricks = TRICK * _TRICKS
    # Of a pair one bids nil and the other all tricks, or both bid nil; three of a table can make a nil at once.
    most = max(all_tricks + nil, _PAIR * nil)
    together = all_tricks + (2 * _PAIR - 1) * nil
    least = max(_PAIR * all_tricks, all_tricks + nil, _PAIR * nil)
    taken_off = (limit - 1 + _TRICKS) // limit * limit * TRICK if limit else 0
    return within(line, -least - taken_off, most, together)


SPADES: Final = "S"


class SpadesSlip(Slip):
    """The lines of Spades that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check for thirteen tricks bid and taken at most, beside nils and bags (SPA-S1 to SPA-S3)."""
        return slip_fault(line, nil=int(str(rules["nil"])), limit=int(str(rules["bags"])))


class SpadesSheet(PairGameSheet[SpadesBook]):
    """The score sheet of Spades."""

    def lines(
        self, title: str, rules: Rules, book: SpadesBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Yield a column for each pair, and below the bags that were not taken off yet (SPA-S2)."""
        yield from super().lines(title, rules, book, total, deals)
        yield f"bags: {book[0]}, {book[1]}"

    def grid(
        self, title: str, rules: Rules, book: SpadesBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Draw the sheet in cells."""
        grid = super().grid(title, rules, book, total, deals)
        bags = SheetRow(Message("Bags"), tuple(Cell(str(own)) for own in book))
        return replace(grid, foot=(bags, *grid.foot))


class SpadesSummary(DealSummary[SpadesState]):
    """Public facts of a deal of Spades apart from its cards."""

    def needed(self, deal: SpadesDeal, seat: Seat) -> int | None:
        """Return the bids of a pair together (SPA-S1)."""
        return deal.own.of(SEATS[pair(seat)]) if deal.own.are_whole else None

    def remark(self, deal: SpadesDeal, seats: tuple[Seat, ...]) -> Message | None:
        """Return the bid of a seat; None for partners together, and before the play (SPA-B1)."""
        bid = deal.own.bids[seats[0]]
        if bid is None or len(seats) > 1 or deal.phase == "before":
            return None
        return Message("nil") if bid == NIL else Message("{n} bid", n=bid)

    def facts(self, deal: SpadesDeal) -> Message:
        """Return the bids, once all are known each pair's together, the pair of the first player first."""
        return Message.join(", ", _facts(deal))


class SpadesAuction(Auction[SpadesState, SpadesBook]):
    """The words of Spades."""

    names = CALL_NAMES
    number_calls = BIDS

    def act(
        self, deal: SpadesDeal, book: SpadesBook, number: int, event: Event
    ) -> Outcome[SpadesState] | Message | None:
        """Apply a bid in turn (SPA-B1)."""
        bid = number_of(event.call) if isinstance(event, Bid) else None
        if not isinstance(event, Bid) or bid is None:
            return super().act(deal, book, number, event)
        who = speaker(deal)
        if who is None:
            return Message("everybody has bid")
        if event.seat != who:
            why = Message("it was for {name} to bid", name=deal.rules.names[who])
            return refused(deal, event, "SPA-B1", why)
        state = SpadesState((*deal.own.bids[:who], bid, *deal.own.bids[who + 1 :]))
        return Outcome(replace(deal, own=state, phase="play" if state.are_whole else "before"))

    def begin_play(self, deal: SpadesDeal) -> SpadesDeal | Message:
        """Begin the play once everybody has bid."""
        who = speaker(deal)
        return replace(deal, phase="play") if who is None else Message("{name} has not bid", name=deal.rules.names[who])

    def speaker(self, deal: SpadesDeal) -> Seat | None:
        """Return the seat that bids next; once all have, the leader."""
        who = speaker(deal)
        return deal.leader if who is None else who

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (SPA-B1, SPA-B2)."""
        return {str(NIL): Message("nil: no trick"), str(BIDS[-1]): Message("so many tricks, or any number below")}


class Spades(PairGame[SpadesState, SpadesBook]):
    """Take as many tricks as you bid; spades are trump, aces high (SPA-W1)."""

    name = "spades"
    title = "Spades"
    wording = Wording("Game of Spades", "Spades (Spiel)", "Spades (jeu)", "Spades (gioco)", "スペーズ")
    known_as = everywhere("Spades", "スペーズ")
    other_names = ("Call Spades", "スペード (ゲーム)")
    clockwise = True
    deck = DECK
    options = OPTIONS
    always_trump, first_phase = SPADES, "before"
    follow_rule = (follow("SPA-F1"),)
    slip = SpadesSlip()
    sheet = SpadesSheet()
    summary = SpadesSummary()
    auction = SpadesAuction()

    def open_book(self, rules: Rules) -> SpadesBook:
        """Return a book without bags."""
        return 0, 0

    def opening(self, rules: Rules, event: DealStart, book: SpadesBook) -> SpadesState:
        """Return a state without bids; the seat after the dealer bids first and leads (SPA-D1, SPA-B1, SPA-P1)."""
        return SpadesState((None,) * rules.seats)

    def lead(self, deal: SpadesDeal, card: Card) -> Duty:
        """Return the duty of a leader (SPA-P2)."""
        if card.suit != SPADES or not deal.rules["break_spades"]:
            return FREE
        broken = may_be_broken(deal, lambda one: one.suit == SPADES)
        return FREE if broken else other_suits(SPADES, "SPA-P2")

    def score(self, deal: SpadesDeal, won: Won, book: SpadesBook) -> Score[SpadesBook]:
        """Score the deal (SPA-S1 to SPA-S3)."""
        one, other = counted = count(deal, won.tricks, book)
        detail = {"bids": [*deal.own.bids], "bags": [*self.of_seats((one.bags, other.bags))]}
        written, lines = self.of_seats((one.points, other.points)), breakdown_lines(counted, deal.rules.seats)
        return Score("", written, (one.bags_left, other.bags_left), lines, detail=detail)


def _facts(deal: SpadesDeal) -> Iterator[Message]:
    names, bids = deal.rules.names, deal.own
    if not bids.are_whole:
        yield from (_bid(names[seat], bid) for seat, bid in enumerate(bids.bids) if bid is not None)
        return
    # As short as this it fits on every display.
    first, second = (bids.of(SEATS[side]) for side in PAIRS)
    yield Message("bids {n} : {n2}", n=first, n2=second)
    yield from (Message("nil by {name}", name=names[seat]) for side in PAIRS for seat in bids.nils(side))


def _bid(name: str, bid: int) -> Message:
    return Message("{name} bids nil", name=name) if bid == NIL else Message("{name} bids {n}", name=name, n=bid)


GAME = Spades()

"""Belote: two pairs, the trump taken or bid for, announcements; the takers must make more (games.md section 14)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar, Final

from controller.games.belote import bidding, score
from controller.games.belote.bidding import SCALE, TERMS
from controller.games.belote.cards import (
    ALL_TRUMP,
    DECK,
    LAST_TRICK,
    PLAIN,
    PLAYS,
    POINTS,
    SUITS,
    TOTAL,
    TRUMP,
    TRUMP_POINTS,
    as_trump,
    order,
    points,
)
from controller.games.belote.cards import CAPOT as ALL_TRICKS
from controller.games.belote.state import (
    CAPOT,
    DOUBLE,
    GENERALE,
    NUMBERS,
    REDOUBLE,
    TAKE,
    BeloteBook,
    BeloteDeal,
    BeloteState,
)
from controller.games.belote.words import CALL_NAMES
from controller.games.faults import wrong_sum
from controller.games.follow_rule import (
    Demanding,
    FollowRule,
    follow,
    must_beat,
    must_overtrump,
    must_trump,
    plain_led,
    printed_suit,
    trump_led,
    where,
)
from controller.games.pair_game import PairGame, PairGameCourse, PairGameSheet, of_pairs, pair, sides
from controller.games.trick_game import Score, Won
from controller.games.weis import refute, worth
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, Seat
from controller.record.message import Field, Message
from controller.record.naming import NONE
from controller.rules import sheet
from controller.rules.deal import Play, Trick
from controller.rules.duty import FREE, Duty, FollowData
from controller.rules.layout import Layout
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, DealSummary, Fault, Outcome, Slip
from controller.rules.results import NO_WORDS, BreakdownLine, DealResult, Number, counting
from controller.rules.score.slip import SlipLine, all_or_shared
from controller.rules.sheet import Grid
from controller.rules.speech import Wording, contract_words, everywhere

# The follow rule of Belote: follow, trump, go over, and what the partner's trick excuses (BEL-F1 to BEL-F4).


def strength(card: Card, led: Card, play: str) -> int:
    """Rank a card in a trick: trumps above the suit led above the rest (BEL-W2).

    >>> strength(Card("HJ"), Card("SA"), "hearts") > strength(Card("SA"), Card("SA"), "hearts")
    True
    """
    if play == ALL_TRUMP:
        return as_trump(card, None) if card.suit == led.suit else -1
    trump = SUITS.get(play)
    if card.suit == trump:
        return len(DECK) + order(card, trump)
    return order(card, trump) if card.suit == led.suit else -1


def duty(deal: BeloteDeal, seat: Seat | None, card: Card) -> Duty:
    """Return the duty of a seat's hand that plays this card to the open trick; None: its seat is unknown."""
    contract = deal.own.contract
    if deal.led is None or contract is None or seat is None:
        return FREE
    trump = deal.trump if contract.play in SUITS else None
    return _rule(deal, contract.play, seat).duty(deal.open, trump, card)


def _rule(deal: BeloteDeal, play: str, seat: Seat) -> FollowRule:
    """Return the rule of the open trick for a seat, which may be the partner of the seat that wins so far."""
    if play not in SUITS:
        return _without_suit(ups=play == ALL_TRUMP)
    free = deal.rules["partner"] == "free" and pair(_winner(deal.open, play)) == pair(seat)
    return _with_trump(free=free, under=deal.rules["undertrump"] == "owed")


def _winner(trick: Trick, play: str) -> Seat:
    led = trick.plays[0].card
    return max(trick.plays, key=lambda one: strength(one.card, led, play)).seat


@cache
def _with_trump(*, free: bool, under: bool) -> FollowRule:
    """Build the rule; ``free``: the partner wins so far (BEL-F2); ``under``: too low a trump is owed, too (BEL-F3)."""
    trump = must_trump("BEL-F2") if under else where(plain_led, must_trump("BEL-F2"))
    trumping: tuple[Demanding, ...] = () if free else (trump, must_overtrump("BEL-F3"))
    demands = (follow("BEL-F1"), where(trump_led, must_beat("BEL-F4")), *trumping)
    return FollowRule(DECK, printed_suit, order, *demands)


@cache
def _without_suit(*, ups: bool) -> FollowRule:
    """Build the rule without one trump suit; ``ups``: every suit is trump, and a follower goes over (BEL-F4)."""
    return FollowRule(
        DECK, printed_suit, as_trump if ups else order, follow("BEL-F1"), *((must_beat("BEL-F4"),) if ups else ())
    )


# The house rules of Belote and Coinche (games.md section 14).

_COINCHE: Final = "coinche"
"""The profile in which the trump is bid for."""
_CONTREE: Final = "contree"
"""The profile of the tournaments of contrée."""
_FFB: Final = "ffb"
_FFB_BID: Final = ("ffb-coinche", "ffb-contree")
"""The profiles of the Fédération Française de Belote (rules of 27 January 2016)."""
OPTIONS: Final = (
    Option(
        "auction",
        ("turn-up", "bidding"),
        "BEL-D2",
        Message("How the trump is found."),
        profiles=dict.fromkeys((_COINCHE, _CONTREE, *_FFB_BID), "bidding"),
        says=(
            Message("Five cards each and one turned up, which is taken or passed; then the others are dealt."),
            Message("All cards are dealt, and bids are made, each higher than the last."),
        ),
    ),
    Option(
        "goal",
        (1000, 501, 2000, 3000),
        "BEL-G1",
        Message("Points that win the match; 0: until the players stop."),
        free=True,
        profiles={_CONTREE: 2000},
    ),
    Option(
        "contracts",
        (tuple(SUITS),),
        "BEL-C4",
        Message("The contracts there are."),
        choice=PLAYS,
        names=CALL_NAMES,
    ),
    Option(
        "declarations",
        (True, False),
        "BEL-A1",
        Message("Whether sequences and fours are announced."),
        profiles=dict.fromkeys((_COINCHE, _CONTREE, _FFB, "ffb-contree"), False),
        says=(
            Message("Sequences and fours are announced with the first card."),
            Message("No sequence and no four is announced."),
        ),
    ),
    Option(
        "belote",
        ("spoken", "silent"),
        "BEL-R1",
        Message("Whether belote must be said."),
        says=(
            Message("King and queen of trump count 20 if belote is said when one of them is played."),
            Message("King and queen of trump in one hand count 20 without a word."),
        ),
    ),
    Option(
        "undertrump",
        ("owed", "free"),
        "BEL-F3",
        Message("Whether who cannot go over must play a trump that is too low."),
        profiles=dict.fromkeys((_CONTREE, *_FFB_BID), "free"),
        says=(
            Message("Who cannot go over a trump plays one that is too low."),
            Message("Who cannot go over a trump may throw anything."),
        ),
    ),
    Option(
        "partner",
        ("free", "no-excuse"),
        "BEL-F2",
        Message("What who cannot follow owes while the partner wins."),
        says=(
            Message("Who cannot follow plays anything while the partner wins the trick."),
            Message("Who cannot follow trumps even while the partner wins the trick."),
        ),
    ),
    Option(
        "litige",
        ("carried", "dedans"),
        "BEL-S3",
        Message("What happens where both pairs have the same."),
        says=(
            Message("Where both have the same, the takers' points are held for who wins the next deal."),
            Message("Where both have the same, the takers have lost."),
        ),
    ),
    Option(
        "lost_belote",
        ("stays", "goes-over"),
        "BEL-R2",
        Message("Who scores the belote of those who lose."),
        profiles={_CONTREE: "goes-over"},
        says=(
            Message("Who loses the deal keeps the own belote."),
            Message("Who loses the deal loses the own belote to the others."),
        ),
    ),
    Option(
        "score",
        ("made-and-bid", "bid-only", "made-only"),
        "BEL-K2",
        Message("What is written for a bid that was made."),
        says=(
            Message("Points made and points bid are written."),
            Message("Only the points bid are written."),
            Message("Only the points made are written."),
        ),
    ),
    Option(
        "doubled",
        ("all-points", "bid-only"),
        "BEL-K3",
        Message("What a double doubles."),
        profiles={_CONTREE: "bid-only"},
        says=(
            Message("A double counts everything but belote twice, a redouble four times."),
            Message("A double counts the bid twice, a redouble three times."),
        ),
    ),
    Option(
        "belote_helps",
        (True, False),
        "BEL-K1",
        Message("Whether belote counts towards the bid."),
        says=(
            Message("Belote counts towards the bid."),
            Message("Belote does not count towards the bid."),
        ),
    ),
    Option(
        "tens",
        (False, True),
        "BEL-K4",
        Message("Whether points of tricks are written in tens."),
        says=(
            Message("Points of tricks are written as they are."),
            Message("Points of tricks are written in tens, 160 in all."),
        ),
    ),
    Option(
        "generale",
        (False, True),
        "BEL-C5",
        Message("Whether a player may bid to win every trick alone."),
        says=(
            Message("The highest bid is capot."),
            Message("The highest bid is générale: the bidder alone wins every trick, for 500."),
        ),
    ),
    Option(
        "double",
        ("at-once", "in-turn"),
        "BEL-C3",
        Message("When a bid is doubled."),
        profiles=dict.fromkeys(_FFB_BID, "in-turn"),
        says=(
            Message("A bid is doubled at any moment."),
            Message("A bid is doubled by whose turn it is."),
        ),
    ),
    Option(
        "federation",
        (False, True),
        "BEL-K5",
        Message("Whether bids are made and written as by the French federation."),
        profiles=dict.fromkeys(_FFB_BID, True),
        says=(
            Message("A bid is made with the points that were bid."),
            Message("A bid is made with its points and more than the others have; lost, it costs 160 and the bid."),
        ),
    ),
)


# The sheet of Belote: two columns, us and them, with running sums (BEL-G2).


def slate_grid(
    title: str, sides: Sequence[str], total: Sequence[Number], deals: Sequence[tuple[str, DealResult]]
) -> sheet.Grid:
    """Build the slate with a line for each deal: the sums so far, and beside them the deal's addition."""
    plain = sheet.grid(title, sides, total, deals, marked=False)
    rows = tuple(_with_sums(row, deal) for row, (_, deal) in zip(plain.rows, deals, strict=True))
    return replace(plain, rows=rows)


def _with_sums(row: sheet.SheetRow, deal: DealResult) -> sheet.SheetRow:
    if deal.score is None or "void" in deal.detail:
        return row
    sums = zip(row.cells, deal.total, strict=False)  # a cell for each pair, a sum for each seat
    return replace(row, cells=tuple(sheet.Cell(str(so_far), part=cell.text) for cell, so_far in sums))


def slate_lines(
    title: str, sides: Sequence[str], total: Sequence[Number], deals: Sequence[DealResult]
) -> Iterator[str]:
    """Write the slate as text."""
    rows = [(f"deal {deal.deal}", _cells(deal, len(sides))) for deal in deals]
    return sheet.table(title, sides, rows, [str(own) for own in total])


def _cells(deal: DealResult, sides: int) -> list[str]:
    if deal.score is None or "void" in deal.detail:
        return ["?" if deal.score is None else "–"] * sides
    return [str(own) for own in deal.total[:sides]]


class BeloteSlip(Slip):
    """The lines of Belote that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check for 162 points of tricks, or 252 for all (BEL-H2, BEL-S4); bids and tens change the score written."""
        if rules["auction"] != "turn-up" or rules["tens"]:
            return None
        return all_or_shared(line, TOTAL, ALL_TRICKS - TOTAL)

    def factors(self, rules: Rules) -> frozenset[int]:
        """Return the factors: double, and three or four times if redoubled, where the trump is bid for (BEL-K3)."""
        return frozenset((1, 2, 3, 4)) if rules["auction"] == "bidding" else super().factors(rules)

    def chips(self, rules: Rules) -> tuple[int, ...]:
        """Return the points of each sequence and four, and of belote (BEL-A1, BEL-R1)."""
        return worth.chips(SCALE, stock=True) if rules["declarations"] else (worth.STOCK,)

    def beside(self, rules: Rules) -> int:
        """Return the sum of one pair's sequences and fours, and belote (BEL-A1, BEL-R1)."""
        announced = worth.most(SCALE, len(DECK) // rules.seats, 2) if rules["declarations"] else 0
        return announced + worth.STOCK


class BeloteSheet(PairGameSheet[BeloteBook]):
    """The score sheet of Belote."""

    heading = Message("Us and them")

    def grid(
        self, title: str, rules: Rules, book: BeloteBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Draw the sheet of both pairs, with running sums (BEL-G2)."""
        drawn = [(self.head(rules, deal), of_pairs(deal)) for deal in deals]
        return slate_grid(title, sides(rules), total[:2], drawn)

    def lines(
        self, title: str, rules: Rules, book: BeloteBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Write the slate as text."""
        return slate_lines(title, sides(rules), total[:2], deals)

    def head(self, rules: Rules, deal: DealResult) -> str:
        """Return the deal, who took, and the contract."""
        if deal.detail.get("contract") is None:
            return str(deal.deal)
        taker: Seat = deal.detail["declarer"]
        values: dict[str, Field] = {"n": deal.deal, "name": rules.names[taker], "call": deal.detail["contract"]}
        if deal.detail["bid"] is None:
            return Message.of("{n} {name} {call}", values)
        return Message.of("{n} {name} {call2} {call}", {**values, "call2": deal.detail["bid"]})


class BeloteSummary(DealSummary[BeloteState]):
    """Public facts of a deal of Belote apart from its cards."""

    def facts(self, deal: BeloteDeal) -> Message:
        """Return the card turned up, until it is taken; later the taker and the contract."""
        contract, names = deal.own.contract, deal.rules.names
        if contract is None and deal.own.turned:
            return Message("{card} turned up", card=deal.own.turned)
        if contract is None:
            best = bidding.auction(deal).best
            if best is None or best.play is None:
                return NO_WORDS
            values = {"name": names[best.seat], "call": best.call, "call2": best.play}
            return Message.of("{name} {call} {call2}", values)
        if contract.bid is None:
            return contract_words(contract.play, SUITS.get(contract.play), names[contract.taker])
        values = {"name": names[contract.taker], "call": contract.bid, "call2": contract.play}
        message = Message.of("{name} {call} {call2}", values)
        return message if contract.times == 1 else Message.join(" ", (message, Message("x {n}", n=contract.times)))


class BeloteAudit(Audit[BeloteState]):
    """The faults that only Belote can find."""

    def elsewhere(self, deal: BeloteDeal, play: Play) -> Fault | None:
        """Return the fault of a card that another seat has shown, or has taken."""
        return refute.impossible(deal, play, deal.own.holders)

    def find(self, deal: BeloteDeal) -> tuple[Fault, ...]:
        """Return the faults of announcements that the newest card refutes (BEL-A1, BEL-R1)."""
        return tuple(refute.faults(deal, deal.own.fresh, deal.open.cards[-1], TERMS))

    def find_at_end(self, deal: BeloteDeal) -> tuple[Fault, ...]:
        """Check for 162 points if all cards were played (BEL-H2)."""
        return wrong_sum(deal, sum(GAME.points(deal)), TOTAL, "BEL-H2") if deal.over else ()


class BeloteCourse(PairGameCourse[BeloteState, BeloteBook]):
    """The course of a match of Belote."""

    void_passes_on = True  # BEL-B2, BEL-C2

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """Check that a card of this deck is turned up where it is taken or passed (BEL-D2)."""
        if rules["auction"] == "bidding" and event.turned is not None:
            return Message("{game} turns no card up", game=Belote.title)
        if event.turned in DECK or (event.turned is None and rules["auction"] != "turn-up"):
            return None
        return Message("a deal of Belote needs a card turned up, which is taken or passed")

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: BeloteBook) -> Message | None:
        """End the match (BEL-G1, BEL-G3)."""
        proven = tuple(own - book.unproven[pair(seat)] for seat, own in enumerate(total))
        return super().over(rules, number, proven, book)


class BeloteAuction(Auction[BeloteState, BeloteBook]):
    """The words of Belote."""

    names = CALL_NAMES
    number_calls = NUMBERS
    at_any_time = frozenset(("double", "redouble"))

    def act(
        self, deal: BeloteDeal, book: BeloteBook, number: int, event: Event
    ) -> Outcome[BeloteState] | Message | None:
        """Apply the words and acts of a seat (BEL-B1, BEL-B2, BEL-C1 to BEL-C5, BEL-A2, BEL-R1)."""
        match event:
            case Bid() if deal.rules["auction"] == "turn-up":
                return bidding.speak_taking(deal, event)
            case Bid():
                return bidding.speak(deal, event)
            case Declare():
                return bidding.declare(deal, number, event)
            case _:
                return super().act(deal, book, number, event)

    def act_late(self, deal: BeloteDeal, book: BeloteBook, number: int, event: Event) -> Outcome[BeloteState] | None:
        """Apply belote whose second card was a seat's last one (BEL-R1)."""
        if not isinstance(event, Declare) or event.what != "belote" or bidding.no_belote(deal, event):
            return None
        outcome = bidding.declare(deal, number, event)
        return outcome if isinstance(outcome, Outcome) else None

    def begin_play(self, deal: BeloteDeal) -> BeloteDeal | Message:
        """Begin the play once the trump is known; a double without an answer stands."""
        if deal.own.contract is None:
            return Message("nobody has taken") if deal.own.turned else Message("the auction is not over")
        return replace(deal, phase="play")

    def speaker(self, deal: BeloteDeal) -> Seat | None:
        """Return the seat that speaks next; once the contract stands, the leader (BEL-P1)."""
        if deal.phase != "before":
            return deal.leader
        turn = bidding.speaker(deal) if deal.own.turned else bidding.auction(deal).turn
        return deal.leader if turn is None else turn

    def taker(self, deal: BeloteDeal) -> Seat | None:
        """Return the seat that has taken, or bid highest."""
        return deal.own.contract.taker if deal.own.contract else None

    def numbers(self, deal: BeloteDeal, seat: Seat) -> range:
        """Return the numbers that a seat can bid (BEL-C1)."""
        return NUMBERS if deal.rules["auction"] == "bidding" and deal.phase == "before" else NONE

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (BEL-B1, BEL-C1, BEL-C3 to BEL-C5)."""
        suits = {play: Message("trump {suit}", suit=suit) for play, suit in SUITS.items()}
        return {
            TAKE: Message("the suit turned up is trump"),
            **suits,
            "no-trump": Message("no suit is trump"),
            "all-trump": Message("every suit is trump"),
            CAPOT: Message("every trick, for {n}", n=250),
            GENERALE: Message("every trick alone, for {n}", n=500),
            DOUBLE: Message("x {n}", n=2),
            REDOUBLE: Message("x {n}", n=4),
        }


class Belote(PairGame[BeloteState, BeloteBook]):
    """The game that most French people play; with bids it is Coinche, or Contrée (BEL-D1)."""

    name = "belote"
    title = "Belote"
    wording = Wording("Game of Belote", "Belote (Spiel)", "Jeu de belote", "Belote (gioco)", "ブロット(ゲーム)")
    known_as = everywhere("Belote", "ブロット")
    other_names = ("Belote classique", "Belote coinchée", "Coinche", "Contrée", "ブロット")
    deck = DECK
    own_country = "french"
    ranks, trump_ranks = PLAIN, TRUMP
    worth = POINTS
    trump_worth = TRUMP_POINTS
    last_trick_worth = LAST_TRICK
    first_phase = "before"
    count_rule = "BEL-H2"
    early_rules = frozenset(("BEL-A2", "BEL-R1"))
    options: ClassVar = OPTIONS
    slip = BeloteSlip()
    sheet = BeloteSheet()
    summary = BeloteSummary()
    audit = BeloteAudit()
    course = BeloteCourse()
    auction = BeloteAuction()

    duty_of = staticmethod(duty)

    def open_book(self, rules: Rules) -> BeloteBook:
        """Return an empty book: no points are held."""
        return BeloteBook()

    def opening(self, rules: Rules, event: DealStart, book: BeloteBook) -> BeloteState:
        """Return the state with the card turned up, if there is one."""
        return BeloteState(turned=event.turned)

    def layout(self, deal: BeloteDeal) -> Layout:
        """Return the hands as played, the taker's with the card turned up (BEL-B3), and the places of shown cards."""
        return refute.layout(self.deck, deal, deal.own.holders)

    def duty(self, deal: BeloteDeal, card: Card) -> Duty:
        """Return the duty of the seat whose turn it is (BEL-F1 to BEL-F4)."""
        return duty(deal, deal.to_play, card)

    def follow_data(self, deal: BeloteDeal, seat: Seat) -> FollowData | None:
        """Return the follow rule of the open trick as data; the partner's trick excuses from some of it."""
        contract = deal.own.contract
        return None if deal.led is None or contract is None else _rule(deal, contract.play, seat).as_data(deal.trump)

    def strength(self, deal: BeloteDeal, trick: Trick, card: Card) -> int:
        """Rank a card in a trick (BEL-W2)."""
        contract = deal.own.contract
        return strength(card, trick.cards[0], contract.play) if contract else super().strength(deal, trick, card)

    def card_points(self, deal: BeloteDeal, card: Card) -> int:
        """Return a card's points (BEL-H1, BEL-H3)."""
        return points(card, deal.own.contract.play) if deal.own.contract else super().card_points(deal, card)

    def played(self, deal: BeloteDeal) -> BeloteDeal:
        """Mark the announcements that the newest card refutes."""
        fresh = refute.newly_refuted(deal, TERMS) if deal.own.claims else ()
        return refute.marked(deal, fresh) if fresh or deal.own.fresh else deal

    def score(self, deal: BeloteDeal, won: Won, book: BeloteBook) -> Score[BeloteBook]:
        """Score the deal (BEL-S1 to BEL-S4, BEL-K1 to BEL-K4)."""
        contract = deal.own.contract
        if contract is None:
            return Score("BEL-S1", self.of_seats((0, 0)), book)
        count = score.counted(deal, won, contract)
        paper = score.written(count, contract, deal.rules, book.held_points)
        lines = [BreakdownLine(why, own) for why, own in score.breakdown_lines(paper, deal.rules.seats)]
        hold = paper.newly_held if contract.bid is None else book.held_points
        detail = _detail(deal, count, hold)
        remarks = (Message("{n} points are held for the next deal", n=hold),) if paper.newly_held else ()
        after = BeloteBook(hold, score.unproven(count, paper) if deal.rules["federation"] else (0, 0))
        return Score(paper.rule, self.of_seats(paper.sums), after, counting(*lines), remarks, detail)


def _detail(deal: BeloteDeal, count: score.DealCount, hold: int) -> dict[str, Any]:
    """Return the facts of the score for the record of results."""
    contract = deal.own.contract
    assert contract is not None  # noqa: S101 - a deal without one is not counted
    detail = {
        "declarer": contract.taker,
        "contract": contract.play,
        "bid": contract.bid,
        "times": contract.times,
        "won": count.won,
        "weis": [count.weis[seat % 2] for seat in range(deal.rules.seats)],
        "belote": [count.belote[seat % 2] for seat in range(deal.rules.seats)],
    }
    return detail | ({"held": hold} if hold else {})


GAME = Belote()

"""Bridge: an auction names the contract, and the declarer plays it with an open dummy (games.md section 11)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.games import claims, follow_rule
from controller.games.bridge import claims as bridge_claims
from controller.games.bridge import dummy
from controller.games.bridge.auction import bid_words, speak, speaker
from controller.games.bridge.score import RUBBER, settlement
from controller.games.bridge.score import vulnerable as vulnerable_in_rubber
from controller.games.bridge.slip import BridgeSlip
from controller.games.bridge.state import (
    DENOMINATIONS,
    DOUBLE,
    LEVELS,
    OWN_VULNERABLE,
    PASS,
    REDOUBLE,
    UNPLAYED,
    BridgeBook,
    BridgeDeal,
    BridgeState,
    vulnerable,
)
from controller.games.bridge.words import CALL_NAMES
from controller.games.claims import CallClaims
from controller.games.follow_rule import DECK, FollowRule, follow, printed_suit
from controller.games.pair_game import PairGameSheet, PairGameSides, pair
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, Scores, Seat
from controller.record.message import Message
from controller.record.naming import number_of
from controller.rules import sheet
from controller.rules.deal import Deal, Trick
from controller.rules.duty import Duty, FollowData
from controller.rules.game import Game
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, DealSummary, MatchRules, OpenHands, Outcome
from controller.rules.results import NO_WORDS, DealResult, Number
from controller.rules.sheet import Cell, Grid, SheetRow
from controller.rules.speech import everywhere

# The house rules of Bridge, each with the values that players know it by.

OPTIONS: Final = (
    Option(
        "form",
        ("duplicate", "in-rubbers"),
        "BRI-S1",
        Message("How deals are scored."),
        profiles={"rubber": "in-rubbers"},
        says=(
            Message("Each board is scored by itself, and its number says who is vulnerable."),
            Message("Rubbers are scored: a side that has won a game is vulnerable, and the second game wins."),
        ),
    ),
    Option(
        "board",
        (1, 17),
        "BRI-V1",
        Message("The number of the first board, where each board is scored by itself."),
        free=True,
    ),
    Option(
        "boards",
        (0, 16),
        "BRI-G1",
        Message("After how many boards the match ends; 0: when the players stop."),
        free=True,
    ),
    Option(
        "honours",
        (True, False),
        "BRI-R4",
        Message("Whether honours in one hand count, where rubbers are scored."),
        says=(
            Message("In rubbers four or five honours of the trump suit in one hand count, and four aces at no trump."),
            Message("Honours do not count."),
        ),
    ),
    Option(
        "rubbers",
        (1, 0),
        "BRI-G2",
        Message("After how many rubbers the match ends; 0: when the players stop."),
        free=True,
    ),
)


_TRICK: Final = {"no-trump": "40, 30"} | dict.fromkeys(("clubs", "diamonds"), "20")


class BridgeSheet(PairGameSheet[BridgeBook]):
    """The score sheet of Bridge."""

    def lines(
        self, title: str, rules: Rules, book: BridgeBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Yield a column for each pair; for rubbers also games and points below the line."""
        yield from super().lines(title, rules, book, total, deals)
        if rules["form"] == RUBBER:
            yield f"games: {book.games[0]}, {book.games[1]}"
            yield f"below the line: {book.below[0]}, {book.below[1]}"

    def grid(
        self, title: str, rules: Rules, book: BridgeBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Draw the sheet in cells."""
        grid = super().grid(title, rules, book, total, deals)
        if rules["form"] != RUBBER:
            return grid
        games = SheetRow(Message("Games"), tuple(Cell(str(own)) for own in book.games))
        below = SheetRow(Message("Below the line"), tuple(Cell(str(own)) for own in book.below))
        return replace(grid, foot=(games, below, *grid.foot))

    def head(self, rules: Rules, deal: DealResult) -> str:
        """Return the deal, its declarer and the contract; for a passed-out deal only its number."""
        if deal.detail.get("contract") is None:
            return str(deal.deal)
        level, denomination = deal.detail["contract"].split()
        return sheet.taken_head(rules.names, deal, bid_words(level, denomination), "declarer")


class BridgeSummary(DealSummary[BridgeState]):
    """Public facts of a deal of Bridge apart from its cards."""

    def needed(self, deal: BridgeDeal, seat: Seat) -> int | None:
        """Return a side's tricks to win: the declarer's fulfils the contract, the other one defeats it (BRI-B1)."""
        contract = dummy.contract_in_play(deal) if deal.phase == "play" else None
        if contract is None:
            return None
        return contract.needed if pair(seat) == pair(contract.declarer) else deal.size - contract.needed + 1

    def remark(self, deal: BridgeDeal, seats: tuple[Seat, ...]) -> Message | None:
        """Return a remark that partners are vulnerable; None where they are not, and for a single seat (BRI-V1)."""
        return Message("vulnerable") if len(seats) > 1 and deal.own.vulnerable[pair(seats[0])] else None

    def facts(self, deal: BridgeDeal) -> Message:
        """Return the contract and its declarer, and the claim that stands."""
        contract = dummy.contract_in_play(deal)
        if contract is None:
            return NO_WORDS
        bid = bid_words(contract.level, contract.denomination)
        parts = [Message("{bid} by {name}", bid=bid, name=deal.rules.names[contract.declarer])]
        if contract.times > 1:
            parts.append(Message("redoubled") if contract.times > 2 else Message("doubled"))
        if claimed := claims.describe(deal):
            parts.append(claimed)
        return Message.join(", ", parts)


class BridgeHands(OpenHands[BridgeState]):
    """The hand that lies open in Bridge."""

    open = staticmethod(dummy.open_hands)

    def player(self, deal: BridgeDeal, seat: Seat) -> Seat:
        """Return the player of a seat's cards: the declarer plays dummy's (BRI-P2)."""
        contract = dummy.contract_in_play(deal) if deal.phase == "play" else None
        return contract.declarer if contract and seat == contract.dummy else seat

    def name(self, deal: BridgeDeal, seat: Seat) -> str:
        """Return the name of a hand's player, marked where the hand is dummy's (BRI-P2)."""
        who = self.player(deal, seat)
        name = deal.rules.names[who]
        return name if who == seat else Message("{name} (from dummy)", name=name)


class BridgeCourse(MatchRules[BridgeState, BridgeBook]):
    """The course of a match of Bridge."""

    void_passes_on = True  # BRI-D1, BRI-V1

    def has_own_dealer(self, event: DealStart) -> bool:
        """Whether the board has a number of its own, because it comes from elsewhere (BRI-V1)."""
        return "board" in (event.about or {})

    def cannot_void(self, rules: Rules, why: str) -> Message | None:
        """Check that the reason is a misdeal, or a board that is not played (BRI-V1)."""
        return None if why == UNPLAYED else super().cannot_void(rules, why)

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: BridgeBook) -> Message | None:
        """End the match (BRI-G1, BRI-G2)."""
        if rules["form"] == RUBBER:
            rubbers = int(str(rules["rubbers"]))
            return Message("the rubber is over") if rubbers and book.rubbers >= rubbers else None
        boards = int(str(rules["boards"]))
        if not boards or book.deals < boards:
            return None
        return Message.counted("{n} board was played", "all {n} boards were played", boards, n=boards)


class BridgeAuction(Auction[BridgeState, BridgeBook]):
    """The words of Bridge."""

    names = CALL_NAMES

    def act(
        self, deal: BridgeDeal, book: BridgeBook, number: int, event: Event
    ) -> Outcome[BridgeState] | Message | None:
        """Apply a call in turn (BRI-B1), a claim or its answer (BRI-C1), or dummy's hand (BRI-P2)."""
        if isinstance(event, Bid) and event.call in claims.CALLS:
            return bridge_claims.act(deal, event)
        if isinstance(event, Bid):
            return speak(deal, event)
        if isinstance(event, Declare) and event.what == "hand":
            return dummy.lay_down(deal, event, DECK)
        return super().act(deal, book, number, event)

    def begin_play(self, deal: BridgeDeal) -> BridgeDeal | Message:
        """Begin the play once the auction is over."""
        who = speaker(deal)
        if who is None:
            return replace(deal, phase="play")
        return Message("it is for {name} to call", name=deal.rules.names[who])

    def speaker(self, deal: BridgeDeal) -> Seat | None:
        """Return the seat that calls next; once the auction is over, the leader (BRI-P1)."""
        who = speaker(deal)
        return deal.leader if who is None else who

    def taker(self, deal: BridgeDeal) -> Seat | None:
        """Return the declarer (BRI-B5)."""
        contract = dummy.contract_in_play(deal) if deal.phase == "play" else None
        return contract.declarer if contract else None

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (BRI-B1 to BRI-B3, BRI-S1)."""
        return {
            LEVELS[0]: Message("so many tricks above six, up to seven"),
            **{
                word: Message("{points} points a trick bid and made", points=_TRICK.get(word, "30"))
                for word in DENOMINATIONS
            },
            PASS: Message("no bid"),
            DOUBLE: Message("the other side's contract counts double"),
            REDOUBLE: Message("what was doubled counts four times"),
            claims.CLAIM: Message("so many of the tricks that are left"),
            claims.CONCEDE: claims.TOLD[claims.CONCEDE],
        }


class Bridge(Game[BridgeState, BridgeBook]):
    """Take as many tricks as your side has bid."""

    name = "bridge"
    title = "Bridge"
    wording = everywhere("Bridge", "ブリッジ")
    other_names = ("Contract Bridge", "Duplicate Bridge", "Rubber Bridge", "コントラクトブリッジ")
    seats = (4,)
    seat_letters = (Message("N"), Message("E"), Message("S"), Message("W"))
    clockwise = True
    deck = DECK
    options = OPTIONS
    slip = BridgeSlip()
    sheet = BridgeSheet()
    summary = BridgeSummary()
    hands = BridgeHands()
    course = BridgeCourse()
    sides = PairGameSides()
    auction = BridgeAuction()
    claims = CallClaims()

    layout = staticmethod(dummy.layout)
    settle = staticmethod(settlement)

    def open_book(self, rules: Rules) -> BridgeBook:
        """Return the book before the first board."""
        return BridgeBook()

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: BridgeBook) -> BridgeDeal:
        """Open a deal of thirteen cards each; the dealer calls first (BRI-D1, BRI-B1, BRI-V1, BRI-R1)."""
        seats, size = tuple(range(rules.seats)), len(self.deck) // rules.seats
        board = int(str(rules["board"])) + book.deals
        state = BridgeState(board, vulnerable(board))
        if rules["form"] == RUBBER:
            state = BridgeState(book.deals + 1, vulnerable_in_rubber(book))
        about = event.about or {}
        if rules["form"] != RUBBER:
            board = number_of(about.get("board", "")) or board
            state = BridgeState(board, OWN_VULNERABLE.get(about.get("vulnerable", ""), vulnerable(board)))
        state = replace(state, about=tuple(about.items()))
        return Deal(number, event.dealer, rules, seats, size, event.dealer, state, phase="before")

    def duty(self, deal: BridgeDeal, card: Card) -> Duty:
        """Return the duty of the seat that plays a card (BRI-F1)."""
        return follow_rule.follow_suit(DECK, deal, card, "BRI-F1")

    def follow_data(self, deal: BridgeDeal, seat: Seat) -> FollowData | None:
        """Return the follow rule as data (BRI-F1)."""
        return FollowRule(DECK, printed_suit, lambda card, _: -DECK.index(card), follow("BRI-F1")).as_data(deal.trump)

    def strength(self, deal: BridgeDeal, trick: Trick, card: Card) -> int:
        """Rank a card in a trick (BRI-W1)."""
        return follow_rule.strength(DECK, trick, card, deal.trump)

    def card_points(self, deal: BridgeDeal, card: Card) -> Number:
        """Return no points: tricks count, and cards nothing."""
        return 0

    def ruled(
        self, deal: BridgeDeal, book: BridgeBook, total: tuple[Number, ...], score: Scores
    ) -> tuple[BridgeBook, tuple[Number, ...], Scores]:
        """Give both seats of a pair the score that an arbiter sets for it."""
        return super().ruled(deal, book, total, tuple(score[pair(seat)] for seat in range(deal.rules.seats)))


GAME = Bridge()

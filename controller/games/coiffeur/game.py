"""Coiffeur-Schieber: every contract once for each side, three or four seats (games.md section 1)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from controller.games import follow_rule, jass
from controller.games.coiffeur.auction import CONTRACTS, SUITS, CoiffeurAuction, Contract, contracts, side, speak
from controller.games.coiffeur.board import (
    MATCH,
    MULTIPLIERS,
    ROW_MARKS,
    CoiffeurBoard,
    drawn_grid,
    drawn_sheet,
    four_seats,
    rank_row,
    write_match,
)
from controller.games.coiffeur.words import CALL_NAMES
from controller.games.follow_rule import FollowRule
from controller.games.jass import TOTAL
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, Scores, Seat
from controller.record.message import Message
from controller.rules.deal import AnyDeal, Deal, Trick
from controller.rules.duty import FREE, Duty, FollowData
from controller.rules.game import Game, Settlement, Tie
from controller.rules.layout import all_in_hands
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, DealSummary, Fault, GameSides, MatchRules, Outcome, ScoreSheet, Slip
from controller.rules.results import NO_WORDS, Amounts, Breakdown, BreakdownLine, DealResult, Number, counting, of_seats
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.sheet import Grid
from controller.rules.speech import contract_words, everywhere

# The scores that a deal of Coiffeur can have, for slips that are entered by hand.

_POINTS = (*range(TOTAL + 1), MATCH)
"""The points that a declarer can make (COI-S1, COI-S2)."""


# The numbers behind a score of Coiffeur: cards, last trick, match, multiplier, marks (COI-S1 to COI-S7).


def breakdown(
    deal: AnyDeal,
    contract: Contract,
    boards: tuple[CoiffeurBoard, CoiffeurBoard],
    points: Sequence[int],
    score: Scores,
) -> Breakdown:
    """Return the parts of the points written for the declarer's side, and the marks that the deal brings.

    Args:
        deal: the deal as it was played.
        contract: the deal's contract.
        boards: the boards before and after the deal.
        points: card points, by seat.
        score: the deal's score, by seat.
    """
    rules = deal.rules
    mine = [seat for seat in deal.seats if side(rules, seat) == side(rules, contract.declarer)]
    parts = _of_side(deal, points, mine)
    if rules.seats == 3:
        return Breakdown(score=parts, marks=_marks(contract, *boards))
    multiplier = MULTIPLIERS[contract.row]
    tens = Message("each full ten of the points counts {n}", n=multiplier)
    written = tuple(own if seat in mine else None for seat, own in enumerate(score))
    return Breakdown(parts, counting(BreakdownLine(tens, written)))


def _of_side(deal: AnyDeal, points: Sequence[int], mine: Sequence[int]) -> tuple[BreakdownLine, ...]:
    """Return the points of the declarer's side: its cards, the last trick, and 100 for a match (COI-S1, COI-S2)."""
    seats, tricks = len(points), follow_rule.tricks_won(deal)

    def side_sum(amounts: Amounts) -> Amounts:
        return of_seats(seats, mine, sum(amounts[seat] or 0 for seat in mine))

    lines = [BreakdownLine(line.why, side_sum(line.amounts)) for line in jass.points_told(deal, points)]
    every = sum(tricks[seat] for seat in mine) == deal.size
    bonus = MATCH - sum(points[seat] for seat in mine) if every else 0
    return counting(*lines, BreakdownLine(Message("match"), of_seats(seats, mine, bonus)))


def _marks(contract: Contract, before: CoiffeurBoard, after: CoiffeurBoard) -> tuple[BreakdownLine, ...]:
    """Return the marks of a match or a counter-match, and those of the row if it is full now (COI-S2 to COI-S4)."""
    won = zip(after.strokes, before.strokes, after.circles, before.circles, strict=True)
    match = tuple(now - then - (lost - lost_then) for now, then, lost, lost_then in won)
    row = after.ranked.get(contract.row, ()) if contract.row not in before.ranked else ()
    full = Message("the row of {call} is full", call=contract.row)
    return counting(BreakdownLine(Message("every trick, or none"), match), BreakdownLine(full, row))


CoiffeurDeal = Deal[CoiffeurAuction]
Written = tuple[CoiffeurBoard, tuple[int | None, ...], Tie | None]
"""The board after a deal, the points written for each seat, and the seats that must draw before the row is ranked."""


class CoiffeurSlip(Slip):
    """The lines of Coiffeur that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that the declarer's side alone scores (COI-S1, COI-S2, COI-S7)."""
        rows = MULTIPLIERS if len(line.points) != 3 else ()
        counted = {four_seats(points, row) for points in _POINTS for row in rows} or {*_POINTS}
        if why := one_scores(line, 0, max(counted)):
            return why
        scored = sum(line.points)
        return Message("no contract counts {n}", n=scored) if line.deals == 1 and scored not in counted else None


class CoiffeurSheet(ScoreSheet[CoiffeurBoard]):
    """The score sheet of Coiffeur."""

    heading = Message("Coiffeur board")
    counts_in_strokes = True

    def lines(
        self, title: str, rules: Rules, book: CoiffeurBoard, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Yield the lines of the board (COI-S8)."""
        return drawn_sheet(title, rules, book, contracts(rules), sides(rules))

    def grid(
        self, title: str, rules: Rules, book: CoiffeurBoard, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Build the board (COI-S8); partners 0 and 2, 1 and 3 have the same sums."""
        played = {
            (side(rules, deal.detail["declarer"]), deal.detail["contract"]): deal.deal
            for deal in deals
            if "declarer" in deal.detail
        }
        return drawn_grid(title, rules, book, contracts(rules), sides(rules), total, played)


class CoiffeurSummary(DealSummary[CoiffeurAuction]):
    """Public facts of a deal of Coiffeur apart from its cards."""

    def facts(self, deal: CoiffeurDeal) -> Message:
        """Return the contract and its declarer."""
        contract = deal.own.contract
        if contract is None:
            return NO_WORDS
        name, row, play = deal.rules.names[contract.declarer], contract.row, contract.play
        if play in (row, None):
            return contract_words(row, SUITS.get(row), name)
        return Message("{call} as {call2} ({name})", call=row, call2=str(play), name=name)


class CoiffeurCourse(MatchRules[CoiffeurAuction, CoiffeurBoard]):
    """The course of a match of Coiffeur."""

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: CoiffeurBoard) -> Message | None:
        """End the match once every side has played every contract: 30, 16 or 32 deals."""
        full = len(book.written) == len(contracts(rules)) * len(sides(rules))
        return Message("every contract has been played") if full else None


class CoiffeurSides(GameSides[CoiffeurAuction]):
    """The sides of Coiffeur."""

    def opponent(self, deal: CoiffeurDeal, seat: Seat) -> Seat | None:
        """Return an opponent: partners and declarer play against the others; four alone have no other side."""
        against = [other for other in deal.seats if side(deal.rules, other) != side(deal.rules, seat)]
        if deal.rules.seats == len(sides(deal.rules)) and seat != _contract(deal).declarer:
            return _contract(deal).declarer
        return against[0]

    def partners(self, rules: Rules) -> tuple[tuple[Seat, ...], ...]:
        """Return the partners 0 and 2, 1 and 3 (COI-D3)."""
        return ((0, 2), (1, 3)) if _are_partners(rules) else super().partners(rules)


class CoiffeurCalls(Auction[CoiffeurAuction, CoiffeurBoard]):
    """The words of Coiffeur."""

    names = CALL_NAMES

    def act(
        self, deal: CoiffeurDeal, book: CoiffeurBoard, number: int, event: Event
    ) -> Outcome[CoiffeurAuction] | Message | None:
        """Apply a bid of the auction (COI-B1 to COI-B5); the declarer leads (COI-P1)."""
        if not isinstance(event, Bid):
            return super().act(deal, book, number, event)
        after = speak(deal.own, event)
        if isinstance(after, Fault):
            return Outcome(deal, (after,))
        deal = replace(deal, own=after)
        contract = after.contract
        if contract is None or contract.missing:
            return Outcome(deal)
        return Outcome(replace(deal, phase="play", leader=contract.declarer, trump=SUITS.get(contract.play or "")))

    def begin_play(self, deal: CoiffeurDeal) -> CoiffeurDeal | Message:
        """Begin the play once the contract is complete."""
        contract = deal.own.contract
        missing = contract.missing if contract else Message("no contract has been named")
        return missing or deal

    def calls(self, seats: int) -> Mapping[str, Message]:
        """Return the contracts, with the marks of their rows or their multipliers (COI-S4, COI-S7)."""
        if seats == 3:
            return {row: Message("row of {n}", n=ROW_MARKS.get(row, 1)) for row in CONTRACTS}
        return {row: Message("x {n}", n=times) for row, times in MULTIPLIERS.items()}

    def speaker(self, deal: CoiffeurDeal) -> Seat | None:
        """Return the seat that must speak, or the declarer while part of the contract is missing (COI-B1, COI-B5)."""
        contract = deal.own.contract
        return contract.declarer if contract else deal.own.speaker


class Coiffeur(Game[CoiffeurAuction, CoiffeurBoard]):
    """Coiffeur-Schieber."""

    name = "coiffeur"
    title = "Coiffeur"
    wording = everywhere("Coiffeur-Schieber", "コアフュール")
    other_names = ("Coiffeur-Schieber Jass", "コアフュール・シーバー", "コアフュール・シーバー・ヤス", "Quoi faire")
    seats = (3, 4)
    deck = jass.DECK
    count_rule = "JASS-6"
    sheet_rules = frozenset(("COI-B2", "COI-B3", "COI-B4"))
    options = (
        Option(
            "partners",
            (True, False),
            "COI-D3",
            Message("Whether four players play as partners, 0 and 2 against 1 and 3."),
            says=(
                Message("Four play as partners, each with the player opposite."),
                Message("Four play each for themselves."),
            ),
        ),
        Option(
            "puur_exempt",
            (False, True),
            "COI-F2",
            Message("Whether the bare trump jack need not follow a trump lead."),
            profiles={"swiss": True},
            says=(
                Message("The trump jack follows a trump like any other trump."),
                Message("The trump jack may be kept back where it is the only trump in the hand."),
            ),
        ),
        Option(
            "only_trumps",
            ("under", "free", "over"),
            "COI-F4c",
            Message("What a hand of trumps only plays on a trump."),
            profiles={"swiss": "free"},
            says=(
                Message("Who holds only trumps plays a lower one on a trump if able."),
                Message("Who holds only trumps may play any of them on a trump."),
                Message("Who holds only trumps plays a higher one on a trump if able."),
            ),
        ),
    )
    slip = CoiffeurSlip()
    sheet = CoiffeurSheet()
    summary = CoiffeurSummary()
    course = CoiffeurCourse()
    sides = CoiffeurSides()
    auction = CoiffeurCalls()

    layout = staticmethod(all_in_hands)

    def open_book(self, rules: Rules) -> CoiffeurBoard:
        """Return an empty board."""
        none = (0,) * len(sides(rules))
        return CoiffeurBoard(strokes=none, circles=none)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: CoiffeurBoard) -> CoiffeurDeal:
        """Open a deal (COI-D1 to COI-D3); the auction begins with forehand."""
        forehand = (event.dealer + 1) % rules.seats
        seats = tuple(range(rules.seats))
        open_rows = tuple(_open_rows(rules, book, side(rules, seat)) for seat in seats)
        size, auction = len(self.deck) // rules.seats, CoiffeurAuction(rules, forehand, open_rows)
        return Deal(number, event.dealer, rules, seats, size, forehand, auction, phase="before")

    def duty(self, deal: CoiffeurDeal, card: Card) -> Duty:
        """Return the duty of the seat that plays a card (COI-F1 to COI-F4)."""
        return FREE if deal.led is None else _rule(deal).duty(deal.open, deal.trump, card)

    def follow_data(self, deal: CoiffeurDeal, seat: Seat) -> FollowData | None:
        """Return the follow rule of the open trick as data (COI-F1 to COI-F4)."""
        return _rule(deal).as_data(deal.trump)

    def strength(self, deal: CoiffeurDeal, trick: Trick, card: Card) -> int:
        """Rank a card in the order of this trick (JASS-8)."""
        turned = _contract(deal).reversed(deal.number_of_trick)
        return jass.strength_turned(card, trick.cards[0].suit, deal.trump, turned=turned)

    def card_points(self, deal: CoiffeurDeal, card: Card) -> int:
        """Return a card's points (JASS-4, JASS-5)."""
        return jass.points(card, deal.trump, eights=deal.trump is None)

    def last_trick_bonus(self) -> int:
        """Return the bonus of the last trick (JASS-6)."""
        return jass.LAST_TRICK

    def settle(
        self, deal: CoiffeurDeal, book: CoiffeurBoard, total: tuple[Number, ...]
    ) -> Settlement[CoiffeurBoard] | Tie:
        """Score the deal (COI-S1 to COI-S7); the sheet's sums follow from the board."""
        contract, rules = _contract(deal), deal.rules
        points, tricks = jass.points_won(deal, lambda card: self.card_points(deal, card)), follow_rule.tricks_won(deal)
        mine = [seat for seat in deal.seats if side(rules, seat) == side(rules, contract.declarer)]
        number = sum(points[seat] for seat in mine)
        if sum(tricks[seat] for seat in mine) == deal.size:
            number = MATCH
        settled = _three(deal, book, number, tricks) if rules.seats == 3 else _four(deal, book, number)
        board, score, tie = settled
        sums = self._totals(rules, board)
        detail = {"declarer": contract.declarer, "contract": contract.row, "as": contract.play}
        detail |= {"start": contract.start, "trump": deal.trump}
        settlement = Settlement(
            points, score, sums, board, detail, breakdown(deal, contract, (book, board), points, score)
        )
        return replace(tie, so_far=settlement) if tie else settlement

    def ruled(
        self, deal: CoiffeurDeal, book: CoiffeurBoard, total: tuple[Number, ...], score: Scores
    ) -> tuple[CoiffeurBoard, tuple[Number, ...], Scores]:
        """Write the declarer's number as set; null leaves the contract open, and a row now level stays open."""
        contract, rules = deal.own.contract, deal.rules
        if contract is None:
            return book, self._totals(rules, book), (None,) * rules.seats
        number, mine = score[contract.declarer], side(rules, contract.declarer)
        if number is None:
            return book, self._totals(rules, book), (None,) * rules.seats
        board = replace(book, written={**book.written, (mine, contract.row): int(number)})
        if rules.seats == 4:
            counted: Scores = tuple(number if side(rules, seat) == mine else 0 for seat in deal.seats)
            return board, self._totals(rules, board), counted
        ranked = rank_row(board, contract.row, rules.seats, deal.draws)
        board = board if isinstance(ranked, Tie) else ranked
        if deal.scorable:
            board = write_match(board, contract.declarer, follow_rule.tricks_won(deal))
        counted = tuple(number if seat == contract.declarer else None for seat in deal.seats)
        return board, self._totals(rules, board), counted

    def _totals(self, rules: Rules, board: CoiffeurBoard) -> tuple[Number, ...]:
        by_side = board.totals() if rules.seats == 3 else _sums(board, len(sides(rules)))
        return tuple(by_side[side(rules, seat)] for seat in range(rules.seats))


def _rule(deal: CoiffeurDeal) -> FollowRule:
    only_trumps = cast("jass.OnlyTrumps", deal.rules["only_trumps"])
    return jass.usual_rule(puur_exempt=bool(deal.rules["puur_exempt"]), only_trumps=only_trumps)


def sides(rules: Rules) -> tuple[str, ...]:
    """Return the names of the sides: seats, or pairs of partners."""
    names = rules.names
    return tuple(f"{names[one]}+{names[one + 2]}" for one in (0, 1)) if _are_partners(rules) else names


def _are_partners(rules: Rules) -> bool:
    return rules.seats == 4 and bool(rules["partners"])


def _open_rows(rules: Rules, board: CoiffeurBoard, who: int) -> frozenset[str]:
    return frozenset(row for row in contracts(rules) if (who, row) not in board.written)


def _contract(deal: CoiffeurDeal) -> Contract:
    return cast("Contract", deal.own.contract)


def _three(deal: CoiffeurDeal, board: CoiffeurBoard, number: int, tricks: tuple[int, ...]) -> Written:
    """Write the declarer's number, the marks of a match, and those of a row that is now full (COI-S1 to COI-S5)."""
    contract = _contract(deal)
    written = {**board.written, (contract.declarer, contract.row): number}
    board = replace(board, written=written)
    ranked = rank_row(board, contract.row, 3, deal.draws)
    score = tuple(number if seat == contract.declarer else None for seat in deal.seats)
    if isinstance(ranked, Tie):
        return write_match(board, contract.declarer, tricks), score, ranked
    return write_match(ranked, contract.declarer, tricks), score, None


def _four(deal: CoiffeurDeal, board: CoiffeurBoard, number: int) -> Written:
    """Write the declarer's side's score; the other side scores nothing (COI-S7)."""
    contract, rules = _contract(deal), deal.rules
    mine, value = side(rules, contract.declarer), four_seats(number, contract.row)
    score = tuple(value if side(rules, seat) == mine else 0 for seat in deal.seats)
    return replace(board, written={**board.written, (mine, contract.row): value}), score, None


def _sums(board: CoiffeurBoard, count: int) -> tuple[int, ...]:
    return tuple(sum(own for (who, _), own in board.written.items() if who == one) for one in range(count))


GAME = Coiffeur()

"""Schieber: two pairs, the contract named by forehand or pushed to its partner, to 1000 points (games.md section 7)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from controller.games import claims, jass
from controller.games.claims import CallClaims
from controller.games.faults import refused, wrong_sum
from controller.games.pair_game import PAIRS, SEATS, pair, sides
from controller.games.schieber import announce, counts
from controller.games.schieber import score as scoring
from controller.games.schieber.counts import DOUBLED, SCALES, terms
from controller.games.schieber.score import SchieberBook
from controller.games.schieber.state import (
    CONTRACTS,
    PUSH,
    SUITS,
    THANKS,
    USUAL,
    SchieberContract,
    SchieberDeal,
    SchieberState,
    speaker,
)
from controller.games.schieber.words import CALL_NAMES
from controller.games.weis import refute, worth
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, Scores, Seat
from controller.record.message import Listed, Message
from controller.rules import sheet
from controller.rules.deal import Deal, Trick
from controller.rules.duty import Duty, FollowData
from controller.rules.game import Game, Settlement
from controller.rules.layout import Layout
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, DealSummary, Fault, GameSides, MatchRules, Outcome, ScoreSheet, Slip
from controller.rules.results import NO_WORDS, DealResult, Number
from controller.rules.score.slip import SlipLine, all_or_shared
from controller.rules.sheet import Grid
from controller.rules.speech import Wording, contract_words

# Naming the contract, pushing it to the partner, and giving thanks (SCH-B1, SCH-B2, SCH-B3, SCH-G3).


def speak(deal: SchieberDeal, event: Bid) -> Outcome[SchieberState]:
    """Apply a contract or a push to the deal, or return the deal with its fault."""
    table, who = deal.own, speaker(deal)
    contract = table.contract
    if contract and contract.missing and (event.seat, event.call) == (who, contract.play) and event.start:
        return _named(deal, replace(contract, start=event.start))
    name = deal.rules.names[event.seat]
    if contract or event.seat != who:
        turn = Message("it was for {name} to bid", name=deal.rules.names[who])
        why = Message("the contract was named already") if contract else turn
        return refused(deal, event, "SCH-B1", why)
    if event.call == PUSH and not table.pushed:
        return Outcome(replace(deal, own=replace(table, pushed=True)))
    if event.call == PUSH:
        text = Message("{name} pushed, but must name a contract.", name=name)
        return Outcome(deal, (Fault("illegal-bid", event.seat, "SCH-B2", text),))
    if event.call not in _contracts(deal):
        text = Message("{name} named {call}, which is not played at this table.", name=name, call=event.call)
        return Outcome(deal, (Fault("illegal-bid", event.seat, "SCH-B3", text),))
    return _named(deal, SchieberContract(event.seat, event.call, event.start))


def _contracts(deal: SchieberDeal) -> tuple[object, ...]:
    chosen = deal.rules["contracts"]
    return chosen if isinstance(chosen, tuple) else ()


def _named(deal: SchieberDeal, contract: SchieberContract) -> Outcome[SchieberState]:
    """Fix the contract, as far as it has been named; then forehand leads (SCH-P1)."""
    state = replace(deal.own, contract=contract)
    if contract.missing:
        return Outcome(replace(deal, own=state))
    return Outcome(replace(deal, own=state, phase="play", trump=SUITS.get(contract.play)))


def thank(deal: SchieberDeal, event: Bid) -> Outcome[SchieberState] | Message:
    """Apply a pair's thanks for enough points: the match is over, one way or the other (SCH-G3)."""
    if not deal.rules["thanks"] or deal.rules["deals"]:
        return Message("every deal is played to its end at this table")
    if deal.phase != "play":
        return Message("the play has not begun")
    if not deal.scorable:
        return Message("cards of this deal are missing, so nobody can be out by them")
    return Outcome(replace(deal, own=replace(deal.own, thanked=event.seat)), finished=True)


# Schieber's house rules (games.md section 7).

_BIG: Final = ("swisslos-2500", "swisslos-2500-swiss")
"""The profiles of Schieber to 2500 points as the Swiss lottery has it, with multipliers; for French and Swiss cards."""
_DEALS: Final = "eight-deals"
"""The profile of tournaments in which each round has so many deals and nothing but the cards counts."""

_WITHOUT_TRUMP: Final = (
    Message("Contracts without a trump count once."),
    Message("Contracts without a trump count double."),
    Message("Contracts without a trump count three times."),
)
OPTIONS: Final = (
    Option(
        "target",
        (1000, 1500, 2500),
        "SCH-G1",
        Message("How many points win the match."),
        free=True,
        profiles=dict.fromkeys(_BIG, 2500),
    ),
    Option(
        "contracts",
        (USUAL,),
        "SCH-B3",
        Message("The contracts there are."),
        choice=CONTRACTS,
        names=CALL_NAMES,
    ),
    Option(
        "doubled",
        tuple(DOUBLED),
        "SCH-M1",
        Message("Which suits count double as trump."),
        profiles=dict(zip(_BIG, ("spades-clubs", "hearts-diamonds"), strict=True)),
        says=(
            Message("Every suit counts once as trump."),
            Message("Spades and clubs count double as trump."),
            Message("Hearts and diamonds count double as trump."),
        ),
    ),
    Option(
        "without_trump",
        (1, 2, 3),
        "SCH-M2",
        Message("How often a contract without a trump counts."),
        profiles=dict.fromkeys(_BIG, 3),
        says=_WITHOUT_TRUMP,
    ),
    Option(
        "weis",
        tuple(SCALES),
        "SCH-W1",
        Message("Which Weis count, and how much."),
        profiles={_DEALS: "none"},
        says=(
            Message("Longer sequences count more as Weis, and four of every rank do."),
            Message("No sequence counts more than 100 as Weis, and four of a rank from ten on do."),
            Message("No Weis is announced."),
        ),
    ),
    Option(
        "low_points",
        ("turned", "same"),
        "SCH-S2",
        Message("Which card counts 11 where the six is the highest."),
        says=(
            Message("In reverse the six counts 11 and the ace nothing."),
            Message("In reverse the ace counts 11 and the six nothing."),
        ),
    ),
    Option(
        "thanks",
        (True, False),
        "SCH-G3",
        Message("Whether who has enough points may end the match within a deal."),
        profiles={_DEALS: False},
        says=(
            Message("Who has enough points says so, and the match is over at once."),
            Message("Every deal is played to its end."),
        ),
    ),
    Option(
        "both_out",
        tuple(scoring.ORDERS),
        "SCH-G5",
        Message("Who has won where both pairs have enough points with trick 1."),
        names={
            "stock-weis-trick": ("Stöck-Weis-Stich", "Stöck-Wis-Stich", "Stöck-Wys-Stich"),
            "stock-trick-weis": ("Stöck-Stich-Weis", "Stöck-Stich-Wis", "Stöck-Stich-Wys"),
            "trick-stock-weis": ("Stich-Stöck-Weis", "Stich-Stöck-Wis", "Stich-Stöck-Wys"),
        },
        says=(
            Message("Where both pairs have enough with trick 1, who gives thanks first has won."),
            Message("Where both pairs have enough with trick 1, Stöck counts first, then Weis, then the trick."),
            Message("Where both pairs have enough with trick 1, Stöck counts first, then the trick, then Weis."),
            Message("Where both pairs have enough with trick 1, the trick counts first, then Stöck, then Weis."),
        ),
    ),
    Option(
        "deals",
        (0, 8),
        "SCH-G4",
        Message("How many deals make a match; 0: the points end it."),
        free=True,
        profiles={_DEALS: 8},
    ),
    Option(
        "stock",
        (True, False),
        "SCH-W5",
        Message("Whether Stöck counts."),
        profiles={_DEALS: False},
        says=(
            Message("King and queen of trump in one hand count 20 where Stöck is announced."),
            Message("Stöck is not announced."),
        ),
    ),
    Option(
        "match",
        (100, 0),
        "SCH-S3",
        Message("What all tricks of a deal count beside their points."),
        says=(Message("All nine tricks count 100 more."), Message("All nine tricks count no more than their points.")),
    ),
)


# The slate of Schieber: strokes for hundreds, fifties and twenties on a Z, and what is left over (SCH-S5).

LINES: Final = (100, 50, 20)
"""The points of a stroke on the upper line, the slanting and the lower line of the Z."""


class Strokes(NamedTuple):
    """The strokes of a pair, and the points that no stroke stands for."""

    hundreds: int
    fifties: int
    twenties: int
    rest: int


def strokes(points: int) -> Strokes:
    """Return a sum as it stands on the Z.

    >>> strokes(677), strokes(190)
    (Strokes(hundreds=6, fifties=1, twenties=1, rest=7), Strokes(hundreds=1, fifties=1, twenties=2, rest=0))
    """
    hundreds, rest = divmod(points, LINES[0])
    fifties, rest = divmod(rest, LINES[1])
    return Strokes(hundreds, fifties, *divmod(rest, LINES[2]))


def slate(title: str, sides: Sequence[str], total: Sequence[Number], deals: Sequence[DealResult]) -> Iterator[str]:
    """Yield a line for each deal, and below the Z of each pair."""
    on_z = [strokes(int(own)) for own in total]
    lines = [(f"deal {deal.deal}", _cells(deal, len(sides))) for deal in deals]
    for value, amounts in zip(LINES, zip(*(one[:-1] for one in on_z), strict=True), strict=True):
        lines.append((str(value), [sheet.crossed(sheet.strokes(amount)) for amount in amounts]))
    lines.append(("left over", [str(one.rest) for one in on_z]))
    return sheet.table(title, sides, lines, [str(own) for own in total])


def grid(
    title: str, sides: Sequence[str], total: Sequence[Number], deals: Sequence[tuple[str, DealResult]]
) -> sheet.Grid:
    """Build the same slate as cells, with the Z drawn; the deals' numbers lead to their deals."""
    rows = tuple(
        sheet.SheetRow(head, tuple(sheet.Cell(text) for text in _cells(deal, len(sides))), deal=deal.deal)
        for head, deal in deals
    )
    on_z = [strokes(int(own)) for own in total]
    foot = [
        sheet.SheetRow(str(value), tuple(sheet.Cell("", count) for count in own))
        for value, own in zip(LINES, zip(*(one[:-1] for one in on_z), strict=True), strict=True)
    ]
    foot.append(sheet.SheetRow(Message("Left over"), tuple(sheet.Cell(str(one.rest)) for one in on_z)))
    foot.append(sheet.SheetRow(Message("Total"), tuple(sheet.Cell(sheet.signed(own)) for own in total)))
    return sheet.Grid(Message.of("{game}", {"game": title}), Message("Deal"), tuple(sides), rows, tuple(foot), "z")


def _cells(deal: DealResult, sides: int) -> list[str]:
    if deal.score is None or "void" in deal.detail:
        return ["?" if deal.score is None else "–"] * sides
    return ["" if own is None else str(own) for own in deal.score[:sides]]


_LOW_POINTS = {"6": 11, "A": 0}
"""The card points where the six is highest: it counts like the ace elsewhere (SCH-S2)."""


class SchieberSlip(Slip):
    """The lines of Schieber that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check for 157 points a deal, 257 with a match (JASS-6, SCH-S3)."""
        return all_or_shared(line, jass.TOTAL, int(str(rules["match"])))

    def factors(self, rules: Rules) -> frozenset[int]:
        """Return the multipliers that contracts have (SCH-M1, SCH-M2)."""
        return frozenset(counts.multiplier(rules, play) for play in CONTRACTS)

    def chips(self, rules: Rules) -> tuple[int, ...]:
        """Return the points of each Weis, and of Stöck (SCH-W1, SCH-W5)."""
        return worth.chips(counts.scale(rules), stock=bool(rules["stock"]))

    def beside(self, rules: Rules) -> int:
        """Return the sum of one pair's Weis, and Stöck (SCH-W1, SCH-W3, SCH-W5)."""
        return worth.most(counts.scale(rules), len(jass.DECK) // rules.seats, len(SEATS[0])) + worth.STOCK * bool(
            rules["stock"]
        )


class SchieberSheet(ScoreSheet[SchieberBook]):
    """The score sheet of Schieber."""

    def lines(
        self, title: str, rules: Rules, book: SchieberBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Yield the slate with its Z (SCH-S5)."""
        return slate(title, sides(rules), total[:2], deals)

    def grid(
        self, title: str, rules: Rules, book: SchieberBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Build the slate with its Z (SCH-S5)."""
        return grid(title, sides(rules), total[:2], [(self.head(rules, deal), deal) for deal in deals])

    def head(self, rules: Rules, deal: DealResult) -> str:
        """Return the deal, the seat that named the contract, and the contract."""
        if deal.detail.get("contract") is None:
            return str(deal.deal)
        return sheet.taken_head(rules.names, deal, deal.detail["contract"], "declarer")


class SchieberSummary(DealSummary[SchieberState]):
    """Public facts of a deal of Schieber apart from its cards."""

    def facts(self, deal: SchieberDeal) -> Message:
        """Return the contract and the seat that named it."""
        contract = deal.own.contract
        if contract is None:
            return NO_WORDS
        plays = contract_words(contract.play, SUITS.get(contract.play), deal.rules.names[contract.declarer])
        return Message.join(", ", (plays, *filter(None, (claims.describe(deal),))))


class SchieberAudit(Audit[SchieberState]):
    """The faults that only Schieber can find."""

    elsewhere = staticmethod(refute.impossible)

    def find(self, deal: SchieberDeal) -> tuple[Fault, ...]:
        """Return the faults of Weis and Stöck that the newest card refutes (SCH-W1, SCH-W2, SCH-W5)."""
        return tuple(refute.faults(deal, deal.own.fresh, deal.open.cards[-1], terms(deal.rules)))

    def find_at_end(self, deal: SchieberDeal) -> tuple[Fault, ...]:
        """Check for 157 points if all cards were played (JASS-6)."""
        return wrong_sum(deal, sum(GAME.points(deal)), jass.TOTAL, "JASS-6") if deal.over else ()


class SchieberCourse(MatchRules[SchieberState, SchieberBook]):
    """The course of a match of Schieber."""

    def goal(self, rules: Rules) -> int:
        """Return the target (SCH-G1); none where a number of deals is played (SCH-G4)."""
        return 0 if rules["deals"] else int(str(rules["target"]))

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: SchieberBook) -> Message | None:
        """End the match (SCH-G1 to SCH-G4)."""
        if book.out is None:
            is_over = book.deals and book.deals == rules["deals"]
            return Message("the match ended with deal {n}", n=book.deals) if is_over else None
        won = Listed((rules.names[book.out], rules.names[book.out + 2]), " and ")
        return Message("{names} have won the match", names=won)

    def ranking(self, total: tuple[Number, ...], book: SchieberBook) -> tuple[tuple[Seat, ...], ...]:
        """Rank the pair that was out first before the other (SCH-G2)."""
        if book.out is None:
            return super().ranking(total, book)
        return tuple(
            tuple(seat for seat in range(len(total)) if pair(seat) == side) for side in (book.out, 1 - book.out)
        )


class SchieberSides(GameSides[SchieberState]):
    """The sides of Schieber."""

    def opponent(self, deal: SchieberDeal, seat: Seat) -> Seat | None:
        """Return the next seat, which is of the other pair."""
        return (seat + 1) % deal.rules.seats

    def partners(self, rules: Rules) -> tuple[tuple[Seat, ...], ...]:
        """Return the partners 0 and 2, 1 and 3 (SCH-D1)."""
        return SEATS


class SchieberAuction(Auction[SchieberState, SchieberBook]):
    """The words of Schieber."""

    names = CALL_NAMES

    def act(
        self, deal: SchieberDeal, book: SchieberBook, number: int, event: Event
    ) -> Outcome[SchieberState] | Message | None:
        """Apply the words and acts of a seat (SCH-B1 to SCH-B3, SCH-W4 to SCH-W7, SCH-G3)."""
        match event:
            case Bid(call=call) if call in claims.CALLS:
                return claims.act(deal, event, deal.seats, whole=True, uncounted=_uncounted)
            case Bid(call="thanks"):
                out = GAME.is_out(deal, book, event.seat)
                return (None if out else _lacking(deal, book)) or thank(deal, event)
            case Bid():
                return speak(deal, event)
            case Declare():
                return announce.declare(deal, number, event)
            case _:
                return super().act(deal, book, number, event)

    def act_late(
        self, deal: SchieberDeal, book: SchieberBook, number: int, event: Event
    ) -> Outcome[SchieberState] | None:
        """Apply Stöck whose second card was a seat's last one (SCH-W5), and words after thanks for trick 1 (SCH-G5)."""
        if not isinstance(event, Declare):
            return None
        if scoring.thanked_for_first_trick(deal):
            enough = GAME.is_stock_enough(deal, book, event.seat)
            if outcome := announce.declare_after_thanks(deal, number, event, stock_is_enough=enough):
                return outcome
        if event.what != "stock" or announce.no_stock(deal, event):
            return None
        outcome = announce.declare(deal, number, event)
        return outcome if isinstance(outcome, Outcome) else None

    def begin_play(self, deal: SchieberDeal) -> SchieberDeal | Message:
        """Begin the play once the contract is named."""
        contract = deal.own.contract
        if contract is None:
            return Message("no contract has been named")
        return contract.missing or replace(deal, phase="play")

    def weigh_word(self, deal: SchieberDeal, book: SchieberBook, event: int) -> Outcome[SchieberState] | None:
        """Settle an open word once it proves right or wrong (SCH-W6, SCH-W7)."""
        return announce.weigh_stock(deal, event, lambda after, seat: GAME.may_be_out(after, book, seat))

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (SCH-B1 to SCH-B3, SCH-G3)."""
        without = {
            "no-trump": Message("no trump, aces high"),
            "reverse": Message("no trump, sixes high"),
            "slalom": Message("no trump, aces and sixes high by turns"),
            "gustav": Message("no trump, the order turns after five tricks"),
        }
        texts = {call: without.get(call) or Message("trump {suit}", suit=SUITS[call]) for call in CONTRACTS}
        return {
            **texts,
            PUSH: Message("the partner names the contract"),
            THANKS: Message("has enough points"),
            **claims.TOLD,
        }

    def speaker(self, deal: SchieberDeal) -> Seat | None:
        """Return forehand, or its partner after a push; once the contract is named, the leader (SCH-B1, SCH-P1)."""
        contract = deal.own.contract
        return deal.leader if contract and not contract.missing else speaker(deal)


class Schieber(Game[SchieberState, SchieberBook]):
    """The game that most Swiss people play."""

    name = "schieber"
    title = "Schieber"
    wording = Wording("Schieber", "Schieber", "Chibre", "Schieber", "シーバー")
    other_names = ("Schieber Jass", "シーバー・ヤス")
    seats = (4,)
    deck = jass.DECK
    count_rule = "JASS-6"
    early_rules = frozenset(("SCH-W4", "SCH-W5"))
    sheet_rules = frozenset(("SCH-G3",))
    options: ClassVar = OPTIONS
    slip = SchieberSlip()
    sheet = SchieberSheet()
    summary = SchieberSummary()
    audit = SchieberAudit()
    course = SchieberCourse()
    sides = SchieberSides()
    auction = SchieberAuction()
    claims = CallClaims(whole=True)

    def open_book(self, rules: Rules) -> SchieberBook:
        """Return the book before the first points."""
        return SchieberBook()

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: SchieberBook) -> SchieberDeal:
        """Open a deal of nine cards each; forehand names the contract and leads (SCH-D1, SCH-B1, SCH-P1)."""
        seats, forehand = tuple(range(rules.seats)), (event.dealer + 1) % rules.seats
        size = len(self.deck) // rules.seats
        return Deal(number, event.dealer, rules, seats, size, forehand, SchieberState(), phase="before")

    def is_out(self, deal: SchieberDeal, book: SchieberBook, seat: Seat) -> bool:
        """Whether a seat's pair has enough points as the deal stands (SCH-G1)."""
        tricks = tuple(scoring.won_tricks(deal, lambda trick: self.winner(deal, trick)))
        score = scoring.count(deal, tricks, lambda card: self.card_points(deal, card)).score
        return book.sums[pair(seat)] + score[pair(seat)] >= int(str(deal.rules["target"]))

    def is_stock_enough(self, deal: SchieberDeal, book: SchieberBook, seat: Seat) -> bool:
        """Whether Stöck is enough for a seat's pair after the deal, or nobody can know that it is not (SCH-W6)."""
        contract = deal.own.contract
        more = worth.STOCK * (counts.multiplier(deal.rules, contract.play) if contract else 1)
        return book.deals < deal.number or book.sums[pair(seat)] + more >= int(str(deal.rules["target"]))

    def may_be_out(self, deal: SchieberDeal, book: SchieberBook, seat: Seat) -> bool:
        """Whether a seat's pair has enough points, or nobody can know that it has not (SCH-W6)."""
        readings = (deal, announce.as_best_for(deal, pair(seat)))
        return deal.doubtful or bool(_lacking(deal, book)) or any(self.is_out(one, book, seat) for one in readings)

    def layout(self, deal: SchieberDeal) -> Layout:
        """Return all cards as dealt out; cards shown for a Weis have their place (SCH-D1)."""
        return refute.layout(self.deck, deal)

    def duty(self, deal: SchieberDeal, card: Card) -> Duty:
        """Return the duty of the seat that plays a card (SCH-F)."""
        return jass.follow_jass(deal, card, puur_exempt=True, only_trumps="free", rule="SCH-F")

    def follow_data(self, deal: SchieberDeal, seat: Seat) -> FollowData | None:
        """Return the follow rule of the open trick as data (SCH-F)."""
        return jass.usual_rule(puur_exempt=True, only_trumps="free", rule="SCH-F").as_data(deal.trump)

    def played(self, deal: SchieberDeal) -> SchieberDeal:
        """Mark the claims that the newest card refutes."""
        fresh = refute.newly_refuted(deal, terms(deal.rules)) if deal.own.claims else ()
        return refute.marked(deal, fresh) if fresh or deal.own.fresh else deal

    def strength(self, deal: SchieberDeal, trick: Trick, card: Card) -> int:
        """Rank a card in the order of this trick (JASS-8, SCH-B3)."""
        contract = deal.own.contract
        turned = contract is not None and contract.turned(deal.number_of_trick)
        return jass.strength_turned(card, trick.cards[0].suit, deal.trump, turned=turned)

    def card_points(self, deal: SchieberDeal, card: Card) -> int:
        """Return a card's points (JASS-4, JASS-5); in reverse the six counts like the ace elsewhere (SCH-S2)."""
        if deal.own.low and deal.rules["low_points"] == "turned" and card.rank in _LOW_POINTS:
            return _LOW_POINTS[card.rank]
        return jass.points(card, deal.trump, eights=deal.trump is None)

    def last_trick_bonus(self) -> int:
        """Return the bonus of the last trick (JASS-6)."""
        return jass.LAST_TRICK

    def points(self, deal: SchieberDeal) -> tuple[int, ...]:
        """Return the points of each seat's tricks (JASS-6)."""
        return jass.points_won(deal, lambda card: self.card_points(deal, card))

    def settle(self, deal: SchieberDeal, book: SchieberBook, total: tuple[Number, ...]) -> Settlement[SchieberBook]:
        """Count both pairs; the first to reach the target has won (SCH-S1 to SCH-S4, SCH-G1 to SCH-G5)."""
        seats, contract, ended = range(deal.rules.seats), deal.own.contract, claims.detail(deal)
        deal = claims.counted(deal, self.sides.opponent, tuple(claims.unplayed(self.deck, deal)))
        tricks = tuple(scoring.won_tricks(deal, lambda trick: self.winner(deal, trick)))

        def worth(card: Card) -> int:
            return self.card_points(deal, card)

        counted = scoring.count(deal, tricks, worth)
        sums = (book.sums[0] + counted.score[0], book.sums[1] + counted.score[1])
        reached = scoring.outs(deal, tricks, worth, book.sums)
        after = SchieberBook(sums, scoring.winner(deal, reached, sums), book.deals + 1)
        detail = {
            "declarer": contract and contract.declarer,
            "contract": contract and contract.play,
            "start": contract and contract.start,
            "trump": deal.trump,
            "pushed": deal.own.pushed,
            "weis": [counted.weis[pair(seat)] for seat in seats],
            "stock": [counted.stock[pair(seat)] for seat in seats],
        }
        if deal.own.thanked is not None:
            detail["thanks"] = deal.own.thanked
        score = tuple(counted.score[pair(seat)] for seat in seats)
        totals = tuple(sums[pair(seat)] for seat in seats)
        parts = scoring.breakdown(counted, deal.rules.seats, scoring.reason(deal, reached))
        return Settlement(self.points(deal), score, totals, after, {**detail, **ended}, parts)

    def ruled(
        self, deal: SchieberDeal, book: SchieberBook, total: tuple[Number, ...], score: Scores
    ) -> tuple[SchieberBook, tuple[Number, ...], Scores]:
        """Add the score that was set; a pair that is out by it has won, the first one if both are."""
        played = self.settle(deal, book, total).book.out if deal.scorable else None
        points = tuple(int(score[side] or 0) for side in PAIRS)
        sums = (book.sums[0] + points[0], book.sums[1] + points[1])
        target = self.course.goal(deal.rules)
        out = [side for side in PAIRS if target and sums[side] >= target]
        best = max(out, key=lambda side: (side == played, sums[side]), default=None)
        counted = tuple(score[pair(seat)] for seat in range(deal.rules.seats))
        return (
            SchieberBook(sums, best, book.deals + 1),
            tuple(sums[pair(seat)] for seat in range(deal.rules.seats)),
            counted,
        )


def _lacking(deal: SchieberDeal, book: SchieberBook) -> Message | None:
    """Explain why nobody can prove that a pair has too few points: an earlier deal has no score."""
    if book.deals == deal.number - 1:
        return None
    return Message("a deal before this one has no score, so the sheet cannot tell who is out")


def _uncounted(deal: SchieberDeal, event: Bid) -> Message | None:
    """Explain why the deal could not be counted after a claim, or None (SCH-E1)."""
    del event
    if deal.phase != "play" or not deal.plays():
        return Message("nothing can be claimed before the first card")
    weis = [one for one in deal.own.claims if one.kind == "weis"]
    # Which of two is better may rest on cards that nobody would see any more.
    if len({pair(one.seat) for one in weis}) > 1 and not all(one.cards for one in weis):
        return Message("both pairs have announced Weis, and not all cards of these were shown; play on")
    return None


GAME = Schieber()

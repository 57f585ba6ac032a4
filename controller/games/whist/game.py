"""Whist: two pairs, the dealer's last card makes trump, each trick above six counts one (games.md section 9)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from controller.games.follow_rule import follow
from controller.games.pair_game import PAIRS, PairGame, PairGameCourse, PairGameSheet, pair
from controller.games.trick_game import Score, Won
from controller.games.whist import score as scoring
from controller.games.whist.state import (
    HONOURS,
    RUBBERS,
    WhistBook,
    WhistDeal,
    WhistState,
    goal,
    in_rubbers,
)
from controller.games.whist.words import CALL_NAMES
from controller.record.cards import DECKS
from controller.record.events import Bid, DealStart, Event, Scores, Seat
from controller.record.message import Message
from controller.rules.deal import Deal, Play
from controller.rules.game import Settlement, Tie
from controller.rules.layout import Layout, all_in_hands
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, DealSummary, Fault, Outcome, Slip
from controller.rules.results import BreakdownLine, DealResult, Number, counting
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.sheet import Cell, Grid, SheetRow
from controller.rules.speech import Wording


class WhistSlip(Slip):
    """The lines of Whist that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """One pair alone has tricks above six, at most seven (WHI-S1)."""
        return one_scores(line, 1, 13 - scoring.BOOK)

    def beside(self, rules: Rules) -> int:
        """The honours of one pair (WHI-S2)."""
        return max(self.chips(rules), default=0)

    def chips(self, rules: Rules) -> tuple[int, ...]:
        """Three honours, or all four (WHI-S2)."""
        return () if rules["honours"] == "none" else tuple(scoring.WORTH.values())


class WhistSheet(PairGameSheet[WhistBook]):
    """The score sheet of Whist; in rubbers also the games, and the points of the one under way."""

    def lines(
        self, title: str, rules: Rules, book: WhistBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """A column a pair."""
        yield from super().lines(title, rules, book, total, deals)
        if in_rubbers(rules):
            yield f"games: {book.games[0]}, {book.games[1]}"
            yield f"points of this game: {book.points[0]}, {book.points[1]}"

    def grid(
        self, title: str, rules: Rules, book: WhistBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Draw the sheet in cells."""
        made = super().grid(title, rules, book, total, deals)
        if not in_rubbers(rules):
            return made
        games = SheetRow(Message("Games"), tuple(Cell(str(own)) for own in book.games))
        this = SheetRow(Message("This game"), tuple(Cell(str(own)) for own in book.points))
        return replace(made, foot=(this, games, *made.foot))


class WhistSummary(DealSummary[WhistState]):
    """Public facts of a deal of Whist beside its cards."""

    def remark(self, deal: WhistDeal, seats: tuple[Seat, ...]) -> Message | None:
        """Tell of partners how the game and the rubber stood as the deal began (WHI-R1)."""
        if len(seats) < len(PAIRS) or not in_rubbers(deal.rules):
            return None
        side, before = pair(seats[0]), deal.own.before
        points = Message("{n} of {n2}", n=before.points[side], n2=goal(deal.rules))
        if not before.games[side]:
            return points
        return Message.join(", ", (points, Message("one game won")))


class WhistAuction(Auction[WhistState, WhistBook]):
    """The words of Whist."""

    names = CALL_NAMES
    at_any_time = frozenset((HONOURS,))

    def act(self, deal: WhistDeal, book: WhistBook, number: int, event: Event) -> Outcome[WhistState] | Message | None:
        """WHI-S2: while cards are played nobody says what honours there are."""
        if not isinstance(event, Bid) or event.call != HONOURS:
            return super().act(deal, book, number, event)
        if deal.rules["honours"] != "called":
            return Message("honours are not called at this table")
        return Message("honours are called once the cards are played")

    def act_late(self, deal: WhistDeal, book: WhistBook, number: int, event: Event) -> Outcome[WhistState] | None:
        """A pair calls its honours after the last card (WHI-S2); if it does not have them it is told so."""
        if not isinstance(event, Bid) or event.call != HONOURS or deal.rules["honours"] != "called":
            return None
        own = deal.own
        if pair(event.seat) in map(pair, own.called):
            return Outcome(deal)
        called = replace(deal, own=replace(own, called=(*own.called, event.seat)))
        count = scoring.held(deal, pair(event.seat))
        if count in scoring.WORTH or deal.doubtful:
            return Outcome(called)
        name = deal.rules.names[event.seat]
        text = Message("{name} called honours, of which that side has played {n}.", name=name, n=count)
        return Outcome(called, (Fault("false-declaration", event.seat, "WHI-S2", text),))

    def calls(self, seats: int) -> Mapping[str, Message]:
        """WHI-S2."""
        return {HONOURS: Message("has three honours or four, with the partner's")}


class WhistAudit(Audit[WhistState]):
    """The faults that only Whist can find."""

    def elsewhere(self, deal: WhistDeal, play: Play) -> Fault | None:
        """The card turned up is the dealer's (WHI-D2)."""
        if play.card != deal.own.turned or play.seat == deal.dealer:
            return None
        names = deal.rules.names
        why = Message("is known to be with {name}", name=names[deal.dealer])
        name = names[play.seat]
        text = Message("{name} played {card}, which {why}; please check that card.", name=name, card=play.card, why=why)
        return Fault("impossible-card", play.seat, "CARD", text, play.card)


class WhistCourse(PairGameCourse[WhistState, WhistBook]):
    """The course of a match of Whist."""

    def goal(self, rules: Rules) -> int:
        """WHI-G1; none where games make rubbers (WHI-R1)."""
        return 0 if in_rubbers(rules) else goal(rules)

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: WhistBook) -> Message | None:
        """WHI-G1, WHI-R4."""
        if not in_rubbers(rules):
            return super().over(rules, number, total, book)
        rubbers = int(str(rules["rubbers"]))
        return Message("the rubber is over") if rubbers and book.rubbers >= rubbers else None

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """The last card, the dealer's own, is turned up and makes trump (WHI-D2)."""
        if event.turned is None or event.turned not in Whist.deck:
            return Message("a deal of Whist needs the dealer's last card turned up, which makes trump")
        if not event.hands:
            return None
        others = [hand for seat, hand in event.hands.items() if seat != event.dealer]
        if event.turned in event.hands.get(event.dealer, (event.turned,)) and not any(
            event.turned in hand for hand in others
        ):
            return None
        return Message("{card}, turned up, is not in the hand of the dealer", card=event.turned)


class Whist(PairGame[WhistState, WhistBook]):
    """Follow suit, and win more than half of the tricks; aces are high (WHI-F1, WHI-W1)."""

    name = "whist"
    title = "Whist"
    wording = Wording("Game of Whist", "Whist (Spiel)", "Whist (jeu)", "Whist (gioco)", "ホイスト")
    other_names = ("Short Whist", "Classic Whist", "Partnership Whist")
    clockwise = True
    deck = DECKS["whist52"]
    follow_rule = (follow("WHI-F1"),)
    options = (
        Option(
            "goal",
            (5, 7, 9, 0),
            "WHI-G1",
            Message("Points that win the match; 0: until the players stop."),
            free=True,
            profiles={"american": 7, "long": 9},
        ),
        Option(
            "honours",
            ("none", "called", "counted"),
            "WHI-S2",
            Message("Whether ace, king, queen and jack of trump count."),
            profiles={"rubber": "called"},
            says=(
                Message("Honours do not count."),
                Message(
                    "Partners who have three honours score 2, four 4, if one of them calls them after the last card."
                ),
                Message("Partners who have three honours score 2, four 4, without a word."),
            ),
        ),
        Option(
            "form",
            ("single", RUBBERS),
            "WHI-R1",
            Message("Whether one game is played, or rubbers of up to three."),
            profiles={"rubber": RUBBERS},
            says=(
                Message("One game is played."),
                Message("The second game of a pair wins the rubber, and each game counts by what the losers have."),
            ),
        ),
        Option(
            "rubbers",
            (1, 0),
            "WHI-R4",
            Message("After how many rubbers the match ends; 0: when the players stop."),
            free=True,
        ),
    )
    slip = WhistSlip()
    sheet = WhistSheet()
    summary = WhistSummary()
    auction = WhistAuction()
    audit = WhistAudit()
    course = WhistCourse()

    def open_book(self, rules: Rules) -> WhistBook:
        """Both pairs begin with nothing."""
        return WhistBook()

    def opening(self, rules: Rules, event: DealStart, book: WhistBook) -> WhistState:
        """The card turned up, and how the game stands."""
        assert event.turned is not None  # noqa: S101 - cannot_deal lets no other event through
        return WhistState(event.turned, book)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: WhistBook) -> WhistDeal:
        """Thirteen cards each; the suit turned up is trump, and forehand leads (WHI-D1, WHI-D2, WHI-P1)."""
        deal = super().open_deal(rules, number, event, book)
        return replace(deal, trump=deal.own.turned.suit)

    def layout(self, deal: WhistDeal) -> Layout:
        """All cards are in hands, the one turned up in the dealer's until it is played (WHI-D2)."""
        everywhere = all_in_hands(deal)
        place = everywhere.place_of(deal.dealer)
        turned = deal.own.turned
        if place is None or deal.find(turned):
            return everywhere
        return replace(everywhere, known={**everywhere.known, turned: frozenset({place})})

    def score(self, deal: WhistDeal, won: Won, book: WhistBook) -> Score[WhistBook]:
        """WHI-S1 to WHI-S4, WHI-R1 to WHI-R3."""
        barred = scoring.forfeiting(deal, lambda trick: self.winner(deal, trick))
        found = scoring.points(deal, won, book, barred)
        after = scoring.entered(deal.rules, book, found.score)
        lines = counting(
            BreakdownLine(Message("tricks above six"), self.of_seats(found.tricks)),
            BreakdownLine(Message("honours"), self.of_seats(found.honours)),
        )
        detail: dict[str, object] = {}
        if any(found.honours):
            detail["honours"] = list(self.of_seats(found.honours))
        if in_rubbers(deal.rules):
            detail |= {"game": list(after.book.points), "games": list(after.book.games)}
        remarks = (*found.remarks, *after.remarks)
        return Score("WHI-S1", self.of_seats(found.score), after.book, lines, remarks, detail)

    def settle(self, deal: WhistDeal, book: WhistBook, total: tuple[Number, ...]) -> Settlement[WhistBook] | Tie:
        """Count the deal; in rubbers the sums are of games and rubbers (WHI-R2, WHI-R3)."""
        done = super().settle(deal, book, total)
        if isinstance(done, Tie):
            return done
        return replace(done, total=self._summed(deal.rules, book, total, done.score))

    def ruled(
        self, deal: Deal[WhistState], book: WhistBook, total: tuple[Number, ...], score: Scores
    ) -> tuple[WhistBook, tuple[Number, ...], Scores]:
        """Give both seats of a pair the points that an arbiter sets for it; they may win the game."""
        _, _, counted = super().ruled(deal, book, total, score)
        after = scoring.entered(deal.rules, book, self._of_pairs(counted))
        return after.book, self._summed(deal.rules, book, total, counted), counted

    def _summed(self, rules: Rules, book: WhistBook, total: tuple[Number, ...], score: Scores) -> tuple[Number, ...]:
        gained = self.of_seats(scoring.entered(rules, book, self._of_pairs(score)).gained)
        return tuple(before + own for before, own in zip(total, gained, strict=True))

    @staticmethod
    def _of_pairs(score: Scores) -> tuple[int, ...]:
        return tuple(int(own or 0) for own in score[: len(PAIRS)])


GAME = Whist()

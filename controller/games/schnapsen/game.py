"""Schnapsen: two players, twenty cards, and a talon that both draw from until it is closed (games.md section 14)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.games.faults import impossible_card
from controller.games.follow_rule import Demanding, follow, must_beat, must_trump
from controller.games.schnapsen import score, turns
from controller.games.schnapsen.score import slate_after
from controller.games.schnapsen.state import (
    DECK,
    TALON,
    SchnapsenBook,
    SchnapsenDeal,
    SchnapsenState,
    drawing,
    jack,
    last_drawer,
    talon_left,
)
from controller.games.schnapsen.turns import is_entered
from controller.games.schnapsen.words import CALL_NAMES
from controller.games.trick_game import Score, TrickGame, Won
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, Exchange, Moved, Scores
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.layout import Layout, Somewhere, UnseenPlace, hands, shown
from controller.rules.movements.course import Movement
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, DealSummary, Fault, MatchRules, Movements, Outcome, ScoreSheet, Slip
from controller.rules.results import BreakdownLine, DealResult, Number, counting
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.speech import everywhere

# The exchange of the trump jack for the card beneath the talon, as movements of cards (SCN-X1).

EXCHANGE: Final = "exchange"
STOCK: Final = "stock"
"""The place of the card beneath the talon, as movements name a stock."""


def offered(deal: SchnapsenDeal) -> Iterator[Movement]:
    """Yield the exchange: the next leader can give the trump jack for the card beneath the talon."""
    can = drawing(deal) and talon_left(deal) >= int(str(deal.rules["talon"])) and deal.own.under != jack(deal)
    if can and deal.leader is not None and is_entered(deal) and not deal.open.plays:
        yield Movement(EXCHANGE, deal.leader, STOCK, 1, owed=False)


# The house rules of Schnapsen (games.md section 14).

OPTIONS: Final = (
    Option(
        "talon",
        (4, 2),
        "SCN-C2",
        Message("With how many cards in the talon at least it may be closed and the trump jack exchanged."),
        profiles={"loose": 2},
        says=(
            Message("With two cards left the talon is not closed, and the trump jack not exchanged."),
            Message("The talon may be closed and the trump jack exchanged as long as cards are left in it."),
        ),
    ),
    Option(
        "failed",
        (2, 3),
        "SCN-S3",
        Message("Game points of the other player at least, if who has closed or claims has not enough."),
        profiles={"strict": 3},
        says=(
            Message("Who has closed or claims without enough gives the other player 2, or 3 without a trick."),
            Message("Who has closed or claims without enough gives the other player 3."),
        ),
    ),
    Option("goal", (7, 9), "SCN-G1", Message("Game points that win a Bummerl."), free=True),
    Option(
        "bummerl",
        (1, 0),
        "SCN-G2",
        Message("After how many Bummerl the match ends; 0: when the players stop."),
        free=True,
    ),
)


# Where the cards of a Schnapsen deal can lie: two hands and the talon, from which both draw (SCN-D1, SCN-P2).

THE_TALON: Final = Message("the talon")


def undrawn(deal: SchnapsenDeal, play: Play) -> Message | None:
    """Explain why a seat cannot have drawn this card yet; None if it can have."""
    beneath = play.card == deal.own.under and drawing(deal)
    return Message("lies face up beneath the talon") if beneath else None


def misplaced(deal: SchnapsenDeal, play: Play) -> Message | None:
    """Explain why a seat can never have had this card; None if it can have had it."""
    state, names = deal.own, deal.rules.names
    taker = dict(state.taken_cards).get(play.card, play.seat)
    if taker != play.seat:
        return Message("{name} took for the trump jack", name=names[taker])
    if play.card != state.under:
        return None
    if state.closed and state.closed.sure:
        return Message("lies beneath the closed talon")
    drawer = last_drawer(deal)
    if drawer is None or drawer == play.seat:
        return None
    return Message("{name} has drawn last from the talon", name=names[drawer])


class SchnapsenSlip(Slip):
    """The lines of Schnapsen that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that the winner of a deal has one game point to three (SCN-S1 to SCN-S4)."""
        return one_scores(line, 1, 3)


class SchnapsenSheet(ScoreSheet[SchnapsenBook]):
    """The score sheet of Schnapsen."""

    grid = staticmethod(score.draw_slate)

    def lines(
        self, title: str, rules: Rules, book: SchnapsenBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Write the sheet, from seven down to nothing."""
        return score.sheet_lines(title, rules, book, deals)


class SchnapsenSummary(DealSummary[SchnapsenState]):
    """Public facts of a deal of Schnapsen apart from its cards."""

    def facts(self, deal: SchnapsenDeal) -> Message:
        """Return the trump, and the number of cards left to draw."""
        return Message.join(", ", _facts(deal))


class SchnapsenAudit(Audit[SchnapsenState]):
    """The faults that only Schnapsen can find."""

    def elsewhere(self, deal: SchnapsenDeal, play: Play) -> Fault | None:
        """Return the fault of the card beneath a talon that is closed, or in the other's hand (SCN-P2, SCN-X1)."""
        why = misplaced(deal, play)
        return impossible_card(deal, play, why, "SCN-P2") if why else None

    def undrawn(self, deal: SchnapsenDeal, play: Play) -> Fault | None:
        """Return the fault of the card beneath the talon, before the last trick with drawing (SCN-P2)."""
        why = undrawn(deal, play)
        return impossible_card(deal, play, why, "SCN-P2") if why else None

    def find(self, deal: SchnapsenDeal) -> tuple[Fault, ...]:
        """Return the faults of marriages that the newest card refutes, or that were not led (SCN-M1, SCN-M2)."""
        return tuple(turns.marriage_faults(deal))


class SchnapsenMovements(Movements[SchnapsenState]):
    """The cards that are moved outside the play of Schnapsen."""

    def offered(self, deal: SchnapsenDeal) -> Sequence[Movement]:
        """Return the exchange of the trump jack (SCN-X1)."""
        return tuple(offered(deal))

    def read(self, deal: SchnapsenDeal, event: Event) -> tuple[Moved, ...]:
        """Return the exchange of the trump jack (SCN-X1)."""
        if not isinstance(event, Exchange):
            return ()
        return (
            Moved(what="take", from_=STOCK, to=event.seat, count=1, cards=(event.takes,)),
            Moved(what=EXCHANGE, from_=event.seat, to=STOCK, count=1, cards=(event.gives,)),
        )

    def event(self, deal: SchnapsenDeal, move: Moved) -> Event:
        """Return the event of a movement (SCN-X1)."""
        return Exchange(seat=move.seat or 0, gives=jack(deal), takes=deal.own.under)


class SchnapsenCourse(MatchRules[SchnapsenState, SchnapsenBook]):
    """The course of a match of Schnapsen."""

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """Check that a card is turned up, which makes trump (SCN-D1)."""
        if event.turned is None or event.turned not in DECK:
            return Message("a deal of Schnapsen needs the card turned up, which makes trump")
        if not any(event.turned in hand for hand in (event.hands or {}).values()):
            return None
        return Message("{card}, turned up, is shown in a hand", card=event.turned)

    def goal(self, rules: Rules) -> int:
        """Return no goal: game points count down, and Bummerl decide (SCN-G1, SCN-G2)."""
        return 0

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: SchnapsenBook) -> Message | None:
        """End the match (SCN-G2)."""
        last = int(str(rules["bummerl"]))
        if not last or sum(book.bummerl) < last:
            return None
        most = max(book.bummerl)
        losers = [rules.names[seat] for seat, own in enumerate(book.bummerl) if own == most]
        if len(losers) > 1:
            return Message("both have {n} Bummerl", n=most)
        if most > 1:
            return Message("{name} has {n} Bummerl", name=losers[0], n=most)
        return Message("{name} has the Bummerl", name=losers[0])

    def ranking(self, total: tuple[Number, ...], book: SchnapsenBook) -> tuple[tuple[int, ...], ...]:
        """Rank the seats by the fewest Bummerl, then by the fewest game points still to win (SCN-G2)."""
        keys = [*zip(book.bummerl, book.needed, strict=True)]
        return tuple(tuple(seat for seat, own in enumerate(keys) if own == value) for value in sorted({*keys}))


class SchnapsenAuction(Auction[SchnapsenState, SchnapsenBook]):
    """The words of Schnapsen."""

    names = CALL_NAMES

    def act(
        self, deal: SchnapsenDeal, book: SchnapsenBook, number: int, event: Event
    ) -> Outcome[SchnapsenState] | Message | None:
        """Apply the words and acts of a seat (SCN-M1, SCN-X1, SCN-C1, SCN-E1)."""
        match event:
            case Bid(call=turns.CLOSE):
                return turns.close(deal, event)
            case Bid(call=turns.ENOUGH):
                return turns.enough(deal, event)
            case Exchange():
                return turns.exchange(deal, event)
            case Declare(what="marriage"):
                return turns.declare_marriage(deal, number, event)
            case _:
                return super().act(deal, book, number, event)

    def act_late(
        self, deal: SchnapsenDeal, book: SchnapsenBook, number: int, event: Event
    ) -> Outcome[SchnapsenState] | None:
        """Apply a claim after the last card (SCN-E1)."""
        if isinstance(event, Bid) and event.call == turns.ENOUGH and deal.own.claimed is None:
            return turns.enough_late(deal, event)
        return None

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (SCN-C1, SCN-E1)."""
        return {turns.CLOSE: Message("nobody draws any more"), turns.ENOUGH: Message("66 points or more")}


class Schnapsen(TrickGame[SchnapsenState, SchnapsenBook]):
    """First to 66, with cards that are drawn during the play; the winner of a trick leads (SCN-P1, SCN-W1)."""

    name = "schnapsen"
    title = "Schnapsen"
    wording = everywhere("Schnapsen", "シュナプセン")
    other_names = ("Schnapser", "Sixty-Six", "66", "Sechsundsechzig")
    seats = (2,)
    deck = DECK
    options = OPTIONS
    count_rule = "SCN-D1"
    place_rule = "SCN-P2"
    early_rules = frozenset(("SCN-M1", "SCN-X1", "SCN-C1", "SCN-E1"))
    ranks = ("J", "Q", "K", "10", "A")
    worth = score.WORTH
    follow_rule = (follow("SCN-F2"), must_beat("SCN-F3"), must_trump("SCN-F4"))
    slip = SchnapsenSlip()
    sheet = SchnapsenSheet()
    summary = SchnapsenSummary()
    audit = SchnapsenAudit()
    movements = SchnapsenMovements()
    course = SchnapsenCourse()
    auction = SchnapsenAuction()

    open_book = staticmethod(score.open_slate)
    points = staticmethod(score.points)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: SchnapsenBook) -> SchnapsenDeal:
        """Open a deal of five cards each; the suit turned up is trump (SCN-D1)."""
        deal = super().open_deal(rules, number, event, book)
        return replace(deal, trump=deal.own.under.suit)

    def opening(self, rules: Rules, event: DealStart, book: SchnapsenBook) -> SchnapsenState:
        """Return the talon with the card turned up beneath it (SCN-D1)."""
        assert event.turned is not None  # noqa: S101 - cannot_deal lets no other event through
        return SchnapsenState(event.turned, TALON)

    def demands(self, deal: SchnapsenDeal) -> tuple[Demanding, ...]:
        """Return the demands on a hand (SCN-F1), and more once drawing has ended (SCN-F2 to SCN-F4)."""
        return self.follow_rule if turns.is_strict(deal) else ()

    def layout(self, deal: SchnapsenDeal) -> Layout:
        """Return the hands and the talon (SCN-D1, SCN-P2)."""
        talon, closed = talon_left(deal), deal.own.closed
        places = (*hands(deal, talon // 2 if drawing(deal) else 0), UnseenPlace(THE_TALON, talon))
        where = shown(deal, places)
        gone = {play.card for play in deal.seen()}

        def lies(card: Card, number: int) -> None:
            if card not in gone:
                here: Somewhere = frozenset({number})
                where[card] = where.get(card, here) & here

        if deal.uncertain or (closed and not closed.sure):
            return Layout(places, where)
        for card, seat in deal.own.taken_cards:
            lies(card, seat)
        drawer = last_drawer(deal)
        if talon:
            lies(deal.own.under, len(places) - 1)
        elif drawer is not None:
            lies(deal.own.under, drawer)
        return Layout(places, where)

    def played(self, deal: SchnapsenDeal) -> SchnapsenDeal:
        """Mark the marriages that the newest card refutes, and a closing that may have come after it."""
        return turns.late(turns.refuted_marriages(deal))

    def points_told(self, deal: SchnapsenDeal, won: Won) -> tuple[BreakdownLine, ...]:
        """Return the points of cards and marriages."""
        declared = tuple(turns.count_marriages(deal, seat) for seat in range(deal.rules.seats))
        cards = tuple(own - more for own, more in zip(won.points, declared, strict=True))
        return counting(BreakdownLine(Message("cards won"), cards), BreakdownLine(Message("marriages"), declared))

    def score(self, deal: SchnapsenDeal, won: Won, book: SchnapsenBook) -> Score[SchnapsenBook]:
        """Score the deal (SCN-S1 to SCN-S4, SCN-G1)."""
        result, state = score.won(deal), deal.own
        scores = tuple(result.worth if seat == result.winner else 0 for seat in range(deal.rules.seats))
        detail = {
            "trump": deal.trump,
            "closed": state.closed.seat if state.closed else None,
            "claimed": state.claimed,
            "marriages": [[one.seat, one.points] for one in state.marriages],
        }
        lines = (BreakdownLine(result.why, scores),)
        return Score(result.rule, scores, slate_after(deal.rules, book, scores), lines, detail=detail)

    def ruled(
        self, deal: SchnapsenDeal, book: SchnapsenBook, total: tuple[Number, ...], score: Scores
    ) -> tuple[SchnapsenBook, tuple[Number, ...], Scores]:
        """Count an arbiter's score down from the goal, too (SCN-G1)."""
        sums = tuple(before + (own or 0) for before, own in zip(total, score, strict=True))
        return slate_after(deal.rules, book, score), sums, score


def _facts(deal: SchnapsenDeal) -> Iterator[Message]:
    if deal.trump:
        yield Message("trump {suit}", suit=deal.trump)
    if deal.own.closed:
        yield Message("closed by {name}", name=deal.rules.names[deal.own.closed.seat])
    elif drawing(deal):
        yield Message("{n} cards in the talon", n=talon_left(deal))


GAME = Schnapsen()

"""Schnapsen: two players, twenty cards, and a talon that both draw from until it is closed (games.md section 14)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from controller.games.follow_rule import Demanding, follow, must_beat, must_trump
from controller.games.schnapsen import marriages, moves, places, score, slate, turns
from controller.games.schnapsen.options import OPTIONS
from controller.games.schnapsen.state import (
    DECK,
    TALON,
    SchnapsenBook,
    SchnapsenDeal,
    SchnapsenState,
    drawing,
    talon_left,
)
from controller.games.schnapsen.words import CALL_NAMES
from controller.games.trick_game import Score, TrickGame, Won
from controller.record.effects import Scores
from controller.record.events import Bid, DealStart, Declare, Event, Exchange, Moved
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.game import Fault, Outcome
from controller.rules.layout import Layout
from controller.rules.movements.description import Movement
from controller.rules.options import Rules
from controller.rules.results import DealResult, Number
from controller.rules.score.breakdown import BreakdownLine, counting
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.sheet import Grid
from controller.rules.speech import everywhere


class Schnapsen(TrickGame[SchnapsenState, SchnapsenBook]):
    """First to 66, with cards that are drawn as they are played; who wins a trick leads (SCN-P1, SCN-W1)."""

    name = "schnapsen"
    title = "Schnapsen"
    wording = everywhere("Schnapsen", "シュナプセン")
    other_names = ("Schnapser", "Sixty-Six", "66", "Sechsundsechzig")
    call_names = CALL_NAMES
    seats = (2,)
    deck = DECK
    options = OPTIONS
    count_rule = "SCN-D1"
    place_rule = "SCN-P2"
    early_rules = frozenset(("SCN-M1", "SCN-X1", "SCN-C1", "SCN-E1"))
    ranks = ("J", "Q", "K", "10", "A")
    worth = score.WORTH
    follow_rule = (follow("SCN-F2"), must_beat("SCN-F3"), must_trump("SCN-F4"))

    def open_book(self, rules: Rules) -> SchnapsenBook:
        """Both need all game points (SCN-G1)."""
        return slate.open_slate(rules)

    def slip_fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Who wins a deal has one game point to three (SCN-S1 to SCN-S4)."""
        del rules
        return one_scores(line, 1, 3)

    def cannot_deal(self, event: DealStart) -> Message | None:
        """A card is turned up, and it makes trump (SCN-D1)."""
        if event.turned is None or event.turned not in self.deck:
            return Message("a deal of Schnapsen needs the card turned up, which makes trump")
        if not any(event.turned in hand for hand in (event.hands or {}).values()):
            return None
        return Message("{card}, turned up, is shown in a hand", card=event.turned)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: SchnapsenBook) -> SchnapsenDeal:
        """Five cards each; the suit turned up is trump (SCN-D1)."""
        deal = super().open_deal(rules, number, event, book)
        return replace(deal, trump=deal.own.under.suit)

    def opening(self, rules: Rules, event: DealStart, book: SchnapsenBook) -> SchnapsenState:
        """The talon with the card turned up beneath it (SCN-D1)."""
        del rules, book
        assert event.turned is not None  # noqa: S101 - cannot_deal lets no other event through
        return SchnapsenState(event.turned, TALON)

    def act(
        self, deal: SchnapsenDeal, book: SchnapsenBook, number: int, event: Event
    ) -> Outcome[SchnapsenState] | Message:
        """SCN-M1, SCN-X1, SCN-C1, SCN-E1."""
        match event:
            case Bid(call=turns.CLOSE):
                return turns.close(deal, event)
            case Bid(call=turns.ENOUGH):
                return turns.enough(deal, event)
            case Exchange():
                return turns.exchange(deal, event)
            case Declare(what="marriage"):
                return marriages.declare_marriage(deal, number, event)
            case _:
                return super().act(deal, book, number, event)

    def act_late(self, deal: SchnapsenDeal, number: int, event: Event) -> Outcome[SchnapsenState] | None:
        """SCN-E1."""
        del number
        if isinstance(event, Bid) and event.call == turns.ENOUGH and deal.own.claimed is None:
            return turns.enough_late(deal, event)
        return None

    def offered(self, deal: SchnapsenDeal) -> Sequence[Movement]:
        """The exchange of the trump jack (SCN-X1)."""
        return tuple(moves.offered(deal))

    def as_moved(self, deal: SchnapsenDeal, event: Event) -> tuple[Moved, ...]:
        """The exchange of the trump jack (SCN-X1)."""
        return moves.as_moved(deal, event)

    def as_told(self, deal: SchnapsenDeal, move: Moved) -> Event:
        """SCN-X1."""
        return moves.as_told(deal, move)

    def demands(self, deal: SchnapsenDeal) -> tuple[Demanding, ...]:
        """SCN-F1, and once nobody draws any more SCN-F2 to SCN-F4."""
        return self.follow_rule if turns.is_strict(deal) else ()

    def layout(self, deal: SchnapsenDeal) -> Layout:
        """Hands and talon (SCN-D1, SCN-P2)."""
        return places.layout(deal)

    def elsewhere(self, deal: SchnapsenDeal, play: Play) -> Fault | None:
        """The card beneath a talon that is closed, or drawn or taken by the other (SCN-P2, SCN-X1)."""
        return self._impossible(deal, play, places.misplaced(deal, play))

    def undrawn(self, deal: SchnapsenDeal, play: Play) -> Fault | None:
        """The card beneath the talon, before the last trick with which cards are drawn (SCN-P2)."""
        return self._impossible(deal, play, places.undrawn(deal, play))

    def _impossible(self, deal: SchnapsenDeal, play: Play, why: Message | None) -> Fault | None:
        if why is None:
            return None
        name = deal.rules.names[play.seat]
        text = Message("{name} played {card}, which {why}; please check that card.", name=name, card=play.card, why=why)
        return Fault("impossible-card", play.seat, self.place_rule, text, play.card)

    def played(self, deal: SchnapsenDeal) -> SchnapsenDeal:
        """Mark what the newest card refutes, and a closing that may have come after it."""
        return turns.late(marriages.refuted_marriages(deal))

    def audit(self, deal: SchnapsenDeal) -> tuple[Fault, ...]:
        """Marriages that the newest card refutes, or that were not led (SCN-M1, SCN-M2)."""
        return tuple(marriages.marriage_faults(deal))

    def points(self, deal: SchnapsenDeal) -> tuple[int, ...]:
        """Tricks and marriages (SCN-H1, SCN-M3)."""
        return score.points(deal)

    def points_told(self, deal: SchnapsenDeal, won: Won) -> tuple[BreakdownLine, ...]:
        """The points of cards and marriages."""
        declared = tuple(marriages.count_marriages(deal, seat) for seat in range(deal.rules.seats))
        cards = tuple(own - more for own, more in zip(won.points, declared, strict=True))
        return counting(BreakdownLine(Message("cards won"), cards), BreakdownLine(Message("marriages"), declared))

    def score(self, deal: SchnapsenDeal, won: Won, book: SchnapsenBook) -> Score[SchnapsenBook]:
        """SCN-S1 to SCN-S4, SCN-G1."""
        del won
        done, own = score.won(deal), deal.own
        scores = tuple(done.worth if seat == done.winner else 0 for seat in range(deal.rules.seats))
        detail = {
            "trump": deal.trump,
            "closed": own.closed.seat if own.closed else None,
            "claimed": own.claimed,
            "marriages": [[one.seat, one.points] for one in own.marriages],
        }
        lines = (BreakdownLine(done.why, scores),)
        return Score(done.rule, scores, slate.slate_after(deal.rules, book, scores), lines, detail=detail)

    def ruled(
        self, deal: SchnapsenDeal, book: SchnapsenBook, total: tuple[Number, ...], score: Scores
    ) -> tuple[SchnapsenBook, tuple[Number, ...], Scores]:
        """What an arbiter sets counts down from the goal, too (SCN-G1)."""
        sums = tuple(before + (own or 0) for before, own in zip(total, score, strict=True))
        return slate.slate_after(deal.rules, book, score), sums, score

    def goal(self, rules: Rules) -> int:
        """None: game points count down, and Bummerl decide (SCN-G1, SCN-G2)."""
        del rules
        return 0

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: SchnapsenBook) -> Message | None:
        """SCN-G2."""
        del number, total
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
        """The fewest Bummerl are best, then the fewest game points still to win (SCN-G2)."""
        del total
        keys = [*zip(book.bummerl, book.left, strict=True)]
        return tuple(tuple(seat for seat, own in enumerate(keys) if own == value) for value in sorted({*keys}))

    def sheet(
        self, rules: Rules, book: SchnapsenBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """From seven down to nothing."""
        del total
        return slate.sheet_lines(self.title, rules, book, deals)

    def grid(self, rules: Rules, book: SchnapsenBook, total: tuple[Number, ...], deals: Sequence[DealResult]) -> Grid:
        """The same as cells."""
        return slate.draw_slate(self.title, rules, book, total, deals)

    def calls(self, seats: int) -> Mapping[str, Message]:
        """SCN-C1, SCN-E1."""
        del seats
        return {turns.CLOSE: Message("nobody draws any more"), turns.ENOUGH: Message("66 points or more")}

    def facts(self, deal: SchnapsenDeal) -> Message:
        """The trump, and how many cards are left to draw."""
        return Message.join(", ", _facts(deal))


def _facts(deal: SchnapsenDeal) -> Iterator[Message]:
    if deal.trump:
        yield Message("trump {suit}", suit=deal.trump)
    if deal.own.closed:
        yield Message("closed by {name}", name=deal.rules.names[deal.own.closed.seat])
    elif drawing(deal):
        yield Message("{n} cards in the talon", n=talon_left(deal))


GAME = Schnapsen()

"""Hearts: four seats, each for itself, and nobody wants to take a heart or the queen of spades (games.md section 6)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.games import follow_rule
from controller.games.follow_rule import DECK, Demanding, NamedDemand, follow, other_suits
from controller.games.trick_game import Score, TrickGame, Won
from controller.record.cards import Card
from controller.record.events import DealStart, Seat
from controller.record.message import Listed, Message
from controller.rules.deal import AnyDeal, Deal
from controller.rules.duty import FREE, Duty
from controller.rules.layout import Layout, all_in_hands
from controller.rules.movements.course import Movement
from controller.rules.options import Option, Rules
from controller.rules.parts import DealSummary, MatchRules, Movements, Slip
from controller.rules.results import BreakdownLine, Number, counting
from controller.rules.score.slip import SlipLine, other_sum
from controller.rules.speech import Wording

# Leads and discards of Hearts: the two of clubs first, no heart before one was played (HEA-P, HEA-F).

OPENER: Final = Card("C2")
"""The card that its holder leads to the first trick (HEA-P1)."""
QUEEN: Final = Card("SQ")
HEARTS: Final = "H"


def is_penalty(card: Card) -> bool:
    """Whether nobody wants to take a card (HEA-H1)."""
    return card.suit == HEARTS or card == QUEEN


FOLLOW: Final = (follow("HEA-F1"),)
FIRST_TRICK: Final = (*FOLLOW, NamedDemand("HEA-F2", "all -H -SQ", "all -H -SQ led"))
"""To the first trick a holder of cards without points who cannot follow plays one of them (HEA-F2)."""


def lead(deal: AnyDeal, card: Card) -> Duty:
    """Return the leader's duty (HEA-P1, HEA-P2)."""
    is_early = card.suit == HEARTS and deal.rules["break_hearts"] and not may_be_broken(deal)
    duty = other_suits(HEARTS, "HEA-P2") if is_early else FREE
    if deal.number_of_trick == 1 and card != deal.opener:
        return replace(duty, avoid={**duty.avoid, deal.opener or OPENER: "HEA-P1"}, lead=True)
    return duty


def may_be_broken(deal: AnyDeal) -> bool:
    """Whether a heart may have been played already, in sight or where something went unseen."""
    breaking = {QUEEN} if deal.rules["queen_breaks"] else set[Card]()
    return follow_rule.may_be_broken(deal, lambda card: card.suit == HEARTS or card in breaking)


# The house rules of Hearts, each with the values that players know it by.

GOAL: Final = 100
"""Points with which somebody ends the match (HEA-G1)."""

OPTIONS: Final = (
    Option(
        "passing",
        ("rotate", "hold"),
        "HEA-X1",
        Message("Whether cards are passed before the play."),
        says=(
            Message("Three cards are passed: to the next player, to the one before, across, then none."),
            Message("No cards are passed."),
        ),
    ),
    Option(
        "break_hearts",
        (True, False),
        "HEA-P2",
        Message("Whether a heart must have been played before one is led."),
        says=(
            Message("No heart is led before one was played, unless nothing else is held."),
            Message("Hearts may be led at any time after the first trick."),
        ),
    ),
    Option(
        "queen_breaks",
        (False, True),
        "HEA-P2",
        Message("Whether the queen of spades opens the hearts, too."),
        says=(
            Message("Only a heart that was played opens the hearts."),
            Message("The queen of spades opens the hearts, too."),
        ),
    ),
    Option(
        "first_trick_points",
        (False, True),
        "HEA-F2",
        Message("Whether hearts and the queen of spades may be thrown in the first trick."),
        says=(
            Message("In the first trick no heart and no queen of spades is thrown, unless nothing else is held."),
            Message("In the first trick any card may be thrown."),
        ),
    ),
    Option(
        "jack",
        (False, True),
        "HEA-H2",
        Message("Whether the jack of diamonds takes ten points off."),
        profiles={"omnibus": True},
        says=(
            Message("The jack of diamonds counts nothing."),
            Message("The jack of diamonds takes ten points off."),
        ),
    ),
    Option(
        "moon",
        ("plus", "minus"),
        "HEA-S2",
        Message("What counts if one player takes all hearts and the queen of spades."),
        says=(
            Message("Who takes all hearts and the queen of spades gives 26 points to each of the others."),
            Message("Who takes all hearts and the queen of spades takes 26 points off."),
        ),
    ),
    Option(
        "goal",
        (GOAL, 50),
        "HEA-G1",
        Message("With how many points somebody ends the match; 0: until the players stop."),
        free=True,
    ),
)


# The score of a deal of Hearts: hearts, the queen of spades, the jack of diamonds, the moon (HEA-H, HEA-S).

JACK: Final = Card("DJ")
QUEEN_POINTS: Final = 13
JACK_POINTS: Final = -10
ALL: Final = 26
"""Points of all hearts and the queen of spades (HEA-H1)."""

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeartsScore:
    """The score of a deal, by seat."""

    score: Points
    """The points on the sheet."""
    moon: Seat | None
    """The seat that has shot the moon; None: nobody."""
    lines: tuple[BreakdownLine, ...]
    """The parts of the score."""


def card_points(rules: Rules, card: Card) -> int:
    """Return the points of a card (HEA-H1, HEA-H2)."""
    if card == JACK and rules["jack"]:
        return JACK_POINTS
    return QUEEN_POINTS if card == QUEEN else int(card.suit == HEARTS)


def score(deal: AnyDeal) -> HeartsScore:
    """Score a finished deal (HEA-S1, HEA-S2)."""
    penalty = _points_in_tricks(deal, is_penalty)
    moon = penalty.index(ALL) if ALL in penalty else None
    shot = tuple(_shot(deal.rules, shooter=seat == moon) if moon is not None else 0 for seat in range(deal.rules.seats))
    lines = counting(*penalty_lines(deal), BreakdownLine(Message("the moon was shot"), shot))
    points = _points_in_tricks(deal, lambda _: True)
    return HeartsScore(tuple(map(sum, zip(points, shot, strict=True))), moon, lines)


def penalty_lines(deal: AnyDeal) -> tuple[BreakdownLine, ...]:
    """List the cards that count, as each seat has taken them."""
    return counting(
        BreakdownLine(Message("hearts taken"), _points_in_tricks(deal, lambda card: card.suit == HEARTS)),
        BreakdownLine(Message("queen of spades taken"), _points_in_tricks(deal, lambda card: card == QUEEN)),
        BreakdownLine(Message("jack of diamonds taken"), _points_in_tricks(deal, lambda card: card == JACK)),
    )


def _points_in_tricks(deal: AnyDeal, counts: Callable[[Card], bool]) -> Points:
    """Return the points of the cards of a kind in each seat's tricks."""
    return tuple(
        sum(
            card_points(deal.rules, card)
            for trick in deal.tricks
            if trick.winner == seat
            for card in trick.cards
            if counts(card)
        )
        for seat in range(deal.rules.seats)
    )


def _shot(rules: Rules, *, shooter: bool) -> int:
    """Return the points that a moon adds to those taken (HEA-S2)."""
    if rules["moon"] == "minus":
        return -2 * ALL if shooter else 0
    return -ALL if shooter else ALL


PASSES: Final = (
    Message("three cards to the next player"),
    Message("three cards to the player before"),
    Message("three cards across the table"),
    Message("no cards are passed"),
)
"""The directions of passing by turns, a deal each (HEA-X1)."""
TO: Final = (1, -1, 2)
"""Numbers of seats that the cards move on, by the same turns."""
PASSED: Final = 3
"""Cards of each hand."""

HeartsBook = Seat | None
"""The first dealer, as far as any deal was scored."""


@dataclass(frozen=True, slots=True)
class HeartsState:
    """The pass of a deal, which no camera sees."""

    first: Seat
    """The dealer of the first deal of the match."""
    passing: int | None = None
    """The deal's place in ``PASSES``; None: the players never pass."""


HeartsDeal = Deal[HeartsState]


class HeartsSlip(Slip):
    """The lines of Hearts that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check for all hearts and the queen of spades, or a moon (HEA-H1, HEA-H2, HEA-S2)."""
        moon = -ALL if rules["moon"] == "minus" else ALL * (rules.seats - 1)
        jack = JACK_POINTS if rules["jack"] else 0
        shots = range(line.deals + 1)
        return other_sum(line, ((ALL + jack) * line.deals + (moon - ALL) * shot for shot in shots))


class HeartsSummary(DealSummary[HeartsState]):
    """Public facts of a deal of Hearts apart from its cards."""

    def facts(self, deal: HeartsDeal) -> Message:
        """Return the passing that is due, or later whether hearts may be led."""
        return Message.join(", ", _facts(deal))


class HeartsMovements(Movements[HeartsState]):
    """The cards that are moved outside the play of Hearts."""

    in_play = False

    def expected(self, deal: HeartsDeal) -> tuple[Movement, ...]:
        """List the cards' passes from hand to hand before the play (HEA-X1)."""
        turn = deal.own.passing
        if turn is None or turn >= len(TO) or deal.tricks or deal.open.plays:
            return ()
        seats = len(deal.seats)
        return tuple(Movement("pass", seat, (seat + TO[turn]) % seats, PASSED, at_once=True) for seat in deal.seats)


class HeartsCourse(MatchRules[HeartsState, HeartsBook]):
    """The course of a match of Hearts."""

    fewest_wins = True  # HEA-G1

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: HeartsBook) -> Message | None:
        """End the match (HEA-G1)."""
        goal = self.goal(rules)
        if not goal or max(total) < goal:
            return None
        fewest = min(total)
        best, *level = (name for name, own in zip(rules.names, total, strict=True) if own == fewest)
        if level:
            both = Listed((best, *level), "and")
            return Message.counted(
                "{names} share the match with {n} point",
                "{names} share the match with {n} points",
                int(fewest),
                names=both,
                n=fewest,
            )
        return Message.counted(
            "{name} has won the match with {n} point",
            "{name} has won the match with {n} points",
            int(fewest),
            name=best,
            n=fewest,
        )


class Hearts(TrickGame[HeartsState, HeartsBook]):
    """Follow suit, and take nothing that counts."""

    name = "hearts"
    title = "Hearts"
    wording = Wording("Game of Hearts", "Hearts (Spiel)", "Hearts (Dame de pique)", "Hearts (Peppa)", "ハーツ")
    known_as = Wording("Hearts", "Hearts", "Dame de pique", "Peppa", "ハーツ")
    other_names = ("Black Lady", "Omnibus Hearts", "Dame de pique", "ハートの女王", "Schwarze Dame")
    seats = (4,)
    clockwise = True
    deck = DECK
    count_rule = "HEA-D1"
    options = OPTIONS
    slip = HeartsSlip()
    summary = HeartsSummary()
    movements = HeartsMovements()
    course = HeartsCourse()

    lead = staticmethod(lead)

    def open_book(self, rules: Rules) -> None:
        """Return the book before the first dealer is known."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: HeartsBook) -> HeartsDeal:
        """Open a deal; the holder of the two of clubs leads it (HEA-D1, HEA-P1)."""
        first = event.dealer if book is None else book
        passes = rules["passing"] != "hold"
        state = HeartsState(first, (event.dealer - first) % len(PASSES) if passes else None)
        holder = None if passes else _holder(event)
        seats = tuple(range(rules.seats))
        size = len(self.deck) // rules.seats
        return Deal(number, event.dealer, rules, seats, size, holder, state, opener=OPENER)

    def layout(self, deal: HeartsDeal) -> Layout:
        """Return all cards as dealt out; after an unreported pass shown hands prove nothing (HEA-D1, HEA-X2)."""
        if deal.moved:
            return super().layout(deal)
        return all_in_hands(deal if deal.own.passing is None else replace(deal, hands=None))

    def demands(self, deal: HeartsDeal) -> tuple[Demanding, ...]:
        """Return the demands on a hand (HEA-F1), and to the first trick one more (HEA-F2)."""
        clean = deal.number_of_trick == 1 and not deal.rules["first_trick_points"]
        return FIRST_TRICK if clean else FOLLOW

    def redealt_trumps(self) -> tuple[str | None, ...]:
        """Return no trump: there never is one (HEA-W1)."""
        return (None,)

    def card_points(self, deal: HeartsDeal, card: Card) -> int:
        """Return a card's points (HEA-H1, HEA-H2)."""
        return card_points(deal.rules, card)

    def score(self, deal: HeartsDeal, won: Won, book: HeartsBook) -> Score[HeartsBook]:
        """Score the deal (HEA-S1, HEA-S2)."""
        result = score(deal)
        after = deal.own.first if book is None else book
        rule = "HEA-S1" if result.moon is None else "HEA-S2"
        return Score(rule, result.score, after, result.lines, detail={"moon": result.moon})

    def points_told(self, deal: HeartsDeal, won: Won) -> tuple[BreakdownLine, ...]:
        """Return the hearts, the queen of spades and the jack of diamonds that each has taken."""
        return penalty_lines(deal)


def _facts(deal: HeartsDeal) -> Iterator[Message]:
    if deal.own.passing is not None and not deal.tricks and not deal.open.plays:
        yield PASSES[deal.own.passing]
    if any(one.card.suit == HEARTS for one in deal.plays()):
        yield Message("hearts are broken")


def _holder(event: DealStart) -> Seat | None:
    """Return the seat whose hand shows the two of clubs."""
    return next((seat for seat, hand in (event.hands or {}).items() if OPENER in hand), None)


GAME = Hearts()

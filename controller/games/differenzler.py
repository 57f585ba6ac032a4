"""Differenzler: each names the points it will make, and is written the difference (games.md section 10)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from controller.games import jass
from controller.games.faults import holder_phrase, impossible_card, refused, wrong_sum
from controller.games.follow_rule import (
    Demanding,
    exempt,
    follow,
    follow_or_trump,
    no_undertrump,
    plain_led,
    trump_led,
    trumped,
    where,
)
from controller.games.jass import TOTAL
from controller.games.trick_game import Score, TrickGame, Won
from controller.games.vocabularies import NumberWords
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, Seat
from controller.record.message import Listed, Message
from controller.record.naming import NONE, number_of
from controller.rules.deal import Deal, Play
from controller.rules.game import Tie, Untold
from controller.rules.layout import Layout, UnseenPlace, hands, shown
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, DealSummary, Fault, MatchRules, Outcome, Slip
from controller.rules.results import BreakdownLine, Number, counting
from controller.rules.score.slip import SlipLine, within
from controller.rules.speech import everywhere

# The state of a deal of Differenzler: the card turned up, and who has said what.

NUMBERS: Final = range(TOTAL + 1)
"""Points that can be said (DIF-B1)."""


@dataclass(frozen=True, slots=True)
class DifferenzlerState:
    """The card turned up and the numbers of a deal, by seat; None: not said yet."""

    turned: Card
    numbers: tuple[int | None, ...]

    def with_number(self, seat: Seat, number: int) -> "DifferenzlerState":
        """Return the same state with one number more, or another one."""
        return replace(self, numbers=(*self.numbers[:seat], number, *self.numbers[seat + 1 :]))

    @property
    def untold(self) -> tuple[Seat, ...]:
        """The seats whose numbers are unknown."""
        return tuple(seat for seat, number in enumerate(self.numbers) if number is None)


DifferenzlerDeal = Deal[DifferenzlerState]


def around(deal: DifferenzlerDeal) -> tuple[Seat, ...]:
    """Return the seats from forehand on, the dealer last."""
    return tuple((deal.dealer + step) % deal.rules.seats for step in range(1, deal.rules.seats + 1))


def speaker(deal: DifferenzlerDeal) -> Seat | None:
    """Return the seat that says a number next where they are open (DIF-B1); None: all have."""
    return next((seat for seat in around(deal) if deal.own.numbers[seat] is None), None)


def newest(deal: DifferenzlerDeal) -> Seat | None:
    """Return the seat with the newest number, which it may change until the next has spoken (DIF-B1)."""
    speakers = [seat for seat in around(deal) if deal.own.numbers[seat] is not None]
    return speakers[-1] if speakers else None


# Differenzler by command cards: a number of points, laid digit by digit (DIF-B1, DIF-B2).

CALL_NAMES: Final = {"0": ("zero", "null", "zéro", "nullo", "ゼロ")}
"""The players' word for no point at all."""

VOCABULARY = NumberWords(NUMBERS)


# The house rules of Differenzler, each with the values that players know it by.

OPEN: Final = "open"
DEALERS: Final = "dealers"

OPTIONS: Final = (
    Option(
        "numbers",
        (OPEN, "hidden"),
        "DIF-B2",
        Message("Whether the others hear each number before the play."),
        profiles={"swisslos": "hidden"},
        says=(
            Message("Each says openly, in turn, how many points it will make."),
            Message("Each writes down in secret how many points it will make, and tells it when all cards are played."),
        ),
    ),
    Option(
        "turned",
        (DEALERS, "drawn"),
        "DIF-T1",
        Message("Where the card comes from that makes trump."),
        profiles={"swisslos": "drawn"},
        says=(
            Message("The dealer's last card is turned up and makes trump."),
            Message("A card turned over before the deal makes trump, and goes back into the pack."),
        ),
    ),
    Option(
        "undertrump",
        ("free", "never"),
        "DIF-F2",
        Message("Whether who cannot follow may play a trump below the one that wins."),
        says=(
            Message("Who cannot follow may play any card, a low trump too."),
            Message("Who cannot follow may play any card but a trump that is too low."),
        ),
    ),
    Option(
        "exact",
        (0, 10),
        "DIF-S2",
        Message("How many points are taken off for a number that is made exactly."),
        free=True,
        profiles={"jasswelt": 10, "gambiter": 10},
    ),
    Option(
        "exact_zero",
        ("none", "won-trick"),
        "DIF-S2",
        Message("Whether a 0 that is made exactly counts so."),
        profiles={"jasswelt": "won-trick"},
        says=(
            Message("For a 0 that is made exactly nothing is taken off."),
            Message("For a 0 that is made exactly they are taken off, if a trick was won."),
        ),
    ),
    Option(
        "deals",
        (12, 4, 0),
        "DIF-G1",
        Message("How many deals make a match; 0: until the players stop."),
        free=True,
    ),
)


# Where the cards of a Differenzler deal can lie: hands, the stock, the six that is out (DIF-D1, DIF-D2, DIF-T1).

STOCK: Final = Message("the stock")
TAKEN_OUT: Final = Message("the six that was taken out")
FEWEST, MOST = 2, 5
"""Players; with so few there is a stock, with so many a six is taken out (DIF-D2)."""
SIX: Final = "6"


def layout(deck: tuple[Card, ...], deal: DifferenzlerDeal) -> Layout:
    """Return the hands, and the place of the cards that were dealt to nobody."""
    player_hands = hands(deal)
    rest = len(deck) - deal.size * len(deal.seats)
    aside = (UnseenPlace(TAKEN_OUT if deal.rules.seats == MOST else STOCK, rest),) if rest else ()
    places = (*player_hands, *aside)
    where = shown(deal, places)
    if deal.rules.seats == MOST:
        in_hands = frozenset(range(len(player_hands)))
        unseen = set(deck) - {play.card for play in deal.seen()}
        where |= {card: where.get(card, in_hands) & in_hands for card in unseen if card.rank != SIX}
    turned = deal.own.turned
    if deal.rules["turned"] == DEALERS and not deal.find(turned):
        here = frozenset(number for number, place in enumerate(places) if place.seat == _holder(deal))
        if here:
            where[turned] = where.get(turned, here) & here
    return Layout(places, where)


def _holder(deal: DifferenzlerDeal) -> int | None:
    """Return the seat whose card was turned up; None: it lies on the stock (DIF-T1)."""
    return None if deal.rules.seats == FEWEST else deal.dealer


HAND: Final = 12
"""Cards of a hand at most (DIF-D2)."""
_FOLLOW: Final[tuple[Demanding, ...]] = (
    where(trump_led, exempt(jass.JACKS, follow("DIF-F3"))),
    where(plain_led, follow_or_trump("DIF-F1")),
    where(trumped, follow_or_trump("DIF-F1", under=False)),
)
_NEVER_UNDER: Final = (*_FOLLOW, no_undertrump("DIF-F2"))


class DifferenzlerSlip(Slip):
    """The lines of Differenzler that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that each seat has a difference of its own; they have no common sum (DIF-S1, DIF-S2)."""
        return within(line, -int(str(rules["exact"])), jass.TOTAL)


class DifferenzlerSummary(DealSummary[DifferenzlerState]):
    """Public facts of a deal of Differenzler apart from its cards."""

    def facts(self, deal: DifferenzlerDeal) -> Message:
        """Return the trump, and the numbers that everybody may know."""
        return Message.join(", ", _facts(deal))


class DifferenzlerAudit(Audit[DifferenzlerState]):
    """The faults that only Differenzler can find."""

    def elsewhere(self, deal: DifferenzlerDeal, play: Play) -> Fault | None:
        """Return the fault of a card that is known elsewhere (DIF-T1)."""
        holder = _holder(deal)
        if play.card != deal.own.turned or deal.rules["turned"] != DEALERS or play.seat == holder:
            return None
        return impossible_card(deal, play, holder_phrase(deal, holder))

    def find_at_end(self, deal: DifferenzlerDeal) -> tuple[Fault, ...]:
        """Check for 157 points if all cards that count were dealt (JASS-6, DIF-W1, DIF-D2)."""
        if deal.rules.seats == FEWEST or not deal.over:
            return ()
        return wrong_sum(deal, sum(GAME.points(deal)), jass.TOTAL, "JASS-6")


class DifferenzlerCourse(MatchRules[DifferenzlerState, None]):
    """The course of a match of Differenzler."""

    fewest_wins = True  # DIF-G1

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """Check that a card is turned up and makes trump (DIF-T1)."""
        if event.turned is None or event.turned not in jass.DECK:
            return Message("a deal of Differenzler needs the card turned up that makes trump")
        return None

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: None) -> Message | None:
        """End the match (DIF-G1)."""
        is_over = number and number == rules["deals"]
        return Message("the match ended with deal {n}", n=number) if is_over else None


def _openly(deal: DifferenzlerDeal, event: Bid, points: int) -> Outcome[DifferenzlerState] | Message:
    """Apply a number said in turn; the newest speaker may say another one (DIF-B1)."""
    who = speaker(deal)
    if who is None:
        return Message("everybody has said a number")
    names = deal.rules.names
    if event.seat not in (who, newest(deal)):
        return refused(deal, event, "DIF-B1", Message("it was for {name} to speak", name=names[who]))
    state = deal.own.with_number(event.seat, points)
    return Outcome(replace(deal, own=state, phase="before" if state.untold else "play"))


class DifferenzlerAuction(Auction[DifferenzlerState, None]):
    """The words of Differenzler."""

    names = CALL_NAMES
    number_calls = NUMBERS

    def act(
        self, deal: DifferenzlerDeal, book: None, number: int, event: Event
    ) -> Outcome[DifferenzlerState] | Message | None:
        """Apply a number (DIF-B1, DIF-B2)."""
        points = number_of(event.call) if isinstance(event, Bid) else None
        if not isinstance(event, Bid) or points is None:
            return super().act(deal, book, number, event)
        if deal.phase == "after" and event.seat in deal.own.untold:
            return Outcome(replace(deal, own=deal.own.with_number(event.seat, points)), finished=True)
        if deal.phase == "after":
            return Message("{name} has said a number", name=deal.rules.names[event.seat])
        return _openly(deal, event, points) if _is_open(deal) else Message("numbers are secret until the last card")

    def cannot_seal(self, deal: DifferenzlerDeal, seat: Seat) -> Message | None:
        """Check that a seat seals its number before the first card, where numbers are secret (DIF-B2)."""
        if _is_open(deal):
            return super().cannot_seal(deal, seat)
        return None if deal.phase == "before" else Message("the first card has been played")

    def numbers(self, deal: DifferenzlerDeal, seat: Seat) -> range:
        """Return every number before the play; where numbers are secret, after all cards are played."""
        if deal.phase == "after":
            return self.number_calls if seat in deal.own.untold else NONE
        sealed = any(seat == one for one, _ in deal.seals)
        return NONE if sealed else super().numbers(deal, seat)

    def begin_play(self, deal: DifferenzlerDeal) -> DifferenzlerDeal | Message:
        """Begin the play once everybody has said a number openly (DIF-B1)."""
        who = speaker(deal) if _is_open(deal) else None
        if who is None:
            return replace(deal, phase="play")
        return Message("{name} has said no number", name=deal.rules.names[who])

    def speaker(self, deal: DifferenzlerDeal) -> Seat | None:
        """Return the seat that says a number openly; else the leader."""
        who = speaker(deal) if _is_open(deal) else None
        return deal.leader if who is None else who

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (DIF-B1)."""
        return {"0": Message("no point"), str(jass.TOTAL): Message("so many points, or any number below")}


class Differenzler(TrickGame[DifferenzlerState, None]):
    """Make neither more nor less than you have said (DIF-S1)."""

    name = "differenzler"
    title = "Differenzler"
    wording = everywhere("Differenzler", "ディファレンツラー")
    other_names = ("Differenzler Jass", "Differenz-Jass", "Difference Jass", "ディファレンツラー・ヤス")
    seats = (2, 3, 4, 5)
    deck = jass.DECK
    options = OPTIONS
    ranks, trump_ranks = jass.PLAIN, jass.TRUMP
    worth, trump_worth, last_trick_worth = jass.POINTS, jass.TRUMP_POINTS, jass.LAST_TRICK
    count_rule, first_phase = "JASS-6", "before"
    numbered = False
    slip = DifferenzlerSlip()
    summary = DifferenzlerSummary()
    audit = DifferenzlerAudit()
    course = DifferenzlerCourse()
    auction = DifferenzlerAuction()

    def opening(self, rules: Rules, event: DealStart, book: None) -> DifferenzlerState:
        """Return the state with the card turned up and no numbers."""
        assert event.turned is not None  # noqa: S101 - cannot_deal lets no other event through
        return DifferenzlerState(event.turned, (None,) * rules.seats)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> DifferenzlerDeal:
        """Make the suit turned up trump; forehand says a number first, and leads (DIF-D1, DIF-D2, DIF-T1, DIF-P1)."""
        deal = super().open_deal(rules, number, event, book)
        return replace(deal, trump=deal.own.turned.suit, size=min(deal.size, HAND))

    def layout(self, deal: DifferenzlerDeal) -> Layout:
        """Return the places of all cards (DIF-D1, DIF-D2, DIF-T1)."""
        return layout(self.deck, deal)

    def demands(self, deal: DifferenzlerDeal) -> tuple[Demanding, ...]:
        """Return the demands on a hand (DIF-F1 to DIF-F3)."""
        return _FOLLOW if deal.rules["undertrump"] == "free" else _NEVER_UNDER

    def score(self, deal: DifferenzlerDeal, won: Won, book: None) -> Score[None] | Tie:
        """Score the deal (DIF-S1, DIF-S2); numbers that are still unsaid are waited for (DIF-B3)."""
        numbers = [(seat, number) for seat, number in enumerate(deal.own.numbers) if number is not None]
        off = {seat: abs(number - won.points[seat]) for seat, number in numbers}
        exact = {seat: self._exact(deal, number, won, seat) for seat, number in numbers}
        if untold := deal.own.untold:
            return Untold(untold, "DIF-B3", {seat: off[seat] - exact[seat] for seat, _ in numbers})
        seats = range(deal.rules.seats)
        lines = counting(
            BreakdownLine(Message("difference to the number said"), tuple(off[seat] for seat in seats)),
            BreakdownLine(Message("made exactly"), tuple(-exact[seat] for seat in seats)),
        )
        written = tuple(off[seat] - exact[seat] for seat in seats)
        return Score("DIF-S1", written, book, lines, detail={"numbers": [*deal.own.numbers]})

    def _exact(self, deal: DifferenzlerDeal, number: int, won: Won, seat: Seat) -> int:
        """Return the points taken off for a number that was made exactly (DIF-S2); else 0."""
        counts = number or (deal.rules["exact_zero"] == "won-trick" and won.tricks[seat])
        return int(str(deal.rules["exact"])) if counts and number == won.points[seat] else 0


def _is_open(deal: DifferenzlerDeal) -> bool:
    """Whether everybody hears the numbers (DIF-B1)."""
    return deal.rules["numbers"] == OPEN


def _facts(deal: DifferenzlerDeal) -> Iterator[Message]:
    yield Message("trump {suit}", suit=deal.trump or "")
    numbers = tuple("-" if number is None else str(number) for number in deal.own.numbers)
    if any(number != "-" for number in numbers):
        yield Message("said {numbers}", numbers=Listed(numbers))
    elif deal.seals:
        n = len(deal.seals)
        yield Message.counted("{n} number is sealed", "{n} numbers are sealed", n, n=n)


GAME = Differenzler()

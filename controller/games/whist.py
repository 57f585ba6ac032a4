"""Whist: two pairs, the dealer's last card makes trump, each trick above six counts one (games.md section 9)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from controller.games.claims import CLAIM, WORDINGS
from controller.games.faults import holder_phrase, impossible_card
from controller.games.follow_rule import follow, spoken
from controller.games.pair_game import PAIRS, SEATS, PairGame, PairGameCourse, PairGameSheet, pair
from controller.games.trick_game import Score, Won
from controller.record.cards import DECKS, Card
from controller.record.events import Bid, DealStart, Event, Scores, Seat
from controller.record.message import Listed, Message
from controller.rules.deal import Deal, Play, Trick
from controller.rules.game import Settlement, Tie
from controller.rules.layout import Layout, all_in_hands
from controller.rules.match import AnyMatch
from controller.rules.options import Option, Rules
from controller.rules.parts import Auction, Audit, DealSummary, Fault, Outcome, Slip
from controller.rules.results import BreakdownLine, DealResult, Number, counting
from controller.rules.score.slip import SlipLine, one_scores
from controller.rules.sheet import Cell, Grid, SheetRow
from controller.rules.speech import Meaning, Speech, Wording, everywhere
from controller.rules.vocabulary import Vocabulary

# The state of a deal of Whist and of its rubber: the card turned up, points of the game, games, who called honours.

HONOURS: Final = CLAIM
"""The word by which a pair calls its honours, as records and command cards have it (WHI-S2)."""
RUBBERS: Final = "in-rubbers"


@dataclass(frozen=True, slots=True)
class WhistBook:
    """The points of the game under way and the games of the rubber, by pair, and how many rubbers are over."""

    points: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    rubbers: int = 0


@dataclass(frozen=True, slots=True)
class WhistState:
    """A deal of Whist apart from its tricks."""

    turned: Card
    """The card turned up, the dealer's last one (WHI-D2)."""
    before: WhistBook = WhistBook()
    """The book as the deal began."""
    called: tuple[Seat, ...] = ()
    """The seats that have called honours."""


WhistDeal = Deal[WhistState]


def goal(rules: Rules) -> int:
    """Return the points that win a game; 0: none do (WHI-G1)."""
    return int(str(rules["goal"]))


def in_rubbers(rules: Rules) -> bool:
    """Whether games make rubbers (WHI-R1)."""
    return rules["form"] == RUBBERS


# Whist by words: honours are called once the cards are played (WHI-S2).

_HONOURS: Final = Wording("Honours", "Honneurs", "Honneurs", "Onori", "オナー")
_OTHERS: Final = ("honors", "we have honours", "we claim honours", "Figuren", "les honneurs", "gli onori", "オナーズ")
CALL_NAMES: Final = spoken({HONOURS: _HONOURS}, {HONOURS: _OTHERS})
"""Names that players have for their honours."""


class WhistWords(Vocabulary):
    """Honours, by either of the pair that holds them."""

    words = frozenset((HONOURS,))
    wordings: ClassVar[Mapping[str, Wording]] = {HONOURS: WORDINGS[HONOURS]}
    called: ClassVar[Mapping[str, Wording]] = {HONOURS: _HONOURS}

    def is_spoken(self, match: AnyMatch) -> bool:
        """Whether honours are called (WHI-S2)."""
        return match.rules["honours"] == "called"

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the call of honours; the game judges it (WHI-S2)."""
        if speech.seat is None:
            return Message("lay {call} in front of the player who says it", call=speech.words[-1])
        return (Bid(seat=speech.seat, call=speech.words[-1]),)


VOCABULARY = WhistWords()


# The score of a deal of Whist: tricks above six, honours, games and rubbers (WHI-S1 to WHI-S4, WHI-R1 to WHI-R3).

BOOK: Final = 6
"""Tricks of a pair that count nothing (WHI-S1)."""
RANKS: Final = ("A", "K", "Q", "J")
"""The honours of the trump suit (WHI-S2)."""
WORTH: Final = {3: 2, 4: 4}
"""Points of a pair for so many honours."""
TREBLE, DOUBLE, SINGLE = 3, 2, 1
"""Points of a game in a rubber (WHI-R2)."""
GAMES: Final = 2
"""Games that win a rubber."""
RUBBER: Final = 2
"""Points for winning the rubber (WHI-R3)."""


def names(rules: Rules, side: int) -> Listed:
    """Return the names of a pair."""
    return Listed(tuple(rules.names[seat] for seat in SEATS[side]), " and ")


def honours_played(deal: WhistDeal, side: int) -> int:
    """Count the honours that a pair has played."""
    return sum(
        play.card.suit == deal.trump and play.card.rank in RANKS for play in deal.plays() if pair(play.seat) == side
    )


def honours(deal: WhistDeal, side: int) -> int:
    """Return the worth of a pair's honours: those that the cards show, or that it has called (WHI-S2)."""
    counts = deal.rules["honours"] == "counted" or any(pair(seat) == side for seat in deal.own.called)
    return WORTH.get(honours_played(deal, side), 0) if counts and deal.rules["honours"] != "none" else 0


def forfeiting(deal: WhistDeal, winner: Callable[[Trick], Seat]) -> set[int]:
    """Return the pairs whose tricks count for the other one, as for a revoke (WHI-S4)."""
    pairs = ((pair(winner(trick)), pair(trick.winner)) for trick in deal.tricks if trick.winner is not None)
    return {own for own, counted in pairs if own != counted}


@dataclass(frozen=True, slots=True)
class WhistPoints:
    """The points that the pairs score in a deal, and why some do not count."""

    tricks: tuple[int, int]
    honours: tuple[int, int]
    remarks: tuple[Message, ...] = ()

    @property
    def score(self) -> tuple[int, int]:
        """Add up the score of each pair."""
        one, other = (sum(own) for own in zip(self.tricks, self.honours, strict=True))
        return one, other


def points(deal: WhistDeal, won: Won, before: WhistBook, barred: set[int]) -> WhistPoints:
    """Count tricks first, then honours; ``barred`` pairs cannot win the game (WHI-S1 to WHI-S4)."""
    target, remarks, stopped = goal(deal.rules), list[Message](), set[int]()

    def capped(side: int, scored: int, more: int) -> int:
        """Cap so many points by those that a pair can still score after its own of this deal."""
        if not target or side not in barred:
            return more
        room = max(target - 1 - before.points[side] - scored, 0)
        if more > room:
            stopped.add(side)
        return min(more, room)

    above = (max(sum(won.tricks[seat] for seat in SEATS[side]) - BOOK, 0) for side in PAIRS)
    tricks = [capped(side, 0, own) for side, own in enumerate(above)]
    decided = bool(target) and any(before.points[side] + tricks[side] >= target for side in PAIRS)
    counted = [0, 0]
    worth = [honours(deal, side) for side in PAIRS]
    for side in filter(worth.__getitem__, PAIRS):
        if decided:
            remarks.append(Message("tricks have won the game, so the honours do not count"))
        elif target and before.points[side] >= target - 1:
            remarks.append(
                Message("{names} lacked one point, so their honours do not count", names=names(deal.rules, side))
            )
        else:
            counted[side] = capped(side, tricks[side], worth[side])
    for side in sorted(stopped):
        remarks.append(
            Message("{names} cannot win the game by a deal in which they forfeit tricks", names=names(deal.rules, side))
        )
    return WhistPoints((tricks[0], tricks[1]), (counted[0], counted[1]), tuple(remarks))


@dataclass(frozen=True, slots=True)
class WhistEntry:
    """The book after points were written down, with the gain of the pairs' sums."""

    book: WhistBook
    gained: tuple[int, int]
    remarks: tuple[Message, ...] = ()


def entered(rules: Rules, before: WhistBook, score: Sequence[int]) -> WhistEntry:
    """Write points down; with enough of them a game is won, and perhaps the rubber (WHI-R1 to WHI-R3)."""
    sums = (before.points[0] + score[0], before.points[1] + score[1])
    target = goal(rules)
    if not in_rubbers(rules):
        return WhistEntry(WhistBook(sums), (score[0], score[1]))
    # An arbiter may take points off; nobody has fewer than none of a game.
    sums = (max(sums[0], 0), max(sums[1], 0))
    if not target or max(sums) < target or sums[0] == sums[1]:
        return WhistEntry(WhistBook(sums, before.games, before.rubbers), (0, 0))
    side = sums.index(max(sums))
    value = worth_of_game(target, sums[1 - side])
    games = (before.games[0] + (side == 0), before.games[1] + (side == 1))
    is_last = games[side] == GAMES
    book = WhistBook((0, 0), (0, 0), before.rubbers + 1) if is_last else WhistBook((0, 0), games, before.rubbers)
    gained = value + RUBBER * is_last
    return WhistEntry(
        book,
        (gained * (side == 0), gained * (side == 1)),
        tuple(_victory_messages(rules, side, value, is_last=is_last)),
    )


def worth_of_game(target: int, other: int) -> int:
    """Return the value of a game whose losers have so many points.

    >>> [worth_of_game(5, other) for other in range(5)]
    [3, 2, 2, 1, 1]
    """
    if not other:
        return TREBLE
    return DOUBLE if 2 * other < target else SINGLE


def _victory_messages(rules: Rules, side: int, value: int, *, is_last: bool) -> Iterator[Message]:
    won = {
        TREBLE: Message("{names} have won a treble: the game counts 3", names=names(rules, side)),
        DOUBLE: Message("{names} have won a double: the game counts 2", names=names(rules, side)),
        SINGLE: Message("{names} have won a single: the game counts 1", names=names(rules, side)),
    }
    yield won[value]
    if is_last:
        yield Message("{names} have won the rubber, which counts {n}", names=names(rules, side), n=RUBBER)


class WhistSlip(Slip):
    """The lines of Whist that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that one pair alone has tricks above six, at most seven (WHI-S1)."""
        return one_scores(line, 1, 13 - BOOK)

    def beside(self, rules: Rules) -> int:
        """Return the honours of one pair (WHI-S2)."""
        return max(self.chips(rules), default=0)

    def chips(self, rules: Rules) -> tuple[int, ...]:
        """Return the points of three honours, and of all four (WHI-S2)."""
        return () if rules["honours"] == "none" else tuple(WORTH.values())


class WhistSheet(PairGameSheet[WhistBook]):
    """The score sheet of Whist; in rubbers also the games, and the points of the one under way."""

    def lines(
        self, title: str, rules: Rules, book: WhistBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Yield a column for each pair."""
        yield from super().lines(title, rules, book, total, deals)
        if in_rubbers(rules):
            yield f"games: {book.games[0]}, {book.games[1]}"
            yield f"points of this game: {book.points[0]}, {book.points[1]}"

    def grid(
        self, title: str, rules: Rules, book: WhistBook, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Grid:
        """Draw the sheet in cells."""
        grid = super().grid(title, rules, book, total, deals)
        if not in_rubbers(rules):
            return grid
        games = SheetRow(Message("Games"), tuple(Cell(str(own)) for own in book.games))
        this = SheetRow(Message("This game"), tuple(Cell(str(own)) for own in book.points))
        return replace(grid, foot=(this, games, *grid.foot))


class WhistSummary(DealSummary[WhistState]):
    """Public facts of a deal of Whist apart from its cards."""

    def remark(self, deal: WhistDeal, seats: tuple[Seat, ...]) -> Message | None:
        """Return a remark on the pair's game and rubber as the deal began (WHI-R1)."""
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
        """Refuse a call of honours while cards are played (WHI-S2)."""
        if not isinstance(event, Bid) or event.call != HONOURS:
            return super().act(deal, book, number, event)
        if deal.rules["honours"] != "called":
            return Message("honours are not called at this table")
        return Message("honours are called once the cards are played")

    def act_late(self, deal: WhistDeal, book: WhistBook, number: int, event: Event) -> Outcome[WhistState] | None:
        """Apply a pair's call of honours after the last card (WHI-S2); a pair without them is at fault."""
        if not isinstance(event, Bid) or event.call != HONOURS or deal.rules["honours"] != "called":
            return None
        state = deal.own
        if pair(event.seat) in map(pair, state.called):
            return Outcome(deal)
        called = replace(deal, own=replace(state, called=(*state.called, event.seat)))
        count = honours_played(deal, pair(event.seat))
        if count in WORTH or deal.doubtful:
            return Outcome(called)
        name = deal.rules.names[event.seat]
        text = Message("{name} called honours, of which that side has played {n}.", name=name, n=count)
        return Outcome(called, (Fault("false-declaration", event.seat, "WHI-S2", text),))

    def calls(self, seats: int) -> Mapping[str, Message]:
        """List the calls with their worth (WHI-S2)."""
        return {HONOURS: Message("has three honours or four, with the partner's")}


class WhistAudit(Audit[WhistState]):
    """The faults that only Whist can find."""

    def elsewhere(self, deal: WhistDeal, play: Play) -> Fault | None:
        """Return the fault of another seat's playing the card turned up, which is the dealer's (WHI-D2)."""
        if play.card != deal.own.turned or play.seat == deal.dealer:
            return None
        return impossible_card(deal, play, holder_phrase(deal, deal.dealer))


class WhistCourse(PairGameCourse[WhistState, WhistBook]):
    """The course of a match of Whist."""

    def goal(self, rules: Rules) -> int:
        """Return the goal (WHI-G1); none where games make rubbers (WHI-R1)."""
        return 0 if in_rubbers(rules) else goal(rules)

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: WhistBook) -> Message | None:
        """End the match (WHI-G1, WHI-R4)."""
        if not in_rubbers(rules):
            return super().over(rules, number, total, book)
        rubbers = int(str(rules["rubbers"]))
        return Message("the rubber is over") if rubbers and book.rubbers >= rubbers else None

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """Check that the last card, the dealer's own, is turned up and makes trump (WHI-D2)."""
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
    known_as = everywhere("Whist", "ホイスト")
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
        """Return the book before the first points."""
        return WhistBook()

    def opening(self, rules: Rules, event: DealStart, book: WhistBook) -> WhistState:
        """Return the state with the card turned up, and the game's standing."""
        assert event.turned is not None  # noqa: S101 - cannot_deal lets no other event through
        return WhistState(event.turned, book)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: WhistBook) -> WhistDeal:
        """Open a deal of thirteen cards each; the suit turned up is trump; forehand leads (WHI-D1, WHI-D2, WHI-P1)."""
        deal = super().open_deal(rules, number, event, book)
        return replace(deal, trump=deal.own.turned.suit)

    def layout(self, deal: WhistDeal) -> Layout:
        """Return the hands with all cards, the one turned up in the dealer's until it is played (WHI-D2)."""
        everywhere = all_in_hands(deal)
        place = everywhere.place_of(deal.dealer)
        turned = deal.own.turned
        if place is None or deal.find(turned):
            return everywhere
        return replace(everywhere, known={**everywhere.known, turned: frozenset({place})})

    def score(self, deal: WhistDeal, won: Won, book: WhistBook) -> Score[WhistBook]:
        """Score the deal (WHI-S1 to WHI-S4, WHI-R1 to WHI-R3)."""
        barred = forfeiting(deal, lambda trick: self.winner(deal, trick))
        scored = points(deal, won, book, barred)
        after = entered(deal.rules, book, scored.score)
        lines = counting(
            BreakdownLine(Message("tricks above six"), self.of_seats(scored.tricks)),
            BreakdownLine(Message("honours"), self.of_seats(scored.honours)),
        )
        detail: dict[str, object] = {}
        if any(scored.honours):
            detail["honours"] = list(self.of_seats(scored.honours))
        if in_rubbers(deal.rules):
            detail |= {"game": list(after.book.points), "games": list(after.book.games)}
        remarks = (*scored.remarks, *after.remarks)
        return Score("WHI-S1", self.of_seats(scored.score), after.book, lines, remarks, detail)

    def settle(self, deal: WhistDeal, book: WhistBook, total: tuple[Number, ...]) -> Settlement[WhistBook] | Tie:
        """Count the deal; in rubbers the sums are of games and rubbers (WHI-R2, WHI-R3)."""
        settlement = super().settle(deal, book, total)
        if isinstance(settlement, Tie):
            return settlement
        return replace(settlement, total=self._summed(deal.rules, book, total, settlement.score))

    def ruled(
        self, deal: Deal[WhistState], book: WhistBook, total: tuple[Number, ...], score: Scores
    ) -> tuple[WhistBook, tuple[Number, ...], Scores]:
        """Give both seats of a pair the points that an arbiter sets for it; they may win the game."""
        _, _, counted = super().ruled(deal, book, total, score)
        after = entered(deal.rules, book, self._of_pairs(counted))
        return after.book, self._summed(deal.rules, book, total, counted), counted

    def _summed(self, rules: Rules, book: WhistBook, total: tuple[Number, ...], score: Scores) -> tuple[Number, ...]:
        gained = self.of_seats(entered(rules, book, self._of_pairs(score)).gained)
        return tuple(before + own for before, own in zip(total, gained, strict=True))

    @staticmethod
    def _of_pairs(score: Scores) -> tuple[int, ...]:
        return tuple(int(own or 0) for own in score[: len(PAIRS)])


GAME = Whist()

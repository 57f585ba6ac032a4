"""The parts of a game beside its cards: words, movements, claims and sheets, each with its default.

A game names its parts as attributes, and its callers ask the part. The parts are pure, as the game is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from controller.record.cards import Card
from controller.record.events import CardPlace, DealStart, Event, Moved, Seat
from controller.record.message import Listed, Message
from controller.record.naming import NONE, by_plain, impossible, nearest, number_of, or_meant, plain
from controller.rules import sheet
from controller.rules.deal import Deal, Play, S
from controller.rules.movements.course import Movement, due
from controller.rules.options import Rules
from controller.rules.results import NO_WORDS, DealResult, Number, VerdictKind
from controller.rules.score.slip import SlipLine
from controller.rules.sheet import Grid

B = TypeVar("B")
"""The book that one game keeps from deal to deal: its board, held points, who has left."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that a game finds; the fold makes a verdict of it."""

    kind: VerdictKind
    seat: Seat | None
    rule: str
    text: Message
    card: Card | None = None
    proof: tuple[Card, ...] | None = None
    event: int = 0
    """Number of the act's event; 0: the event at which the fault is found."""
    seats: tuple[Seat, ...] | None = None
    """Several seats concerned, where there is not one."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S]):
    """The deal after a bid, a declaration or another event of the game's own, and its faults."""

    deal: Deal[S]
    faults: tuple[Fault, ...] = ()
    finished: bool = False
    """Whether the deal ends without play and is to be scored."""
    void: str | None = None
    """The reason why the deal is void, if it is."""


class Auction(Generic[S, B]):
    """The words of a deal: bids, contracts, announcements; by default there are none, and a card begins no play."""

    names: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The names that players have for contracts, bids and calls, in any language, by the record's name."""
    number_calls: ClassVar[range] = NONE
    """The numbers that are bids in some deal; a record writes one as its digits."""

    at_any_time: ClassVar[frozenset[str]] = frozenset()
    """The words that a seat may say though another seat's is awaited, as records name them."""

    def act(self, deal: Deal[S], book: B, number: int, event: Event) -> Outcome[S] | Message | None:
        """Apply an event of the game's own; a message: why it cannot be; None: the game has no event of its kind."""
        return None

    def act_late(self, deal: Deal[S], book: B, number: int, event: Event) -> Outcome[S] | None:
        """Apply a word that still counts for a deal that is over; ``book``: after that deal; None: no such word."""
        return None

    def weigh_word(self, deal: Deal[S], book: B, event: int) -> Outcome[S] | None:
        """Return the deal once an open word proves right, or wrong with its fault; None: unknown yet."""
        return None

    def begin_play(self, deal: Deal[S]) -> Deal[S] | Message:
        """Begin the play by its first card; a message: the reason why no card can be played yet."""
        return Message("the play has not begun")

    def playable(self, deal: Deal[S]) -> Deal[S] | None:
        """Return the deal as the next card finds it, its play begun; None: a word must come first."""
        begun = self.begin_play(deal) if deal.phase == "before" else deal
        return None if isinstance(begun, Message) else begun

    def speaker(self, deal: Deal[S]) -> Seat | None:
        """Return the seat whose word is awaited before the play, or None."""
        return None

    def taker(self, deal: Deal[S]) -> Seat | None:
        """Return the seat that plays against the others and has more to say before the play, or None."""
        return None

    def cannot_seal(self, deal: Deal[S], seat: Seat) -> Message | None:
        """Return why this seat can make no secret call now, or None; a revealed one comes to :meth:`act` as a bid."""
        return Message("this game has no secret calls")

    def calls(self, seats: int) -> Mapping[str, Message]:
        """Return the contracts, bids or calls of so many seats, each with its worth; none where nothing is said."""
        return {}

    def numbers(self, deal: Deal[S], seat: Seat) -> range:
        """Return the numbers that this seat can say now, lawful or not; pages, cards and players offer them."""
        return self.number_calls if deal.phase == "before" else NONE

    def call_of(self, name: str) -> str:
        """Return the record's name of a contract, bid or call by a player's name; an unknown name stays as it is."""
        return _calls(type(self)).get(plain(name), name)

    def no_call(self, name: str, title: str) -> Message | None:
        """Return why nobody can say this in the game of this title; None if it is a word of the game."""
        if self.number_calls and (number := number_of(name)) is not None:
            return None if number in self.number_calls else impossible(name, self.number_calls)
        if not self.names or plain(name) in _calls(type(self)):
            return None
        calls = Listed(self._known_calls())
        fault = Message("{code} is no call of {game}; there are {calls}", code=repr(name), game=title, calls=calls)
        near = nearest(name, [one for call, names in self.names.items() for one in (call, *names)])
        return or_meant(fault, tuple(dict.fromkeys(map(self.call_of, near))))

    def _known_calls(self) -> tuple[str, ...]:
        """List all calls, the numbers as one."""
        if not self.number_calls:
            return tuple(self.names)
        named = tuple(call for call in self.names if number_of(call) is None)
        least, most = self.number_calls[0], self.number_calls[-1]
        return (*named, Message("numbers from {n} to {n2}", n=least, n2=most))


@cache
def _calls(auction: "type[Auction[Any, Any]]") -> Mapping[str, str]:
    """Map every name that players have for an auction's calls, in plain letters, to the call."""
    return by_plain(auction.names)


class ClaimRules(Generic[S]):
    """The claims of a game in which somebody can claim the tricks that are left."""

    def claim(self, deal: Deal[S], seat: Seat, tricks: int) -> Event | Message:
        """Return the event by which a seat claims so many of the tricks left; a message: why no seat can."""
        raise NotImplementedError

    def answer(self, seat: Seat, *, accepts: bool) -> Event:
        """Return the event by which a seat accepts or contests the claim that stands."""
        raise NotImplementedError


class Movements(Generic[S]):
    """The movements of cards beside the play; by default there are none, and a record may have none."""

    in_play: ClassVar[bool] = True
    """Whether cards are moved once a card was played, too; False: all movements are before."""

    @property
    def are_described(self) -> bool:
        """Whether the game describes its movements (:meth:`expected`)."""
        return type(self).expected is not Movements.expected

    def places(self, deal: Deal[S]) -> Mapping[CardPlace, int]:
        """Return the hands, by seat, and the other places of movements, with the number of cards dealt to each."""
        return dict.fromkeys(deal.seats, deal.size)

    def expected(self, deal: Deal[S]) -> Sequence[Movement]:
        """List the movements beside the play that are possible now, recorded or not, in order."""
        return ()

    def offered(self, deal: Deal[S]) -> Sequence[Movement]:
        """List the movements that are possible now and not recorded, whatever event of the game's own records them."""
        return due(self, deal)

    def read(self, deal: Deal[S], event: Event) -> tuple[Moved, ...]:
        """Read the movements that an event records, in the order in which they happen; none: it moves no card.

        Args:
            deal: the deal after the event.
            event: one of a deal, whatever kind the record has for it.
        """
        return (event,) if isinstance(event, Moved) else ()

    def event(self, deal: Deal[S], move: Moved) -> Event:
        """Return the event by which a record writes an offered movement; the inverse of :meth:`read`."""
        return move

    def complete(self, deal: Deal[S]) -> Deal[S]:
        """Complete the deal after its newest movement; it may begin the play."""
        return deal


class OpenHands(Generic[S]):
    """The hands that lie open, and their players; by default every seat plays its own."""

    def player(self, deal: Deal[S], seat: Seat) -> Seat:
        """Return the seat that plays the cards of a seat's hand."""
        return seat

    def name(self, deal: Deal[S], seat: Seat) -> str:
        """Return the name of the player of a seat's hand; where another seat plays it, with the hand."""
        return deal.rules.names[seat]

    def open(self, deal: Deal[S]) -> Mapping[Seat, tuple[Card, ...]]:
        """Return the hands that lie open by the rules, as far as their cards are recorded; everybody may see them."""
        return {}


class Audit(Generic[S]):
    """The faults that only the game can find; by default none beside the follow rule's."""

    def spent(self, deal: Deal[S], play: Play) -> Message | None:
        """Explain in a sentence why a card was used up before the play (Condor's bidding cards); None if it was not."""
        return None

    def elsewhere(self, deal: Deal[S], play: Play) -> Fault | None:
        """Return why this seat cannot hold this card, or None: it is known to be elsewhere (CON-K1 and the like)."""
        return None

    def undrawn(self, deal: Deal[S], play: Play) -> Fault | None:
        """Return why this seat cannot have drawn this card after the known tricks (CON-K1); None if it may have."""
        return None

    def find(self, deal: Deal[S]) -> tuple[Fault, ...]:
        """Return the faults that the newest card of the open trick proves: refuted declarations, discards, calls."""
        return ()

    def find_at_end(self, deal: Deal[S]) -> tuple[Fault, ...]:
        """Return the faults that a finished deal proves: counts and totals that cannot be right."""
        return ()


class MatchRules(Generic[S, B]):
    """The course of a match: dealer, end, ranking; by default the deal goes round and nothing ends the match."""

    seats_by_sheet: ClassVar[bool] = False
    """Whether the scores decide who plays."""
    fewest_wins: ClassVar[bool] = False
    """Whether the smallest sum is best."""
    void_passes_on: ClassVar[bool] = False
    """Whether the next seat deals after a void deal that was no misdeal, such as one that all have passed."""

    def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
        """Return why there can be no such deal, or None."""
        return Message("this game turns no card up") if event.turned else None

    def has_own_dealer(self, event: DealStart) -> bool:
        """Whether this deal's dealer is independent of the dealer before."""
        return False

    def cannot_void(self, rules: Rules, why: str) -> Message | None:
        """Return why no deal can be void for this reason, or None."""
        return None if why == "misdeal" else Message("this game has no such reason")

    def next_dealer(self, deal: Deal[S], book: B, *, void: str | None) -> Seat:
        """Return the dealer after this deal; a void deal has the same dealer again (COI-D4), unless it passes on."""
        stays = void == "misdeal" if self.void_passes_on else void
        return deal.dealer if stays else (deal.dealer + 1) % deal.rules.seats

    def goal(self, rules: Rules) -> int:
        """Return the sum on the sheet that ends a match, by the option ``goal``; 0: no sum does."""
        return int(str(rules.options.get("goal", 0)))

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: B) -> Message | None:
        """Return why no deal may follow the one of this number, or None."""
        return None

    def ranking(self, total: tuple[Number, ...], book: B) -> tuple[tuple[Seat, ...], ...]:
        """Rank the seats, best first; level seats together."""
        values = sorted(set(total), reverse=not self.fewest_wins)
        return tuple(tuple(seat for seat, points in enumerate(total) if points == value) for value in values)


class GameSides(Generic[S]):
    """The sides of a table; by default each seat for itself."""

    def partners(self, rules: Rules) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats that have one score all through the match, such as partners; by default each its own."""
        return tuple((seat,) for seat in range(rules.seats))

    def opponent(self, deal: Deal[S], seat: Seat) -> Seat | None:
        """Return a seat of the one side that plays against this seat, to which forfeited tricks go; or None."""
        others = [other for other in deal.seats if other != seat]
        return others[0] if len(others) == 1 else None


class ScoreSheet(Generic[B]):
    """The score sheet as players of the game draw it; by default a line a deal."""

    heading: ClassVar[Message] = Message("Score sheet")
    """The name that players have for the sheet."""
    counts_in_strokes: ClassVar[bool] = False
    """Whether a display shows the strokes and circles of Jass beside the sums."""

    def lines(
        self, title: str, rules: Rules, book: B, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Write the sheet in lines of text; ``title``: the game's."""
        return sheet.slate(title, rules.names, total, deals)

    def grid(self, title: str, rules: Rules, book: B, total: tuple[Number, ...], deals: Sequence[DealResult]) -> Grid:
        """Lay out the sheet as cells for a page."""
        marked = any(map(self.strokes, total))
        return sheet.grid(title, rules.names, total, [(self.head(rules, deal), deal) for deal in deals], marked=marked)

    def head(self, rules: Rules, deal: DealResult) -> str:
        """Write the head of a deal's line in the grid: its number, with facts such as the contract."""
        return str(deal.deal)

    def strokes(self, score: Number) -> str:
        """Write a sum as the marks a display shows beside it; Jass players write strokes and circles (COI-S8)."""
        return sheet.strokes(score) if self.counts_in_strokes else ""


class DealSummary(Generic[S]):
    """Public facts of a deal beside its cards; by default its trump."""

    def facts(self, deal: Deal[S]) -> Message:
        """Write the facts of the deal beside the score, in a word or two, such as its trump."""
        return Message("trump {suit}", suit=deal.trump) if deal.trump else NO_WORDS

    def needed(self, deal: Deal[S], seat: Seat) -> int | None:
        """Return the tricks that the side of a seat needs for its bid; None where no tricks were bid."""
        return None

    def remark(self, deal: Deal[S], seats: tuple[Seat, ...]) -> Message | None:
        """Write a public fact of a seat in this deal, or of partners, in a word or two, such as a bid; or None."""
        return None


class Slip:
    """The lines that can stand on a table's slip, which is entered by hand."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Return why no such deal can stand on a slip, by the game's law of sums; None where it has none."""
        return None

    def factors(self, rules: Rules) -> frozenset[int]:
        """List the factors by which a line can count; 1 alone where no contract is multiplied."""
        return frozenset((1,))

    def beside(self, rules: Rules) -> int:
        """Return the most that all sides together can announce in a deal beside its points; 0: no announcements."""
        return 0

    def chips(self, rules: Rules) -> tuple[int, ...]:
        """Return the points that one announcement can have, the fewest first; none where nothing is announced."""
        return ()

    def columns(self, rules: Rules) -> tuple[Message, ...]:
        """Return the heads of a board's facts from which its score follows; none: a slip has the score alone."""
        return ()

    def counted(self, rules: Rules, line: SlipLine) -> SlipLine | Message:
        """Return a line with the points that follow from what was played, or why there are none."""
        return Message("on a slip of this game stand points alone")

"""The interface of a game: static facts as data, and a few pure functions over deals."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, cast

from controller.record.cards import Card, DeckCountry, country_of
from controller.record.events import CardPlace, DealStart, Event, Moved, Scores, Seat
from controller.record.message import Listed, Message
from controller.record.naming import NONE, by_plain, impossible, nearest, number_of, or_meant, plain
from controller.rules import sheet
from controller.rules.deal import Deal, Play, S, Trick
from controller.rules.duty import Duty
from controller.rules.layout import Layout
from controller.rules.movements.course import Movement, due, taken
from controller.rules.options import Option, Rules
from controller.rules.results import NO_BREAKDOWN, NO_WORDS, Breakdown, DealResult, Number, VerdictKind
from controller.rules.score.slip import SlipLine
from controller.rules.sheet import Grid
from controller.rules.speech import Wording

B = TypeVar("B")
"""The book that one game keeps from deal to deal: its board, held points, who has left."""


@dataclass(frozen=True, slots=True)
class Settlement(Generic[B]):
    """The points and scores of a finished deal."""

    points: tuple[Number, ...]
    """Card points won, by seat."""
    score: Scores
    """The score on the sheet for this deal, by seat."""
    total: tuple[Number, ...]
    """The sheet's sums after this deal, by seat."""
    book: B
    detail: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Further facts of the score: the trump, the rule that scored."""
    breakdown: Breakdown = NO_BREAKDOWN
    """The numbers that points and score are made of, each with its reason."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Level seats whose order decides the score: they draw a card each, and until then only part of it is certain."""

    seats: tuple[Seat, ...]
    rule: str = field(default="", compare=False)
    """The rule that scores the deal."""
    certain: Mapping[Seat, int] = field(default_factory=dict[Seat, int], compare=False)
    """The scores that no draw can change; a seat neither named here nor level scores nothing."""
    so_far: Settlement[Any] | None = field(default=None, compare=False)
    """The deal as it counts until they have drawn."""

    def scores(self, seats: int) -> Scores:
        """The score by seat; None where a draw decides it."""
        return tuple(None if seat in self.seats else self.certain.get(seat, 0) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class Untold(Tie):
    """Seats whose words the score waits for, such as numbers said in secret; nobody draws, and the rest is certain."""


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
    """Why the deal is void, if it is."""


@cache
def _calls(game: "type[Game[Any, Any]]") -> Mapping[str, str]:
    """The calls of a game by every name that players have for them, in plain letters."""
    return by_plain(game.call_names)


class Game(ABC, Generic[S, B]):
    """A card game; the subclass of each game is a module of :mod:`controller.games` named as the record names it."""

    name: ClassVar[str]
    title: ClassVar[str]
    wording: ClassVar[Wording | None] = None
    """The game's name on its command card; None: its title in every language."""
    known_as: ClassVar[Wording | None] = None
    """Its name on pages and in sentences, where its command card needs another one; None: as on its card."""
    other_names: ClassVar[tuple[str, ...]] = ()
    """What else players call it."""
    call_names: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What players call its contracts, bids and calls, in any language, by the name that the record has."""
    number_calls: ClassVar[range] = NONE
    """The numbers that are said as bids in some deal of it; a record writes one as its digits."""
    seats: ClassVar[tuple[int, ...]]
    """How many may play."""
    clockwise: ClassVar[bool] = False
    """Whether its players usually go round clockwise: each next one sits to the left of the one before."""
    deck: ClassVar[tuple[Card, ...]]
    own_country: ClassVar[DeckCountry | None] = None
    """The country whose suits its packs may have in place of the French ones; None: that of its deck."""
    exempt: ClassVar[frozenset[Card]] = frozenset()
    """Cards that never have to be played, though others of their suit have to."""
    options: ClassVar[tuple[Option, ...]] = ()
    count_rule: ClassVar[str] = "CARD"
    """The rule that demands what a deal counts in all."""
    place_rule: ClassVar[str] = "CARD"
    """The rule that is cited when a card cannot come from where it was played."""
    numbered: ClassVar[bool] = True
    """Whether the number of a trick changes what is owed to it or who wins it."""
    seats_by_sheet: ClassVar[bool] = False
    """Whether the scores decide who plays."""
    sheet_heading: ClassVar[Message] = Message("Score sheet")
    """What its players call their score sheet."""
    sheet_rules: ClassVar[frozenset[str]] = frozenset()
    """Rules that ask what was scored before; nobody is judged by them after a deal without a score."""
    early_rules: ClassVar[frozenset[str]] = frozenset()
    """Rules that ask which cards had been played when something was said; one that was not read yet may have been."""
    seat_letters: ClassVar[tuple[Message, ...]] = ()
    """What stands before the names of the seats, in their order, such as a point of the compass."""
    card_size: ClassVar[str] = "63x88"
    """Width and height of its cards, mm: a name in :data:`vision.mat.layout.CARD_SIZES`."""
    moves_in_play: ClassVar[bool] = True
    """Whether its ``movements`` go on once a card was played; False: they are all before."""

    @property
    def country(self) -> DeckCountry:
        """The country whose suits its packs may have in place of the French ones; ``french``: none."""
        return self.own_country or country_of(self.deck)

    @abstractmethod
    def open_book(self, rules: Rules) -> B:
        """The book before the first deal."""

    @abstractmethod
    def open_deal(self, rules: Rules, number: int, event: DealStart, book: B) -> Deal[S]:
        """A deal that has just been dealt."""

    @abstractmethod
    def duty(self, deal: Deal[S], card: Card) -> Duty:
        """The duty of the hand that plays this card to the open trick, of the one whose turn it is if that matters."""

    def duty_of(self, deal: Deal[S], seat: Seat, card: Card) -> Duty:
        """The duty of this seat's hand, which may have come out of turn; in most games it is that of any hand."""
        del seat
        return self.duty(deal, card)

    def legal(self, deal: Deal[S], hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of a whole hand that may be played to the open trick."""
        return tuple(card for card in hand if not self.duty(deal, card).breaks(hand))

    @abstractmethod
    def layout(self, deal: Deal[S]) -> Layout:
        """Describe where the cards that nobody has seen can lie; proofs count on it."""

    @abstractmethod
    def strength(self, deal: Deal[S], trick: Trick, card: Card) -> int:
        """Rank a card within a trick; the highest number wins."""

    @abstractmethod
    def card_points(self, deal: Deal[S], card: Card) -> Number:
        """Points of a card in a trick, as far as the deal is known."""

    @abstractmethod
    def settle(self, deal: Deal[S], book: B, total: tuple[Number, ...]) -> Settlement[B] | Tie:
        """Score a finished deal, or name the seats that must draw first."""

    def ruled(
        self, deal: Deal[S], book: B, total: tuple[Number, ...], score: Scores
    ) -> tuple[B, tuple[Number, ...], Scores]:
        """The book, the sheet's sums, and what counts of the scores that an arbiter has set for a deal (referee.md)."""
        done = self.settle(deal, book, total) if deal.scorable else None
        after = done.book if isinstance(done, Settlement) else book
        return after, tuple(before + (own or 0) for before, own in zip(total, score, strict=True)), score

    def other_side(self, deal: Deal[S], seat: Seat) -> Seat | None:
        """A seat of the one side that plays against this seat, to which forfeited tricks go; None if there is none."""
        others = [other for other in deal.seats if other != seat]
        return others[0] if len(others) == 1 else None

    def act(self, deal: Deal[S], book: B, number: int, event: Event) -> Outcome[S] | Message:
        """Take in an event of the game's own; a message tells why it cannot be part of this deal."""
        del book
        if isinstance(event, Moved):
            after = taken(self, deal, number, event)
            return after if isinstance(after, Message) else Outcome(self.moved(after))
        return Message("{game} has no {kind} event", game=self.title, kind=event.e)

    def places(self, deal: Deal[S]) -> Mapping[CardPlace, int]:
        """The hands, by seat, and the other places that cards are moved to or from, with the cards dealt to each."""
        return dict.fromkeys(deal.seats, deal.size)

    def movements(self, deal: Deal[S]) -> Sequence[Movement]:
        """The cards that can be moved beside the play now, told already or not, in the order in which it happens."""
        del deal
        return ()

    @classmethod
    def has_movements(cls) -> bool:
        """Whether cards are moved in it by its description (``movements``)."""
        return cast("Any", cls).movements is not cast("Any", Game).movements

    def offered(self, deal: Deal[S]) -> Sequence[Movement]:
        """The cards that can be moved now and were not told of, whatever event of the game's own tells it."""
        return due(self, deal)

    def as_moved(self, deal: Deal[S], event: Event) -> tuple[Moved, ...]:
        """The movements that an event tells of, in the order in which they happen; none: no card is moved by it.

        Args:
            deal: the deal after the event.
            event: one of a deal, whatever kind the record has for it.
        """
        del deal
        return (event,) if isinstance(event, Moved) else ()

    def as_told(self, deal: Deal[S], move: Moved) -> Event:
        """The event by which a record tells of a movement that is offered; the inverse of :meth:`as_moved`."""
        del deal
        return move

    def moved(self, deal: Deal[S]) -> Deal[S]:
        """The deal after its newest movement was told; it may begin the play."""
        return deal

    def claimed(self, deal: Deal[S], seat: Seat, tricks: int) -> Event | Message:
        """The event by which a seat claims so many of the tricks that are left; a message: nobody can here."""
        del deal, seat, tricks
        return Message("{game} has no claims", game=self.title)

    def answered(self, seat: Seat, *, accepts: bool) -> Event | Message:
        """The event by which a seat accepts or contests the claim that stands."""
        del seat, accepts
        return Message("{game} has no claims", game=self.title)

    def act_late(self, deal: Deal[S], number: int, event: Event) -> Outcome[S] | None:
        """Take in a word that counts for a deal though its last card lies; None: it is not of that kind."""
        del deal, number, event
        return None

    def cannot_seal(self, deal: Deal[S], seat: Seat) -> Message | None:
        """Why this seat can make no secret call now, or None; one that is revealed comes to :meth:`act` as a bid."""
        del deal, seat
        return Message("{game} has no secret calls", game=self.title)

    def cannot_deal(self, event: DealStart) -> Message | None:
        """Why there can be no such deal in this game, or None."""
        return Message("{game} turns no card up", game=self.title) if event.turned else None

    def cannot_deal_by(self, rules: Rules, event: DealStart) -> Message | None:
        """The same, where it is a house rule that says whether a card is turned up."""
        del rules
        return self.cannot_deal(event)

    def cannot_void(self, rules: Rules, why: str) -> Message | None:
        """Why no deal of this game can be void for this reason, or None."""
        del rules
        return None if why == "misdeal" else Message("{game} has no such reason", game=self.title)

    def begin_play(self, deal: Deal[S]) -> Deal[S] | Message:
        """The deal with the play begun by its first card; a message tells why no card can be played yet."""
        del deal
        return Message("the play has not begun")

    def spent(self, deal: Deal[S], play: Play) -> Message | None:
        """Why a card was used up before the play, in a sentence (Condor's bidding cards); None if it was not."""
        del deal, play
        return None

    def elsewhere(self, deal: Deal[S], play: Play) -> Fault | None:
        """Why this seat cannot hold this card: it is known to be elsewhere (CON-K1 and the like); None if it may."""
        del deal, play
        return None

    def undrawn(self, deal: Deal[S], play: Play) -> Fault | None:
        """Why this seat cannot have drawn this card after so many tricks as are known (CON-K1); None if it may have."""
        del deal, play
        return None

    def weigh_word(self, deal: Deal[S], book: B, event: int) -> Outcome[S] | None:
        """The deal once an open word proves right, or wrong with its fault; None: nobody knows yet which."""
        del deal, book, event
        return None

    def audit(self, deal: Deal[S]) -> tuple[Fault, ...]:
        """The faults shown by the newest card of the open trick: refuted declarations, discards, calls."""
        del deal
        return ()

    def audit_end(self, deal: Deal[S]) -> tuple[Fault, ...]:
        """The faults shown by a finished deal: counts and totals that cannot be right."""
        del deal
        return ()

    def played(self, deal: Deal[S]) -> Deal[S]:
        """The deal after its newest card has come to lie in the open trick; a card may make trump."""
        return deal

    def suit_of(self, deal: Deal[S], card: Card) -> str:
        """The letter of the suit that a card belongs to in this deal; the one that is printed on it."""
        del deal
        return card.suit

    def unseen_trumps(self, deal: Deal[S]) -> tuple[str | None, ...]:
        """The suits that may be trump once cards have been played unseen (unseen.md)."""
        return (deal.trump,)

    def redealt_trumps(self) -> tuple[str | None, ...] | None:
        """The suits that may be trump if another deal has begun unseen; None: nothing of its play can be judged."""
        return None

    def last_trick_bonus(self) -> Number:
        """Points of the last trick beside its cards."""
        return 0

    def winner(self, deal: Deal[S], trick: Trick) -> Seat:
        """The seat that takes this trick."""
        return max(trick.plays, key=lambda play: self.strength(deal, trick, play.card)).seat

    def trick_points(self, deal: Deal[S], trick: Trick, *, last: bool) -> Number:
        """Points of the cards that lie in a trick, the last one with its bonus."""
        return sum(self.card_points(deal, card) for card in trick.cards) + (self.last_trick_bonus() if last else 0)

    def next_dealer(self, deal: Deal[S], book: B, *, void: str | None) -> Seat:
        """Who deals after this deal; a void deal is dealt again by the same dealer (COI-D4)."""
        del book
        return deal.dealer if void else (deal.dealer + 1) % deal.rules.seats

    def goal(self, rules: Rules) -> int:
        """The sum on the sheet that ends a match, as the option ``goal`` has it; 0: no sum does."""
        return int(str(rules.options.get("goal", 0)))

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: B) -> Message | None:
        """Why no deal may follow the one of this number, or None."""
        del rules, number, total, book
        return None

    def ranking(self, total: tuple[Number, ...], book: B) -> tuple[tuple[Seat, ...], ...]:
        """The seats, best first; level seats together."""
        del book
        return tuple(
            tuple(seat for seat, own in enumerate(total) if own == value) for value in sorted(set(total), reverse=True)
        )

    def sheet(self, rules: Rules, book: B, total: tuple[Number, ...], deals: Sequence[DealResult]) -> Iterator[str]:
        """The score sheet as players of this game draw it, in lines of text."""
        del book
        return sheet.slate(self.title, rules.names, total, deals)

    def grid(self, rules: Rules, book: B, total: tuple[Number, ...], deals: Sequence[DealResult]) -> Grid:
        """The score sheet as cells that a page lays out."""
        del book
        marked = any(map(self.strokes, total))
        return sheet.grid(
            self.title, rules.names, total, [(self.line_head(rules, deal), deal) for deal in deals], marked=marked
        )

    def line_head(self, rules: Rules, deal: DealResult) -> str:
        """The head of a deal's line in the grid: its number, with facts such as the contract."""
        del rules
        return str(deal.deal)

    def partners(self, rules: Rules) -> tuple[tuple[Seat, ...], ...]:
        """The seats that have one score all through the match, such as partners; here each its own."""
        return tuple((seat,) for seat in range(rules.seats))

    def slip_fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Why no deal can stand so on a table's slip, by the game's law of sums; None where it has none."""
        del rules, line
        return None

    def slip_factors(self, rules: Rules) -> frozenset[int]:
        """List the factors by which a line of a slip can count; 1 alone where no contract is multiplied."""
        del rules
        return frozenset((1,))

    def slip_extra(self, rules: Rules) -> int:
        """Return the most that all sides together can announce in a deal beside its points; 0: nothing of the kind."""
        del rules
        return 0

    def strokes(self, score: Number) -> str:
        """A sum as the marks a display shows beside it; Jass players write strokes and circles (COI-S8)."""
        return sheet.strokes(score)

    def calls(self, seats: int) -> Mapping[str, Message]:
        """The contracts, bids or calls of a table of so many, each with what it counts; empty where nothing is said."""
        del seats
        return {}

    def numbers(self, deal: Deal[S], seat: Seat) -> range:
        """The numbers that this seat can say now, lawful or not; pages, cards and players offer them."""
        del seat
        return self.number_calls if deal.phase == "before" else NONE

    def call_of(self, name: str) -> str:
        """The record's name of a contract, bid or call that players name so; the name itself if none is called so."""
        return _calls(type(self)).get(plain(name), name)

    def no_call(self, name: str) -> Message | None:
        """Why nobody can say this, as no player calls anything so; None if it is a word of the game."""
        if self.number_calls and (number := number_of(name)) is not None:
            return None if number in self.number_calls else impossible(name, self.number_calls)
        if not self.call_names or plain(name) in _calls(type(self)):
            return None
        calls = Listed(self._known_calls())
        told = Message("{code} is no call of {game}; there are {calls}", code=repr(name), game=self.title, calls=calls)
        near = nearest(name, [one for call, names in self.call_names.items() for one in (call, *names)])
        return or_meant(told, tuple(dict.fromkeys(map(self.call_of, near))))

    def _known_calls(self) -> tuple[str, ...]:
        """All that can be said, the numbers in one."""
        if not self.number_calls:
            return tuple(self.call_names)
        named = tuple(call for call in self.call_names if number_of(call) is None)
        least, most = self.number_calls[0], self.number_calls[-1]
        return (*named, Message("numbers from {n} to {n2}", n=least, n2=most))

    def speaker(self, deal: Deal[S]) -> Seat | None:
        """Whose word is awaited before the play, or None."""
        del deal
        return None

    def taker(self, deal: Deal[S]) -> Seat | None:
        """Who plays against the others and has more to say than they have before the play, or None."""
        del deal
        return None

    def player_of(self, deal: Deal[S], seat: Seat) -> Seat:
        """Who plays the cards of a seat's hand: the seat itself, unless another plays for it."""
        del deal
        return seat

    def name_playing(self, deal: Deal[S], seat: Seat) -> str:
        """The name of who plays the cards of a seat's hand; where another does, also from where."""
        return deal.rules.names[seat]

    def open_hands(self, deal: Deal[S]) -> Mapping[Seat, tuple[Card, ...]]:
        """The hands that lie open by the rules, as far as their cards were told; everybody may see them."""
        del deal
        return {}

    def needed(self, deal: Deal[S], seat: Seat) -> int | None:
        """The tricks that the side of a seat needs for what was bid; None where no tricks were bid."""
        del deal, seat
        return None

    def remark(self, deal: Deal[S], seats: tuple[Seat, ...]) -> Message | None:
        """Tell what everybody may know of a seat in this deal, or of partners, in a word or two, such as a bid."""
        del deal, seats
        return None

    def facts(self, deal: Deal[S]) -> Message:
        """The facts of the deal beside the score, in a word or two, such as its trump."""
        return Message("trump {suit}", suit=deal.trump) if deal.trump else NO_WORDS

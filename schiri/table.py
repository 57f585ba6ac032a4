"""A table of players: what is played at it is refereed at once, and every step can be taken back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from controller import games
from controller.explain import verdict as explain
from controller.explain.case import NoVerdictError
from controller.explain.why import Holding, Holdings, holdings
from controller.games import vocabularies
from controller.record import text as record
from controller.record.cards import Card, faces
from controller.record.corrections import StandingEvent
from controller.record.events import Bid, Correction, DealStart, Event, MatchStart, Moved, Played, Seat, Undo, Value
from controller.record.message import Message
from controller.record.text import RecordText
from controller.referee import announce
from controller.referee.fold import MatchError, advance_line, fold
from controller.referee.step import FoldStep
from controller.report import notation, summary
from controller.report.notation import NotationError
from controller.rulebooks import NoPackError
from controller.rules.deal import AnyDeal
from controller.rules.match import AnyMatch
from controller.rules.movements.course import moved_by, of_hand
from controller.rules.parts import ClaimRules
from controller.rules.results import ErrorResult, Number, Verdict
from controller.rules.speech import Speech, Waiting
from controller.store import atomic
from schiri import saying, typed
from schiri.errors import OrderError, RecordFileError, SetUpError, UnknownNameError
from schiri.saying import SayingKind

_BETWEEN: Final = " | "
"""Between the parts of a match in one line."""

# The course of a match: the lines of its record, and the match that follows from them; it never changes.


@dataclass(frozen=True, slots=True)
class TableCourse:
    """A record so far, and what follows from it."""

    events: tuple[Event, ...]
    match: AnyMatch

    @classmethod
    def of(cls, *events: Event) -> "TableCourse":
        """Make the course of a record, corrections and all; raises MatchError if its first line starts no match."""
        return cls(events, _last(events).match)

    def then(self, event: Event, typed: str) -> "TableCourse":
        """Return the course one event on.

        Args:
            event: what happens next.
            typed: what was asked for, as the error quotes it.

        Raises:
            OrderError: it cannot be part of the match now.
        """
        events = (*self.events, event)
        line = StandingEvent(len(events), event)
        step = _last(events) if isinstance(event, Correction) else advance_line(self.match, line, event)
        if step.match.objection:
            step = _last(events)
        for result in step.results:
            if isinstance(result, ErrorResult) and result.event == line.number:
                raise OrderError(f"{typed}: {result.text}")
        return TableCourse(events, step.match)

    @property
    def playing(self) -> AnyDeal:
        """The deal to which a card can be played now.

        Raises:
            OrderError: there is none, and why.
        """
        match, deal = self.match, self.match.deal
        if deal is None or not match.running:
            raise OrderError("no card can be played: no deal is under way; begin one with deal()")
        if deal.phase == "before":
            begun = match.game.auction.begin_play(deal)
            if isinstance(begun, str):
                raise OrderError(f"no card can be played yet: {begun}")
            return begun
        if deal.phase == "after":
            raise OrderError(f"no card can be played any more: {match.awaited}")
        return deal

    @property
    def speaker(self) -> Seat | None:
        """Seat whose word is awaited, or None."""
        return vocabularies.load(self.match.game.name).speaker(self.match) if self.match.running else None

    @property
    def turn(self) -> Seat | None:
        """Seat that must speak or play next; None where nobody or several may, or where it is unknown."""
        match, deal = self.match, self.match.deal
        if match.turn is not None or deal is None or not match.running or deal.phase != "before":
            return match.turn
        if (speaker := self.speaker) is not None:
            return speaker
        begun = match.game.auction.playable(deal)
        return None if begun is None else to_play(begun)

    @property
    def moves(self) -> tuple[Moved, ...]:
        """The movements of cards in the newest deal, oldest first, by whatever events its record tells of them."""
        found: list[Moved] = []
        before: AnyDeal | None = None
        for step in fold(self.events):
            deal = step.match.deal
            if deal is not None and (before is None or before.number != deal.number):
                found.clear()
            found += moved_by(step.match.game, before, deal, step.event)
            before = deal
        return tuple(found)

    @property
    def public(self) -> AnyMatch:
        """The match without the hands that were shown to nobody but the record."""
        if self.match.deal is None or self.match.deal.hands is None:
            return self.match
        return announce.resume("training", fold(self.events))[1].public


def to_play(deal: AnyDeal) -> Seat | None:
    """Return who must play the next card; None where only a card in some hand says who leads."""
    return deal.to_play


def _last(events: tuple[Event, ...]) -> FoldStep:
    *_, last = fold(events)
    return last


# Possible hands: the cards that a player may hold, and those that everybody can know to be there.
#
# Only facts are counted, so both hold whoever broke a rule: a card that a player holds is always among those that may
# be held, and a card that must be held is. Where nothing can be counted (before the play, over a misread card or one
# that went unseen) every card may be held that was not played, and none must.


@dataclass(frozen=True, slots=True)
class HeldCards:
    """The cards that a player may hold, and those of them that must be there, in the order of the deck."""

    may: tuple[Card, ...]
    must: tuple[Card, ...]


def held_cards(match: AnyMatch, seat: Seat, *, lawful: bool) -> HeldCards:
    """Work out what everybody can know of a hand of the deal in play.

    Args:
        match: the match as everybody has seen it.
        seat: whose hand.
        lawful: whether to take it that every play so far kept the rules.
    """
    deal = match.deal
    if deal is None or not match.running or deal.phase == "after" or seat not in deal.seats:
        return HeldCards((), ())
    found = Holdings(()) if deal.doubtful else holdings(match)
    mine = next((one for one in found.places if one.seat == seat), None)
    if mine is None:
        # Where a card came from where it cannot have been, any of those that were read may have been another one.
        played = set[Card]() if deal.impossible else {play.card for play in deal.seen()}
        return HeldCards(_in_order(match, frozenset(match.game.deck) - played), ())
    may, must = _by_rule(mine) if lawful and found.lawful else _by_facts(mine)
    return HeldCards(_in_order(match, may), _in_order(match, must))


def _by_facts(mine: Holding) -> tuple[frozenset[Card], frozenset[Card]]:
    return frozenset((*mine.must, *mine.ruled, *mine.may, *mine.against)), frozenset(mine.must)


def _by_rule(mine: Holding) -> tuple[frozenset[Card], frozenset[Card]]:
    must = frozenset((*mine.must, *mine.ruled))
    return must | frozenset(mine.may), must


def _in_order(match: AnyMatch, cards: frozenset[Card]) -> tuple[Card, ...]:
    return faces(tuple(card for card in match.game.deck if card in cards))


class Table:
    """A match: its players, their cards, the verdicts, the score; wrong input changes nothing of it.

    >>> table = Table("mittlere", "Anna Berta Carla")
    >>> table.deal("Anna")
    >>> table.play("SA H6 S8")
    >>> table.turn, table.legal("S7 H9 DJ")
    ('Carla', ('S7', 'H9', 'DJ'))
    """

    def __init__(
        self, game: str, players: str | Iterable[str], profile: str = "seed", **options: Value | list[Any]
    ) -> None:
        """Seat the players; the first deal is yet to come.

        Args:
            game: as its players call it, such as ``mittlere``.
            players: in order of play: a list, or a text with spaces or commas between the names.
            profile: a set of house rules, such as ``swiss``; ``schiri games NAME`` tells those of a game.
            options: single house rules by name; what is a list may be one, or a text as ``schiri games`` prints it.

        Raises:
            UnknownNameError: there is no such game, profile or option.
            SetUpError: the game has another number of players, or an option cannot have this value.
        """
        seats = typed.players(players)
        opening = MatchStart(game=games.id_of(game), seats=seats, profile=profile, options=games.spelled(game, options))
        try:
            self._course = TableCourse.of(opening)
        except MatchError as error:
            if error.place == "seats":
                raise SetUpError(f"{', '.join(seats)}: {error}") from None
            is_named = error.place in ("game", "profile") or error.option not in _options(opening)
            raise (UnknownNameError if is_named else SetUpError)(str(error)) from None

    @classmethod
    def load(cls, path: str | Path) -> "Table":
        """Load the table of a record: a file of lines of JSON, or a match as text, by whatever means it was written.

        What the record holds beside the play (times, sight, rulings) stays in it. A last line that a power cut tore off
        is left out.

        Raises:
            RecordFileError: the file is no record; the sentence names the line.
            OSError: it cannot be read.
        """
        return cls._of_record(Path(path).read_bytes(), str(path))

    @classmethod
    def read(cls, line: str) -> "Table":
        """Read the table of a match in one line, as :attr:`line` writes it, or of a match as text.

        Raises:
            RecordFileError: the text is no match; the sentence names the part.
        """
        parts = line if "\n" in line else line.replace(_BETWEEN, "\n")
        return cls._of_record(parts.strip().encode(), "the text")

    @classmethod
    def _of_record(cls, data: bytes, whence: str) -> "Table":
        table = cls.__new__(cls)
        try:
            text = record.read(notation.as_record(data))
            table._course = TableCourse.of(*text.events)  # noqa: SLF001 - of its own class
        except (record.RecordError, NotationError, UnicodeDecodeError, MatchError) as error:
            raise RecordFileError(f"{whence}: {error}") from error
        return table

    def save(self, path: str | Path) -> None:
        """Write the record, one event a line; what the file held before is replaced, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        atomic.write(Path(path), "".join(f"{record.to_line(event)}\n" for event in self.events).encode())

    @property
    def line(self) -> str:
        """Notation of the match as it stands, one line that :meth:`read` reads back to an equal table.

        It leaves out what the cards do not need: steps that were taken back, confidences, pictures; also times, in a
        match without sight.
        """
        written = (one for one in notation.write(self.events) if one and not one.startswith(notation.REMARK))
        return _BETWEEN.join(one.replace("|", r"\u007c") for one in written)

    @property
    def events(self) -> tuple[Event, ...]:
        """The lines of the record, corrections and all."""
        return self._course.events

    @property
    def game(self) -> str:
        """The game's name in the record."""
        return self._course.match.game.name

    @property
    def players(self) -> tuple[str, ...]:
        """The players in order of play; of several who have one name in a record, the later ones with a number."""
        return typed.told_apart(self._course.match.names)

    @property
    def turn(self) -> str | None:
        """Player who must speak or play next; None where nobody or several may, or where it is unknown."""
        seat = self._course.turn
        return None if seat is None else self.players[seat]

    @property
    def trick(self) -> tuple[tuple[str, Card], ...]:
        """The cards of the open trick in order of play, each with its player."""
        deal = self._course.match.deal
        return () if deal is None else tuple((self.players[play.seat], play.card) for play in deal.open.plays)

    @property
    def moves(self) -> tuple[Moved, ...]:
        """The cards moved beside the play in the newest deal, oldest first: from and to where, how many, which."""
        return self._course.moves

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts that are proven so far, oldest first; a step that is taken back takes its verdicts with it."""
        return self._course.match.verdicts

    @property
    def scores(self) -> dict[str, Number]:
        """The sums on the sheet, by player."""
        return dict(zip(self.players, self._course.match.total, strict=True))

    @property
    def sheet(self) -> str:
        """The score sheet as players of the game draw it."""
        match = self._course.match
        deals = [entry.result for entry in match.ledger]
        return "\n".join(match.game.sheet.lines(match.game.title, match.rules, match.book, match.total, deals))

    def deal(
        self,
        dealer: str | None = None,
        *,
        turned: str | None = None,
        hands: Mapping[str, str | Iterable[str]] | None = None,
    ) -> None:
        """Begin a deal.

        Args:
            dealer: who deals; None: whose turn it is to deal.
            turned: the card that is turned up, in games that have one.
            hands: hands that the referee knows, by player; :meth:`may_hold` does not look into them.

        Raises:
            OrderError: no deal can begin now, or somebody else deals.
        """
        seat = self._course.match.dealer if dealer is None else self._seat(dealer)
        if seat is None:
            raise OrderError("deal(): nobody is bound to deal first; say who does")
        typed_as = f"deal({'' if dealer is None else repr(dealer)})"
        if not self._course.match.can_deal:
            raise OrderError(
                f"{typed_as}: the last deal is not over; play it to its end, or say('void', why='misdeal')"
            )
        known = None if hands is None else {self._seat(one): self._hand(cards) for one, cards in hands.items()}
        up = None if turned is None else Card(turned)
        self._then(DealStart(dealer=seat, turned=up, hands=known), typed_as)

    def play(self, cards: str | Iterable[str], by: str | None = None) -> None:
        """Lay cards on the table, legal or not: all of them, or none where one cannot be part of the match.

        Args:
            cards: one or several, such as ``SA H6 S8``; a card of another deck is one for the referee to judge.
            by: who plays; None: each by whose turn it is.

        Raises:
            CardError: one names no card.
            OrderError: nobody can play now.
        """
        laid, course = typed.cards(cards), self._course
        if not laid:
            raise OrderError(f"play({cards!r}): no card is named")
        seat = None if by is None else self._seat(by)
        for card in laid:
            turn = to_play(course.playing) if seat is None else seat
            if turn is None:
                raise OrderError(f"play({str(card)!r}): nobody knows who leads; by= says who plays")
            course = course.then(Played(seat=turn, card=card), f"play({str(card)!r})")
        self._course = course

    def bid(
        self,
        call: str,
        by: str | None = None,
        *,
        as_: str | None = None,
        start: Literal["up", "down"] | None = None,
        chelem: bool | None = None,
    ) -> None:
        """Say a bid, a contract, a pass, or any words of the game.

        Args:
            call: as players of the game name it, in any of its languages; several words with spaces between them, such
                as ``2 hearts``, as they are said one after the other.
            by: who says it; None: whose turn it is to speak.
            as_: what a joker is played as (Coiffeur).
            start: the order with which it begins (Coiffeur's slalom).
            chelem: whether all tricks are announced (Tarot).

        Raises:
            UnknownNameError: players of the game call nothing so.
            OrderError: it cannot be said now.
        """
        game = self._course.match.game
        unknown = next(filter(None, (game.auction.no_call(one, game.title) for one in (call, as_) if one)), None)
        words = saying.words(game, call) if unknown else ()
        if unknown and not words:
            raise UnknownNameError(str(unknown))
        seat = self._course.speaker if by is None else self._seat(by)
        if seat is None:
            raise OrderError(f"bid({call!r}): nobody is to speak now; by= says who does all the same")
        if words:
            self._utter(Speech(seat, words), f"bid({call!r})")
            return
        as_called = None if as_ is None else game.auction.call_of(as_)
        self._then(
            Bid(seat=seat, call=game.auction.call_of(call), as_=as_called, start=start, chelem=chelem), f"bid({call!r})"
        )

    def _utter(self, speech: Speech, typed_as: str) -> None:
        """Say words of the game as their cards would."""
        match = self._course.match
        meaning = (
            vocabularies.load(match.game.name).said(match, speech) if match.running else Message("no deal is under way")
        )
        if isinstance(meaning, Waiting):
            meaning = meaning.events or meaning.text
        if isinstance(meaning, Message):
            raise OrderError(f"{typed_as}: {meaning}")
        course = self._course
        for event in meaning:
            course = course.then(event, typed_as)
        self._course = course

    def claim(self, tricks: int, by: str | None = None) -> None:
        """Claim so many of the tricks that are not closed yet; the others :meth:`answer`, and then the deal is over.

        Args:
            tricks: how many the claiming side takes; the others go to the other side.
            by: who claims; None: whose turn it is to play.

        Raises:
            OrderError: the game has no claims, or this cannot be claimed now.
        """
        turn = self._course.turn if by is None else self._seat(by)
        if turn is None:
            raise OrderError(f"claim({tricks}): nobody is to play now; by= says who claims all the same")
        match = self._course.match
        if match.deal is None:
            raise OrderError(f"claim({tricks}): no deal is under way")
        self._claims(self._claim_rules.claim(match.deal, turn, tricks), f"claim({tricks})")

    def answer(self, by: str, *, accepts: bool = True) -> None:
        """Accept a claim, or contest it, so that the play goes on; raises OrderError where nothing can be answered."""
        self._claims(self._claim_rules.answer(self._seat(by), accepts=accepts), f"answer({by!r})")

    @property
    def _claim_rules(self) -> ClaimRules[Any]:
        """The claims of the game; raises OrderError where there are none."""
        game = self._course.match.game
        if game.claims is None:
            raise OrderError(f"{game.title} has no claims")
        return game.claims

    def _claims(self, said: Event | Message, typed_as: str) -> None:
        if isinstance(said, Message):
            raise OrderError(f"{typed_as}: {said}")
        self._then(said, typed_as)

    def move(self, what: str, by: str, cards: str | Iterable[str] = ()) -> None:
        """Move cards beside the play as the game describes it: a pass, a draw from the stock, cards laid away.

        Args:
            what: the movement's name in the game.
            by: whose hand the cards come from or go to.
            cards: those of them that everybody knows; none: only that they were moved.

        Raises:
            CardError: one names no card.
            OrderError: nothing is moved so now, or these cards cannot be moved.
        """
        match, seat, known = self._course.match, self._seat(by), typed.cards(cards)
        offered = match.game.movements.offered(match.deal) if match.deal and match.running else ()
        one = of_hand(offered, what, seat)
        if one is None or match.deal is None:
            there = ", ".join(sorted({one.what for one in offered})) or "nothing"
            raise OrderError(f"move({what!r}): {by} moves no cards so now; what can be moved is: {there}")
        move = Moved(what=what, from_=one.source, to=one.target, count=one.count, cards=known or None)
        self._then(match.game.movements.event(match.deal, move), f"move({what!r})")

    def say(self, kind: SayingKind, by: str | None = None, **fields: object) -> None:
        """Say or show anything else beside the play: a declaration, the dog, a discard, a draw, the end.

        Args:
            kind: the event's, as the record names it.
            by: who says or shows it, where it is somebody's own.
            fields: the event's fields; cards and players are named as everywhere here.

        Raises:
            UnknownNameError: there is no such kind, field or player.
            CardError: a card is none.
            OrderError: it cannot be said now, or a field does not fit.
        """
        self._then(saying.event(kind, self.players, by, fields), f"say({kind!r})")

    def push(self, event: Event | Mapping[str, Any]) -> None:
        """Take in an event of a record: below every other method stands this one.

        Args:
            event: one of another table's :attr:`events`, or the fields of a record's line, such as
                ``{"e": "play", "seat": 0, "card": "SA"}`` (docs/spec/record.md).

        Raises:
            OrderError: it is no event, or cannot be part of the match now.
        """
        typed_as = f"push({event!r})"
        if isinstance(event, Mapping):
            try:
                event = record.parse_fields(dict(event))
            except record.RecordError as error:
                raise OrderError(f"{typed_as}: {error.reason}") from None
        self._then(event, typed_as)

    def undo(self, steps: int = 1) -> None:
        """Take back the last steps: cards, bids and words, one each; raises OrderError where so many do not stand."""
        if steps < 1:
            raise OrderError(f"undo({steps}): at least one step is taken back")
        self._then(Undo(n=steps), f"undo({steps})")

    def legal(self, hand: str | Iterable[str]) -> tuple[Card, ...]:
        """Return the cards of a hand that the player in turn may play; the whole hand must be named.

        Raises:
            CardError: nobody can hold that hand.
            OrderError: nobody can play now.
        """
        held = self._hand(hand)
        return tuple(card.face for card in self._course.match.game.legal(self._course.playing, held))

    def explain(self, verdict: int) -> str:
        """Explain why a verdict is true, step by step, to be checked with the cards in hand.

        Args:
            verdict: its number, from 1.

        Raises:
            UnknownNameError: there is no verdict of this number.
        """
        try:
            return "\n".join(explain.lines(RecordText(self.events), verdict))
        except NoVerdictError as error:
            raise UnknownNameError(f"explain({verdict}): {error}") from None

    def propose(self, verdict: int, rulebook: str) -> str:
        """Say what a rulebook proposes for a verdict, with the scores that would follow; empty: nothing.

        Args:
            verdict: its number, from 1.
            rulebook: its name, one of :func:`schiri.rulebooks.names`.

        Raises:
            UnknownNameError: there is no such verdict or rulebook.
        """
        match = self._course.match
        if not 1 <= verdict <= len(match.verdicts):
            raise UnknownNameError(f"propose({verdict}): there are {len(match.verdicts)} verdicts")
        try:
            return str(summary.proposal(match, rulebook, verdict) or "")
        except NoPackError as error:
            raise UnknownNameError(f"propose({verdict}, {rulebook!r}): {error}") from None

    def copy(self) -> "Table":
        """Another table with the same match, which goes its own way from here."""
        table = type(self).__new__(type(self))
        table._course = self._course  # noqa: SLF001 - of its own class
        return table

    __copy__ = copy

    def __deepcopy__(self, memo: Mapping[int, object]) -> "Table":
        """Copy the table; a course never changes, so that nothing deeper needs a copy."""
        del memo
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same match as it stands (:attr:`line`); a table changes, so that it has no hash."""
        return self.line == other.line if isinstance(other, Table) else NotImplemented

    def may_hold(self, player: str, *, lawful: bool = False) -> tuple[Card, ...]:
        """Return the cards that may be in a player's hand, as far as everybody can know.

        Args:
            player: whose hand.
            lawful: whether to take it that every play so far kept the rules.
        """
        return self._possible(player, lawful=lawful).may

    def must_hold(self, player: str, *, lawful: bool = False) -> tuple[Card, ...]:
        """Return the cards that everybody can know to be in a player's hand; ``lawful`` as for :meth:`may_hold`."""
        return self._possible(player, lawful=lawful).must

    def _possible(self, player: str, *, lawful: bool) -> HeldCards:
        return held_cards(self._course.public, self._seat(player), lawful=lawful)

    def _then(self, event: Event, typed_as: str) -> None:
        self._course = self._course.then(event, typed_as)

    def _seat(self, player: str) -> Seat:
        return typed.seat(self.players, player)

    def _hand(self, cards: str | Iterable[str]) -> tuple[Card, ...]:
        return typed.hand(self._course.match, cards)

    def __repr__(self) -> str:
        match = self._course.match
        deal = f", deal {match.deal.number}" if match.deal and match.running else ""
        return f"<Table: {match.game.title}, {', '.join(self.players)}{deal}>"


def _options(opening: MatchStart) -> frozenset[str]:
    return frozenset(option.name for option in games.load(opening.game).options)

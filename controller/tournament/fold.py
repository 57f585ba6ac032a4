"""The fold of a tournament: its state follows from the steps that stand, one after the other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.rules.results import Number
from controller.rules.score.slip import SlipLine
from controller.tournament import slips
from controller.tournament.steps import (
    EntryAttended,
    EntryRegistered,
    EntryRenamed,
    EntrySubstituted,
    EntryWithdrawn,
    LotsDrawn,
    PointsAwarded,
    ResultCorrected,
    ResultEntered,
    RoundBegun,
    RoundClosed,
    SeatedTable,
    StepError,
    StepRedone,
    StepUndone,
    TournamentEnded,
    TournamentOpened,
    TournamentStep,
)

# The course of a tournament: the steps of its record that stand, after all undoing and redoing.


@dataclass(frozen=True, slots=True)
class TournamentCourse:
    """The standing steps in order, and the undone steps, the next to redo last."""

    standing: tuple[TournamentStep, ...] = ()
    undone: tuple[TournamentStep, ...] = ()

    def apply_line(self, step: TournamentStep) -> "TournamentCourse":
        """Return the course after a line of the record; raises StepError if there is nothing to undo or redo."""
        match step:
            case StepUndone():
                if len(self.standing) < 2:
                    raise StepError(Message("there is no step left to take back"))
                return TournamentCourse(self.standing[:-1], (*self.undone, self.standing[-1]))
            case StepRedone():
                if not self.undone:
                    raise StepError(Message("there is no step that was taken back last"))
                return TournamentCourse((*self.standing, self.undone[-1]), self.undone[:-1])
            case _:
                return TournamentCourse((*self.standing, step))


def course(steps: Sequence[TournamentStep]) -> TournamentCourse:
    """Return the course of a whole record; raises StepError."""
    state = TournamentCourse()
    for step in steps:
        state = state.apply_line(step)
    return state


# Entries and rounds: who takes part, who sat where, and what was played.


@dataclass(frozen=True, slots=True)
class Entry:
    """A player or a pair in a tournament."""

    number: int
    names: tuple[str, ...]
    gone: bool = False
    """Whether the entry has gone home."""
    members: tuple[str, ...] = ()
    """The number of each player in the club."""
    team: str = ""
    """The team whose sum the entry adds to."""
    is_reserve: bool = False
    """Whether the entry is a substitute's, who sits nowhere before somebody is missing."""
    is_away: bool = False
    """Whether the entry is absent so far: rounds begin without it."""
    earlier: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """The earlier names, each with the round from which on somebody else has sat there."""

    @property
    def name(self) -> str:
        """The name for lists: who sits there now, and in parentheses who has."""
        before = dict.fromkeys(name for _, names in self.earlier for name in names if name not in self.names)
        return " + ".join(self.names) + (f" ({', '.join(before)})" if before else "")

    def names_in(self, number: int) -> tuple[str, ...]:
        """Return the players of the entry in the round of a number."""
        return next((names for until, names in self.earlier if number < until), self.names)


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table in a round."""

    lines: tuple[SlipLine, ...]
    record: str = ""
    """The record of the result; empty: entered by hand."""
    why: str = ""
    """The reason of a correction; empty without one."""
    is_late: bool = False
    """Whether the result came after its round was closed."""

    @property
    def points(self) -> tuple[Number, ...]:
        """The points of each side."""
        return tuple(sum(own) for own in zip(*(line.score for line in self.lines), strict=True))


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A round of a tournament."""

    begun: RoundBegun
    results: Mapping[str, TableResult] = field(default_factory=dict[str, TableResult])
    """The results by table."""
    closed_s: int | None = None
    """The time of its closing, seconds since 1970; None: it is being played."""

    @property
    def number(self) -> int:
        """The round's number, from 1."""
        return self.begun.number

    @property
    def missing(self) -> tuple[SeatedTable, ...]:
        """The tables without a result."""
        return tuple(table for table in self.begun.tables if table.table not in self.results)

    def table(self, name: str) -> SeatedTable | None:
        """Return the seating of a table of this name, or None."""
        return next((table for table in self.begun.tables if table.table == name), None)

    def played(self) -> Iterator[tuple[SeatedTable, TableResult]]:
        """Yield the tables that have a result."""
        for table in self.begun.tables:
            if table.table in self.results:
                yield table, self.results[table.table]


_EXAMPLES: Final = ("Anna", "Berta", "Carla")


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands."""

    opening: TournamentOpened
    form: slips.TableForm
    entries: Mapping[int, Entry] = field(default_factory=dict[int, Entry])
    seed: str = ""
    """The seed of the lots; empty before they are drawn."""
    at_draw: tuple[int, ...] = ()
    """The entries among which the lots were drawn."""
    rounds: tuple[TournamentRound, ...] = ()
    awards: tuple[PointsAwarded, ...] = ()
    ended: bool = False

    @property
    def now(self) -> TournamentRound | None:
        """The round that is being played; None between rounds."""
        last = self.rounds[-1] if self.rounds else None
        return last if last and last.closed_s is None else None

    @property
    def active(self) -> tuple[int, ...]:
        """The entries that are present to be seated."""
        return tuple(number for number in self.entered if not self.entries[number].is_away)

    @property
    def entered(self) -> tuple[int, ...]:
        """The entries that take part, absent ones too; no substitutes."""
        return tuple(number for number, entry in self.entries.items() if not (entry.gone or entry.is_reserve))

    @property
    def teams(self) -> Mapping[str, tuple[int, ...]]:
        """The entries of each team; its substitutes play in their places."""
        by_name: dict[str, tuple[int, ...]] = {}
        for number, entry in self.entries.items():
            if entry.team and not entry.is_reserve:
                by_name[entry.team] = (*by_name.get(entry.team, ()), number)
        return by_name

    @property
    def free_number(self) -> int:
        """The number of the next entry."""
        return max(self.entries, default=0) + 1

    def round(self, number: int) -> TournamentRound:
        """Return the round of a number; raises StepError."""
        if not 1 <= number <= len(self.rounds):
            raise StepError(Message("there is no round {n}", n=number))
        return self.rounds[number - 1]

    def entry(self, number: int) -> Entry:
        """Return the entry of a number; raises StepError."""
        if number not in self.entries:
            raise StepError(Message("there is no entry {n}", n=number))
        return self.entries[number]


def seats_by_side(state: Tournament, seated: SeatedTable, match: AnyMatch, number: int) -> list[tuple[int, ...]]:
    """Return each side's seats in the order of the seating: by the players' names, or as they sit if others play."""
    sides = [*match.game.sides.partners(match.rules)]
    names = [{match.names[seat].casefold() for seat in side} for side in sides]
    seats = ([state.entries[entry].names_in(number) for entry in side] for side in seated.sides)
    names_wanted = [{name.casefold() for own in side for name in own} for side in seats]
    places = [next((at for at, own in enumerate(names) if own == one), None) for one in names_wanted]
    if None in places or len(set(places)) < len(sides):
        return sides
    return [sides[at] for at in places if at is not None]


def tournament(steps: Sequence[TournamentStep]) -> tuple[Tournament, TournamentCourse]:
    """Return the tournament of a record, and its course; raises StepError."""
    state = course(steps)
    if not state.standing:
        raise StepError(Message("a tournament is opened first"))
    return _fold(state.standing), state


def after(
    before: Tournament | None, record: TournamentCourse, step: TournamentStep
) -> tuple[Tournament, TournamentCourse]:
    """Return the tournament and its course after one more line; raises StepError for an impossible step."""
    state = record.apply_line(step)
    if before is None or isinstance(step, StepUndone | StepRedone):
        return _fold(state.standing), state
    return apply(before, step), state


def _fold(steps: Sequence[TournamentStep]) -> Tournament:
    opening, *rest = steps
    if not isinstance(opening, TournamentOpened):
        raise StepError(Message("a tournament is opened first"))
    state = Tournament(opening, slips.form_of(opening))
    for step in rest:
        state = apply(state, step)
    return state


def apply(state: Tournament, step: TournamentStep) -> Tournament:
    """Return the tournament after a step other than undo and redo; raises StepError for an impossible step."""
    if state.ended:
        raise StepError(Message("the tournament has ended; take that back first"))
    match step:
        case EntryRegistered() | EntryRenamed() | EntryWithdrawn() | EntryAttended():
            return _change_entry(state, step)
        case EntrySubstituted():
            return _substitute(state, step)
        case LotsDrawn():
            return _draw_lots(state, step)
        case RoundBegun() | RoundClosed():
            return _begin_round(state, step) if isinstance(step, RoundBegun) else _close_round(state, step)
        case ResultEntered() | ResultCorrected():
            return _enter_result(state, step) if isinstance(step, ResultEntered) else _correct_result(state, step)
        case PointsAwarded():
            state.entry(step.entry)
            _check_reason(step.why)
            return replace(state, awards=(*state.awards, step))
        case TournamentEnded():
            if state.now:
                raise StepError(Message("round {n} is still being played", n=state.now.number))
            return replace(state, ended=True)
        case _:
            raise StepError(Message("this tournament is open already"))


def _change_entry(
    state: Tournament, step: EntryRegistered | EntryRenamed | EntryWithdrawn | EntryAttended
) -> Tournament:
    if isinstance(step, EntryAttended):
        entry = state.entry(step.entry)
        if entry.gone or entry.is_reserve:
            raise StepError(Message("{name} is not seated anyway", name=entry.name))
        return _with(state, replace(entry, is_away=not step.there))
    if isinstance(step, EntryWithdrawn):
        entry = state.entry(step.entry)
        if entry.gone:
            raise StepError(Message("{name} has gone already", name=entry.name))
        return _with(state, replace(entry, gone=True))
    if isinstance(step, EntryRenamed):
        return _with(state, replace(state.entry(step.entry), names=_names(state, step.names, step.entry)))
    if step.entry != state.free_number:
        raise StepError(Message("the next entry has the number {n}", n=state.free_number))
    if step.reserve:
        if not step.team:
            raise StepError(Message("a substitute belongs to a team; write which"))
        names = _names(state, step.names, step.entry, players=1)
        return _with(state, Entry(step.entry, names, members=step.members, team=_team(step.team), is_reserve=True))
    if state.seed and state.opening.movement in ("round-robin", "mitchell") and not _has_room(state):
        raise StepError(Message("a movement that is drawn has no place left; late entries need Swiss pairs or a draw"))
    names = _names(state, step.names, step.entry)
    return _with(state, Entry(step.entry, names, members=step.members, team=_team(step.team)))


def _team(name: str) -> str:
    """Format the name of a team as lists show it; raises StepError."""
    clean = " ".join(name.split())
    if len(clean) > _LONGEST or not clean.isprintable():
        raise StepError(Message("a name has {n} letters at most, on one line", n=_LONGEST))
    return clean


def _substitute(state: Tournament, step: EntrySubstituted) -> Tournament:
    """Substitute a player, from a round without results on."""
    entry, [name] = state.entry(step.entry), _clean_names((step.name,))
    if entry.is_reserve or step.out not in entry.names:
        raise StepError(Message("{name} does not sit in the place of entry {n}", name=step.out, n=step.entry))
    newest = state.rounds[-1] if state.rounds else None
    seated = next((one.table for one in newest.begun.tables if step.entry in one.entries), "") if newest else ""
    if step.number != len(state.rounds) + 1 and not (state.now and step.number == state.now.number):
        raise StepError(Message("somebody can only be replaced from this round on or from the next one"))
    if newest and step.number == newest.number and seated in newest.results:
        raise StepError(Message("table {name} has its result already; say from which round on", name=seated))
    if not name:
        raise StepError(_other_number(1))
    for other in state.entries.values():
        if other.is_reserve and name in other.names and other.team != entry.team:
            raise StepError(
                Message(
                    "{name} is a substitute of team {team}; take somebody of the own team, or write a new name",
                    name=name,
                    team=other.team,
                )
            )
        if not other.is_reserve and name.casefold() in {one.casefold() for one in other.names}:
            raise StepError(Message("{name} is entered already; add what tells them apart", name=name))
    names = tuple(name if one == step.out else one for one in entry.names)
    return _with(state, replace(entry, names=names, earlier=(*entry.earlier, (step.number, entry.names))))


def _has_room(state: Tournament) -> bool:
    """Whether a movement that was drawn for an odd number of entries still has its free place."""
    return len(state.at_draw) % 2 == 1 and len(state.entries) == len(state.at_draw)


def _with(state: Tournament, entry: Entry) -> Tournament:
    return replace(state, entries={**state.entries, entry.number: entry})


_LONGEST: Final = 60
"""The most letters of a name."""


def _clean_names(names: Sequence[str]) -> tuple[str, ...]:
    """Format names as lists show them; raises StepError for a name that fits no line."""
    clean = tuple(" ".join(name.split()) for name in names)
    if any(len(name) > _LONGEST or not name.isprintable() for name in clean):
        raise StepError(Message("a name has {n} letters at most, on one line", n=_LONGEST))
    return clean


def _names(state: Tournament, names: tuple[str, ...], entry: int, *, players: int = 0) -> tuple[str, ...]:
    """Format names as lists show them; raises StepError for too few, or for somebody who takes part already."""
    clean, count = _clean_names(names), players or state.form.players
    if len(clean) != count:
        raise StepError(_other_number(count))
    if not all(clean):
        raise StepError(Message("write a name"))
    taken_ = {name.casefold() for one in state.entries.values() if one.number != entry for name in one.names}
    for at, name in enumerate(clean):
        if name.casefold() in taken_ | {other.casefold() for other in clean[:at]}:
            raise StepError(Message("{name} is entered already; add what tells them apart", name=name))
    return clean


def _other_number(players: int) -> Message:
    """Write the sentence that an entry needs one name for each of its players."""
    if players == 1:
        return Message("an entry is one player here, without a +")
    pattern = " + ".join(_EXAMPLES[:players])
    return Message("an entry is {count} names here, with a + between: {code}", count=players, code=pattern)


def _draw_lots(state: Tournament, step: LotsDrawn) -> Tournament:
    if state.rounds:
        raise StepError(Message("the lots are drawn before the first round"))
    if len(state.entered) < 2:
        raise StepError(Message("there are too few entries to draw lots"))
    return replace(state, seed=step.seed, at_draw=state.entered)


def _begin_round(state: Tournament, step: RoundBegun) -> Tournament:
    if state.now:
        raise StepError(Message("round {n} is still being played; close it first", n=state.now.number))
    if not state.seed:
        raise StepError(Message("draw the lots first"))
    if step.number != len(state.rounds) + 1:
        raise StepError(Message("the next round is round {n}", n=len(state.rounds) + 1))
    if step.number > state.opening.rounds:
        raise StepError(Message("all {n} rounds are played", n=state.opening.rounds))
    _check_seating(state, step)
    return replace(state, rounds=(*state.rounds, TournamentRound(step)))


def _check_seating(state: Tournament, step: RoundBegun) -> None:
    """Check that everybody present has one place, at one table or outside, and that each table is whole."""
    if not step.tables:
        raise StepError(Message("there is no table to play at"))
    names = [table.table for table in step.tables]
    if len(set(names)) < len(names):
        raise StepError(Message("two tables have one name"))
    for table in step.tables:
        if tuple(len(side) for side in table.sides) != state.form.sizes:
            raise StepError(Message("table {name} has too many or too few entries", name=table.table))
    seated = [*(entry for table in step.tables for entry in table.entries), *step.out]
    for entry in seated:
        if state.entry(entry).gone:
            raise StepError(Message("{name} has gone already", name=state.entries[entry].name))
        if seated.count(entry) > 1:
            raise StepError(Message("{name} cannot sit in two places", name=state.entries[entry].name))
    for entry in state.active:
        if entry not in seated:
            raise StepError(Message("{name} has no place", name=state.entries[entry].name))


def _close_round(state: Tournament, step: RoundClosed) -> Tournament:
    if state.now is None or state.now.number != step.number:
        raise StepError(Message("round {n} is not being played", n=step.number))
    return _replace_result(state, replace(state.now, closed_s=step.t))


def _replace_result(state: Tournament, round_: TournamentRound) -> Tournament:
    rounds = [*state.rounds]
    rounds[round_.number - 1] = round_
    return replace(state, rounds=tuple(rounds))


def _enter_result(state: Tournament, step: ResultEntered) -> Tournament:
    round_ = state.round(step.number)
    _check_lines(state, round_, step.table, step.lines, is_read=bool(step.record))
    if step.table in round_.results:
        raise StepError(
            Message("table {name} has a result in round {n}; correct it, with a reason", name=step.table, n=step.number)
        )
    result = TableResult(step.lines, step.record, is_late=round_.closed_s is not None)
    return _replace_result(state, replace(round_, results={**round_.results, step.table: result}))


def _correct_result(state: Tournament, step: ResultCorrected) -> Tournament:
    round_ = state.round(step.number)
    _check_reason(step.why)
    if step.table not in round_.results:
        raise StepError(Message("table {name} has no result in round {n} to correct", name=step.table, n=step.number))
    _check_lines(state, round_, step.table, step.lines, is_read=False)
    result = replace(round_.results[step.table], lines=step.lines, why=step.why)
    return _replace_result(state, replace(round_, results={**round_.results, step.table: result}))


def _check_reason(why: str) -> None:
    if not why.strip():
        raise StepError(Message("say why"))


def _check_lines(
    state: Tournament, round_: TournamentRound, table: str, lines: Sequence[SlipLine], *, is_read: bool
) -> None:
    """Refuse a result that its table cannot have; one entered by hand must meet its game's own law of sums, too."""
    seated = round_.table(table)
    if seated is None:
        raise StepError(Message("there is no table {name} in round {n}", name=table, n=round_.number))
    if not lines:
        raise StepError(Message("a result needs at least one deal"))
    for number, line in enumerate(lines, 1):
        if why := slips.fault(state.form, seated, line, is_read=is_read):
            raise StepError(Message("deal {n}: {why}", n=number, why=why))
    boards = [line.board for line in lines if line.board is not None]
    if len(set(boards)) < len(boards):
        raise StepError(Message("one board is written down twice"))


def meetings(state: Tournament) -> Iterator[tuple[int, int, bool]]:
    """Yield each meeting of two entries at a table so far; true for partners."""
    for round_ in state.rounds:
        for table in round_.begun.tables:
            entries = table.entries
            for at, one in enumerate(entries):
                for other in entries[:at]:
                    yield one, other, any(one in side and other in side for side in table.sides)

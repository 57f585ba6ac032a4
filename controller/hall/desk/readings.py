"""The results of enrolled tables: read from their records, and matched by the table and the time of the round."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from controller.hall.desk.book import DeskError, TournamentBook
from controller.record import text as record_text
from controller.record.events import DealStart, End, Event
from controller.record.message import Message
from controller.record.text import RecordError
from controller.referee.fold import MatchError, outcome
from controller.rules.match import AnyMatch
from controller.rules.score.slip import SlipLine
from controller.store.archive import NAMED_BY
from controller.tournament.fold import Tournament, TournamentRound, seats_by_side
from controller.tournament.steps import ResultEntered, SeatedTable, StepError, TournamentStep

_EARLY_S: Final = 600
"""The longest time before its round at which a table may be set up, seconds."""
_LATE_S: Final = 3600 + _EARLY_S
"""The longest delay of a table's messages after the start of a match, which its settings may set."""
_AHEAD_S: Final = 60
"""Seconds by which a table's clock may be ahead of the hall's and still be trusted."""
_MOST_BEGUN: Final = 200
"""The most matches of a table whose starts are remembered; an evening has some ten."""


class ResultReader:
    """A reader that enters results into the tournament as the tables' records reach the hall's disk.

    Attributes:
        book: the tournament's record.
    """

    def __init__(self, book: TournamentBook) -> None:
        """Read for this tournament."""
        self.book = book
        self._seen_s: defaultdict[str, dict[str, float]] = defaultdict(dict)
        """The time at which the start of a record was seen, by table and place, seconds by the hall's clock."""

    def note_start(self, table: str, place: str) -> None:
        """Note that a match starts at a table now, because its own clock may be wrong by years."""
        seen_s = self._seen_s[table]
        seen_s.setdefault(place, self.book.clock())
        while len(seen_s) > _MOST_BEGUN:
            del seen_s[next(iter(seen_s))]

    def _began_s(self, table: str, place: str) -> float | None:
        """Return the start of a record, seconds since 1970, or None if its name has no time."""
        return began_s(place, self._seen_s[table].get(place))

    def read_result(self, table: str, place: str, read: Callable[[], bytes]) -> str:
        """Enter the result of a record that got new lines, if it has a result by now.

        Args:
            table: the name of the table.
            place: ``<mark of the table>/<name of the record>``.
            read: gives the record as it is now.

        Returns:
            The reason why none can be entered, in words for the log; empty where nothing is wrong.
        """
        try:
            state = self.book.state
            began = self._began_s(table, place)
            if state is not None and waits(state, table, began) and not self.book.has_read(place):
                self._read(state, table, place, began, record_text.read(read()).events)
        except (RecordError, MatchError, StepError, DeskError) as error:
            return f"no result is taken from record {place}: {error}"
        return ""

    def _read(self, state: Tournament, table: str, place: str, began: float | None, events: Sequence[Event]) -> None:
        if not may_be_over(state, events):
            return
        match = outcome(events)
        if result(state, table, began, match) is not None:
            self.book.add_steps(lambda now, t: _result_step(now, table, place, began, match, t))


def began_s(place: str, seen_s: float | None) -> float | None:
    """Return the start of a record, seconds since 1970, by the hall's clock if that is known.

    The record's name has the time of the table's clock. It is ignored if the hall saw the match start at another time:
    a Pi without a clock starts in the past, and a clock may be set to the future.

    Args:
        place: of the record, ``<mark of the table>/<name>``.
        seen_s: the time at which the hall saw its start, by the hall's clock; None: it was not seen.

    >>> began_s("0123456789abcdef/1970-01-01T000100Z", 1_795_000_000.0)
    1795000000.0
    >>> began_s("0123456789abcdef/1970-01-01T000100Z", None)
    60.0
    """
    try:
        named_s = datetime.strptime(place.rpartition("/")[2], NAMED_BY).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return seen_s
    is_likely = seen_s is None or seen_s - _LATE_S <= named_s <= seen_s + _AHEAD_S
    return named_s if is_likely else seen_s


def _result_step(
    state: Tournament | None, table: str, place: str, began: float | None, match: AnyMatch, now_s: int
) -> Iterator[TournamentStep]:
    """Yield the step for the result, computed from the tournament at the time of writing."""
    found = result(state, table, began, match) if state else None
    if found is not None:
        number, lines = found
        yield ResultEntered(t=now_s, number=number, table=table, lines=lines, record=place)


def may_be_over(state: Tournament, events: Sequence[Event]) -> bool:
    """Whether a record may have a result: the match was ended, or all deals of a round are dealt."""
    wanted = state.opening.deals
    dealt = sum(isinstance(event, DealStart) for event in events)
    return any(isinstance(event, End) for event in events) or bool(wanted and dealt >= wanted)


def waits(state: Tournament, table: str, began: float | None) -> bool:
    """Whether the result of a table is still missing in the round in which a record began."""
    round_ = round_of(state, began)
    return round_ is not None and any(one.table == table for one in round_.missing) and not state.ended


def round_of(state: Tournament, began: float | None) -> TournamentRound | None:
    """Return the round in which a record began, seconds since 1970; None if unknown or before the first round."""
    if began is None:
        return None
    begun = [round_ for round_ in state.rounds if round_.begun.t - _EARLY_S <= began]
    return begun[-1] if begun else None


def result(
    state: Tournament, table: str, began: float | None, match: AnyMatch
) -> tuple[int, tuple[SlipLine, ...]] | None:
    """Return the round and result of a table's match; None if it is not over or not of the round.

    Raises:
        StepError: somebody has played who is seated at another table.
    """
    round_ = round_of(state, began)
    seated = round_.table(table) if round_ else None
    if round_ is None or seated is None or match.game.name != state.form.game.name:
        return None
    if match.rules.seats != state.form.rules.seats:
        return None
    _check_seated(state, round_, table, match)
    lines = tuple(_lines(state, seated, match, round_.number))
    wanted = state.opening.deals
    is_over = match.ended or (wanted and len(lines) >= wanted)
    # A deal without a score is for people to settle: its result is entered by hand.
    return (round_.number, lines) if is_over and lines and not match.unscored and not match.owed else None


def _check_seated(state: Tournament, round_: TournamentRound, table: str, match: AnyMatch) -> None:
    """Refuse a match of people who are seated elsewhere: this table would get their points."""
    elsewhere = {
        name.casefold(): one.table
        for one in round_.begun.tables
        for side in one.sides
        for entry in side
        for name in state.entries[entry].names_in(round_.number)
        if one.table != table
    }
    for name in match.names:
        if other := elsewhere.get(name.casefold()):
            raise StepError(Message("{name} is seated at table {table}", name=name, table=other))


def _lines(state: Tournament, seated: SeatedTable, match: AnyMatch, number: int) -> Iterator[SlipLine]:
    order = seats_by_side(state, seated, match, number)
    for entry in match.ledger:
        score = entry.result.score
        if entry.void is not None or score is None:
            continue
        board = entry.result.detail.get("board") if seated.boards else None
        yield SlipLine(points=tuple(score[side[0]] or 0 for side in order), board=board)

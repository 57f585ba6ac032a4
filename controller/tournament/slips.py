"""Slips entered by hand: the possible lines of a table, by the number of its sides and its game's own law of sums."""

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from controller import games
from controller.games import AnyGame
from controller.record.events import MatchStart
from controller.record.message import Listed, Message, reason_of
from controller.referee.fold import MatchError, start
from controller.rules.options import Rules
from controller.rules.score.slip import SlipLine, other_factor, too_much_beside
from controller.tournament.steps import SeatedTable, StepError, TournamentOpened

# The table of a tournament: its game and rules, its sides, and whom an entry stands for.

_OF_TWO_SIDES: Final = frozenset({"round-robin", "swiss", "mitchell"})


@dataclass(frozen=True, slots=True)
class TableForm:
    """The form of every table of a tournament: game, sides, and how many players an entry stands for."""

    game: AnyGame
    rules: Rules
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    players: int
    """The number of players of an entry: one, or a whole side."""
    lowest_wins: bool
    """Whether fewer points are better, as in Hearts."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of entries that each side has."""
        return tuple(len(side) // self.players for side in self.sides)


def form_of(opening: TournamentOpened) -> TableForm:
    """Work out what every table of this tournament has in common; raises StepError where it cannot take place."""
    chosen = tuple(sorted(opening.options.items()))
    form = _form(opening.game, opening.profile, chosen, opening.seats, opening.movement)
    if opening.ranked == "matchpoints" and opening.movement not in _OF_TWO_SIDES:
        raise StepError(Message("matchpoints need the same two sides all evening: a movement of pairs"))
    if opening.movement == "mitchell" and not opening.deals:
        raise StepError(Message("a Mitchell movement needs the number of boards of a round"))
    if any(not name.strip() for name in (opening.title, *opening.tables)):
        raise StepError(Message("a tournament and its tables need names"))
    return form


@cache
def _form(game: str, profile: str, chosen: tuple[tuple[str, object], ...], seats: int, movement: str) -> TableForm:
    options = dict(chosen)
    try:
        match = start(_opening(game, profile, options, seats))
    except MatchError as error:
        raise StepError(reason_of(error)) from None
    sides = match.game.sides.partners(match.rules)
    players = 1
    if movement in _OF_TWO_SIDES:
        if len(sides) != 2:
            raise StepError(
                Message("at {game} each plays alone; only a draw or free seating fits", game=match.game.title)
            )
        players = len(sides[0])
    if movement == "draw" and len({len(side) for side in sides}) > 1:
        raise StepError(Message("the sides of {game} are not alike; only free seating fits", game=match.game.title))
    first_leads = tuple(int(seat in sides[0]) for seat in range(match.rules.seats))
    lowest_wins = 0 not in match.game.course.ranking(first_leads, match.book)[0]
    return TableForm(match.game, match.rules, sides, players, lowest_wins)


def _opening(game: str, profile: str, options: dict[str, object], seats: int) -> MatchStart:
    try:
        known_game = games.load(game)
    except LookupError as error:
        raise StepError(reason_of(error)) from None
    if seats and seats not in known_game.seats:
        counts = Listed(tuple(map(str, known_game.seats)), " or ")
        raise StepError(Message("{code} is played by {numbers}, not by {n}", code=game, numbers=counts, n=seats))
    names = tuple(f"{seat}" for seat in range(seats or known_game.usual_seats))
    return MatchStart(game=known_game.name, seats=names, profile=profile, options=options)  # pyrefly: ignore[bad-argument-type]  # a profile of the game


_DEAL: Final = re.compile(
    r"(?:#(?P<board>\d{1,3})[ =]+)?(?P<points>[-−+\d:]+)(?: *\((?P<extra>[-−+\d:]+)\))?(?: *[x×*](?P<factor>\d{1,2}))?"
    r"(?: */ *(?P<deals>\d{1,2}))?"
)
_BOARD: Final = re.compile(r"#(?P<board>\d{1,3})[ =]+(?P<played>.+)")
MOST_POINTS: Final = 1_000_000


def fault(form: TableForm, table: SeatedTable, line: SlipLine, *, is_read: bool = False) -> Message | None:
    """Return why a table cannot have this line, or None.

    Args:
        form: what all tables have in common.
        table: who plays there, and which boards.
        line: of its slip.
        is_read: whether it comes from a record, of which each card was seen.
    """
    sides = len(form.sides)
    if len(line.points) != sides or len(line.extra) not in (0, sides):
        return Message("there are {count} sides at a table, with a number for each", count=sides)
    if any(abs(own) > MOST_POINTS for own in (*line.points, *line.extra)):
        return Message("nobody has so many points")
    if line.factor < 1 or line.deals < 1:
        return Message("a deal counts once at least")
    if table.boards and line.board not in table.boards:
        return Message("board {n} is not played at table {name}", n=line.board or 0, name=table.table)
    return None if is_read else _rule_fault(form, line)


def _rule_fault(form: TableForm, line: SlipLine) -> Message | None:
    """Return why a line breaks the laws of its game, or None."""
    factors = form.game.slip.factors(form.rules)
    if line.factor not in factors:
        return other_factor(line, factors)
    if line.played:
        counted = form.game.slip.counted(form.rules, line)
        if isinstance(counted, Message):
            return counted
        if counted.points != line.points:
            numbers = " : ".join(map(str, counted.points))
            return Message("{code} comes to {numbers}", code=line.played, numbers=numbers)
    return too_much_beside(line, form.game.slip.beside(form.rules)) or form.game.slip.fault(form.rules, line)


def counted(form: TableForm, line: SlipLine) -> SlipLine:
    """Return a line with the points of what was played, by its game; raises StepError."""
    found = form.game.slip.counted(form.rules, line)
    if isinstance(found, Message):
        raise StepError(found)
    return found


_WIDEST: Final = 400
"""The most points of a deal among which a missing number is searched."""


def possible_numbers(form: TableForm, table: SeatedTable, line: SlipLine, at: int) -> tuple[int, ...]:
    """Find one side's possible numbers in a line, by the game's own law, if the others' are known; smallest first.

    Args:
        form: what all tables have in common.
        table: who plays there, and which boards.
        line: of the slip; that side's number is ignored.
        at: the side's place.
    """
    most = _WIDEST * line.deals

    def takes(number: int) -> bool:
        points = (*line.points[:at], number, *line.points[at + 1 :])
        return fault(form, table, replace(line, points=points)) is None

    return tuple(sorted(filter(takes, range(-most, most + 1)), key=abs))


_MOST_DEALS: Final = 60
"""The most deals of a round among which the count that fits a sum is searched."""


def deals_of(form: TableForm, table: SeatedTable, line: SlipLine) -> int:
    """Find the fewest deals that can add up to the points of a line by the game's own law; 0: no number can."""
    fits = (n for n in range(1, _MOST_DEALS + 1) if fault(form, table, replace(line, deals=n)) is None)
    return next(fits, 0)


def parse(text: str, form: TableForm | None = None) -> tuple[SlipLine, ...]:
    """Parse a slip as an organiser types it, with commas between the deals; raises StepError.

    A deal is its points by side, ``102:55``; what was announced beside them in parentheses, the multiplier, and the
    number of deals that were added up, where there is more than one: ``102:55 (20:0) x2``, ``812:758 /10``. The number
    of a board comes first: ``#7 420:0``. Where a game counts what was played, that does, too: ``#7 4S N 10``.

    >>> [line.score for line in parse("102:55 (20:0) x2, 0:257")]
    [(244, 110), (0, 257)]
    """
    return tuple(_deal(part.strip(), form) for part in re.split("[,;\n]", text) if part.strip())


def _deal(text: str, form: TableForm | None) -> SlipLine:
    match = _DEAL.fullmatch(text)
    if not match and form and form.game.slip.columns(form.rules) and (board_line := _BOARD.fullmatch(text)):
        return counted(form, SlipLine(points=(), board=int(board_line["board"]), played=board_line["played"]))
    try:
        points, extra = _numbers(match["points"] if match else "?"), _numbers((match and match["extra"]) or "")
    except ValueError:
        raise StepError(
            Message("{reason} is no deal of a slip; write points by side, such as 102:55", reason=repr(text[:40]))
        ) from None
    factor, deals, board = ((match and match[name]) for name in ("factor", "deals", "board"))
    return SlipLine(
        points=points,
        extra=extra,
        factor=int(factor or 1),
        deals=int(deals or 1),
        board=int(board) if board else None,
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part.replace("−", "-")) for part in text.split(":")) if text else ()


def write(line: SlipLine) -> str:
    """Write a line as it is typed; :func:`parse` is the inverse.

    >>> write(parse("#7 102:55 (20:0) x2 /1")[0])
    '#7 102:55 (20:0) x2'
    """
    board = "" if line.board is None else f"#{line.board} "
    if line.played:
        return f"{board}{line.played}"
    extra = f" ({':'.join(map(str, line.extra))})" if any(line.extra) else ""
    factor = f" x{line.factor}" if line.factor > 1 else ""
    deals = f" /{line.deals}" if line.deals > 1 else ""
    return f"{board}{':'.join(map(str, line.points))}{extra}{factor}{deals}"

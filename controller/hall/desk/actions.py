"""The organiser's actions: the fields of a form, or the words of a command, and the steps made of them."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias, get_args

from controller.record.events import Value
from controller.record.message import Message, reason_of
from controller.rules.score.slip import SlipLine
from controller.tournament import entry_lists, movements, slips
from controller.tournament.fold import Tournament, apply
from controller.tournament.steps import (
    ByeCount,
    EntryAttended,
    EntryRegistered,
    EntryRenamed,
    EntrySubstituted,
    EntryWithdrawn,
    LotsDrawn,
    MovementKind,
    PointsAwarded,
    RankedBy,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    StepError,
    StepRedone,
    StepUndone,
    TournamentEnded,
    TournamentOpened,
    TournamentStep,
)

Fields: TypeAlias = Mapping[str, str]
DeskAction: TypeAlias = Callable[[Tournament | None, int, Fields], Iterator[TournamentStep]]
MOVEMENTS: Final[tuple[str, ...]] = get_args(MovementKind)
RANKED: Final[tuple[str, ...]] = get_args(RankedBy)
BYES: Final[tuple[str, ...]] = get_args(ByeCount)
MOST_TITLE: Final = 100
"""The most letters of a tournament's name."""
MOST_ENTRIES: Final = 2000
_QUOTED: Final = 40
"""The most letters of a quoted line."""
_SEATING: Final = "3: 1 7 / 2 9"
"""An example of a table: its name, and the numbers of the entries of each side."""


def step_maker(do: str, fields: Fields) -> Callable[[Tournament | None, int], Iterator[TournamentStep]]:
    """Return the maker of an action's steps; raises StepError for an unknown action."""
    action = ACTIONS.get(do)
    if action is None:
        raise StepError(Message("there is no such action: {reason}", reason=repr(do[:40])))
    return lambda state, now_s: action(state, now_s, fields)


def _open(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    """Open another tournament, after ending the current one, even if it has no entries yet."""
    if state is not None and not state.ended:
        raise StepError(Message("{name} is open; end it first", name=state.opening.title))
    movement, ranked = fields.get("movement", "draw"), fields.get("ranked") or "points"
    bye = fields.get("bye") or "average"
    if movement not in MOVEMENTS or ranked not in RANKED or bye not in BYES:
        raise StepError(Message("there is no such movement or ranking"))
    title = fields.get("title", "").strip()
    if len(title) > MOST_TITLE or not title.isprintable():
        raise StepError(Message("a name has {n} letters at most, on one line", n=MOST_TITLE))
    yield TournamentOpened(
        t=now_s,
        title=title,
        game=fields.get("game", ""),
        profile=fields.get("profile") or "seed",
        options=_options(fields.get("options", "")),
        movement=movement,  # pyrefly: ignore[bad-argument-type]  # one of them, as asked above
        seats=_number(fields, "seats", 0, 9),
        rounds=_number(fields, "rounds", 1, 99),
        deals=_number(fields, "deals", 0, 99),
        minutes=_number(fields, "minutes", 0, 999),
        ranked=ranked,  # pyrefly: ignore[bad-argument-type]  # as above
        bye=bye,  # pyrefly: ignore[bad-argument-type]  # as above
        tables=tuple(fields.get("tables", "").replace(",", " ").split()),
    )


_MOST_TOLD: Final = 10
"""The most faulty lines that an error names."""


def _register(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    """Register a club's list, or a line an entry with + between the names of a pair; every faulty line is named."""
    there = _require(state)
    listed = entry_lists.read(fields.get("names", ""))
    if not listed:
        raise StepError(Message("write a name"))
    if len(there.entries) + len(listed) > MOST_ENTRIES:
        raise StepError(Message("a tournament has {n} entries at most", n=MOST_ENTRIES))
    odd: list[Message] = []
    for one in listed:
        step = EntryRegistered(
            t=now_s,
            entry=there.free_number,
            names=one.names,
            members=one.members,
            team=one.team or fields.get("team", "").strip(),
            reserve=one.is_reserve or bool(fields.get("reserve")),
        )
        try:
            there = apply(there, step)
        except StepError as error:
            if len(listed) == 1:
                raise
            begin = one.text if len(one.text) <= _QUOTED else f"{one.text[:_QUOTED]}…"
            odd.append(Message("line {n}, {code}: {why}", n=one.line, code=repr(begin), why=reason_of(error)))
            continue
        if not odd:
            yield step
    if odd:
        told = Message.join("; ", odd[:_MOST_TOLD])
        more = len(odd) - _MOST_TOLD
        raise StepError(told if more <= 0 else Message("{why}; and {n} lines more", why=told, n=more))


def _substitute_player(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    """Substitute a player, from the current round or from a given one."""
    there = _require(state)
    number, entry = _number(fields, "round", 0, 99), _number(fields, "entry", 1)
    out = fields.get("leaves", "").strip() or there.entry(entry).names[0]
    if not number:
        now = there.now
        table = next((one.table for one in now.begun.tables if entry in one.entries), "") if now else ""
        number = now.number if now and table not in now.results else len(there.rounds) + 1
    yield EntrySubstituted(t=now_s, entry=entry, out=out, name=fields.get("comes", ""), number=number)


def _attend(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    """Set the entries that are there: ticked in a form as ``here-NUMBER`` up to ``of``, or named by a command."""
    there = _require(state)
    named = fields.get("entries", "").replace(",", " ").split()
    up_to = _number(fields, "of", 0)
    wanted: dict[int, bool] = {}
    for text in named:
        wanted[_number({"entry": text}, "entry", 1)] = bool(fields.get("there"))
    for number in there.entered if not named else ():
        if number <= up_to:
            wanted[number] = f"here-{number}" in fields
    for number, is_there in wanted.items():
        if there.entry(number).is_away is is_there:
            yield EntryAttended(t=now_s, entry=number, there=is_there)


def _rename(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    _require(state)
    yield EntryRenamed(t=now_s, entry=_number(fields, "entry", 1), names=_names(fields.get("names", "")))


def _withdraw(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    _require(state)
    yield EntryWithdrawn(t=now_s, entry=_number(fields, "entry", 1))


def _draw(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    """Draw lots by a given seed, such as the date of a lottery's draw, else by chance."""
    _require(state)
    yield LotsDrawn(t=now_s, seed=fields.get("seed", "").strip()[:64] or secrets.token_hex(8))


def _round(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    """Start the next round by the movement, or by the organiser's ``tables``; with ``lots`` its tables are drawn."""
    there = _require(state)
    if not there.seed and fields.get("lots"):
        drawn = LotsDrawn(t=now_s, seed=secrets.token_hex(8))
        yield drawn
        there = apply(there, drawn)
    if text := fields.get("tables", "").strip():
        yield movements.free_round(there, now_s, [_seating(line) for line in text.splitlines() if line.strip()])
    else:
        yield movements.next_round(there, now_s)


def _seating(line: str) -> tuple[str, movements.Sides]:
    """Parse a table of free seating, ``3: 1 7 / 2 9``: its name, and the numbers of the entries of each side."""
    name, _, rest = line.partition(":")
    try:
        sides = tuple(tuple(int(part) for part in side.split()) for side in rest.split("/"))
    except ValueError:
        sides = ()
    if not name.strip() or not sides or not all(sides):
        raise StepError(
            Message("write a table as {code}, by the entries' numbers, not as {code2}", code=_SEATING, code2=repr(line))
        )
    return name.strip(), sides


def _close(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    del fields
    now = _require(state).now
    if now is None:
        raise StepError(Message("no round is being played"))
    yield RoundClosed(t=now_s, number=now.number)


def _result(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    there = _require(state)
    number, table = _number(fields, "round", 1), fields.get("table", "").strip()
    yield ResultEntered(t=now_s, number=number, table=table, lines=_lines(there, fields))


def _correct(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    there = _require(state)
    number, table = _number(fields, "round", 1), fields.get("table", "").strip()
    lines, why = _lines(there, fields), fields.get("why", "").strip()
    yield ResultCorrected(t=now_s, number=number, table=table, lines=lines, why=why)


def _lines(state: Tournament, fields: Fields) -> tuple[SlipLine, ...]:
    """Return the lines of a slip: as typed, deal by deal, or one of a field a number; a line for each board."""
    if fields.get("slip", "").strip():
        return slips.parse(fields["slip"], state.form)
    table = state.round(_number(fields, "round", 1)).table(fields.get("table", "").strip())
    if table is None or not table.boards:
        return (slip_line(state, completed(state, fields)),)
    rows = [board_row(state, fields, board) for board in table.boards]
    played = [row for row in rows if any(row[name].strip() for name in (*sides_of(state), "played"))]
    if not played:
        raise StepError(Message("write a number for each side"))
    return tuple(_board_line(state, row) for row in played)


def _board_line(state: Tournament, row: Fields) -> SlipLine:
    """Return the line of a board; raises StepError that names it."""
    try:
        return slip_line(state, completed(state, row))
    except StepError as error:
        raise StepError(Message("board {n}: {why}", n=int(row["board"]), why=reason_of(error))) from None


def sides_of(state: Tournament) -> list[str]:
    """List the fields of the sides' points."""
    return [f"points{side}" for side in range(len(state.form.sides))]


def board_row(state: Tournament, fields: Fields, board: int) -> dict[str, str]:
    """Return the numbers of a board alone: of ``points0-7`` and so on those whose board it is."""
    row = {"round": fields.get("round", ""), "table": fields.get("table", ""), "board": str(board)}
    row["played"] = played_of(state, fields, f"-{board}")
    return row | {name: fields.get(f"{name}-{board}", "") for name in sides_of(state)}


def played_of(state: Tournament, fields: Fields, of: str = "") -> str:
    """Return what was played, of the fields ``played0``, ``played1`` and so on, in one line."""
    columns = range(len(state.form.game.slip.columns(state.form.rules)))
    return " ".join(filter(None, (fields.get(f"played{at}{of}", "").strip() for at in columns)))


def counted_line(state: Tournament, fields: Fields) -> SlipLine:
    """Return the line of a board whose points follow from its play alone; raises StepError."""
    board = _number(fields, "board", 0, 999) or None
    return slips.counted(state.form, SlipLine(points=(), board=board, played=fields["played"]))


def completed(state: Tournament, fields: Fields) -> Fields:
    """Complete the numbers of a slip where the game's law leaves one choice: a number, or the count of deals.

    Raises:
        StepError: there is no such round, or a field is no number.
    """
    round_, name = state.round(_number(fields, "round", 1)), fields.get("table", "").strip()
    empty = [side for side, field in enumerate(sides_of(state)) if not fields.get(field, "").strip()]
    if fields.get("played"):
        line = counted_line(state, fields)
        return {**fields, "played": line.played, **{f"points{side}": str(line.points[side]) for side in empty}}
    if len(empty) > 1 or (table := round_.table(name)) is None:
        return fields
    is_counted = bool(fields.get("deals", "").strip())
    if not empty:
        deals = 0 if is_counted else slips.deals_of(state.form, table, slip_line(state, fields))
        return {**fields, "deals": str(deals)} if deals else fields
    line = slip_line(state, {**fields, f"points{empty[0]}": "0"})
    found = slips.possible_numbers(state.form, table, line, empty[0])
    if not (found or is_counted or table.boards):
        return fields  # of several deals, as it seems: both numbers show how many
    # Of several deals the fewest points are meant: a side that has won a whole deal writes both numbers. Where no
    # number fits, any one makes the law state the reason.
    is_clear = len(found) < 2 or line.deals > 1
    return {**fields, f"points{empty[0]}": str(next(iter(found), 0))} if is_clear else fields


def slip_line(state: Tournament, fields: Fields) -> SlipLine:
    """Make the line of a field a number: ``points0``, ``extra0`` and so on, ``factor``, ``deals``; raises StepError."""
    sides = range(len(state.form.sides))
    if any(not fields.get(name, "").strip() for name in sides_of(state)):
        raise StepError(Message("write a number for each side"))
    extra = tuple(_number(fields, f"extra{side}", -slips.MOST_POINTS, slips.MOST_POINTS) for side in sides)
    return SlipLine(
        points=tuple(_number(fields, name, -slips.MOST_POINTS, slips.MOST_POINTS) for name in sides_of(state)),
        extra=extra if any(extra) else (),
        factor=_number(fields, "factor", 0, 99) or 1,
        deals=_number(fields, "deals", 0, 99) or 1,
        board=_number(fields, "board", 0, 999) or None,
        played=fields.get("played", ""),
    )


def _award(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    _require(state)
    points = _number(fields, "points", -slips.MOST_POINTS, slips.MOST_POINTS)
    why = fields.get("why", "").strip()
    yield PointsAwarded(t=now_s, entry=_number(fields, "entry", 1), points=points, why=why)


def _end(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    del fields
    _require(state)
    yield TournamentEnded(t=now_s)


def _undo(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    del fields
    _require(state)
    yield StepUndone(t=now_s)


def _redo(state: Tournament | None, now_s: int, fields: Fields) -> Iterator[TournamentStep]:
    del fields
    _require(state)
    yield StepRedone(t=now_s)


ACTIONS: Final[Mapping[str, DeskAction]] = {
    "open": _open,
    "register": _register,
    "rename": _rename,
    "substitute": _substitute_player,
    "withdraw": _withdraw,
    "attend": _attend,
    "draw": _draw,
    "round": _round,
    "close": _close,
    "result": _result,
    "correct": _correct,
    "award": _award,
    "end": _end,
    "undo": _undo,
    "redo": _redo,
}
"""The organiser's actions, by their names in forms and commands."""


def _require(state: Tournament | None) -> Tournament:
    if state is None:
        raise StepError(Message("a tournament is opened first"))
    return state


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split("+"))


def _number(fields: Fields, name: str, least: int, most: int = 999_999) -> int:
    text = fields.get(name, "").strip().replace("−", "-") or "0"
    number = int(text) if text.removeprefix("-").isdecimal() and len(text) < 9 else None
    if number is None or not least <= number <= most:
        raise StepError(
            Message(
                "{code} is a number from {n} to {n2}, not {reason}", code=name, n=least, n2=most, reason=repr(text[:20])
            )
        )
    return number


def _options(text: str) -> dict[str, Value]:
    """Parse house rules as typed: ``target=1000 weis=none``."""
    found: dict[str, Value] = {}
    for part in text.replace(",", " ").split():
        name, sign, value = part.partition("=")
        if not sign:
            raise StepError(Message("write house rules as name=value, not as {code}", code=repr(part)))
        found[name] = _value(value)
    return found


def _value(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 9 else text

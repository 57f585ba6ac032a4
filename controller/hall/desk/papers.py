"""Papers of a tournament as PDF: slips for the tables to write on, the seating to hang up, and the ranking."""

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from controller.hall.desk.texts import RANKED_BY, DeskView, translate
from controller.record.message import Message
from controller.rules import sheet
from controller.rules.score.slip import SlipLine
from controller.tournament.fold import Tournament, TournamentRound
from controller.tournament.slips import possible_numbers
from controller.tournament.steps import SeatedTable
from vision.print.papers import PAPERS
from vision.print.pdf import GRAY, Pen
from vision.words.cards import Lang

_EDGE: Final = 14.0
_LINE: Final = 7.0
_NAME: Final = 5.2
"""The height of a player's line on a slip, mm."""
_SLIP_LINES: Final = 8
_PER_PAGE: Final = 3
"""The number of slips on a page."""
_FACT, _HEAD = 20.0, 20.0
"""The widths of a column for what was played, such as the contract, and of the heads of the lines, mm."""


def slips(view: DeskView, round_: TournamentRound) -> bytes:
    """Print a slip for each table of a round, three on a page of A4, to be cut apart."""
    paper = PAPERS["A4"]
    pen = Pen(paper, view.state.opening.title)
    height = paper.height_mm / _PER_PAGE
    for at, table in enumerate(round_.begun.tables):
        if at and at % _PER_PAGE == 0:
            pen.next_page()
        with pen.at(0, height * (at % _PER_PAGE)):
            _slip(pen, view, round_, table)
            pen.line((0, height), (paper.width_mm, height), GRAY, 0.2, (2, 2))
    return pen.finish()


def _slip(pen: Pen, view: DeskView, round_: TournamentRound, table: SeatedTable) -> None:
    right = pen.paper.width_mm - _EDGE
    place = Message("Round {n}, table {name}", n=round_.number, name=table.table)
    pen.text(translate(place, view.lang), _EDGE, 12, 6.5, bold=True)
    pen.text(view.state.opening.title, right, 12, 4, GRAY, "r", fit_mm=80)
    heads = view.values()["heads"] if table.boards else []
    first = _EDGE + _HEAD + _FACT * len(heads)
    width = (right - first) / len(table.sides)
    sides = [view.names(side, round_.number) for side in table.sides]
    foot = 21 + _NAME * max(map(len, sides))
    for at, head in enumerate(heads):
        for line, part in enumerate(reversed(head.replace(" (", "\n(").splitlines())):
            middle, y = _EDGE + _HEAD + _FACT * (at + 0.5), foot - 4.4 * line
            pen.text(part, middle, y, 3.4, GRAY, "m", fit_mm=_FACT - 1)
    for at, (side, names) in enumerate(zip(table.sides, sides, strict=True)):
        middle = first + width * (at + 0.5)
        for line, name in enumerate(reversed(names)):
            pen.text(name, middle, foot - _NAME * (line + 1), 4.2, anchor="m", fit_mm=width - 2)
        pen.text(" + ".join(map(str, side)), middle, foot, 3.4, GRAY, "m")
    top, rows = foot + 3.5, _rows(view, table)
    step = min(_LINE, (80 - top) / len(rows))
    for number, head in enumerate(rows):
        y = top + step * number
        pen.text(head, _EDGE, y + step / 2, 3.4, GRAY, fit_mm=_HEAD - 1)
        for at in range(len(heads)):
            pen.box(_EDGE + _HEAD + _FACT * at, y, _FACT, step, edge=GRAY)
        for at in range(len(table.sides)):
            pen.box(first + width * at, y, width, step, edge=GRAY)
    y = top + step * len(rows)
    pen.text(translate(Message("Total"), view.lang), _EDGE, y + 4, 4, bold=True)
    for at in range(len(table.sides)):
        pen.box(first + width * at, y, width, 8, edge=(0, 0, 0), line_mm=0.4)
    signed = translate(Message("Signatures of both sides"), view.lang)
    pen.text(signed, _EDGE, y + 13, 2.8, GRAY)


def _rows(view: DeskView, table: SeatedTable) -> list[str]:
    """List the heads of the lines: boards, or deals."""
    if table.boards:
        return [translate(Message("Board {n}", n=board), view.lang) for board in table.boards]
    return [f"{one}." for one in range(1, (view.state.opening.deals or _SLIP_LINES) + 1)]


_COLUMNS: Final = 2
_TABLE: Final = 18.0
"""The width that a table's number has in the seating, mm."""
_STEPS: Final = (14.0, 12.0, 10.0)
"""Heights of the lines of the seating, mm: the largest that needs one page, else the last one."""


def seating(view: DeskView, round_: TournamentRound) -> bytes:
    """Print the seating of a round, to hang up: each player by name, A to Z, in letters readable from a few steps."""
    paper = PAPERS["A4"]
    pen = Pen(paper, view.state.opening.title)
    rows = view.places(round_)
    top, foot = 34.0, paper.height_mm - 14
    step = next((one for one in _STEPS if len(rows) <= _COLUMNS * int((foot - top) / one)), _STEPS[-1])
    each = int((foot - top) / step)
    width = (paper.width_mm - 2 * _EDGE - 8) / _COLUMNS
    pages = max(1, -(-len(rows) // (_COLUMNS * each)))
    for page in range(pages):
        if page:
            pen.next_page()
        head = translate(Message("Round {n}: who sits at which table", n=round_.number), view.lang)
        pen.text(head, _EDGE, 16, 9, bold=True, fit_mm=182)
        pen.text(view.state.opening.title, _EDGE, 25, 4.5, GRAY, fit_mm=150)
        pen.text(f"{page + 1} / {pages}", paper.width_mm - _EDGE, 25, 4.5, GRAY, "r")
        shown = rows[page * _COLUMNS * each : (page + 1) * _COLUMNS * each]
        down = min(each, -(-len(shown) // _COLUMNS))
        for at, (name, team, table) in enumerate(shown):
            x, y = _EDGE + (width + 8) * (at // down), top + step * (at % down)
            size = 0.52 if team else 0.58
            pen.text(name, x, y + step * (0.34 if team else 0.5), step * size, fit_mm=width - _TABLE)
            pen.text(team, x, y + step * 0.79, step * 0.28, GRAY, fit_mm=width - _TABLE)
            pen.text(table, x + width, y + step / 2, step * 0.68, anchor="r", bold=True, fit_mm=20)
            pen.line((x, y + step), (x + width, y + step), GRAY, 0.2)
    return pen.finish()


def guide(view: DeskView) -> bytes:
    """Print a page on running this evening, for everybody there: the tasks in order, by the tournament's settings."""
    paper = PAPERS["A4"]
    pen = Pen(paper, view.state.opening.title)
    pen.text(translate(Message("How to run this evening"), view.lang), _EDGE, 16, 9, bold=True, fit_mm=182)
    pen.text(view.state.opening.title, _EDGE, 25, 5, fit_mm=182)
    pen.text(view.heading, _EDGE, 31.5, 4, GRAY, fit_mm=182)
    y = 41.0
    for head, lines in _advice(view.state, view.address):
        pen.text(translate(head, view.lang), _EDGE, y, 5, bold=True, fit_mm=182)
        y += 7
        for line in lines:
            for at, part in enumerate(_wrapped(translate(line, view.lang), view.lang)):
                pen.text("" if at else "•", _EDGE, y, 4.6)
                pen.text(part, _EDGE + 5, y, 4.6, fit_mm=176)
                y += 6.4
        y += 4
    pen.next_page()
    _course(pen, view)
    return pen.finish()


_TICKS: Final = (
    Message("Seating hung up"),
    Message("Slips laid out"),
    Message("All results there"),
    Message("Round closed"),
)
"""The tasks of each round, to be ticked by the organiser."""


_NARROW: Final = 12
"""The most letters of a line above a column of ticks."""


def _course(pen: Pen, view: DeskView) -> None:
    """Print a list of all rounds to tick: when each begins and ends, and the tasks."""
    state = view.state
    pen.text(translate(Message("All rounds of this evening"), view.lang), _EDGE, 16, 9, bold=True, fit_mm=182)
    pen.text(f"{state.opening.title} · {view.day}", _EDGE, 25, 5, fit_mm=182)
    heads = (Message("Begins"), Message("Ends"), *_TICKS)
    first, width = _EDGE + 26, (pen.paper.width_mm - 2 * _EDGE - 26) / len(heads)
    for at, head in enumerate(heads):
        for line, part in enumerate(reversed(wrap(translate(head, view.lang), _NARROW))):
            pen.text(part, first + width * (at + 0.5), 39 - 4.4 * line, 3.6, anchor="m", fit_mm=width - 1)
    step = min(16.0, (pen.paper.height_mm - 42 - _EDGE) / state.opening.rounds)
    for number in range(1, state.opening.rounds + 1):
        y = 42 + step * (number - 1)
        size = min(5.0, step * 0.5)
        pen.text(translate(Message("Round {n}", n=number), view.lang), _EDGE, y + step / 2, size, bold=True, fit_mm=25)
        begun = state.rounds[number - 1] if number <= len(state.rounds) else None
        ends = begun.closed_s or view.ends(begun) if begun else 0
        times = (view.hour(begun.begun.t) if begun else "", view.hour(ends) if ends else "")
        for at, time in enumerate(times):
            x = first + width * at
            pen.text(time, x + width / 2, y + step / 2, size, anchor="m", fit_mm=width - 2)
            pen.line((x + 3, y + step * 0.85), (x + width - 3, y + step * 0.85), GRAY, 0.3)
        side = min(7.0, step * 0.7)
        for at in range(len(_TICKS)):
            left = first + width * (at + 2.5) - side / 2
            pen.box(left, y + (step - side) / 2, side, side, edge=(0, 0, 0), line_mm=0.4)


_WIDE: Final = 78
"""The most letters of a line of the guide; of Japanese half as many."""
_PARTS: Final = re.compile(r"[!-~]+|.")
"""The parts of a Japanese sentence: an address stays whole, other lines end anywhere."""


def _wrapped(text: str, lang: Lang) -> Iterator[str]:
    """Wrap a sentence into lines."""
    if lang != "ja":
        yield from wrap(text, _WIDE)
        return
    line = ""
    for part in _PARTS.findall(text):
        if line and sheet.width(line + part) > _WIDE:
            yield line
            line = ""
        line += part
    yield line


_WORDS: Final = 3
"""The number of columns of the ranking that hold words."""


def ranking(view: DeskView) -> bytes:
    """Print the ranking, with the points of each round."""
    rounds = [round_.number for round_ in view.state.rounds]
    teams = view.teams()
    heads = (
        *("", translate(Message("Name"), view.lang), translate(Message("Team"), view.lang) if teams else ""),
        *(*(f"{number}" for number in rounds), view.values()["ranked"]),
    )
    rows: list[Sequence[str]] = []
    if teams:
        rows.append(("", translate(Message("Teams"), view.lang)))
        rows += [(f"{row['place']}.", row["team"], "", *row["rounds"], row["score"]) for row in teams]
        rows.append(("", translate(Message("Players"), view.lang)))
    section = ""
    for row in view.ranking():
        if row["section"] != section:
            section = row["section"]
            rows.append(("", view.values()["word"](section)))
        rows.append((f"{row['place']}.", row["name"], row["team"], *row["rounds"], row["score"]))
    if awards := view.values()["awards"]:
        rows.append(("", translate(Message("Points given or taken"), view.lang)))
        rows += [("", f"{name} ({why})", "", *("" for _ in rounds), points) for name, points, why in awards]
    team = 38.0 if teams else 0.0
    each = min(15.0, (98 - team) / max(len(rounds), 1))
    last = 26.0
    widths = (12.0, 182 - 12 - team - last - each * len(rounds), team, *([each] * len(rounds)), last)
    return _list(view, view.ranked_by(), heads, rows, widths)


def _list(
    view: DeskView, subtitle: str, heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float]
) -> bytes:
    """Print a list on pages of A4, each with its heads."""
    paper = PAPERS["A4"]
    pen = Pen(paper, view.state.opening.title)
    top, foot = 42.0, paper.height_mm - 16
    pages = _pages(rows, int((foot - top) / _LINE))
    for page, shown in enumerate(pages):
        if page:
            pen.next_page()
        pen.text(view.state.opening.title, _EDGE, 16, 8, bold=True, fit_mm=182)
        pen.text(f"{view.heading} · {view.day}", _EDGE, 24, 4, GRAY, fit_mm=182)
        pen.text(subtitle, _EDGE, 30, 3.4, GRAY, fit_mm=182)
        _row(pen, heads, top - 4, widths, bold=True)
        pen.line((_EDGE, top - 0.5), (paper.width_mm - _EDGE, top - 0.5), line_mm=0.4)
        for at, row in enumerate(shown):
            _row(pen, row, top + _LINE * (at + 0.5), widths, bold=len(row) < len(heads))
        pen.text(f"{page + 1} / {len(pages)}", paper.width_mm - _EDGE, paper.height_mm - 9, 3, GRAY, "r")
    return pen.finish()


def _pages(rows: Sequence[Sequence[str]], each: int) -> list[Sequence[Sequence[str]]]:
    """Part rows into pages; the head of a section, which has fewer cells, goes with the row below it."""
    pages: list[Sequence[Sequence[str]]] = []
    while rows or not pages:
        is_alone = len(rows) > each > 1 and len(rows[each - 1]) < len(rows[each])
        pages.append(rows[: each - is_alone])
        rows = rows[each - is_alone :]
    return pages


def _row(pen: Pen, cells: Sequence[str], y_mm: float, widths: Sequence[float], *, bold: bool) -> None:
    """Print a row; place, name and team to the left, figures to the right, the last one in bold."""
    x = _EDGE
    for at, (cell, width) in enumerate(zip(cells, widths, strict=False)):
        if at < _WORDS:
            pen.text(cell, x, y_mm, 4, bold=bold, fit_mm=width - 2)
        else:
            is_last = at == len(widths) - 1
            pen.text(cell, x + width, y_mm, 4, anchor="r", bold=bold or is_last, fit_mm=width - 1)
        x += width


# The guide of an evening: what to do when, in sentences, by the settings of its tournament.

_POINTS: Final = 40
"""The points of one side in a deal, to ask the game for the other's."""


def _advice(state: Tournament, address: str) -> Iterator[tuple[Message, tuple[Message, ...]]]:
    """Yield the sentences under their heads, with the address of the hall's board where it is known."""
    yield Message("Before the first round"), tuple(_before(state, address))
    yield Message("Each of the {n} rounds", n=state.opening.rounds), tuple(_each(state))
    yield Message("If something is otherwise"), tuple(_otherwise(state, address))


def _before(state: Tournament, address: str) -> Iterator[Message]:
    if address:
        desk = f"{address}organiser"
        yield Message("Open the desk, {name}, and type the code that the hall tells when it starts.", name=desk)
    else:
        yield Message("Open the desk: the hall's address with /organiser behind it, and the code that the hall tells.")
    if state.form.players == 1:
        yield Message("Enter the players: take the club's file, or write a name a line.")
    else:
        yield Message("Enter the pairs: take the club's file, or write a pair a line, with + between the names.")
    yield Message("Under “Who is here” untick whoever is not there yet: the round begins without them.")
    if state.opening.movement in ("round-robin", "mitchell"):
        yield Message("Once the lots are drawn nobody new can be entered: enter late ones before, and untick them.")
    else:
        yield Message("Who comes later is entered, or ticked, and sits down in the next round.")


def _each(state: Tournament) -> Iterator[Message]:
    opening = state.opening
    if opening.movement == "free":
        yield Message("Write who sits where, a table a line, and press “Seat round”.")
    else:
        yield Message("Press “Seat round”. Print the seating and hang it up: all find their table by their name.")
    yield Message("Print the slips and lay one on each table; tables with a camera send their result themselves.")
    if opening.deals:
        yield Message("Deals of this round: {n}.", n=opening.deals)
    if opening.minutes:
        yield Message(
            "Minutes of the round: {n}. A deal that is begun is played to its end.",
            n=opening.minutes,
        )
    yield Message("Type each slip: a number for each side, Enter, and the next table that is missing is open.")
    if total := _total(state):
        yield Message("The two numbers of a deal come to {n}; the second is filled in from the first.", n=total)
    yield Message("When all are there press “Close round”. What is missing can come later, too.")


def _total(state: Tournament) -> int:
    """Return the sum of a deal's points, by the game itself; 0: no single one."""
    if len(state.form.sides) != 2:
        return 0
    found = possible_numbers(state.form, SeatedTable(table="", sides=()), SlipLine(points=(_POINTS, 0)), 1)
    return _POINTS + found[0] if len(found) == 1 and found[0] else 0


def _otherwise(state: Tournament, address: str) -> Iterator[Message]:
    yield Message("Somebody goes home: “Goes home”. What was played stays.")
    yield Message("Somebody takes another's place: “Substitute”. The points stay with the place.")
    yield Message("A result is wrong: open its table and correct it, with a reason. A step was wrong: “Take back”.")
    if state.opening.bye == "none":
        yield Message("Whoever sits out a round gets nothing for it.")
    else:
        yield Message("Whoever sits out a round gets the own average for it, and it counts as won.")
    yield Message(
        "A table calls the arbiter: the wall shows it, and {name} shows who waits longest.",
        name=f"{address or '/'}arbiter",
    )
    yield Message("The power was away: start the hall again; all that was kept is there.")
    yield RANKED_BY[state.opening.ranked]

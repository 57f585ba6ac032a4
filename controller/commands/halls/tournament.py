"""``schiri hall tournament``: the organiser's actions as commands, and what can be printed or taken along."""

import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

from controller.commands import terminal
from controller.commands.halls.hall import HallError, language, options
from controller.hall.desk import access, actions
from controller.hall.desk.book import FILES, TournamentBook
from controller.hall.desk.texts import DeskView, figure, step_words, translate
from controller.hall.tables import find_record
from controller.record.message import Message, reason_of
from controller.rules.sheet import padded, width
from controller.settings.small_file import read_text
from controller.store import atomic
from controller.tournament.fold import Tournament
from controller.tournament.movements import deviating_rounds
from controller.tournament.steps import StepError, TournamentStep


@contextmanager
def _opened(folder: Path) -> Generator[TournamentBook]:
    """Open the tournament of a hall; what is refused within is one sentence."""
    book = TournamentBook(folder)
    try:
        yield book
    except StepError as error:
        raise HallError(str(reason_of(error))) from error
    finally:
        book.close()


def act(folder: Path, do: str, **fields: object) -> int:
    """Carry out an action of the organiser, and say what has changed in their language; returns the exit status.

    Raises:
        HallError: it cannot be done.
        DeskError: it cannot be written.
    """
    values = {name: str(value) for name, value in fields.items() if value is not None}
    steps: list[TournamentStep] = []

    def remembered(state: Tournament | None, now_s: int) -> Iterator[TournamentStep]:
        for step in actions.step_maker(do, values)(state, now_s):
            steps.append(step)
            yield step

    with _opened(folder) as book:
        state = book.add_steps(remembered)
        last, view = book.course.standing[-1], _view(book)
        if do == "round":
            sys.stdout.write(_seating(view))
        elif len(book.course.standing) == 1:
            opened = Message("{name} is open", name=state.opening.title)
            sys.stdout.write(f"{translate(opened, view.lang)}\n")
        elif do == "undo":
            back = Message("taken back; the last step is now: {what}", what=step_words(last, view.lang))
            sys.stdout.write(f"{translate(back, view.lang)}\n")
        else:
            lines = [last] if do == "redo" else steps
            sys.stdout.writelines(f"{step_words(step, view.lang)}\n" for step in lines)
        if do == "draw" and (remark := view.remark()):
            terminal.write([remark], sys.stdout)
    return 0


def entries_of(names: Sequence[str], file: Path | None) -> str:
    """Return the entries of a file, whose lines keep their numbers, and those that are named; raises HallError."""
    for name in names:
        if name.splitlines() not in ([name], []):
            raise HallError(f"{name!r} has a line break in it; write a name on one line")
    return "\n".join([*([text_of(file).rstrip("\n")] if file else []), *names])


def text_of(file: Path) -> str:
    """Return the text of a file with an entry a line; raises HallError."""
    try:
        try:
            return read_text(file)
        except UnicodeDecodeError:
            return read_text(file, "cp1252")  # as spreadsheets of Windows write it
    except OSError as error:
        raise HallError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeError as error:
        raise HallError(f"{file} cannot be read: it is no text in UTF-8 or of Windows") from error


def show(folder: Path, out: TextIO) -> int:
    """Print the newest round and the ranking in the reader's language; returns the exit status. Raises HallError."""
    with _opened(folder) as book:
        view = _view(book)
        out.write(f"{view.state.opening.title}: {view.heading}\n\n")
        if view.state.rounds:
            out.write(_seating(view) + "\n")
        rows = view.ranking()
        widest = max((width(row["name"]) for row in rows), default=4)
        for row in rows:
            rounds = "".join(f"{own:>7}" for own in row["rounds"])
            head = f"{row['section']:>3}" if row["section"] else ""
            out.write(f"{head}{row['place']:>4}. {padded(row['name'], widest)}{rounds}{row['score']:>9}\n")
        terminal.write(["", view.ranked_by()], out)
    return 0


def _seating(view: DeskView) -> str:
    """Return the newest round as lines of text."""
    round_ = view.state.rounds[-1]
    lines = [translate(Message("Round {n} of {n2}", n=round_.number, n2=view.state.opening.rounds), view.lang)]
    for table in round_.begun.tables:
        result = round_.results.get(table.table)
        points = "  " + ":".join(map(figure, result.points)) if result else ""
        lines.append(
            f"{table.table:>5}  {'  -  '.join(view.side(side, round_.number) for side in table.sides)}{points}"
        )
    if round_.begun.out:
        out = ", ".join(view.state.entries[entry].name for entry in round_.begun.out)
        lines.append(f"    -  {out} ({translate(Message('sits out'), view.lang)})")
    return "".join(f"{line}\n" for line in lines)


def write(folder: Path, what: str, number: int, lang: str, to: Path | None) -> int:
    """Write a paper or an export; returns the exit status.

    Args:
        folder: folder of the hall.
        what: the usual name of its file, such as ``ranking.pdf``.
        number: number of a round, for slips and seating; 0: the newest.
        lang: language of its words; empty: that of whoever types here.
        to: the file; None: of the usual name, here.

    Raises:
        HallError: there is no such paper, or it cannot be written.
    """
    with _opened(folder) as book:
        if what not in FILES:
            raise HallError(f"there is no {what!r}; there are {', '.join(FILES)}")
        chosen = options(folder)
        view = replace(_view(book, lang), address=chosen.page(chosen.port) if chosen.port else "")
        data = FILES[what].make(view, number, partial(find_record, folder))
    path = to or Path(what)
    try:
        atomic.write(path, data)
    except OSError as error:
        raise HallError(atomic.unwritable(path, error)) from error
    sys.stdout.write(f"{path}\n")
    return 0


def verify(folder: Path, out: TextIO) -> int:
    """Check the record against its chain and each seating against the lots; returns the exit status."""
    with _opened(folder) as book:
        view, lines = _view(book), book.lines()
        count, link = len(lines), lines[-1].link.decode()[:16]
        told = [
            Message("lines of the record: {n}, each as it was written; the last link is {link}", n=count, link=link)
        ]
        has_lots = view.state.opening.movement != "free"
        others = [*deviating_rounds(book.course.standing)] if has_lots else []
        told += [Message("round {n} is seated otherwise than the lots give", n=number) for number in others]
        if has_lots and not others:
            seed = view.state.seed or "-"
            told.append(Message("every round is seated as the lots give; their seed: {seed}", seed=seed))
        terminal.write((translate(line, view.lang) for line in told), out)
    return 1 if others else 0


def code(folder: Path, out: TextIO, office: access.Office, *, new: bool) -> int:
    """Print the code of an office; returns the exit status."""
    out.write(f"{access.code(folder, office, new=new)}\n")
    return 0


def _view(book: TournamentBook, lang: str = "") -> DeskView:
    """Return the values of the tournament in a language, or that of whoever types here; raises HallError."""
    state = book.state
    if state is None:
        raise HallError("no tournament was opened here yet; begin with: schiri hall tournament open")
    return DeskView(state, language(lang or terminal.language()), time.time())

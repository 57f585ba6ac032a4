"""``schiri hall enrol``: tables get their passwords, shown as QR codes, printed on slips, and as settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TextIO

from controller.commands import terminal
from controller.commands.halls import slip
from controller.commands.halls.hall import Enrolled, HallOptions, enrol, language, part
from vision.words.cards import Lang


@dataclass(frozen=True, slots=True)
class SlipFile:
    """The file of slips and the language of their words."""

    path: Path
    lang: Lang

    @classmethod
    def of(cls, path: Path | None, lang: str) -> Self | None:
        """The file that was named, if one was; raises HallError where there is no such language."""
        return cls(path, language(lang)) if path else None


def run(folder: Path, chosen: HallOptions, tables: Sequence[str], file: SlipFile | None, out: TextIO) -> int:
    """Enrol tables, and show or write what leads them to the hall; returns the exit status.

    Raises:
        HallError: a name is none, the file cannot be written, or it is another broker's task.
        BrokerError: the broker cannot be set up.
    """
    if file:
        slip.checked(file.path, len(set(tables)))
    made = enrol(folder, chosen, tables)
    if file:
        slip.write(file.path, [one.invitation for one in made], file.lang)
        names = ", ".join(one.settings.table for one in made)
        terminal.say(f"{file.path}: table{'s' * (len(made) > 1)} {names}; whoever has a code can speak for its table")
        return 0
    for one in made:
        _show(one, out)
    return 0


def _show(one: Enrolled, out: TextIO) -> None:
    """The code where it can be seen, and the same as settings."""
    table = one.settings.table
    if out.isatty():
        terminal.tell(f"Type `schiri hall join` at table {table} and hold this code before its camera,", out)
        terminal.tell("or `schiri hall join --ask` and paste the line below it:\n", out)
        out.write(f"{slip.terminal(one.invitation)}\n{one.invitation}\n\n")
    out.write(f"Put this into the settings of table {table}, in place of any [hall] there:\n\n{part(one.settings)}")

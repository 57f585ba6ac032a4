"""``schiri hall enrol``: tables get their passwords, shown as QR codes, printed on slips, and as settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self, TextIO

import cv2
import numpy as np

from controller.commands import terminal
from controller.commands.halls.hall import Enrolled, HallError, HallOptions, enrol, language, part
from controller.hall.desk.texts import translate
from controller.hall.member import HallInvitation
from controller.record.message import Message
from controller.store import atomic
from firmware_bridge.displays import qr
from vision.faces.brush import BLACK
from vision.print.papers import PAPERS
from vision.print.pdf import GRAY, Pen
from vision.words.cards import Lang

_WHITE_ON_BLACK: Final = "\x1b[38;5;231;48;5;16m"
"""Colours of our own: a code of light modules on dark ground is not read by every reader."""
_PLAIN: Final = "\x1b[0m"
_PIXELS: Final = 8
"""Pixels of a picture for a module."""
_OWN: Final = 0o600
"""A slip is for its owner alone: it holds a password."""
_PER_PAGE: Final = 3
_EDGE_MM: Final = 14.0
_CODE_MM: Final = 62.0
"""Width of the code, with modules of a millimetre and more, which a camera 60 cm above the mat tells apart."""


@dataclass(frozen=True, slots=True)
class SlipFile:
    """The file of slips and the language of their words."""

    path: Path
    lang: Lang

    @classmethod
    def of(cls, path: Path | None, lang: str) -> Self | None:
        """Return the file that was named, if one was; raises HallError where there is no such language."""
        return cls(path, language(lang)) if path else None


def run(folder: Path, chosen: HallOptions, tables: Sequence[str], file: SlipFile | None, out: TextIO) -> int:
    """Enrol tables, and show or write what leads them to the hall; returns the exit status.

    Raises:
        HallError: a name is none, the file cannot be written, or it is another broker's task.
        BrokerError: the broker cannot be set up.
    """
    if file:
        checked(file.path, len(set(tables)))
    enrolled = enrol(folder, chosen, tables)
    if file:
        write(file.path, [one.invitation for one in enrolled], file.lang)
        names = ", ".join(one.settings.table for one in enrolled)
        terminal.say(
            f"{file.path}: table{'s' * (len(enrolled) > 1)} {names}; whoever has a code can speak for its table"
        )
        return 0
    for one in enrolled:
        _show(one, out)
    return 0


def _show(one: Enrolled, out: TextIO) -> None:
    """Show the code where it can be seen, and the same as settings."""
    table = one.settings.table
    if out.isatty():
        terminal.print_commands(f"Type `schiri hall join` at table {table} and hold this code before its camera,", out)
        terminal.print_commands("or `schiri hall join --ask` and paste the line below it:\n", out)
        out.write(f"{on_terminal(one.invitation)}\n{one.invitation}\n\n")
    out.write(f"Put this into the settings of table {table}, in place of any [hall] there:\n\n{part(one.settings)}")


# An invitation to a hall as a QR code: in a terminal, as a picture, and on slips of paper for the tables.


def code(invitation: HallInvitation) -> qr.Modules:
    """Return the QR code; raises HallError where the address is too long for one."""
    if not (modules := qr.modules(str(invitation))):
        raise HallError(f"{invitation.host} is too long for a QR code; give a shorter one with --address")
    return modules


def on_terminal(invitation: HallInvitation) -> str:
    """Return the code as lines of a terminal, in colours of its own."""
    return "".join(f"{_WHITE_ON_BLACK}{line}{_PLAIN}\n" for line in qr.half_blocks(code(invitation)))


def png(invitation: HallInvitation) -> bytes:
    """Return the code as a picture."""
    dots = np.where(np.array(code(invitation)), 0, 255).astype(np.uint8)
    large = cv2.resize(dots, None, fx=_PIXELS, fy=_PIXELS, interpolation=cv2.INTER_NEAREST)
    return bytes(cv2.imencode(".png", large)[1])


def pdf(invitations: Sequence[HallInvitation], lang: Lang) -> bytes:
    """Return a slip for each table, three on a page of A4, to be cut apart."""
    paper = PAPERS["A4"]
    pen = Pen(paper, translate(Message("Tables of hall {name}", name=invitations[0].hall), lang))
    height = paper.height_mm / _PER_PAGE
    for at, invitation in enumerate(invitations):
        if at and at % _PER_PAGE == 0:
            pen.next_page()
        with pen.at(0, height * (at % _PER_PAGE)):
            _slip(pen, invitation, lang)
            pen.line((0, height), (paper.width_mm, height), GRAY, 0.2, (2, 2))
    return pen.finish()


def _slip(pen: Pen, invitation: HallInvitation, lang: Lang) -> None:
    lines = code(invitation)
    module = _CODE_MM / len(lines)
    for y, line in enumerate(lines):
        for x, is_black in enumerate(line):
            if is_black:
                # A hair larger than a module, so that no white line shows between two of them.
                pen.box(_EDGE_MM + module * x, 16 + module * y, module * 1.02, module * 1.02, fill=BLACK)
    left, wide = _EDGE_MM + _CODE_MM + 8, pen.paper.width_mm - 2 * _EDGE_MM - _CODE_MM - 8
    pen.text(translate(Message("Table {name}", name=invitation.table), lang), left, 24, 9, bold=True, fit_mm=wide)
    pen.text(translate(Message("Hall {name}", name=invitation.hall), lang), left, 34, 5, fit_mm=wide)
    sentences = (
        Message("Type at the table: schiri hall join"),
        Message("Then hold this code before the table's camera."),
        Message("Whoever has this slip can speak for this table."),
        Message("Destroy it when the table is in the hall."),
    )
    for at, sentence in enumerate(sentences):
        pen.text(translate(sentence, lang), left, 46 + 7 * at, 4, fit_mm=wide)


def write(path: Path, invitations: Sequence[HallInvitation], lang: Lang) -> None:
    """Write slips as a PDF, or the code of one table as a PNG, for their owner alone; raises HallError."""
    kind = checked(path, len(invitations))
    data = png(invitations[0]) if kind == ".png" else pdf(invitations, lang)
    try:
        atomic.write(path, data, _OWN)
    except OSError as error:
        raise HallError(atomic.unwritable(path, error)) from error


def checked(path: Path, tables: int) -> str:
    """Return the kind of a file for so many tables, before anybody gets a new password; raises HallError."""
    kind = path.suffix.lower()
    if kind not in (".pdf", ".png"):
        raise HallError(f"{path}: the name of slips ends in .pdf, or in .png for the code of one table")
    if kind == ".png" and tables > 1:
        raise HallError(f"{path}: a picture holds the code of one table; name a .pdf for several")
    if not path.parent.is_dir():
        raise HallError(f"{path} cannot be written: there is no folder {path.parent}; make it first")
    return kind

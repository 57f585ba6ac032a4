"""The prints of the table as PDFs to be saved: labels, whole cards, mat, command cards, and a check of the paper."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller import games
from controller.console.http.request import OWN_NAMES, PageRequest, PageRoute
from controller.console.pages.setup.common import parts, walking
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormRefusedError
from controller.console.words.gettext import _, word
from controller.prints import child
from controller.prints.options import PrintKind, SheetOptions, sheets
from controller.rules.copies import has_copies
from controller.settings.model import Config

WAIT_S: Final = 30.0
"""Longest wait for a file; whole cards of a Tarot deck take a small machine ten seconds."""
PAPERS: Final[Mapping[PrintKind, tuple[str, ...]]] = {
    "check": ("A4", "Letter"),
    "labels": ("A4", "Letter"),
    "cards": ("A4", "Letter"),
    "mat": ("A4", "A3", "A2", "Letter"),
    "commands": ("A4", "Letter"),
}
"""The papers that are offered for each print, in the order in which they are needed."""


@dataclass(frozen=True, slots=True)
class OfferedFile:
    """File of a print: its paper, its sheets and its deck."""

    paper: str
    sheets: int
    deck: int


@dataclass(frozen=True, slots=True)
class OfferedPrint:
    """A print that is offered, with its purpose and its files."""

    kind: PrintKind
    name: str
    about: str
    files: tuple[OfferedFile, ...]


def _options(config: Config, paper: str, deck: int) -> SheetOptions:
    table = config.table
    # A game whose packs do not have the table's suits is printed with French ones, as pages name its cards.
    suits = table.suits if table.suits == games.load(table.game).country else "french"
    return SheetOptions(game=table.game, number=deck, paper=paper, lang=table.lang, suits=suits, seats=len(table.seats))


def _offered(config: Config) -> list[OfferedPrint]:
    """Every print of a table, for each of its decks where they differ."""
    words: Mapping[PrintKind, tuple[str, str]] = {
        "check": (
            _("Check of the paper"),
            _("Is it thick enough? On both sides of one sheet; hold it against a lamp."),
        ),
        "labels": (
            _("Labels"),
            _("For a deck that you have: four on each card, the black angle on the card's corner."),
        ),
        "cards": (_("Or whole cards"), _("To be cut out, on the thickest paper that the printer takes.")),
        "mat": (_("Mat"), _("One sheet of A2, or smaller ones that are cut and glued.")),
        "commands": (
            _("Command cards"),
            _("With them an evening needs no phone: bids, dealing, taking back. Leave them out if phones lie at hand."),
        ),
    }
    decks = config.marks.decks if not has_copies(games.load(config.table.game).deck) else config.marks.decks[:1]
    return [
        OfferedPrint(
            kind,
            *words[kind],
            tuple(
                OfferedFile(paper, sheets(kind, _options(config, paper, deck)), deck)
                for deck in (decks if kind in ("labels", "cards") else decks[:1])
                for paper in papers
            ),
        )
        for kind, papers in PAPERS.items()
    ]


def _config(setup: Setup) -> Config:
    """Return the settings as they are saved, which hold once no deal is played; raises HTTPException."""
    try:
        return setup.file.read().config
    except FormRefusedError as error:
        raise HTTPException(500, str(error)) from error


async def prints(request: PageRequest) -> Response:
    """List what can be printed for this table."""
    config = await run_in_threadpool(_config, parts(request))
    values = {
        "prints": _offered(config),
        "game": word(games.load(config.table.game).title),
        "players": len(config.table.seats),
        "spoken": OWN_NAMES[config.table.lang],
        "decks": len(config.marks.decks),
        **await walking(request, parts(request)),
    }
    return request.page("prints.html", values)


async def printed(request: PageRequest) -> Response:
    """Answer with a print as a PDF, drawn by a process of its own."""
    query = request.http.query_params
    kind = next((one for one in PAPERS if one == request.http.path_params["kind"]), None)
    config = await run_in_threadpool(_config, parts(request))
    paper, deck = query.get("paper", "A4"), query.get("deck", str(config.marks.decks[0]))
    if kind is None or paper not in PAPERS[kind] or deck not in map(str, config.marks.decks):
        raise HTTPException(404, _("There is no such print; choose one on the page of prints."))
    options = json.dumps(asdict(_options(config, paper, int(deck))))
    task = request.context.children.begin(child.NAME, kind, options)
    await asyncio.wait({task}, timeout=WAIT_S)
    if not task.done() or task.cancelled() or task.exception() or task.result().status:
        raise HTTPException(503, _("This cannot be drawn now; try again in a minute."))
    name = f"schiri-{config.table.game}-{kind}-{paper}.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(task.result().written, media_type="application/pdf", headers=headers)


ROUTES = (
    PageRoute("/prints", Role.PLAYER, prints),
    PageRoute("/prints/{kind}.pdf", Role.PLAYER, printed),
)

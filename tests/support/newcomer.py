"""A program that brings a game from a folder outside the package and shows what everybody makes of it, as JSON.

It runs as a program of its own, so that nobody has looked for games before it has come.
"""

import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from random import Random

from controller import games
from controller.cli import main
from controller.commands.table import games as listing
from controller.console.security.roles import Role
from controller.console.views.options_to_say import label, sayings
from controller.console.words.events import words
from controller.console.words.gettext import speaking
from controller.language.catalogues import of_game
from controller.language.translate import translated, word
from controller.prints.options import commands_of
from controller.record.events import Bid, DealStart, Event, MatchStart
from controller.record.message import Message
from controller.referee.fold import cannot_start, start, step
from controller.rules.match import AnyMatch
from controller.settings.model import TableConfig
from controller.store.journal import Journal
from controller.table.lay_out import cards_to_lay
from tests.support.console.console_rig import Rig
from tests.support.players import Players
from tests.support.vision.pages import pages
from vision.print.verify import read_sheet

GAME = "tricks"
OPENING = MatchStart(game=GAME, seats=("Anna", "Berta", "Carla"), profile="pub")
DEALS = DealStart(dealer=0)
NAMES_TRUMP = Bid(seat=0, call="hearts")
PLAIN = Bid(seat=0, call="plain")


def listed() -> list[str]:
    """What the list of games tells of its house rules."""
    out = io.StringIO()
    listing.run(GAME, out)
    return [line.strip() for line in out.getvalue().splitlines()[4:] if line.strip()]


def told(*command: str) -> tuple[int | None, str]:
    """Status and output of the program."""
    with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")) as out:
        status = main(list(command))
        out.seek(0)
        return status, out.read()


def printed() -> list[str]:
    """The commands that are read on the game's printed cards, but for those of every table."""
    status, _ = told("marks", "--commands", "o.pdf", "--game", GAME, "--lang", "de")
    assert status == 0
    read = {name for page in pages(Path("o.pdf").read_bytes()) for name in read_sheet(page).commands}
    assert read == {*commands_of(GAME)}
    return sorted(read - {*commands_of("molotow")})


def dealt() -> AnyMatch:
    """A match whose first deal has been dealt."""
    return step(start(OPENING), 2, DEALS)[0]


def played() -> list[Event]:
    """A whole deal."""
    players, match = Players(Random(1)), start(OPENING)
    events: list[Event] = [players.opening(match, 0), NAMES_TRUMP]
    for event in events:
        match, _ = step(match, 2, event)
    while match.running:
        events.append(players.next(match))
        match, _ = step(match, 2, events[-1])
    return events


def spoken() -> Iterator[str]:
    """Its name, an event of it, and all that can be said in it, in German."""
    match = dealt()
    locale = of_game(match.game, "de", "french")
    yield word(match.game.title, locale)
    yield translated(Message.of("{call}, {game}", {"call": "plain", "game": match.game.title}), locale)
    with speaking(locale):
        yield words(match.names, PLAIN)
        yield from (label(saying) for saying in sayings(match, 0))


def on_pages() -> dict[str, object]:
    """What phones are shown of a deal that was played."""
    with Journal(Path("current.jsonl")) as journal:
        rig = Rig(journal, OPENING)
        rig.enter([DEALS])
        phone = rig.phone(Role.PLAYER)
        statuses = {page: phone.get(page)[0] for page in ("/", "/say", "/sheet", "/board", "/verdicts")}
        rig.enter(played()[1:])
        sheet = rig.session.match.game.sheet.grid(
            rig.session.match.game.title,
            rig.session.match.rules,
            rig.session.match.book,
            rig.session.match.total,
            [entry.result for entry in rig.session.match.ledger],
        )
        cells = [[cell.text for cell in row.cells] for row in (*sheet.rows, *sheet.foot)]
    return {"statuses": statuses, "sheet": cells, "total": [f"+{own}" for own in rig.session.match.total]}


def show() -> dict[str, object]:
    """Everything."""
    match = dealt()
    return {
        "found": GAME in games.names(),
        "options": listed(),
        "set up": cannot_start(TableConfig(GAME, OPENING.seats, "pub", {"worth": 1}).opening()),
        "printed": printed(),
        "spoken": [*spoken()],
        "laid": [(lay.card, lay.where) for lay in cards_to_lay(match, NAMES_TRUMP)],
        "advice": told("advise", "SA,SK,H6", "--game", GAME),
        "pages": on_pages(),
    }


if __name__ == "__main__":
    games.__path__.append(sys.argv[1])
    print(json.dumps(show(), ensure_ascii=False))  # noqa: T201 - for the test that has started it

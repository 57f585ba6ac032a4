"""The prints of a table as files: in its language and pack, on as many sheets as the page says."""

import re
from html import unescape

import pytest

from controller import games
from controller.console.security.roles import Role
from controller.prints.options import PrintKind, SheetOptions, sheets
from controller.prints.sheets import PRINTS
from tests.support.console.console_rig import Rig
from tests.support.console.setup_rig import SETTINGS, set_up
from tests.support.loops import some
from tests.support.vision.pages import sizes_mm, texts

SWISS = SETTINGS.replace('game = "mittlere"', 'game = "mittlere"\nlang = "de"\nsuits = "swiss"')
A4 = (210, 297)


def offered(page: str) -> list[tuple[str, int]]:
    """Each file that a page offers, and its sheets."""
    found = re.findall(r'download href="([^"]+)">[^<]*?: (\d+) sheets?<', page)
    return [(unescape(address), int(count)) for address, count in found]


@pytest.mark.parametrize("kind", PRINTS)
@pytest.mark.parametrize("game", ["mittlere", "tarot", "doppelkopf"])
def test_a_print_takes_as_many_sheets_as_are_counted(kind: PrintKind, game: str) -> None:
    for paper in some(("A4", "A3", "Letter") if kind != "mat" else ("A4", "A3", "A2")):
        options = SheetOptions(game=game, paper=paper, seats=games.load(game).seats[0])
        pages = len(sizes_mm(PRINTS[kind](options)))
        assert pages == sheets(kind, options) * (2 if kind == "check" else 1)


def test_a_player_saves_the_prints_in_the_language_and_with_the_suits_of_the_table(rig: Rig) -> None:
    set_up(rig, SWISS)
    player = rig.phone(Role.PLAYER)
    files = dict(offered(player.get("/prints")[1]))
    assert [(kind, files[f"/prints/{kind}.pdf?paper=A4&deck=0"]) for kind in PRINTS] == [
        ("labels", 2),
        ("cards", 4),
        ("mat", 6),
        ("commands", 2),
        ("check", 1),
    ]
    answer = player.client.get("/prints/labels.pdf?paper=A4&deck=0")
    assert answer.headers["content-disposition"] == 'attachment; filename="schiri-mittlere-labels-A4.pdf"'
    words = texts(answer.content)
    assert len(words) == 2
    assert ("Schellen-Ober" in "".join(words).replace("\r\n", ""), "Queen" in words[0]) == (True, False)
    mat = player.client.get("/prints/mat.pdf?paper=A4&deck=0").content
    assert sizes_mm(mat) == [(297, 210)] * files["/prints/mat.pdf?paper=A4&deck=0"]


@pytest.mark.parametrize("path", ["rugs.pdf", "labels.pdf?paper=A2", "mat.pdf?paper=../x", "labels.pdf?deck=7"])
def test_a_print_that_is_not_offered_is_refused_in_a_sentence(path: str, rig: Rig) -> None:
    set_up(rig)
    status, page = rig.phone(Role.PLAYER).get(f"/prints/{path}")
    assert (status, "There is no such print" in page) == (404, True)


def test_each_deck_of_a_table_has_labels_of_its_own(rig: Rig) -> None:
    set_up(rig, f"{SETTINGS}\n[marks]\ndecks = [0, 3]\n")
    page = rig.phone(Role.OWNER).get("/prints")[1]
    wanted = [f"/prints/labels.pdf?paper={paper}&deck={deck}" for deck in (0, 3) for paper in ("A4", "Letter")]
    assert [address for address, _ in offered(page) if "labels" in address] == wanted
    assert "Deck 3, A4" in page

"""``schiri marks`` as its users call it."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller import games
from controller.cli import main
from controller.games.coiffeur import auction
from controller.games.tarot import state as tarot_own
from controller.prints.options import commands_of
from controller.prints.sheets import PRINTS
from controller.record.cards import DECKS
from tests.support.loops import some
from tests.support.vision.pages import pages, texts
from vision.marks.identity import COMMANDS
from vision.mat.layout import AREAS, CARD_SIZES
from vision.print.papers import PAPERS
from vision.print.verify import read_sheet
from vision.words.cards import LANGS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pictures(pdf: str) -> list[str]:
    """Its pages as picture files."""
    names: list[str] = []
    for number, page in enumerate(pages(Path(pdf).read_bytes())):
        names.append(f"{pdf}-{number}.png")
        cv2.imwrite(names[-1], page)
    return names


def test_the_help_lists_all_that_can_be_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["marks", "--help"]) == 0
    told = capsys.readouterr().out
    kinds = (*PRINTS, *DECKS, *PAPERS, *CARD_SIZES, *LANGS)
    assert [kind for kind in kinds if not re.search(rf"\b{kind}\b", told)] == []


@pytest.mark.parametrize("typed", ["nowhere/o.pdf", "/proc/o.pdf"])
def test_where_nothing_can_be_written_is_named_as_it_was_typed(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["marks", "--labels", typed, "--game", "mittlere"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"schiri: {typed}: ")
    assert ("unfinished" in told, "sudo" in told) == (False, False)


@pytest.mark.parametrize(("game", "is_drawn"), [("schieber", False), ("handjass", False), ("tarot", True)])
def test_the_mat_of_a_game_has_the_dogs_place_only_where_there_is_a_dog(game: str, is_drawn: bool) -> None:
    assert main(["marks", "--mat", "o.pdf", "--game", game, "--seats", "4", "--paper", "A2"]) == 0
    [words] = texts(Path("o.pdf").read_bytes())
    assert ("Dog" in words, "Commands" in words) == (is_drawn, True)


@pytest.mark.parametrize(
    ("game", "said", "never"),
    [
        ("doppelkopf", ("Kreuz / Eichel", "Pik / Grün", "Herz / Rot", "Karo / Schellen", "Fleischloser"), "Obenabe"),
        ("belote", ("Kreuz", "Pik", "Herz", "Karo", "Ohne Trumpf"), "Obenabe"),
        ("schieber", ("Kreuz / Rosen", "Schaufel / Eichel", "Obenabe"), "Pik"),
    ],
)
def test_command_cards_say_what_players_of_the_game_say(game: str, said: tuple[str, ...], never: str) -> None:
    assert main(["marks", "--commands", "o.pdf", "--game", game, "--lang", "de"]) == 0
    lines = "\n".join(texts(Path("o.pdf").read_bytes())).splitlines()
    assert ([one for one in said if one not in lines], never in lines) == ([], False)


@pytest.mark.parametrize(
    "wish",
    [
        ["--labels", "o.pdf", "--deck", "jass36", "--lang", "de", "--suits", "swiss", "--paper", "letter"],
        ["--cards", "o.pdf", "--game", "middler-joker", "--number", "5"],
        ["--cards", "o.pdf", "--game", "schnapsen", "--lang", "de", "--suits", "german"],
        ["--mat", "o.pdf", "--game", "condor", "--paper", "A3"],
        ["--commands", "o.pdf", "--game", "tarot", "--lang", "fr"],
        ["--check", "o.pdf", "--lang", "it"],
    ],
)
def test_each_sheet_is_printed_and_never_printed_over(wish: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["marks", *wish]) == 0
    first = Path("o.pdf").read_bytes()
    assert first.startswith(b"%PDF-")
    Path("o.pdf").write_bytes(first + b"\n%mine\n")
    assert main(["marks", *wish]) == 2
    assert "o.pdf is there already" in capsys.readouterr().err
    assert Path("o.pdf").read_bytes() == first + b"\n%mine\n"
    assert main(["marks", *wish, "--force"]) == 0
    assert Path("o.pdf").read_bytes() == first
    assert [path.name for path in Path().iterdir()] == ["o.pdf"]


def test_force_overwrites_no_other_file() -> None:
    Path("o.pdf").write_text("a record")
    assert main(["marks", "--check", "o.pdf", "--force"]) == 2
    assert Path("o.pdf").read_text() == "a record"


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ([], "say what to print or to read back, one thing at a time: --labels, --cards, --mat"),
        (["--labels", "o.pdf", "--mat", "p.pdf"], "one thing at a time"),
        (
            ["--labels", "o.pdf"],
            "jass36, skat32, euchre24, joker33, whist52, whist53, doppelkopf48, tarot78, schnaps20, or --game",
        ),
        (
            ["--labels", "o.pdf", "--deck", "pinochle48"],
            "there is no deck 'pinochle48'; there are jass36, skat32, euchre24, joker33, whist52",
        ),
        (
            ["--labels", "o.pdf", "--deck", "tarot78", "--game", "mittlere"],
            "--deck tarot78: mittlere is not played with",
        ),
        (["--labels", "o.pdf", "--deck", "jass36", "--paper", "a2"], "--paper a2: that is for mats"),
        (["--cards", "o.txt", "--deck", "jass36"], "o.txt: what is printed is a PDF; name a file ending in .pdf"),
        (["--labels", "o.pdf", "--game", "poker"], "there is no game 'poker'; there are belote, bridge"),
        (["--labels", "o.pdf", "--deck", "jass36", "--paper", "B5"], "no paper 'B5'; there are A4, Letter, A3, A2"),
        (["--labels", "o.pdf", "--deck", "jass36", "--lang", "rm"], "no language 'rm'; there are en, de, fr, it, ja"),
        (["--labels", "o.pdf", "--deck", "jass36", "--number", "6"], "deck 6: marks tell decks 0 to 5 apart"),
        (["--labels", "o.pdf", "--deck", "tarot78", "--suits", "swiss"], "tarot78 is not played with Swiss suits"),
        (["--cards", "o.pdf", "--game", "belote", "--suits", "german"], "belote is not played with German suits"),
        (["--cards", "o.pdf", "--game", "skat", "--suits", "swiss"], "skat is not played with Swiss suits"),
        (["--cards", "o.pdf", "--deck", "jass36", "--suits", "bavarian"], "bavarian"),
        (["--cards", "o.pdf", "--deck", "jass36", "--size", "1x1"], "no card size '1x1'; there are 63x88, 61x112"),
        (["--mat", "o.pdf", "--seats", "6"], "--seats 6: there are mats for 2 or 3 or 4 or 5 seats"),
        (["--mat", "o.pdf", "--seats", "0"], "--seats 0: there are mats for 2 or 3 or 4 or 5 seats"),
        (["--mat", "o.pdf", "--game", "mittlere", "--seats", "4"], "--seats 4: there are mats for 3 seats"),
        (["--check", "nowhere/o.pdf"], "nowhere/o.pdf: there is no folder of that name"),
        (["--check", "."], ". is there already and is no PDF"),
        (["--check", "o.pdf", "--font", "nowhere.ttf"], "nowhere.ttf is no TrueType font"),
        (["--verify", "nowhere.png"], "nowhere.png: there is no such picture"),
        (["--verify", "text.png"], "text.png is no picture"),
        (["--verify-back", "white.png"], "corner mark not seen"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(wish: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("text.png").write_text("no picture")
    cv2.imwrite("white.png", np.full((100, 100), 255, np.uint8))
    assert main(["marks", *wish]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("schiri: ")
    assert told in said.err
    assert said.err.count("\n") == 1
    assert not list(Path().glob("*.pdf"))


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_its_deck_its_mat_and_its_commands(game: str) -> None:
    assert main(["marks", "--mat", "mat.pdf", "--game", game, "--paper", "A2"]) == 0
    assert main(["marks", "--commands", "commands.pdf", "--game", game]) == 0
    seats = games.load(game).seats[0]
    [mat] = texts(Path("mat.pdf").read_bytes())
    assert mat.count("Seat") == seats
    read = [read_sheet(page).commands for page in pages(Path("commands.pdf").read_bytes())]
    assert {name: count for page in read for name, count in page.items()} == dict.fromkeys(commands_of(game), 4)


def test_commands_are_what_the_games_know() -> None:
    assert set(auction.CONTRACTS) | {"pass", "up", "down"} <= set(commands_of("coiffeur"))
    assert set(games.load("handjass").auction.calls(3)) <= set(commands_of("handjass"))
    assert set(tarot_own.MULTIPLIERS) | {"pass"} <= set(commands_of("tarot"))
    assert {f"game-{name}" for name in games.names()} == {name for name in COMMANDS if name.startswith("game-")}
    assert {f"seats-{number}" for number in AREAS} == {name for name in COMMANDS if name.startswith("seats-")}
    known = {command for game in games.names() for command in commands_of(game)}
    assert known == set(commands_of(None))


def test_verify_tells_what_was_read_and_what_was_not(capsys: pytest.CaptureFixture[str]) -> None:
    deck = ["--deck", "jass36", "--number", "1"]
    assert main(["marks", "--labels", "o.pdf", *deck]) == 0
    whole = [option for name in pictures("o.pdf") for option in ("--verify", name)]
    assert main(["marks", *whole, *deck]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "o.pdf-0.png: 96 marks of 24 cards, 24 QR, 7.8 px/mm",
        "o.pdf-1.png: 48 marks of 12 cards, 12 QR, 7.8 px/mm",
        "jass36, deck 1: 36 of 36 cards read",
    ]
    page = cv2.imread("o.pdf-0.png")
    assert page is not None
    page[160:260, 130:250] = 255
    cv2.imwrite("o.pdf-0.png", page)
    assert main(["marks", *whole[:2], *deck]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "o.pdf-0.png: 95 marks of 24 cards, 24 QR, 7.8 px/mm"
    assert told[1] == "jass36, deck 1: 24 of 36 cards read"
    assert told[2] == "no mark read: D8 D7 D6 CA CK CQ CJ C10 C9 C8 C7 C6"
    assert told[3] == "not all 4 marks read: SA"


@pytest.mark.parametrize("more", [[], ["--game", "coiffeur"]])
def test_verify_of_command_cards_expects_no_deck(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["marks", "--commands", "o.pdf", "--game", "coiffeur"]) == 0
    whole = [option for name in pictures("o.pdf") for option in ("--verify", name)]
    assert main(["marks", *whole, *more]) == 0
    *pages, told = capsys.readouterr().out.splitlines()
    assert all(" 0 QR, " in page for page in pages)
    count = told.split()[0]
    assert told == f"{count} of {count} commands read whole"


def test_verify_says_that_another_deck_was_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["marks", "--labels", "o.pdf", "--deck", "jass36"]) == 0
    whole = [option for name in pictures("o.pdf") for option in ("--verify", name)]
    assert main(["marks", *whole, "--deck", "jass36", "--number", "1"]) == 1
    assert "there are marks of deck 0: --number says which deck it should be" in capsys.readouterr().out.splitlines()


def test_verify_of_white_paper_finds_something_amiss(capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite("white.png", np.full((100, 100), 255, np.uint8))
    assert main(["marks", "--verify", "white.png"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "white.png: 0 marks of 0 cards, 0 QR"


def test_the_check_of_a_back_tells_good_paper_from_thin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["marks", "--check", "o.pdf", "--paper", "Letter"]) == 0
    front, back = pages(Path("o.pdf").read_bytes(), dpi=150)
    cv2.imwrite("good.png", back)
    cv2.imwrite("thin.png", np.minimum(back, 230 + np.fliplr(front) // 10))
    paper = ["--paper", PAPERS["Letter"].name]
    assert main(["marks", "--verify-back", "good.png", *paper]) == 0
    assert "good.png: nothing shines through (0.0% of black against white" in capsys.readouterr().out
    assert main(["marks", "--verify-back", "thin.png", *paper]) == 1
    assert "thin.png: the marks shine through" in capsys.readouterr().out


def test_options_default_to_the_settings_of_the_table(folder: Path) -> None:
    """One choice, made once for the settings, makes mat, labels and command cards speak one language."""
    words = ["--game", "schieber", "--lang", "de", "--suits", "swiss"]
    assert main(["config", "init", *words, "--camera", "0"]) == 0
    for what in some(("labels", "mat", "commands")):
        assert main(["marks", f"--{what}", f"{what}.pdf", "--config", str(folder / "schiri.toml")]) == 0
        assert main(["marks", f"--{what}", f"{what}-typed.pdf", *words, "--seats", "4"]) == 0
        assert texts(Path(f"{what}.pdf").read_bytes()) == texts(Path(f"{what}-typed.pdf").read_bytes())
    assert main(["marks", "--labels", "own.pdf", "--game", "tarot", "--lang", "fr"]) == 0
    own = "".join(texts(Path("own.pdf").read_bytes()))
    assert ("tarot78" in own, "Schellen" in own) == (True, False)

"""The commands of a tournament at a keyboard: slips of the pen are refused in a sentence, and what was done is told."""

from pathlib import Path

import pytest

from controller.cli import main
from controller.hall.desk.book import TournamentBook
from controller.hall.messages import RecordLines
from controller.hall.tables import TableRecords
from controller.language.catalogues import catalogue
from controller.tournament.fold import Tournament
from tests.controller.hall.desk_evening import Evening
from tests.controller.hall.fed_hall import chained
from tests.support.loops import some
from tests.support.vision.pages import texts
from vision.words.cards import LANGS, Lang


class Keyboard:
    """A person who types commands for the tournament of one folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys

    def does(self, *words: str) -> str:
        """What a command tells; it succeeds."""
        assert main(["hall", "tournament", *words, "--folder", str(self.folder)]) == 0, self._capsys.readouterr().err
        return self._capsys.readouterr().out

    def refused(self, *words: str) -> str:
        """The one sentence by which a command is refused."""
        assert main(["hall", "tournament", *words, "--folder", str(self.folder)]) == 2
        out, err = self._capsys.readouterr()
        assert (out, err.count("\n"), err.startswith("schiri: ")) == ("", 1, True), (out, err)
        return err.removeprefix("schiri: ").strip()

    @property
    def state(self) -> Tournament | None:
        book = TournamentBook(self.folder)
        try:
            return book.state
        finally:
            book.close()


@pytest.fixture
def keys(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Keyboard:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return Keyboard(tmp_path / "hall", capsys)


def test_a_tournament_without_entries_is_not_replaced_unasked(keys: Keyboard) -> None:
    keys.does("open", "First")
    assert keys.refused("open", "Second") == "First is open; end it first"
    assert keys.state is not None
    assert keys.state.opening.title == "First"
    keys.does("end")
    assert keys.does("open", "Second") == "Second is open\n"


def test_a_club_s_file_may_be_as_spreadsheets_of_windows_write_it(keys: Keyboard, tmp_path: Path) -> None:
    keys.does("open", "Club")
    file = tmp_path / "club.csv"
    file.write_bytes("Nachname;Vorname\r\nMüller;Jörg\r\n".encode("cp1252"))
    assert "Müller Jörg" in keys.does("enter", "--file", str(file))
    file.write_bytes(b"Name\n\x81\n")
    assert keys.refused("enter", "--file", str(file)).endswith("it is no text in UTF-8 or of Windows")


def test_every_entry_of_a_file_is_told_with_its_number(keys: Keyboard, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Anna\n\nBerta\n", encoding="utf-8")
    keys.does("open", "Club")
    assert keys.does("enter", "Carla", "--file", str(names)) == "entry 1: Anna\nentry 2: Berta\nentry 3: Carla\n"
    assert keys.does("undo") == "taken back; the last step is now: entry 2: Berta\n"


def test_an_odd_line_of_a_file_is_told_by_its_number_with_what_to_write(keys: Keyboard, tmp_path: Path) -> None:
    """Blank lines count, as every editor counts them."""
    names = tmp_path / "names.txt"
    keys.does("open", "Club")
    lone = "line {}, '{}': an entry is one player here, without a +"
    cases = [
        ("Anna\n\nBerta + Carla\n", lone.format(3, "Berta + Carla")),
        ("Anna\nBerta +\n", lone.format(2, "Berta +")),
        ("Anna\nBerta\nanna\n", "line 3, 'anna': anna is entered already; add what tells them apart"),
        (f"Anna\n{'x' * 61}\n", f"line 2, '{'x' * 40}…': a name has 60 letters at most, on one line"),
    ]
    for text, told in some(cases):
        names.write_text(text, encoding="utf-8")
        assert keys.refused("enter", "--file", str(names)) == told
    assert keys.state is not None
    assert keys.state.entries == {}
    assert keys.refused("enter", "Berta + Carla") == "an entry is one player here, without a +"


def test_a_single_player_among_pairs_is_told_how_pairs_are_written(keys: Keyboard) -> None:
    keys.does("open", "Club", "--movement", "swiss")
    assert keys.refused("enter", "Anna") == "an entry is two names here, with a + between: Anna + Berta"
    assert keys.refused("enter", "Anna + Berta", "Carla").startswith("line 2, 'Carla': an entry is two names here")


@pytest.mark.parametrize("name", ["Anna\nBerta", "Anna\r", "Anna\u2028Berta"])
def test_a_name_with_a_line_break_is_no_two_entries(keys: Keyboard, name: str) -> None:
    keys.does("open", "Club")
    assert keys.refused("enter", name) == f"{name!r} has a line break in it; write a name on one line"


def test_points_that_begin_with_a_minus_are_no_option(keys: Keyboard) -> None:
    keys.does("open", "Club", "--movement", "free", "--game", "skat", "--options", "score=plain")
    keys.does("enter", "Anna", "Berta", "Carla")
    keys.does("draw")
    keys.does("round", "--table", "1: 1 / 2 / 3")
    assert keys.does("result", "1", "1", "-36:0:0, 0:-48:0") == "result of table 1, round 1\n"
    keys.does("correct", "1", "1", "-40:0:0", "--why", "counted anew")
    assert keys.state is not None
    assert keys.state.rounds[0].results["1"].points == (-40, 0, 0)


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_commands_tell_is_in_the_language_of_whoever_types(
    lang: Lang, keys: Keyboard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LC_ALL", f"{lang}.UTF-8")
    gettext = catalogue(lang).gettext
    assert keys.does("open", "Abc", "--rounds", "2") == gettext("{name} is open").format(name="Abc") + "\n"
    keys.does("enter", "A", "B", "C", "D", "E")
    assert keys.does("draw", "--seed", "s").splitlines()[0] == gettext("lots drawn")
    seating = keys.does("round")
    assert seating.startswith(gettext("Round {n} of {n2}").format(n=1, n2=2) + "\n")
    assert seating.endswith(f" ({gettext('sits out')})\n")
    shown = keys.does("show").splitlines()
    by = gettext("Ranked by points; ties by rounds won, then by the best round; then places are shared.")
    assert ("\n".join(shown[2:5]) + "\n", shown[-1]) == (seating, by)
    assert gettext("Draw with changing partners") in shown[0]
    as_drawn = gettext("every round is seated as the lots give; their seed: {seed}").format(seed="s")
    assert keys.does("verify").splitlines()[1:] == [as_drawn]
    printed: list[tuple[str, ...]] = []
    for at, words in enumerate(some([(), ("--lang", lang), ("--lang", "it" if lang == "en" else "en")])):
        paper = tmp_path / f"{at}.pdf"
        keys.does("print", "slips.pdf", "--to", str(paper), *words)
        printed.append(texts(paper.read_bytes()))
    assert printed[0] == printed[1] != printed[2]


def test_an_empty_value_is_refused_where_it_is_typed(keys: Keyboard) -> None:
    cases = [
        (("open", "Club", "--tables", ""), "--tables names no table; leave it out, and they are numbered"),
        (
            ("open", "Club", "--minutes", "0"),
            "Invalid value for '--minutes': Input should be greater than",
        ),
        (("open", "Club", "--deals", "0"), "Invalid value for '--deals': Input should be greater than"),
        (("open", "Club", "--seats", "0"), "Invalid value for '--seats': Input should be greater than"),
        (("draw", "--seed", " "), "--seed is empty; leave it out, and chance takes one"),
        (
            ("print", "ranking.pdf", "--round", "0"),
            "Invalid value for '--round': Input should be greater than",
        ),
    ]
    for words, told in some(cases):
        assert keys.refused(*words).startswith(told)
    assert keys.state is None


def test_the_records_of_a_hall_are_its_owner_s_alone(tmp_path: Path) -> None:
    """Names and results of an evening are no other user's of that machine; also of a hall from before that was so."""
    one = Evening(tmp_path)
    one.do("register", names="Anna")
    tables = TableRecords(tmp_path)
    tables.store(RecordLines(sender="0123456789abcdef", record="2026-11-26T190000Z", first=1, lines=chained()[:1]))
    files = [*(tmp_path / "tournament").iterdir(), *(tmp_path / "tables" / "0123456789abcdef").iterdir()]
    assert {path.name for path in some(files)} >= {"records.sqlite3", "records.sqlite3-wal"}
    assert {oct(path.stat().st_mode & 0o777) for path in files} == {"0o600"}
    one.book.close()
    (tmp_path / "tournament" / "records.sqlite3").chmod(0o644)
    assert TournamentBook(tmp_path).state is not None
    assert (tmp_path / "tournament" / "records.sqlite3").stat().st_mode & 0o777 == 0o600

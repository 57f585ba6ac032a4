"""The record commands on the archive, as their users call them."""

import csv
import io
import json
import re
import sqlite3
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from controller.cli import main
from controller.commands.records.stats import print_tables
from controller.record import chain
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played
from controller.report import notation
from controller.report.statistics import StatisticsRow, Tally
from controller.store.archive import FILE, Archive
from controller.store.importing import import_record
from controller.store.journal import JournalError
from controller.store.resume import take_up
from controller.store.sqlite import ArchiveError
from tests.support import table_talk
from tests.support.examples import EXAMPLES, Example

OF_COIFFEUR = Example("coiffeur/3-three-deals").path
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
PLAYED: list[Event] = [OPENING, DealStart(dealer=2), Played(seat=1, card=Card("SA"))]
"""Out of turn: one verdict."""
Run = tuple[int, list[str], str]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory with a match in progress."""
    with take_up(tmp_path / "data", new=False) as journal:
        for event in PLAYED:
            journal.append(event)
    return tmp_path / "data"


def run(capsys: pytest.CaptureFixture[str], data: Path, *arguments: object) -> Run:
    """Exit status, lines of output, and what was told of errors."""
    status = main(["record", *map(str, arguments), "--data-dir", str(data)])
    told = capsys.readouterr()
    return status, told.out.splitlines(), told.err


def test_all_that_is_exported_comes_back_byte_for_byte_with_its_chain(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, told, _ = run(capsys, data, "import", *(one.path for one in EXAMPLES))
    assert (status, len(told)) == (0, 2 * len(EXAMPLES))
    assert run(capsys, data, "export", "--all", "--to", tmp_path / "out") == (0, [], "")
    exported = sorted((tmp_path / "out").glob("*.jsonl"))
    assert {path.read_bytes() for path in exported} > {one.data for one in EXAMPLES}
    assert len(exported) == len(EXAMPLES) + 1
    again = tmp_path / "again"
    assert run(capsys, again, "import", *exported)[0] == 1  # the examples never had a chain, and that stays visible
    with Archive(data) as here, Archive(again) as there:

        def content(archive: Archive) -> dict[str, object]:
            return {kept.name: archive.lines(kept.id) for kept in archive.matches()}

        assert content(here) == content(there)


def test_import_refuses_clearly_and_takes_in_the_rest(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, other, good, text = (tmp_path / name for name in ("bad.jsonl", "other.jsonl", "good.jsonl", "good.txt"))
    line = record.to_line(OPENING)
    bad.write_text(f"{line}\n{{}}\n")
    other.write_text(line.replace('"v":3', '"v":4') + "\n")
    good.write_text(f"{line}\n")
    text.write_text("\n".join(notation.write(PLAYED[:2])))
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(f"{notation.MAGIC}\n[Nonsense")
    newer, wide = tmp_path / "newer.txt", tmp_path / "wide.jsonl"
    newer.write_text('[Schiri "2"]\n')
    wide.write_bytes(good.read_text().encode("utf-16"))
    files = (bad, other, good, good, text, wrong, newer, wide, tmp_path / "none.jsonl")
    status, told, errors = run(capsys, data, "import", *files)
    assert status == 2
    assert [line.partition(": ")[2].partition(" (")[0] for line in told[::2]] == [
        "1 line, match 2",
        "2 lines, match 3",
    ]
    taken = told[0].rpartition("(")[2]
    assert errors.splitlines() == [
        f'schiri: {bad}: line 2: an event is a JSON object with a field "e"; nothing of it is taken in',
        f"schiri: {other}: line 1: the record is of version 4, and only versions 1, 2 and 3 are known; "
        "nothing of it is taken in",
        f"schiri: {good} is in the archive already, as match 2 ({taken}",
        f"schiri: {wrong}: line 2: a match event needs a field 'game'; nothing of it is taken in",
        f'schiri: {newer}: line 1: only texts that begin with [Schiri "1"] are known; it begins with [Schiri "2"]; '
        "nothing of it is taken in",
        f"schiri: {wide}: line 1: the file is written in UTF-16; save it as UTF-8, as every record is; "
        "nothing of it is taken in",
        f"schiri: {tmp_path / 'none.jsonl'}: No such file or directory",
    ]
    with Archive(data) as archive:
        assert [*record.read(archive.record(3)).events] == PLAYED[:2]


@pytest.mark.parametrize(("lang", "state"), [("C", "still being played"), ("de", "wird noch gespielt")])
def test_list_tells_state_and_score_to_people_and_programs(
    lang: str, state: str, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{lang}.UTF-8")
    run(capsys, data, "import", OF_COIFFEUR)
    with Archive(data) as archive:
        first, second = archive.matches()
    _, told, _ = run(capsys, data, "list")
    assert [line.split()[0] for line in told] == ["id", "1", "2"]
    assert told[1].split(None, 5)[3:] == ["mittlere", "0", f"{state}  Anna 0, Berta 0, Carla 0"]
    _, told, _ = run(capsys, data, "list", "--json", "--newest", "1")
    [line] = map(json.loads, told)
    assert (line["id"], line["name"], line["state"], line["lines"]) == (2, second.name, "ended", 117)
    assert (line["game"], line["players"], line["deals"]) == ("coiffeur", ["Taro", "Jiro", "Hanako"], 3)
    assert first.running


def test_a_record_of_an_unknown_game_is_stored_and_named(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    (tmp_path / "a.jsonl").write_text('{"e":"match","v":1,"game":"poker","seats":["N","E","S","W"]}\n')
    with Archive(data, make=True) as archive:
        import_record(archive, tmp_path / "a.jsonl")  # as an earlier version, or one with more games, has left it
    assert run(capsys, data, "list")[1][2].split()[-3:] == ["unreadable", "lines:", "1"]
    status, told, error = run(capsys, data, "export", "--all", "--format", "csv")
    assert (status, told) == (
        2,
        [",".join(("match", "game", "deal", "player", "points", "tricks", "score", "total", "void"))],
    )
    assert "match 2" in error
    assert "poker" in error
    assert "cannot be read and does not count" in run(capsys, data, "stats")[2]
    assert run(capsys, data, "export", "2")[1] == [(tmp_path / "a.jsonl").read_text().strip()]


def test_a_table_has_a_row_for_each_deal_and_player(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jsonl").write_text(
        "".join(f"{record.to_line(event)}\n" for event in table_talk.record(OPENING, 4, deals=2)[0])
    )
    run(capsys, data, "import", tmp_path / "a.jsonl")
    rows = [*csv.DictReader(run(capsys, data, "export", "2", "--format", "csv")[1])]
    assert [(row["deal"], row["player"]) for row in rows] == [(deal, name) for deal in "12" for name in OPENING.seats]
    for deal in "12":
        assert sum(int(row["points"]) for row in rows if row["deal"] == deal) == 157
    last = {row["player"]: int(row["total"]) for row in rows if row["deal"] == "2"}
    [line] = map(json.loads, run(capsys, data, "list", "--json", "--newest", "1")[1])
    assert last == dict(zip(line["players"], line["total"], strict=True))


def test_verify_and_rule_work_on_matches_of_the_archive(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Archive(data) as archive:
        [kept] = archive.matches()
        _, found = archive.check(1)
    whole = f"match 1 ({kept.name}): 3 lines, whole, head {found.head}; not ended yet"
    for wanted in ([], ["1"], [kept.name], ["1", "--head", found.head[:16]]):
        assert run(capsys, data, "verify", *wanted) == (0, [whole], "")
    assert run(capsys, data, "verify", "7")[0] == 2
    status, told, _ = run(capsys, data, "rule", "1", "1", "upheld", "--by", "Dora")
    assert (status, told[0]) == (0, "1: verdict 1 is upheld by line 4")
    assert run(capsys, data, "verify", "1", "--head", found.head)[0] == 1
    with take_up(data, new=False) as journal:
        assert (len(journal.events), journal.broken) == (4, None)
        status, _, error = run(capsys, data, "rule", "1", "1", "open")
        assert (status, "being written by another running referee" in error) == (2, True)


def test_of_an_archive_without_a_match_nothing_is_exported_and_that_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    take_up(tmp_path, new=False).close()
    assert run(capsys, tmp_path, "export", "--all") == (2, [], f"schiri: {tmp_path / FILE} holds no match yet\n")
    status, _, told = run(capsys, tmp_path, "export")
    assert (status, "name the matches to export" in told) == (2, True)


def test_an_exported_record_is_verified_and_one_that_was_changed_is_found(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, data, "export", "1", "--to", tmp_path / "out")
    [path] = (tmp_path / "out").glob("*.jsonl")
    assert main(["record", "verify", str(path)]) == 0
    assert chain.links(Path(f"{path}.chain").read_bytes())
    path.write_bytes(path.read_bytes().replace(b"SA", b"SK"))
    assert main(["record", "verify", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"{path}: line 3 was changed"


@pytest.mark.parametrize("name", ["MITTLERE", "ミットレール", "Middler"])
def test_statistics_know_a_game_by_the_names_of_its_players(
    data: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, told, _ = asked = run(capsys, data, "stats", "--game", "mittlere")
    assert (status, told[1].split()[0]) == (0, "mittlere")
    assert run(capsys, data, "stats", "--game", name) == asked


def test_statistics_of_many_games_and_long_names_fit_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    counted = Tally(matches=3400, ended=3120, won=1200, deals=31200, points=-3120000, revokes=120, corrections=1300)
    names, games = ("Anna", "Maximiliane von Hohenstein-Überlingen"), ("differenzler", "schieber")
    by_season = {
        season: [StatisticsRow(name, game, season, counted) for name in names for game in games]
        for season in ("", "2026")
    }
    out = io.StringIO()
    print_tables(by_season[""], by_season["2026"], out)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    figures = re.compile(r" (all|2026) +3400 +1200/3120 38% +31200 +-100\.0 +120 +1300$")
    found = [figures.search(line) for line in lines]
    assert [one[1] for one in found if one] == 2 * ["all", "all", "2026", "2026"]
    left = "".join(line[: one.start() if one else None].strip() for one, line in zip(found, lines, strict=True))
    assert [left.replace(" ", "").count(name.replace(" ", "")) for name in (*names, *games)] == [4, 4, 1, 1]


WRONG: list[tuple[Sequence[str], str]] = [
    (["export"], "name the matches to export"),
    (["export", "9"], "holds no match '9'"),
    (["export", "1", "--to", "."], "is there already"),
    (["stats", "--plot", "a.gif"], "a picture is an .svg file"),
    (["stats", "--game", "poker"], "no match is of game 'poker'; there are mittlere"),
    (["stats", "--game", "ポーカー"], "no match is of game 'ポーカー'; there are mittlere"),
    (["stats", "--season", "1999"], "no match is of season '1999'; there are 20"),
    (["stats", "--json", "--csv"], "two forms of the same"),
]


@pytest.mark.parametrize(("arguments", "reason"), WRONG)
def test_wrong_use_is_told_in_one_sentence(
    data: Path,
    arguments: Sequence[str],
    reason: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(data)
    run(capsys, data, "export", "1", "--to", ".")
    status, told, error = run(capsys, data, *arguments)
    assert (status, told, error.count("\n")) == (2, [], 1)
    assert reason in error


def test_a_damaged_archive_is_read_or_refused_in_one_sentence(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback, whatever is damaged: a page's head, a match's name, a line."""
    run(capsys, data, "import", OF_COIFFEUR)
    whole = (data / FILE).read_bytes()
    spots = [
        *range(0, len(whole), 4096),
        whole.rindex(b"Z"),
        whole.rindex(b'"e"'),
        *(Random(1).choices(range(len(whole)), k=8)),
    ]
    refused = 0
    for spot in spots:
        spoilt = tmp_path / f"spoilt-{spot}"
        spoilt.mkdir()
        (spoilt / FILE).write_bytes(whole[:spot] + b"!?" * 6 + whole[spot + 12 :])
        for command in ("list", "verify"):
            status, _, error = run(capsys, spoilt, command)
            refused += status == 2
            assert (status in (0, 1)) == (not error)
        with suppress(JournalError, ArchiveError):
            take_up(spoilt, new=False).close()
    assert 0 < refused < 2 * len(spots)


def test_a_match_whose_name_is_no_time_hides_no_other_one(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, data, "import", OF_COIFFEUR)
    with closing(sqlite3.connect(data / FILE)) as archive, archive:
        archive.execute("UPDATE match SET name = '9999-99-99T999999Z' WHERE id = 1")
    run(capsys, data, "import", Example("mittlere/evening").path)
    status, told, error = run(capsys, data, "list")
    assert (status, len(told), error) == (0, 4, "")
    status, told, error = run(capsys, data, "export", "--all", "--to", str(data / "out"))
    assert status == 2
    assert "match 1 (9999-99-99T999999Z): a match cannot be named" in error
    assert len([*(data / "out").glob("*.jsonl")]) == 2


def test_a_file_s_name_reaches_the_terminal_without_control_characters(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "e\x1b]0;x\x07\n.jsonl"
    path.write_bytes(Example("coiffeur/3-three-deals").data)
    outputs = [run(capsys, data, *words, str(path)) for words in (("import",), ("verify",))]
    assert not any("\x1b" in line or "\x07" in line for _status, told, error in outputs for line in (*told, error))
    assert main(["replay", str(path), str(path)]) in (0, 1)
    assert "\x1b" not in capsys.readouterr().out


def test_the_directory_is_that_of_the_settings(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = f'[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n[data]\ndirectory = "{data}"\n'
    Path("schiri.toml").write_text(settings)
    assert main(["record", "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["record", "list", "--config", "mistyped.toml"]) == 2
    assert "mistyped.toml cannot be read: No such file" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("replay",), ("record", "import"), ("record", "verify")])
def test_a_file_larger_than_any_record_is_refused_in_one_sentence(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not read to an end that may never come."""
    where = ("--data-dir", str(tmp_path)) if words == ("record", "import") else ()
    assert main([*words, "/dev/zero", *where]) == 2
    told = capsys.readouterr().err
    assert "/dev/zero" in told
    assert "larger than 64 MB, as no record is" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(("words", "told"), [([], "no match was refereed here yet\n"), (["--json"], "")])
def test_a_machine_that_never_refereed_lists_nothing_and_all_is_well(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("schiri.toml").write_text(
        f'[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n[data]\ndirectory = "{tmp_path}/data"\n'
    )
    assert main(["record", "list", *words]) == 0
    assert capsys.readouterr().out == told
    assert main(["record", "list", "--data-dir", "mistyped"]) == 2
    assert "mistyped" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["schiri.toml"]


def test_certificates_are_written_one_a_line_of_a_file_and_of_the_archive(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counting = Example("proof/3-by-counting").path
    status, both, _ = run(capsys, data, "certificate", counting)
    assert (status, len(both)) == (0, 2)
    assert run(capsys, data, "certificate", counting, 2) == (0, both[1:], "")
    with Archive(data) as archive:
        [kept] = archive.matches()
        _, finding = archive.check(kept.id)
    status, [small], _ = run(capsys, data, "certificate", kept.id)
    text = zlib.decompress(urlsafe_b64decode(small + "=" * (-len(small) % 4)), -15).decode()
    assert (status, json.loads(text.splitlines()[1])["lines"][-1]["after"]) == (0, finding.head)


def test_a_certificate_that_cannot_be_made_is_refused_in_a_sentence(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counting, quiet = Example("proof/3-by-counting").path, tmp_path / "quiet.jsonl"
    quiet.write_text(record.to_line(OPENING) + "\n", encoding="utf-8")
    assert run(capsys, data, "certificate", quiet) == (1, [], "")
    assert run(capsys, data, "certificate", counting, 3)[0::2] == (
        2,
        f"schiri: {counting}: there is no verdict 3; it holds 2\n",
    )
    nowhere = tmp_path / "nowhere.jsonl"
    assert run(capsys, data, "certificate", nowhere)[0::2] == (2, f"schiri: {nowhere}: No such file or directory\n")

"""The statistics' page: what it shows and to whom, its files, and that the referee's process folds nothing for it."""

import csv
import json
import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.console.http.request import OWN_NAMES
from controller.console.security.roles import Role
from controller.console.statistics import charts, child
from controller.console.statistics.charts import BarRow
from controller.record.events import End, Event, MatchStart, Played
from controller.record.text import to_line
from controller.referee import fold
from controller.report.statistics import FEWEST
from controller.store.archive import Archive, RecordLine
from controller.store.background import children, match_figures
from controller.store.background.children import Children
from tests.support import table_talk
from tests.support.console.console_rig import Rig, sentence
from tests.support.loops import some

NAMES = ("Änni <b>", "Berta", "Carla", "Dora")
PICTURES = ("season", "pairs", "partners", "games", "luck", "tricks", "answers")


def kept(rig: Rig, name: str, events: list[Event], *, running: bool = False) -> None:
    with Archive(rig.journal.path.parent, make=True) as archive, archive.transaction():
        lines = [RecordLine(f"{to_line(event)}\n".encode(), b"") for event in events]
        archive.write(archive.add(name, running=running), 1, lines)


@cache
def played(game: str, seats: int, seed: int, deals: int) -> list[Event]:
    """A match of which the camera saw each card, two seconds after the one before."""
    events, _ = table_talk.record(MatchStart(game=game, seats=NAMES[:seats]), seed, deals=deals)
    timed = [
        replace(one, t=2.0 * at, src="camera") if isinstance(one, Played) else one for at, one in enumerate(events)
    ]
    return [*timed, End()]


@pytest.fixture
def season(rig: Rig) -> Rig:
    """Three matches of two games and two years."""
    kept(rig, "2025-12-31T190000Z", played("mittlere", 3, 1, 1))
    kept(rig, "2026-11-21T190000Z", played("mittlere", 3, 2, FEWEST))
    kept(rig, "2026-11-22T190000Z", played("coiffeur", 4, 3, 1))
    return rig


def test_a_player_sees_every_picture_with_its_words_and_its_table(season: Rig) -> None:
    player = season.phone(Role.PLAYER)
    status, page = player.get("/statistics")
    assert status == 200
    assert re.findall(r'<figure class="picture" aria-labelledby="(\w+)"', page) == [*PICTURES]
    assert page.count('<svg class="chart" role="img" aria-label="') == len(PICTURES)
    assert page.count("<details>") == len(PICTURES)
    assert "Änni &lt;b&gt;" in page
    assert "Änni <b>" not in page
    assert "Nobody has 10 such deals yet." not in page
    assert 'href="/statistics"' in player.get("/more")[1]


def test_the_referees_process_folds_nothing_for_it(season: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> object:
        raise AssertionError("another process counts")

    monkeypatch.setattr(fold, "fold", never)
    monkeypatch.setattr(match_figures, "figures", never)
    page = season.phone(Role.PLAYER).get("/statistics")[1]
    assert page.count('<svg class="chart"') == len(PICTURES)
    season.context.children = Children(at_most_s=0)
    assert season.phone(Role.PLAYER).get("/statistics")[1].count('<svg class="chart"') == len(PICTURES)


def test_a_game_and_a_year_are_chosen_and_what_is_not_there_is_refused_in_a_sentence(season: Rig) -> None:
    player = season.phone(Role.PLAYER)
    both, one = player.get("/statistics")[1], player.get("/statistics?game=mittlere&season=2026")[1]
    assert "Matches won, match by match." in both
    assert "Sum of the score sheets, match by match." in one
    assert "<option selected>2026</option>" in one
    for wrong in some(("game=bridge", "season=1999", "game=coiffeur&season=2025", "season=%00", "game=" + "x" * 200)):
        status, page = player.get(f"/statistics?{wrong}")
        told = "No match here is of this game or year; choose another one on /statistics."
        assert (status, sentence(page)) == (404, told)
        assert player.get(f"/statistics.csv?{wrong}")[0] == 404


def test_the_statistics_shown_are_saved_as_a_table_and_as_objects(season: Rig) -> None:
    player = season.phone(Role.PLAYER)
    answer = player.client.get("/statistics.csv?game=mittlere")
    assert answer.headers["content-disposition"] == 'attachment; filename="schiri-statistics.csv"'
    table = [*csv.DictReader(answer.text.removeprefix("\ufeff").splitlines())]
    told = json.loads(player.client.get("/statistics.json?game=mittlere").text)
    assert [row["r"] for row in table] == [row["r"] for row in told]
    assert {row["r"] for row in told} == {"player", "season", "pair", "game", "luck", "tricks", "answers"}
    assert {row["game"] for row in told if row["r"] == "player"} == {"mittlere"}


def test_the_match_at_the_table_is_no_part_of_it_before_its_end(season: Rig) -> None:
    kept(season, "2026-11-23T190000Z", played("mittlere", 3, 4, 1)[:20], running=True)
    found = json.loads(season.phone(Role.PLAYER).client.get("/statistics.json").text)
    assert sum(row["matches"] for row in found if row["r"] == "game") == 3


def test_while_matches_are_counted_the_page_says_so_and_no_file_is_given_out(
    season: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.console.pages.statistics.WAIT_S", 0)
    monkeypatch.setattr("controller.console.pages.statistics.FILE_WAIT_S", 0)
    player = season.phone(Role.PLAYER)
    status, page = player.get("/statistics?game=mittlere")
    assert (status, "The matches are being counted" in page, 'hx-trigger="load' in page) == (200, True, True)
    status, page = player.get("/statistics.csv")
    assert (status, sentence(page)) == (503, "The matches are still being counted; try again in a minute.")


def test_an_uncountable_archive_is_reported_and_not_asked_for_again(season: Rig) -> None:
    season.context.children = Children(at_most_s=0)
    status, page = season.phone(Role.PLAYER).get("/statistics")
    assert (status, "cannot be counted now" in page, "hx-trigger" in page) == (200, True, False)


def test_without_a_match_there_is_nothing_to_show(rig: Rig) -> None:
    status, page = rig.phone(Role.PLAYER).get("/statistics")
    assert (status, "No match yet." in page) == (200, True)


@pytest.mark.parametrize("lang", sorted(OWN_NAMES))
def test_statistics_are_in_the_language_of_the_reader(season: Rig, lang: str) -> None:
    player = season.phone(Role.PLAYER)
    player.client.headers["accept-language"] = lang
    status, page = player.get("/statistics")
    assert (status, f'<html lang="{lang}">' in page) == (200, True)
    assert ("Luck of the deal" in page) == (lang == "en")


def test_a_turn_that_ends_early_says_how_many_matches_are_left(
    season: Rig, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(children, "limit_process", lambda: None)
    monkeypatch.setattr(match_figures, "TURN_S", -1)
    directory = str(season.journal.path.parent)
    assert child.main([directory, "", "", "en", child.PLAYED]) == 0
    told = json.loads(capsysbinary.readouterr().out)
    assert (told["missing"], told["matches"], told["unread"]) == (2, 1, 0)
    assert child.main([f"{directory}/nowhere", "", "", "en", child.PLAYED]) == child.NO_ARCHIVE


NUMBERS = st.floats(-1e6, 1e6)


@given(st.lists(st.tuples(st.text(max_size=30), st.lists(NUMBERS, max_size=200)), max_size=9), st.text(max_size=9))
def test_lines_stay_within_their_picture(drawn: list[tuple[str, list[float]]], words: str) -> None:
    svg = str(charts.lines(words, [(name, [*enumerate(values)]) for name, values in drawn], ("a", "b")))
    for path in re.findall(r'class="line[^"]*" d="M([^"]*)"', svg):
        points = [tuple(map(float, point.split())) for point in path.split("L")]
        assert len(points) <= charts.MOST_POINTS + 1
        assert all(0 <= x <= charts.WIDTH and 0 <= y <= 200 for x, y in points)
    assert len(svg) < 25_000
    assert svg.count("<svg") == svg.count("</svg>") == 1


@given(st.lists(st.tuples(NUMBERS, NUMBERS, st.floats(0, 1e6), st.floats(0, 1e6)), max_size=10))
def test_bars_and_their_spreads_stay_within_their_picture(drawn: list[tuple[float, float, float, float]]) -> None:
    rows = [BarRow("a", one, "", more=other, spreads=(off, far)) for one, other, off, far in drawn]
    assert charts.diverging_bars("", rows).count("<rect") == 2 * len(rows)
    for svg in (
        str(charts.diverging_bars("", rows)),
        str(charts.bars("", [BarRow("b", abs(row.value), "") for row in rows])),
    ):
        for x, width in re.findall(r'<rect class="[^"]*" x="([-.\d]+)" y="[-.\d]+" width="([-.\d]+)"', svg):
            assert 0 <= float(x) <= float(x) + float(width) <= charts.WIDTH + 0.2
        for low, high in re.findall(r'class="spread" d="M([-.\d]+) [-.\d]+H([-.\d]+)', svg):
            assert -0.1 <= float(low) <= float(high) <= charts.WIDTH + 0.1

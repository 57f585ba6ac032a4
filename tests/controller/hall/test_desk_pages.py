"""The desk's pages: who may do what, each form once, and everything that an evening needs, in five languages."""

import re
import time
from collections.abc import Generator
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from controller.appliance.program import TYPED
from controller.hall.desk import papers
from controller.hall.desk.access import code
from controller.hall.desk.actions import ACTIONS, step_maker
from controller.hall.desk.book import FILES, TournamentBook
from controller.hall.desk.pages import ROUTES, Desk
from controller.hall.desk.texts import DeskView
from controller.hall.overview import HallSeen
from controller.hall.server import BoardServer
from controller.hall.tables import find_record
from controller.tournament.fold import Tournament
from controller.web.newest import Latest
from tests.controller.hall.desk_evening import Evening
from tests.controller.hall.hall_table import browser
from tests.support.loops import some
from tests.support.vision.pages import least_letters_mm, texts
from vision.words.cards import LANGS, Lang

OpenHall = tuple[str, Path, TournamentBook]
"""The address of its board, its folder, and its tournament."""


class Browser:
    """A browser at the hall's board."""

    def __init__(self, address: str, folder: Path, lang: str = "en") -> None:
        self.folder = folder
        self.http = browser(address, lang)

    def enter(self, typed: str | None = None) -> httpx.Response:
        return self.http.post("/organiser/enter", data={"code": typed or code(self.folder)})

    def key(self) -> str:
        found = re.search(r'name="key" value="([^"]+)"', self.http.get("/organiser").text)
        assert found is not None
        return unescape(found[1])

    def do(self, name: str, key: str | None = None, **fields: str) -> httpx.Response:
        return self.http.post("/organiser/do", data={"do": name, "key": key or self.key(), **fields})


@pytest.fixture
def hall(tmp_path: Path) -> Generator[OpenHall]:
    book = TournamentBook(tmp_path)
    desk = Desk(book, tmp_path, partial(find_record, tmp_path))
    server = BoardServer(Latest(HallSeen()), "127.0.0.1", 0, desk=desk)
    yield f"http://127.0.0.1:{server.port}", tmp_path, book
    server.close()
    book.close()


@pytest.fixture
def stranger(hall: OpenHall) -> Generator[Browser]:
    browser = Browser(*hall[:2])
    yield browser
    browser.http.close()


@pytest.fixture
def organiser(hall: OpenHall) -> Generator[Browser]:
    browser = Browser(*hall[:2])
    assert browser.enter().status_code == 303
    yield browser
    browser.http.close()


def there(hall: OpenHall) -> Tournament:
    state = hall[2].state
    assert state is not None
    return state


OPENING = {"title": "Club <b>", "game": "schieber", "movement": "draw", "rounds": "2", "minutes": "45"}


def test_a_whole_tournament_is_run_on_the_page(hall: OpenHall, organiser: Browser) -> None:
    names = "\n".join(f"Player {number}" for number in range(1, 10))
    steps: list[tuple[str, dict[str, str]]] = [
        ("open", OPENING),
        ("register", {"names": names}),
        ("rename", {"entry": "1", "names": "Ueli"}),
        ("attend", {"entries": "9"}),
        ("draw", {"seed": "seven"}),
        ("round", {}),
        ("result", {"round": "1", "table": "1", "slip": "102:55 (20:0)"}),
        ("close", {}),
        ("result", {"round": "1", "table": "2", "slip": "0:257"}),
        ("correct", {"round": "1", "table": "2", "slip": "257:0", "why": "sides <i>changed"}),
        ("attend", {"entries": "9", "there": "1"}),
        ("substitute", {"entry": "2", "comes": "Susi <s>"}),
        ("withdraw", {"entry": "9"}),
        ("award", {"entry": "2", "points": "−30", "why": "late"}),
        ("undo", {}),
        ("redo", {}),
        ("end", {}),
    ]
    assert {name for name, _ in steps} == {*ACTIONS}
    for name, fields in steps:
        assert organiser.do(name, **fields).status_code == 303, name
    state = there(hall)
    assert (state.ended, len(state.rounds[0].results), state.awards[0].points) == (True, 2, -30)
    for lang in LANGS:
        with Browser(*hall[:2], lang).http as anybody:
            answer = anybody.get("/ranking")
        assert (answer.status_code, f'lang="{lang}"' in answer.text, "Ueli" in answer.text) == (200, True, True)
        assert "Club <b>" not in answer.text
    page = organiser.http.get("/organiser").text
    assert "<i>changed" not in page
    assert unescape(page).count("sides <i>changed") >= 1


def test_the_question_for_the_code_names_the_command_as_it_is_typed_here(
    stranger: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TYPED, "./run")
    assert "<code>./run hall tournament code</code>" in stranger.http.get("/organiser").text


def test_nobody_without_the_code_changes_anything(hall: OpenHall, stranger: Browser) -> None:
    assert 'name="code"' in stranger.http.get("/organiser").text
    assert stranger.enter("wrong").status_code == 403
    for route in some(ROUTES):
        path, data = route.path.replace("{name}", "ranking.pdf"), {"do": "end"} if route.method == "POST" else None
        answer = stranger.http.request(route.method, path, data=data)
        sent_away = (answer.status_code, answer.headers.get("location")) == (303, "/organiser")
        assert sent_away is (route.office == "organiser"), route.path
    stranger.http.cookies.set("organiser", "organiser.aaaaaa.bbbb")
    assert stranger.do("open", "key", **OPENING).headers["location"] == "/organiser"
    assert hall[2].state is None
    assert {route.path for route in ROUTES if route.office} == {"/organiser/check", "/organiser/do"}


def test_wrong_codes_of_strangers_do_not_keep_the_organiser_out(hall: OpenHall, stranger: Browser) -> None:
    for wrong in (" ", "2222-2222-2222", "\N{SNOWMAN}", "2" * 6_000):
        assert stranger.enter(wrong).status_code == 403
        organiser = Browser(*hall[:2])
        assert organiser.enter().status_code == 303
        organiser.http.close()


def test_a_code_that_was_emptied_is_made_anew_and_lets_nobody_in(hall: OpenHall, stranger: Browser) -> None:
    (hall[1] / "organiser.code").write_bytes(b" \n")
    assert stranger.enter(" ").status_code == 403
    assert stranger.enter().status_code == 303


def test_another_code_ends_what_the_old_one_gave(hall: OpenHall, organiser: Browser) -> None:
    key = organiser.key()
    old, new = code(hall[1]), code(hall[1], new=True)
    assert (old != new, re.fullmatch(r"[2-9a-z]{4}(-[2-9a-z]{4}){2}", new) is not None) == (True, True)
    assert organiser.do("open", key, **OPENING).headers["location"] == "/organiser"
    assert hall[2].state is None
    assert (hall[1] / "organiser.code").stat().st_mode & 0o077 == 0


def test_a_form_is_carried_out_once_and_none_from_elsewhere(hall: OpenHall, organiser: Browser) -> None:
    organiser.do("open", **OPENING)
    key = organiser.key()
    for _ in range(2):
        assert organiser.do("register", key, names="Anna").status_code == 303
    assert len(there(hall).entries) == 1
    key = organiser.key()
    fields = {"do": "register", "key": key, "names": "Berta"}
    headers = {"Origin": "http://evil.example"}
    assert organiser.http.post("/organiser/do", data=fields, headers=headers).status_code == 400
    assert organiser.do("register", "forged", names="Berta").status_code == 303
    assert len(there(hall).entries) == 1
    refused = organiser.do("register", key, names="Anna")
    assert (refused.status_code, "Anna is entered already" in refused.text) == (409, True)
    assert organiser.do("register", key, names="Berta").status_code == 303
    assert len(there(hall).entries) == 2


def test_a_mistake_stays_in_its_form_with_the_reason(hall: OpenHall, organiser: Browser) -> None:
    organiser.do("open", **OPENING)
    organiser.do("register", names="A\nB\nC\nD")
    organiser.do("draw")
    organiser.do("round")
    answer = organiser.do("result", round="1", table="1", slip="102:56")
    assert 'value="102:56"' in answer.text
    assert "come to 158, and must come to 157 or 257" in answer.text
    award = {"entry": "1", "points": "1e9", "why": "x"}
    for name, fields in (("result", {"round": "x"}), ("nonsense", dict[str, str]()), ("award", award)):
        assert organiser.do(name, **fields).status_code == 409
    assert there(hall).rounds[0].results == {}


@pytest.mark.parametrize("size", [270_000, 2600])
def test_a_form_that_is_too_large_or_none_is_refused(organiser: Browser, size: int) -> None:
    body = b"x" * size if size > 10_000 else b"&".join(b"a%d=1" % number for number in range(size))
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert organiser.http.post("/organiser/do", content=body, headers=headers).status_code == 400


def test_every_list_can_be_printed_and_saved(organiser: Browser) -> None:
    assert organiser.http.get("/tournament/ranking.pdf").status_code == 409
    organiser.do("open", **{**OPENING, "title": "=cmd"})
    organiser.do("register", names="=Anna\nBerta\nCarla\nDora\nEmil")
    organiser.do("draw")
    assert organiser.http.get("/tournament/slips.pdf").status_code == 409
    organiser.do("round")
    organiser.do("result", round="1", table="1", slip="102:55")
    found = {name: organiser.http.get(f"/tournament/{name}") for name in some(FILES)}
    told = {name: answer.status_code for name, answer in found.items()}
    assert told == dict.fromkeys(found, 200) | dict.fromkeys(("boards.pbn", "event.xml", "bridgemate.json"), 409)
    assert "pbn has no Schieber" in found["boards.pbn"].text
    assert "'=Anna" in found["ranking.csv"].text
    assert found["tournament.json"].json()["rounds"][0]["tables"][0]["result"]["lines"][0]["points"] == [102, 55]
    assert organiser.http.get("/tournament/nothing.pdf").status_code == 404
    assert organiser.http.get("/tournament/seating.pdf?round=9").status_code == 409


def test_the_wall_has_no_ranking_before_the_first_result_and_one_each_of_teams_and_players(
    organiser: Browser,
) -> None:
    organiser.do("open", **OPENING)
    organiser.do("register", names="Name;Team\nA;Sun\nB;Bear\nC;Sun\nD;Bear")
    organiser.do("round", lots="1")
    assert organiser.http.get("/wall.json").json()["rankings"] == []
    organiser.do("result", round="1", table="1", slip="100:57")
    teams, players = organiser.http.get("/wall.json").json()["rankings"]
    assert (teams["head"], players["head"]) == ("Ranking · Teams · Points", "Ranking · Players · Points")
    assert ({name for _, name, _ in teams["rows"]}, len(players["rows"])) == ({"Sun", "Bear"}, 4)


def test_papers_have_every_name_and_go_on_over_pages(hall: OpenHall, organiser: Browser) -> None:
    organiser.do("open", **OPENING)
    organiser.do("register", names="\n".join(f"Player {number}." for number in range(1, 202)))
    organiser.do("draw")
    organiser.do("round")
    state, everybody = there(hall), {*range(1, 202)}
    for lang in LANGS:
        view = DeskView(state, lang, 0)
        for data in (papers.seating(view, state.rounds[0]), papers.ranking(view)):
            assert numbers_on(data) == everybody
        assert numbers_on(papers.slips(view, state.rounds[0])) == everybody - {*state.rounds[0].begun.out}


@pytest.mark.parametrize("lang", LANGS)
def test_long_names_of_players_and_teams_stay_readable_on_paper(lang: Lang, tmp_path: Path) -> None:
    long, other = "Friedrich-Wilhelm Oberhuber", "Maximiliane von Hohenstein"
    team = "Jassfreunde Obergrafschaft Toggenburg"
    pairs = "\n".join(f"{long} {number} + {other} {number}" for number in range(1, 7))
    of_board = Evening(tmp_path / "b", game="bridge", movement="mitchell", deals="4", rounds="2", ranked="matchpoints")
    of_teams = Evening(tmp_path / "t")
    players = "\n".join(f"{long} {number};{team}" for number in range(1, 9))
    for one, names in ((of_board, pairs), (of_teams, f"Name;Team\n{players}")):
        view = DeskView(one.seated(names), lang, 0)
        round_ = view.state.rounds[0]
        assert [least_letters_mm(paper(view, round_)) >= 2.6 for paper in (papers.slips, papers.seating)] == [True] * 2


def test_the_seating_to_hang_up_is_by_name_from_a_to_z(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    state = one.seated("Zora\n\u00c4milia\nanna\nOtto\nBea")
    view = DeskView(state, "de", 0)
    [text] = texts(papers.seating(view, state.rounds[0]))
    names = ["\u00c4milia", "anna", "Bea", "Otto", "Zora"]
    assert [line.partition(" ")[0] for line in text.splitlines()[2:]] == names
    [sat_out] = state.rounds[0].begun.out
    places = {name: table for name, _, table in view.places(state.rounds[0])}
    assert places[state.entries[sat_out].name] == "setzt aus"
    assert sorted(places.values()) == ["1"] * 4 + ["setzt aus"]


def numbers_on(data: bytes) -> set[int]:
    """Of the players on the pages of a paper, which are several."""
    found = texts(data)
    assert len(found) > 1
    return {int(number) for number in re.findall(r"Player (\d+)\.", "\n".join(found))}


def test_the_public_page_is_worked_out_once_however_many_screens_ask(
    hall: OpenHall, organiser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser.do("open", **OPENING)
    organiser.do("register", names="A\nB\nC\nD")
    organiser.do("draw")
    organiser.do("round")
    worked, own = list[str](), DeskView.values

    def counted(view: DeskView) -> dict[str, Any]:
        worked.append(view.lang)
        return own(view)

    monkeypatch.setattr(DeskView, "values", counted)
    for _ in range(5):
        assert re.search(r'data-now="\d+"', organiser.http.get("/ranking").text)
    assert worked == ["en"]
    hall[2].add_steps(step_maker("result", {"round": "1", "table": "1", "slip": "102:55"}))
    assert ">102<" in organiser.http.get("/ranking").text
    hall[2].add_steps(step_maker("undo", {}))
    before = organiser.http.get("/ranking").text
    monkeypatch.setattr(hall[2], "clock", lambda: time.time() + 46 * 60)
    after = organiser.http.get("/ranking").text
    assert ('class="slow"' in before, 'class="slow"' in after) == (False, True)
    assert worked == ["en"] * 4


def test_a_slip_is_typed_in_numbers_and_leads_to_the_next_table_that_is_missing(
    hall: OpenHall, organiser: Browser
) -> None:
    organiser.do("open", **OPENING)
    organiser.do("register", names="\n".join(f"Player {number}" for number in range(1, 13)))
    organiser.do("round", lots="1")
    numbers = {"round": "1", "points0": "100", "points1": ""}
    answer = organiser.do("result", table="2", extra0="20", **numbers)
    assert answer.headers["location"] == "/organiser?open=t-1-3"
    answer = organiser.do("result", table="3", **{**numbers, "points0": "812", "points1": "758"})
    assert answer.headers["location"] == "/organiser?open=t-1-1"
    answer = organiser.do("result", table="1", **{**numbers, "points0": "0"})
    assert (answer.status_code, "write a number for each side" in answer.text) == (409, True)
    answer = organiser.do("result", table="1", **{**numbers, "points0": "0", "points1": "257"})
    assert answer.headers["location"] == "/organiser?open=now"
    found = {table: result.points for table, result in there(hall).rounds[0].results.items()}
    assert found == {"1": (0, 257), "2": (120, 57), "3": (812, 758)}
    assert there(hall).rounds[0].results["3"].lines[0].deals == 10


CHECKS = (
    ({"points0": "100"}, {"fault": "", "fill": {"points1": "57"}, "sums": "100 : 57"}),
    ({"points0": "100", "points1": "57", "extra1": "50"}, {"fault": "", "fill": {}, "sums": "100 : 107"}),
    ({"points0": "0"}, {"fault": "", "fill": {}, "sums": ""}),
    ({"points0": "812"}, {"fault": "", "fill": {}, "sums": "More than one deal has: write the other number, too."}),
    ({"points0": "812", "points1": "758"}, {"fault": "", "fill": {}, "sums": "812 : 758 (10 deals)"}),
    ({"points0": "812", "points1": "759"}, {"fault": "no number of deals comes to 1571", "fill": {}, "sums": ""}),
    ({"points0": "812", "deals": "10"}, {"fault": "", "fill": {"points1": "758"}, "sums": "812 : 758 (10 deals)"}),
    ({}, {"fault": "", "fill": {}, "sums": ""}),
    ({"points0": "100", "table": "nine"}, {"fault": "", "fill": {}, "sums": ""}),
    ({"points0": "100", "round": "x"}, {"fault": "", "fill": {}, "sums": ""}),
)


def test_numbers_are_checked_as_they_are_typed_by_the_organiser_alone(organiser: Browser, stranger: Browser) -> None:
    organiser.do("open", **OPENING)
    organiser.do("register", names="A\nB\nC\nD")
    organiser.do("round", lots="1")
    for fields, told in some(CHECKS):
        asked = {"round": "1", "table": "1", **fields}
        assert organiser.http.post("/organiser/check", data=asked).json() == told
        assert stranger.http.post("/organiser/check", data=asked).headers["location"] == "/organiser"
    wrong = {"round": "1", "table": "1", "points0": "102", "points1": "56"}
    fault = organiser.http.post("/organiser/check", data=wrong).json()["fault"]
    assert "come to 158, and must come to 157 or 257" in fault
    counted = {"round": "1", "table": "1", "points0": "1570", "deals": "1"}
    alone = organiser.http.post("/organiser/check", data=counted).json()
    assert (alone["fill"], "come to 1570" in alone["fault"]) == ({}, True)
    many = organiser.http.post("/organiser/check", data={**wrong, "points0": "1e9"}).json()["fault"]
    assert "points0" in many


PAIRS = {**OPENING, "game": "bridge", "movement": "mitchell", "deals": "3", "ranked": "matchpoints"}


def test_a_board_of_bridge_is_two_numbers_of_which_the_second_follows(hall: OpenHall, organiser: Browser) -> None:
    organiser.do("open", **PAIRS)
    organiser.do("register", names="\n".join(f"North {n} + South {n}" for n in range(1, 5)))
    organiser.do("round", lots="1")
    one = {"round": "1", "table": "1"}

    def checked(**fields: str) -> dict[str, Any]:
        told: dict[str, Any] = organiser.http.post("/organiser/check", data={**one, **fields}).json()
        return told

    assert checked(board="1", points0="420") == {"fault": "", "fill": {"points1": "0"}, "sums": "420 : 0"}
    assert checked(board="1", points1="50") == {"fault": "", "fill": {"points0": "0"}, "sums": "0 : 50"}
    assert checked(board="1", points0="0") == {"fault": "", "fill": {}, "sums": ""}
    made = {"played0": "4S", "played1": "N", "played2": "="}
    fill = {"points0": "420", "points1": "0"}
    assert checked(board="1", **made) == {"fault": "", "fill": fill, "sums": "420 : 0"}
    assert checked(board="1", **{**made, "played2": ""}) == {"fault": "", "fill": {}, "sums": ""}
    assert checked(board="1", points0="450", **made)["fault"] == "4S N 10 comes to 420 : 0"
    assert "is no contract" in checked(board="1", **{**made, "played0": "9S"})["fault"]
    assert checked(board="1", points0="421", points1="0")["fault"] == "no contract gives 421 points on this board"
    assert checked(board="1", points1="51")["fault"] == "no contract gives 51 points on this board"
    assert "board 9 is not played" in checked(board="9", points0="420", points1="0")["fault"]
    assert "write a number for each side" in organiser.do("result", **one).text
    answer = organiser.do("result", **one, **{"points0-1": "420", "points0-2": "0"})
    assert (answer.status_code, "board 2: write a number for each side" in answer.text) == (409, True)
    answer = organiser.do("result", **one, **{"points0-1": "420", "points1-3": "50"})
    assert answer.headers["location"] == "/organiser?open=t-1-2"
    lines = there(hall).rounds[0].results["1"].lines
    assert [(line.board, line.points) for line in lines] == [(1, (420, 0)), (3, (0, 50))]
    page = organiser.http.get("/organiser").text
    assert re.findall(r'name="points1-3"[^>]*value="(\d*)"', page) == ["50"]
    answer = organiser.do("correct", **one, why="misread", **{"points0-1": "450", "points1-1": "0", "points0-2": "0"})
    assert answer.status_code == 409
    organiser.do("correct", **one, why="misread", **{"points0-1": "450", "points1-1": "0"})
    assert there(hall).rounds[0].results["1"].points == (450, 0)


def test_every_line_of_a_club_s_file_that_does_not_fit_is_named_and_none_is_taken(
    hall: OpenHall, organiser: Browser
) -> None:
    organiser.do("open", **OPENING)
    text = "Name;Nr;Team\nAnna;1;Blue\nCarla + Berta;2;Blue\n<b>;3;Red\nanna;;Red"
    answer = organiser.do("register", names=text)
    told = unescape(answer.text)
    assert (answer.status_code, there(hall).entries) == (409, {})
    for line in ("line 3, 'Carla + Berta;2;Blue'", "line 5, 'anna;;Red'"):
        assert line in told
    assert "<b>;3" not in answer.text.partition("<textarea")[0]
    mended = text.replace("Carla + Berta", "Berta").replace("anna", "Dora")
    assert organiser.do("register", names=mended).status_code == 303
    assert there(hall).teams == {"Blue": (1, 2), "Red": (3, 4)}
    for lang in LANGS:
        with Browser(*hall[:2], lang).http as anybody:
            assert "<b>" not in anybody.get("/ranking").text.replace("<b>0</b>", "").partition("<main")[2]


def test_present_players_are_ticked_and_later_arrivals_stay(hall: OpenHall, organiser: Browser) -> None:
    organiser.do("open", **OPENING)
    organiser.do("register", names="A\nB\nC\nD\nE\nF")
    organiser.do("attend", of="5", **{"here-1": "on", "here-2": "on", "here-4": "on"})
    assert there(hall).active == (1, 2, 4, 6)
    organiser.do("round", lots="1")
    assert [table.entries for table in there(hall).rounds[0].begun.tables] != []
    assert there(hall).rounds[0].begun.out == ()


def test_the_guide_is_made_of_the_tournament_s_own_settings(tmp_path: Path) -> None:
    jass = Evening(tmp_path / "a", minutes="45", bye="none")
    bridge = Evening(tmp_path / "b", game="bridge", movement="mitchell", deals="3", ranked="matchpoints")
    found = {}
    for one in (jass, bridge):
        assert one.book.state is not None
        for lang in LANGS:
            how, course = texts(papers.guide(DeskView(one.book.state, lang, 0, "http://clubpc.local:8090/")))
            assert "http://clubpc.local:8090/organiser" in how
            assert [re.findall(r"\d+", line) for line in course.splitlines()[-3:]] == [["1"], ["2"], ["3"]]
            found[one.book.state.opening.game, lang] = " ".join(how.split())
    first, second = found["schieber", "en"], found["bridge", "en"]
    for text, others in (
        ("Minutes of the round: 45", second),
        ("come to 157", second),
        ("gets nothing for it", second),
    ):
        assert (text in first, text in others) == (True, False)
    for text in ("Deals of this round: 3", "Enter the pairs", "nobody new can be entered", "matchpoints in per cent"):
        assert (text in second, text in first) == (True, False)

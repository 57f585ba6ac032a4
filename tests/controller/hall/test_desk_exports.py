"""Exports of an evening: boards and events as the programs of their game read them, and what these cannot hold."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from controller.hall.desk import exports
from controller.tournament.standings import standings
from controller.tournament.steps import SeatedTable, StepError
from tests.controller.hall.desk_evening import Evening, hear, place
from tests.support.examples import Example


def test_boards_are_taken_along_in_the_game_s_own_format(tmp_path: Path) -> None:
    data = Example("bridge/4-three-boards").data
    one = Evening(tmp_path, game="bridge", movement="mitchell", deals="3", ranked="matchpoints")
    one.seated("Anna + Berta\nCarla + Dora")
    hear(one, "1", place(1), data)
    state = one.book.state
    assert state is not None
    assert sorted(state.rounds[0].results) == ["1"]
    text = exports.as_pbn(state, lambda _: data)
    assert re.findall(r'\[Board "(\d+)"\]', text) == ["1", "2", "3"]
    assert text.count("% PBN 2.1") == 1
    assert exports.as_pbn(state, lambda _: None) == "\n"


def pairs_evening(folder: Path) -> tuple[Evening, bytes]:
    """Two rounds of Bridge pairs at three tables: one result with its record, the others by hand."""
    one = Evening(folder, game="bridge", movement="mitchell", deals="3", ranked="matchpoints")
    pairs = "Anna + Carla\nBerta + Dora\nEva + Gerd\nFritz + Hans\nIda + Jost\nKim + Leo"
    first, *others = one.seated(pairs).rounds[0].begun.tables
    data = Example("bridge/4-three-boards").data
    north_south, east_west = (one.book.state.entries[side[0]].names for side in first.sides if one.book.state)
    seated = (north_south[0], east_west[0], north_south[1], east_west[1])
    data = re.sub(rb'"seats":\[[^]]*\]', f'"seats":{json.dumps(seated)}'.encode(), data)
    hear(one, first.table, place(1), data)
    for table in others:
        one.do("result", round="1", table=table.table, slip=slip(table, "120:0", "0:100", "90:0"))
    one.do("close")
    for table in one.do("round").rounds[1].begun.tables:
        one.do("result", round="2", table=table.table, slip=slip(table, "90:0", "0:110", "0:100"))
    return one, data


def slip(table: SeatedTable, *points: str) -> str:
    return ", ".join(f"#{board} {own}" for board, own in zip(table.boards, points, strict=True))


def test_an_evening_of_pairs_is_written_for_scoring_programs(tmp_path: Path) -> None:
    one, data = pairs_evening(tmp_path)
    state = one.book.state
    assert state is not None
    text = exports.as_event(state, lambda _: data, "usebio")
    root = ET.fromstring(text)  # noqa: S314 - the text was written just now
    seen = next(table for table in state.rounds[0].begun.tables if state.rounds[0].results[table.table].record)
    assert [pair.findtext("PAIR_NUMBER") for pair in root.iter("PAIR")] == [str(row.entry) for row in standings(state)]
    assert {pair.findtext("DIRECTION") for pair in root.iter("PAIR")} == {"NS", "EW"}
    lines = [line for line in root.iter("TRAVELLER_LINE") if line.find("CONTRACT") is not None]
    tags = ("EW_PAIR_NUMBER", "CONTRACT", "PLAYED_BY", "LEAD", "TRICKS", "SCORE")
    assert [[line.findtext(tag) for tag in tags] for line in lines] == [
        [str(seen.sides[1][0]), "1C", "N", "DK", "8", "90"],
        [str(seen.sides[1][0]), "3HX", "E", lines[1].findtext("LEAD"), "9", "-530"],
        [str(seen.sides[1][0]), "1NT", "N", lines[2].findtext("LEAD"), "6", "-50"],
    ]
    by_hand = [line for line in root.iter("TRAVELLER_LINE") if line not in lines]
    assert ({line.find("CONTRACT") for line in by_hand}, len(by_hand)) == ({None}, 15)
    # Board 1 made 90 at the first table and 90 by the slip, board 2 lost 530 and 110, board 3 lost 50 and 100.
    points = [[line.findtext(tag) for tag in ("NS_MATCH_POINTS", "EW_MATCH_POINTS")] for line in lines]
    assert points == [["1", "1"], ["0", "2"], ["2", "0"]]
    with pytest.raises(StepError, match="the score alone, and Bridgemate's connector wants a contract"):
        exports.as_event(state, lambda _: data, "bridgemate")


def test_an_evening_is_written_as_requests_to_the_data_connector(tmp_path: Path) -> None:
    data = Example("bridge/4-three-boards").data
    one = Evening(tmp_path, game="bridge", movement="mitchell", deals="3", ranked="matchpoints")
    one.seated("Anna + Carla\nBerta + Dora")
    hear(one, "1", place(1), data)
    state = one.book.state
    assert state is not None
    found = json.loads(exports.as_event(state, lambda _: data, "bridgemate"))
    assert [request["Command"] for request in found] == [5, 10]
    event, results = (json.loads(request["SerializedData"]) for request in found)
    guid = event["EventGuid"]
    assert re.fullmatch("[0-9A-F]{32}", guid)
    assert (found[0]["SessionGuid"], found[1]["SessionGuid"]) == ("", guid)
    (section,) = event["Sessions"][0]["ScoringGroups"][0]["Sections"]
    first, second = (side[0] for side in state.rounds[0].begun.tables[0].sides)
    assert section["Tables"][0]["Rounds"][0] == {
        "SessionGuid": guid,
        "SectionLetters": "A",
        "TableNumber": 1,
        "RoundNumber": 1,
        "PairNS": results[0]["PairNorthSouth"],
        "PairEW": results[0]["PairEastWest"],
        "LowBoardNumber": 1,
        "HighBoardNumber": 3,
    }
    assert {results[0]["PairNorthSouth"], results[0]["PairEastWest"]} == {first, second}
    told = ("BoardNumber", "DeclarerDirection", "Level", "Denomination", "Stake", "TotalTricks")
    assert [[result[name] for name in told] for result in results] == [
        [1, 1, 1, 1, 0, 8],
        [2, 2, 3, 3, 1, 9],
        [3, 1, 1, 5, 0, 6],
    ]
    assert (results[0]["LeadCardRank"], results[0]["LeadCardSuit"]) == (13, 2)
    assert [(one["Direction"], one["LastName"]) for one in event["Participations"]] == [
        ("North", "Anna"),
        ("South", "Carla"),
        ("East", "Berta"),
        ("West", "Dora"),
    ]
    assert [one["BoardNumber"] for one in event["Handrecords"]] == [1, 2, 3]
    assert event["Handrecords"][1]["NorthSpades"] == "Q85"
    assert event["Handrecords"][1]["NorthHearts"] == ""


def test_contracts_that_were_entered_by_hand_are_written_like_those_of_a_record(tmp_path: Path) -> None:
    one = Evening(tmp_path, game="bridge", movement="mitchell", deals="3", ranked="matchpoints")
    one.seated("Anna + Carla\nBerta + Dora")
    state = one.do("result", round="1", table="1", slip="#1 1C N 8, #2 3HX E =, #3 pass")
    _, put = json.loads(exports.as_event(state, lambda _: None, "bridgemate"))
    names = ("BoardNumber", "DeclarerDirection", "Level", "Denomination", "Stake", "TotalTricks")
    results = json.loads(put["SerializedData"])
    assert [[result[name] for name in names] for result in results] == [
        [1, 1, 1, 1, 0, 8],
        [2, 2, 3, 3, 1, 9],
        [3, 0, 0, 0, 0, 0],
    ]
    root = ET.fromstring(exports.as_event(state, lambda _: None, "usebio"))  # noqa: S314 - written just now
    lines = [
        [line.findtext(tag) for tag in ("CONTRACT", "PLAYED_BY", "TRICKS")] for line in root.iter("TRAVELLER_LINE")
    ]
    assert lines == [["1C", "N", "8"], ["3HX", "E", "9"], ["PASS", None, None]]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"ranked": "points"}, "matchpoints"),
        (
            {"game": "schieber", "movement": "round-robin", "ranked": "points"},
            "has no Schieber; it holds",
        ),
        ({"movement": "draw", "ranked": "points"}, "an event of pairs needs a movement of pairs"),
    ],
)
@pytest.mark.parametrize("form", ["usebio", "bridgemate"])
def test_a_result_that_a_format_cannot_hold_is_refused_in_a_sentence(
    tmp_path: Path, more: dict[str, str], why: str, form: str
) -> None:
    one = Evening(tmp_path, **{"game": "bridge", "movement": "mitchell", "deals": "3", **more})
    state = one.do("register", names="Anna + Berta\nCarla + Dora" if more.get("movement") != "draw" else "A\nB\nC\nD")
    with pytest.raises(StepError, match=why):
        exports.as_event(state, lambda _: None, form)

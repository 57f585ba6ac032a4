"""The document on security says who may do what as the console and a hall have it."""

from controller.hall.arbiter import ROUTES as ARBITER_ROUTES
from controller.hall.broker import access
from controller.hall.desk.pages import ROUTES
from controller.hall.server import ROUTES as BOARD_ROUTES
from tools import access_table


def test_the_document_has_the_table_of_today() -> None:
    text = access_table.DOCUMENT.read_text(encoding="utf-8")
    begun = [text.count(begin) for begin in (access_table.BEGIN, access_table.HALL, access_table.KIOSK)]
    assert (begun, text.count(access_table.END)) == ([1, 1, 1], 3)
    assert access_table.table() in text
    assert access_table.hall_table() in text
    assert access_table.kiosk_table() in text
    assert access_table.written(text) == text


def test_the_table_names_every_route_and_action_once() -> None:
    rows = [line.split(" | ")[0] for line in access_table.table().splitlines()[2:]]
    assert len(rows) == len(set(rows)) > 50


def test_the_hall_s_table_names_every_route_of_its_board_and_every_right_at_its_broker() -> None:
    rows = [line.split(" | ")[0].removeprefix("| ") for line in access_table.hall_table().splitlines()[2:]]
    rights = [line for line in access("<hall>").splitlines() if line.startswith(("pattern ", "topic "))]
    desk = [f"`{route.method} {route.path}`" for route in (*ROUTES, *ARBITER_ROUTES)]
    board = [f"`GET {path}`" for path in BOARD_ROUTES]
    assert rows[: -len(rights)] == [*board, *desk]
    assert len(set(rows)) == len(rows) == len(board) + len(desk) + len(rights) > 15


def test_only_organisers_and_arbiters_may_change_anything() -> None:
    asked = [line for line in access_table.hall_table().splitlines() if line.startswith("| `POST")]
    assert {line.split("`")[1]: line.count("✓") for line in asked if "/enter" not in line} == {
        "POST /organiser/check": 1,
        "POST /organiser/do": 1,
        "POST /arbiter/do": 1,
    }

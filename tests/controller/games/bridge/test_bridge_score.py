"""Scores of Bridge (games.md section 11): boards and rubbers."""

import pytest

from controller.games.bridge.game import GAME
from controller.games.bridge.score import honours
from controller.games.bridge.state import BridgeBook
from controller.record.events import Value
from controller.rules.game import Settlement
from controller.rules.options import resolve
from tests.controller.games.bridge.bridge_talk import NAMES, taken

NONE, FIRST, ALL = 1, 2, 4
"""Boards, by who is vulnerable."""


def settled(bids: str, tricks: int, book: BridgeBook | None = None, **options: Value) -> Settlement[BridgeBook]:
    book = book or BridgeBook()
    done = GAME.settle(taken(bids, tricks, book, **options), book, (0, 0, 0, 0))
    parts = [sum(line.amounts[seat] or 0 for line in done.breakdown.score) for seat in range(4)]
    assert tuple(parts) == done.score == done.total
    assert done.score[:2] == done.score[2:]
    return done


@pytest.mark.rule("BRI-S1", "BRI-S2", "BRI-S3", "BRI-S4", "BRI-S5")
@pytest.mark.parametrize(
    ("bids", "tricks", "board", "score"),
    [
        ("1C P P P", 7, NONE, (70, 0)),
        ("1N P P P", 9, NONE, (150, 0)),
        ("2N P P P", 8, NONE, (120, 0)),
        ("3N P P P", 9, NONE, (400, 0)),
        ("3N P P P", 10, FIRST, (630, 0)),
        ("4H P P P", 10, NONE, (420, 0)),
        ("4S P P P", 11, ALL, (650, 0)),
        ("5C P P P", 11, NONE, (400, 0)),
        ("6D P P P", 12, NONE, (920, 0)),
        ("6N P P P", 12, ALL, (1440, 0)),
        ("7S P P P", 13, NONE, (1510, 0)),
        ("7N P P P", 13, ALL, (2220, 0)),
        ("1C X P P P", 7, NONE, (140, 0)),
        ("1C X P P P", 9, ALL, (540, 0)),
        ("2S X P P P", 8, NONE, (470, 0)),
        ("2D X XX P P P", 8, NONE, (560, 0)),
        ("1C X XX P P P", 8, ALL, (630, 0)),
        ("1N X XX P P P", 9, NONE, (960, 0)),
        ("4H P P P", 9, NONE, (0, 50)),
        ("4H P P P", 6, ALL, (0, 400)),
        ("4H X P P P", 9, NONE, (0, 100)),
        ("4H X P P P", 8, NONE, (0, 300)),
        ("4H X P P P", 7, NONE, (0, 500)),
        ("4H X P P P", 6, NONE, (0, 800)),
        ("4H X P P P", 9, ALL, (0, 200)),
        ("4H X P P P", 7, ALL, (0, 800)),
        ("7N X P P P", 0, ALL, (0, 3800)),
        ("7N X XX P P P", 0, NONE, (0, 7000)),
        ("P 1S P P P", 7, NONE, (0, 80)),
        ("P 1S P P P", 6, FIRST, (50, 0)),
        ("P P P P", 0, ALL, (0, 0)),
    ],
)
def test_a_board(bids: str, tricks: int, board: int, score: tuple[int, int]) -> None:
    done = settled(bids, tricks, board=board)
    assert (done.score[:2], done.book) == (score, BridgeBook(1))


def test_the_facts_of_a_board_stand_in_its_result() -> None:
    assert settled("1N X P P P", 7, board=2).detail == {
        "board": 2,
        "vulnerable": [True, False],
        "contract": "1 no-trump",
        "declarer": 0,
        "times": 2,
        "taken": 7,
    }
    assert settled("P P P P", 0).detail["contract"] is None


@pytest.mark.rule("BRI-R1", "BRI-R2", "BRI-R3")
@pytest.mark.parametrize(
    ("bids", "tricks", "book", "score", "after"),
    [
        ("2S P P P", 9, BridgeBook(), (90, 0), BridgeBook(1, (0, 0), (60, 0))),
        ("2S P P P", 9, BridgeBook(1, (0, 0), (40, 30)), (90, 0), BridgeBook(2, (1, 0), (0, 0))),
        ("3N P P P", 9, BridgeBook(3, (0, 1), (0, 90)), (100, 0), BridgeBook(4, (1, 1), (0, 0))),
        ("3N P P P", 9, BridgeBook(3, (1, 0), (0, 90)), (800, 0), BridgeBook(4, rubbers=1)),
        ("3N P P P", 10, BridgeBook(3, (1, 1), (0, 90)), (630, 0), BridgeBook(4, rubbers=1)),
        ("3N X P P P", 8, BridgeBook(3, (1, 0), (0, 90)), (0, 200), BridgeBook(4, (1, 0), (0, 90))),
        ("P 6S X P P P", 13, BridgeBook(3, (1, 0), (0, 0)), (0, 1010), BridgeBook(4, (1, 1))),
        ("P P P P", 0, BridgeBook(3, (1, 0), (60, 90)), (0, 0), BridgeBook(4, (1, 0), (60, 90))),
    ],
)
def test_a_deal_of_a_rubber(
    bids: str, tricks: int, book: BridgeBook, score: tuple[int, int], after: BridgeBook
) -> None:
    done = settled(bids, tricks, book, form="in-rubbers", honours=False)
    assert (done.score[:2], done.book) == (score, after)


@pytest.mark.rule("BRI-R4")
@pytest.mark.parametrize(("bids", "found"), [("1C P P P", {0: 150}), ("1H P P P", {2: 150}), ("1N P P P", {})])
def test_honours_in_one_hand(bids: str, found: dict[int, int]) -> None:
    assert honours(taken(bids, 7, form="in-rubbers")) == found
    assert honours(taken(bids, 7, form="in-rubbers", honours=False)) == {}
    counted, plain = (settled(bids, 7, form="in-rubbers", honours=count) for count in (True, False))
    assert counted.total[0] - plain.total[0] == sum(found.values())


@pytest.mark.rule("BRI-G1", "BRI-G2")
def test_the_match_ends_after_so_many_boards_or_rubbers() -> None:
    def over(book: BridgeBook, **options: Value) -> object:
        return GAME.course.over(resolve(GAME.options, NAMES, "seed", options), 1, (0, 0, 0, 0), book)

    assert over(BridgeBook(99)) is None
    assert over(BridgeBook(15), boards=16) is None
    assert over(BridgeBook(16), boards=16) == "all 16 boards were played"
    assert over(BridgeBook(3), form="in-rubbers") is None
    assert over(BridgeBook(3, rubbers=1), form="in-rubbers") == "the rubber is over"
    assert over(BridgeBook(3, rubbers=1), form="in-rubbers", rubbers=0) is None
    assert resolve(GAME.options, NAMES, "rubber", {})["form"] == "in-rubbers"


def test_a_score_set_for_one_seat_counts_for_its_partner() -> None:
    _, total, score = GAME.ruled(taken("1C P P P", 7), BridgeBook(), (10, 20, 10, 20), (50, 30, 7, 7))
    assert (total, score) == ((60, 50, 60, 50), (50, 30, 50, 30))


def test_the_sheet_has_a_column_a_pair_and_of_rubbers_the_games() -> None:
    book, total = BridgeBook(3, (1, 0), (0, 60)), (61, 70, 61, 70)
    rules = resolve(GAME.options, NAMES, "rubber", {})
    grid = GAME.sheet.grid(GAME.title, rules, book, total, ())
    assert (grid.look, grid.names) == ("paper", ("Anna+Carla", "Berta+Dora"))
    assert [[cell.text for cell in row.cells] for row in grid.foot] == [["1", "0"], ["0", "60"], ["+61", "+70"]]
    assert [*GAME.sheet.lines(GAME.title, rules, book, total, ())][-2:] == ["games: 1, 0", "below the line: 0, 60"]
    assert len(GAME.sheet.grid(GAME.title, resolve(GAME.options, NAMES, "seed", {}), book, total, ()).foot) == 1
    assert GAME.sheet.strokes(61) == ""

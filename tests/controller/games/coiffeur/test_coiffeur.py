"""Coiffeur by the rules: COI-D, COI-B, COI-P1, COI-F, COI-S; its cards are JASS-1 to JASS-8."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games import jass, load
from controller.games.coiffeur.auction import CoiffeurAuction, Contract, contracts
from controller.games.coiffeur.board import CoiffeurBoard, four_seats, marks, rank_row, write_match
from controller.record.cards import Card
from controller.record.events import Bid, Collect, DealStart, Draw, Event, MatchStart, Played
from controller.record.message import Message
from controller.record.text import RecordText
from controller.referee.fold import fold
from controller.report.replay import replay_lines
from controller.rules.deal import Deal, Play, Trick
from controller.rules.game import Tie
from controller.rules.options import resolve
from controller.rules.results import DealResult, ErrorResult, Result, Verdict
from controller.rules.sheet import Cell
from tests.support import table_talk

GAME = load("coiffeur")
THREE = MatchStart(game="coiffeur", seats=("Taro", "Jiro", "Hanako"))
FOUR = MatchStart(game="coiffeur", seats=("Anna", "Berta", "Carla", "Dora"))
ALONE = MatchStart(game="coiffeur", seats=FOUR.seats, options={"partners": False})


def results(lines: list[Event]) -> list[Result]:
    return [result for stage in fold(lines) for result in stage.results]


def table(
    trick: str, trump: str | None, play: str = "hearts", options: dict[str, str | bool] | None = None
) -> Deal[CoiffeurAuction]:
    """A deal of three with these cards in the open trick."""
    rules = resolve(GAME.options, THREE.seats, "seed", options if options is not None else {})
    auction = CoiffeurAuction(rules, 0, (frozenset[str](),) * 3, contract=Contract(0, play, play, "up"))
    plays = tuple(Play(number, number, Card(name)) for number, name in enumerate(trick.split()))
    return Deal(1, 2, rules, (0, 1, 2), 12, 0, auction, trump, (), Trick(plays))


@pytest.mark.rule("COI-F1", "COI-F2", "COI-F3", "COI-F4", "COI-F4a", "COI-F4b", "COI-F4c")
@pytest.mark.parametrize(
    ("rule", "hand", "trick", "trump", "options", "legal"),
    [
        ("COI-F1", "S6 H6", "SA", None, {}, "S6"),
        ("COI-F1 else any", "C6 H6", "SA", None, {}, "C6 H6"),
        ("COI-F2", "H6 HJ S6", "HA", "H", {}, "H6 HJ"),
        ("COI-F2 the bare jack too", "HJ S6", "HA", "H", {}, "HJ"),
        ("COI-F2 puur_exempt", "HJ S6", "HA", "H", {"puur_exempt": True}, "HJ S6"),
        ("COI-F2 puur_exempt with another", "HJ H6 S6", "HA", "H", {"puur_exempt": True}, "HJ H6"),
        ("COI-F3", "S6 H6 C6", "SA", "H", {}, "S6 H6"),
        ("COI-F3 else any", "C6 H6", "SA", "H", {}, "C6 H6"),
        ("COI-F4a", "S6 H6 HJ C6", "SA H8", "H", {}, "S6 HJ"),
        ("COI-F4b", "C6 H6 HJ", "SA H8", "H", {}, "C6 HJ"),
        ("COI-F4c under", "H6 H7 HJ", "SA H8", "H", {}, "H6 H7"),
        ("COI-F4c under, none is lower", "H9 HJ", "SA H8", "H", {}, "H9 HJ"),
        ("COI-F4c free", "H6 HJ", "SA H8", "H", {"only_trumps": "free"}, "H6 HJ"),
        ("COI-F4c over", "H6 HJ", "SA H8", "H", {"only_trumps": "over"}, "HJ"),
        ("COI-F4c over, none is higher", "H6 H7", "SA H8", "H", {"only_trumps": "over"}, "H6 H7"),
        ("COI-F4 the highest trump counts", "S6 HA H9", "SA H8 HJ", "H", {}, "S6"),
    ],
)
def test_legal_cards(
    rule: str, hand: str, trick: str, trump: str | None, options: dict[str, str | bool], legal: str
) -> None:
    held, deal = [Card(name) for name in hand.split()], table(trick, trump, options=options)
    assert " ".join(GAME.legal(deal, held)) == legal, rule


def test_profiles() -> None:
    """swiss: puur_exempt and only_trumps=free."""
    rules = resolve(GAME.options, THREE.seats, "swiss", {})
    assert (rules["puur_exempt"], rules["only_trumps"], rules["partners"]) == (True, "free", True)


@pytest.mark.rule("JASS-2", "JASS-3")
@pytest.mark.parametrize(
    ("play", "start", "turned"),
    [
        ("no-trump", None, []),
        ("spades", None, []),
        ("reverse", None, list(range(1, 13))),
        ("slalom", "up", [2, 4, 6, 8, 10, 12]),
        ("slalom", "down", [1, 3, 5, 7, 9, 11]),
        ("gustav", "up", [7, 8, 9, 10, 11, 12]),
        ("gustav", "down", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_the_order_of_each_trick(play: str, start: str | None, turned: list[int]) -> None:
    """JASS-2, JASS-3 and the contracts: reverse, slalom by turns, gustav by halves."""
    contract = Contract(0, play, play, start)
    assert [trick for trick in range(1, 13) if contract.reversed(trick)] == turned


@pytest.mark.rule("JASS-8")
@pytest.mark.parametrize(
    ("play", "trump", "trick", "winner"),
    [
        ("no-trump", None, "SK SA S6", 1),
        ("reverse", None, "SK SA S6", 2),
        ("reverse", None, "SK H6 C6", 0),
        ("hearts", "H", "SA H6 H7", 2),
        ("hearts", "H", "HA H9 HJ", 2),
        ("hearts", "H", "HA H9 SA", 1),
    ],
)
def test_winners(play: str, trump: str | None, trick: str, winner: int) -> None:
    deal = table(trick, trump, play)
    assert GAME.winner(deal, deal.open) == winner


@pytest.mark.rule("JASS-4", "JASS-5", "JASS-6")
def test_points_are_those_of_the_contract() -> None:
    """JASS-4, JASS-5, JASS-6: every contract counts 157 in all."""
    for trump in (None, *"SHDC"):
        assert sum(jass.points(card, trump, eights=trump is None) for card in jass.DECK) + 5 == 157


@pytest.mark.rule("COI-D1", "COI-D2", "COI-D3", "COI-D4")
@pytest.mark.parametrize(
    ("opening", "count", "deals"), [(THREE, 10, 30), (FOUR, 8, 16), (ALONE, 8, 32)], ids=["3", "4", "alone"]
)
def test_a_match_has_each_contract_once_for_each_side(opening: MatchStart, count: int, deals: int) -> None:
    """COI-D1 to COI-D4: 30, 16 or 32 deals, the deal passes on, then no other deal."""
    lines, _ = table_talk.record(opening, 4, deals=40)
    done = [result for result in results(lines) if isinstance(result, DealResult)]
    rules = resolve(GAME.options, opening.seats, "seed", opening.options)
    assert (len(contracts(rules)), len(done)) == (count, deals)
    dealers = [event.dealer for event in lines if isinstance(event, DealStart)]
    assert dealers == [number % len(opening.seats) for number in range(deals)]
    *_, last = results([*lines, DealStart(dealer=0)])
    assert isinstance(last, ErrorResult)


@pytest.mark.rule("COI-S4", "COI-S6")
@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_marks_of_three_sum_to_zero(seed: int) -> None:
    lines, _ = table_talk.record(THREE, seed, deals=30)
    done = [result for result in results(lines) if isinstance(result, DealResult)]
    assert {sum(result.total) for result in done} == {0}
    for result in done:
        assert result.points is not None
        assert sum(result.points) == 157
        assert result.score is not None
        [written] = [own for own in result.score if own is not None]
        whose = result.detail["declarer"]
        assert written == (257 if result.tricks[whose] == 12 else result.points[whose])


SHEET = {
    "spades": (52, 105, 89),
    "hearts": (22, 44, 122),
    "diamonds": (96, 98, 62),
    "clubs": (257, 102, 67),
    "no-trump": (123, 0, 88),
    "reverse": (92, 33, 48),
    "slalom": (89, 103, 92),
    "gustav": (120, 61, 122),
    "joker1": (108, 132, 102),
    "joker2": (150, 55, 257),
}
"""The seed's finished sheet: Taro, Jiro, Hanako."""


@pytest.mark.rule("COI-S2", "COI-S3", "COI-S4", "COI-S5", "COI-S6")
def test_the_seeds_finished_sheet() -> None:
    """COI-S2 to COI-S6: +3, -7, +4."""
    board = CoiffeurBoard(strokes=(0, 0, 0), circles=(0, 0, 0))
    for row, numbers in SHEET.items():
        for side, number in enumerate(numbers):
            written = {**board.written, (side, row): number}
            ranked = rank_row(CoiffeurBoard(written, board.strokes, board.circles, board.ranked), row, 3, ())
            assert isinstance(ranked, CoiffeurBoard)
            tricks = [0 if number == 0 else 12 if number == 257 else 6] * 3
            others = 0 if number == 257 else 6
            board = write_match(ranked, side, [own if seat == side else others for seat, own in enumerate(tricks)])
    assert (board.strokes, board.circles) == ((3, 0, 3), (1, 4, 1))
    assert board.totals() == (3, -7, 4)


@pytest.mark.rule("COI-S5")
@pytest.mark.parametrize(
    ("numbers", "drawn", "expected"),
    [
        ((90, 50, 20), [], (1, 0, -1)),
        ((50, 50, 20), [], (0, 1)),
        ((50, 50, 20), [(0, Card("S6")), (1, Card("SK"))], (0, 1, -1)),
        ((50, 20, 20), [(1, Card("S6")), (2, Card("C6"))], (1, 2)),
        ((50, 20, 20), [(1, Card("S6")), (2, Card("C6")), (1, Card("SA")), (2, Card("CK"))], (1, 0, -1)),
        ((50, 50, 50), [(0, Card("SA")), (1, Card("S6")), (2, Card("C6"))], (1, 2)),
    ],
)
def test_level_players_in_a_row_draw(
    numbers: tuple[int, ...], drawn: list[tuple[int, Card]], expected: tuple[int, ...]
) -> None:
    """COI-S5: until the order is clear, and only those still level draw again."""
    board = CoiffeurBoard({(side, "spades"): number for side, number in enumerate(numbers)}, (0, 0, 0), (0, 0, 0))
    ranked = rank_row(board, "spades", 3, drawn)
    assert (ranked.seats if isinstance(ranked, Tie) else ranked.ranked["spades"]) == expected


@pytest.mark.rule("COI-S7")
@pytest.mark.parametrize(
    ("points", "row", "score"),
    [(118, "diamonds", 33), (257, "spades", 25), (257, "joker2", 200), (9, "joker1", 0), (157, "reverse", 90)],
)
def test_four_seats_score_by_tens_and_multiplier(points: int, row: str, score: int) -> None:
    """COI-S7: the seed's example is diamonds 118, 33."""
    assert four_seats(points, row) == score


def whole_deal(opening: MatchStart, call: str, tricks: list[str]) -> DealResult:
    """A deal with the declarer 0, tricks led by their winners, who take every trick in order of seats."""
    lines: list[Event] = [opening, DealStart(dealer=len(opening.seats) - 1), Bid(seat=0, call=call)]
    for trick in tricks:
        lines += [Played(seat=int(word[0]), card=Card(word[1:])) for word in trick.split()]
        lines.append(Collect())
    [done] = [result for result in results(lines) if isinstance(result, DealResult)]
    return done


def all_tricks(seats: int) -> list[str]:
    """Seat 0 leads and takes every trick; its hand is the deck's first cards, spades from the ace down."""
    size = 36 // seats
    hands = [jass.DECK[seat * size : (seat + 1) * size] for seat in range(seats)]
    return [" ".join(f"{seat}{hands[seat][number]}" for seat in range(seats)) for number in range(size)]


@pytest.mark.rule("COI-S1", "COI-S2", "COI-S3")
def test_a_match_and_a_counter_match() -> None:
    """COI-S1, COI-S2, COI-S3: 257 and marks +2, -1, -1; 0 and marks -2, +1, +1."""
    won = whole_deal(THREE, "spades", all_tricks(3))
    assert (won.score, won.total, won.tricks) == ((257, None, None), (2, -1, -1), (12, 0, 0))
    best, second, third = (jass.DECK[start : start + 12] for start in (0, 12, 24))
    ruffed = f"0{second[0]} 1{best[8]} 2{third[0]}"
    led = zip((*best[:8], *best[9:]), third[1:], second[1:], strict=True)
    lost = whole_deal(THREE, "spades", [ruffed, *(f"1{a} 2{b} 0{c}" for a, b, c in led)])
    assert (lost.score, lost.total, lost.tricks) == ((0, None, None), (-2, 1, 1), (0, 12, 0))


@pytest.mark.rule("COI-D2", "COI-D3", "COI-S7")
@pytest.mark.parametrize(("opening", "score"), [(FOUR, (25, 0, 25, 0)), (ALONE, (25, 0, 0, 0))])
def test_four_seats_a_match_counts_25_times(opening: MatchStart, score: tuple[int, ...]) -> None:
    """COI-S7, COI-D2, COI-D3: partners both carry the score; the other side scores nothing."""
    done = whole_deal(opening, "spades", all_tricks(4))
    assert (done.score, done.total, done.tricks) == (score, score, (9, 0, 0, 0))


@pytest.mark.rule("COI-S8")
@pytest.mark.parametrize(
    ("strokes", "circles", "drawn"), [(2, 0, "II"), (6, 0, "IIII/ I"), (0, 4, "oooo"), (3, 1, "φ II"), (1, 1, "φ")]
)
def test_strokes_and_circles(strokes: int, circles: int, drawn: str) -> None:
    assert marks(strokes, circles) == drawn


def test_the_board_is_drawn_with_every_contract() -> None:
    lines, _ = table_talk.record(THREE, 2, deals=30)
    sheet = list(replay_lines(RecordText(tuple(lines))))[-14:]
    assert sheet[0].split() == ["Coiffeur", *THREE.seats, *THREE.seats]
    assert [line.split("  ")[0] for line in sheet[2:12]] == [
        "Spades",
        "Hearts",
        "Diamonds",
        "Clubs",
        "No trump",
        "Reverse",
        "Slalom",
        "Gustav",
        "Joker 1",
        "Joker 2",
    ]


BOARD = CoiffeurBoard(
    {(0, "spades"): 12, (1, "spades"): 7, (2, "spades"): 9, (1, "joker2"): 20},
    (2, 0, 0),
    (0, 0, 1),
    {"spades": (1, -1, 0)},
)
"""Taro leads by a row and a match, which Hanako lost."""


@pytest.mark.rule("COI-S4", "COI-S6", "COI-S8")
def test_the_board_shows_what_is_written_on_the_left_and_the_marks_on_the_right() -> None:
    drawn = list(
        GAME.sheet.lines(GAME.title, resolve(GAME.options, THREE.seats, "seed", {}), BOARD, BOARD.totals(), [])
    )
    found = {line.split("  ")[0]: line.split()[1:] for line in drawn}
    assert found["Spades"] == ["12", "7", "9", "I", "o"]
    assert found["Joker 2"] == ["2", "20"]
    assert found["Match"] == ["II", "o", "+3", "−1", "−1"]


@pytest.mark.rule("COI-S4", "COI-S6", "COI-S8")
def test_the_cells_of_the_board_say_what_is_written_and_the_marks_of_the_row() -> None:
    grid = GAME.sheet.grid(GAME.title, resolve(GAME.options, THREE.seats, "seed", {}), BOARD, (3, -1, -1), [])
    rows = {row.head: row.cells for row in grid.rows}
    assert rows["Spades"] == (Cell("12", 1, 0), Cell("7", 0, 1), Cell("9"))
    assert rows["Joker 2"] == (Cell(), Cell("20"), Cell())
    assert [(row.head, row.cells) for row in grid.foot] == [
        ("Match", (Cell("", 2, 0), Cell(), Cell("", 0, 1))),
        ("Total", (Cell("+3"), Cell("−1"), Cell("−1"))),
    ]


@pytest.mark.rule("COI-S7")
@pytest.mark.parametrize(
    ("opening", "names", "sums"),
    [(FOUR, ("Anna+Carla", "Berta+Dora"), ["33", "50"]), (ALONE, FOUR.seats, ["33", "50", "0", "7"])],
)
def test_with_four_seats_the_board_has_a_column_a_side_and_its_sum(
    opening: MatchStart, names: tuple[str, ...], sums: list[str]
) -> None:
    rules = resolve(GAME.options, opening.seats, "seed", opening.options)
    written = {(0, "diamonds"): 33, (1, "clubs"): 20, (1, "spades"): 30, (3, "spades"): 7}
    board = CoiffeurBoard({place: own for place, own in written.items() if place[0] < len(names)})
    grid, drawn = (
        GAME.sheet.grid(GAME.title, rules, board, (33, 50, 33, 50), []),
        list(GAME.sheet.lines(GAME.title, rules, board, (0, 0, 0, 0), [])),
    )
    assert (grid.names, grid.look) == (names, "board")
    assert [(row.suit, row.worth) for row in grid.rows][:4] == [("S", "×1"), ("H", "×4"), ("D", "×3"), ("C", "×2")]
    assert [row.head for row in grid.foot] == ["Total"]
    assert (drawn[0].split(), drawn[-1].split()[-len(sums) :]) == (["Coiffeur", *names], sums)


@pytest.mark.rule("COI-F4c")
@pytest.mark.parametrize(("last", "proven"), [("H6", [("COI-F4c", (Card("H6"),))]), ("C6", [])])
def test_the_overtrump_of_a_hand_of_trumps_is_proven_by_its_last_card(
    last: str, proven: list[tuple[str, tuple[Card, ...]]]
) -> None:
    """COI-F4c under: with trumps alone the lower one is owed; a plain card in the hand excuses the overtrump."""
    end = ["SA", "H8", "HJ", last, "H9", "HA"]
    rest = [card for card in jass.DECK if card not in end]
    seats = [seat for _ in range(10) for seat in range(3)]
    lines: list[Event] = [THREE, DealStart(dealer=2), Bid(seat=0, call="hearts")]
    lines += [Played(seat=seat, card=card) for seat, card in zip(seats, rest, strict=True)]
    lines += [Played(seat=seat, card=Card(card)) for seat, card in zip((0, 1, 2, 2, 0, 1), end, strict=True)]
    act = lines.index(Played(seat=2, card=Card("HJ"))) + 1
    found = [result for result in results(lines) if isinstance(result, Verdict) and result.event == act]
    assert [(one.rule, one.proof) for one in found if one.kind == "revoke"] == proven


def test_a_level_row_waits_for_the_draw() -> None:
    draw = Draw(seat=0, card=Card("SA"))
    *_, last = results([THREE, DealStart(dealer=2), draw])
    assert last == ErrorResult(3, Message.plain("a card was drawn, but no tie waits for a draw"))

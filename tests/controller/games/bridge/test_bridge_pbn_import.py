"""Portable Bridge Notation read into records: both ways round, what the format allows, and what is refused."""

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.cli import main
from controller.games import interchange
from controller.games.bridge.score import RUBBER
from controller.games.interchange import InterchangeError, MatchReader
from controller.record import text as record
from controller.record.events import Bid, DealStart, Declare, Event, MatchStart, Played, Value, Void
from controller.referee.fold import fold, outcome
from controller.rules.results import DealResult, ErrorResult, Verdict
from controller.store.archive import Archive
from tests.controller.games.bridge.bridge_talk import NAMES
from tests.support import table_talk
from tests.support.examples import Example
from tests.support.laws import WHOLE_MATCHES
from tests.support.loops import some
from tests.support.mutated_files import TWO_BOARDS
from tests.support.second_reading import heard, told_by_pbn

EXAMPLE = Example("bridge/4-three-boards")
BOARD = """% PBN 2.1
[Event "The example of the format's own document"]
[Date "1995.06.10"]
[Board "1"]
[West "Podgor"]
[North "Westra"]
[East "Kalish"]
[South "Leufkens"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "5HX"]
[Result "9"]
{ It is told
over two lines, with [a bracket "in it"] }
[Auction "N"]
1D      1S   3H =1= 4S
4NT =2= X    Pass   Pass ; a comment to the end of the line
5C      X!   5H     X $2
Pass    Pass Pass
[Note "1:non-forcing 6-9 points, 6-card"]
[Play "W"]
SK =1= H3 S4 S3
C5 C2 C6 CK
-  -  -  H2
*
"""
NEXT = BOARD.replace('[Board "1"]', '[Board "2"]')
PASSED = '[Dealer "N"]\n[Contract "Pass"]\n'
TABLE = """[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT  3
N  S 10 ; and no other
[TotalScoreTable "Rank;Name"]
1 "Podgor, \\"P\\""
[Annotator "[nobody] {yet}; or?"]
"""


def read(text: str) -> list[Event]:
    (match,) = reader()(text).whole()
    return [*match]


def read_tables(text: str) -> list[list[Event]]:
    return [[*match] for match in reader()(text).whole()]


@cache
def reader() -> MatchReader:
    found = interchange.reader("pbn")
    assert found is not None
    return found


def written(events: list[Event]) -> str:
    return "".join(f"{line}\n" for line in interchange.load("bridge", "pbn")(outcome(events)))


@WHOLE_MATCHES
@given(st.integers(0, 10**6), st.sampled_from([{}, {"board": 14}, {"form": RUBBER, "rubbers": 0}]))
def test_a_written_match_is_read_back_and_written_alike(seed: int, options: dict[str, Value]) -> None:
    opening = MatchStart(game="bridge", seats=NAMES, options=options)
    played, _ = table_talk.record(opening, seed, deals=3, honesty=0.9)
    text = written(played)
    again = read(text)
    assert written(again) == text
    kinds = (Bid, Played)
    assert [one for one in again if isinstance(one, kinds)] == [one for one in played if isinstance(one, kinds)]
    assert scores(again) == scores(played)


def scores(events: list[Event]) -> list[object]:
    return [
        (one.score, one.total, one.detail)
        for stage in fold(events)
        for one in stage.results
        if isinstance(one, DealResult)
    ]


def test_the_example_comes_back_with_its_revoke_and_its_hands() -> None:
    before = [*EXAMPLE.events]
    text = written(before)
    after = read(text)
    assert written(after) == text
    assert [one for one in after if isinstance(one, Played)] == [one for one in before if isinstance(one, Played)]
    shown = [one.hands for one in after if isinstance(one, DealStart)]
    assert [sorted(hands or {}) for hands in shown] == [[0, 1, 2, 3]] * 3


def test_the_documents_own_board_is_read_with_its_comments_notes_and_claim() -> None:
    events = read(BOARD)
    opening, deal, *rest = events
    assert opening == MatchStart(game="bridge", seats=("Westra", "Kalish", "Leufkens", "Podgor"))
    assert isinstance(deal, DealStart)
    assert deal.dealer == 0
    assert [len(hand) for hand in (deal.hands or {}).values()] == [13] * 4
    calls = [(one.call, one.as_) for one in rest if isinstance(one, Bid)]
    assert calls[:4] == [("1", "diamonds"), ("1", "spades"), ("3", "hearts"), ("4", "spades")]
    assert (len(calls), calls[4], calls[11]) == (18, ("4", "no-trump"), ("double", None))
    # The play is broken off after two tricks of North and South, and nine are written: seven of those left are claimed.
    assert calls[15:] == [("claim", "7"), ("accept", None), ("accept", None)]
    # By column: West leads, North ruffs, and so North leads to the second trick; South has the lead when it breaks off.
    cards = " ".join(f"{one.seat}{one.card}" for one in rest if isinstance(one, Played))
    assert cards == "3SK 0H3 1S4 2S3 0C2 1C6 2CK 3C5 2H2"
    assert rest[calls_end(rest) + 1] == Declare(seat=0, what="hand", cards=(deal.hands or {})[0])
    assert [one for stage in fold(events) for one in stage.results if isinstance(one, Verdict | ErrorResult)] == []


def test_event_site_and_date_of_each_board_come_back() -> None:
    """Also through the record's text; a board that tells none of them is written as ever."""
    told = BOARD.split("[Board")[0] + '[Site "Paris \\"Bercy\\""]\n[Board' + BOARD.split("[Board", 1)[1]
    events = [record.parse(record.to_line(event)) for event in read(told)]
    text = written(events)
    assert text.splitlines()[3:6] == [
        '[Event "The example of the format\'s own document"]',
        '[Site "Paris \\"Bercy\\""]',
        '[Date "1995.06.10"]',
    ]
    assert written(read(text)) == text
    assert [event.about for event in read(BOARD) if isinstance(event, DealStart)] == [
        {"event": "The example of the format's own document", "date": "1995.06.10"}
    ]
    plain = written(read(re.sub(r"\[(Event|Date) .*\n", "", BOARD)))
    assert plain.splitlines()[3:6] == ['[Event ""]', '[Site ""]', '[Date ""]']


def test_a_claim_is_written_as_a_play_that_breaks_off_with_its_result() -> None:
    text = written(read(BOARD))
    assert ('[Result "9"]' in text, '[Score "NS -300"]' in text, text.endswith("- - - H2\n*\n")) == (True, True, True)
    assert written(read(text)) == text


def calls_end(events: list[Event]) -> int:
    """The place of the opening lead."""
    return next(place for place, one in enumerate(events) if isinstance(one, Played))


def test_variants_that_the_format_allows_are_read_alike() -> None:
    told = [
        BOARD.replace('"None"', '"Love"'),
        BOARD.replace('[Vulnerable "None"]\n', ""),
        BOARD.replace('"1"', '""', 1),
        BOARD.replace("Pass    Pass Pass", "AP"),
        BOARD.replace("Pass   Pass", "pass   p"),
        BOARD.replace("4NT", "4N"),
        BOARD.replace('[Board "1"]', '[Board "1"]\n[Board "1"]'),
        BOARD.replace('[Board "1"]', '[Board"1"] [\tStage\n"3"]'),
        BOARD.replace('[West "Podgor"]\n', '[\n West\t"Podgor" ; a line\n] '),
        BOARD.replace('[Auction "N"]', '[Auction "W"]\n-'),
        BOARD.replace('[Dealer "N"]\n', "").replace('[Auction "N"]', '[Auction "S"]\n- -'),
        BOARD.replace("{ It", TABLE + "{ It"),
        BOARD + TABLE,
        BOARD.replace("*\n", "+ -\n*"),
        BOARD.replace("Pass    Pass Pass", "Pass    Pass Pass *"),
        BOARD.replace("[Play", '[Note "2:asks"]\n[Play'),
        BOARD.replace("{ It is told\n", "{ It is told\n\n% and told\n"),
        BOARD.replace("\n", "\r\n"),
        BOARD + "\n\n{ nothing more }\n\n",
        BOARD.replace("-  -  -  H2\n*", "- - -\nH2 *"),
        BOARD.replace('[Board "1"]', '[Board "01"]'),
        BOARD.replace('[Board "1"]', '[Board "final"]'),
        BOARD.replace('"None"', '"o"'),
        BOARD.replace('"5HX"', '"5h x"'),
        BOARD.replace("X!  ", "X ! "),
        BOARD.replace("-  -  -  H2", "-- -- -- H2"),
        BOARD.replace('[Result "9"]', '[Result "NS 9"]'),
        BOARD.replace('[Result "9"]', '[Result "EW 4"]'),
        BOARD.replace('[Result "9"]', '[Result "NS 9 EW 4"]'),
        BOARD.replace('[Result "9"]', '[Result "^9"]'),
        BOARD.replace('[Dealer "N"]', '[Dealer "North"]').replace('[Play "W"]', '[Play "west"]'),
        BOARD.replace("X!  ", "Dbl "),
        BOARD + '\n[TotalScoreTable "Rank;Name"]\n1 "Podgor"\n',
        BOARD.replace("over two", "{over}\n{ two\n }"),
        BOARD.replace("4S\n", "4S*\n"),
        BOARD.replace('[Scoring "IMP"]', '[Room "IMP"]\n[Room "MP"]'),
        BOARD + '[OptimumResultTable "Declarer Suit Tricks"]\nW S 9\n',
        '[Board "1"] ' + BOARD.removeprefix("% PBN 2.1\n").replace('[Board "1"]\n', ""),
    ]
    assert [read(text) == read(BOARD) for text in told] == [True] * len(told)


def test_a_comment_may_begin_and_end_in_mid_line_and_holds_whatever_stands_in_it() -> None:
    told = [
        BOARD.replace("1S ", "1S {; \\H } "),
        BOARD.replace("1S ", "1S ; with { a brace\n"),
        BOARD.replace("1S ", '1S {a { in it, [Note "x"] and "} '),
        BOARD.replace("1S ", '1S {\n\n[Note "1:a whole line"]\n} '),
    ]
    assert [read(text) == read(BOARD) for text in told] == [True] * len(told)


def test_a_value_that_is_as_before_is_that_of_the_board_before_and_nobody_named_is_a_direction() -> None:
    passed = '[Board "{}"]\n[Dealer "{}"]\n[North "{}"]\n[Contract "Pass"]\n'
    events = read(passed.format(3, "S", "Anna") + "\n" + passed.format(4, "W", "#"))
    opening = MatchStart(game="bridge", seats=("Anna", "East", "South", "West"), options={"board": 3})
    passes = [[Bid(seat=(dealer + turn) % 4, call="pass") for turn in range(4)] for dealer in (2, 3)]
    assert events == [opening, DealStart(dealer=2), *passes[0], DealStart(dealer=3), *passes[1]]


def test_a_value_for_all_boards_that_follow_holds_until_another_is_told() -> None:
    passed = '{}[Dealer "N"]\n[Contract "Pass"]\n\n'
    heads = ['[Event "##Club"]\n[Site "Hall"]\n', "", '[Site "#"]\n', '[Event "Final"]\n', '[Event "#"]\n']
    events = read("".join(map(passed.format, heads)))
    assert [event.about for event in events if isinstance(event, DealStart)] == [
        {"event": "Club", "site": "Hall"},
        {"event": "Club"},
        {"event": "Club", "site": "Hall"},
        {"event": "Final"},
        {"event": "Final"},
    ]


def test_a_board_has_its_own_number_and_vulnerability_and_keeps_them() -> None:
    """As practice sets, Chicago and renumbered boards have them (BRI-V1)."""
    passed = '[Board "{}"]\n[Dealer "{}"]\n[Vulnerable "{}"]\n[Contract "Pass"]\n'
    events = read("\n".join((passed.format(3, "S", "EW"), passed.format(9, "W", "Both"), passed.format(5, "N", "NS"))))
    assert [one.about for one in events if isinstance(one, DealStart)] == [
        None,
        {"board": "9", "vulnerable": "All"},
        None,
    ]
    boards = re.findall(r'Board "(\d+)"|Vulnerable "(\w+)"', written(events))
    assert "".join(map("".join, boards)) == "3EW9All5NS"
    assert read(written(events))[1:] == events[1:]


TOLD_OF_BOARDS: tuple[tuple[dict[str, str], int, tuple[bool, bool]], ...] = (
    ({"board": "2"}, 2, (True, False)),
    ({"board": "2", "vulnerable": "All"}, 2, (True, True)),
    ({"vulnerable": "all"}, 1, (False, False)),
    ({"board": "0"}, 1, (False, False)),
    ({"board": "9" * 5000}, 1, (False, False)),
)


def test_the_board_number_decides_where_the_vulnerability_is_unknown() -> None:
    for about, board, pairs in TOLD_OF_BOARDS:
        deal = outcome((MatchStart(game="bridge", seats=NAMES), DealStart(dealer=0, about=about))).deal
        assert deal is not None
        assert (deal.own.board, deal.own.vulnerable) == (board, pairs)


def test_boards_with_no_empty_line_between_are_parted_where_the_next_one_begins() -> None:
    apart, together = BOARD + "\n" + NEXT.removeprefix("% PBN 2.1\n"), BOARD + NEXT.removeprefix("% PBN 2.1\n")
    assert read(together) == read(apart)


def test_every_board_that_cannot_be_read_is_told_and_the_others_are_read() -> None:
    third = BOARD.replace('[Board "1"]', '[Board "3"]')
    parts = [
        BOARD,
        NEXT.replace("4S", "1S"),
        '[Board "9"\n',
        third,
        NEXT.replace('"2"', '"4"').replace("C5 C2", "C5 H3"),
    ]
    found = reader()("\n".join(parts))
    assert [str(fault).partition(": ")[2][:30] for fault in found.faults] == [
        "1S of W cannot be called here",
        'a tag such as [Board "1"] is e',
        "H3 is played twice",
    ]
    kept = reader()(f"{BOARD}\n{third}")
    assert (found.matches, kept.faults) == (kept.matches, ())
    with pytest.raises(InterchangeError) as refused:
        found.whole()
    assert refused.value.faults == found.faults


def test_boards_are_left_out_only_where_that_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, data = tmp_path / "club.pbn", str(tmp_path / "data")
    path.write_text("\n".join((BOARD, NEXT.replace("4S", "1S"), NEXT.replace('"2"', '"3"').replace("C5 C2", "C5 H3"))))
    assert main(["record", "import", str(path), "--data-dir", data]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 2)
    assert told.err.endswith("H3 is played twice; nothing of it is taken in\n")
    assert main(["record", "import", "--skip", str(path), "--data-dir", data]) == 0
    told = capsys.readouterr()
    assert (told.out.count("left out: line"), told.err) == (2, "")
    with Archive(tmp_path / "data") as archive:
        assert archive.record(1) == "".join(f"{record.to_line(event)}\n" for event in read(BOARD)).encode()


OTHERS = {"Westra": "Anna", "Kalish": "Berta", "Leufkens": "Carla", "Podgor": "Dora"}


def test_two_tables_of_one_board_are_two_matches() -> None:
    """By other players, by the room or the table, or as a second table that shares the board before it."""
    closed = re.sub("|".join(OTHERS), lambda name: OTHERS[name[0]], BOARD)
    both = [read(BOARD), read(closed)]
    second = closed.replace('[Board "1"]', '[Board "2"]')
    assert read_tables(f"{BOARD}\n{closed}") == both
    in_turn = "\n".join((BOARD, closed, NEXT, second))
    assert read_tables(in_turn) == read_tables("\n".join((BOARD, NEXT, closed, second)))
    shared = re.sub(r"(% PBN|\[(Board|Dealer|Deal|Vulnerable) ).*\n", "", closed)
    assert read_tables(f"{BOARD}\n{shared}") == both
    for tag in some(('[Room "{}"]', '[Table "{}"]')):
        rooms = [BOARD.replace("[Board", f"{tag.format(room)}\n[Board") for room in ("Open", "Closed")]
        matches = read_tables("\n".join((*rooms, rooms[0].replace('[Board "1"]', '[Board "2"]'))))
        assert [sum(isinstance(one, DealStart) for one in match) for match in matches] == [2, 1]
        assert read_tables("\n".join(map(written, matches))) == matches


def test_the_command_takes_in_each_table_as_a_match_or_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, data = tmp_path / "club.pbn", str(tmp_path / "data")
    closed = re.sub("|".join(OTHERS), lambda name: OTHERS[name[0]], BOARD)
    path.write_text(f"{BOARD}\n{closed.replace('4S', '1S')}")
    assert main(["record", "import", str(path), "--data-dir", data]) == 2
    path.write_text(f"{BOARD}\n{closed}")
    assert main(["record", "import", str(path), "--data-dir", data]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{path}: 2 tables, a match each"
    with Archive(tmp_path / "data") as archive:
        assert [one.id for one in archive.matches()] == [1, 2]
        assert [record.read(archive.record(own)).opening.seats for own in (1, 2)] == [
            ("Westra", "Kalish", "Leufkens", "Podgor"),
            ("Anna", "Berta", "Carla", "Dora"),
        ]
    assert main(["record", "import", str(path), "--data-dir", data]) == 2


def test_a_table_that_is_there_already_keeps_no_other_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, both, data = tmp_path / "one.pbn", tmp_path / "both.pbn", str(tmp_path / "data")
    one.write_text(BOARD)
    both.write_text(f"{BOARD}\n{re.sub('|'.join(OTHERS), lambda name: OTHERS[name[0]], BOARD)}")
    for path in (one, both):
        assert main(["record", "import", str(path), "--data-dir", data]) == 0
    told = capsys.readouterr().out
    assert f"{both}: one of its tables is in the archive already, as match 1 (" in told
    with Archive(tmp_path / "data") as archive:
        assert [one.id for one in archive.matches()] == [1, 2]


def test_boards_without_a_play_are_deals_that_do_not_count_and_come_back() -> None:
    """Sets of deals and of auctions, as they are made for practice."""
    dealt = BOARD[: BOARD.index("[Scoring")]
    called = NEXT.split("[Result")[0].replace('"S"]', '""]', 1) + NEXT[NEXT.index("[Auction") : NEXT.index("[Play")]
    broken = BOARD.replace('[Result "9"]\n', "").replace('"1"', '"4"', 1)
    assert Void(why="rule") in read(f"{broken}\n{BOARD}")
    events = read("\n".join((dealt, called, BOARD.replace('[Board "1"]', '[Board "3"]'))))
    assert [type(event).__name__ for event in events if not isinstance(event, Bid | Played)] == [
        *("MatchStart", "DealStart", "Void", "DealStart", "Void", "DealStart", "Declare"),
    ]
    assert [one.about and one.about.get("board") for one in events if isinstance(one, DealStart)] == [None, "2", "3"]
    assert errors(events) == []
    again = read(written(events))
    assert written(again) == written(events)
    assert [one for one in again if isinstance(one, DealStart | Bid)] == [
        one for one in events if isinstance(one, DealStart | Bid)
    ]


def errors(events: list[Event]) -> list[str]:
    """The errors of a match that is folded."""
    return [str(one.text) for stage in fold(events) for one in stage.results if isinstance(one, ErrorResult)]


def test_a_result_without_its_auction_is_kept_with_the_hands_and_written_again() -> None:
    events = read(BOARD[: BOARD.index("[Auction")])
    (_, deal, end) = events
    assert isinstance(deal, DealStart)
    assert (len(deal.hands or {}), deal.about, end) == (4, ABOUT, Void(why="rule"))
    assert all(f'[{tag} "{ABOUT[tag.lower()]}"]' in written(events) for tag in ("Declarer", "Contract", "Result"))
    assert "[Score" not in written(events)
    assert read(written(events)) == events


ABOUT = {
    "event": "The example of the format's own document",
    "date": "1995.06.10",
    "declarer": "S",
    "contract": "5HX",
    "result": "9",
}


@pytest.mark.parametrize("cut", ["4NT =2=", "[Play", "-  -  -"])
def test_a_last_board_that_breaks_off_comes_back(cut: str) -> None:
    told = BOARD[: BOARD.index(cut)].replace('[Result "9"]\n', "").replace('"5HX"', '""').replace('"S"]', '""]', 1)
    events = read(told)
    assert errors(events) == []
    assert read(written(events)) == events


def test_boards_from_anywhere_have_dealers_of_their_own() -> None:
    deals = "\n".join(
        PASSED.replace('"N"', f'"{dealer}"') + f'[Board "{number}"]\n'
        for dealer, number in (("W", 7), ("N", 3), ("N", 21))
    )
    assert errors(read(deals)) == []


@pytest.mark.parametrize("name", ['Jo "Ace" Smith', 'Anna \\ Smith "', 'a "quote', "back\\slash"])
def test_quotes_and_backslashes_in_a_name_are_part_of_it(name: str) -> None:
    events = read(f'[North "{name}"]\n' + PASSED)
    assert isinstance(events[0], MatchStart)
    assert events[0].seats[0] == name
    assert read(written(events))[0] == events[0]


@pytest.mark.parametrize("letter", ["\x85", "\u2028", "\0", "\x1f"])
def test_control_characters_in_names_become_spaces(letter: str) -> None:
    events = read(BOARD.replace("Podgor", f"{letter}Pod{letter}gor"))
    assert events == read(BOARD.replace("Podgor", "Pod gor"))
    assert read(written(events)) == events


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_is_read_in_whatever_coding_programs_write(tmp_path: Path, coding: str) -> None:
    path = tmp_path / "club.pbn"
    path.write_bytes(BOARD.replace("Podgor", "Pödgor").encode(coding))
    assert main(["record", "import", "--data-dir", str(tmp_path / "data"), str(path)]) == 0


@pytest.mark.parametrize(
    ("coding", "names"),
    [
        ("cp437", ("Jürg", "Zoé", "Jörg")),
        ("cp850", ("Jürg", "Böhm", "Renée", "Çelik Mödl", "Benoît Côté")),
        ("cp1252", ("Jürg", "O\u2019Brien", "Šimić – 1", "Anna „Ace“ Œuvre", "Zoë…")),
        ("iso-8859-1", ("Zoé", "Jürg")),
    ],
)
def test_names_are_read_in_the_codings_of_dos_and_windows(tmp_path: Path, coding: str, names: tuple[str, ...]) -> None:
    for number, name in enumerate(some(names), 1):
        path = tmp_path / f"{number}.pbn"
        path.write_bytes(BOARD.replace("Kalish", name).encode(coding, "replace") + b"\x1a")
        assert main(["record", "import", str(path), "--data-dir", str(tmp_path / "data")]) == 0
        with Archive(tmp_path / "data") as archive:
            assert record.read(archive.record(number)).opening.seats[1] == name.encode(coding, "replace").decode(coding)


def test_a_text_in_utf_16_that_breaks_off_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.pbn"
    path.write_bytes(BOARD.encode("utf-16")[:-1])
    assert main(["record", "import", str(path), "--data-dir", str(tmp_path / "data")]) == 2
    assert "club.pbn: line 28: here the text in UTF-16 breaks off or is damaged" in capsys.readouterr().err


REFUSED = {
    "": "line 1: no board is told",
    "boards\n": "line 1: a tag such as",
    BOARD + "{ without an end": "line 29: a comment begins here",
    BOARD.replace("4S", "1S"): "line 19: 1S of W cannot be called here",
    BOARD.replace("4S", "8S"): "line 19: '8S' is no call",
    BOARD.replace("Pass    Pass Pass", "Pass Pass Pass Pass"): "line 22: Pass of W cannot be called here",
    BOARD.replace('[Dealer "N"]', '[Dealer "Q"]'): "line 9: 'Q' is no direction",
    BOARD.replace('[Auction "N"]', '[Auction "E"]'): "line 18: N deals, and the auction begins with E",
    BOARD.replace('[Dealer "N"]\n', "").replace('[Auction "N"]', '[Auction "?"]'): "line 2: nothing tells who dealt",
    BOARD.replace('"None"', '"some"'): "line 10: 'some' is no vulnerability; there are None, NS, EW and All",
    BOARD.replace('[Board "1"]', '[Board "1a"]'): "line 4: '1a' is no number of a board",
    BOARD + "\n" + BOARD: "line 33: board 1 stands in line 2, too; a match has each once",
    BOARD.replace("N:.63", "N:63"): "line 11: '63.AKQ987.A9732' is no hand",
    BOARD.replace(".63.", ".62."): "line 11: H2 is in the deal twice",
    BOARD.replace('"N:.63', '"63'): "line 11: a deal is a direction",
    BOARD.replace('"S"]', '"W"]', 1): "line 13: the declarer is 'W' here, and S by the auction",
    BOARD.replace('"5HX"', '"5H"'): "line 14: the contract is '5H' here, and 5HX by the auction",
    BOARD.replace('[Play "W"]', '[Play "S"]'): "line 24: W leads to the first trick, not 'S'",
    BOARD.replace("C5 C2", "S1 C2"): "line 26: 'S1' is no card",
    BOARD.replace("C5 C2", "C5 H3"): "line 26: H3 is played twice",
    BOARD.replace("C5 C2", "C5 C4"): "line 26: C4 is played by N, whose hand has not got it",
    BOARD.replace("C5 C2 C6 CK", "C5 - C6 CK"): "line 26: C5 lies in trick 2, and a card before it is not told",
    BOARD.replace('[Result "9"]', '[Result "1"]'): "line 15: the result is '1' here, and the declarer takes 2 to 13",
    BOARD.replace('[Result "9"]', '[Result "+1"]'): "line 15: the result is '+1' here",
    BOARD[: BOARD.index("[Auction")].replace("[Deal ", "[Noted "): "line 2: this board has no auction",
    BOARD[: BOARD.index("[Auction")].replace("5HX", "5HQ"): "line 14: '5HQ' is no contract; there are 1C to 7NT",
    BOARD[: BOARD.index("[Auction")].replace('"9"', '"9+"'): "line 15: '9+' is no result; it is a number of tricks",
    BOARD.replace('[Result "9"]', '[Result "NS 9 EW 5"]'): "line 15: the result is 'NS 9 EW 5' here",
    BOARD.replace("Pass    Pass Pass\n", "") + "\n" + NEXT: "line 2: this board's auction has no end",
    BOARD.replace('"9"]', '"9]'): "line 15: a quote begins at '\"9]' and has no end in its line",
    BOARD.replace('[Result "9"]', '[Result "9"'): "line 15: a tag such as",
    BOARD.replace('[Result "9"]', 'Result "9"]'): "line 15: a tag such as",
    BOARD.replace('[Result "9"]', "[Result 9]"): "line 15: a tag such as",
    BOARD.replace(
        '[Result "9"]', '[Result "9"] tricks'
    ): "line 15: a tag such as [Board \"1\"] is expected, not 'tricks'",
    BOARD.replace('[Result "9"]', '["9"]'): "line 15: a tag such as",
    BOARD.replace('[Result "9"]', '[result "9"]'): "line 15: a tag such as",
    BOARD.replace('[Result "9"]', '[Result "9"]]'): "line 15: a tag such as [Board \"1\"] is expected, not ']'",
    BOARD.replace('[Result "9"]', '[Result\n\n"9"]'): "line 15: a tag such as",
    BOARD.replace('[Result "9"]', 'junk\n[Result "9"]'): "line 15: a tag such as [Board \"1\"] is expected, not 'junk'",
    BOARD.replace('[Result "9"]', '[Result "9"]\n[Result "8"]'): "line 16: [Result] is '8' here and '9' in line 15;",
    BOARD.replace('[Auction "N"]', '[Auction "N"]\n[Auction "N"]'): "line 19: [Auction] stands in line 18, too;",
    BOARD + BOARD.split("\n", 3)[3]: "line 29: board 1 stands in line 2, too; a match has each once",
    BOARD.replace("4S\n", '4S\n[Note "3:asks"]\n'): 'line 21: a tag such as [Board "1"] is expected, not \'4NT',
    BOARD.replace('[Play "W"]\n', ""): 'line 24: a tag such as [Board "1"] is expected, not \'SK',
    BOARD.replace('[Note "1:non-forcing 6-9 points, 6-card"]\n[Play "W"]', TABLE.split("N  S")[0].strip()): (
        "line 25: a row of [OptimumResultTable] has 3 values, and more stand here"
    ),
    BOARD.replace('it"] }', 'it"]'): "line 16: a comment begins here with { and has no end",
    BOARD.replace('it"] }', 'it"]').replace("1S ", "1S { it } "): "line 16: a comment begins here with {, and another",
    BOARD.replace('it"] }', 'it"]').replace('9 points, 6-card"]', 'x"]{ it }'): (
        "line 16: a comment begins here with {, and another"
    ),
    BOARD.replace("4S", "4S }"): "line 19: } ends no comment",
    BOARD.replace("X    Pass   Pass", "X    -      Pass"): "line 20: '-' is no call",
    BOARD.replace("4S\n", "4S *\n"): "line 20: '4NT' follows the end of the auction",
    BOARD.replace("4S\n", "4S +\n"): "line 20: '4NT' follows the end of the auction",
    BOARD.replace("H3 S4 S3", "* S4 S3"): "line 25: 'S4' follows the end of the play",
    BOARD + "*\n": "line 29: '*' follows the end of the play",
    BOARD.replace("H3 S4 S3", "H3 - -"): "line 26: 'C5' follows a trick that is not whole",
    BOARD.replace(
        "Pass    Pass Pass\n", ""
    ): "line 14: the contract is '5HX' here, and this board's auction has no end",
    BOARD.replace('"5HX"', '""').replace("Pass    Pass Pass\n", "").replace('"S"]', '""]', 1): (
        "line 15: the result is '9' here, and nothing is played by the auction"
    ),
    BOARD[: BOARD.index("1D  ")]
    + 'AP\n[Play "W"]\nSK\n': "line 14: the contract is '5HX' here, and PASS by the auction",
    PASSED + '\n[Board "2"]\n' + PASSED: (
        "line 1: this board has no number, and others have one; no empty line stands in a board"
    ),
    BOARD[: BOARD.index("1D  ")].replace('"5HX"', '""') + "AP\n": (
        "line 13: the declarer is 'S' here, and nothing is played by the auction"
    ),
    PASSED + '[Table "7"]\nN NT 9\n': "line 4: a tag such as [Board \"1\"] is expected, not 'N NT 9'",
    PASSED + '[Result "9"]\n': "line 3: the result is '9' here, and nothing is played by the auction",
    PASSED + '[Play "W"]\n- SK\n': "line 4: the card is 'SK' here, and nothing is played by the auction",
    PASSED + '[Dealer "E"]\n': "line 3: [Dealer] is 'E' here and 'N' in line 1; an empty line parts two boards",
}


def test_an_impossible_line_is_refused_in_one_sentence_that_names_it() -> None:
    assert {text: told for text, told in REFUSED.items() if not refusal(text).startswith(told)} == {}
    assert all("\n" not in refusal(text) for text in some(REFUSED))


def refusal(text: str) -> str:
    try:
        read_tables(text)
    except InterchangeError as error:
        return str(error)
    return "nothing was refused"


def spoiled_lines() -> list[str]:
    """The file with one line cut, doubled, broken off, lacking a letter, or with an empty line before it, by turns."""
    lines, found = TWO_BOARDS.splitlines(), list[str]()
    for number, line in enumerate(lines):
        broken = [line[:place] for place in range(1, len(line))]
        lacking = [line[:place] + line[place + 1 :] for place in range(len(line))]
        for instead in ([], [line, line], ["", line], *([other] for other in broken + lacking)):
            found.append("".join(f"{one}\n" for one in [*lines[:number], *instead, *lines[number + 1 :]]))
    return found


def test_no_part_of_a_file_is_missing_unsaid_whatever_line_of_it_is_spoiled() -> None:
    assert heard(read_tables(TWO_BOARDS)) == told_by_pbn(TWO_BOARDS)
    found = ((text, read_or_refused(text)) for text in some(spoiled_lines()))
    wrong = [text for text, whole in found if whole and heard(whole) != told_by_pbn(text)]
    assert wrong == []


def read_or_refused(text: str) -> list[list[Event]]:
    """The events of the matches; none where the text is refused."""
    try:
        return read_tables(text)
    except InterchangeError:
        return []


def test_boards_of_one_table_twice_or_with_another_result_are_refused() -> None:
    text = written([*EXAMPLE.events])
    first, second, third = re.split(r"\n\n(?=\[Event)", text)[1:]
    assert [one.about for one in read(f"{first}\n\n{third}") if isinstance(one, DealStart)] == [None, {"board": "3"}]
    assert refusal(f"{first}\n\n{first}").endswith("board 1 stands in line 1, too; a match has each once")
    assert "the result is '9' here, and the declarer takes 8" in refusal(first.replace('Result "8"', 'Result "9"'))
    rubber = second.replace('Scoring ""', 'Scoring "Rubber"')
    assert "part the file" in refusal(f"{first}\n\n{rubber}")
    assert refusal(f"{first.rstrip()} CA\n").endswith("a card follows the last of 13 tricks")


@st.composite
def spoiled(draw: st.DrawFn) -> str:
    """The board with a stretch of it left out, doubled, or replaced."""
    start = draw(st.integers(0, len(BOARD)))
    end = draw(st.integers(start, min(len(BOARD), start + 80)))
    return (
        BOARD[:start]
        + draw(st.sampled_from(["", BOARD[start:end] * 2, "{", "[", '"', "\n\n", "*", "H10", "-"]))
        + BOARD[end:]
    )


@given(st.text() | spoiled())
def test_every_text_is_a_match_or_refused(text: str) -> None:
    told = refusal(text)
    if told == "nothing was refused":
        assert isinstance(outcome(read(text)).rules.names, tuple)
    else:
        assert re.fullmatch(r"line \d+: [^\n]+", told)


def test_the_command_takes_boards_into_the_archive_or_says_why_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = [*EXAMPLE.events]
    file, data = tmp_path / "evening.PBN", tmp_path / "data"
    file.write_text(written(events), encoding="utf-8")
    assert main(["record", "import", str(file), "--data-dir", str(data)]) == 0
    with Archive(data) as archive:
        assert [*record.read(archive.record(1)).events] == read(written(events))
    broken = tmp_path / "broken.pbn"
    broken.write_bytes(written(events).replace("1C Pass", "1Z Pass").replace("Anna", "Zoé").encode("iso-8859-1"))
    assert main(["record", "import", str(broken), "--data-dir", str(data)]) == 2
    said = capsys.readouterr().err
    assert "broken.pbn: line 21: '1Z' is no call" in said
    assert said.count("\n") == 1
    with Archive(data) as archive:
        assert len(archive.matches()) == 1

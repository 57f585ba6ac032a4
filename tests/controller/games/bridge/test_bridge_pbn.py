"""Portable Bridge Notation: tags in its order, all of the example's boards, and what another program reads in them."""

import io
import re
from pathlib import Path

import pytest

from controller.commands.records import export
from controller.commands.records.export import UNREADABLE
from controller.games import interchange
from controller.games.interchange import NoWriterError
from controller.record.events import Collect, DealStart, Event, Played
from controller.referee.fold import outcome
from controller.store.archive import Archive
from controller.store.importing import import_record
from tests.controller.games.bridge.bridge_talk import auction, opening
from tests.support.examples import Example

EXAMPLE = Example("bridge/4-three-boards")
TAGS = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)


def written(events: list[Event] | None = None) -> str:
    """A match, the example's by default, as a file."""
    lines = interchange.load("bridge", "pbn")(outcome(events or EXAMPLE.events))
    return "".join(f"{line}\n" for line in lines)


def tags(board: str) -> dict[str, str]:
    return dict(re.findall(r'^\[(\w+) "(.*)"\]$', board, re.MULTILINE))


def first_deal() -> list[Event]:
    """The example's first deal."""
    events = [*EXAMPLE.events]
    return events[: [number for number, event in enumerate(events) if isinstance(event, DealStart)][1]]


def test_the_example_is_written_board_by_board() -> None:
    head, *boards = written().split("\n\n")
    assert head == "% PBN 2.1\n% EXPORT"
    assert [[*tags(board)] for board in boards] == [[*TAGS, "Score", "Auction", "Play"]] * 3
    told = ("Board", "Dealer", "Vulnerable", "Declarer", "Contract", "Result", "Score", "Play")
    assert [[tags(board)[one] for one in told] for board in boards] == [
        ["1", "N", "None", "N", "1C", "8", "NS 90", "E"],
        ["2", "E", "NS", "E", "3HX", "9", "NS -530", "S"],
        ["3", "S", "EW", "N", "1NT", "6", "NS -50", "E"],
    ]
    assert tags(boards[1])["Deal"] == ("N:Q85..K9864.AQJT7 K.K97653.A2.K963 T96432.JT8.QJ.52 AJ7.AQ42.T753.84")
    assert "1H Pass 3H X\nPass Pass Pass\n" in boards[1]
    # A row has the seats from who led to trick 1 on, whoever led to it.
    assert boards[0].split('[Play "E"]\n')[1].splitlines()[:2] == ["DK D3 D6 D4", "HA H2 H4 HK"]


def test_a_deal_that_is_passed_out_has_no_play_and_hands_that_nobody_knows() -> None:
    [_, board] = written([opening(), DealStart(dealer=2), *auction("P P P P", 2)]).split("\n\n")
    found = tags(board)
    assert [found[one] for one in ("Deal", "Declarer", "Contract", "Result", "Score")] == [
        "N:- - - -",
        "",
        "Pass",
        "",
        "NS 0",
    ]
    assert "Play" not in found


def test_a_card_that_nobody_saw_is_a_dash_and_so_is_its_hand() -> None:
    events = first_deal()
    last = events.pop()
    assert isinstance(last, Played)
    [_, board] = written([*events, Collect()]).split("\n\n")
    assert [hand == "-" for hand in tags(board)["Deal"][2:].split()] == [seat == last.seat for seat in range(4)]
    assert "-" in board.splitlines()[-1].split()
    assert "Score" not in tags(board)


def test_names_with_quotation_marks_are_written_so_that_they_can_be_read() -> None:
    events = [*first_deal()]
    events[0] = type(opening())(game="bridge", seats=('Anna "Ace"', "Berta", "Carla", "Dora"))
    assert '[North "Anna \\"Ace\\""]' in written(events)


def test_a_game_without_boards_is_refused_in_a_sentence(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    with pytest.raises(NoWriterError, match=r"^pbn has no Spades; it holds matches of bridge$"):
        interchange.load("spades", "pbn")
    with Archive(tmp_path / "data", make=True) as archive:
        for played in (EXAMPLE, Example("spades/4-three-deals")):
            import_record(archive, played.path)
        assert export.run(archive, ["1"], "pbn", None, everything=False) == 0
        assert capsysbinary.readouterr().out.decode() == written()
        assert export.run(archive, ["2"], "pbn", None, everything=False) == UNREADABLE
        assert b"pbn has no Spades" in capsysbinary.readouterr().err


def test_another_program_reads_the_same() -> None:
    parsers = pytest.importorskip("endplay.parsers.pbn", reason="endplay is not installed: pip install endplay")
    boards = parsers.load(io.StringIO(written()))
    match = EXAMPLE.match
    assert [(board.board_num, board.dealer.abbr, str(board.contract)) for board in boards] == [
        (1, "N", "1♣N+1"),
        (2, "E", "3♥Ex="),
        (3, "S", "1NTN-1"),
    ]
    assert [str(board.deal) for board in boards] == [tags(board)["Deal"] for board in written().split("\n\n")[1:]]
    assert [board.contract.score(board.vul) for board in boards] == [90, 530, -50]
    deals = [entry.deal for entry in match.ledger]
    assert [len(board.auction) for board in boards] == [len(deal.own.calls) for deal in deals]
    suits = str.maketrans("♠♥♦♣", "SHDC")
    assert [[str(card).translate(suits).replace("T", "10") for card in board.play] for board in boards] == [
        [play.card for play in deal.plays()] for deal in deals
    ]

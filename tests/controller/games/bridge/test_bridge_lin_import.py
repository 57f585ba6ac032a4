"""LIN, the files of Bridge Base Online, read into records: the same as the same boards in PBN, or refused by line."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.cli import main
from controller.games.bridge import lin_import, pbn_import
from controller.games.bridge.interchange import write
from controller.games.interchange import InterchangeError
from controller.record.cards import SUITS, Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played
from controller.referee.fold import outcome
from tests.support.examples import Example
from tests.support.loops import some

PLAYERS = (2, 3, 0, 1)
"""The order of seats in LIN: South, West, North, East."""
CALLS = {"pass": "p", "double": "d", "redouble": "r"}
(SAME,) = pbn_import.read("\n".join(write(Example("bridge/4-three-boards").match))).whole()
BOARD = (
    "pn|Sven,Wanda,Nora,Emil|st||md|3SAKQJHAKQDAKQCAKQ,S5432H432D432C432,ST987HJT9DJT9CJT9|rh||ah|Board 3|sv|e|"
    "mb|p|mb|p|mb|7N!|an|all of them|mb|p|mb|p|mb|p|pg||pc|S2|pc|S7|pc|S6|pc|SA|mc|13|"
)


def lin(events: Sequence[Event]) -> str:
    """The match as LIN, by a second reading of the format."""
    return "".join(parts(events))


def parts(events: Sequence[Event]) -> Iterator[str]:
    number = 0
    for event in events:
        match event:
            case MatchStart():
                yield f"vg|Example,,,|\npn|{','.join(event.seats[seat] for seat in PLAYERS)}|"
            case DealStart():
                number += 1
                hands = [hand((event.hands or {})[seat]) for seat in PLAYERS]
                yield f"qx|o{number}|\nst||md|{PLAYERS.index(event.dealer) + 1}{','.join(hands)}|sv||"
            case Bid() if event.call == "claim":
                won = sum(1 for trick in tricks(events, number) if trick % 2 == event.seat % 2)
                yield f"mc|{won + int(str(event.as_))}|"
            case Bid() if event.call != "accept":
                suit = {"no-trump": "N", None: ""}.get(event.as_, (event.as_ or "")[:1].upper())
                yield f"mb|{CALLS.get(event.call, event.call)}{suit}|"
            case Played():
                yield f"pc|{str(event.card).replace('10', 'T').lower()}|nt|well played|pg||\n"
            case _:
                pass


def hand(cards: Sequence[Card]) -> str:
    return "".join(suit + "".join(one.rank.replace("10", "T") for one in cards if one.suit == suit) for suit in SUITS)


def tricks(events: Sequence[Event], number: int) -> list[int]:
    """The winners of a deal's tricks."""
    deals = [entry.deal for entry in outcome(events).ledger]
    return [trick.winner or 0 for trick in deals[number - 1].tricks]


def told(events: Sequence[Event], room: str | None = None) -> list[Event]:
    """A match in LIN, played in a room."""
    kept = [event for event in events if isinstance(event, MatchStart | DealStart | Bid | Played)]
    about = {"room": room} if room else None
    return [replace(event, about=about) if room and isinstance(event, DealStart) else event for event in kept]


def test_boards_in_lin_are_the_same_as_in_pbn() -> None:
    (match,) = lin_import.read(lin(SAME)).whole()
    assert told(match) == told(SAME, "Open")


def test_a_fourth_hand_is_what_the_others_lack_and_marks_and_notes_tell_nothing() -> None:
    ((opening, deal, *rest),) = lin_import.read(BOARD).whole()
    assert opening == MatchStart(game="bridge", seats=("Nora", "Emil", "Sven", "Wanda"), options={"board": 3})
    assert isinstance(deal, DealStart)
    assert (deal.dealer, sorted(map(len, (deal.hands or {}).values()))) == (0, [13] * 4)
    assert [(one.call, one.as_) for one in rest if isinstance(one, Bid)][-3:] == [
        *(("claim", "12"), ("accept", None), ("accept", None))
    ]
    assert outcome([opening, deal, *rest]).total == (1520, 0, 1520, 0)


def test_two_rooms_are_two_matches_whichever_board_stands_beside_which() -> None:
    others = [replace(event, seats=tuple("abcd")) if isinstance(event, MatchStart) else event for event in SAME]
    four = "pn|" + lin(SAME).partition("pn|")[2].partition("|")[0]
    rooms = [lin(SAME), lin(SAME).replace("qx|o", "qx|c").replace("vg|Example,,,|\n" + four, four + ",c,d,a,b")]
    mixed = [room.split("qx|") for room in rooms]
    beside = "".join(
        (mixed[1][0], *("qx|" + one for pair in zip(*mixed, strict=True) for one in pair if one[1] in "123"))
    )
    for text in some(("".join(rooms), beside)):
        assert [told(match) for match in lin_import.read(text).whole()] == [told(SAME, "Open"), told(others, "Closed")]


REFUSED = {
    "": "line 1: no board is told",
    "pn|a,b,c,d|\nhello": "line 2: a command such as mb|1C| is expected, not 'hello'",
    BOARD.replace("mb|7N!|", "mb|8N|"): "line 1: '8N' is no call",
    BOARD.replace("md|3SAKQJ", "md|3SAKQX"): "line 1: 'SAKQXHAKQDAKQCAKQ' is no hand",
    BOARD.replace("pc|S7|", "pc|S6|"): "line 1: S6 is played by",
    BOARD.replace("mc|13|", "mc|14|"): "line 1: the result is '14' here",
    BOARD.replace("pc|S7|", "pd|S7|"): "line 1: a command such as mb|1C| is expected, not 'pd|S7|pc|",
    BOARD.replace("pc|S7|", "pg|S7|"): "line 1: a command such as mb|1C| is expected, not 'pg|S7|pc|",
    BOARD.replace("mb|7N!", "mp|7N!"): "line 1: a command such as mb|1C| is expected, not 'mp|7N!|an|",
    BOARD.replace("md|3S", "me|3S"): "line 1: a command such as mb|1C| is expected, not 'me|3SAKQJHAKQ",
    BOARD.replace("md|3SAKQJ", "nt|3SAKQJ"): "line 1: mb|p| stands before the cards of its board",
    BOARD + "\nmc|12|": "line 2: result is '12' here and '13' in line 1",
    BOARD.replace("CJT9|", "CJT9,,,|"): "line 1: 5 hands are told, and four sit at a table",
}


def test_a_fault_leaves_out_its_board_alone() -> None:
    boards = [BOARD.replace("Board 3", f"Board {number}") for number in (3, 4, 5)]
    found = lin_import.read("\n".join((boards[0], boards[1].replace("pg|", "pg", 1), boards[2])))
    assert [str(fault)[:46] for fault in found.faults] == ["line 2: a command such as mb|1C| is expected, "]
    assert [sum(isinstance(one, DealStart) for one in match) for match in found.matches] == [2]


def test_an_auction_in_one_command_and_names_of_seats_are_read_alike() -> None:
    told = [
        BOARD.replace("mb|p|mb|p|mb|7N!|an|all of them|mb|p|mb|p|mb|p|", "mb|pp7N!ppp|"),
        BOARD.replace("sv|e|", "").replace("md|", "sv|e|md|"),
    ]
    assert [lin_import.read(text) == lin_import.read(BOARD) for text in told] == [True] * len(told)
    second = BOARD.replace("pn|Sven,Wanda,Nora,Emil|", "pn|Sven,Wanda,Nora,Emil,South,West,North,East|qx|c3|")
    assert lin_import.read(second).whole()[0][0] == lin_import.read(BOARD).whole()[0][0]


def test_an_impossible_line_is_refused_in_one_sentence_that_names_it() -> None:
    for text, reason in some(REFUSED.items()):
        with pytest.raises(InterchangeError) as refused:
            lin_import.read(text).whole()
        assert str(refused.value).startswith(reason), text


@given(st.integers(0, len(BOARD)), st.integers(0, 40), st.sampled_from(["", "|", "md|", "S", "\n", "pc|H2|"]))
def test_a_damaged_file_is_refused_in_a_sentence_or_read(start: int, length: int, instead: str) -> None:
    text = BOARD[:start] + instead + BOARD[start + length :]
    assert "\n" not in fault_of(text)


def fault_of(text: str) -> str:
    """The first fault of a file; empty: it is read."""
    try:
        [outcome(match) for match in lin_import.read(text).matches]
    except InterchangeError as error:
        return str(error)
    return ""


def test_the_command_takes_it_in(tmp_path: Path) -> None:
    path = tmp_path / "club.lin"
    path.write_text(lin(SAME))
    assert main(["record", "import", str(path), "--data-dir", str(tmp_path / "data")]) == 0

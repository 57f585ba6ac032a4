import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import product, takewhile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.cli import main
from controller.record import chain
from controller.record import text as record
from controller.record.cards import Card
from controller.record.chain import ChainFault, ChainReport
from controller.record.events import Collect, End, Event, MatchStart, Played
from controller.store.journal import Journal
from tests.support import strategies

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENTS: list[Event] = [
    OPENING,
    Played(seat=0, card=Card("SA"), t=1.25),
    Collect(),
    Collect(t=2),
    Played(seat=1, card=Card("H10"), t=2.5),
    Collect(),
    End(),
]
LINES = [record.to_line(event).encode() + b"\n" for event in EVENTS]
GENUINE = b"".join(LINES)


def chained(lines: Sequence[bytes]) -> bytes:
    links = [b""]
    for line in lines:
        links.append(chain.link(links[-1], line))
    return b"".join(one + b"\n" for one in links[1:])


CHAIN = chained(LINES)
records = st.lists(strategies.events, min_size=1, max_size=8).map(
    lambda events: [record.to_line(event).encode() + b"\n" for event in events]
)


def fault(lines: Sequence[bytes]) -> ChainFault | None:
    return chain.check(b"".join(lines), CHAIN).fault


@given(records)
def test_a_record_as_it_was_written_is_whole_and_its_head_is_the_hash_of_all(lines: list[bytes]) -> None:
    head = ""
    for line in lines:
        head = hashlib.sha256(head.encode() + line).hexdigest()
    found = chain.check(b"".join(lines), chained(lines))
    assert (found.lines, found.fault, found.head, found.late) == (len(lines), None, head, ())


def test_any_byte_that_is_changed_is_found_on_its_line() -> None:
    for at, byte in enumerate(GENUINE):
        for other in (byte ^ 1, byte ^ 32, ord(" "), ord("\n")):
            edited = GENUINE[:at] + bytes([other]) + GENUINE[at + 1 :]
            if edited != GENUINE:
                found = chain.check(edited, CHAIN).fault
                assert found is not None
                assert (found.first, found.kind) == (GENUINE[:at].count(b"\n") + 1, "changed")


@given(st.data(), records)
def test_any_byte_that_is_taken_out_or_put_in_is_found(data: st.DataObject, lines: list[bytes]) -> None:
    genuine = b"".join(lines)
    at = data.draw(st.integers(0, len(genuine) - 1))
    put_in = data.draw(st.binary(max_size=2))
    edited = genuine[:at] + put_in + genuine[at + len(put_in) % 2 + (not put_in) :]
    assert (chain.check(edited, chained(lines)).fault is None) == (edited == genuine)


def test_a_line_that_is_taken_out_is_named() -> None:
    for at in range(len(LINES)):
        assert fault([*LINES[:at], *LINES[at + 1 :]]) == ChainFault("removed", at + 1, at + 1)


def test_lines_that_are_put_in_are_named() -> None:
    new = [b'{"e":"collect","t":9}\n', b'{"e":"play","seat":2,"card":"SK"}\n']
    for at in range(len(LINES)):
        for more in (new[:1], new):
            assert fault([*LINES[:at], *more, *LINES[at:]]) == ChainFault("added", at + 1, at + len(more))
    assert fault([*LINES, *new]) == ChainFault("unchained", 8, 9)


def test_a_change_beside_equal_lines_is_found_where_it_is() -> None:
    lines = [LINES[0], *[LINES[2]] * 5]
    for at in range(1, 6):
        edited = [*lines[:at], LINES[3], *lines[at + 1 :]]
        assert chain.check(b"".join(edited), chained(lines)).fault == ChainFault("changed", at + 1, at + 1)


def test_lines_in_another_order_are_named() -> None:
    for one in range(len(LINES)):
        for other in range(one + 1, len(LINES)):
            if LINES[one] != LINES[other]:
                swapped = list(LINES)
                swapped[one], swapped[other] = LINES[other], LINES[one]
                found = fault(swapped)
                assert found is not None
                assert (found.kind, found.first) == ("moved", one + 1)


def test_any_cut_is_found() -> None:
    """Of what is cut off the end, the file of the chain still holds the links."""
    for size in range(len(GENUINE)):
        whole = GENUINE[:size].count(b"\n")
        found = chain.check(GENUINE[:size], CHAIN).fault
        torn = size and GENUINE[size - 1 : size] != b"\n"
        assert found == (
            ChainFault("changed", whole + 1, whole + 1) if torn else ChainFault("removed", whole + 1, len(LINES))
        )


def test_a_chain_that_was_changed_is_told_from_a_record_that_was() -> None:
    for at, byte in enumerate(CHAIN):
        if byte != ord("\n"):
            edited = CHAIN[:at] + (b"0" if byte != ord("0") else b"1") + CHAIN[at + 1 :]
            number = CHAIN[:at].count(b"\n") + 1
            last = number == len(LINES)
            told = ChainFault("changed" if last else "chain-changed", number, number)
            assert chain.check(GENUINE, edited).fault == told


def test_a_mark_that_is_rubbed_out_is_found() -> None:
    first = chain.link(b"", LINES[0], chain.LATE)
    links = first + b"\n" + chain.link(first, LINES[1]) + b"\n"
    assert chain.check(b"".join(LINES[:2]), links) == ChainReport(2, chain.links(links), None)
    rubbed = links.replace(chain.LATE, b"")
    assert chain.check(b"".join(LINES[:2]), rubbed).fault == ChainFault("chain-changed", 1, 1)


def test_lines_that_nobody_witnessed_are_named_up_to_the_end_of_their_first_run() -> None:
    for unwitnessed in product((False, True), repeat=4):
        links = [b""]
        for line, alone in zip(LINES, unwitnessed, strict=False):
            links.append(chain.link(links[-1], line, chain.UNWITNESSED if alone else b""))
        found = chain.check(b"".join(LINES[:4]), b"".join(one + b"\n" for one in links[1:])).fault
        first = unwitnessed.index(True) + 1 if any(unwitnessed) else None
        run = takewhile(bool, unwitnessed[first - 1 :]) if first else ()
        assert found == (ChainFault("unwitnessed", first, first + len([*run]) - 1) if first else None)


def test_no_other_mark_stands_behind_a_link() -> None:
    for mark in (b" lat", b" late ", b" ", b" LATE"):
        forged = CHAIN[:-1] + mark + b"\n"
        assert chain.check(GENUINE, forged).fault == ChainFault("changed", 7, 7)


@given(st.binary(max_size=200), st.none() | st.binary(max_size=400))
def test_any_bytes_have_a_finding_and_only_their_own_chain_is_whole(data: bytes, links: bytes | None) -> None:
    found = chain.check(data, links)
    assert found.lines == len(chain.split(data))
    assert found.fault is None or found.fault.text
    if found.fault is None and data:
        assert links is not None
        assert len(found.links) == found.lines


# --- the command ---------------------------------------------------------------------------------------------------


def played(path: Path, events: Sequence[Event] = EVENTS) -> str:
    """A record as the referee writes it; its head."""
    with Journal(path) as journal:
        for event in events:
            journal.append(event)
    return chain.check(path.read_bytes(), path.with_name(path.name + ".chain").read_bytes()).head


def edit(path: Path, how: Callable[[list[bytes]], list[bytes]]) -> None:
    path.write_bytes(b"".join(how(chain.split(path.read_bytes()))))


def test_verify_tells_whole_records_and_the_first_line_that_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, bare = tmp_path / "good.jsonl", tmp_path / "bad.jsonl", tmp_path / "bare.jsonl"
    head = played(good)
    played(bad)
    edit(bad, lambda lines: [*lines[:4], lines[4].replace(b"H10", b"HA"), *lines[5:]])
    bare.write_bytes(GENUINE)
    assert main(["record", "verify", str(good)]) == 0
    assert main(["record", "verify", str(good), str(bad), str(bare)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{good}: 7 lines, whole, head {head}",
        f"{good}: 7 lines, whole, head {head}",
        f"{bad}: line 5 was changed",
        f"{bare}: no chain beside it, so nothing shows whether it was changed",
    ]
    assert main(["record", "verify", "--json", str(bad)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["lines"], told["fault"], told["line"], told["ended"]) == (7, "changed", 5, False)
    (tmp_path / "notes.md").write_text("# Notes\n")
    assert main(["record", "verify", str(tmp_path / "notes.md")]) == 2
    assert "notes.md: line 1: this is no record" in capsys.readouterr().err


def test_a_record_cut_together_with_its_chain_is_shown_by_the_head_or_the_missing_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    head = played(path)
    links = path.with_name("match.jsonl.chain")
    edit(path, lambda lines: lines[:4])
    edit(links, lambda lines: lines[:4])
    assert main(["record", "verify", str(path)]) == 0
    assert capsys.readouterr().out.endswith("; not ended yet\n")
    assert main(["record", "verify", "--head", head[:16], str(path)]) == 1
    assert "not the record whose head was written down, or lines are gone" in capsys.readouterr().out


def test_a_forged_chain_is_shown_by_the_head_that_was_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    head = played(path)
    assert main(["record", "verify", "--head", head.upper()[:20], str(path)]) == 0
    edit(path, lambda lines: [lines[0], lines[1].replace(b"SA", b"SK"), *lines[2:]])
    path.with_name("match.jsonl.chain").write_bytes(chained(chain.split(path.read_bytes())))
    assert main(["record", "verify", str(path)]) == 0
    assert main(["record", "verify", "--head", head, str(path)]) == 1
    capsys.readouterr()


def test_what_was_added_after_the_head_was_written_down_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    head = played(path, EVENTS[:6])
    played(path, EVENTS[6:])
    assert main(["record", "verify", "--head", head, str(path)]) == 1
    assert "the head written down is that of line 6: what follows was added since" in capsys.readouterr().out


def test_what_cannot_be_read_is_status_2_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    none, empty, whole = tmp_path / "none.jsonl", tmp_path / "empty.jsonl", tmp_path / "whole.jsonl"
    empty.touch()
    played(whole)
    assert main(["record", "verify", str(none), str(empty), str(whole)]) == 2
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        f"schiri: {none}: No such file or directory",
        f"schiri: {empty}: line 1: a record starts with its match line, and this one does not",
    ]
    assert told.out.startswith(f"{whole}: 7 lines, whole")
    for wrong in (["--head", "abc"], ["--head", "x" * 20], ["--head", "a" * 20, "again"]):
        assert main(["record", "verify", str(whole), *wrong]) == 2


def test_a_record_that_is_being_written_is_looked_at_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The referee writes a line and then its link; between the two nobody is accused."""
    path = tmp_path / "match.jsonl"
    path.write_bytes(GENUINE)
    links = path.with_name("match.jsonl.chain")
    links.write_bytes(chained(LINES[:6]))
    later = CHAIN

    def sleep(seconds: float) -> None:
        del seconds
        links.write_bytes(later)

    monkeypatch.setattr(time, "sleep", sleep)
    assert main(["record", "verify", str(path)]) == 0
    later = chained(LINES[:6])
    links.write_bytes(later)
    assert main(["record", "verify", str(path)]) == 1
    assert capsys.readouterr().out.endswith("line 7 was not chained: added later, or a power cut came first\n")


def test_the_program_in_the_document_checks_a_record_without_this_one(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    head = played(path)
    document = (Path(__file__).parents[3] / "docs" / "records.md").read_text(encoding="utf-8")
    [program] = re.findall(r"```python\n(.*?)```", document, flags=re.DOTALL)
    run = [sys.executable, "-c", program, str(path)]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == f"{head}\n"  # noqa: S603
    edit(path, lambda lines: [*lines[:5], lines[5].replace(b"collect", b"Collect"), *lines[6:]])
    assert "line 6" in subprocess.run(run, capture_output=True, text=True, check=False).stderr  # noqa: S603

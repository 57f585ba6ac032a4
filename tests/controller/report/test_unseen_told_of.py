"""``replay`` of records with holes: the open ones are told, answers have a line, explanations say what they rest on."""

from pathlib import Path

import pytest

from controller import cli
from controller.explain import verdict as explain
from controller.record.text import RecordText, to_line
from controller.referee import fold
from controller.report import replay
from controller.report.replay import replay_lines
from tests.support import disturbed, eye
from tests.support.history import History


def text(told: History) -> RecordText:
    """The record."""
    return RecordText(tuple(told.lines))


def lost() -> tuple[History, int]:
    """A deal of Mittlere with a trick before a gap and none after it; the line of the gap."""
    told = History("mittlere", 3)
    told.deal("C")
    told.trick("A S6", "B S7", "C S8")
    told.loses()
    gap = told.line
    told.looks("ABC")
    return told, gap


def test_a_record_that_ends_within_a_deal_with_a_hole_says_so() -> None:
    told, gap = lost()
    note = f"something went unseen at line {gap}: no score until that is told (missed)"
    assert [line for line in replay_lines(text(told)) if note in line]
    told.missed(gap)
    assert not [line for line in replay_lines(text(told)) if "unseen" in line]


def test_a_deal_without_a_score_names_the_lines() -> None:
    told, gap = lost()
    told.missed(gap, none=True, over=True)
    assert any(f"cannot be scored: something went unseen at line {gap}" in line for line in replay_lines(text(told)))


def test_accounts_of_people_have_their_line_in_the_trace() -> None:
    told, gap = lost()
    told.missed(gap, "C H6", "A H8", "B H7", won="A")
    lines = [*replay.chronicle_lines(text(told))]
    [at] = [place for place, line in enumerate(lines) if line.startswith(f"{gap:4}  gap")]
    assert lines[at + 1].startswith(f"{told.line:4}  missed of={gap} plays=Carla:H6 Anna:H8 Berta:H7 won=Anna")


def test_an_answer_that_cannot_be_is_told_where_it_stands() -> None:
    told, gap = lost()
    told.missed(gap, "D H6")
    said = "\n".join(replay.chronicle_lines(text(told)))
    assert "missed of=9 plays=seat3:H6" in said
    assert f"? line {told.line}: H6 was told of, but that seat or card is not in the deal" in said


def gap_before_a_revoke() -> tuple[History, int]:
    """Berta discards while she holds a spade; a gap hides nothing, and later she shows it."""
    told = History("mittlere", 3)
    told.deal("C")
    told.trick("A S6", "B H7", "C S8")
    told.loses()
    gap = told.line
    told.looks("ABC")
    return told, gap


def test_a_proof_that_does_not_need_the_gap_says_so() -> None:
    told, gap = gap_before_a_revoke()
    told.lays("B S9")
    assert told.said == ["revoke B H7"]
    said = "\n".join(explain.lines(text(told), 1))
    assert f"Line {gap}: nothing was seen for 4.0 s (camera)." in said
    assert "The proof rests on none of it" in said


def test_words_are_named_as_words() -> None:
    told, gap = gap_before_a_revoke()
    told.lays("B S9")
    told.missed(gap)
    said = "\n".join(explain.lines(text(told), 1))
    assert f"In line {told.line} people have told of it; their words prove nothing." in said


def test_a_proof_that_was_said_when_the_gap_closed_rests_on_that() -> None:
    """Nothing was played in a gap between two tricks; that is certain once every hand has been played in sight."""
    found = 0
    for seed in (0, 7, 8, 11):
        played = disturbed.match(seed, honesty=0.6)
        begin = max(card.end for card in played.table.cards if card.part and card.trick == 1) + 0.1
        record = RecordText(eye.written(played.table, eye.Blur(blind=(((begin, begin + 0.7), "camera"),))).events)
        for number in range(1, len(fold.outcome(record.events).verdicts) + 1):
            said = "\n".join(explain.lines(record, number))
            rests = "The proof rests on that" in said
            found += rests
            assert not rests or ("shows that nothing was lost then" in said and "rests on none of it" not in said)
    assert found


def test_two_explanations_at_once_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.jsonl"
    told, _ = lost()
    file.write_text("".join(to_line(line) + "\n" for line in told.lines))
    with pytest.raises(SystemExit) as left:
        raise SystemExit(cli.main(["replay", str(file), "--silence", "3", "--explain", "1"]))
    assert left.value.code == 2
    assert "--explain and --silence are told one at a time" in capsys.readouterr().err

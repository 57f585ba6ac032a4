"""A table of the library: it says what the referee says, and a mistake in its use changes nothing."""

from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import schiri
from controller.record import text as record
from controller.record.corrections import Rejected, corrected
from controller.record.events import Bid, DealStart, Event, MatchStart, Played, Ruling, SightEvent
from controller.record.text import to_fields
from controller.referee.fold import fold, outcome
from controller.report import notation
from schiri.table import TableCourse
from tests.support.examples import EXAMPLES, Example, each_example
from tests.support.loops import some

THREE = "Anna Berta Carla"


def mittlere() -> schiri.Table:
    table = schiri.Table("mittlere", THREE)
    table.deal("Anna")
    table.play("SA H6")
    return table


@each_example
def test_a_record_is_taken_up_and_saved_as_it_was(example: Example, tmp_path: Path) -> None:
    table = schiri.Table.load(example.path)
    assert table.verdicts == example.match.verdicts
    assert [*table.scores.values()] == [*example.match.total]
    table.save(tmp_path / "again.jsonl")
    assert record.read((tmp_path / "again.jsonl").read_bytes()).events == table.events


def test_a_match_as_text_is_taken_up_too(tmp_path: Path) -> None:
    for played in some(EXAMPLES[::5]):
        events = played.events
        (tmp_path / "match.txt").write_text("\n".join(notation.write(events)), encoding="utf-8")
        assert schiri.Table.load(tmp_path / "match.txt").events == notation.plain(events), played.name


def enact(table: schiri.Table, event: Event) -> None:
    """Do with the library what an event of a record says, all in names."""
    names = table.players
    if isinstance(event, DealStart):
        hands = None if event.hands is None else {names[seat]: hand for seat, hand in event.hands.items()}
        table.deal(names[event.dealer], turned=event.turned, hands=hands)
    elif isinstance(event, Played):
        table.play(event.card, by=names[event.seat])
    elif isinstance(event, Bid):
        table.bid(event.call, names[event.seat], as_=event.as_, start=event.start, chelem=event.chelem)
    else:
        table.say(event.e, **told(event, names))  # pyrefly: ignore[bad-argument-type]  # no undo is among them


def told(event: Event, names: tuple[str, ...]) -> dict[str, Any]:
    """The fields of an event as a program names them."""
    given = {one.name: getattr(event, one.name) for one in fields(event)}
    found = {name: value for name, value in given.items() if name not in ("e", "t", "src", "conf", "img")}
    if "seat" in found:
        found["by"] = names[found.pop("seat")]
    if "seats" in found:
        found["seats"] = [names[seat] for seat in found["seats"]]
    if isinstance(found.get("cards"), Mapping):
        found["cards"] = {names[seat]: card for seat, card in found["cards"].items()}
    return found


@each_example
def test_every_example_can_be_played_with_it_and_comes_to_the_same(example: Example) -> None:
    events = example.events
    standing = [line.event for line in corrected(events) if not isinstance(line, Rejected)]
    opening, *rest = [event for event in standing if not isinstance(event, SightEvent | Ruling)]
    assert isinstance(opening, MatchStart)
    table = schiri.Table(opening.game, opening.seats, profile=opening.profile, **opening.options)
    refused = 0
    for event in some(rest):
        try:
            enact(table, event)
        except schiri.OrderError:
            refused += 1
    same = outcome((opening, *(event for event in table.events[1:])))
    assert [verdict.accusation for verdict in table.verdicts] == [verdict.accusation for verdict in same.verdicts]
    assert refused <= sum(len(step.results) for step in fold([opening, *rest]))
    assert len(table.events) == 1 + len(rest) - refused
    if not refused and not any(isinstance(event, Ruling) for event in standing):
        assert [*table.scores.values()] == [*outcome(standing).total]


MISTAKES: list[tuple[Callable[[schiri.Table], object], type[schiri.SchiriError], type[Exception], str]] = [
    (lambda table: table.play("S8 S11"), schiri.CardError, ValueError, "'S11'"),
    (lambda table: table.legal("S7 T21"), schiri.CardError, ValueError, "'T21'"),
    (lambda table: table.legal("S7 S7"), schiri.CardError, ValueError, "'S7 S7'"),
    (lambda table: table.legal("SA"), schiri.CardError, ValueError, "'SA'"),
    (lambda table: table.say("dog", cards="S2 XX"), schiri.CardError, ValueError, "'XX'"),
    (lambda table: table.play("S8", by="Ann"), schiri.UnknownNameError, LookupError, "'Ann'"),
    (lambda table: table.may_hold("Dora"), schiri.UnknownNameError, LookupError, "'Dora'"),
    (lambda table: table.explain(2), schiri.UnknownNameError, LookupError, "explain(2)"),
    (lambda table: table.say("dug"), schiri.UnknownNameError, LookupError, "'dug'"),  # pyrefly: ignore[bad-argument-type]  # on purpose
    (lambda table: table.say("dog", card="S2"), schiri.UnknownNameError, LookupError, "'card'"),
    (lambda table: table.deal("Berta"), schiri.OrderError, ValueError, "deal('Berta')"),
    (lambda table: table.undo(9), schiri.OrderError, ValueError, "undo(9)"),
    (lambda table: table.undo(0), schiri.OrderError, ValueError, "undo(0)"),
    (lambda table: table.bid("pass"), schiri.OrderError, ValueError, "bid('pass')"),
    (lambda table: table.play(""), schiri.OrderError, ValueError, "play('')"),
    (lambda table: table.say("choose", by="Anna", take=3), schiri.OrderError, ValueError, "'take': 3"),
    (lambda table: table.say("dog", cards="S2"), schiri.OrderError, ValueError, "say('dog')"),
    (lambda table: table.push({"e": "play"}), schiri.OrderError, ValueError, "push({'e': 'play'})"),
    (lambda table: table.propose(1, "swiss"), schiri.UnknownNameError, LookupError, "propose(1)"),
    (lambda _: schiri.Table("mittle", THREE), schiri.UnknownNameError, LookupError, "'mittle'"),
    (lambda _: schiri.Table("mittlere", THREE, profile="x"), schiri.UnknownNameError, LookupError, "'x'"),
    (lambda _: schiri.Table("mittlere", THREE, follows="x"), schiri.UnknownNameError, LookupError, "'follows'"),
    (lambda _: schiri.Table("mittlere", THREE, follow="x"), schiri.SetUpError, ValueError, "cannot be 'x'"),
    (lambda _: schiri.Table("mittlere", "Anna Berta"), schiri.SetUpError, ValueError, "Anna, Berta"),
    (lambda _: schiri.Table("mittlere", "Anna Anna Carla"), schiri.SetUpError, ValueError, "'Anna Anna Carla'"),
    (lambda _: schiri.Table("mittlere", "Anna anna Carla"), schiri.SetUpError, ValueError, "'Anna anna Carla'"),
]


@pytest.mark.parametrize(("mistake", "error", "builtin", "quoted"), MISTAKES, ids=[one[3] for one in MISTAKES])
def test_a_mistake_is_told_with_what_was_given_and_changes_nothing(
    mistake: Callable[[schiri.Table], object],
    error: type[schiri.SchiriError],
    builtin: type[Exception],
    quoted: str,
) -> None:
    table = mittlere()
    before = table.events
    with pytest.raises(error) as told:
        mistake(table)
    assert isinstance(told.value, builtin)
    assert quoted in str(told.value)
    assert table.events == before


@pytest.mark.parametrize("value", [[20, 30, 40], (20, 30, 40), "20,30,40"])
def test_a_house_rule_that_is_a_list_is_given_as_a_list_or_as_it_is_printed(value: Any) -> None:  # noqa: ANN401 - any of these
    table = schiri.Table("tarot", "Anna Berta Carla Dora", poignee=value)
    assert [opening.options for opening in table.events if isinstance(opening, MatchStart)] == [
        {"poignee": (20, 30, 40)}
    ]


def test_words_in_a_list_are_understood_by_whatever_name_they_have() -> None:
    opening = schiri.Table("schieber", "Anna Berta Carla Dora", "swiss", contracts=["Rosen", "no-trump"]).events[0]
    assert isinstance(opening, MatchStart)
    assert (opening.profile, opening.options) == ("swiss", {"contracts": ("clubs", "no-trump")})


def test_a_bid_that_nobody_calls_so_is_an_unknown_name() -> None:
    table = schiri.Table("tarot", "Anna Berta Carla Dora")
    table.deal("Anna")
    with pytest.raises(schiri.UnknownNameError, match=r"'gard'.*mean garde"):
        table.bid("gard")
    assert table.turn == "Berta"


def test_a_broken_record_is_reported_by_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    mittlere().save(path)
    whole = path.read_bytes()
    for damaged in (b"", b"{}\n", whole.replace(b'"SA"', b'"S11"'), whole.replace(b"mittlere", b"poker")):
        path.write_bytes(damaged)
        with pytest.raises(schiri.RecordFileError, match=r"evening\.jsonl: .*\w"):
            schiri.Table.load(path)
    with pytest.raises(FileNotFoundError):
        schiri.Table.load(tmp_path / "none.jsonl")


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    table = mittlere()
    table.save(tmp_path / "torn.jsonl")
    with (tmp_path / "torn.jsonl").open("ab") as file:
        file.write(b'{"e":"play","se')
    assert schiri.Table.load(tmp_path / "torn.jsonl").events == table.events


def test_players_of_one_name_in_a_record_are_told_apart(tmp_path: Path) -> None:
    line = record.to_line(MatchStart(game="mittlere", seats=("Anna", "Anna", "Anna (2)")))
    (tmp_path / "same.jsonl").write_text(line + "\n", encoding="utf-8")
    table = schiri.Table.load(tmp_path / "same.jsonl")
    assert table.players == ("Anna", "Anna (2)", "Anna (2) (2)")
    table.deal("Anna (2)")
    assert table.turn == "Anna (2) (2)"


def test_every_step_can_be_taken_back_alone() -> None:
    lines = Example("mittlere/evening").events[1:40]
    events = [event for event in lines if isinstance(event, Played | DealStart)]
    table = schiri.Table("mittlere", THREE)
    for event in some(events):
        before = (table.turn, table.trick, table.scores, table.verdicts)
        enact(table, event)
        after = (table.turn, table.trick, table.scores, table.verdicts)
        table.undo()
        assert (table.turn, table.trick, table.scores, table.verdicts) == before
        enact(table, event)
        assert [*after[:3], *(one.accusation for one in after[3])][:3] == [table.turn, table.trick, table.scores]


def test_the_course_of_a_match_is_the_fold_of_its_record() -> None:
    for played in some(EXAMPLES[::4]):
        assert TableCourse.of(*played.events).match == played.match, played.name


@each_example
def test_a_match_in_one_line_reads_back_to_an_equal_table(example: Example) -> None:
    table = schiri.Table.load(example.path)
    assert "\n" not in table.line
    again = schiri.Table.read(table.line)
    assert again == table
    assert again.line == table.line
    assert [one.text for one in again.verdicts] == [one.text for one in table.verdicts]


def test_names_with_the_signs_of_the_line_are_read_back() -> None:
    table = schiri.Table("mittlere", ["A | B", "C\\|", "[D]"])
    table.deal("A | B")
    assert schiri.Table.read(table.line).players == ("A | B", "C\\|", "[D]")


def test_a_copy_goes_its_own_way() -> None:
    table = mittlere()
    others = (table.copy(), copy(table), deepcopy(table))
    assert all(other == table for other in others)
    table.play("S8")
    assert not any(other == table for other in others)
    table.undo()
    assert all(other == table for other in others)
    assert table != "a table"


@each_example
def test_pushing_event_by_event_makes_the_same_match(example: Example) -> None:
    opening, *events = example.events
    table = schiri.Table.load(example.path)
    table._course = TableCourse.of(opening)  # a match of its own version, before its first deal
    for event in events:
        try:
            table.push(to_fields(event) if isinstance(event, Played) else event)
        except schiri.OrderError:
            return  # what a table refuses is no line of it, and the lines after it have other numbers
    assert table.events == example.events
    assert table.verdicts == example.match.verdicts
    assert [*table.scores.values()] == [*example.match.total]


def test_a_bid_takes_the_words_of_the_game() -> None:
    table = schiri.Table("bridge", "Anna Berta Carla Dora")
    table.deal("Anna")
    for call in ("1 Herz", "double", "2 no-trump"):
        table.bid(call)
    said = [(event.call, event.as_) for event in table.events if isinstance(event, Bid)]
    assert said == [("1", "hearts"), ("double", None), ("2", "no-trump")]


@pytest.mark.parametrize(
    "text",
    ["", "nothing", '[Schiri "1"] | [Game "mittlere"]', '[Schiri "1"] | [Seats ["A","B","C"]] | [Game "x"] | deel'],
)
def test_a_text_that_is_no_match_is_told_so(text: str) -> None:
    with pytest.raises(schiri.RecordFileError, match="the text"):
        schiri.Table.read(text)


def test_a_card_that_there_is_not_is_none() -> None:
    with pytest.raises(schiri.CardError, match="'nonsense' names no card"):
        schiri.Card("nonsense")
    assert schiri.Card("H10").rank == "10"

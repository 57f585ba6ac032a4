import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Amend, Collect, Event, MatchStart, Played
from tests.support.strategies import events, events_of_1, missed, sights, timed_plays

OPENING = MatchStart(sight=True, game="mittlere", seats=("A", "B", "C"))
PLAY = Played(seat=0, card=Card("SA"))


@given(events)
def test_print_then_parse_gives_the_event(event: Event) -> None:
    assert record.parse(record.to_line(event)) == event


@given(events)
def test_parse_then_print_gives_the_line(event: Event) -> None:
    line = record.to_line(event)
    assert record.to_line(record.parse(line)) == line


@given(st.lists(events, max_size=20))
def test_a_record_reads_as_it_was_written(rest: list[Event]) -> None:
    text = "".join(record.to_line(event) + "\n" for event in (OPENING, *rest)).encode()
    read = record.read(text)
    assert (list(read.events), read.torn, read.size) == ([OPENING, *rest], None, len(text))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"e":"ply"}', "there is no kind of event 'ply'"),
        ('{"e":"play","card":"SA"}', "a play event needs a field 'seat'"),
        ('{"e":"play","seat":0,"card":"SB"}', "'SB' names no card"),
        ('{"e":"play","seat":0,"card":"SA","colour":1}', "there is no field 'colour' in a play event"),
        ('{"e":"play","seat":"0","card":"SA"}', "field 'seat' cannot be '0'"),
        ('{"e":"play","seat":"0","card":1}', "field 'seat' cannot be '0'"),  # the first of two faults
        ('{"e":"ruling","verdict":1,"decision":"upheld","effect":{"score":[1,"x",0]}}', "field 'effect' cannot be"),
        ('{"e":"ruling","verdict":1,"decision":"upheld","effect":{"score":[1,true,0]}}', "field 'effect' cannot be"),
        ('{"e":"ruling","verdict":1,"decision":"upheld","effect":{"score":1}}', "field 'effect' cannot be"),
        ('{"e":"ruling","verdict":1,"decision":"upheld","effect":{"pack":1}}', "field 'effect' cannot be"),
        (
            '{"e":"ruling","verdict":1,"decision":"upheld","effect":{"pack":"swiss","score":[]}}',
            "field 'effect' cannot",
        ),
        ('{"e":"ruling","verdict":1,"decision":"upheld","effect":{}}', "field 'effect' cannot be"),
        ('{"e":"play","seat":0,"card":"SA","conf":1.5}', "field 'conf' cannot be 1.5"),
        ('{"e":"play","seat":0,"card":"SA","t":NaN}', "field 't' cannot be NaN"),
        ('{"e":"void","why":"rain"}', "field 'why' cannot be 'rain'"),
        ('{"e":"match","v":4,"game":"mittlere","seats":[]}', "version 4, and only versions 1, 2 and 3"),
        (
            '{"e":"match","v":true,"game":"mittlere","seats":[]}',
            "field 'v' cannot be true: it should be the number 1, 2 or 3",
        ),
        ('{"e":"match","game":"mittlere","seats":[]}', "a match event needs a field 'v'"),
        (
            '{"e":"match","v":"2","game":"mittlere","seats":[]}',
            "field 'v' cannot be '2': it should be the number 1, 2 or 3",
        ),
        (
            '{"e":"match","v":2,"game":"mittlere","seats":[],"options":{"deals":NaN}}',
            "field 'options' cannot be NaN: it should be a number, true, false, a text or a list",
        ),
        ('{"e":"gap","t":2,"why":"camera"}', "a gap event needs a field 'from'"),
        ('{"e":"gap","t":2,"from":1,"why":"rain"}', "field 'why' cannot be 'rain'"),
        ('{"e":"seen","empty":{"Anna":1}}', "field 'empty' cannot be 'Anna'"),
        ('{"e":"seen","lies":{"0":["SB"]}}', "'SB' names no card"),
        ('{"e":"missed","of":2,"plays":[[0,"SB"]]}', "'SB' names no card"),
        ('{"e":"missed","of":2,"trump":"spades"}', "field 'trump' cannot be 'spades'"),
        ('{"e":"amend","of":2,"with":{"card":"ZZ"}}', "'ZZ' names no card"),
        ('{"e":"amend","of":2,"with":{"crad":"SA"}}', "no event has a field 'crad'"),
        ('{"e":"insert","before":2,"event":{"e":"play","seat":0}}', "a play event needs a field 'card'"),
        ('{"e":"insert","before":2,"event":{"e":"rain"}}', "there is no kind of event 'rain'"),
        (
            '{"e":"seen","empty":[0,1]}',
            "field 'empty' cannot be [0, 1]: it should be a JSON object, with seats as names",
        ),
        ('{"e":"gap","from":"x","t":2,"why":"camera"}', "field 'from' cannot be 'x': it should be a number"),
        ('{"e":"play","seat":"x","card":"SA"}', "field 'seat' cannot be 'x': it should be a whole number"),
        ('{"e":"play","seat":0,"card":"SA","since":true}', "field 'since' cannot be true: it should be a number"),
        ('{"e":"seen","empty":{"x":1}}', "field 'empty' cannot be 'x': it should be the number of a seat"),
        ('{"e":"seen","unread":0}', "field 'unread' cannot be 0: it should be a list"),
        ('{"e":"missed","of":2,"plays":[[0]]}', "field 'plays' in a missed event is too short"),
        ('{"e":"missed","of":2,"over":1}', "field 'over' cannot be 1: it should be true or false"),
        ("[]", "an event is a JSON object"),
        ('{"seat":0}', "an event is a JSON object"),
        ("play SA", "broken JSON"),
        ("", "the line is empty"),
    ],
)
def test_a_broken_line_is_refused_with_its_number_and_the_reason(line: str, reason: str) -> None:
    text = f"{record.to_line(OPENING)}\n{line}\n{record.to_line(PLAY)}\n"
    with pytest.raises(record.RecordError) as refused:
        record.read(text.encode())
    assert refused.value.line == 2
    assert reason in str(refused.value)
    assert str(refused.value).startswith("line 2: ")


BLIND = replace(OPENING, sight=None)
OF_SIGHT = st.one_of(sights, missed, timed_plays.filter(lambda event: getattr(event, "since", None) is not None))


@pytest.mark.parametrize(
    ("blind", "amended"),
    [
        (BLIND, {"sight": True}),
        (replace(BLIND, v=1), {"v": 3, "sight": True}),
        (replace(BLIND, v=1), {"v": 2}),
    ],
)
@given(rest=st.lists(events_of_1, max_size=5), new=OF_SIGHT)
def test_a_record_without_sight_holds_no_observation_before_it_is_amended(
    blind: MatchStart, amended: dict[str, Any], rest: list[Event], new: Event
) -> None:
    plain = [event for event in rest if not (isinstance(event, Amend) and event.of == 1)]
    amend = Amend(of=1, with_=amended)
    assert list(record.read(_written(blind, *plain, amend, new)).events) == [blind, *plain, amend, new]
    with pytest.raises(record.RecordError, match='"sight":true in the match event') as refused:
        record.read(_written(blind, *plain, new, amend))
    assert refused.value.line == len(plain) + 2


@pytest.mark.parametrize("version", [1, 2])
def test_a_record_of_an_older_version_has_no_field_of_sight(version: Literal[1, 2]) -> None:
    with pytest.raises(record.RecordError, match=f"a record of version {version} has no field 'sight'"):
        record.read(_written(replace(OPENING, v=version)))


def _written(*events: Event) -> bytes:
    return "".join(record.to_line(event) + "\n" for event in events).encode()


@pytest.mark.parametrize("text", ["", "\n", record.to_line(PLAY) + "\n"])
def test_a_record_without_its_match_line_is_refused(text: str) -> None:
    with pytest.raises(record.RecordError) as refused:
        record.read(text.encode())
    assert refused.value.line == 1


def test_a_line_torn_off_at_any_byte_is_left_out_and_told() -> None:
    whole = "".join(record.to_line(event) + "\n" for event in (OPENING, PLAY)).encode()
    last = record.to_line(Collect(t=1.5, img="Jänner.png")).encode()
    for cut in range(1, len(last)):
        read = record.read(whole + last[:cut])
        assert (read.events, read.size) == ((OPENING, PLAY), len(whole))
        assert read.torn == last[:cut].decode(errors="replace")
    assert record.read(whole + last).events[-1] == Collect(t=1.5, img="Jänner.png")


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_the_bytes_a_record_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    assert "\n" not in _refusal(lambda: record.read(data)).strip()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["e", "seat", "card", "with", "event", "of", "v"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(json_values | st.fixed_dictionaries({"e": st.sampled_from(["play", "amend", "insert"]), "of": json_values}))
def test_whatever_the_json_an_event_is_read_or_refused(value: object) -> None:
    assert _refusal(lambda: record.parse(json.dumps(value), 7)).startswith(("line 7: ", "read"))


def _refusal(read: Callable[[], object]) -> str:
    try:
        read()
    except record.RecordError as refused:
        return str(refused)
    return "read"

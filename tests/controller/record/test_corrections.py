"""Corrections are laws of editing: the corrected record equals the record written right at once."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from controller.record.cards import Card
from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import Amend, Collect, Event, Gap, Insert, MatchStart, Missed, Played, Seen, Undo
from controller.record.message import Message
from controller.record.text import parse_fields, to_fields
from tests.support.strategies import events, plain_events, sights

OPENING = MatchStart(game="mittlere", seats=("A", "B", "C"))
PLAY = {"e": "play", "seat": 1, "card": "H9"}
plain = st.lists(plain_events, min_size=1, max_size=12)


def stand(lines: Sequence[Event]) -> list[Event]:
    return [line.event for line in corrected(lines) if isinstance(line, StandingEvent)]


@given(plain, st.data())
def test_undo_equals_the_record_without_its_last_events(rest: list[Event], data: st.DataObject) -> None:
    n = data.draw(st.integers(1, len(rest)))
    assert stand([OPENING, *rest, Undo(n=n)]) == [OPENING, *rest[: len(rest) - n]]


@given(plain, plain, st.data())
def test_undo_counts_only_what_still_stands(first: list[Event], then: list[Event], data: st.DataObject) -> None:
    a, b = data.draw(st.integers(1, len(first))), data.draw(st.integers(1, len(then)))
    kept = [*first[: len(first) - a], *then]
    assert stand([OPENING, *first, Undo(n=a), *then, Undo(n=b)]) == [OPENING, *kept[: len(kept) - b]]


@given(plain, st.data())
def test_insert_equals_the_record_with_the_events_in_place(rest: list[Event], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(rest) - 1))
    missed = data.draw(plain)
    lines = [OPENING, *rest, *(Insert(before=place + 2, event=to_fields(event)) for event in missed)]
    assert stand(lines) == [OPENING, *rest[:place], *missed, *rest[place:]]


@given(plain, st.data())
def test_an_inserted_event_bears_the_number_of_its_line(rest: list[Event], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(rest) - 1))
    lines = corrected([OPENING, *rest, Insert(before=place + 2, event=to_fields(Collect()))])
    numbers = [*range(1, place + 2), len(rest) + 2, *range(place + 2, len(rest) + 2)]
    assert [line.number for line in lines] == numbers


@given(plain, st.integers(0, 2), st.sampled_from(["SA", "H10"]), st.data())
def test_amend_equals_the_record_with_the_fields_changed(
    rest: list[Event], seat: int, card: str, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(rest)))
    rest.insert(place, Played(seat=1, card=Card("C6"), t=3))
    lines = [OPENING, *rest, Amend(of=place + 2, with_={"seat": seat, "card": card})]
    rest[place] = Played(seat=seat, card=Card(card), t=3)
    assert stand(lines) == [OPENING, *rest]


@given(plain, st.data())
def test_a_correction_that_is_undone_never_happened(rest: list[Event], data: st.DataObject) -> None:
    correction = data.draw(
        st.one_of(
            st.builds(Insert, before=st.integers(2, len(rest) + 1), event=plain_events.map(to_fields)),
            st.builds(Amend, of=st.integers(2, len(rest) + 1), with_=st.just({"t": 5})),
        )
    )
    assert stand([OPENING, *rest, correction, Undo(n=1)]) == [OPENING, *rest]


@given(st.lists(events, max_size=30))
def test_every_line_stands_was_undone_or_is_a_correction(rest: list[Event]) -> None:
    """Totality: any lines have a corrected record; no number comes twice, none is invented."""
    lines = corrected([OPENING, *rest])
    numbers = [line.number for line in lines]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(1, len(rest) + 2))
    assert lines[0] == StandingEvent(1, OPENING)
    for line in lines[1:]:
        if isinstance(line, StandingEvent) and not isinstance(rest[line.number - 2], Insert | Amend):
            assert type(line.event) is type(rest[line.number - 2])


@pytest.mark.parametrize(
    ("correction", "text"),
    [
        (Undo(n=2), "undo of 2 events, but only 1 stand"),
        (Amend(of=9, with_={"seat": 1}), "event 9 is not one that stands"),
        (Amend(of=3, with_={"seat": 1}), "event 3 is not one that stands"),
        (Amend(of=2, with_={"e": "collect"}), "cannot change the kind"),
        (Amend(of=2, with_={"why": "rule"}), "event 2 cannot be amended: there is no field 'why' in a play event"),
        (Insert(before=1, event={"e": "collect"}), "no collect event can be inserted before event 1"),
        (Insert(before=2, event={"e": "undo", "n": 1}), "no undo event can be inserted"),
    ],
)
def test_a_correction_that_cannot_be_made_is_told(correction: Event, text: str) -> None:
    lines = corrected([OPENING, Played(seat=0, card=Card("SA")), correction])
    assert len(lines) == 3
    assert isinstance(lines[2], Rejected)
    assert lines[2].number == 3
    assert text in lines[2].text


def test_an_insertion_can_be_amended_and_inserted_before() -> None:
    play = {"e": "play", "seat": 0, "card": "SA"}
    lines: list[Event] = [
        OPENING,
        Collect(),
        Insert(before=2, event=play),
        Amend(of=3, with_={"seat": 2}),
        Insert(before=3, event={"e": "play", "seat": 1, "card": "S6"}),
    ]
    assert stand(lines) == [
        OPENING,
        parse_fields({**play, "seat": 1, "card": "S6"}),
        parse_fields({**play, "seat": 2}),
        Collect(),
    ]


@given(plain, st.lists(sights, max_size=4), st.data())
def test_undo_passes_over_what_was_seen_and_not_seen(
    rest: list[Event], between: list[Event], data: st.DataObject
) -> None:
    n, places = data.draw(st.integers(1, len(rest))), data.draw(st.permutations(range(len(rest))))
    lines = list(rest)
    for place, sight in zip(sorted(places[: len(between)], reverse=True), between, strict=False):
        lines.insert(place, sight)
    taken = {id(event) for event in rest[len(rest) - n :]}
    kept = [event for event in lines if id(event) not in taken]
    assert stand([OPENING, *lines, Undo(n=n)]) == [OPENING, *kept]


GAP, SEEN = Gap(from_=1, t=2, why="camera"), Seen(t=3)
TELL = Missed(of=2, plays=())


def test_nothing_amends_what_was_seen_and_events_come_before_it() -> None:
    lines: list[Event] = [
        OPENING,
        GAP,
        SEEN,
        Amend(of=2, with_={"t": 9}),
        Amend(of=3, with_={"t": 9}),
        Insert(before=2, event=PLAY),
    ]
    assert [(line.number, type(line).__name__) for line in corrected(lines)] == [
        (1, "StandingEvent"),
        (6, "StandingEvent"),
        (2, "StandingEvent"),
        (3, "StandingEvent"),
        (4, "Rejected"),
        (5, "Rejected"),
    ]


@pytest.mark.parametrize("kind", ["gap", "seen", "missed", "undo", "amend", "insert", "match"])
def test_what_was_seen_and_corrections_are_not_inserted(kind: str) -> None:
    line = corrected([OPENING, GAP, Insert(before=2, event={"e": kind})])[-1]
    assert line == Rejected(3, Message.plain(f"no {kind} event can be inserted before event 2"))


def test_the_newest_word_on_a_hole_stands_and_undo_takes_it_back() -> None:
    newer = Missed(of=2, over=True)

    def told(*lines: Event) -> list[StandingEvent | None]:
        return [line.missed for line in corrected([OPENING, GAP, *lines]) if isinstance(line, StandingEvent)]

    assert told(TELL) == [None, StandingEvent(3, TELL)]
    assert told(TELL, newer) == [None, StandingEvent(4, newer)]
    assert told(TELL, newer, Undo(n=1)) == [None, StandingEvent(3, TELL)]
    assert told(TELL, newer, Undo(n=2)) == [None, None]


@pytest.mark.parametrize("of", [1, 3, 4, 9])
def test_a_word_on_what_leaves_no_hole_is_refused(of: int) -> None:
    line = corrected([OPENING, GAP, SEEN, TELL, Missed(of=of)])[-1]
    assert isinstance(line, Rejected)
    assert line.number == 5


def test_a_record_of_version_2_does_not_become_one_of_version_1() -> None:
    lines = corrected([replace(OPENING, v=1), Amend(of=1, with_={"v": 2}), Amend(of=1, with_={"v": 1})])
    assert lines[0] == StandingEvent(1, replace(OPENING, v=2))
    assert lines[1:] == (Rejected(3, Message.plain("event 1 cannot be amended: the record is of version 2 already")),)


def test_a_record_that_tells_what_was_seen_goes_on_telling_it() -> None:
    lines = corrected([OPENING, Amend(of=1, with_={"sight": True}), Amend(of=1, with_={"sight": False})])
    assert lines[0] == StandingEvent(1, replace(OPENING, sight=True))
    fault = "event 1 cannot be amended: the record tells what was seen already"
    assert lines[1:] == (Rejected(3, Message.plain(fault)),)


def test_insertions_before_insertions_have_no_depth_that_is_too_deep() -> None:
    lines: list[Event] = [OPENING, Collect()]
    lines += [Insert(before=number, event=PLAY) for number in range(2, 5002)]
    assert [line.number for line in corrected(lines)] == [1, *range(5002, 1, -1)]


def test_an_undone_amendment_leaves_what_was_amended_before_it() -> None:
    lines: list[Event] = [OPENING, Played(seat=1, card=Card("H9"))]
    lines += [Amend(of=2, with_={"card": card}) for card in ("H10", "HJ", "HQ")]
    assert stand([*lines, Undo(n=2)]) == [OPENING, Played(seat=1, card=Card("H10"))]
    assert stand([*lines, Undo(n=3)]) == [OPENING, Played(seat=1, card=Card("H9"))]
    assert stand([*lines, Undo(n=2), Amend(of=2, with_={"seat": 2})]) == [OPENING, Played(seat=2, card=Card("H10"))]


corrections = st.one_of(
    st.builds(Amend, of=st.integers(2, 9), with_=st.sampled_from([{"card": "H10"}, {"seat": 2}, {"card": "none"}])),
    st.builds(Insert, before=st.integers(2, 9), event=st.sampled_from([PLAY, to_fields(Collect())])),
    st.builds(Missed, of=st.integers(2, 9), won=st.sampled_from([None, (1,)])),
    st.just(Collect()),
)


@given(st.lists(st.one_of(corrections, st.builds(Undo, n=st.integers(1, 3))), max_size=15), corrections)
def test_whatever_is_taken_back_leaves_all_as_it_stood_before_it(moves: list[Event], one: Event) -> None:
    lines: list[Event] = [OPENING, Played(seat=1, card=Card("H9")), Collect(), *moves]
    rejected = [line.number for line in corrected([*lines, one]) if isinstance(line, Rejected)]
    assume(len(lines) + 1 not in rejected)
    again = corrected([*lines, one, Undo(n=1)])
    assert again == corrected(lines)

"""A match as text for people, written and read back."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.record.events import Event, MatchStart
from controller.referee.fold import cannot_start, outcome
from controller.report import notation
from tests.support import strategies, table_talk
from tests.support.examples import Example, each_example

SEATED = [
    MatchStart(sight=True, game="mittlere", seats=("Anna", "Berta", "Carla")),
    MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")),
    MatchStart(game="mittlere", seats=("An\u2028na", "", "seat0")),
    MatchStart(game="coiffeur", seats=("a", "a", "true", 'q"q')),
]


def there_and_back(events: list[Event]) -> tuple[Event, ...]:
    return notation.read("\n".join(notation.write(events)))


@given(st.sampled_from(SEATED), st.lists(strategies.events, max_size=12))
def test_every_written_match_is_read_back(opening: MatchStart, events: list[Event]) -> None:
    """Corrections are applied; times and sources are kept from version 2 on, where what may be said rests on them."""
    kept = notation.plain([opening, *events])
    assert there_and_back([opening, *events]) == kept
    assert notation.plain(kept) == kept
    assert there_and_back([*kept]) == kept


@each_example
def test_the_stories_come_back_with_the_same_score(example: Example) -> None:
    again = there_and_back([*example.events])
    assert again == notation.plain(example.events)
    before, after = example.match, outcome(again)
    assert (after.total, len(after.verdicts)) == (before.total, len(before.verdicts))


@pytest.mark.parametrize("game", ["mittlere", "tarot", "condor"])
def test_whole_matches_of_players_come_back(game: str) -> None:
    for seed in range(5):
        opening = MatchStart(game=game, seats=("Anna", "Berta", "Carla")[: 2 if game == "condor" else 3])
        assert cannot_start(opening) is None
        events, _ = table_talk.record(opening, seed, honesty=0.8)
        assert there_and_back(events) == notation.plain(events)


def test_a_letter_in_another_coding_is_refused_with_its_line() -> None:
    data = f'{notation.MAGIC}\n[Game "mittlere"]\n[Seats ["Zoé"]]\n'.encode("iso-8859-1")
    with pytest.raises(notation.NotationError, match=r"^line 3: a letter here is not written in UTF-8"):
        notation.as_record(data)


def test_a_trick_is_a_line_and_all_else_is_in_words() -> None:
    text = [
        notation.MAGIC,
        '[Game "mittlere"]',
        '[Seats ["Anna", "Berta", "Carla"]]',
        '[Profile "seed"]',
        "[Options {}]",
        "",
        "deal dealer=Carla",
        "Anna: SA S6 S7",
        "% trick 1: Anna takes 11",
        "Anna: HA",
        "Carla: H6",
        "% out-of-turn",
        "ruling verdict=1 decision=dismissed effect=none",
    ]
    written = [*notation.write(notation.read("\n".join(text)))]
    assert [line for line in written if not line.startswith("%")] == [line for line in text if line[:1] != "%"]
    assert written[8] == "% trick 1: Anna takes 11"
    assert written[11].startswith("% ! verdict 1: out-of-turn (TURN)")


def test_the_example_in_the_document_is_what_is_written() -> None:
    document = (Path(__file__).parents[3] / "docs" / "records.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```\n(\[Schiri.*?)```", document, flags=re.DOTALL)
    written = [*notation.write(notation.read(example))]
    assert written == example.splitlines()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("[Game]", "there is no kind of event '[Game]'"),
        ("[Game nonsense]", "is no tag"),
        ("Anna: XX", "line 5: field 'card' cannot be 'XX'"),
        ("Dora: SA", "'Dora: SA' is no tag, no trick and no event"),
        ("play seat=Anna", "a play event needs a field 'card'"),
        ("hello", "there is no kind of event 'hello'"),
        ("bid seat=Anna call", "name=value is expected at character 15"),
        ("bid seat=Anna call={", "is no tag"),
        (f"deal dealer={'[' * 3000}", "is no tag"),
    ],
)
def test_text_that_is_no_match_is_refused_with_its_line(wrong: str, told: str) -> None:
    text = [notation.MAGIC, '[Game "mittlere"]', '[Seats ["Anna", "Berta", "Carla"]]', "deal dealer=Carla", wrong]
    with pytest.raises(notation.NotationError) as error:
        notation.read("\n".join(text))
    assert str(error.value).startswith("line 5: ")
    assert told in str(error.value)
    assert len(str(error.value)) < 300


def test_a_name_steers_no_terminal_and_comes_back() -> None:
    names = ("Anna\u202egnirts", "Ber\u200bta", "Ca\u2028rla")
    written = "\n".join(notation.write([MatchStart(game="mittlere", seats=names)]))
    assert written.isascii()
    [opening] = notation.read(written)
    assert isinstance(opening, MatchStart)
    assert opening.seats == names


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f"{notation.MAGIC}\n{text}", f'{notation.MAGIC}\n[Game "a"]\n[Seats ["b"]]\n{text}'):
        try:
            events = notation.read(whole)
        except notation.NotationError:
            continue
        assert isinstance(events[0], MatchStart)

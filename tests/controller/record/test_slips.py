"""Slips of editors and arbiters: a byte order mark, a score that no sheet holds, an end in the middle of a deal."""

from codecs import BOM_UTF8

import pytest

from controller.record.events import End, MatchStart, Ruling
from controller.record.text import RecordError, parse, read, to_line
from controller.referee.fold import fold
from controller.rules.results import DealResult, ErrorResult, MatchResult
from tests.support import table_talk

LINES, _ = table_talk.record(MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")), 1)
TEXT = "".join(f"{to_line(event)}\n" for event in LINES).encode()


@pytest.mark.parametrize("data", [TEXT, TEXT[:-1], TEXT + b'{"e": "pl'])
def test_a_byte_order_mark_is_read(data: bytes) -> None:
    """The place at which a record is written on counts it."""
    plain, marked = read(data), read(BOM_UTF8 + data)
    assert (marked.events, marked.torn, marked.size) == (plain.events, plain.torn, plain.size + len(BOM_UTF8))


@pytest.mark.parametrize("score", ["1e400", "1" + 309 * "0", "-1" + 309 * "0", "1000000000", "NaN"])
def test_a_score_beyond_all_sheets_is_refused_in_a_sentence(score: str) -> None:
    with pytest.raises(RecordError) as error:
        parse(f'{{"e":"ruling","verdict":1,"decision":"upheld","effect":{{"score":[{score},0,0]}}}}')
    assert str(error.value).startswith("line 1: field 'effect' cannot be {\"score\": [")
    assert '{"score":[one a seat, under 1000000000]}' in str(error.value)
    assert len(str(error.value)) < 250
    ruling = parse('{"e":"ruling","verdict":1,"decision":"upheld","effect":{"score":[-257,null,0]}}')
    assert isinstance(ruling, Ruling)
    assert ruling.score == (-257, None, 0)


def test_an_end_in_the_middle_of_a_deal_says_what_becomes_of_it() -> None:
    """It is void, as one is that is broken off by the next deal; between deals nothing is said."""
    *_, last = fold([*LINES[:9], End()])
    error, void, final = last.results
    assert isinstance(error, ErrorResult)
    assert str(error.text) == "the match ended before the deal had; that deal is void"
    assert isinstance(void, DealResult)
    assert (void.detail, void.total) == ({"void": "unfinished"}, (0, 0, 0))
    assert isinstance(final, MatchResult)
    *_, last = fold([*LINES, End()])
    assert [type(one) for one in last.results] == [MatchResult]

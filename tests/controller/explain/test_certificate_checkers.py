"""Two checkers of certificates, which share nothing: ours in JavaScript, and one from the document in Python."""

from collections.abc import Sequence
from functools import cache
from random import Random

from controller.explain.case import cases
from controller.explain.certificate import MOST, ChainedRecord, packed
from tests.support.certificates import CHECKER, KNOWING, Made, certificates, checked, made, tampered
from tests.support.examples import EXAMPLES
from tests.support.loops import some
from tests.support.second_checker import DOCUMENT, accepts

SEEDS = range(24)
MOST_LINES = 300
MOST_MS = 50


@cache
def of_matches() -> tuple[Made, ...]:
    return tuple(one for seed in SEEDS for one in made(seed))


@cache
def of_examples() -> tuple[Made, ...]:
    found: list[Made] = []
    for example in EXAMPLES:
        record = ChainedRecord(example.data.splitlines(keepends=True), example.events)
        found += certificates(0, tuple(cases(example.stages)), record)
    return tuple(found)


def refusals(texts: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Why each checker refuses each certificate."""
    return [(ours, accepts(text)) for text, (ours, _) in zip(texts, checked(texts), strict=True)]


def test_both_checkers_accept_every_verdict_in_the_time_and_the_room_that_it_may_take() -> None:
    everything = (*of_examples(), *of_matches())
    texts = [one.text for one in everything]
    assert [one for one in zip(everything, refusals(texts), strict=True) if one[1] != (None, None)] == []
    assert {one.kind for one in everything} >= {"revoke", "illegal-lead", "out-of-turn", "second-card"}
    assert max(len(packed(text)) for text in texts) <= MOST
    times = sorted(ms for _, ms in checked(texts))
    assert times[len(times) // 2] < MOST_MS


def test_both_checkers_refuse_what_was_tampered_with() -> None:
    every = (*of_examples(), *of_matches())
    wrong = [found for number, one in enumerate(every) for found in tampered(Random(number), one)]
    assert {name for name, _ in wrong} == {"a character", *KNOWING}
    answers = refusals([text for _, text in wrong])
    assert [name for (name, _), refused in some(zip(wrong, answers, strict=True)) if None in refused] == []


def test_our_checker_is_one_short_file_with_the_rules_of_the_document() -> None:
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert DOCUMENT.split("```\n")[1] in text
    assert not any(word in text for word in ("import ", "require(", "fetch(", "http"))

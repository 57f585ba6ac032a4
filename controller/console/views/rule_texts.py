"""The text of a rule by its id, from the games' rules as they are written (docs/spec/games.md)."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Final

_OWN: Final = {
    "TURN": "The winner of a trick leads to the next one; the others follow in order of play, each in turn.",
    "CARD": "A deck holds each card once; each player plays one card to a trick, from the hand that was dealt.",
}
"""Rules of every card game, which no game's page repeats."""

_ID: Final = r"[A-Z]{2,5}-[A-Z]{0,2}\d{0,2}[a-z]?"
_BEGINS: Final = re.compile(rf"(?:^\s*(?:- )?|(?<=[.;)`] )|(?<=\band )|(?<=: ))({_ID})(?= (?!with\b))", re.MULTILINE)
_SUBRULE: Final = re.compile(r"\d[a-z]$")


def text(rule: str) -> str:
    """Return the rule in words; a sub-letter falls back to its rule; empty if nothing is written of it.

    >>> text("MIT-F0")
    'No trump yet: a seat holding the suit led follows; else any card.'
    """
    sentence = _written().get(rule) or _OWN.get(rule, "")
    if not sentence and _SUBRULE.search(rule):
        return text(rule[:-1])
    return sentence


def texts() -> Mapping[str, str]:
    """Every rule in words, by its id."""
    return {**_written(), **_OWN}


@cache
def _written() -> Mapping[str, str]:
    return dict(reversed([*_rules(resources.files("controller.console").joinpath("games.md").read_text("utf-8"))]))


def _rules(page: str) -> Iterator[tuple[str, str]]:
    """Each rule's id and its words, up to the next rule or the end of its paragraph; "and" goes on with the next."""
    marks = [*_BEGINS.finditer(page)]
    ends = [*(mark.start(1) for mark in marks[1:]), len(page)]
    for number, mark in enumerate(marks):
        end = ends[number + page.endswith(" and ", 0, ends[number])]
        words = re.split(r"\n(?=- |\n|#|`)", page[mark.end() : end], maxsplit=1)[0]
        yield mark[1], " ".join(words.split()).replace("`", "").strip()

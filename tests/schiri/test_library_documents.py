"""The library as the documents show it: every example runs, and gives what stands beside it."""

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.loops import some

HOME: Final = Path(__file__).parents[2]
_EXAMPLE: Final = re.compile(r"^(    import schiri\n(?:    .*\n)+)", re.MULTILINE)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_example_of_the_document_gives_what_it_says() -> None:
    failed, tried = doctest.testfile(str(HOME / "docs/library.md"), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 40


def answers(line: str, known: dict[str, Any]) -> Iterator[object]:
    """What the expressions of a line come to; its statements are carried out."""
    for one in ast.parse(line.strip()).body:
        if isinstance(one, ast.Expr):
            yield eval(compile(ast.Expression(one.value), "README.md", "eval"), known)  # noqa: S307 - our own README
        else:
            exec(compile(ast.Module([one], []), "README.md", "exec"), known)  # noqa: S102 - our own README


def test_the_example_of_the_readme_comes_to_what_stands_beside_it() -> None:
    [example] = _EXAMPLE.findall((HOME / "README.md").read_text(encoding="utf-8"))
    known: dict[str, Any] = {}
    shown: list[str] = []
    told: list[str] = []
    for line in some(example.splitlines()):
        found = [*answers(line, known)]
        _, _, comment = line.partition("# ")
        if comment and found != [None]:
            shown.append(comment)
            told += map(str, found)
    assert told == shown
    assert len(shown) == 2
    assert known["table"].verdicts == ()
    assert Path("evening.jsonl").read_bytes().count(b"\n") == 7

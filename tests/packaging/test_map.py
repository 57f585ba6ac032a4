"""The documents lead to what there is: every package is in the overview, and every path they name exists."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

HOME: Final = Path(__file__).parents[2]
ROOTS: Final = ("controller", "firmware_bridge", "groundwork", "hardware", "schiri", "vision")
DOCUMENTS: Final = tuple(sorted([*HOME.glob("*.md"), *(HOME / "docs").rglob("*.md")]))
HISTORY: Final = "CHANGELOG.md"
"""The document that may name files that are gone."""

_ROW: Final = re.compile(r"^\| \[`([\w/]+)/`\]\(\.\./([\w/]+)/\) \| (.*) \|$", re.MULTILINE)
_LINK: Final = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_PATH: Final = re.compile(rf"`((?:{'|'.join(ROOTS)}|tests|benchmarks|examples|docs|tools)/[\w./-]+)`")


def overview() -> str:
    return (HOME / "docs/overview.md").read_text(encoding="utf-8")


def packages() -> dict[str, str]:
    """Every package by its folder, with the first sentence of its docstring."""
    found = sorted(path for root in ROOTS for path in (HOME / root).rglob("__init__.py"))
    return {path.parent.relative_to(HOME).as_posix(): _sentence(path) for path in found}


def _sentence(path: Path) -> str:
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def test_every_package_is_in_the_overview_with_its_own_sentence() -> None:
    assert {home: sentence for home, link, sentence in _ROW.findall(overview()) if home == link} == packages()


def test_each_package_stands_there_once() -> None:
    rows = [home for home, _, _ in _ROW.findall(overview())]
    assert len(rows) == len(packages()) > 40


def terms() -> list[list[str]]:
    """The glossary's rows: our term, the field's, the meaning, its home."""
    text = (HOME / "docs/glossary.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:2] == "| "]
    return [row for row in rows if row[0] != "term"]


def test_each_term_of_the_glossary_is_told_once_and_has_one_home() -> None:
    rows = terms()
    names = [row[0] for row in rows]
    assert len(names) == len(set(names)) > 50
    for row in rows:
        assert len(row) == 4, row[0]
        assert row[2], row[0]
        [(shown, link)] = re.findall(r"\[`([\w/]+\.py)`\]\(\.\./([\w/]+\.py)\)", row[3])
        assert shown == link
        assert (HOME / link).is_file(), row[0]


def test_the_homes_are_modules_of_the_program() -> None:
    homes = {row[3].partition("`")[2].partition("/")[0] for row in terms()}
    assert homes == set(ROOTS)


def links(path: Path) -> Iterator[Path]:
    """Where the relative links of a document lead."""
    targets: list[str] = _LINK.findall(_prose(path))
    yield from (path.parent / target for target in targets if "://" not in target and not target.startswith("mailto:"))


def paths(path: Path) -> Iterator[Path]:
    """The files and folders that a document names in full."""
    yield from (HOME / found for found in _PATH.findall(_prose(path)))


def _prose(path: Path) -> str:
    return re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(HOME).as_posix())
def test_links_of_documents_lead_somewhere(document: Path) -> None:
    named = [*links(document), *(paths(document) if document.name != HISTORY else ())]
    assert [str(one.relative_to(HOME)) for one in named if not one.resolve().exists()] == []


def test_documents_lead_somewhere() -> None:
    assert sum(len(list(links(path))) for path in DOCUMENTS) > 100
    assert sum(len(list(paths(path))) for path in DOCUMENTS) > 50

"""Small faults put into the pure packages and the table, one at a time: does a test notice each?

Run it from the project's folder: ``python -m benchmarks.mutants.mutants [--sample 400] [--seed 1] [--only PATH ...]
[--jobs 2]``. The tests that run a changed line are tried, near and quick ones first, until one fails or so many
seconds of them (``--budget``) have passed; a change that none notices survives. Prints the figures by package and the
survivors; exit status 1 if fewer than 90 of 100 are noticed. What is known of unchanged files is kept in ``--notes``,
so a run can be broken off and goes on later (``--minutes``); ``--fresh`` forgets it.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks.mutants.mutant_tests import Ran, prepare, watched
from benchmarks.mutants.mutant_trials import Lines, tried
from benchmarks.mutants.mutations import Mutant, mutants

PACKAGES: Final = tuple(
    f"controller/{name}" for name in ("record", "rules", "games", "rulebooks", "referee", "report", "explain", "table")
)
TESTS: Final = (
    *PACKAGES,
    *(f"tests/{name}" for name in PACKAGES),
    *(f"tests/controller/{name}" for name in ("language", "commands")),
)
"""The places of tests that may notice: doctests, the packages' own tests, and those of their users."""
GOAL: Final = 0.9
FEWEST: Final = 20
"""The fewest mutants of a package in a sample, if it has so many."""
NOTES: Final = Path(tempfile.gettempdir(), "schiri-mutants")


class Known:
    """Notes of each test's lines, and of the mutants' fates, stored beside the digests of all they depend on."""

    def __init__(self, notes: Path, root: Path) -> None:
        """Open the notes on the project in a folder."""
        self._notes, self._root = notes, root
        sources = [file for name in (*PACKAGES, "tests/support") for file in sorted((root / name).rglob("*.py"))]
        self._sources = _digest(sources)
        self.files = sorted({str(file.relative_to(root)) for name in TESTS for file in _test_files(root / name)})
        self._tests = _digest([root / file for file in self.files])
        self._fates = notes / "fates.jsonl"
        self._known: dict[str, bool] = {}
        if self._fates.exists():
            self._known = dict(json.loads(line) for line in self._fates.read_text().splitlines())

    def ran(self, end: float) -> list[Ran]:
        """Return the run of each test; pytest runs unknown ones, until it is late."""
        found: list[Ran] = []
        for file in self.files:
            answer = self._notes / f"{_digest([self._root / file])}{self._sources}.json"
            if not answer.exists() and time.monotonic() < end:
                watched(file, PACKAGES, answer, self._root)
            if answer.exists():
                found.extend(Ran(**one) for one in json.loads(answer.read_text()))
        return found

    def fate(self, mutant: Mutant, budget: float) -> bool | None:
        """Whether a mutant was noticed: yes stands as long as its module, no as long as the tests are the same."""
        if self._key(mutant) in self._known:
            return True
        return False if self._key(mutant) + self._asked(budget) in self._known else None

    def note(self, mutant: Mutant, budget: float, *, killed: bool) -> None:
        """Note the fate of a mutant."""
        with self._fates.open("a") as fates:
            fates.write(json.dumps([self._key(mutant) + ("" if killed else self._asked(budget)), killed]) + "\n")

    def _asked(self, budget: float) -> str:
        return f"{self._tests}:{budget}"

    def _key(self, mutant: Mutant) -> str:
        return f"{mutant.path}:{mutant.index}:{_digest([self._root / mutant.path])}:"


def main() -> int:
    """Change, test, print."""
    options = _parser().parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets have one order in all runs
        os.execve(sys.executable, sys.orig_argv, os.environ | {"PYTHONHASHSEED": "0"})  # noqa: S606
    end = time.monotonic() + 60 * options.minutes
    if options.fresh:
        shutil.rmtree(options.notes, ignore_errors=True)
    options.notes.mkdir(parents=True, exist_ok=True)
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        root = _copied(here, Path(folder, "tree"))
        prepare(root)
        known = Known(options.notes, root)
        ran = known.ran(end)
        if lost := [one.name for one in ran if not one.passed]:
            print("not asked, for they fail without any change:", *lost, sep="\n  ", flush=True)
        chosen = _sampled(list(_all(root, options.only)), options.sample, options.seed)
        fates = {mutant: known.fate(mutant, options.budget) for mutant in chosen}
        lines = Lines(ran, options.budget)
        left = [mutant for mutant, fate in fates.items() if fate is None]
        for mutant, killed in tried(left, lines, options.jobs, end, Path(folder)):
            fates[mutant] = killed
            known.note(mutant, options.budget, killed=killed)
        os.chdir(here)
    return _report({mutant: killed for mutant, killed in fates.items() if killed is not None}, len(fates))


def _all(root: Path, only: Sequence[str]) -> Iterator[Mutant]:
    for name in only or PACKAGES:
        for file in sorted((root / name).rglob("*.py")) if (root / name).is_dir() else [root / name]:
            yield from mutants(str(file.relative_to(root)), file.read_text())


def _sampled(found: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """Draw so many mutants, of each package in proportion, and not too few."""
    if not size or size >= len(found):
        return found
    packages: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in found:
        packages[_package(mutant)].append(mutant)
    luck = random.Random(seed)
    return [
        mutant
        for own in packages.values()
        for mutant in luck.sample(own, min(len(own), max(FEWEST, round(size * len(own) / len(found)))))
    ]


def _package(mutant: Mutant) -> str:
    return "/".join(mutant.path.split("/")[:2])


def _report(fates: dict[Mutant, bool], meant: int) -> int:
    """Print the figures and the survivors; returns 1 if too many survive."""
    tried, killed = (Counter(_package(one) for one, fate in fates.items() if fate or every) for every in (True, False))
    for package in tried:
        print(f"{package:24} {killed[package]:5} of {tried[package]:5}  {killed[package] / tried[package]:6.1%}")
    share = killed.total() / max(1, tried.total())
    print(f"{'all':24} {killed.total():5} of {tried.total():5}  {share:6.1%}; {meant - tried.total()} not tried")
    for mutant in sorted((one for one, fate in fates.items() if not fate), key=lambda one: (one.path, one.line)):
        print(f"{mutant.path}:{mutant.line}: {mutant.kind}: {mutant.change}")
    return 0 if share >= GOAL else 1


def _copied(project: Path, folder: Path) -> Path:
    """Copy the project's files to a folder in which tests may write and which nobody edits meanwhile."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],  # noqa: S607
        cwd=project,
        capture_output=True,
        check=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (project / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(project / name, folder / name)
    return folder.resolve()


def _test_files(folder: Path) -> Iterator[Path]:
    """Yield the files with tests: those named so, and modules with doctests."""
    for file in folder.rglob("*.py"):
        if file.name.startswith("test_") or ("tests" not in folder.parts and ">>>" in file.read_text()):
            yield file


def _digest(files: Sequence[Path]) -> str:
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Small faults put into the pure packages: which does no test notice?")
    parser.add_argument("--sample", type=int, default=400, help="mutants to try; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=(), metavar="PATH", help="packages or modules")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--budget", type=float, default=20.0, metavar="SECONDS", help="of tests, for each mutant")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so long")
    parser.add_argument("--notes", type=Path, default=NOTES)
    parser.add_argument("--fresh", action="store_true", help="forget what is known")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())

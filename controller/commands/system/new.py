"""``schiri new``: a game, a display, a mark or a rulebook to begin with, in a package of its own, with its test."""

import os
import re
import shlex
import sys
from importlib import resources
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Final, Literal, TextIO

from controller import games, rulebooks
from controller.store import atomic
from firmware_bridge.displays import foreign
from vision.marks import symbologies

NewPart = Literal["game", "display", "mark", "rulebook"]

GROUPS: Final[dict[NewPart, str]] = {
    "game": games.GROUP,
    "display": foreign.GROUP,
    "mark": symbologies.GROUP,
    "rulebook": rulebooks.GROUP,
}
_LONGEST: Final = 60
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class NewPartError(ValueError):
    """A part that cannot be begun: its name is none or is taken, its folder is there or cannot be written."""


def run(part: NewPart, name: str, to: Path | None, out: TextIO) -> int:
    """Write the package and tell what to do with it; returns the exit status.

    Args:
        part: what is begun.
        name: as records or settings name it, such as ``my-whist``.
        to: folder of the package; None: ``schiri-NAME`` here, or beside Schiri's own source where that is here.
        out: stream for the output.

    Raises:
        NewPartError: it cannot be begun, or not be written.
    """
    _check(part, name)
    folder = to or _outside() / f"schiri-{name}"
    if folder.exists():
        raise NewPartError(f"{folder} is there already; name another folder with --to, or remove it first")
    try:
        for path, text in files(part, name).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise NewPartError(atomic.unwritable(folder, error)) from error
    out.writelines(f"{folder / path}\n" for path in files(part, name))
    program, there = shlex.quote(_program()), shlex.quote(str(folder))
    out.write(f"\nThey work as they are:\n\n    {program} -m pip install --no-deps -e {there}\n")
    if part == "game":
        out.write(f"    {program} -m schiri.testing {name}\n")
    out.write(f"    {program} -m pytest {there}\n\ndocs/adding.md says what each part of it is for.\n")
    return 0


def _outside() -> Path:
    """Return the folder here; within the source of Schiri itself, the one in which that lies."""
    source = Path(__file__).resolve().parents[3]
    here = Path.cwd().resolve()
    if not (source / "pyproject.toml").is_file() or not here.is_relative_to(source):
        return Path()
    return Path(os.path.relpath(source.parent, here))


def _program() -> str:
    """Return the command that runs this Python from here."""
    here = Path.cwd()
    return str(Path(sys.executable).relative_to(here) if Path(sys.executable).is_relative_to(here) else sys.executable)


def _check(part: NewPart, name: str) -> None:
    """Raise NewPartError for a name that nothing can have, or something has."""
    if len(name) > _LONGEST:
        raise NewPartError(f"the name of a {part} has {_LONGEST} letters at most, and this one has {len(name)}")
    if not _NAME.fullmatch(name) or iskeyword(_module(name)):
        raise NewPartError(f"{name!r} is no name for a {part}: small letters, digits and dashes, a letter first")
    names = {
        "game": games.names(),
        "display": (*foreign.OWN, *foreign.kinds()),
        "mark": symbologies.names(),
        "rulebook": rulebooks.names(),
    }[part]
    if name in names or _module(name) in names:
        raise NewPartError(f"there is a {part} {name!r} already; the names taken are {', '.join(names)}")


def files(part: NewPart, name: str) -> dict[str, str]:
    """Return the files of a package to begin with, by their paths in it."""
    module, title = _module(name), name.replace("-", " ").capitalize()
    words = {
        "name": name,
        "module": module,
        "title": title,
        "kind": "".join(word.capitalize() for word in name.split("-")),
        "rule": name.replace("-", "")[:3].upper(),
        "group": GROUPS[part],
    }
    package = f"schiri_{module}"
    return {
        "pyproject.toml": _filled("pyproject", words),
        f"{package}/__init__.py": f'"""{title}, for Schiri."""\n',
        f"{package}/{module}.py": _filled(part, words),
        f"tests/test_{module}.py": _filled(f"{part}_test", words),
    }


def _filled(skeleton: str, words: dict[str, str]) -> str:
    text = (resources.files("controller.commands.system") / "skeletons" / f"{skeleton}.txt").read_text(encoding="utf-8")
    return Template(text).substitute(words)


def _module(name: str) -> str:
    return name.replace("-", "_")

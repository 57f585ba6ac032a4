"""Extensions: kinds of marks that packages of other people bring, found by their entry points (docs/adding.md).

The same as in `controller.record.extensions`, which this room may not know.
"""

from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from io import StringIO
from typing import Final

MOST_TEXT: Final = 300
"""Letters of a text of another package in a sentence."""


class ExtensionError(ValueError):
    """A part of another package that cannot be used; the text says why, without naming the package."""


@dataclass(frozen=True, slots=True)
class BrokenExtension:
    """A part of another package that is left out, and why."""

    group: str
    """The entry points that it is one of, such as ``schiri.games``."""
    name: str
    package: str
    reason: str
    """In one sentence without its full stop."""


@cache
def points(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name. What is installed is read once a process, and nothing of it is loaded."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, point)
    return found


def doubled(group: str) -> tuple[BrokenExtension, ...]:
    """The entry points that another package's of the same name hides, which comes first."""
    return tuple(
        broken(point, ExtensionError(f"the package {_package(first)} brings one of this name too, which is used"))
        for point in entry_points(group=group)
        if (first := points(group)[point.name]) != point
    )


def load(point: EntryPoint) -> object:
    """Load the part that an entry point names, without its prints; raises ExtensionError, whatever goes wrong."""
    try:
        with redirect_stdout(StringIO()):
            return point.load()
    except BaseException as error:  # also one that would end the program, or seems to be Ctrl-C
        raise ExtensionError(f"{point.value} cannot be loaded ({reason(error)})") from error


def reason(error: BaseException) -> str:
    """The kind of an error and its text, which may fail by itself."""
    try:
        told = f"{type(error).__name__}: {error}".rstrip(": ")
    except BaseException:
        told = type(error).__name__
    return plain(told)


def plain(told: str) -> str:
    """The text of another package as a sentence can hold it: short, and with no letter that steers a terminal."""
    short = told if len(told) <= MOST_TEXT else f"{told[:MOST_TEXT]}…"
    return "".join(letter if letter.isprintable() else " " for letter in short)


def broken(point: EntryPoint, why: ExtensionError) -> BrokenExtension:
    """The entry point as one that is left out."""
    return BrokenExtension(point.group, plain(point.name), _package(point), str(why))


def _package(point: EntryPoint) -> str:
    return plain(str(point.dist.name)) if point.dist else "?"

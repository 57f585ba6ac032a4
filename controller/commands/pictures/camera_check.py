"""``schiri camera check``: bundles read once more and held to their truth."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from controller.live.moments import bundle, moment_file, reading
from controller.live.moments.moment import MomentError
from controller.live.moments.reading import HeldReading

WORSE = 1
"""Exit status: a card was misread, or fewer were read than when the bundle was made."""
UNREADABLE = 2
"""Exit status: a bundle cannot be read; the others were."""


@dataclass(frozen=True, slots=True)
class CheckedBundle:
    """A bundle that was read once more."""

    path: Path
    held_reading: HeldReading
    least: int
    """The number of cards read when the bundle was made."""

    @property
    def is_good(self) -> bool:
        """Whether nothing was misread, and no fewer cards were read than when it was made."""
        return not self.held_reading.misread and len(self.held_reading.hits) >= self.least


def run(paths: Sequence[Path], *, as_json: bool, out: TextIO) -> int:
    """Read every bundle and tell of each in a line, also of those that are none; returns the exit status."""
    files = list(bundles(paths))
    if not files:
        raise MomentError(f"there is no bundle in {', '.join(map(str, paths))}; a bundle's name ends in .zip")
    status = 0
    for path in files:
        try:
            one = checked(path)
            status = max(status, 0 if one.is_good else WORSE)
            line = json.dumps(_fields(one)) if as_json else _line(one)
        except MomentError as error:
            status = UNREADABLE
            line = json.dumps({"file": str(path), "error": str(error)}) if as_json else str(error)
        out.write(f"{line}\n")
        out.flush()
    return status


def bundles(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the bundles that were named, and those in the folders that were."""
    for path in paths:
        yield from sorted(path.rglob("*.zip")) if path.is_dir() else (path,)


def checked(path: Path) -> CheckedBundle:
    """Read a bundle and hold it to its truth; raises MomentError."""
    file = moment_file.read(path)
    lay = bundle.true_landings(file, str(path))
    least = bundle.least(file, str(path))
    try:
        reread = reading.read_again(file)
    except MomentError as error:
        raise MomentError(f"{path}: {error}") from error
    return CheckedBundle(path, reading.held(reread.cards, lay), least)


def _line(one: CheckedBundle) -> str:
    held_reading = one.held_reading
    lay = len(held_reading.hits) + len(held_reading.missed)
    line = f"{one.path}: {len(held_reading.hits)} of {lay} cards read, {one.least} at least"
    missed = "; not read: " + " ".join(card.card for card in held_reading.missed) if held_reading.missed else ""
    wrong = "; MISREAD: " + " ".join(card for _, card in held_reading.misread) if held_reading.misread else ""
    return f"{line}{missed}{wrong}"


def _fields(one: CheckedBundle) -> dict[str, object]:
    return {
        "file": str(one.path),
        "good": one.is_good,
        "least": one.least,
        "read": [card.card for card in one.held_reading.hits],
        "missed": [card.card for card in one.held_reading.missed],
        "misread": [card for _, card in one.held_reading.misread],
    }

"""Owners' decks read as they are: landings named, unread and wrong, by deck and condition.

Run it from the project's folder: `python -m benchmarks.eyes.faces LANDINGS.jsonl`. Decks are cut out of Debian's
packages (`tests/support/vision/card_decks.py` says which) and enrolled by drawn captures. Then landings are drawn and
read, some of each row and deck in each round; those that are in the file already are left out, so that it may be
stopped at any time. At the end, and with `--tell` alone, it prints a table of all that is in the file.

Some landings are read once more by a library without the card that lies there (`without`): the harshest stranger.

Rows of stickers are read as the check of stickers does, which leaves the corners out: a card named there reveals a
sticker of another card, or a lost one, and a card named wrongly would accuse a right one.

Exit status 1 if a card was named that was not there; a card of another deck counts if it was named by another value.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from tests.support.vision.card_decks import REAL, labelled, photographed, real
from tests.support.vision.enrolled import enrolled_by
from tests.support.vision.landings import Conditions, DrawnDeck, landing
from vision.decks.library import FaceLibrary
from vision.decks.reader import LABEL, FaceReader, FaceReading, FaceUnread

SEED: Final = 2_000_003
"""The smallest seed of a landing: smaller ones were inspected while thresholds were chosen."""
WITHOUT: Final = 4
"""The number of landings of which one is read once more without its card."""
FRENCH: Final = ("guyenne", "lattmann", "swiss", "anglo", "photographs")
"""The decks with French and Swiss suits, photographs of a real Swiss deck among them."""
GERMAN: Final = ("german",)


@dataclass(frozen=True, slots=True)
class Row:
    """Landings of some decks in one condition."""

    decks: Sequence[str]
    conditions: Conditions = field(default_factory=Conditions)
    shown: Mapping[str, str] = field(default_factory=dict[str, str])
    """The deck whose cards land, if it is another than the library's."""
    shares: int = 1
    """The number of landings of each deck in a round."""
    others: bool = False
    """Whether backs and jokers land."""
    stickers: bool = False
    """Whether the corners are left out, for they may bear stickers."""
    enrolled: bool = False
    """Whether the deck was enrolled with stickers on it."""
    lost: bool = False
    """Whether the landing cards have lost their stickers."""


ROWS: Final[Mapping[str, Row]] = {
    "room": Row(FRENCH, shares=4),
    "dim": Row(FRENCH, Conditions(lamp="dim")),
    "1.7 px/mm": Row(FRENCH, Conditions(px_per_mm=1.7)),
    "1.4 px out of focus": Row(FRENCH, Conditions(blur_px=1.4)),
    "worn": Row(FRENCH, Conditions(worn=True)),
    "strongly bent": Row(FRENCH, Conditions(bent=2.5)),
    "dark": Row(FRENCH, Conditions(lamp="dark")),
    "moving by 4 px": Row(FRENCH, Conditions(motion_px=4.0)),
    "fingers on it": Row(FRENCH, Conditions(fingers=1)),
    "german, grey": Row(GERMAN),
    "german, colour": Row(GERMAN, Conditions(colour=True)),
    "another deck": Row(
        ("lattmann", "guyenne", "photographs", "swiss", "anglo", "german"),
        shown={
            "lattmann": "guyenne",
            "guyenne": "lattmann",
            "photographs": "lattmann",
            "swiss": "german",
            "anglo": "dondorf",
            "german": "swiss",
        },
    ),
    "backs and jokers": Row(("guyenne", "lattmann", "swiss", "anglo"), others=True),
    "stickers": Row(FRENCH, stickers=True, shares=2),
    "stickers, enrolled with them": Row(FRENCH, stickers=True, enrolled=True, shares=2),
    "stickers lost": Row(FRENCH, stickers=True, enrolled=True, lost=True),
    "stickers, dim": Row(FRENCH, Conditions(lamp="dim"), stickers=True),
    "stickers, worn": Row(FRENCH, Conditions(worn=True), stickers=True),
}


class Decks:
    """The decks, their libraries and readers."""

    def __init__(self, folder: Path, photographs: Path | None) -> None:
        """Store the cut and enrolled decks in a folder."""
        self._folder, self._photographs = folder, photographs

    def has(self, name: str) -> bool:
        """Whether the deck is available."""
        return name in REAL or self._photographs is not None

    @cache  # noqa: B019  there is one
    def deck(self, name: str) -> DrawnDeck:
        """Return the deck's cards."""
        if name == "photographs" and self._photographs is not None:
            return photographed(self._photographs)
        return real(name, self._folder)

    @cache  # noqa: B019
    def labelled(self, name: str) -> DrawnDeck:
        """Return the deck's cards with stickers on them."""
        return labelled(self.deck(name))

    @cache  # noqa: B019
    def library(self, name: str, *, stickers: bool = False) -> FaceLibrary:
        """Return a deck's faces, enrolled in colour, with or without stickers on them."""
        kept = self._folder / f"{name}{'.stickers' * stickers}.faces.npz"
        if not kept.is_file():
            deck = self.labelled(name) if stickers else self.deck(name)
            library, layings = enrolled_by(deck, copies=1, colour=True, seed=3)
            kept.write_bytes(library.to_bytes())
            print(f"{name}: {len(library.names)} cards enrolled by {layings} layings", flush=True)
            for pair in library.alike():
                print(f"{name}: {pair.one} and {pair.other} may not be told apart: {pair.bits} bits", flush=True)
        return FaceLibrary.from_bytes(kept.read_bytes())

    @cache  # noqa: B019
    def reader(self, name: str, *, colour: bool, without: str = "") -> FaceReader:
        """Return the reader of the deck, without a card, in colour or by its faces in grey alone."""
        library = self.library(name).without(without)
        return FaceReader(library if colour else _in_grey(library))

    @cache  # noqa: B019
    def checks(self, name: str, *, enrolled: bool) -> FaceReader:
        """Return the reader that checks the deck's stickers, by faces in grey, enrolled with stickers or without."""
        return FaceReader(_in_grey(self.library(name, stickers=enrolled)), LABEL)


def _in_grey(library: FaceLibrary) -> FaceLibrary:
    return replace(library, faces={card: library.gray(card) for card in library.names})


def tried(decks: Decks, row: str, name: str, number: int) -> dict[str, Any]:
    """Draw and read one landing."""
    plan, random = ROWS[row], np.random.default_rng((SEED, [*ROWS].index(row), *name.encode(), number))
    deck, shown = decks.deck(name), decks.deck(plan.shown.get(name, name))
    if plan.stickers:
        deck, shown = decks.labelled(name), deck if plan.lost else decks.labelled(name)
    cards = [*(shown.others if plan.others else shown.faces)]
    top = cards[int(random.integers(len(cards)))]
    below = [card for card in random.permutation([*deck.faces])[:4].tolist() if card != top][: int(random.integers(4))]
    scene = landing(random, deck, top, below, plan.conditions, shown)
    colour = plan.conditions.colour
    reader = decks.checks(name, enrolled=plan.enrolled) if plan.stickers else decks.reader(name, colour=colour)
    began = time.thread_time()
    found = reader.read(
        scene.before, scene.after, scene.calibration, colour=scene.part if plan.conditions.colour else None
    )
    took = (time.thread_time() - began) * 1000
    told = {"row": row, "deck": name, "n": number, "top": top, "ms": round(took, 2), **_told(found)}
    if number % WITHOUT == 0 and not plan.shown and not plan.others and not plan.stickers:
        reader = decks.reader(name, colour=plan.conditions.colour, without=top)
        colour = scene.part if plan.conditions.colour else None
        told["without"] = _told(reader.read(scene.before, scene.after, scene.calibration, colour=colour))
    return told


def _told(found: FaceReading | FaceUnread) -> dict[str, Any]:
    evidence = {} if found.evidence is None else asdict(found.evidence)
    rounded = {key: round(value, 4) if isinstance(value, float) else value for key, value in evidence.items()}
    return {"named": found.name if isinstance(found, FaceReading) else "", "why": getattr(found, "why", ""), **rounded}


def is_wrong(told: Mapping[str, Any]) -> bool:
    """Whether an absent card was named."""
    return told["named"] not in ("", told["top"])


def table(kept: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write the table of all landings."""
    yield "| condition | deck | landings | named | wrong | best right | unread because | without: named |"
    yield "|---|---|---|---|---|---|---|---|"
    groups = defaultdict[tuple[str, str], list[Mapping[str, Any]]](list)
    for one in kept:
        groups[one["row"], one["deck"]].append(one)
        groups[one["row"], "all"].append(one)
    for row, deck in sorted(groups, key=lambda key: ([*ROWS].index(key[0]), key[1] == "all")):
        found = groups[row, deck]
        named = [one for one in found if one["named"]]
        why = defaultdict[str, int](int)
        for one in found:
            why[one["why"]] += not one["named"]
        reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(why.items()) if count)
        best = sum(one.get("name") == one["top"] for one in found)
        without = [one["without"] for one in found if "without" in one]
        believed = f"{sum(bool(one['named']) for one in without)} of {len(without)}" if without else "–"
        cells = f"{len(found)} | {len(named)} ({len(named) / len(found):.1%}) | {sum(map(is_wrong, found))} | {best}"
        yield f"| {row} | {deck} | {cells} | {reasons} | {believed} |"
    times = sorted(one["ms"] for one in kept)
    if times:
        yield f"\n{len(kept)} landings; {times[len(times) // 2]:.1f} ms a landing at the median, "
        yield f"{times[len(times) * 99 // 100]:.1f} at the 99th of 100"
    for one in kept:
        if is_wrong(one):
            yield f"wrong: {json.dumps(one)}"


def main() -> int:
    """Draw, read, print; returns the exit status."""
    parser = argparse.ArgumentParser(description="How surely owners' decks are read as they are.")
    parser.add_argument("landings", type=Path, help="file of landings, to which new ones are added")
    parser.add_argument("--decks", type=Path, default=Path("out/decks"), help="folder of cards that were cut out")
    parser.add_argument(
        "--photographs", type=Path, help="folder of photographs of a real deck, a card a file, on black"
    )
    parser.add_argument("--rounds", type=int, default=100, help="up to which number landings are drawn")
    parser.add_argument("--part", type=int, nargs=2, default=(0, 1), help="of these rounds only each Nth from K on")
    parser.add_argument("--rows", nargs="*", choices=ROWS, default=[*ROWS])
    parser.add_argument("--tell", action="store_true", help="print what is in the file, and draw nothing")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    decks, path = Decks(options.decks, options.photographs), options.landings
    kept = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
    done = {(one["row"], one["deck"], one["n"]) for one in kept}
    first, step = options.part
    print(f"seed {SEED}, rounds {first} to {options.rounds} by {step}", flush=True)
    with path.open("a", encoding="utf-8") as file:
        for turn in range(first, 0 if options.tell else options.rounds, step):
            for row in options.rows:
                plan = ROWS[row]
                for name in (name for name in plan.decks if decks.has(name)):
                    for number in range(turn * plan.shares, (turn + 1) * plan.shares):
                        if (row, name, number) not in done:
                            kept.append(tried(decks, row, name, number))
                            file.write(json.dumps(kept[-1]) + "\n")
            file.flush()
    print(*table(kept), sep="\n")
    return int(any(map(is_wrong, kept)))


if __name__ == "__main__":
    sys.exit(main())

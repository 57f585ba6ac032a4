"""Files of bridge programs by mutation: each is refused with its line, or read with all that stands in it.

By a seed. What is changed: stretches of bytes and of lines are cut, doubled and swapped, and bytes are others.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from controller.commands.records.import_ import decoded
from controller.games import interchange
from controller.games.interchange import InterchangeError
from controller.record import text as record_text
from controller.record.text import RecordError
from controller.referee.fold import outcome
from tests.support.examples import Example
from tests.support.second_reading import heard, told_by_lin, told_by_pbn

_LIN: Final = (
    "vg|Final,,I,3,4,,,,|\nrs|,,|\npn|Sven,Wanda,Nora,Emil,a,b,c,d|pg||\n"
    "qx|o3|st||md|3SAKQJHAKQDAKQCAKQ,S5432H432D432C432,ST987HJT9DJT9CJT9|rh||ah|Board 3|sv|e|\n"
    "mb|p|mb|p|mb|7N!|an|all of them|mb|p|mb|p|mb|p|pg||\npc|S2|pc|S7|pc|S6|pc|SA|pg||\nmc|13|pg||\n"
    "qx|c3|st||md|3SAKQJHAKQDAKQCAKQ,S5432H432D432C432,ST987HJT9DJT9CJT9|rh||ah|Board 3|sv|e|\n"
    "mb|p|mb|p|mb|1N|mb|p|mb|3N|nt|nobody knows|mb|p|mb|p|mb|p|pg||\npc|S2|pc|S8|pc|S6|pc|SA|pg||\npc|HA|\n"
    "qx|o4|st||md|4SAKQJHAKQDAKQCAKQ,S5432H432D432C432,ST987HJT9DJT9CJT9|sv|b|mb|p|mb|p|mb|p|mb|p|\n"
)
TWO_BOARDS: Final = """% PBN 2.1
[Event "Club"]
[Board "2"]
[South "Sven"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "N:AK32.AK2.432.432 - - -"]
[Declarer "E"]
[Contract "1DX"]
[Result "7"]
[Auction "E"]
1D X Pass Pass
Pass
[Note "1:weak"]
[Play "S"]
CA C7 C2 C5
CK C8 C3 C6
CQ C9
*
{ the rest is
claimed }
[OptimumResultTable "Declarer;Denomination;Result"]
N NT 9

[Event "Club"]
[Board "3"]
[Dealer "S"]
[Contract "Pass"]
[Auction "S"]
Pass Pass Pass Pass
{ Nobody bids }
"""


@dataclass(frozen=True, slots=True)
class MutatedFile:
    """The fate of a file: its form, whether it was read, and what was wrong with that."""

    form: str
    is_read: bool
    broken: tuple[str, ...] = ()


def tried(seed: int) -> MutatedFile:
    """Mutate a file by a seed, and read it."""
    random = Random(seed)
    form = random.choice([*_TRIALS])
    data = random.choice(_files()[form])
    for _ in range(random.choice((1, 1, 2, 3))):
        data = _mutated(random, data)
    return _TRIALS[form](form, data)


@cache
def _files() -> Mapping[str, tuple[bytes, ...]]:
    example = Example("bridge/4-three-boards")
    written = "".join(f"{line}\n" for line in interchange.load("bridge", "pbn")(example.match))
    return {"pbn": (TWO_BOARDS.encode(), written.encode()), "lin": (_LIN.encode(),), "jsonl": (example.data,)}


def _mutated(random: Random, data: bytes) -> bytes:
    """Change a file once: its bytes, or its lines."""
    parts = [data[at : at + 1] for at in range(len(data))] if random.random() < 0.5 else data.splitlines(keepends=True)
    first, second = sorted(random.sample(range(len(parts) + 1), 2)) if len(parts) > 1 else (0, len(parts))
    second = min(second, first + random.choice((1, 1, 2, 5, 40)))
    stretch = parts[first:second]
    match random.randrange(4):
        case 0:
            return b"".join((*parts[:first], *parts[second:]))
        case 1:
            return b"".join((*parts[:second], *stretch, *parts[second:]))
        case 2:
            other = random.randint(second, len(parts))
            end = min(len(parts), other + len(stretch))
            return b"".join((*parts[:first], *parts[other:end], *parts[second:other], *stretch, *parts[end:]))
        case _:
            instead = random.choice((random.randbytes(1), *(bytes([one]) for one in b'|[]{}";*\n A2S'), b"\r\n"))
            return b"".join((*parts[:first], instead, *parts[second:]))


def _trial(form: str, data: bytes) -> MutatedFile:
    """Read a file of another program: all that a second reading finds stands in it, and it comes back as it was."""
    reader = interchange.reader(form)
    if reader is None:
        raise LookupError(form)
    try:
        text = decoded(data)
        found = reader(text)
        matches = found.whole()
    except InterchangeError as error:
        told = all(re.fullmatch(r"line \d+: [^\n]+", str(fault)) for fault in error.faults)
        return MutatedFile(form, is_read=False, broken=() if told else (f"{error!r} does not name its line",))
    broken: list[str] = []
    told_there = {"pbn": told_by_pbn, "lin": told_by_lin}[form](text)
    if (lost := Counter(told_there) - Counter(heard(matches))) or len(told_there) != len(heard(matches)):
        broken.append(f"not read: {[*lost][:2]}")
    back = interchange.reader("pbn")
    for match in matches:
        written = "\n".join(interchange.load("bridge", "pbn")(outcome(match)))
        again = back(written).whole() if back else ()
        if ["\n".join(interchange.load("bridge", "pbn")(outcome(one))) for one in again] != [written]:
            broken.append("written and read again it is another one")
    return MutatedFile(form, is_read=True, broken=tuple(broken))


def _record(form: str, data: bytes) -> MutatedFile:
    """Read a record: each line is an event, but a last one that was torn off."""
    try:
        found = record_text.read(data)
    except RecordError as error:
        return MutatedFile(form, is_read=False, broken=() if "line " in str(error) else (f"{error} names no line",))
    lines = sum(bool(line.strip()) for line in data.split(b"\n"))
    whole = len(found.events) + (found.torn is not None) == lines
    return MutatedFile(form, is_read=True, broken=() if whole else (f"{len(found.events)} events of {lines} lines",))


_TRIALS: Final[Mapping[str, Callable[[str, bytes], MutatedFile]]] = {"pbn": _trial, "lin": _trial, "jsonl": _record}

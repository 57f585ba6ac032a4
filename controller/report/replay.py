"""The output of ``replay``: a record's results as JSON lines, or as sentences for players."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from controller.record.cards import Card
from controller.record.events import Event, Ruling, Seat
from controller.record.message import Listed, Message
from controller.record.text import RecordText, to_fields
from controller.referee.fold import fold, outcome
from controller.referee.step import FoldStep
from controller.report import summary
from controller.rules import sheet, standing
from controller.rules.match import AnyMatch
from controller.rules.results import (
    OWED,
    UNTOLD,
    BreakdownLine,
    DealResult,
    ErrorResult,
    MatchResult,
    Number,
    QuestionResult,
    Result,
    TrickResult,
    Verdict,
    to_json,
)
from controller.rules.sheet import signed

# The breakdown of a deal's score, one sentence a section.


def sentences(match: AnyMatch, result: DealResult) -> Iterator[Message]:
    """Yield the breakdown of points, score and marks with its remarks, without empty sections."""
    sides, parts = standing.by_side(match, result)
    names = [side.names for side in sides]
    if parts.points:
        yield Message("points: {why}", why=_lines(names, parts.points, str))
    if parts.score:
        yield Message("score: {why}", why=_lines(names, parts.score, signed))
    if parts.marks:
        yield Message("marks: {why}", why=_lines(names, parts.marks, signed))
    yield from parts.remarks


def newest_breakdown(match: AnyMatch) -> Message:
    """Return the breakdown of the newest scored deal, in one sentence for a display."""
    newest = next((entry for entry in reversed(match.ledger) if entry.result.score and not entry.void), None)
    if newest is None:
        return Message("no deal has a score yet")
    own_scores = newest.result.score or ()
    scores = [
        Message.laid_out("{names} {score}", names=side.names, score=signed(score))
        for side in standing.sides(match)
        if (score := own_scores[side.seats[0]]) is not None
    ]
    head = Message("deal {n}: {scores}", n=newest.result.deal, scores=Message.join(", ", scores))
    return Message.join("; ", [head, *sentences(match, newest.result)])


def _lines(names: Sequence[Listed], lines: Sequence[BreakdownLine], written: Callable[[Number], str]) -> Message:
    return Message.join(", ", [_line(names, line, written) for line in lines])


def _line(names: Sequence[Listed], line: BreakdownLine, written: Callable[[Number], str]) -> Message:
    """Write a reason, and the sides for which it counts anything."""
    amounts = zip(names, line.amounts, strict=True)
    text = Message.join(
        ", ", [Message.laid_out("{names} {score}", names=who, score=written(own)) for who, own in amounts if own]
    )
    return Message.laid_out("{why} ({scores})", why=line.why, scores=text)


def lines_json(text: RecordText) -> Iterator[str]:
    """Yield every result as one JSON object, in the order in which they become true."""
    count = 0
    for _, result in outcomes(text):
        count += isinstance(result, Verdict)
        yield to_json(result, count)


def outcomes(text: RecordText) -> Iterator[tuple[AnyMatch, Result]]:
    """Yield every result with the match after it; a torn last line is an error result at the end."""
    stage = None
    for stage in fold(text.events):
        for result in stage.results:
            yield stage.match, result
    if text.torn is not None and stage is not None:
        number = len(text.events) + 1
        message = Message("the line was torn off in writing and is left out: {reason}", reason=text.torn)
        yield stage.match, ErrorResult(number, message)


def accused(text: RecordText) -> bool:
    """Whether the record holds a verdict that is not dismissed."""
    return outcome(text.events).accused


Phrasing = Callable[[str], str]
"""The form of a message or a card for its reader: ``str`` writes cards by their codes."""


def replay_lines(text: RecordText, pack: str = summary.SILENT, say: Phrasing = str) -> Iterator[str]:
    """Yield the record deal by deal, the score sheet with and without rulings, and a rulebook's proposals."""
    match, count, deals = None, 0, dict[int, DealResult]()
    for match, result in _once(outcomes(text)):
        count += isinstance(result, Verdict)
        yield told(match, result, count, say)
        yield from behind(match, result, say)
        if isinstance(result, DealResult):
            deals[result.deal] = result
    yield from _unseen(outcome(text.events))
    if match:
        yield ""
        yield from match.game.sheet.lines(match.game.title, match.rules, match.book, match.total, [*deals.values()])
        yield from _without_rulings(text, match)
        yield from (f"    {line}" for line in summary.proposal_lines(match, pack))


def _once(outcomes_found: Iterable[tuple[AnyMatch, Result]]) -> Iterator[tuple[AnyMatch, Result]]:
    """Drop superseded results: of a deal that went on afterwards, and of an answered question."""
    results = [*outcomes_found]
    places = {result.line: place for place, (_, result) in enumerate(results) if isinstance(result, QuestionResult)}
    newest = {result.deal: place for place, (_, result) in enumerate(results) if isinstance(result, TrickResult)}
    for place, (match, result) in enumerate(results):
        if isinstance(result, QuestionResult) and place < places[result.line]:
            continue
        if not (isinstance(result, DealResult) and result.score is None and place < newest.get(result.deal, 0)):
            yield match, result


def _unseen(match: AnyMatch) -> Iterator[str]:
    """Yield the notice of unseen play in the current deal that is not reported yet."""
    deal = match.deal
    if deal is None or not match.running or not deal.holes:
        return
    lines = Listed(tuple(map(str, sorted(set(deal.holes)))), "and")
    where = f"line {lines}" if len(set(deal.holes)) == 1 else f"lines {lines}"
    yield f"deal {deal.number}  is under way; something went unseen at {where}: no score until that is told (missed)"


def _without_rulings(text: RecordText, match: AnyMatch) -> Iterator[str]:
    """Yield the totals with and without rulings, if a ruling has an effect."""
    if all(ruling.effect == "none" for ruling in match.rulings.values()):
        return
    played = outcome(text.events, without_effect)
    yield ""
    for words, total in (("with the rulings", match.total), ("without them", played.total)):
        sums = zip(match.names, total, strict=True)
        yield f"{words:16}  {', '.join(f'{name} {sheet.signed(own)}' for name, own in sums)}"


def without_effect(event: Event) -> Event:
    """Return a ruling without its effects: the decision alone."""
    return replace(event, effect="none") if isinstance(event, Ruling) else event


def told(match: AnyMatch, result: Result, verdict_id: int, say: Phrasing = str) -> str:
    """Write one result in words; the number of a verdict is 0 if the record has none for it."""
    names = match.names
    match result:
        case TrickResult():
            cards = " ".join(say(card.face) for card in result.cards)
            return f"  trick {result.trick:2}  {cards:15} {_name(names, result.leader)} leads, {taken(names, result)}"
        case Verdict():
            number = f"verdict {verdict_id}: " if verdict_id else ""
            return f"  ! {number}{result.kind} ({result.rule}), line {result.event}: {say(result.text)}"
        case QuestionResult():
            answers = (f"{_name(names, seat)}: {'yes' if yes else 'no'}" for seat, yes in result.answers.items())
            wrong = f" (line {result.wrong} is another card)" if result.wrong else ""
            return f"  ? line {result.line}: {say(result.text)} {', '.join(answers) or 'nobody has answered'}{wrong}"
        case DealResult():
            return f"deal {result.deal}  {_deal(names, result)}"
        case MatchResult():
            owed = "".join(f"; not drawn for deal {deal}" for deal in result.owed)
            levels = ", then ".join(" and ".join([names[seat] for seat in level]) for level in result.ranking)
            return f"match  {levels}{owed}"
        case ErrorResult():
            return f"  ? line {result.event}: {say(result.text)}"


def behind(match: AnyMatch, result: Result, say: Phrasing = str) -> Iterator[str]:
    """Yield the breakdown of a deal's score in lines; empty for other results."""
    if isinstance(result, DealResult):
        yield from (f"        {say(sentence)}" for sentence in sentences(match, result))


def taken(names: Sequence[str], trick: TrickResult) -> str:
    """Write in words the winner of a trick and its points; ``?`` for values unknown because of unseen play."""
    return f"{_name(names, trick.winner)} takes {'?' if trick.points is None else trick.points}"


def _name(names: Sequence[str], seat: Seat | None) -> str:
    return "?" if seat is None else names[seat]


def _deal(names: Sequence[str], result: DealResult) -> str:
    ruling = result.detail.get("ruling")
    ruled = f"; by a ruling: {ruling['text']}" if ruling else ""
    if result.score is None:
        holes = sorted(set(result.detail.get("holes", ())))
        where = f"{'lines' if len(holes) > 1 else 'line'} {Listed(tuple(map(str, holes)), 'and')}"
        why = f"something went unseen at {where}" if holes else "cards are missing"
        return f"cannot be scored: {why}{ruled}"
    if "void" in result.detail:
        return f"void ({result.detail['void']}){ruled}"
    points = ("?",) * len(names) if result.points is None else result.points
    parts = zip(names, points, result.score, strict=True)
    level: Sequence[Seat] = result.detail.get(OWED, ())
    silent: Sequence[Seat] = result.detail.get(UNTOLD, ())
    owed, untold = (" and ".join([names[seat] for seat in seats]) for seats in (level, silent))
    text = ", ".join(
        f"{name} {own} {'point' if own == 1 else 'points'} {sheet.signed(score)}".strip() for name, own, score in parts
    )
    return (
        f"{text}{f'; {owed} still to draw' if owed else ''}{f'; nothing was told by {untold}' if untold else ''}{ruled}"
    )


# A record event by event, each with the state of the table after it.


def chronicle_lines(text: RecordText, say: Phrasing = str) -> Iterator[str]:
    """Yield a line for each event: number, words and the cards on the table; its results below.

    People's account of unseen play at an event stands below it, with the number of its own line.
    """
    count = 0
    for stage in fold(text.events):
        yield f"{stage.number:4}  {_happened(stage, say):34} {_state(stage.match, say)}".rstrip()
        if stage.missed:
            yield f"{stage.missed.number:4}  {_account_words(stage.match, to_fields(stage.missed.event))}"
        for result in stage.results:
            count += isinstance(result, Verdict)
            yield f"        {told(stage.match, result, count, say).strip()}"
            yield from (f"  {line}" for line in behind(stage.match, result, say))


def _happened(stage: FoldStep, say: Phrasing) -> str:
    if stage.event is None:
        return "a correction that cannot be made"
    fields = to_fields(stage.event)
    kind = fields.pop("e")
    return " ".join([kind, *(_field(stage.match, name, value, say) for name, value in fields.items())])


def _field(match: AnyMatch, name: str, value: object, say: Phrasing) -> str:
    if name in ("seat", "dealer") and isinstance(value, int) and 0 <= value < len(match.names):
        return match.names[value]
    if isinstance(value, (tuple, list)):
        return f"{name}={','.join(map(str, value))}"
    return say(Card(str(value))) if name == "card" else f"{name}={value}"


def _account_words(match: AnyMatch, fields: dict[str, Any]) -> str:
    """Write people's account of unseen play, with the players' names."""
    plays, won = fields.pop("plays", None), fields.pop("won", None)
    words = [fields.pop("e"), f"of={fields.pop('of')}"]
    if plays is not None:
        words.append(f"plays={' '.join(f'{_name_of_seat(match, seat)}:{card}' for seat, card in plays) or '-'}")
    if won is not None:
        words.append(f"won={' '.join(_name_of_seat(match, seat) for seat in won) or '-'}")
    return " ".join([*words, *(f"{name}={value}" for name, value in fields.items())])


def _name_of_seat(match: AnyMatch, seat: int) -> str:
    return match.names[seat] if match.rules.has(seat) else f"seat{seat}"


def _state(match: AnyMatch, say: Phrasing) -> str:
    deal = match.deal
    if deal is None or not match.running:
        return ""
    lying = " ".join(f"{match.names[play.seat]}:{say(play.card.face)}" for play in deal.open.plays)
    facts = say(match.game.summary.facts(deal))
    stage = f"trick {deal.number_of_trick}" if deal.phase == "play" else f"{deal.phase} the play"
    return " | ".join(["", ", ".join(filter(None, (stage, facts))), lying or "-", match.awaited]).strip()

"""The output of ``replay``: a record's results as JSON lines, or as sentences for players."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from controller.record.events import Event, Ruling, Seat
from controller.record.message import Listed, Message
from controller.record.text import RecordText
from controller.referee.fold import fold, outcome
from controller.report import proposals
from controller.report.sentences import sentences
from controller.rules import sheet
from controller.rules.match import AnyMatch
from controller.rules.results import (
    OWED,
    UNTOLD,
    DealResult,
    ErrorResult,
    MatchResult,
    Result,
    TrickResult,
    Verdict,
    to_json,
)


def lines_json(text: RecordText) -> Iterator[str]:
    """Every result as one JSON object, in the order in which they become true."""
    count = 0
    for _, result in outcomes(text):
        count += isinstance(result, Verdict)
        yield to_json(result, count)


def outcomes(text: RecordText) -> Iterator[tuple[AnyMatch, Result]]:
    """Every result with the match as it is after it; a torn last line is an error result at the end."""
    stage = None
    for stage in fold(text.events):
        for result in stage.results:
            yield stage.match, result
    if text.torn is not None and stage is not None:
        number = len(text.events) + 1
        told = Message("the line was torn off in writing and is left out: {reason}", reason=text.torn)
        yield stage.match, ErrorResult(number, told)


def accused(text: RecordText) -> bool:
    """Whether the record holds a verdict that is not dismissed."""
    return outcome(text.events).accused


def lines_told(text: RecordText, pack: str = proposals.SILENT) -> Iterator[str]:
    """The record told deal by deal, the score sheet, with and without rulings, and what a rulebook proposes."""
    match, count, deals = None, 0, dict[int, DealResult]()
    for match, result in _once(outcomes(text)):
        count += isinstance(result, Verdict)
        yield told(match, result, count)
        yield from behind(match, result)
        if isinstance(result, DealResult):
            deals[result.deal] = result
    yield from _unseen(outcome(text.events))
    if match:
        yield ""
        yield from match.game.sheet(match.rules, match.book, match.total, [*deals.values()])
        yield from _without_rulings(text, match)
        yield from (f"    {line}" for line in proposals.proposal_lines(match, pack))


def _once(found: Iterable[tuple[AnyMatch, Result]]) -> Iterator[tuple[AnyMatch, Result]]:
    """The results without that of a deal that has gone on after it; it is given anew once the deal is over."""
    results = [*found]
    newest = {result.deal: place for place, (_, result) in enumerate(results) if isinstance(result, TrickResult)}
    for place, (match, result) in enumerate(results):
        if not (isinstance(result, DealResult) and result.score is None and place < newest.get(result.deal, 0)):
            yield match, result


def _unseen(match: AnyMatch) -> Iterator[str]:
    """That something of the deal in play went unseen, of which nobody has told."""
    deal = match.deal
    if deal is None or not match.running or not deal.holes:
        return
    lines = Listed(tuple(map(str, sorted(set(deal.holes)))), "and")
    where = f"line {lines}" if len(set(deal.holes)) == 1 else f"lines {lines}"
    yield f"deal {deal.number}  is under way; something went unseen at {where}: no score until that is told (missed)"


def _without_rulings(text: RecordText, match: AnyMatch) -> Iterator[str]:
    """The sums as ruled and as played, where a ruling has an effect."""
    if all(ruling.effect == "none" for ruling in match.rulings.values()):
        return
    played = outcome(text.events, without_effect)
    yield ""
    for words, total in (("with the rulings", match.total), ("without them", played.total)):
        sums = zip(match.names, total, strict=True)
        yield f"{words:16}  {', '.join(f'{name} {sheet.signed(own)}' for name, own in sums)}"


def without_effect(event: Event) -> Event:
    """A ruling as if it were none but the decision."""
    return replace(event, effect="none") if isinstance(event, Ruling) else event


def told(match: AnyMatch, result: Result, verdict_id: int) -> str:
    """One result in words; the number of a verdict is 0 where the record has none for it."""
    names = match.names
    match result:
        case TrickResult():
            cards = " ".join(card.face for card in result.cards)
            return f"  trick {result.trick:2}  {cards:15} {_name(names, result.leader)} leads, {taken(names, result)}"
        case Verdict():
            number = f"verdict {verdict_id}: " if verdict_id else ""
            return f"  ! {number}{result.kind} ({result.rule}), line {result.event}: {result.text}"
        case DealResult():
            return f"deal {result.deal}  {_deal(names, result)}"
        case MatchResult():
            owed = "".join(f"; not drawn for deal {deal}" for deal in result.owed)
            levels = ", then ".join(" and ".join([names[seat] for seat in level]) for level in result.ranking)
            return f"match  {levels}{owed}"
        case ErrorResult():
            return f"  ? line {result.event}: {result.text}"


def behind(match: AnyMatch, result: Result) -> Iterator[str]:
    """The numbers behind the score of a deal, in lines to stand below it; nothing below another result."""
    if isinstance(result, DealResult):
        yield from (f"        {sentence}" for sentence in sentences(match.names, result.breakdown))


def taken(names: Sequence[str], trick: TrickResult) -> str:
    """Who took a trick and its points in words; ``?`` for what is not known, since something went unseen."""
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
    told = ", ".join(
        f"{name} {own} {'point' if own == 1 else 'points'} {sheet.signed(score)}".strip() for name, own, score in parts
    )
    return (
        f"{told}{f'; {owed} still to draw' if owed else ''}{f'; nothing was told by {untold}' if untold else ''}{ruled}"
    )

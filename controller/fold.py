"""The fold: a match is what follows from its events, one after the other (record.md).

``step`` is total: every event has a next state and results; what cannot be part of the match is an error result.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from controller import referee
from controller.deal import Play, S
from controller.events import Collect, Correction, DealStart, End, Event, MatchStart, Played, Ruling, Seat, Void
from controller.game import B
from controller.match import AnyMatch, Match, MatchError, start
from controller.results import DealResult, ErrorResult, MatchResult, Result, TrickResult
from controller.standing import Rejected, corrected

Step = tuple[Match[S, B], tuple[Result, ...]]


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a fold: the event of a line, the match after it, and the results it makes true."""

    number: int
    event: Event | None
    """None where the line is a correction that cannot be made."""
    match: AnyMatch
    results: tuple[Result, ...]


def fold(events: Sequence[Event]) -> Iterator[Stage]:
    """Every step of a record as corrected by its last line; raises MatchError if its first event starts no match."""
    first, *rest = corrected(events)
    if isinstance(first, Rejected) or not isinstance(first.event, MatchStart):
        raise MatchError("a record starts with its match line, and this one does not")
    match = start(first.event)
    yield Stage(first.number, first.event, match, ())
    for line in rest:
        if isinstance(line, Rejected):
            yield Stage(line.number, None, match, (_error(line.number, line.text),))
            continue
        match, results = step(match, line.number, line.event)
        yield Stage(line.number, line.event, match, results)


def step(match: Match[S, B], number: int, event: Event) -> Step[S, B]:
    """The match after the event of this line number, and the results that it makes true."""
    if match.ended:
        return match, (_error(number, "the match is over"),)
    match event:
        case Played():
            return _play(match, number, event)
        case Collect():
            return _collect(match, number)
        case DealStart():
            return _deal(match, number, event)
        case Void():
            return _void(match, number, event.why)
        case End():
            return _end(match)
        case Ruling():
            return _rule(match, number, event)
        case MatchStart():
            return match, (_error(number, "the match has already begun"),)
        case _ if isinstance(event, Correction):
            raise TypeError("corrections are applied before the fold, by controller.standing")
        case _:
            return match, (_error(number, f"{match.game.title} has no {event.e} event"),)


def _error(number: int, text: str) -> ErrorResult:
    return ErrorResult(number, text)


def _play(match: Match[S, B], number: int, event: Played) -> Step[S, B]:
    deal = match.deal
    if deal is None or not match.running:
        return match, (_error(number, f"{event.card} was played, but no deal is under way"),)
    if not match.rules.has(event.seat):
        return match, (_error(number, f"there is no seat {event.seat} at this table of {match.rules.seats}"),)
    judged = referee.judge(match.game, deal, match.owed, Play(number, event.seat, event.card))
    match = replace(match, deal=judged.deal, owed=judged.owed, verdicts=(*match.verdicts, *judged.verdicts))
    if len(judged.deal.open.plays) < len(judged.deal.seats):
        return match, judged.verdicts
    match, results = _close(match)
    return match, (*judged.verdicts, *results)


def _collect(match: Match[S, B], number: int) -> Step[S, B]:
    """The trick was gathered; a full one has closed by itself already."""
    deal = match.deal
    if deal is None or not match.running or not deal.open.plays:
        return match, ()
    verdict = referee.gather_short(deal, number)
    match = replace(match, deal=replace(deal, short=True), verdicts=(*match.verdicts, verdict))
    match, results = _close(match)
    return match, (verdict, *results)


def _close(match: Match[S, B]) -> Step[S, B]:
    """Turn the trick over; after the last one score the deal."""
    assert match.deal is not None  # noqa: S101 - both callers have a deal in progress
    deal = referee.close(match.game, match.deal)
    trick = deal.tricks[-1]
    points = match.game.trick_points(deal, trick, last=deal.over)
    assert trick.winner is not None  # noqa: S101 - a closed trick has a winner
    result = TrickResult(deal.number, len(deal.tricks), trick.plays[0].seat, trick.winner, trick.cards, points)
    match = replace(match, deal=deal)
    if not deal.over:
        return match, (result,)
    match, settled = _settle(match)
    return match, (result, settled)


def _settle(match: Match[S, B]) -> tuple[Match[S, B], DealResult]:
    """Score a finished deal; where cards are missing it cannot be scored and the sheet stays as it is."""
    assert match.deal is not None  # noqa: S101 - only a finished deal is settled
    deal, tricks = match.deal, _tricks(match)
    dealer = match.game.next_dealer(deal, void=None)
    match = replace(match, running=False, dealer=dealer)
    if deal.short:
        return match, DealResult(deal.number, None, tricks, None, match.total, {"missing": "cards"})
    done = match.game.settle(deal, match.book, match.total)
    match = replace(match, book=done.book, total=done.total)
    return match, DealResult(deal.number, done.points, tricks, done.score, done.total, done.detail)


def _tricks(match: Match[S, B]) -> tuple[int, ...]:
    won = Counter(trick.winner for trick in match.deal.tricks) if match.deal else Counter[Seat | None]()
    return tuple(won[seat] for seat in range(match.rules.seats))


def _deal(match: Match[S, B], number: int, event: DealStart) -> Step[S, B]:
    results: list[Result] = []
    if match.running:
        results.append(_error(number, "a deal began before the last one had ended; the old deal is void"))
        match, voided = _void(match, number, "rule")
        results += voided
    count = match.deal.number if match.deal else 0
    fault = match.game.over(match.rules, count, match.total) or _deal_fault(match, event)
    if fault:
        return match, (*results, _error(number, fault))
    if match.dealer not in (None, event.dealer):
        due = match.names[match.dealer or 0]
        results.append(_error(number, f"{match.names[event.dealer]} deals, though it is for {due} to deal"))
    deal = match.game.open_deal(match.rules, count + 1, event, match.book)
    if event.hands is not None:
        deal = replace(deal, hands=event.hands)
    return replace(match, deal=deal, running=True, owed=()), tuple(results)


def _deal_fault(match: Match[S, B], event: DealStart) -> str | None:
    """Why there can be no such deal, or None."""
    if not match.rules.has(event.dealer):
        return f"there is no seat {event.dealer} at this table of {match.rules.seats}"
    shown = [card for hand in (event.hands or {}).values() for card in hand]
    strange = [card for card in shown if card not in match.game.deck]
    twice = [card for card, count in Counter(shown).items() if count > 1]
    if strange or twice or not all(map(match.rules.has, event.hands or {})):
        return f"the hands shown cannot be those of a deal: {', '.join([*strange, *twice]) or 'unknown seat'}"
    return None


def _void(match: Match[S, B], number: int, why: str) -> Step[S, B]:
    """The deal does not count; it keeps its number."""
    if match.deal is None or not match.running:
        return match, (_error(number, "there is no deal under way that could be void"),)
    none = (0,) * match.rules.seats
    result = DealResult(match.deal.number, none, none, none, match.total, {"void": why})
    dealer = match.game.next_dealer(match.deal, void=why)
    return replace(match, running=False, dealer=dealer), (result,)


def _end(match: Match[S, B]) -> Step[S, B]:
    result = MatchResult(match.total, match.game.ranking(match.total), len(match.verdicts))
    return replace(match, ended=True, running=False), (result,)


def _rule(match: Match[S, B], number: int, event: Ruling) -> Step[S, B]:
    if event.verdict > len(match.verdicts):
        return match, (_error(number, f"there is no verdict {event.verdict} to rule on"),)
    if event.effect != "none":
        return match, (_error(number, f"effect {event.effect!r} of a ruling is not known to this version"),)
    return replace(match, rulings={**match.rulings, event.verdict: event.decision}), ()

"""Steps at the ends of a deal: it begins, is void, waits for a draw, is scored; and the end of the match."""

from collections import Counter
from dataclasses import replace

from controller.record.events import DealStart, Draw, Void
from controller.referee.ledger import Account, Rulings, void_result
from controller.referee.step import Step, error, no_deal
from controller.rules.deal import Deal, S
from controller.rules.game import B, Tie
from controller.rules.match import Entry, Match
from controller.rules.proof import Watch
from controller.rules.results import ErrorResult, MatchResult, Result


def begin(match: Match[S, B], number: int, event: DealStart) -> Step[S, B]:
    """Cards are dealt; a deal that was still under way is void."""
    results: tuple[Result, ...] = ()
    if match.deal and match.running:
        results = (ErrorResult(number, "a deal began before the last one had ended; the old deal is void"),)
        match, voided = end_void(match, match.deal, "unfinished")
        results += voided
    count = match.deal.number if match.deal else 0
    fault = match.game.over(match.rules, count, match.total, match.book) or _cannot_be(match, event)
    if fault:
        return match, (*results, ErrorResult(number, fault))
    if match.dealer is not None and match.dealer != event.dealer:
        text = f"{match.names[event.dealer]} deals, though it is for {match.names[match.dealer]} to deal"
        results = (*results, ErrorResult(number, text))
    deal = match.game.open_deal(match.rules, count + 1, event, match.book)
    return replace(match, deal=replace(deal, hands=event.hands), running=True, watch=Watch()), results


def _cannot_be(match: Match[S, B], event: DealStart) -> str | None:
    """Why there can be no such deal, or None."""
    if not match.rules.has(event.dealer):
        return f"there is no seat {event.dealer} at this table of {match.rules.seats}"
    shown = [card for hand in (event.hands or {}).values() for card in hand]
    strange = [card for card in shown if card not in match.game.deck]
    twice = [card for card, count in Counter(shown).items() if count > 1]
    if strange or twice or not all(map(match.rules.has, event.hands or {})):
        return f"the hands shown cannot be those of a deal: {', '.join([*strange, *twice]) or 'unknown seat'}"
    return match.game.cannot_deal(event)


def void(match: Match[S, B], number: int, event: Void) -> Step[S, B]:
    """The deal does not count; it keeps its number."""
    if match.deal is None or not match.running:
        return error(match, number, no_deal(event))
    return end_void(match, match.deal, event.why)


def end_void(match: Match[S, B], deal: Deal[S], why: str) -> Step[S, B]:
    """End a deal that does not count."""
    result = void_result(deal, match.total, why)
    dealer = match.game.next_dealer(deal, match.book, void=why)
    ledger = (*match.ledger, Entry(deal, result, result, why))
    return replace(match, deal=deal, running=False, dealer=dealer, ledger=ledger), (result,)


def settle(match: Match[S, B], deal: Deal[S]) -> Step[S, B]:
    """Score a finished deal, with what was ruled on it while it was played."""
    account = Account(match.game, match.book, match.total)
    counted = account.count(deal, Rulings(match.verdicts, match.rulings))
    if isinstance(counted, Tie):
        return replace(match, deal=replace(deal, phase="after", level=counted.seats)), ()
    ledger = (*match.ledger, Entry(deal, counted.result, counted.played))
    match = replace(match, book=counted.book, total=counted.result.total, ledger=ledger)
    dealer = match.game.next_dealer(deal, match.book, void=None)
    return replace(match, deal=deal, running=False, dealer=dealer), (counted.result,)


def draw(match: Match[S, B], number: int, event: Draw) -> Step[S, B]:
    """A level player draws a card; the deal is scored once no order is open."""
    deal = match.deal
    if deal is None or not match.running or deal.phase != "after":
        return error(match, number, "a card was drawn, but no tie waits for a draw")
    count = Counter(seat for seat, _ in deal.draws)
    fewest = min(count[seat] for seat in deal.level)
    if event.seat not in deal.level or count[event.seat] > fewest:
        waiting = " and ".join(match.names[seat] for seat in deal.level if count[seat] == fewest)
        return error(match, number, f"a draw of seat {event.seat}, though it is for {waiting} to draw")
    return settle(match, replace(deal, draws=(*deal.draws, (event.seat, event.card))))


def end(match: Match[S, B]) -> Step[S, B]:
    """The match is over."""
    return replace(match, ended=True, running=False), (final(match),)


def final(match: Match[S, B]) -> MatchResult:
    """How the match ends as it stands."""
    return MatchResult(match.total, match.game.ranking(match.total, match.book), len(match.verdicts))

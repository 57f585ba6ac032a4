"""Steps at the ends of a deal: it begins, is void, waits for a draw, is scored; and the end of the match."""

from collections import Counter
from dataclasses import replace

from controller.record.events import DealStart, Draw, Void
from controller.record.message import Listed, Message
from controller.referee import recount
from controller.referee.ledger import Account, Rulings, void_result
from controller.referee.step import StepResult, error, no_deal, no_seat
from controller.referee.unseen.openings import begun_unseen
from controller.rules.deal import Deal, S
from controller.rules.game import B, Tie
from controller.rules.match import FinishedDeal, Match
from controller.rules.proof import ProofMemory
from controller.rules.results import ErrorResult, MatchResult, Result
from controller.rules.unseen.doubt import Doubt


def begin(match: Match[S, B], number: int, event: DealStart) -> StepResult[S, B]:
    """Cards are dealt; a deal that was still under way is void, or ends without a score if it has a hole."""
    results: tuple[Result, ...] = ()
    if match.deal and match.running and (match.deal.holes or match.deal.phase == "after"):
        match, results = settle(match, match.deal, owing=True)
    elif match.deal and match.running:
        results = (ErrorResult(number, Message("a deal began before the last one had ended; the old deal is void")),)
        match, voided = end_void(match, match.deal, "unfinished")
        results += voided
    count = match.deal.number if match.deal else 0
    fault = match.game.over(match.rules, count, match.total, match.book) or _cannot_be(match, event)
    if fault:
        return match, (*results, ErrorResult(number, fault))
    if match.dealer is not None and match.dealer != event.dealer:
        name, other = match.names[event.dealer], match.names[match.dealer]
        text = Message("{name} deals, though it is for {other} to deal", name=name, other=other)
        results = (*results, ErrorResult(number, text))
    deal = match.game.open_deal(match.rules, count + 1, event, match.book)
    deal = replace(deal, hands=event.hands, doubt=_sheet_unknown(match, deal))
    match = replace(match, deal=deal, running=True, memory=ProofMemory(), whole=None, resumed=None)
    match = replace(match, worded=None, accounts=())
    return begun_unseen(match), results


def _sheet_unknown(match: Match[S, B], deal: Deal[S]) -> Doubt | None:
    """Nothing is judged where the scores say who plays, and a deal has none (unseen.md)."""
    return Doubt((deal.trump,), mute=True) if match.unscored and match.game.seats_by_sheet else None


def _cannot_be(match: Match[S, B], event: DealStart) -> Message | None:
    """Why there can be no such deal, or None."""
    if not match.rules.has(event.dealer):
        return no_seat(event.dealer, match.rules.seats)
    shown = [card for hand in (event.hands or {}).values() for card in hand]
    strange = [card for card in shown if card not in match.game.deck]
    twice = [card for card, count in Counter(shown).items() if count > 1]
    if strange or twice or not all(map(match.rules.has, event.hands or {})):
        if not strange and not twice:
            return Message("the hands shown cannot be those of a deal: unknown seat")
        cards = Listed((*strange, *twice))
        return Message("the hands shown cannot be those of a deal: {cards}", cards=cards)
    return match.game.cannot_deal_by(match.rules, event)


def void(match: Match[S, B], number: int, event: Void) -> StepResult[S, B]:
    """The deal does not count; it keeps its number."""
    if match.deal is None or not match.running:
        return error(match, number, no_deal(event))
    if fault := match.game.cannot_void(match.rules, event.why):
        text = Message("the deal cannot be void as {reason}: {why}", reason=event.why, why=fault)
        return error(match, number, text)
    return end_void(match, match.deal, event.why)


def end_void(match: Match[S, B], deal: Deal[S], why: str) -> StepResult[S, B]:
    """End a deal that does not count."""
    result = void_result(deal, match.total, why)
    dealer = match.game.next_dealer(deal, match.book, void=why)
    ledger = (*match.ledger, FinishedDeal(deal, result, result, why))
    return replace(match, deal=deal, running=False, dealer=dealer, ledger=ledger), (result,)


def settle(match: Match[S, B], deal: Deal[S], *, owing: bool = False) -> StepResult[S, B]:
    """Score a finished deal, with what was ruled on it while it was played.

    Level seats are waited for, unless they owe their draw and the table goes on.
    """
    account = Account(match.game, match.book, match.total)
    counted = account.count(deal, Rulings(match.verdicts, match.rulings), owing=owing)
    if isinstance(counted, Tie):
        after = counted.so_far.book if counted.so_far else match.book
        waiting = replace(deal, phase="after", level=counted.seats)
        return replace(match, deal=waiting, dealer=match.game.next_dealer(deal, after, void=None)), ()
    ledger = (*match.ledger, FinishedDeal(deal, counted.result, counted.played))
    match = replace(match, book=counted.book, total=counted.result.total, ledger=ledger)
    dealer = None if deal.holes else match.game.next_dealer(deal, match.book, void=None)
    return replace(match, deal=deal, running=False, dealer=dealer), (counted.result,)


def draw(match: Match[S, B], number: int, event: Draw) -> StepResult[S, B]:
    """A level player draws a card: for the deal that waits for it, else for the oldest that was left owing one."""
    owed = match.owed
    one = next((one for one in owed if event.seat in one.to_draw), None)
    if one is None:
        if not owed:
            return error(match, number, Message("a card was drawn, but no tie waits for a draw"))
        waiting = Listed(tuple(match.names[seat] for seat in owed[0].to_draw), " and ")
        text = Message("a draw of seat {n}, though it is for {names} to draw", n=event.seat, names=waiting)
        return error(match, number, text)
    deal = replace(one.deal, draws=(*one.deal.draws, (event.seat, event.card)))
    if match.deal and match.running and match.deal.number == deal.number:
        return settle(match, deal)
    ledger = tuple(replace(entry, deal=deal) if entry.deal.number == deal.number else entry for entry in match.ledger)
    return recount.recount(replace(match, ledger=ledger))


def end(match: Match[S, B], number: int) -> StepResult[S, B]:
    """The match is over; a deal under way is void, or ends without a score if it has a hole, or owing a draw."""
    results: tuple[Result, ...] = ()
    if match.deal and match.running and (match.deal.holes or match.deal.phase == "after"):
        match, results = settle(match, match.deal, owing=True)
    elif match.deal and match.running:
        results = (ErrorResult(number, Message("the match ended before the deal had; that deal is void")),)
        match, voided = end_void(match, match.deal, "unfinished")
        results += voided
    match = replace(match, ended=True, running=False)
    return match, (*results, final(match))


def final(match: Match[S, B]) -> MatchResult:
    """How the match ends as it stands."""
    ranking = match.game.ranking(match.total, match.book)
    owed = tuple(one.deal.number for one in match.owed)
    return MatchResult(match.total, ranking, len(match.verdicts), match.unscored, owed)

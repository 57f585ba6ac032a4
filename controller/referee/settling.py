"""Steps at the ends of a deal: its start, its voiding, its wait for a draw, its score; and the end of the match."""

from collections import Counter
from dataclasses import replace
from typing import Final

from controller.record.events import DealStart, Draw, Void
from controller.record.message import Listed, Message
from controller.referee import judging
from controller.referee.ledger import RULED, Account, Rulings, void_result
from controller.referee.step import StepResult, error, no_deal, no_seat
from controller.rules.deal import Deal, S
from controller.rules.game import Game, Tie, Untold
from controller.rules.match import FinishedDeal, Match
from controller.rules.parts import B
from controller.rules.proof import ProofMemory
from controller.rules.results import OWED, ErrorResult, MatchResult, Result, TrickResult

# The sheet added up anew from the first deal: a later ruling or draw may change the deals after its own.


def recount(match: Match[S, B], changed: int | None = None) -> StepResult[S, B]:
    """Add up the sheet anew from the first deal; the results are the deals whose result has changed.

    Args:
        match: the match after the change.
        changed: number of the deal whose play differs from the play that was counted before.
    """
    rulings = Rulings(match.verdicts, match.rulings)
    account = Account(match.game, match.game.open_book(match.rules), (0,) * match.rules.seats)
    entries: list[FinishedDeal[S]] = []
    for entry in match.ledger:
        anew = entry.deal.number == changed or OWED in entry.played.detail
        counted = account.count(entry.deal, rulings, None if anew and not entry.void else entry, owing=True)
        if isinstance(counted, Tie):
            raise TypeError("a deal that was scored once cannot wait for a draw")
        played = counted.played if anew else entry.played
        entries.append(replace(entry, result=counted.result, played=played))
        account = replace(account, book=counted.book, total=counted.result.total)
    pairs = zip(match.ledger, entries, strict=True)
    results = tuple(new.result for old, new in pairs if new.result != old.result)
    match = replace(match, book=account.book, total=account.total, ledger=tuple(entries))
    return _next_dealer(match), results


def _next_dealer(match: Match[S, B]) -> Match[S, B]:
    """Set the next dealer after the newest deal, if it is over: the same dealer where it is to be dealt again.

    A deal that an arbiter has voided passes on as if it had been played.
    """
    if match.running or not match.ledger:
        return match
    newest = match.ledger[-1]
    governing = Rulings(match.verdicts, match.rulings).governing(newest.deal.number)
    if governing and governing.effect == "redeal":
        return replace(match, dealer=newest.deal.dealer)
    void = None if newest.void == RULED else newest.void
    return replace(match, dealer=match.game.course.next_dealer(newest.deal, match.book, void=void))


def begin(match: Match[S, B], number: int, event: DealStart) -> StepResult[S, B]:
    """Begin a deal; a deal that was still under way is void."""
    match, results = leave(match, number, UNFINISHED)
    match, more = deal_out(match, number, event)
    return match, (*results, *more)


UNFINISHED: Final = Message("a deal began before the last one had ended; the old deal is void")


def leave(match: Match[S, B], number: int, why: Message) -> StepResult[S, B]:
    """End a deal under way: it is void, or ends owing a draw or a word where only these are missing."""
    if match.deal is None or not match.running:
        return match, ()
    if match.deal.phase == "after":
        return settle(match, match.deal, owing=True)
    match, voided = end_void(match, match.deal, "unfinished")
    return match, (ErrorResult(number, why), *voided)


def deal_out(match: Match[S, B], number: int, event: DealStart) -> StepResult[S, B]:
    """Begin the next deal."""
    results: tuple[Result, ...] = ()
    count = match.deal.number if match.deal else 0
    fault = match.game.course.over(match.rules, count, match.total, match.book) or _cannot_be(match, event)
    if fault:
        return error(match, number, fault)
    if match.dealer is not None and match.dealer != event.dealer and not match.game.course.has_own_dealer(event):
        name, other = match.names[event.dealer], match.names[match.dealer]
        text = Message("{name} deals, though it is for {other} to deal", name=name, other=other)
        results = (ErrorResult(number, text),)
    deal = replace(match.game.open_deal(match.rules, count + 1, event, match.book), hands=event.hands)
    return replace(match, deal=deal, running=True, memory=ProofMemory()), results


def _cannot_be(match: Match[S, B], event: DealStart) -> Message | None:
    """Return why there can be no such deal, or None."""
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
    return match.game.course.cannot_deal(match.rules, event)


def void(match: Match[S, B], number: int, event: Void) -> StepResult[S, B]:
    """Void the deal; it keeps its number."""
    if match.deal is None or not match.running:
        return error(match, number, no_deal(event))
    if fault := match.game.course.cannot_void(match.rules, event.why):
        text = Message("the deal cannot be void as {reason}: {why}", reason=event.why, why=fault)
        return error(match, number, text)
    return end_void(match, match.deal, event.why)


def end_void(match: Match[S, B], deal: Deal[S], why: str) -> StepResult[S, B]:
    """End a deal that does not count."""
    result = void_result(deal, match.total, why)
    dealer = match.game.course.next_dealer(deal, match.book, void=why)
    ledger = (*match.ledger, FinishedDeal(deal, result, result, why))
    return replace(match, deal=deal, running=False, dealer=dealer, ledger=ledger), (result,)


def settle(match: Match[S, B], deal: Deal[S], *, owing: bool = False) -> StepResult[S, B]:
    """Score a finished deal, with the rulings made while it was played.

    The deal waits for level seats to draw, unless they owe their draw and the table goes on.
    """
    account = Account(match.game, match.book, match.total)
    counted = account.count(deal, Rulings(match.verdicts, match.rulings), owing=owing)
    if isinstance(counted, Tie):
        after = counted.so_far.book if counted.so_far else match.book
        words = isinstance(counted, Untold)
        waiting = replace(
            deal, phase="after", level=() if words else counted.seats, untold=counted.seats if words else ()
        )
        return replace(match, deal=waiting, dealer=match.game.course.next_dealer(deal, after, void=None)), ()
    ledger = (*match.ledger, FinishedDeal(deal, counted.result, counted.played))
    match = replace(match, book=counted.book, total=counted.result.total, ledger=ledger)
    dealer = match.game.course.next_dealer(deal, match.book, void=None)
    return replace(match, deal=deal, running=False, dealer=dealer), (counted.result,)


def draw(match: Match[S, B], number: int, event: Draw) -> StepResult[S, B]:
    """Apply a level player's drawn card: to the deal that waits for it, else to the oldest that was left owing one."""
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
    return recount(replace(match, ledger=ledger))


def end(match: Match[S, B], number: int) -> StepResult[S, B]:
    """End the match; a deal under way is void, or ends owing a draw."""
    match, results = leave(match, number, CUT_SHORT)
    match = replace(match, ended=True, running=False)
    return match, (*results, final(match))


CUT_SHORT: Final = Message("the match ended before the deal had; that deal is void")


def final(match: Match[S, B]) -> MatchResult:
    """Calculate the result of the match as it stands."""
    ranking = match.game.course.ranking(match.total, match.book)
    owed = tuple(one.deal.number for one in match.owed)
    return MatchResult(match.total, ranking, len(match.verdicts), match.unscored, owed)


# The end of a trick: it is turned over; after the last one the deal is scored.


def close_trick(match: Match[S, B], deal: Deal[S]) -> StepResult[S, B]:
    """Turn over a trick: a full one, or one that was gathered with cards missing."""
    deal = judging.close(match.game, deal)
    match, result = replace(match, deal=deal), trick_result(match.game, deal)
    if not deal.over:
        return match, (result,)
    match, results = finish(match, deal)
    return match, (result, *results)


def finish(match: Match[S, B], deal: Deal[S]) -> StepResult[S, B]:
    """Finish the deal after the last trick: find the faults that only the game itself knows, and score the deal."""
    act = deal.tricks[-1].plays[-1].event
    faults = tuple(judging.verdict(deal, act, fault) for fault in match.game.audit.find_at_end(deal))
    match, results = settle(replace(match, verdicts=(*match.verdicts, *faults)), deal)
    return match, (*faults, *results)


def trick_result(game: Game[S, B], deal: Deal[S]) -> TrickResult:
    """Return the result of the newest closed trick."""
    trick, number = deal.tricks[-1], len(deal.tricks)
    points = game.trick_points(deal, trick, last=deal.over)
    return TrickResult(deal.number, number, trick.plays[0].seat, deal.leader, trick.cards, points)

"""Steps at the ends of a deal: it begins, is void, waits for a draw, is scored; and the end of the match."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from controller.record.events import DealStart, Draw, Seat, Void
from controller.record.message import Listed, Message
from controller.referee import judging
from controller.referee.ledger import RULED, Account, Rulings, void_result
from controller.referee.step import StepResult, error, no_deal, no_seat
from controller.referee.unseen import adoption, openings
from controller.referee.unseen.courses import certain, led_first, torn
from controller.referee.unseen.openings import begun_unseen
from controller.referee.unseen.readings import after_trick, unseen_trumps
from controller.rules.deal import Deal, S
from controller.rules.doubt import Doubt
from controller.rules.game import Tie, Untold
from controller.rules.match import FinishedDeal, Match
from controller.rules.parts import B
from controller.rules.proof import ProofMemory
from controller.rules.results import OWED, ErrorResult, MatchResult, Result, TrickResult
from controller.rules.sight import Reading

# The sheet added up anew from the first deal: a ruling or a draw that comes later may change what followed.


def recount(match: Match[S, B], changed: int | None = None) -> StepResult[S, B]:
    """Add up the sheet anew from the first deal; tell every deal that now counts otherwise.

    Args:
        match: with what has changed.
        changed: the deal of this number was played otherwise than it was counted before.
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
    told = tuple(new.result for old, new in pairs if new.result != old.result)
    match = replace(match, book=account.book, total=account.total, ledger=tuple(entries))
    return _next_dealer(match), told


def _next_dealer(match: Match[S, B]) -> Match[S, B]:
    """Who deals after the newest deal, if it is over: its dealer again where it is to be dealt again.

    A deal that an arbiter has voided passes on as if it had been played.
    """
    if match.running or not match.ledger:
        return match
    newest = match.ledger[-1]
    governing = Rulings(match.verdicts, match.rulings).governing(newest.deal.number)
    if governing and governing.effect == "redeal":
        return replace(match, dealer=newest.deal.dealer)
    void = None if newest.void == RULED else newest.void
    return replace(match, dealer=_dealer_after(match, newest.deal, match.book, void))


def _dealer_after(match: Match[S, B], deal: Deal[S], book: B, void: str | None = None) -> Seat | None:
    """Who deals after a deal; None where its own dealer was inferred, and is not certain to have been the one."""
    if deal.unseen.inferred_leader is not None:
        led = led_first(deal)
        if led is None or led.seat != deal.unseen.inferred_leader:
            return None
    return match.game.course.next_dealer(deal, book, void=void)


def begin(match: Match[S, B], number: int, event: DealStart) -> StepResult[S, B]:
    """Cards are dealt; a deal that was still under way is void, or ends without a score if it has a hole."""
    results: tuple[Result, ...] = ()
    if match.deal and match.running and (match.deal.unseen.holes or match.deal.phase == "after"):
        match, results = settle(match, match.deal, owing=True)
    elif match.deal and match.running:
        results = (ErrorResult(number, Message("a deal began before the last one had ended; the old deal is void")),)
        match, voided = end_void(match, match.deal, "unfinished")
        results += voided
    count = match.deal.number if match.deal else 0
    fault = match.game.course.over(match.rules, count, match.total, match.book) or _cannot_be(match, event)
    if fault:
        return match, (*results, ErrorResult(number, fault))
    if match.dealer is not None and match.dealer != event.dealer and not match.game.course.has_own_dealer(event):
        name, other = match.names[event.dealer], match.names[match.dealer]
        text = Message("{name} deals, though it is for {other} to deal", name=name, other=other)
        results = (*results, ErrorResult(number, text))
    deal = match.game.open_deal(match.rules, count + 1, event, match.book)
    deal = replace(deal, hands=event.hands, unseen=replace(deal.unseen, doubt=_sheet_unknown(match, deal)))
    if event.inferred:
        deal = _by_inference(deal)
    match = replace(
        match, deal=deal, running=True, memory=ProofMemory(), unseen=replace(match.unseen, whole=None, resumed=None)
    )
    match = replace(match, unseen=replace(match.unseen, worded=None, accounts=()))
    return begun_unseen(match), results


def _by_inference(deal: Deal[S]) -> Deal[S]:
    """The deal of a dealer whom nobody has named: who leads first is seen, and no word is judged before."""
    doubt = (
        Doubt((deal.trump,), mute=True) if deal.phase == "before" and deal.unseen.doubt is None else deal.unseen.doubt
    )
    return replace(deal, leader=None, unseen=replace(deal.unseen, inferred_leader=deal.leader, doubt=doubt))


def _sheet_unknown(match: Match[S, B], deal: Deal[S]) -> Doubt | None:
    """Return a doubt that mutes all judging where the scores say who plays, and a deal has none (unseen.md)."""
    return Doubt((deal.trump,), mute=True) if match.unscored and match.game.course.seats_by_sheet else None


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
    return match.game.course.cannot_deal(match.rules, event)


def void(match: Match[S, B], number: int, event: Void) -> StepResult[S, B]:
    """The deal does not count; it keeps its number."""
    if match.deal is None or not match.running:
        return error(match, number, no_deal(event))
    if fault := match.game.course.cannot_void(match.rules, event.why):
        text = Message("the deal cannot be void as {reason}: {why}", reason=event.why, why=fault)
        return error(match, number, text)
    return end_void(match, match.deal, event.why)


def end_void(match: Match[S, B], deal: Deal[S], why: str) -> StepResult[S, B]:
    """End a deal that does not count."""
    result = void_result(deal, match.total, why)
    dealer = _dealer_after(match, deal, match.book, why)
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
        words = isinstance(counted, Untold)
        waiting = replace(
            deal, phase="after", level=() if words else counted.seats, untold=counted.seats if words else ()
        )
        return replace(match, deal=waiting, dealer=_dealer_after(match, deal, after)), ()
    ledger = (*match.ledger, FinishedDeal(deal, counted.result, counted.played))
    match = replace(match, book=counted.book, total=counted.result.total, ledger=ledger)
    dealer = None if deal.unseen.holes else _dealer_after(match, deal, match.book)
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
    return recount(replace(match, ledger=ledger))


def end(match: Match[S, B], number: int) -> StepResult[S, B]:
    """The match is over; a deal under way is void, or ends without a score if it has a hole, or owing a draw."""
    results: tuple[Result, ...] = ()
    if match.deal and match.running and (match.deal.unseen.holes or match.deal.phase == "after"):
        match, results = settle(match, match.deal, owing=True)
    elif match.deal and match.running:
        results = (ErrorResult(number, Message("the match ended before the deal had; that deal is void")),)
        match, voided = end_void(match, match.deal, "unfinished")
        results += voided
    match = replace(match, ended=True, running=False)
    return match, (*results, final(match))


def final(match: Match[S, B]) -> MatchResult:
    """Work out how the match ends as it stands."""
    ranking = match.game.course.ranking(match.total, match.book)
    owed = tuple(one.deal.number for one in match.owed)
    return MatchResult(match.total, ranking, len(match.verdicts), match.unscored, owed)


# How a trick closes: it is turned over; after the last one the deal is scored.


def close_trick(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a full trick over at the event of this number; one that may be of two tricks leaves a hole."""
    if certain(deal) and not (match.unseen.whole or match.unseen.resumed):
        return turn_trick_over(match, deal, number)
    if torn(deal):
        match = openings.by_gap(match, deal, number)
        deal = match.deal or deal
    winner = match.game.winner(deal, deal.open)
    doubt, sure = after_trick(match.game, deal, Reading(deal.unseen.holes, deal.unseen.doubt, match.memory), winner)
    read_on = _reader(match, deal, winner)
    told = any(play.seen.told for play in deal.open.plays)
    worded = replace(match.unseen.worded, doubt=None) if told and match.unseen.worded else read_on(match.unseen.worded)
    match = replace(match, unseen=replace(match.unseen, whole=read_on(match.unseen.whole), resumed=None, worded=worded))
    return turn_trick_over(
        match, replace(deal, open=replace(deal.open, sure=sure), unseen=replace(deal.unseen, doubt=doubt)), number
    )


def close_short_trick(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a trick over that was gathered with cards missing for certain."""
    known = deal.unseen.doubt
    if known is None and certain(deal):
        return turn_trick_over(match, deal, number)
    trumps = unseen_trumps(match.game, deal, (deal.trump,) if known is None else known.trumps)
    hole = 0 if known is None else known.hole
    doubt = Doubt(trumps, hole=hole, mute=known is not None and known.mute)
    return turn_trick_over(
        match, replace(deal, open=replace(deal.open, sure=False), unseen=replace(deal.unseen, doubt=doubt)), number
    )


def turn_trick_over(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a trick over, full or not, whose readings know already what follows from it."""
    deal = judging.close(match.game, deal)
    sight = match.unseen.sight
    if sight.lay or sight.cleared is not None:
        sight = replace(sight, lay=(), cleared=None)
    match = replace(match, deal=deal, unseen=replace(match.unseen, sight=sight))
    result = trick_result(match, deal)
    if not deal.over:
        return match, (result,)
    match, mended = adoption.at_the_end(match, deal, number)
    deal = match.deal or deal
    if deal.unseen.holes:
        match, results = settle(match, deal)
        return match, (result, *mended, *results)
    act = deal.tricks[-1].plays[-1].event
    faults = tuple(judging.verdict(deal, act, fault) for fault in match.game.audit.find_at_end(deal))
    match, results = settle(replace(match, verdicts=(*match.verdicts, *faults)), deal)
    return match, (result, *mended, *faults, *results)


def _reader(match: Match[S, B], deal: Deal[S], winner: int) -> Callable[[Reading | None], Reading | None]:
    """Make the function by which a reading goes on after the open trick."""

    def after(reading: Reading | None) -> Reading | None:
        if reading is None:
            return None
        doubt, _ = after_trick(match.game, deal, reading, winner)
        return replace(reading, doubt=doubt)

    return after


def trick_result(match: Match[S, B], deal: Deal[S]) -> TrickResult:
    """The result of the newest closed trick; unknown fields are null while a hole is open."""
    trick, number = deal.tricks[-1], len(deal.tricks)
    points = None if deal.unseen.holes else match.game.trick_points(deal, trick, last=deal.over)
    known = trick.sure or not deal.unseen.holes
    leader, winner = (trick.plays[0].seat, deal.leader) if known else (None, None)
    return TrickResult(deal.number, number, leader, winner, trick.cards, points)

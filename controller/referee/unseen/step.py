"""The door of the wrapper: an event of which all is certain goes to the plain referee, any other is weighed here."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from controller.record.events import Collect, DealStart, End, Event, Gap, Played, Seen
from controller.record.message import Message
from controller.referee import bidding, judging, plain, settling
from controller.referee.bidding import Scope
from controller.referee.ledger import Rulings
from controller.referee.step import StepResult, error
from controller.referee.unseen import closing, holes, readings
from controller.referee.unseen.accounts import apply_account, apply_accounts_of_auction, with_verdicts_of
from controller.referee.unseen.courses import first_leading_card, is_in_order, is_in_turn, is_one_trick
from controller.referee.unseen.laying import lay
from controller.referee.unseen.objections import find_objection
from controller.referee.unseen.openings import note_begun, open_unseen_start
from controller.referee.unseen.same_deal import apply_late_reading, may_precede_hole_end, reopen_deal
from controller.referee.unseen.sight_faults import faults, remove_faults
from controller.referee.unseen.tricks import break_off, close_full, gather_unread, note_clear_table
from controller.rules import copies
from controller.rules.deal import ALL_SEEN, Deal, Play, S
from controller.rules.doubt import Doubt
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.results import ErrorResult, TrickResult
from controller.rules.sight import NOTHING_MISSED


def advance(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:
    """Return the match after the event of this line number, and the results that it makes true.

    Accounts do not touch verdicts: these are of the match as it was seen, and none is added or taken away.
    """
    after, results = _advance(match, number, event)
    if match.unseen.untold is None:
        return after, results
    untold, untold_results = _advance(match.unseen.untold, number, event)
    return with_verdicts_of(untold, untold_results, after, results)


def _advance(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:
    """Advance one match alone, with or without accounts."""
    recorded, event = event, copies.in_deck(match.game.deck, match.deal, event, partial(may_precede_hole_end, match))
    wrong = tuple(ErrorResult(number, text) for text in faults(match, event))
    if wrong or isinstance(event, Seen):
        event = remove_faults(match, event)
    after, results = _act(match, number, event)
    if event is not recorded and after.deal is not None:
        after = replace(after, deal=copies.remembered(after.deal, number, recorded, event))
    after = _with_certain_dealer(_with_hole_behind(after, number, event))
    results = (*wrong, *results)
    against = find_objection(match, after, number, event)
    return (replace(after, unseen=replace(after.unseen, objection=against)) if against else after), results


def _with_hole_behind(match: Match[S, B], number: int, event: Event) -> Match[S, B]:
    """Note the moment from which on a hole that the event has shown lies behind."""
    is_hole = isinstance(event, Gap) or (match.deal is not None and number in match.deal.unseen.holes)
    end = event.since if isinstance(event, Played) and event.since is not None else event.t
    if not is_hole or end is None:
        return match
    return replace(match, unseen=replace(match.unseen, sight=match.unseen.sight.with_hole_end(end)))


def _with_certain_dealer(match: Match[S, B]) -> Match[S, B]:
    """Leave the next dealer open where the last dealer was inferred and is not certain."""
    deal = match.deal
    if deal is None or deal.unseen.inferred_leader is None or match.dealer is None:
        return match
    if match.running and deal.phase != "after":
        return match
    led = first_leading_card(deal)
    if led is not None and led.seat == deal.unseen.inferred_leader:
        return match
    governing = Rulings(match.verdicts, match.rulings).governing(deal.number)
    return match if governing and governing.effect == "redeal" else replace(match, dealer=None)


def _act(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:
    if match.ended or _is_plain(match, event):
        return plain.act(match, number, event)
    match event:
        case Played():
            return _unless_refused(match, note_begun(match), lambda ready: play(ready, number, event))
        case Collect():
            return collect(match, number, event)
        case DealStart():
            return begin(match, number, event)
        case End():
            return end(match, number)
        case Gap():
            return holes.apply_gap(match, number, event)
        case Seen():
            return holes.apply_sight(match, number, event)
        case _ if plain.is_word(event):
            ready = note_clear_table(note_begun(match), event)
            return _unless_refused(match, ready, lambda ready: speak(ready, number, event))
        case _:
            return plain.act(match, number, event)


def _is_plain(match: Match[S, B], event: Event) -> bool:
    """Whether people enter the match, and nothing of it went unseen: then the plain referee alone judges it."""
    deal = match.deal
    if match.unseen != NOTHING_MISSED or (deal is not None and deal.unseen != ALL_SEEN):
        return False
    match event:
        case Played() | Collect() if deal is not None and not deal.open_words:
            return True
        case Gap() | Seen() | DealStart(inferred=True):
            return False
        case _:
            return match.unscored == 0


def _unless_refused(
    match: Match[S, B], ready: Match[S, B], act: Callable[[Match[S, B]], StepResult[S, B]]
) -> StepResult[S, B]:
    """Apply an act to the table made ready for it; an act that cannot be part of the match changes nothing."""
    after, results = act(ready)
    return (match if after is ready else after), results


# Cards that come to lie, and tricks that are gathered.


def play(match: Match[S, B], number: int, event: Played) -> StepResult[S, B]:
    """Apply a card in a seat's place; the plain referee judges one that is certainly the next of the trick."""
    if late := apply_late_reading(match, number, event):
        return late
    match = reopen_deal(match, event)
    deal = plain.deal_for(match, event)
    if isinstance(deal, Message):
        return _keep_for_contract(match, number, event) or error(match, number, deal)
    play = _as_seen(match, deal, number, event)
    if not _next_for_certain(match, deal, play):
        return lay(match, deal, play)
    match, judged = plain.lay(match, deal, play, readings.judge)
    match, weighed = weigh_words(match, number)
    if match.deal is None or not match.deal.open_is_full:
        return match, (*judged, *weighed)
    match, results = close_full(match, match.deal, number)
    return match, (*judged, *weighed, *results)


def _keep_for_contract(match: Match[S, B], number: int, event: Played) -> StepResult[S, B] | None:
    """Return the step for a card laid while the auction has a hole and no contract is known; None for any other."""
    deal = match.deal
    if deal is None or not match.running or not match.rules.has(event.seat):
        return None
    if deal.phase != "before" or not deal.holes:
        return None
    plays = (*deal.unseen.kept, match.unseen.sight.play(number, event, (), deal.seats))
    return replace(match, deal=replace(deal, unseen=replace(deal.unseen, kept=plays))), ()


def _as_seen(match: Match[S, B], deal: Deal[S], number: int, event: Played) -> Play:
    """Make the play of a card, with the observations of the table meanwhile; people's word needs none."""
    sight = match.unseen.sight
    if not sight.watches(number, event):
        return Play(number, event.seat, event.card)
    play = sight.play(number, event, deal.open.plays, deal.seats, awaited=_awaited(deal, event))
    newest = deal.tricks[-1].plays if deal.tricks else ()
    is_left_over = sight.left_over(play, (*newest, *deal.open.plays))
    return replace(play, seen=replace(play.seen, apart=True)) if is_left_over else play


def _awaited(deal: Deal[S], event: Played) -> bool:
    """Whether a card is the next one of the open trick, of which nothing went unseen since it began."""
    plays = deal.open.plays
    if not plays or event.seat != deal.to_play:
        return not plays
    return is_in_turn(deal, plays[0].seat) and not any(play.event in deal.unseen.behind for play in plays)


def _next_for_certain(match: Match[S, B], deal: Deal[S], play: Play) -> bool:
    """Whether all is certain without looking further: everything before is known, and it is this card's turn.

    Cards that people enter are in the order of their words.
    """
    sight = play.seen
    if deal.unseen.doubt or deal.unseen.holes or match.unseen.whole:
        return False
    if play.entered and all(one.entered for one in deal.open.plays):
        return True
    if sight.apart or not sight.sole or deal.to_play not in (play.seat, None) or deal.find(play.card):
        return False
    if match.game.audit.undrawn(deal, play):
        return False
    if deal.leader is None:
        return not deal.open.plays and sight.empty is not None and sight.empty.issuperset({*deal.seats} - {play.seat})
    return is_in_turn(deal, deal.leader) and is_in_order((*deal.open.plays, play))


def collect(match: Match[S, B], number: int, event: Collect) -> StepResult[S, B]:
    """Apply the gathering of a trick; a full one has closed by itself already.

    Cards are missing for certain only where the seats were seen empty until all had left; else a hole opens. The same
    holds if the trick before was seen to be gathered, and no card of this one was read.
    """
    deal, sight = match.deal, match.unseen.sight
    if deal is None or not match.running:
        return note_clear_table(match, event), ()
    if not deal.open.plays:
        return gather_unread(match, deal, number, event) if sight.watches(number, event) else (match, ())
    if all(play.told for play in deal.open.plays) and sight.cleared is None:
        return note_clear_table(match, event), ()  # of the trick before: by the accounts the open one is not full
    match, results = _close_gathered(match, deal, number, event)
    return note_clear_table(match, event), results


def _close_gathered(match: Match[S, B], deal: Deal[S], number: int, event: Collect) -> StepResult[S, B]:
    """Close an open trick that was gathered with cards missing."""
    away = match.unseen.sight.missing(number, event, deal.open.plays)
    short = set(judging.missing(deal))
    if not is_one_trick(deal) or (away is not None and not short <= away):
        return break_off(match, deal, number, away or ())
    verdict = judging.gather_short(deal, number)
    match = replace(match, unseen=replace(match.unseen, whole=None, resumed=None))
    if deal.unseen.doubt is None or not deal.unseen.doubt.mute:
        match = replace(match, verdicts=(*match.verdicts, verdict))
    verdicts = match.verdicts[-1:] if match.verdicts[-1:] == (verdict,) else ()
    match, results = closing.close_short_trick(match, replace(deal, short=True), number)
    return match, (*verdicts, *results)


# Words, and the scope in which they may be judged.


def speak(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:
    """Apply a word of the game; once a word ends the auction, the accounts of cards laid meanwhile count."""
    after, results = bidding.speak(match, number, event, _scope(match))
    if after is match:
        return after, results
    if after.deal is not None and after.deal.holes:
        results = tuple(
            closing.trick_result(after.game, after.deal) if isinstance(result, TrickResult) else result
            for result in results
        )
        ended = len(after.ledger) > len(match.ledger) and after.ledger[-1].void is None
        after = replace(after, dealer=None) if ended else after
    after, more = apply_accounts_of_auction(after)
    return after, (*results, *more)


def weigh_words(match: Match[S, B], number: int) -> StepResult[S, B]:
    """Settle the open words that the event of this number proves right or wrong."""
    if match.deal is None or not match.deal.open_words:
        return match, ()
    return bidding.weigh_words(match, number, _scope(match))


def _scope(match: Match[S, B]) -> Scope:
    """Return the scope for words: nothing that rests on a word of this deal, or an earlier score, that may be lost.

    A word may only seem to come at the wrong moment, for a card is read after it lies.
    """
    deal = match.deal
    if deal is None:
        return bidding.ALL
    plays, doubt = deal.plays(), deal.unseen.doubt
    entered = not match.watched or (bool(plays) and all(play.entered for play in plays))
    return Scope(
        words=not deal.incomplete and not (doubt and doubt.mute),
        cards=not deal.incomplete and doubt is None,
        excused=match.game.sheet_rules if match.unscored else frozenset(),
        early=frozenset() if entered else match.game.early_rules,
    )


# The start of a deal, and the end of the match.


def begin(match: Match[S, B], number: int, event: DealStart) -> StepResult[S, B]:
    """Begin a deal; for a deal that has begun unseen there may be accounts of its play."""
    match = _without_gap_before(match, event)
    pending = match.unseen.sight.pending
    still_lies = match.deal is not None and match.unseen.sight.cleared is None
    match = match if still_lies else note_clear_table(match, event)
    match, results = _leave(match, number, settling.UNFINISHED)
    before = match.deal
    match, more = settling.deal_out(match, number, event)
    results = (*results, *more)
    if match.deal is not None and match.deal is not before:
        match = open_unseen_start(_begin_dealt(match, match.deal, inferred=bool(event.inferred)))
    for line in pending:
        match, more = apply_account(match, line) if match.deal and line in match.deal.holes else (match, ())
        results = (*results, *more)
    return match, results


def _without_gap_before(match: Match[S, B], event: DealStart) -> Match[S, B]:
    """Leave out the gaps before a deal that people name after a look: it has not begun in them."""
    sight = match.unseen.sight
    if event.src == "camera" or not sight.begun or not sight.seen or sight.opening:
        return match
    return replace(match, unseen=replace(match.unseen, sight=replace(sight, pending=(), begun=False)))


def _leave(match: Match[S, B], number: int, why: Message) -> StepResult[S, B]:
    """End a deal that is still under way; one with a hole ends without a score."""
    if match.deal is not None and match.running and match.deal.holes:
        match, results = closing.settle(match, match.deal, owing=True)
    else:
        match, results = settling.leave(match, number, why)
    return _with_certain_dealer(match), results


def _begin_dealt(match: Match[S, B], deal: Deal[S], *, inferred: bool) -> Match[S, B]:
    """Begin a deal of which more may be open than the plain referee knows.

    Nothing is judged where the scores decide who plays, and a deal has none. If nobody has named the dealer, the first
    lead shows who leads, and no word is judged before.
    """
    doubt = Doubt((deal.trump,), mute=True) if match.unscored and match.game.course.seats_by_sheet else None
    unseen = replace(deal.unseen, doubt=doubt)
    if inferred:
        doubt = Doubt((deal.trump,), mute=True) if deal.phase == "before" and doubt is None else doubt
        unseen = replace(unseen, doubt=doubt, inferred_leader=deal.leader)
        deal = replace(deal, leader=None)
    deal = replace(deal, unseen=unseen)
    return replace(match, deal=deal, unseen=replace(match.unseen, whole=None, resumed=None, worded=None, accounts=()))


def end(match: Match[S, B], number: int) -> StepResult[S, B]:
    """End the match; a deal under way is void, or ends without a score if it has a hole."""
    match, results = _leave(match, number, settling.CUT_SHORT)
    match, more = settling.end(match, number)
    return match, (*results, *more)

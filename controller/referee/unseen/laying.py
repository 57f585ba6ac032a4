"""Steps of a card where not all is certain: it is out of turn, in no certain order, or after something went unseen."""

from dataclasses import replace

from controller.record.message import Message
from controller.referee import judging
from controller.referee.bidding import weigh_words
from controller.referee.step import StepResult, error
from controller.referee.unseen import openings
from controller.referee.unseen.accounts import apply_account
from controller.referee.unseen.closing import add_withheld
from controller.referee.unseen.courses import first_of, is_one_trick, list_in_turn
from controller.referee.unseen.readings import weigh
from controller.referee.unseen.same_deal import restore_reserve
from controller.referee.unseen.tricks import break_off, close_full
from controller.rules.deal import Deal, Play, S, Trick
from controller.rules.match import Match
from controller.rules.parts import B, Fault
from controller.rules.results import ErrorResult, Result, Verdict
from controller.rules.sight import Reading


def lay(match: Match[S, B], deal: Deal[S], play: Play) -> StepResult[S, B]:
    """Apply a card that is not certain to be the next one of the trick."""
    refused = _refuse(match, deal, play)
    if refused is not None:
        return refused
    match, deal = restore_reserve(match, deal, play)
    results: tuple[Result, ...] = ()
    if not deal.incomplete and play.seen.at is not None and match.game.audit.undrawn(deal, play):
        # More tricks were played than were seen: one was laid and swept in one motion.
        match, results = apply_account(openings.open_by_trick(match, deal, play.event), play.event)
        deal = match.deal or deal
    if _gathered_unseen(deal, play) or (play.seat in deal.open.seats and not _lies_there(deal, play)):
        match, broken = break_off(match, deal, play.event)
        results = (*results, *broken)
        if match.deal is None or not match.running:
            text = Message("{card} was played, but no deal is under way", card=play.card)
            match, errors = error(match, play.event, text)
            return match, (*results, *errors)
        deal = match.deal
    match, more = (
        _refuse_second(match, deal, play) if play.seat in deal.open.seats else _lay_in_course(match, deal, play)
    )
    return match, (*results, *more)


def _refuse(match: Match[S, B], deal: Deal[S], play: Play) -> StepResult[S, B] | None:
    """Return the step for a card that can be part of no trick; None if it can be part of one.

    A card that comes again where something went unseen is a question: it was moved, taken back, or is of another deal.
    """
    fault = judging.refusal(match.game, deal, play)
    if fault is None or fault.kind == "second-card":
        return None
    before = deal.find(play.card)
    if fault.kind == "duplicate-card" and before and not _surely_of_its_trick(deal, before):
        text = Message(
            "{card} comes again after something went unseen; was it moved, or is it a new deal?", card=play.card
        )
        match, healed = apply_account(_question(match, deal, before, play), play.event)
        return match, (*healed, ErrorResult(play.event, text))
    if deal.unseen.doubt and deal.unseen.doubt.mute:
        return match, ()
    verdict = judging.verdict(deal, play.event, fault)
    return replace(match, verdicts=(*match.verdicts, verdict)), (verdict,)


def _question(match: Match[S, B], deal: Deal[S], before: Play, play: Play) -> Match[S, B]:
    """Open a hole where a card has come again: the duty of its earlier play no longer proves anything."""
    owed = tuple(one for one in match.memory.owed if one.play.event != before.event)
    match = replace(match, memory=replace(match.memory, owed=owed))
    return openings.open_by_trick(match, deal, play.event)


def _surely_of_its_trick(deal: Deal[S], play: Play) -> bool:
    """Whether a card was certainly played to the trick that it is listed in, and stayed there."""
    if deal.incomplete:
        return False
    if play in deal.open.plays:
        return is_one_trick(deal)
    return all(trick.sure for trick in deal.tricks if play in trick.plays)


def _gathered_unseen(deal: Deal[S], play: Play) -> bool:
    """Whether the open trick is being gathered: the area of a seat was seen empty after it had laid its card.

    A card that people entered was never seen to lie there.
    """
    before = {one.seat for one in deal.open.plays if one.seen.at and first_of(one, play) is one}
    return play.seen.empty is not None and not play.seen.empty.isdisjoint(before)


def _lies_there(deal: Deal[S], play: Play) -> bool:
    """Whether a seat's second card comes to a trick that is certainly not full: its cards lie, a seat is empty."""
    if play.seen.empty is None:
        return True
    return play.seen.steady and any(seat in play.seen.empty for seat in judging.missing(deal))


def _refuse_second(match: Match[S, B], deal: Deal[S], play: Play) -> StepResult[S, B]:
    """Refuse a seat's second card in one trick; it is an exposed card now.

    If it may have been laid before the other one, nobody knows which of the two is the second: this opens a hole.
    """
    fault = judging.refusal(match.game, deal, play)
    first = next(one for one in deal.open.plays if one.seat == play.seat)
    if first_of(first, play) is not first:
        match = _question(match, deal, first, play)
        deal = match.deal or deal
        unsure = tuple(
            replace(one, seen=replace(one.seen, apart=one.seen.apart or one is first)) for one in deal.open.plays
        )
        deal = replace(deal, open=Trick(unsure), exposed=(*deal.exposed, play))
        return apply_account(replace(match, deal=deal), play.event)
    after = replace(deal, exposed=(*deal.exposed, play))
    return _judge(match, deal, after, play, fault)


def _lay_in_course(match: Match[S, B], deal: Deal[S], play: Play) -> StepResult[S, B]:
    """Lay a card into the open trick, list the trick in order, and close it if it is full."""
    impossible = any(judging.misplaced(match.game, deal, play))
    after = judging.lay_in_trick(match.game, deal, play, impossible=impossible)
    match, judged = _judge(match, deal, list_in_turn(match.game, after), play, None)
    match, weighed = weigh_words(match, play.event)
    results = (*judged, *weighed)
    if match.deal is None or not match.deal.open_is_full:
        return match, results
    match, closed = close_full(match, match.deal, play.event)
    return match, (*results, *closed)


def _judge(match: Match[S, B], deal: Deal[S], after: Deal[S], play: Play, refused: Fault | None) -> StepResult[S, B]:
    """Give the verdicts that hold in every course, and remember those of the reading in which nothing was lost."""

    def read_on(reading: Reading) -> tuple[Reading, tuple[Verdict, ...]]:
        weighed = weigh(match.game, deal, after, reading, play, refused)
        verdicts = tuple(judging.verdict(deal, play.event, fault) for fault in weighed.faults)
        return replace(reading, memory=weighed.memory, verdicts=add_withheld(reading, verdicts)), verdicts

    accusations = {verdict.accusation for verdict in match.verdicts}
    reading, verdicts = read_on(Reading(deal.holes, deal.unseen.doubt, match.memory))
    verdicts = tuple(verdict for verdict in verdicts if verdict.accusation not in accusations)
    whole, resumed = (read_on(one)[0] if one else None for one in (match.unseen.whole, match.unseen.resumed))
    match = replace(
        match, deal=after, memory=reading.memory, unseen=replace(match.unseen, whole=whole, resumed=resumed)
    )
    return replace(match, verdicts=(*match.verdicts, *verdicts)), verdicts

"""People's account of a hole: it heals the score, the number, the trump and the turn, and accuses nobody."""

from collections.abc import Sequence
from dataclasses import replace

from controller.record.corrections import StandingEvent
from controller.record.events import Missed, Seat
from controller.record.message import Message
from controller.referee import closing, settling
from controller.referee.step import StepResult, error
from controller.rules.deal import Deal, Play, S, Trick
from controller.rules.game import B
from controller.rules.match import Match
from controller.rules.results import Result


def told(match: Match[S, B], number: int) -> StepResult[S, B]:
    """Take in people's account of the hole at the event of this number; all of it or nothing."""
    line = match.told.get(number)
    if line is None or not isinstance(line.event, Missed) or match.deal is None or not match.running:
        return match, ()
    if number not in match.deal.holes:
        return error(match, line.number, Message("nothing went unseen at event {n}", n=number))
    return _take_in(match, match.deal, line.event, line, number)


def _take_in(match: Match[S, B], deal: Deal[S], event: Missed, line: StandingEvent, number: int) -> StepResult[S, B]:
    if event.plays is None:
        return settling.settle(match, deal) if event.over else (match, ())
    before = len(deal.tricks)
    after, results = _laid(match, event, line.number, number)
    if isinstance(after, str):
        return error(match, line.number, after)
    if event.won is not None and after.deal is not None and (why := _not_won(after.deal, event.won, before)):
        return error(match, line.number, why)
    deal = after.deal or deal
    if not after.running:
        return after, results
    after = replace(after, deal=_healed(deal, event, number, before))
    if event.plays or event.won:
        after = replace(after, whole=None, resumed=None)
    if event.over and after.deal:
        after, ends = settling.settle(after, replace(after.deal, holes=(*after.deal.holes, number)))
        return after, (*results, *ends)
    return after, results


def _laid(
    match: Match[S, B], event: Missed, line: int, number: int
) -> tuple[Match[S, B] | Message, tuple[Result, ...]]:
    """The match with the cards that were told, or why they cannot have been played."""
    results: tuple[Result, ...] = ()
    for seat, card in event.plays or ():
        deal = match.deal
        if deal is None or not match.running:
            return Message("{card} was told of, but the deal was over", card=card), ()
        begun = match.game.begin_play(deal) if deal.phase == "before" else deal
        if isinstance(begun, str):
            return Message("{card} was told of, but {why}", card=card, why=begun), ()
        if why := _cannot(begun, match.game.deck, Play(line, seat, card)):
            return why, ()
        begun = replace(begun, holes=tuple(one for one in begun.holes if one != number))
        trick = Trick((*begun.open.plays, Play(line, seat, card, told=True)))
        led = begun.trump_led if begun.open.plays else begun.trump
        match = replace(match, deal=match.game.played(replace(begun, open=trick, trump_led=led)))
        if match.deal and match.deal.open_is_full:
            match, closed = closing.close(match, match.deal, number)
            results = (*results, *closed)
    return match, results


def _cannot(deal: Deal[S], deck: Sequence[str], play: Play) -> Message | None:
    """Why a card cannot have been played unseen, or None."""
    if play.seat not in deal.seats or play.card not in deck:
        return Message("{card} was told of, but that seat or card is not in the deal", card=play.card)
    if deal.find(play.card):
        return Message("{card} was told of, but it was played before", card=play.card)
    if play.seat in deal.open.seats:
        name = deal.rules.names[play.seat]
        return Message("{card} was told of, but {name} has a card in the trick", card=play.card, name=name)
    return None


def _not_won(deal: Deal[S], won: Sequence[Seat], before: int) -> Message | None:
    """Why these cannot be the winners of the tricks that were gathered unseen, or None."""
    tricks = deal.tricks[before:]
    if len(tricks) != len(won):
        return Message("{n} tricks were told of, and the cards make {n2}", n=len(won), n2=len(tricks))
    if [trick.winner for trick in tricks] != list(won):
        return Message("the winners that were told of do not agree with the cards")
    return None


def _healed(deal: Deal[S], event: Missed, number: int, before: int) -> Deal[S]:
    """The deal without the hole; what was told says nothing to its verdicts."""
    del before
    holes = tuple(one for one in deal.holes if one != number)
    trump = deal.trump
    if event.trump is not None and trump is None and event.trump != "none":
        trump = event.trump
    return replace(deal, holes=holes, trump=trump)

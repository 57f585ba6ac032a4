"""The plain referee: the next match of each event, of a table at which everything is seen and in order.

The plain referee knows complete play only. Unseen play is weighed around it, in :mod:`controller.referee.unseen`.
"""

from collections.abc import Callable
from dataclasses import replace

from controller.record.events import (
    Collect,
    Correction,
    DealStart,
    Draw,
    End,
    Event,
    MatchStart,
    Played,
    Ruling,
    Void,
)
from controller.record.message import Listed, Message
from controller.referee import bidding, judging, rulings, settling
from controller.referee.judging import Judged
from controller.referee.step import StepResult, error, no_deal, no_seat
from controller.rules.deal import Deal, Play, S
from controller.rules.game import Game
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.proof import ProofMemory


def act(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:  # noqa: C901 - one line a kind of event
    """Return the match after the event of this line, whose cards are named as the deck has them, and its results."""
    if match.ended and not isinstance(event, Ruling):
        return error(match, number, Message("the match is over"))
    match event:
        case Played():
            return play(match, number, event)
        case Collect():
            return collect(match, number)
        case DealStart():
            return settling.begin(match, number, event)
        case Void():
            return settling.void(match, number, event)
        case Draw():
            return settling.draw(match, number, event)
        case End():
            return settling.end(match, number)
        case Ruling():
            return rulings.rule(match, number, event)
        case MatchStart():
            return error(match, number, Message("the match has already begun"))
        case _ if is_word(event):
            return bidding.speak(match, number, event)
        case _:
            raise TypeError("corrections are applied before the fold, by controller.record.corrections")


def is_word(event: Event) -> bool:
    """Whether an event is one of the games' own: a bid, a call, an exchange, a declaration."""
    return not isinstance(event, Played | Collect | DealStart | Void | Draw | End | Ruling | MatchStart | Correction)


def play(match: Match[S, B], number: int, event: Played) -> StepResult[S, B]:
    """Apply a card that lies in a seat's place: judge it, and close the trick if it is full."""
    deal = deal_for(match, event)
    if isinstance(deal, Message):
        return error(match, number, deal)
    match, judged = lay(match, deal, Play(number, event.seat, event.card))
    match, weighed = bidding.weigh_words(match, number)
    if match.deal is None or not match.deal.open_is_full:
        return match, (*judged, *weighed)
    match, closed = settling.close_trick(match, match.deal)
    return match, (*judged, *weighed, *closed)


def deal_for(match: Match[S, B], event: Played) -> Deal[S] | Message:
    """Return the deal that a card is played in, with its play begun; or why there is none."""
    if match.deal is None or not match.running:
        return no_deal(event)
    if not match.rules.has(event.seat):
        return no_seat(event.seat, match.rules.seats)
    deal = match.game.auction.begin_play(match.deal) if match.deal.phase == "before" else match.deal
    if isinstance(deal, str):
        return Message("{card} was played, but {why}", card=event.card, why=deal)
    if deal.phase != "after":
        return deal
    if deal.untold:
        names = Listed(tuple(match.names[seat] for seat in deal.untold), "and")
        return Message("{card} was played, but the deal waits for what {names} said", card=event.card, names=names)
    return Message("{card} was played, but the deal waits for a draw", card=event.card)


Judge = Callable[[Game[S, B], Deal[S], ProofMemory, Play], Judged[S]]


def lay(match: Match[S, B], deal: Deal[S], play: Play, judge: Judge[S, B] = judging.judge) -> StepResult[S, B]:
    """Judge a card that comes to lie as the next one of the trick, which may be full then."""
    judged = judge(match.game, deal, match.memory, play)
    verdicts = (*match.verdicts, *judged.verdicts)
    return replace(match, deal=judged.deal, memory=judged.memory, verdicts=verdicts), judged.verdicts


def collect(match: Match[S, B], number: int) -> StepResult[S, B]:
    """Apply the gathering of a trick; a full one has closed by itself already, any other lacks cards."""
    if match.deal is None or not match.running or not match.deal.open.plays:
        return match, ()
    deal, verdict = replace(match.deal, short=True), judging.gather_short(match.deal, number)
    match = replace(match, verdicts=(*match.verdicts, verdict))
    match, results = settling.close_trick(match, deal)
    return match, (verdict, *results)

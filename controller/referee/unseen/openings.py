"""The opening of a hole: then two readings stand side by side, "nothing was lost" and "anything may have been"."""

from dataclasses import replace

from controller.referee.unseen.readings import certain_lead_line, trumps_now, unseen_trumps
from controller.rules.deal import Deal, S
from controller.rules.doubt import Doubt
from controller.rules.game import Game
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.sight import Reading


def open_by_gap(match: Match[S, B], deal: Deal[S], number: int) -> Match[S, B]:
    """Open a hole in the deal: nothing was seen for a while, and anything may have been played.

    In the auction anything may have been said as well, so nothing more is judged and only people can close it.
    """
    before = deal.phase == "before"
    trumps, led = trumps_now(match.game, deal), certain_lead_line(match.game, deal)
    doubt = Doubt(trumps, hole=number, led=led, mute=before or _mute(deal))
    reading = Reading(deal.holes, deal.unseen.doubt, match.memory)
    whole = None if before else match.unseen.whole if deal.holes else reading
    resumed = reading if deal.holes and not before else None
    worded = _untold(match, deal, number)
    return replace(
        match, deal=_with_hole(deal, doubt), unseen=replace(match.unseen, whole=whole, resumed=resumed, worded=worded)
    )


def open_by_trick(match: Match[S, B], deal: Deal[S], number: int) -> Match[S, B]:
    """Open a hole where a trick has ended with cards missing whose absence is unproven."""
    doubt_before = deal.unseen.doubt or Doubt((deal.trump_led,))
    doubt = replace(
        doubt_before, trumps=unseen_trumps(match.game, deal, doubt_before.trumps), leader=None, begun=False, hole=number
    )
    worded = _untold(match, deal, number)
    return replace(
        match, deal=_with_hole(deal, doubt), unseen=replace(match.unseen, whole=None, resumed=None, worded=worded)
    )


def _untold(match: Match[S, B], deal: Deal[S], number: int) -> Reading:
    """Return the reading by people's accounts, with the newest hole, of which there is no account yet."""
    worded = match.unseen.worded or Reading(deal.holes, deal.unseen.doubt, match.memory)
    return replace(worded, holes=(*worded.holes, number))


def _with_hole(deal: Deal[S], doubt: Doubt) -> Deal[S]:
    behind = frozenset(play.event for play in deal.plays())
    return replace(deal, unseen=replace(deal.unseen, holes=(*deal.holes, doubt.hole), doubt=doubt, behind=behind))


def open_unseen_start(match: Match[S, B]) -> Match[S, B]:
    """Open the holes of a deal that has begun while the play since the gap before it is unknown."""
    numbers = match.unseen.sight.pending
    if not match.watched and not numbers:
        return match
    match = replace(
        match,
        unseen=replace(match.unseen, sight=replace(match.unseen.sight, fresh=True, lay=(), pending=(), begun=False)),
    )
    for number in numbers if match.deal else ():
        match = open_by_gap(match, match.deal, number) if match.deal else match
    return match


def weaken_by_new_deal(game: Game[S, B], deal: Deal[S]) -> Deal[S]:
    """Weaken the doubt once it is no longer certain that the cards before a hole and after it are of one deal."""
    doubt, trumps = deal.unseen.doubt, game.redealt_trumps()
    if doubt is None:
        return deal
    mute = doubt.mute or trumps is None
    return replace(
        deal,
        unseen=replace(
            deal.unseen, doubt=replace(doubt, trumps=trumps or doubt.trumps, leader=None, begun=False, mute=mute)
        ),
    )


def note_begun(match: Match[S, B]) -> Match[S, B]:
    """Note that a word or a play came since the deal began."""
    if not match.unseen.sight.fresh:
        return match
    return replace(match, unseen=replace(match.unseen, sight=replace(match.unseen.sight, fresh=False)))


def _mute(deal: Deal[S]) -> bool:
    return deal.unseen.doubt is not None and deal.unseen.doubt.mute

"""Cards that are read late, when people have told of them already: they are seen from then on, and stay where told."""

from dataclasses import replace

from controller.record.events import Played
from controller.referee.step import StepResult
from controller.referee.unseen.one_deal import reserved
from controller.rules.deal import Deal, Play, S, Trick
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.sight import HoleAccount


def account_of(match: Match[S, B], play: Play) -> HoleAccount:
    """The account that tells of a card."""
    return next(account for account in match.unseen.accounts if account.number == play.event)


def may_be(match: Match[S, B], play: Play, event: Played) -> bool:
    """Whether a card that is read now is the one that people have told of: laid by then, and by the same player."""
    return play.seen.told and (play.seat, play.card) == (event.seat, event.card) and in_time(match, play, event)


def in_time(match: Match[S, B], play: Play, event: Played) -> bool:
    """Whether the card of an event may have been laid by the end of the hole of which people have told a play."""
    since = event.t if event.since is None else event.since
    span = account_of(match, play).span
    return since is None or span is None or since <= span[1] or event.src != "camera"


def read_late(match: Match[S, B], number: int, event: Played) -> StepResult[S, B] | None:
    """The step for a card that people have told of; None if they have not."""
    deal = match.deal
    if deal is None or not match.unseen.accounts:
        return None
    told = next((play for play in deal.plays() if play.seen.told and may_be(match, play, event)), None)
    if told is None:
        return None
    seen = match.unseen.sight.play(number, event, (), deal.seats)
    seen = replace(seen, seen=replace(seen.seen, apart=False))
    match, deal = reserved(match, deal, seen)
    return replace(match, deal=_with(deal, told, seen)), ()


def _with(deal: Deal[S], told: Play, seen: Play) -> Deal[S]:
    """The deal with a card that was seen in place of one that was only told of."""

    def mended(trick: Trick) -> Trick:
        if told not in trick.plays:
            return trick
        return replace(trick, plays=tuple(seen if play is told else play for play in trick.plays))

    return replace(deal, tricks=tuple(map(mended, deal.tricks)), open=mended(deal.open))

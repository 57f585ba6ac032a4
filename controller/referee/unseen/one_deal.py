"""Whether a card is of the same deal as the one before it: where that is not certain, neither proves of the other."""

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite
from typing import Final

from controller.referee.unseen.courses import composed
from controller.referee.unseen.openings import redealt
from controller.rules.deal import Deal, Play, S
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.sight import Reading

NEXT_DEAL: Final = 15.0
"""Within so many seconds after a trick no new deal comes: all that is assumed of hands (unseen.md)."""


def reserved(match: Match[S, B], deal: Deal[S], play: Play) -> tuple[Match[S, B], Deal[S]]:
    """The match and its deal before a card is taken in, with the reserve that another deal may have begun.

    Args:
        match: as it stands.
        deal: with the play begun.
        play: the card, seen or entered; not one that people only told of.
    """
    if deal.incomplete and not _same_deal(match, deal, play):
        deal = redealt(match.game, deal)
        whole, resumed = (_as_entered(one, play) for one in (match.unseen.whole, match.unseen.resumed))
        match = replace(
            match, memory=replace(match.memory, owed=()), unseen=replace(match.unseen, whole=whole, resumed=resumed)
        )
    match = replace(match, deal=deal)
    if match.unseen.sight.restart:
        match = replace(match, unseen=replace(match.unseen, sight=replace(match.unseen.sight, restart=False)))
    return match, deal


def _same_deal(match: Match[S, B], deal: Deal[S], play: Play) -> bool:
    """Whether a card is certainly of the same deal as the one before it, by what was seen: no account says that."""
    trick = deal.open if deal.open.plays else next(reversed(deal.tricks), deal.open)
    if not trick.plays:
        return True
    if any(one.seen.told for one in trick.plays):
        return False
    if trick is deal.open and composed(deal):
        return True
    ends = [one.seen.at[1] for one in trick.plays if one.seen.at]
    if match.unseen.sight.restart or play.seen.at is None or len(ends) < len(trick.plays):
        return False
    return is_soon(play.seen.at[1], ends)


def is_soon(moment: float, ends: Iterable[float]) -> bool:
    """Whether a moment comes so soon after all of these that no other deal has begun; not if one of them is unknown."""
    newest = max(ends)
    return isfinite(newest) and moment - newest < NEXT_DEAL


def _as_entered(reading: Reading | None, play: Play) -> Reading | None:
    """A reading in which nothing was lost, where the same deal is not certain: who enters a card says that it goes on.

    So it may be scored; words accuse nobody, and what was owed before proves nothing any more.
    """
    if reading is None or play.seen.at is not None:
        return None
    return replace(reading, memory=replace(reading.memory, owed=()))

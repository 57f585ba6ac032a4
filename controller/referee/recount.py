"""The sheet added up anew from the first deal: a ruling or a draw that comes later may change what followed."""

from dataclasses import replace

from controller.referee.ledger import RULED, Account, Rulings
from controller.referee.step import StepResult
from controller.rules.deal import S
from controller.rules.game import B, Tie
from controller.rules.match import FinishedDeal, Match
from controller.rules.results import OWED


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
    return replace(match, dealer=match.game.next_dealer(newest.deal, match.book, void=void))

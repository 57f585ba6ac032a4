"""The step of a ruling: the arbiter's word, and what it changes on the sheet (referee.md)."""

from dataclasses import replace
from typing import Final

from controller import rulebooks, settling
from controller.deal import S
from controller.events import Ruling
from controller.game import B, Tie
from controller.ledger import Account, Entry, Rulings
from controller.match import Match
from controller.step import Step, error

WITHOUT: Final = "the decision stands without its effect: "
"""Before the reason why an effect is not carried out."""


def rule(match: Match[S, B], number: int, event: Ruling) -> Step[S, B]:
    """Note the decision and carry out its effect; the scores that change are told anew."""
    if event.verdict > len(match.verdicts):
        return error(match, number, f"there is no verdict {event.verdict} to rule on")
    fault = _cannot_carry(match, event)
    word = replace(event, effect="none") if fault else event
    others = {verdict: said for verdict, said in match.rulings.items() if verdict != event.verdict}
    match, results = _carry(replace(match, rulings={**others, event.verdict: word}), event.verdict)
    if fault:
        return error(match, number, f"{WITHOUT}{fault}")
    if match.ended and results:
        results = (*results, settling.final(match))
    return match, results


def _cannot_carry(match: Match[S, B], event: Ruling) -> str | None:
    """Why the effect of a ruling cannot be carried out, or None."""
    deal = match.verdicts[event.verdict - 1].deal
    thrown_in = any(entry.deal.number == deal and entry.void for entry in match.ledger)
    if event.effect == "none":
        return None
    if thrown_in:
        return f"deal {deal} is void and has no scores"
    if event.score is not None and len(event.score) != match.rules.seats:
        return f"it sets {len(event.score)} scores, and there are {match.rules.seats} seats"
    if event.pack is not None and event.pack not in rulebooks.names():
        return f"there is no rulebook {event.pack!r}; there are {', '.join(rulebooks.names())}"
    if event.pack is not None and event.decision != "upheld":
        return "a rulebook has a price for verdicts that are upheld"
    return None


def _carry(match: Match[S, B], verdict: int) -> Step[S, B]:
    """Carry out the newest ruling: on the deal in progress at once or when it is scored, else on the sheet."""
    deal, effect = match.deal, match.rulings[verdict].effect
    if deal is None or not match.running or match.verdicts[verdict - 1].deal != deal.number:
        return _recount(match)
    if effect in ("void-deal", "redeal"):
        match, results = settling.end_void(match, deal, "ruling")
        return (replace(match, dealer=deal.dealer) if effect == "redeal" else match), results
    return settling.settle(match, deal) if deal.phase == "after" else (match, ())


def _recount(match: Match[S, B]) -> Step[S, B]:
    """Add up the sheet anew from the first deal; tell every deal that now counts otherwise."""
    rulings = Rulings(match.verdicts, match.rulings)
    account = Account(match.game, match.game.open_book(match.rules), (0,) * match.rules.seats)
    entries: list[Entry[S]] = []
    for entry in match.ledger:
        counted = account.count(entry, rulings)
        if isinstance(counted, Tie):
            raise TypeError("a deal that was scored once cannot wait for a draw")
        entries.append(replace(entry, result=counted.result))
        account = replace(account, book=counted.book, total=counted.result.total)
    pairs = zip(match.ledger, entries, strict=True)
    changed = tuple(new.result for old, new in pairs if new.result and new.result != old.result)
    match = replace(match, book=account.book, total=account.total, ledger=tuple(entries))
    return _next_dealer(match), changed


def _next_dealer(match: Match[S, B]) -> Match[S, B]:
    """Who deals after the newest deal, if it is over: its dealer again where it is to be dealt again."""
    if match.running or not match.ledger:
        return match
    newest = match.ledger[-1]
    said = [ruling.effect for _, ruling in Rulings(match.verdicts, match.rulings).on(newest.deal.number)]
    again = bool(said) and said[-1] == "redeal"
    dealer = match.game.next_dealer(newest.deal, match.book, void=newest.void)
    return replace(match, dealer=newest.deal.dealer if again else dealer)

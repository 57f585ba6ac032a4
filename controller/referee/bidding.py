"""Steps that only some games have: bids, calls, discards, declarations, the auction's duels."""

from dataclasses import dataclass, replace
from typing import Final

from controller.record.events import Bid, Event, Moved, Reveal, Seal, seal
from controller.record.message import Message
from controller.record.naming import impossible, number_of
from controller.referee import judging
from controller.referee.settling import end_void, recount, settle, trick_result
from controller.referee.step import StepResult, error, no_deal, no_seat
from controller.rules.deal import Deal, Play, S
from controller.rules.game import Game
from controller.rules.match import Match
from controller.rules.movements.course import taken
from controller.rules.parts import B, Fault, Outcome
from controller.rules.proof import ProofMemory
from controller.rules.results import ErrorResult


@dataclass(frozen=True, slots=True)
class Scope:
    """The words that may be judged; by default all."""

    words: bool = True
    """Whether any word may be judged."""
    cards: bool = True
    """Whether cards that are shown or moved without being played may prove anything."""
    excused: frozenset[str] = frozenset()
    """Rules of which it is unknown whether they were broken; no breach is judged."""
    early: frozenset[str] = frozenset()
    """Rules whose breach is an error and no verdict, because a word may only seem to come at the wrong moment."""


ALL: Final = Scope()
"""The scope in which everything may be judged."""


def speak(match: Match[S, B], number: int, event: Event, scope: Scope = ALL) -> StepResult[S, B]:
    """Apply an event of the game's own."""
    if isinstance(event, Reveal):
        return _reveal(match, number, event, scope)
    seat = next((seat for seat in event.seats_named if not match.rules.has(seat)), 0)
    if match.deal is None or not match.running:
        late = _act_late(match, match.deal, number, event, scope) if match.deal and match.rules.has(seat) else None
        return late or error(match, number, no_deal(event))
    if not match.rules.has(seat):
        return error(match, number, no_seat(seat, match.rules.seats))
    if isinstance(event, Seal):
        return _seal(match, match.deal, number, event)
    if isinstance(event, Bid) and any(seat == event.seat for seat, _ in match.deal.seals):
        return error(match, number, Message("{name} has sealed a call already", name=match.names[event.seat]))
    if isinstance(event, Bid) and (unknown := _no_call(match.game, match.deal, event)):
        return error(match, number, unknown)
    outcome = _outcome(match, match.deal, number, event)
    if not isinstance(outcome, Outcome):
        return error(match, number, outcome)
    outcome = _with_settled_words(match, outcome)
    memory, proven = _proven(match, outcome.deal, number, event) if scope.cards else (match.memory, ())
    verdicts = tuple(
        judging.verdict(outcome.deal, number, fault) for fault in (*_certain(match, outcome, scope), *proven)
    )
    # A word may give the newest trick to another seat: its result is given again.
    tricks = (trick_result(match.game, outcome.deal),) if outcome.deal.tricks != match.deal.tricks else ()
    match = replace(match, deal=outcome.deal, memory=memory, verdicts=(*match.verdicts, *verdicts))
    if outcome.void is not None:
        match, results = end_void(match, outcome.deal, outcome.void)
        return match, (*verdicts, *results)
    if outcome.finished:
        match, results = settle(match, outcome.deal)
        return match, (*verdicts, *results)
    late = tuple(ErrorResult(fault.event or number, fault.text) for fault in _early(outcome, scope))
    return match, (*tricks, *verdicts, *late)


def weigh_words(match: Match[S, B], number: int, scope: Scope = ALL) -> StepResult[S, B]:
    """Settle the open words that the event of this number proves right or wrong; only wrong ones have results."""
    if match.deal is None or not match.deal.open_words:
        return match, ()
    outcome = _with_settled_words(match, Outcome(match.deal))
    verdicts = tuple(judging.verdict(outcome.deal, number, fault) for fault in _certain(match, outcome, scope))
    errors = tuple(ErrorResult(fault.event or number, fault.text) for fault in _early(outcome, scope))
    return replace(match, deal=outcome.deal, verdicts=(*match.verdicts, *verdicts)), (*verdicts, *errors)


def _with_settled_words(match: Match[S, B], outcome: Outcome[S]) -> Outcome[S]:
    """Add to an event's outcome the open words that it settles; misread cards prove nobody wrong."""
    for event in outcome.deal.open_words:
        settled = match.game.auction.weigh_word(outcome.deal, match.book, event)
        if settled is not None:
            still_open = tuple(one for one in settled.deal.open_words if one != event)
            faults = () if settled.deal.misread else settled.faults
            outcome = replace(
                outcome, deal=replace(settled.deal, open_words=still_open), faults=(*outcome.faults, *faults)
            )
    return outcome


def _seal(match: Match[S, B], deal: Deal[S], number: int, event: Seal) -> StepResult[S, B]:
    """Record a secret call: its seat is known, and nothing else."""
    if any(seat == event.seat for seat, _ in deal.seals):
        return error(match, number, Message("{name} has sealed a call already", name=match.names[event.seat]))
    if why := match.game.auction.cannot_seal(deal, event.seat):
        return error(match, number, why)
    return replace(match, deal=replace(deal, seals=(*deal.seals, (event.seat, event.seal)))), ()


def _reveal(match: Match[S, B], number: int, event: Reveal, scope: Scope) -> StepResult[S, B]:
    """Reveal a secret call: one that fits its seal is applied as a bid, any other changes nothing."""
    deal = match.deal
    if deal is None:
        return error(match, number, no_deal(event))
    if not match.rules.has(event.seat):
        return error(match, number, no_seat(event.seat, match.rules.seats))
    name, sealed = match.names[event.seat], dict(deal.seals).get(event.seat)
    if sealed is None:
        return error(match, number, Message("{name} has no sealed call to reveal", name=name))
    if seal(event.call, event.salt) != sealed:
        return error(
            match,
            number,
            Message("what {name} reveals, {code}, is not what was sealed", name=name, code=repr(event.call)),
        )
    opened = replace(match, deal=replace(deal, seals=tuple(one for one in deal.seals if one[0] != event.seat)))
    bid = Bid(seat=event.seat, call=event.call, t=event.t, src=event.src)
    after, results = speak(opened, number, bid, scope)
    # A refused call has changed nothing: it stays sealed.
    return (match if after is opened else after), results


def _outcome(match: Match[S, B], deal: Deal[S], number: int, event: Event) -> Outcome[S] | Message:
    """Return the deal after an event of the game's own, or after cards were moved by the game's movements."""
    game = match.game
    outcome = game.auction.act(deal, match.book, number, as_recorded(game, event))
    if outcome is not None:
        return outcome
    if not isinstance(event, Moved):
        return Message("{game} has no {kind} event", game=game.title, kind=event.e)
    after = taken(game, deal, number, event)
    return after if isinstance(after, Message) else Outcome(game.movements.complete(after))


def as_recorded(game: Game[S, B], event: Event) -> Event:
    """Name the calls of a bid as the record does, by whatever names players have for them; other events stay."""
    if not isinstance(event, Bid):
        return event
    call, as_ = game.auction.call_of(event.call), None if event.as_ is None else game.auction.call_of(event.as_)
    return event if (call, as_) == (event.call, event.as_) else replace(event, call=call, as_=as_)


def _no_call(game: Game[S, B], deal: Deal[S], event: Bid) -> Message | None:
    """Return why a bid is no word of the game, or None; a mistyped word or number is nobody's fault."""
    if unknown := game.auction.no_call(event.call, game.title):
        return unknown
    call, numbers = game.auction.call_of(event.call), game.auction.numbers(deal, event.seat)
    number = number_of(call) if numbers else None
    if number is not None and number not in numbers:
        return impossible(call, numbers)
    return None if event.as_ is None else game.auction.no_call(event.as_, game.title)


def _act_late(match: Match[S, B], deal: Deal[S], number: int, event: Event, scope: Scope) -> StepResult[S, B] | None:
    """Apply a word that still counts for the deal just scored, whose result is then given anew."""
    entry = match.ledger[-1] if match.ledger else None
    if entry is None or entry.deal.number != deal.number or entry.void or not deal.scorable:
        return None
    outcome = match.game.auction.act_late(deal, match.book, number, event)
    if outcome is None:
        return None
    verdicts = tuple(judging.verdict(outcome.deal, number, fault) for fault in _certain(match, outcome, scope))
    ledger = (*match.ledger[:-1], replace(entry, deal=outcome.deal))
    match = replace(match, deal=outcome.deal, verdicts=(*match.verdicts, *verdicts), ledger=ledger)
    match, results = recount(match, deal.number)
    return match, (*verdicts, *results)


def _certain(match: Match[S, B], outcome: Outcome[S], scope: Scope) -> tuple[Fault, ...]:
    """Return the faults of words for which somebody may be accused."""
    if not scope.words:
        return ()
    certain = (fault for fault in outcome.faults if fault.rule not in scope.excused and fault.rule not in scope.early)
    return tuple(fault for fault in certain if not _is_repeated(match, outcome.deal, fault))


def _early(outcome: Outcome[S], scope: Scope) -> tuple[Fault, ...]:
    """Return the faults of words that may only seem to come at the wrong moment."""
    return tuple(fault for fault in outcome.faults if fault.rule in scope.early)


def _is_repeated(match: Match[S, B], deal: Deal[S], fault: Fault) -> bool:
    """Whether a seat only repeats a word on which it had a verdict, with no card laid since."""
    newest = max((play.event for play in deal.plays()), default=0)
    facts = (fault.kind, fault.seat, fault.rule, fault.text)
    return fault.kind in ("illegal-bid", "illegal-call") and any(
        (verdict.kind, verdict.seat, verdict.rule, verdict.text) == facts
        and verdict.deal == deal.number
        and verdict.event > newest
        for verdict in match.verdicts
    )


def _proven(match: Match[S, B], deal: Deal[S], number: int, event: Event) -> tuple[ProofMemory, tuple[Fault, ...]]:
    """Return the verdicts proven by cards that are shown without being played, such as the cards of a Weis."""
    if deal.phase != "play" or not any(deal.plays()):
        return match.memory, ()
    memory = _with_moved(match, deal, number, event) if isinstance(event, Moved) else match.memory
    return judging.proven_faults(match.game, deal, memory)


def _with_moved(match: Match[S, B], deal: Deal[S], number: int, event: Moved) -> ProofMemory:
    """Remember the cards that were moved from a hand."""
    memory = match.memory
    for card in event.cards or ():
        if isinstance(event.from_, int):
            memory = judging.remember_moved(match.game, deal, memory, Play(number, event.from_, card))
    return memory

"""Verdicts that rest on faces, and are questions before (referee.md, "Cards read by their faces").

While a deal is played, verdicts that marks would prove are withheld. Once it is over, the table is asked about the two
cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.record.events import Answered, Question
from controller.record.message import Message
from controller.referee import judging, settling
from controller.referee.step import StepResult, error, no_seat
from controller.rules.deal import Deal, Play, S
from controller.rules.game import Game
from controller.rules.match import FinishedDeal, Match
from controller.rules.parts import B
from controller.rules.proof import Owed, Proof, ProofMemory
from controller.rules.results import ErrorResult, QuestionResult, Result, Verdict, VerdictKind

_CARDS: Final[tuple[VerdictKind, ...]] = ("foreign-card", "duplicate-card", "second-card")
"""Verdicts on cards that are refused."""
_WORDS: Final[tuple[VerdictKind, ...]] = ("illegal-bid", "illegal-call", "illegal-discard")
"""Verdicts on words that are refused where the breach is seen at once."""
_CONTRADICTIONS: Final[tuple[VerdictKind, ...]] = ("foreign-card", "duplicate-card", "impossible-card", "missed-rule")
"""Verdicts that show that this face, or another one, was misread."""


def withhold_verdicts(
    before: Match[S, B], match: Match[S, B], number: int, results: Sequence[Result]
) -> StepResult[S, B]:
    """Withhold the new verdicts of a step: refusals become errors, proofs at the end of a deal become suspicions.

    Args:
        before: the match before the event.
        match: the match after it, as if cards had marks.
        number: line of the event.
        results: the results that the event then makes true.
    """
    wrong = match.contradicted or any(isinstance(one, Verdict) and one.kind in _CONTRADICTIONS for one in results)
    match = replace(match, verdicts=before.verdicts, contradicted=wrong)
    if len(match.ledger) > len(before.ledger):
        accounts = before.unseen.accounts or match.unseen.accounts
        suspicions = () if wrong or accounts else tuple(_suspicions(before, match))
        match = replace(match, suspicions=(*match.suspicions, *suspicions), contradicted=False)
    return match, tuple(_unaccused(number, results))


def _unaccused(number: int, results: Sequence[Result]) -> Iterator[Result]:
    for result in results:
        if not isinstance(result, Verdict):
            yield result
        elif result.event == number and result.kind in _CARDS and result.card is not None:
            yield ErrorResult(
                number, Message("{card} cannot be laid here: correct it if it was misread", card=result.card)
            )
        elif result.event == number and result.kind in _WORDS:
            yield ErrorResult(number, Message("this cannot be said now: correct it if it was misheard"))


def _suspicions(before: Match[S, B], match: Match[S, B]) -> Iterator[Verdict]:
    """Yield the verdicts that faces alone prove of deals that have just ended and were read whole; oldest first."""
    for entry in match.ledger[len(before.ledger) :]:
        deal = entry.deal
        if entry.void is not None or deal.doubtful or before.memory.lost or match.memory.lost:
            continue
        proven = {owed.play.event: owed for owed in (*before.memory.proven, *match.memory.proven)}
        plays = {play.event for play in deal.seen()}
        suspicions = (_suspicion(match.game, deal, owed) for event, owed in sorted(proven.items()) if event in plays)
        yield from (verdict for verdict in suspicions if verdict)


def _suspicion(game: Game[S, B], deal: Deal[S], owed: Owed) -> Verdict | None:
    """Return the verdict that a card of the same hand proves; None where only counting does."""
    memory = judging.without_what_came_since(game, deal, ProofMemory((owed,)))
    for known in memory.owed:
        later = [play for trick in deal.tricks[known.trick :] for play in trick.plays]
        shown = next((play for play in (known.play, *later) if _proves(known, play)), None)
        if shown:
            proof = Proof(known, (shown.card,), known.duty.avoid[shown.card])
            return judging.verdict(deal, shown.event, judging.make_proven_fault(game, deal, game.layout(deal), proof))
    return None


def _proves(owed: Owed, play: Play) -> bool:
    """Whether a card was in the hand of a play and should have been played, in every course of its trick."""
    if play.seat != owed.play.seat or play.told or not all(play.card in one.duty.avoid for one in owed.courses):
        return False
    return play == owed.play or owed.play.precedes(play)


# The conversation: a question is due, is asked, is answered.


def due_question(match: Match[S, B]) -> Question | None:
    """Return the next question that follows from a match as it stands; None: none, or one waits for its answers."""
    if match.question is not None:
        return None
    accusations = {one.verdict.accusation for one in match.questions}
    closed = {one.verdict.deal for one in match.questions if one.is_denied and one.wrong is None}
    denied = {one.wrong for one in match.questions}
    for verdict in match.suspicions:
        entry = _entry(match, verdict.deal)
        if verdict.accusation in accusations or verdict.deal in closed or entry.void is not None or entry.deal.holes:
            continue
        if denied.isdisjoint(_rests_on(entry.deal, verdict)):
            return Question(act=verdict.event, proof=verdict.proved)
    return None


def _entry(match: Match[S, B], deal: int) -> FinishedDeal[S]:
    return next(entry for entry in match.ledger if entry.deal.number == deal)


def _rests_on(deal: Deal[S], verdict: Verdict) -> tuple[int, ...]:
    """Return the lines of the cards that a verdict rests on: of the trick up to the act, and of the proof."""
    lines = [play.event for trick in deal.tricks for play in trick.plays if verdict.event in _lines(trick.plays)]
    return tuple(dict.fromkeys((*lines[: lines.index(verdict.event) + 1], verdict.proved)))


def _lines(plays: Sequence[Play]) -> tuple[int, ...]:
    return tuple(play.event for play in plays)


def ask(match: Match[S, B], number: int, event: Question) -> StepResult[S, B]:
    """Ask the table; a question that is not due is an error."""
    following = due_question(match)
    if following is None or (following.act, following.proof) != (event.act, event.proof):
        text = Message("there is nothing to ask about the cards of lines {n} and {n2}", n=event.act, n2=event.proof)
        return error(match, number, text)
    verdict = next(one for one in match.suspicions if (one.event, one.proved) == (event.act, event.proof))
    deal = _entry(match, verdict.deal).deal
    question = QuestionResult(number, verdict, _rests_on(deal, verdict), _sentence(match, deal, verdict))
    return replace(match, questions=(*match.questions, question)), (question,)


def _sentence(match: Match[S, B], deal: Deal[S], verdict: Verdict) -> Message:
    """Write the question in one sentence: who seems to have played which two cards, and where."""
    plays = {play.event: play for play in deal.plays()}
    act, proof = plays[verdict.event], plays[verdict.proved]
    name = match.game.hands.name(deal, act.seat)
    n, n2 = (deal.trick_of(play.event) or 0 for play in (act, proof))
    led = deal.tricks[n - 1].plays[0]
    if act == proof and led == act:
        return Message("Did {name} lead {card} to trick {n}?", name=name, card=act.card, n=n)
    if act == proof:
        return Message("Did {name} play {card} on {card2} in trick {n}?", name=name, card=act.card, card2=led.card, n=n)
    if led == act:
        return Message(
            "Did {name} lead {card} to trick {n}, and play {card3} in trick {n2}?",
            name=name,
            card=act.card,
            n=n,
            card3=proof.card,
            n2=n2,
        )
    return Message(
        "Did {name} play {card} on {card2} in trick {n}, and {card3} in trick {n2}?",
        name=name,
        card=act.card,
        card2=led.card,
        n=n,
        card3=proof.card,
        n2=n2,
    )


def answer(match: Match[S, B], number: int, event: Answered) -> StepResult[S, B]:
    """Apply an answer: two yes make the verdict, a no takes the question back, and its card counts as unread."""
    question = next((one for one in match.questions if one.line == event.of), None)
    if not match.rules.has(event.seat):
        return error(match, number, no_seat(event.seat, match.rules.seats))
    if question is None or not question.waits:
        return error(match, number, Message("no question of line {n} waits for an answer", n=event.of))
    if not question.may_answer(event.seat):
        text = Message("the question of line {n} waits for another player's answer", n=event.of)
        return error(match, number, text)
    if event.wrong is not None and (event.yes or event.wrong not in question.rests_on):
        return error(
            match, number, Message("the question of line {n} is not about line {n2}", n=event.of, n2=event.wrong)
        )
    answered = replace(question, answers={**question.answers, event.seat: event.yes}, wrong=event.wrong)
    match = replace(match, questions=tuple(answered if one is question else one for one in match.questions))
    results: tuple[Result, ...] = ()
    if answered.is_confirmed:
        match, results = replace(match, verdicts=(*match.verdicts, answered.verdict)), (answered.verdict,)
    elif event.wrong is not None and match.amended.get(event.wrong, 0) < number:
        match, results = _unread(match, answered.verdict.deal, event.wrong)
    if match.ended and results:
        results = (*results, settling.final(match))
    return match, (answered, *results)


def _unread(match: Match[S, B], number: int, line: int) -> StepResult[S, B]:
    """Count a card of a deal that is over as unread: the deal has no score until people name the card."""

    def opened(entry: FinishedDeal[S]) -> FinishedDeal[S]:
        return replace(
            entry, deal=replace(entry.deal, unseen=replace(entry.deal.unseen, holes=(*entry.deal.holes, line)))
        )

    ledger = tuple(opened(entry) if entry.deal.number == number else entry for entry in match.ledger)
    return settling.recount(replace(match, ledger=ledger), number)

"""Reasons for silence: what went unseen, and the observation that each verdict lacks at a line (unseen.md)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from controller.explain.case import NoLineError, RecordedVerdict, as_seen, heading, staged, step
from controller.record.cards import SUITS
from controller.record.events import Collect, Event, Gap, Played, Seat, Seen, SightEvent
from controller.record.message import Listed, Message
from controller.record.text import RecordText
from controller.referee import judging
from controller.referee.step import FoldStep
from controller.referee.unseen.courses import first_of, is_one_trick
from controller.rules.deal import AnyDeal, Play
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict


def silence_lines(text: RecordText, number: int) -> Iterator[Message]:
    """List the facts that each verdict lacks at the line of this number; raises NoLineError and MatchError."""
    stages = as_seen(staged(text))
    index = next((at for at, stage in enumerate(stages) if stage.number == number), None)
    if index is None or index == 0 or stages[index].event is None:
        raise NoLineError(number)
    stage, before = stages[index], stages[index - 1].match
    yield Message("line {n}: what was said, and what was not", n=number)
    verdicts_here = [result for result in stage.results if isinstance(result, Verdict)]
    verdicts = [
        *verdicts_here,
        *(one for one in stages[-1].match.verdicts if one.event == number and one not in verdicts_here),
    ]
    yield from (step(verdict.text) for verdict in verdicts)
    lacking = [*_lacking(stage, before, {verdict.kind for verdict in verdicts})]
    if not lacking and not verdicts and not isinstance(stage.event, SightEvent):
        lacking = [Message("Nothing that the record shows speaks against it.")]
    yield from map(step, lacking)


def holes(case: RecordedVerdict) -> Iterator[Message]:
    """List the unseen moments before the proof, the facts known of them, and whether the proof rests on them."""
    stages = [stage for stage in case.stages[: case.at + 1] if stage.match.deal and _is_in_deal(case, stage)]
    events = {stage.number: stage.event for stage in case.stages[: case.at + 1]}
    closed = {hole: stage.number for stage, hole in _closed(stages)}
    accounts = {
        stage.number: stage.missed.number for stage in stages if stage.missed and stage.number not in case.untold
    }
    unseen = list(dict.fromkeys([*closed, *accounts, *_open(case)]))
    if not unseen:
        return
    yield from heading(Message("What was not seen"))
    for number in sorted(unseen):
        yield step(_hole(number, events.get(number)))
        if number in closed:
            yield step(Message("Line {n} shows that nothing was lost then.", n=closed[number]))
        elif number in accounts:
            yield step(Message("In line {n} people have told of it; their words prove nothing.", n=accounts[number]))
    if case.verdict.proved in closed.values():
        yield step(Message("The proof rests on that: it was said once it was certain that nothing was lost."))
    elif set(unseen) - closed.keys():
        yield step(Message("The proof rests on none of it: it holds whatever happened then."))


def _is_in_deal(case: RecordedVerdict, stage: FoldStep) -> bool:
    return stage.match.deal is not None and stage.match.deal.number == case.verdict.deal


def _open(case: RecordedVerdict) -> tuple[int, ...]:
    """Return the holes that are open when the verdict is proven."""
    deal = case.stages[case.at].match.deal
    return deal.holes if deal else ()


def _closed(stages: Sequence[FoldStep]) -> Iterator[tuple[FoldStep, int]]:
    """Yield the holes that turned out to be none, each with the step that showed it."""
    for before, after in pairwise(stages):
        was, now = before.match.deal, after.match.deal
        if was and now:
            yield from ((after, hole) for hole in was.holes if hole not in now.holes)


def _hole(number: int, event: Event | None) -> Message:
    if isinstance(event, Gap) and event.t is not None:
        seconds = f"{event.t - event.from_:.1f}"
        return Message("Line {n}: nothing was seen for {n2} s ({code}).", n=number, n2=seconds, code=event.why)
    return Message("Line {n}: a card of the trick may have gone unseen.", n=number)


def _lacking(stage: FoldStep, match: AnyMatch, kinds: set[str]) -> Iterator[Message]:
    """List the facts unknown at a line, in the order in which verdicts ask for them."""
    deal, event = match.deal if match.running else None, stage.event
    if deal is None or event is None:
        return
    if deal.unseen.doubt and deal.unseen.doubt.mute:
        hole = deal.unseen.doubt.hole
        since = Message("Nothing is judged since line {n}: words may have gone unseen, or it is another deal.", n=hole)
        yield since if hole else Message("Who leads is not known.")
        return
    match event:
        case Played() if match.rules.has(event.seat):
            yield from _lacking_for_card(stage, match, deal, event, kinds)
        case Collect() if deal.open.plays and "short-trick" not in kinds:
            yield from _lacking_for_trick(match, deal, stage.number, event)
        case Played() | Collect() | Gap() | Seen():
            return
        case _ if deal.incomplete:
            yield Message("Words are not judged after line {n}, where something went unseen.", n=deal.holes[-1])
        case _:
            return


def _lacking_for_card(
    stage: FoldStep, match: AnyMatch, deal: AnyDeal, event: Played, kinds: set[str]
) -> Iterator[Message]:
    started = match.game.auction.playable(deal)
    if started is None or started.phase != "play":
        return
    play = match.unseen.sight.play(stage.number, event, started.open.plays, started.seats, awaited=False)
    name = match.names[event.seat]
    if not play.seen.sole:
        yield Message("Something in {name}'s area was not read, so this may be a second card.", name=name)
    if event.seat in started.open.seats and "second-card" not in kinds:
        yield from _second(match, started, play)
    elif started.to_play not in (event.seat, None) and "out-of-turn" not in kinds:
        yield from _turn(match, started, play)
    yield from _revoke(stage.match.deal)


def _second(match: AnyMatch, deal: AnyDeal, play: Play) -> Iterator[Message]:
    """Explain that a seat's second card may belong to the next trick, or have been its first."""
    first = next(one for one in deal.open.plays if one.seat == play.seat)
    if first_of(first, play) is not first:
        yield Message("Which of {card} and {card2} was laid first is not known.", card=first.card, card2=play.card)
        return
    away = _names(match, judging.missing(deal))
    yield Message("The trick may have been full: no area of {names} was seen empty while it was laid.", names=away)


def _turn(match: AnyMatch, deal: AnyDeal, play: Play) -> Iterator[Message]:
    """Explain that a card of another seat than the one to play may have been laid in turn."""
    doubt = deal.unseen.doubt
    start = deal.open.plays[0].seat if deal.open.plays else deal.leader
    if start is None or (doubt and doubt.leader is None and not deal.open.plays):
        yield Message("Who leads is not known.")
        return
    missing = judging.missing(deal)
    count = match.rules.seats
    before = [seat for seat in missing if (seat - start) % count < (play.seat - start) % count]
    unseen = [seat for seat in before if play.seen.empty is not None and seat not in play.seen.empty]
    if unseen:
        names = _names(match, unseen)
        yield Message(
            "Whose turn it was is not proven: the areas of {names} were not seen empty meanwhile.", names=names
        )
    elif not play.seen.steady:
        yield Message("The cards that lay there were not seen to lie there still, so it may begin another trick.")


def _revoke(deal: AnyDeal | None) -> Iterator[Message]:
    """Name the facts that keep a play from being proven a revoke, other than the lack of a card that proves it."""
    if deal is None:
        return
    if deal.open.plays and not is_one_trick(deal):
        yield Message("What was owed to the trick is not known: it is not certain which card led it.")
    doubt = deal.unseen.doubt
    # Other letters are internal orders of trumps that no player knows.
    trumps = [trump for trump in doubt.trumps if trump in (None, *SUITS)] if doubt else []
    if len(trumps) > 1:
        suits = Listed(tuple(str(trump) for trump in trumps if trump), "or")
        yield Message("Trump may be {suits}, or none yet; a play is illegal only if it is so for each.", suits=suits)
    if deal.incomplete:
        hole = max((*deal.holes, doubt.hole if doubt else 0))
        yield Message("Since line {n} cards may have gone unseen: only a card shown later proves a revoke.", n=hole)


def _lacking_for_trick(match: AnyMatch, deal: AnyDeal, number: int, event: Collect) -> Iterator[Message]:
    away = match.unseen.sight.missing(number, event, deal.open.plays)
    unseen = [seat for seat in judging.missing(deal) if away is not None and seat not in away]
    if unseen:
        names = _names(match, unseen)
        yield Message(
            "That no card was laid by {names} is not proven: nobody saw the area empty until all cards had left.",
            names=names,
        )


def _names(match: AnyMatch, seats: list[Seat] | tuple[Seat, ...]) -> Listed:
    return Listed(tuple(match.names[seat] for seat in seats), "or")

"""Proofs by a newly laid card in one reading of the deal: nothing was lost, or anything may have been."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.record.cards import Card
from controller.record.events import Seat
from controller.referee import judging, wording
from controller.referee.judging import Judged
from controller.referee.unseen.courses import (
    Course,
    certain_lead,
    courses,
    first_leading_card,
    first_of,
    is_in_turn,
    is_one_trick,
    orders,
)
from controller.rules.deal import Deal, Play, S
from controller.rules.doubt import Doubt
from controller.rules.game import Game
from controller.rules.layout import Layout, worlds
from controller.rules.parts import B, Fault
from controller.rules.proof import Findings, Owed, ProofMemory, is_legal, mark_proven, owe_one_of, proof_of, show
from controller.rules.sight import Reading
from controller.rules.worlds import Worlds


@dataclass(frozen=True, slots=True)
class Weighed:
    """The memory for proofs after a card, with the faults of the card and the faults that it proves."""

    memory: ProofMemory
    faults: tuple[Fault, ...]


def as_read(deal: Deal[S], reading: Reading) -> Deal[S]:
    """Return the deal with the holes and the doubt of a reading."""
    return replace(deal, unseen=replace(deal.unseen, holes=reading.holes, doubt=reading.doubt))


def weigh(
    game: Game[S, B], before: Deal[S], after: Deal[S], reading: Reading, play: Play, refused: Fault | None
) -> Weighed:
    """Judge a card that has come to lie in the open trick.

    Args:
        game: the game.
        before: the deal without the card.
        after: the deal with it.
        reading: the possible losses of the deal.
        play: the card.
        refused: the fault by which it is no part of the trick; None if it is part of it.
    """
    before, after = as_read(before, reading), as_read(after, reading)
    if after.unseen.doubt and after.unseen.doubt.mute:
        return Weighed(reading.memory, ())
    if refused:
        memory, proven = revokes(game, after, reading.memory, play)
        return Weighed(memory, (*((refused,) if is_one_trick(after) else ()), *proven))
    placed = () if after.incomplete else tuple(judging.misplaced(game, before, play))
    memory, proven = revokes(game, after, remember(game, after, reading.memory), play)
    led = () if memory.lost else tuple(judging.report_early_lead(after, play, first_leading_card))
    return Weighed(memory, (*placed, *_turn(game, before, after, play), *led, *proven))


def judge(game: Game[S, B], deal: Deal[S], memory: ProofMemory, play: Play) -> Judged[S]:
    """Judge the next card of a trick as the plain referee does, of a deal in which something may be uncertain."""
    return judging.judge(game, deal, memory, play, prove=revokes, first=first_leading_card)


def revokes(game: Game[S, B], deal: Deal[S], memory: ProofMemory, shown: Play) -> tuple[ProofMemory, tuple[Fault, ...]]:
    """Return the faults that a card just shown proves, in a deal of which cards may have been played unseen."""
    if not deal.incomplete:
        return judging.revokes(game, deal, memory, shown)
    memory = show(judging.without_what_came_since(game, deal, memory), game.deck, shown)
    if deal.misread or memory.lost:
        return memory, ()
    memory = judging.without_what_came_since(game, deal, memory)
    layout = game.layout(deal)
    findings = _prove_over_hole(memory, game.deck, layout, worlds(game.deck, deal, layout))
    return judging.faults_of(game, deal, layout, findings, shown)


def _prove_over_hole(memory: ProofMemory, deck: tuple[Card, ...], layout: Layout, fitting: Worlds) -> Findings:
    """Prove illegal plays although cards may have been played unseen (unseen.md, "After a hole").

    A card that a seat played unseen was in its hand until then. So for plays before the hole the places hold the same
    cards: the hand together with the cards played unseen. For the plays after it nothing can be counted: the largest
    number of lost cards is the most lenient, and leaves no hand. Only cards that the seat has shown since prove them.
    """
    whole = fitting.exists()
    illegal = [owed for owed in memory.owed if not _may_be_lawful(owed, layout, fitting, whole=whole)]
    proofs = tuple(proof_of(owed, deck, layout, fitting) for owed in illegal)
    return Findings(mark_proven(memory, proofs), proofs)


def _may_be_lawful(owed: Owed, layout: Layout, fitting: Worlds, *, whole: bool) -> bool:
    """Whether a play before or after a hole was legal in some world; ``whole``: whether any world fits."""
    if layout.place_of(owed.play.seat) is None or (owed.counts and not whole):
        return True
    if owed.counts:
        return any(is_legal(one, layout, fitting) for one in owed.courses)
    return any(not one.broken or one.excuse & fitting.unseen for one in owed.courses)


def remember(game: Game[S, B], deal: Deal[S], memory: ProofMemory, *, gathered: bool = False) -> ProofMemory:
    """Remember the duty of each card of the open trick, in every course that the trick may have taken.

    Args:
        game: the game.
        deal: with the newest card in the open trick.
        memory: the memory before.
        gathered: whether the trick was gathered with cards missing.
    """
    here = {one.event for one in deal.open.plays}
    earlier = tuple(owed for owed in memory.owed if owed.play.event not in here)
    if not is_one_trick(deal):
        return replace(memory, owed=(*earlier, *_settled(deal, memory, here)))
    ways = list(courses(game, deal, gathered=gathered))
    owed = [_owed(game, deal, ways, one) for one in deal.open.plays] if ways else []
    memory = replace(memory, owed=(*earlier, *(one for one in owed if one)))
    if not gathered:
        for play in deal.exposed:
            memory = _seen_since(game, memory, play, here)
    return memory


def _settled(deal: Deal[S], memory: ProofMemory, here: set[int]) -> Iterator[Owed]:
    """Yield duties from before a gap, while the trick was certain, of cards that came before all its other cards."""
    later = [one for one in deal.open.plays if one.seen.apart or one.event not in deal.unseen.behind]
    sure = {one.event for one in deal.open.plays if one not in later}
    for owed in memory.owed:
        mine = owed.play
        if mine.event in here & sure and all(first_of(mine, one) is mine for one in later):
            yield owed


def _owed(game: Game[S, B], deal: Deal[S], ways: list[Course[S]], play: Play) -> Owed | None:
    if not play.seen.sole:
        return None
    led_and_duty = [(course.deal.open.plays[0].card, course.duty(play)) for course in ways]
    owed = owe_one_of(game.deck, play, deal.number_of_trick, led_and_duty)
    return replace(owed, counts=False) if owed and deal.incomplete else owed


def _seen_since(game: Game[S, B], memory: ProofMemory, shown: Play, here: set[int]) -> ProofMemory:
    """Remember a card that was shown while the trick lay open, for the plays of the trick before it."""
    mine = [owed for owed in memory.owed if owed.play.event in here and owed.play.event < shown.event]
    duties = show(ProofMemory(tuple(mine)), game.deck, shown).owed
    others = tuple(owed for owed in memory.owed if owed not in mine)
    return replace(memory, owed=(*others, *duties))


def _turn(game: Game[S, B], before: Deal[S], after: Deal[S], play: Play) -> Iterator[Fault]:
    """Report a card out of turn, if it was so in every order, and no seat before it can have had a card there."""
    turn = before.to_play
    if play.seat not in after.seats or turn is None:
        return
    ways = list(orders(after.open.plays))
    if not ways or not all(_early(after, order, play) for order in ways):
        return
    text = wording.out_of_turn(judging.player_names(game, after), play, turn, before.number_of_trick)
    yield Fault("out-of-turn", game.hands.player(after, play.seat), "TURN", text, play.card)


def _early(deal: Deal[S], order: tuple[Play, ...], play: Play) -> bool:
    """Whether a card was laid out of turn, by a known leader or a card that was certainly the first."""
    laid = [one.seat for one in order[: order.index(play)]]
    leader, begun = _leader(deal)
    starts = [leader] if leader is not None and begun else []
    if laid:
        first = certain_lead(deal)
        if not starts and (first is None or first.event != order[0].event):
            return False
        starts.append(laid[0])
    missing = [_missing(deal, start, play.seat, laid) for start in starts]
    later = {one.seat for one in order}
    return (
        play.seen.steady
        and bool(missing)
        and all(one and all(_away(play, seat, later) for seat in one) for one in missing)
    )


def _leader(deal: Deal[S]) -> tuple[Seat | None, bool]:
    return (deal.leader, True) if deal.unseen.doubt is None else (deal.unseen.doubt.leader, deal.unseen.doubt.begun)


def _missing(deal: Deal[S], start: Seat, seat: Seat, laid: list[Seat]) -> list[Seat]:
    """Return the seats, from the start on, whose turn came before a seat's, and who had not played."""
    count = deal.rules.seats
    before = [one for one in deal.seats if (one - start) % count < (seat - start) % count]
    return [one for one in before if one not in laid]


def _away(play: Play, seat: Seat, later: set[Seat]) -> bool:
    return seat in later or play.seen.empty is None or seat in play.seen.empty


def doubt_after_trick(game: Game[S, B], deal: Deal[S], reading: Reading, winner: Seat) -> tuple[Doubt | None, bool]:
    """Return the doubt after the full open trick has closed, and whether its leader and winner are certain.

    Args:
        game: the game.
        deal: with the open trick.
        reading: the possible losses of the deal.
        winner: the winner of the trick as it is listed.
    """
    deal = as_read(deal, reading)
    doubt = deal.unseen.doubt or Doubt((deal.trump_led,))
    ways = list(courses(game, deal)) if is_one_trick(deal) else []
    if not ways:
        trumps = unseen_trumps(game, deal, doubt.trumps)
        return replace(doubt, trumps=trumps, leader=None, begun=False), False
    winners = {game.winner(way.deal, way.deal.open) for way in ways}
    trumps = tuple(dict.fromkeys(way.deal.trump for way in ways))
    leader = min(winners) if len(winners) == 1 else None
    sure = leader is not None and len({way.leader for way in ways}) == 1
    if not doubt.hole and trumps == (deal.trump,) and leader == winner:
        return None, sure
    return replace(doubt, trumps=trumps, leader=leader, begun=True), sure


def unseen_trumps(game: Game[S, B], deal: Deal[S], trumps: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return the suits that may be trump once cards have been played unseen, given the possible trumps before."""
    suits = [may for trump in trumps for may in game.unseen_trumps(replace(deal, trump=trump))]
    return tuple(dict.fromkeys(suits))


def trumps_now(game: Game[S, B], deal: Deal[S]) -> tuple[str | None, ...]:
    """Return the suits that may be trump in the open trick, if the rest of it may go unseen."""
    in_turns = bool(deal.open.plays) and is_in_turn(deal, deal.open.plays[0].seat)
    ways = list(courses(game, deal)) if in_turns and is_one_trick(deal) else []
    suits = tuple(dict.fromkeys(way.deal.trump for way in ways))
    before = deal.unseen.doubt.trumps if deal.unseen.doubt else (deal.trump_led if deal.open.plays else deal.trump,)
    return unseen_trumps(game, deal, suits or before)


def certain_lead_line(game: Game[S, B], deal: Deal[S]) -> int:
    """Return the line of the card that has led the open trick in every course; 0 if none has."""
    if not is_one_trick(deal):
        return 0
    leads = {way.deal.open.plays[0].event for way in courses(game, deal)}
    return min(leads) if len(leads) == 1 else 0

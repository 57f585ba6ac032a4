"""Judgement of a card that comes to lie on the table: refusal, faults and proofs (referee.md).

Nothing here stops a play: whatever happened, happened. A card is refused only where it cannot be part of a trick.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Generic

from controller.record.cards import Card
from controller.record.events import Seat
from controller.referee import wording
from controller.rules.deal import Deal, Play, S, Trick
from controller.rules.game import Game
from controller.rules.layout import Layout, bits_of, worlds
from controller.rules.movements.course import come_since
from controller.rules.parts import B, Fault
from controller.rules.proof import Findings, Owed, Proof, ProofMemory, all_lawful, owe, prove, show
from controller.rules.results import Verdict

# Proofs of revokes, each time a card is shown (referee.md).


def remember(game: Game[S, B], deal: Deal[S], memory: ProofMemory, play: Play) -> ProofMemory:
    """Remember the duty of a play that is about to be laid, towards the cards of the open trick."""
    duty = game.duty_of(deal, play.seat, play.card)
    if not duty:
        return memory
    owed = owe(game.deck, play, deal.number_of_trick, deal.led or play.card, duty)
    return replace(memory, owed=(*memory.owed, owed))


def revokes(
    game: Game[S, B], deal: Deal[S], memory: ProofMemory, newest: Play
) -> tuple[ProofMemory, tuple[Fault, ...]]:
    """Return the faults proven by a card that was just shown and is part of the deal already."""
    memory = without_what_came_since(game, deal, memory)
    return proven_faults(game, deal, show(memory, game.deck, newest), newest)


def remember_moved(game: Game[S, B], deal: Deal[S], memory: ProofMemory, moved: Play) -> ProofMemory:
    """Remember a card that was moved from a hand: it was in the hand all the time, unless it had come since."""
    return show(without_what_came_since(game, deal, memory), game.deck, moved) if moved.card in game.deck else memory


def without_what_came_since(game: Game[S, B], deal: Deal[S], memory: ProofMemory) -> ProofMemory:
    """Remove duties that a play may seem to have broken only because cards were moved to its hand later."""
    if not (game.movements.are_described and game.movements.in_play) or not memory.owed:
        return memory
    weaker = (_weakened(owed, come_since(game, deal, owed.play, owed.trick), game.deck) for owed in memory.owed)
    duties = tuple(owed for owed in weaker if all(one.broken or one.avoid for one in owed.courses))
    return replace(memory, owed=duties)


def _weakened(owed: Owed, came: frozenset[Card], deck: tuple[Card, ...]) -> Owed:
    """Weaken a duty by the cards that the hand may not have held when it played."""
    if came.isdisjoint(owed.duty.avoid):
        return replace(owed, others=tuple(_weakened(one, came, deck) for one in owed.others))
    cards = {card: rule for card, rule in owed.duty.avoid.items() if card not in came or card in owed.broken}
    bits = bits_of(deck)
    avoid = sum(bits[card] for card in cards)
    others = tuple(_weakened(one, came, deck) for one in owed.others)
    return replace(owed, duty=replace(owed.duty, avoid=cards), avoid=avoid, others=others)


def proven_faults(
    game: Game[S, B], deal: Deal[S], memory: ProofMemory, shown: Play | None = None
) -> tuple[ProofMemory, tuple[Fault, ...]]:
    """Return the faults proven by the deal as it stands; ``shown``: the newest card, unless cards were shown unplayed.

    If no world fits, a fault reports it, and nothing is proven from then on: no later card can make one fit.
    """
    if deal.misread or memory.lost:
        return memory, ()
    memory = without_what_came_since(game, deal, memory)
    layout = game.layout(deal)
    fitting = worlds(game.deck, deal, layout)
    if all_lawful(memory, layout, fitting):
        return memory, ()
    if not fitting.exists():
        fault = Fault("missed-rule", None, game.count_rule, wording.no_world(deal.number_of_trick))
        return replace(memory, lost=True), (fault,)
    return faults_of(game, deal, layout, prove(memory, game.deck, layout, fitting), shown)


def faults_of(
    game: Game[S, B], deal: Deal[S], layout: Layout, findings: Findings, shown: Play | None
) -> tuple[ProofMemory, tuple[Fault, ...]]:
    """Return the memory after a newly shown card, and the faults that it proves."""
    faults = [make_proven_fault(game, deal, layout, proof, shown) for proof in findings.proofs]
    if findings.suspects is not None:
        suspects = tuple(dict.fromkeys(game.hands.player(deal, seat) for seat in findings.suspects))
        led = any(owed.duty.lead for owed in findings.memory.owed)
        text = wording.someone_revoked(deal.rules.names, suspects, led=led)
        rule = findings.memory.owed[0].duty.rule
        faults.append(Fault("someone-revoked", None, rule, text, seats=suspects))
    return findings.memory, tuple(faults)


def make_proven_fault(
    game: Game[S, B], deal: Deal[S], layout: Layout, proof: Proof, shown: Play | None = None
) -> Fault:
    """Make the fault of a play that is proven illegal; ``shown``: the newest card, if one has just been played."""
    act = proof.owed.play
    seen = shown is not None and shown.card in proof.cards and shown.seat == act.seat
    cards = tuple(card for card in proof.cards if card != act.card)
    text = wording.revoke(game.hands.name(deal, act.seat), game.deck, deal, layout, proof, seen=seen)
    kind: Final = "illegal-lead" if proof.owed.duty.lead else "revoke"
    return Fault(kind, game.hands.player(deal, act.seat), proof.rule, text, act.card, cards or None, act.event)


@dataclass(frozen=True, slots=True)
class Judged(Generic[S]):
    """A judged card: the deal with it, the memory for later proofs, and the verdicts."""

    deal: Deal[S]
    memory: ProofMemory
    verdicts: tuple[Verdict, ...]


def led_first(deal: Deal[S]) -> Play | None:
    """Return the card that has led the first trick of the deal; None: the leading card is not certain."""
    trick = deal.tricks[0] if deal.tricks else deal.open
    return trick.plays[0] if trick.plays and trick.sure and not deal.misread else None


def judge(
    game: Game[S, B],
    deal: Deal[S],
    memory: ProofMemory,
    play: Play,
    *,
    prove: Callable[[Game[S, B], Deal[S], ProofMemory, Play], tuple[ProofMemory, tuple[Fault, ...]]] = revokes,
    first: Callable[[Deal[S]], Play | None] = led_first,
) -> Judged[S]:
    """Judge one card: refuse it or lay it down, and find its faults and the faults that it proves.

    Args:
        game: the game.
        deal: before the card.
        memory: the memory for proofs.
        play: the card.
        prove: finds the faults that the card proves once it lies there.
        first: finds the card that has certainly led the first trick of a deal.
    """
    refused = refusal(game, deal, play)
    if refused and refused.kind != "second-card":
        return Judged(deal, memory, (verdict(deal, play.event, refused),))
    if refused:
        faults, after = [refused], replace(deal, exposed=(*deal.exposed, play))
    else:
        placed = list(misplaced(game, deal, play))
        faults, memory = [*placed, *_early(game, deal, play)], remember(game, deal, memory, play)
        after = lay_in_trick(game, deal, play, impossible=bool(placed))
        if after.leader is None:
            after = replace(after, leader=after.open.plays[0].seat)
    memory, proven = prove(game, after, memory, play)
    led = () if refused or memory.lost else tuple(report_early_lead(after, play, first))
    audited = () if refused else game.audit.find(after)
    all_faults = (*faults, *led, *proven, *audited)
    return Judged(after, memory, tuple(verdict(deal, play.event, fault) for fault in all_faults))


def lay_in_trick(game: Game[S, B], deal: Deal[S], play: Play, *, impossible: bool) -> Deal[S]:
    """Lay a card into the open trick; ``impossible``: its seat cannot have held it."""
    led = deal.trump_led if deal.open.plays else deal.trump
    trick = Trick((*deal.open.plays, play))
    return game.played(replace(deal, open=trick, impossible=deal.impossible or impossible, trump_led=led))


def player_names(game: Game[S, B], deal: Deal[S]) -> tuple[str, ...]:
    """List the names of the players of each seat's cards."""
    return tuple(game.hands.name(deal, seat) for seat in range(deal.rules.seats))


def verdict(deal: Deal[S], number: int, fault: Fault) -> Verdict:
    """Make the verdict of a fault, found at the event of this number."""
    act = fault.event or number
    kind, seat, rule, card, proof = fault.kind, fault.seat, fault.rule, fault.card, fault.proof
    return Verdict(kind, seat, act, number, rule, card, proof, fault.text, fault.seats, deal.number)


def close(game: Game[S, B], deal: Deal[S]) -> Deal[S]:
    """Turn the open trick over: it goes to its winner, who leads the next."""
    winner = game.winner(deal, deal.open)
    closed = Trick(deal.open.plays, winner, deal.open.sure)
    return replace(deal, tricks=(*deal.tricks, closed), open=Trick(), leader=winner)


def missing(deal: Deal[S]) -> tuple[Seat, ...]:
    """Return the seats without a card in the open trick."""
    return tuple(seat for seat in deal.seats if seat not in deal.open.seats)


def gather_short(deal: Deal[S], number: int) -> Verdict:
    """Make the verdict on a trick that was gathered, by the event of this number, with cards missing."""
    away = missing(deal)
    text = wording.short_trick(deal.rules.names, away, deal.number_of_trick)
    return Verdict("short-trick", None, number, number, "CARD", text=text, seats=away, deal=deal.number)


def refusal(game: Game[S, B], deal: Deal[S], play: Play) -> Fault | None:
    """Return why a card cannot be part of the trick, or None: it is foreign, was played before, or is a second one."""
    seat, names = game.hands.player(deal, play.seat), partial(player_names, game, deal)
    if play.card not in game.deck:
        return Fault("foreign-card", seat, "CARD", wording.foreign_card(names(), play, game.title), play.card)
    if before := deal.find(play.card):
        text = wording.duplicate_card(names(), play, before, deal.trick_of(before.event) or 0)
        return Fault("duplicate-card", seat, "CARD", text, play.card)
    if spent := game.audit.spent(deal, play):
        return Fault("duplicate-card", seat, "CARD", spent, play.card)
    for first in deal.open.plays:
        if first.seat == play.seat:
            text = wording.second_card(names(), play, first, deal.number_of_trick)
            return Fault("second-card", seat, "CARD", text, play.card)
    return None


def misplaced(game: Game[S, B], deal: Deal[S], play: Play) -> Iterator[Fault]:
    """Yield the faults of a card that cannot have been in this seat's hand.

    The cards drawn before it are counted only for a card that people entered, in the order of their words. A card that
    is seen may have come after tricks that were not.
    """
    seat, names = game.hands.player(deal, play.seat), partial(player_names, game, deal)
    if shown := next((other for other in deal.exposed if other.card == play.card and other.seat != play.seat), None):
        yield Fault("impossible-card", seat, game.place_rule, wording.shown_elsewhere(names(), play, shown), play.card)
    elif play.seat not in deal.seats:
        yield Fault("impossible-card", seat, game.place_rule, wording.not_in_play(names(), play), play.card)
    elif elsewhere := game.audit.elsewhere(deal, play):
        yield elsewhere
    elif play.entered and (undrawn := game.audit.undrawn(deal, play)):
        yield undrawn
    elif any(play.card in move.cards for move in deal.moved) and game.layout(deal).excludes(play.seat, play.card):
        text = wording.moved_elsewhere(names(), play)
        yield Fault("impossible-card", seat, game.place_rule, text, play.card)
    elif (deal.hands or game.hands.open(deal)) and game.layout(deal).excludes(play.seat, play.card):
        yield Fault("impossible-card", seat, game.place_rule, wording.dealt_elsewhere(names(), play), play.card)


def _early(game: Game[S, B], deal: Deal[S], play: Play) -> Iterator[Fault]:
    """Report a card that comes before its turn."""
    turn = deal.to_play
    if turn is not None and play.seat != turn and play.seat in deal.seats:
        text = wording.out_of_turn(player_names(game, deal), play, turn, deal.number_of_trick)
        yield Fault("out-of-turn", game.hands.player(deal, play.seat), "TURN", text, play.card)


def report_early_lead(deal: Deal[S], shown: Play, led_first: Callable[[Deal[S]], Play | None]) -> Iterator[Fault]:
    """Report that the first trick was led for another: the seat that showed the opening card had not led.

    Args:
        deal: with the card that was just shown in its open trick.
        shown: that card.
        led_first: finds the card that has certainly led the first trick of a deal.
    """
    first = led_first(deal) if shown.card == deal.opener else None
    if first is not None and first.seat != shown.seat and first.seat in deal.seats:
        text = wording.led_for_another(deal.rules.names, first, shown)
        yield Fault("out-of-turn", first.seat, "TURN", text, first.card, (shown.card,), first.event)

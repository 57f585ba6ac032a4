"""Who is proven to have revoked, each time a card is shown (referee.md)."""

from dataclasses import replace
from typing import Final

from controller.record.cards import Card
from controller.referee import wording
from controller.rules.deal import Deal, Play, S
from controller.rules.game import B, Fault, Game
from controller.rules.layout import Layout, bits_of, worlds
from controller.rules.movements.course import come_since
from controller.rules.proof import Findings, Owed, Proof, ProofMemory, all_lawful, owe, prove, prove_over_hole, show


def remember(game: Game[S, B], deal: Deal[S], memory: ProofMemory, play: Play) -> ProofMemory:
    """Remember the duty of a play that is about to be laid, towards the cards of the open trick."""
    duty = game.duty_of(deal, play.seat, play.card)
    if not duty:
        return memory
    owed = owe(game.deck, play, deal.number_of_trick, deal.led or play.card, duty)
    return replace(memory, owed=(*memory.owed, owed))


def revokes(game: Game[S, B], deal: Deal[S], memory: ProofMemory, shown: Play) -> tuple[ProofMemory, tuple[Fault, ...]]:
    """The faults proven by a card that was just shown and is part of the deal already."""
    memory = without_what_came_since(game, deal, memory)
    return proven(game, deal, show(memory, game.deck, shown), shown)


def moved_away(game: Game[S, B], deal: Deal[S], memory: ProofMemory, moved: Play) -> ProofMemory:
    """The memory with a card in mind that was moved from a hand: it was there as long as it had not come since."""
    return show(without_what_came_since(game, deal, memory), game.deck, moved) if moved.card in game.deck else memory


def without_what_came_since(game: Game[S, B], deal: Deal[S], memory: ProofMemory) -> ProofMemory:
    """The memory without duties that cards moved to a hand after its play may seem to have broken."""
    if not (game.has_movements() and game.moves_in_play) or not memory.owed:
        return memory
    weaker = (_weakened(owed, come_since(game, deal, owed.play, owed.trick), game.deck) for owed in memory.owed)
    kept = tuple(owed for owed in weaker if all(one.broken or one.avoid for one in owed.courses))
    return replace(memory, owed=kept)


def _weakened(owed: Owed, came: frozenset[Card], deck: tuple[Card, ...]) -> Owed:
    """The duty without cards that the hand may not have held when it played."""
    if came.isdisjoint(owed.duty.avoid):
        return replace(owed, others=tuple(_weakened(one, came, deck) for one in owed.others))
    left = {card: rule for card, rule in owed.duty.avoid.items() if card not in came or card in owed.broken}
    bits = bits_of(deck)
    avoid = sum(bits[card] for card in left)
    others = tuple(_weakened(one, came, deck) for one in owed.others)
    return replace(owed, duty=replace(owed.duty, avoid=left), avoid=avoid, others=others)


def proven(
    game: Game[S, B], deal: Deal[S], memory: ProofMemory, shown: Play | None = None
) -> tuple[ProofMemory, tuple[Fault, ...]]:
    """The faults proven by the deal as it stands; ``shown``: the newest card, unless cards were shown unplayed.

    Where no world fits that is said, and nothing is proven from then on: no card to come can make one fit.
    """
    if deal.misread or memory.lost:
        return memory, ()
    memory = without_what_came_since(game, deal, memory)
    layout = game.layout(deal)
    fitting = worlds(game.deck, deal, layout)
    if deal.unseen:
        return _faults(game, deal, layout, prove_over_hole(memory, game.deck, layout, fitting), shown)
    if all_lawful(memory, layout, fitting):
        return memory, ()
    if not fitting.exists():
        fault = Fault("missed-rule", None, game.count_rule, wording.no_world(deal.number_of_trick))
        return replace(memory, lost=True), (fault,)
    return _faults(game, deal, layout, prove(memory, game.deck, layout, fitting), shown)


def _faults(
    game: Game[S, B], deal: Deal[S], layout: Layout, findings: Findings, shown: Play | None
) -> tuple[ProofMemory, tuple[Fault, ...]]:
    faults = [_revoke(game, deal, layout, proof, shown) for proof in findings.proofs]
    if findings.suspects is not None:
        suspects = tuple(dict.fromkeys(game.player_of(deal, seat) for seat in findings.suspects))
        led = any(owed.duty.lead for owed in findings.memory.owed)
        text = wording.someone_revoked(deal.rules.names, suspects, led=led)
        rule = findings.memory.owed[0].duty.rule
        faults.append(Fault("someone-revoked", None, rule, text, seats=suspects))
    return findings.memory, tuple(faults)


def _revoke(game: Game[S, B], deal: Deal[S], layout: Layout, proof: Proof, shown: Play | None) -> Fault:
    act = proof.owed.play
    seen = shown is not None and shown.card in proof.cards and shown.seat == act.seat
    cards = tuple(card for card in proof.cards if card != act.card)
    text = wording.revoke(game.name_playing(deal, act.seat), game.deck, deal, layout, proof, seen=seen)
    kind: Final = "illegal-lead" if proof.owed.duty.lead else "revoke"
    return Fault(kind, game.player_of(deal, act.seat), proof.rule, text, act.card, cards or None, act.event)

"""Who is proven to have revoked, each time a card is shown (referee.md)."""

from dataclasses import replace

from controller import wording
from controller.deal import Deal, Play, S
from controller.game import B, Fault, Game
from controller.layout import Layout, worlds
from controller.proof import Findings, Proof, Watch, owe, prove, show


def remember(game: Game[S, B], deal: Deal[S], watch: Watch, play: Play) -> Watch:
    """Keep in mind what the hand of a play, about to be laid, owed to the cards that lie there at this moment."""
    duty = game.duty(deal, play.card)
    if not duty:
        return watch
    owed = owe(game.deck, play, deal.number_of_trick, deal.led or play.card, duty)
    return replace(watch, owed=(*watch.owed, owed))


def revokes(game: Game[S, B], deal: Deal[S], watch: Watch, shown: Play) -> tuple[Watch, tuple[Fault, ...]]:
    """What a card proves that has just been shown and is part of the deal already."""
    watch = show(watch, game.deck, shown)
    if deal.doubtful:
        return watch, ()
    layout = game.layout(deal)
    fitting = worlds(game.deck, deal, layout)
    if not fitting.exists():
        return _lost(game, deal, watch)
    return _faults(deal, layout, prove(watch, game.deck, layout, fitting), shown)


def _lost(game: Game[S, B], deal: Deal[S], watch: Watch) -> tuple[Watch, tuple[Fault, ...]]:
    """No world fits: nothing is proven, and that is said once a deal."""
    if watch.lost:
        return watch, ()
    fault = Fault("missed-rule", None, game.count_rule, wording.no_world(deal.number_of_trick))
    return replace(watch, lost=True), (fault,)


def _faults(deal: Deal[S], layout: Layout, findings: Findings, shown: Play) -> tuple[Watch, tuple[Fault, ...]]:
    faults = [_revoke(deal, layout, proof, shown) for proof in findings.proofs]
    if findings.suspects is not None:
        text = wording.someone_revoked(deal.rules.names, findings.suspects)
        rule = findings.watch.owed[0].duty.rule
        faults.append(Fault("someone-revoked", None, rule, text, seats=findings.suspects))
    return findings.watch, tuple(faults)


def _revoke(deal: Deal[S], layout: Layout, proof: Proof, shown: Play) -> Fault:
    act = proof.owed.play
    seen = shown.card in proof.cards and shown.seat == act.seat
    cards = tuple(card for card in proof.cards if card != act.card)
    text = wording.revoke(deal, layout, proof, seen=seen)
    return Fault("revoke", act.seat, proof.rule, text, act.card, cards or None, act.event)

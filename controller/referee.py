"""What the referee has to say about a card that comes to lie on the table (referee.md).

Nothing here stops a play: whatever happened, happened. A card is refused only where it cannot be part of a trick.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic

from controller import wording
from controller.cards import Card
from controller.deal import Deal, Play, S, Trick
from controller.game import B, Game
from controller.proof import Owed, Proof, prove, prove_from_hand
from controller.results import Kind, Verdict


@dataclass(frozen=True, slots=True)
class Judged(Generic[S]):
    """A card judged: the deal with it, the plays whose duty is not proven broken, and the verdicts."""

    deal: Deal[S]
    owed: tuple[Owed, ...]
    verdicts: tuple[Verdict, ...]


def judge(game: Game[S, B], deal: Deal[S], owed: tuple[Owed, ...], play: Play) -> Judged[S]:
    """Take in one card: refuse it or lay it down, and say what is wrong with it and what it proves."""
    refused = _refusal(game, deal, play)
    if refused and refused.kind != "second-card":
        return Judged(deal, owed, (refused,))
    proofs = () if deal.short else prove(owed, play)
    verdicts = [_revoke(deal, proof, play) for proof in proofs]
    owed = tuple(one for one in owed if all(one is not proof.owed for proof in proofs))
    if refused:
        return Judged(replace(deal, exposed=(*deal.exposed, play)), owed, (refused, *verdicts))
    verdicts[:0] = _out_of_turn(deal, play)
    new = _owed(game, deal, play)
    at_once = prove_from_hand(new, _hand(deal, play)) if new and not deal.short else None
    if at_once:
        verdicts.append(_revoke(deal, at_once, None, play.event))
    elif new:
        owed = (*owed, new)
    return Judged(_lay(game, deal, play), owed, tuple(verdicts))


def close(game: Game[S, B], deal: Deal[S]) -> Deal[S]:
    """Turn the open trick over: it goes to its winner, who leads the next."""
    winner = game.winner(deal, deal.open)
    closed = Trick(deal.open.plays, winner)
    return replace(deal, tricks=(*deal.tricks, closed), open=Trick(), leader=winner)


def gather_short(deal: Deal[S], number: int) -> Verdict:
    """The verdict on a trick that was gathered, by the event of this number, with cards missing."""
    missing = tuple(seat for seat in deal.seats if seat not in deal.open.seats)
    text = wording.short_trick(deal.rules.names, missing, deal.number_of_trick)
    return Verdict("short-trick", None, number, number, "CARD", text=text, seats=missing, deal=deal.number)


def _refusal(game: Game[S, B], deal: Deal[S], play: Play) -> Verdict | None:
    """Why a card cannot be part of the trick: it is foreign, was played before, or is a second one."""
    if play.card not in game.deck:
        return _fault("foreign-card", deal, play, wording.foreign_card(deal.rules.names, play, game.title))
    if before := deal.find(play.card):
        trick = wording.trick_of(deal, before)
        return _fault("duplicate-card", deal, play, wording.duplicate_card(deal.rules.names, play, before, trick))
    for first in deal.open.plays:
        if first.seat == play.seat:
            text = wording.second_card(deal.rules.names, play, first, deal.number_of_trick)
            return _fault("second-card", deal, play, text)
    return None


def _out_of_turn(deal: Deal[S], play: Play) -> Iterator[Verdict]:
    if play.seat != deal.to_play:
        text = wording.out_of_turn(deal.rules.names, play, deal.to_play, deal.number_of_trick)
        yield _fault("out-of-turn", deal, play, text, "TURN")


def _fault(kind: Kind, deal: Deal[S], play: Play, text: str, rule: str = "CARD") -> Verdict:
    return Verdict(kind, play.seat, play.event, play.event, rule, play.card, None, text, deal=deal.number)


def _owed(game: Game[S, B], deal: Deal[S], play: Play) -> Owed | None:
    """What the hand owed to the cards that lie there at this moment; None if any hand could play so."""
    duty = game.duty(deal, play.card)
    return Owed(play, deal.number_of_trick, deal.led or play.card, duty) if duty else None


def _hand(deal: Deal[S], play: Play) -> tuple[Card, ...]:
    """What is known of the hand a card was played from; empty if hands were not shown."""
    held = deal.hands.get(play.seat, ()) if deal.hands else ()
    gone = {earlier.card for earlier in deal.plays() if earlier.seat == play.seat}
    return tuple(card for card in held if card not in gone)


def _lay(game: Game[S, B], deal: Deal[S], play: Play) -> Deal[S]:
    return game.played(replace(deal, open=Trick((*deal.open.plays, play))))


def _revoke(deal: Deal[S], proof: Proof, shown: Play | None, proved: int = 0) -> Verdict:
    act = proof.owed.play
    text = wording.revoke(deal.rules.names, proof, shown, deal.number_of_trick)
    proved = shown.event if shown else proved
    return Verdict("revoke", act.seat, act.event, proved, proof.rule, act.card, proof.cards, text, deal=deal.number)

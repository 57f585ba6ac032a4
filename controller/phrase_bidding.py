"""What the referee says of bids and of cards that are elsewhere: the shapes of the games' sentences."""

from typing import Final

from controller.phrase_shape import shape

BIDDING: Final = (
    shape("{name} said {call}, but {why}."),
    shape("the auction was over"),
    shape("it was for {name} to bid"),
    shape("it was for {name} to speak"),
    shape("nobody can overbid the highest bid"),
    shape("all have spoken"),
    shape("{name} passed, but must name a contract."),
    shape("{name} named {call}, which is not left to that side."),
    shape("{name} plays {call} as {call2}, which it cannot be played as."),
    shape("{name} said {call}, but the bids here are {calls}."),
    shape("{name} said {call}, which does not overbid {call2}."),
    shape("{name} asked for the blind, but {why}."),
    shape("there is none"),
    shape("it is taken"),
    shape("Only two that are alone in may agree on a point each, before the first lead."),
    shape("{name} bid with {card}, which is no card to bid with."),
    shape("{name} bid with {card} a second time."),
    shape("{name} chose, but {other} holds the marker."),
    shape("{name} played {card}, a bidding card of the auction."),
    shape("{name} played {card}, which {why}; please check that card."),
    shape("is laid aside to show trump"),
    shape("{name} took in round {n}"),
    shape("is in the pile still, taken in round {n}"),
    shape("cannot be drawn yet: {n} cards were drawn that nobody had seen"),
    shape("is known to be out of play"),
    shape("is known to be with {name}"),
    shape("{name} played {card}, which {other} had laid away."),
    shape("{name} played {card}, which lay in the dog, which {other} took."),
    shape("{name} played {card}, which {other} has shown."),
    shape("{name} played {card}, which {other} was dealt."),
)

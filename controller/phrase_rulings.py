"""What rulings and rulebooks say: the shapes of their sentences, and the kinds of verdict."""

from typing import Final

from controller.phrase_shape import shape

RULING: Final = (
    shape("the decision stands without its effect: {why}"),
    shape("there is no verdict {n} to rule on"),
    shape("deal {n} was not played to its end and has no scores"),
    shape("deal {n} is void and has no scores"),
    shape("deal {n} was broken off by a ruling and has no scores; undo takes that ruling back"),
    shape("it sets {n} scores, and there are {n2} seats"),
    shape("scores are whole numbers"),
    shape("a rulebook has a price for verdicts that are upheld"),
    shape("a deal that was scored once cannot wait for a draw"),
    shape("{code}, verdict {n}: {why}"),
    shape("{why}; the deal would score {scores}"),
    shape("no effect: the verdict stands in the record, and the scores stay as played"),
    shape("no effect: these rules have a price for a revoke in Tarot, not for {kind}"),
    shape("no effect: Swiss practice has a price for a revoke, not for {kind}"),
    shape("no effect: each plays for itself here; the deal can be made void on request"),
    shape("the card goes back, for the next trick was not led yet: take the play back and play on"),
    shape("once the deal is scored: void if the offending side wins it, else the result stands"),
    shape("the deal is void, for the side of {name} won it"),
    shape("the result stands, for the side of {name} lost the deal"),
    shape("trick {n} goes to {name}'s side, for it was seen while the trick lay open"),
    shape("trick {n} and every later one go to {name}'s side, for it was seen later"),
    shape("revoke"),
    shape("out-of-turn"),
    shape("second-card"),
    shape("duplicate-card"),
    shape("foreign-card"),
    shape("impossible-card"),
    shape("short-trick"),
    shape("illegal-bid"),
    shape("illegal-call"),
    shape("illegal-discard"),
    shape("false-declaration"),
    shape("missed-rule"),
    shape("someone-revoked"),
)

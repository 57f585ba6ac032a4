"""What stands on displays: the shapes of :mod:`controller.scoreboard`."""

from typing import Final

from controller.phrase_shape import shape

BOARD: Final = (
    shape("ready"),
    shape("ready to deal"),
    shape("the match is over"),
    shape("{game}, deal {n}"),
    shape("trick {n} of {n2}"),
    shape("trump {suit}"),
    shape("{name} deals"),
    shape("{name} to play"),
    shape("{name} to speak"),
    shape("{names} to draw"),
    shape("{name} led {suit}"),
    shape("{name} leads"),
    shape("{suit} led"),
    shape("{name} plays {call}"),
    shape("{name} plays {call} as {call2}"),
    shape("{call} as {call2}"),
    shape("{name} {call}"),
    shape("{card} called"),
    shape("nobody called"),
    shape("round {n}"),
    shape("{card} up"),
    shape("{name} has the marker"),
    shape("please check {cards}"),
    shape("please check {cards} and the short trick"),
    shape("please check the short trick"),
    shape("NOT SAVED"),
    shape("owner code {code}"),
    shape("pairing code {code}"),
    shape("withdrawn: {why}"),
    shape("taken back: {why}"),
)

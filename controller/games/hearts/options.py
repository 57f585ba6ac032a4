"""The house rules of Hearts, each with the values that players know it by."""

from typing import Final

from controller.record.message import Message
from controller.rules.options import Option

GOAL: Final = 100
"""Points with which somebody ends the match (HEA-G1)."""

OPTIONS: Final = (
    Option(
        "passing",
        ("rotate", "hold"),
        "HEA-X1",
        Message("Whether cards are passed before the play."),
        says=(
            Message("Three cards are passed: to the next player, to the one before, across, then none."),
            Message("No cards are passed."),
        ),
    ),
    Option(
        "break_hearts",
        (True, False),
        "HEA-P2",
        Message("Whether a heart must have been played before one is led."),
        says=(
            Message("No heart is led before one was played, unless nothing else is held."),
            Message("Hearts may be led at any time after the first trick."),
        ),
    ),
    Option(
        "queen_breaks",
        (False, True),
        "HEA-P2",
        Message("Whether the queen of spades opens the hearts, too."),
        says=(
            Message("Only a heart that was played opens the hearts."),
            Message("The queen of spades opens the hearts, too."),
        ),
    ),
    Option(
        "first_trick_points",
        (False, True),
        "HEA-F2",
        Message("Whether hearts and the queen of spades may be thrown in the first trick."),
        says=(
            Message("In the first trick no heart and no queen of spades is thrown, unless nothing else is held."),
            Message("In the first trick any card may be thrown."),
        ),
    ),
    Option(
        "jack",
        (False, True),
        "HEA-H2",
        Message("Whether the jack of diamonds takes ten points off."),
        profiles={"omnibus": True},
        says=(
            Message("The jack of diamonds counts nothing."),
            Message("The jack of diamonds takes ten points off."),
        ),
    ),
    Option(
        "moon",
        ("plus", "minus"),
        "HEA-S2",
        Message("What counts if one player takes all hearts and the queen of spades."),
        says=(
            Message("Who takes all hearts and the queen of spades gives 26 points to each of the others."),
            Message("Who takes all hearts and the queen of spades takes 26 points off."),
        ),
    ),
    Option(
        "goal",
        (GOAL, 50),
        "HEA-G1",
        Message("With how many points somebody ends the match; 0: until the players stop."),
        free=True,
    ),
)

"""The house rules of Spades, each with the values that players know it by."""

from typing import Final

from controller.record.message import Message
from controller.rules.options import Option

OPTIONS: Final = (
    Option(
        "break_spades",
        (True, False),
        "SPA-P2",
        Message("Whether a spade must have been played before one is led."),
        says=(
            Message("No spade is led before one was played, unless nothing else is held."),
            Message("Spades may be led at any time."),
        ),
    ),
    Option(
        "nil",
        (100, 50),
        "SPA-S3",
        Message("What a nil counts that is made, and costs that is not; 0: it is a bid like any other."),
        free=True,
    ),
    Option(
        "nil_tricks",
        ("as-bags", "counted"),
        "SPA-S3",
        Message("What becomes of the tricks of a nil that is not made."),
        profiles={"open-spiel": "counted"},
        says=(
            Message("Tricks of a nil that is not made are bags, and do not help the partner."),
            Message("Tricks of a nil that is not made count towards what the partner bid."),
        ),
    ),
    Option(
        "bags",
        (10, 5),
        "SPA-S2",
        Message("With how many bags 10 points each are taken off; 0: bags are never taken off."),
        free=True,
    ),
    Option(
        "goal",
        (500, 300, 250),
        "SPA-G1",
        Message("With how many points a pair ends the match; 0: until the players stop."),
        free=True,
    ),
)

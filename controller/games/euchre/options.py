"""The house rules of Euchre, each with the values that players know it by."""

from typing import Final

from controller.record.message import Message
from controller.rules.options import Option

OPTIONS: Final = (
    Option(
        "stick_dealer",
        (False, True),
        "EUC-B3",
        Message("What the dealer does when all others have passed twice."),
        profiles={"open-spiel": True},
        says=(
            Message("When all have passed twice the next player deals."),
            Message("When all others have passed twice the dealer must name a suit."),
        ),
    ),
    Option(
        "defend_alone",
        (False, True),
        "EUC-A2",
        Message("Whether one of the other pair can play alone against the makers."),
        says=(
            Message("Only the maker can play alone."),
            Message("One of the other pair can play alone, too, and gets 4 for a euchre."),
        ),
    ),
    Option(
        "goal",
        (10, 5, 7, 11, 0),
        "EUC-G1",
        Message("Points that win the match; 0: until the players stop."),
        free=True,
    ),
)

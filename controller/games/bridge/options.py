"""The house rules of Bridge, each with the values that players know it by."""

from typing import Final

from controller.record.message import Message
from controller.rules.options import Option

OPTIONS: Final = (
    Option(
        "form",
        ("duplicate", "in-rubbers"),
        "BRI-S1",
        Message("How deals are scored."),
        profiles={"rubber": "in-rubbers"},
        says=(
            Message("Each board is scored by itself, and its number says who is vulnerable."),
            Message("Rubbers are scored: a side that has won a game is vulnerable, and the second game wins."),
        ),
    ),
    Option(
        "board",
        (1, 17),
        "BRI-V1",
        Message("The number of the first board, where each board is scored by itself."),
        free=True,
    ),
    Option(
        "boards",
        (0, 16),
        "BRI-G1",
        Message("After how many boards the match ends; 0: when the players stop."),
        free=True,
    ),
    Option(
        "honours",
        (True, False),
        "BRI-R4",
        Message("Whether honours in one hand count, where rubbers are scored."),
        says=(
            Message("In rubbers four or five honours of the trump suit in one hand count, and four aces at no trump."),
            Message("Honours do not count."),
        ),
    ),
    Option(
        "rubbers",
        (1, 0),
        "BRI-G2",
        Message("After how many rubbers the match ends; 0: when the players stop."),
        free=True,
    ),
)

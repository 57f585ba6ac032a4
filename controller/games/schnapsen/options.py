"""The house rules of Schnapsen (games.md section 14)."""

from typing import Final

from controller.record.message import Message
from controller.rules.options import Option

OPTIONS: Final = (
    Option(
        "talon",
        (4, 2),
        "SCN-C2",
        Message("With how many cards in the talon at least it may be closed and the trump jack exchanged."),
        profiles={"loose": 2},
        says=(
            Message("With two cards left the talon is not closed, and the trump jack not exchanged."),
            Message("The talon may be closed and the trump jack exchanged as long as cards are left in it."),
        ),
    ),
    Option(
        "failed",
        (2, 3),
        "SCN-S3",
        Message("Game points of the other player at least, if who has closed or claims has not enough."),
        profiles={"strict": 3},
        says=(
            Message("Who has closed or claims without enough gives the other player 2, or 3 without a trick."),
            Message("Who has closed or claims without enough gives the other player 3."),
        ),
    ),
    Option("goal", (7, 9), "SCN-G1", Message("Game points that win a Bummerl."), free=True),
    Option(
        "bummerl",
        (1, 0),
        "SCN-G2",
        Message("After how many Bummerl the match ends; 0: when the players stop."),
        free=True,
    ),
)

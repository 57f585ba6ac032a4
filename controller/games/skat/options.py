"""The house rules of Skat (games.md section 12)."""

from typing import Final

from controller.record.message import Message
from controller.rules.options import Option

OPTIONS: Final = (
    Option(
        "score",
        ("plain", "seeger-fabian"),
        "SKA-S2",
        Message("What is written beside the value of the game."),
        profiles={"isko": "seeger-fabian"},
        says=(
            Message("The declarer's sheet has the value of the game, and twice as much off if it is lost."),
            Message("A game won counts 50 more, one lost 50 less and 40 for each opponent."),
        ),
    ),
)

"""The house rules of Differenzler, each with the values that players know it by."""

from typing import Final

from controller.record.message import Message
from controller.rules.options import Option

OPEN: Final = "open"
DEALERS: Final = "dealers"

OPTIONS: Final = (
    Option(
        "numbers",
        (OPEN, "hidden"),
        "DIF-B2",
        Message("Whether the others hear each number before the play."),
        profiles={"swisslos": "hidden"},
        says=(
            Message("Each says openly, in turn, how many points it will make."),
            Message("Each writes down in secret how many points it will make, and tells it when all cards are played."),
        ),
    ),
    Option(
        "turned",
        (DEALERS, "drawn"),
        "DIF-T1",
        Message("Where the card comes from that makes trump."),
        profiles={"swisslos": "drawn"},
        says=(
            Message("The dealer's last card is turned up and makes trump."),
            Message("A card turned over before the deal makes trump, and goes back into the pack."),
        ),
    ),
    Option(
        "undertrump",
        ("free", "never"),
        "DIF-F2",
        Message("Whether who cannot follow may play a trump below the one that wins."),
        says=(
            Message("Who cannot follow may play any card, a low trump too."),
            Message("Who cannot follow may play any card but a trump that is too low."),
        ),
    ),
    Option(
        "exact",
        (0, 10),
        "DIF-S2",
        Message("How many points are taken off for a number that is made exactly."),
        free=True,
        profiles={"jasswelt": 10, "gambiter": 10},
    ),
    Option(
        "exact_zero",
        ("none", "won-trick"),
        "DIF-S2",
        Message("Whether a 0 that is made exactly counts so."),
        profiles={"jasswelt": "won-trick"},
        says=(
            Message("For a 0 that is made exactly nothing is taken off."),
            Message("For a 0 that is made exactly they are taken off, if a trick was won."),
        ),
    ),
    Option(
        "deals",
        (12, 4, 0),
        "DIF-G1",
        Message("How many deals make a match; 0: until the players stop."),
        free=True,
    ),
)

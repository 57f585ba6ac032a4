"""Tarot's house rules (games.md section 5)."""

from typing import Final

from controller.games.tarot.state import MULTIPLIERS
from controller.games.tarot.words import CALL_NAMES
from controller.record.message import Message
from controller.rules.options import Option

OPTIONS: Final = (
    Option(
        "petit_sec",
        ("void", "excuse"),
        "TAR-D2",
        Message(
            "Whether a hand with T1 as its only trump and no Excuse voids the deal, or plays it as a second Excuse."
        ),
        says=(
            Message("A hand with the 1 as its only trump and no Excuse voids the deal."),
            Message("A hand with the 1 as its only trump and no Excuse plays it as a second Excuse."),
        ),
    ),
    Option(
        "void_no_trump",
        (False, True),
        "TAR-D3",
        Message("Whether a hand without a trump voids the deal."),
        says=(Message("A hand without a trump is played."), Message("A hand without a trump voids the deal.")),
    ),
    Option(
        "void_poor",
        (0,),
        "TAR-D3",
        Message("Up to how many trumps and court cards a hand may void the deal; 0: none."),
        free=True,
    ),
    Option(
        "auction",
        ("rounds", "single"),
        "TAR-B1",
        Message("Whether the auction goes round, or each seat speaks once."),
        profiles={"fft2012": "single"},
        says=(
            Message("The auction goes round until all but one have passed."),
            Message("Each player speaks once in the auction."),
        ),
    ),
    Option(
        "bids",
        (("prise", "garde", "garde-sans", "garde-contre"),),
        "TAR-B2",
        Message("The bids there are, lowest first."),
        choice=tuple(MULTIPLIERS),
        names=CALL_NAMES,
    ),
    Option(
        "contre",
        (6, 8),
        "TAR-B2",
        Message("What a garde-contre multiplies."),
        says=(Message("A garde-contre multiplies by 6."), Message("A garde-contre multiplies by 8.")),
    ),
    Option(
        "lead_called",
        (True, False),
        "TAR-C2",
        Message("Whether the first trick may be led in the called suit."),
        profiles={"fft2012": False},
        says=(
            Message("The first trick may be led in the called suit."),
            Message("The first trick may not be led in the called suit, but for the called card itself."),
        ),
    ),
    Option(
        "poignee",
        ((20, 40, 60), (20, 30, 40)),
        "TAR-Q1",
        Message("What a single, a double and a triple poignée count."),
        profiles={"fft2012": (20, 30, 40)},
        says=(
            Message("A poignée counts 20, a double one 40, a triple one 60."),
            Message("A poignée counts 20, a double one 30, a triple one 40."),
        ),
    ),
    Option(
        "misere",
        (0, 10),
        "TAR-Q2",
        Message("What a misère gets from every other; 0: it is not played."),
        says=(Message("A misère is not played."), Message("A misère gets 10 from every other player.")),
    ),
    Option(
        "petit_chelem",
        (False, True),
        "TAR-Q4",
        Message("Whether fifteen tricks of the taker's side count, four seats."),
        says=(
            Message("Fifteen tricks count nothing of their own."),
            Message("Fifteen tricks of the taker's side count of their own, with four players."),
        ),
    ),
)

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
    ),
    Option("void_no_trump", (False, True), "TAR-D3", Message("Whether a hand without a trump voids the deal.")),
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
    ),
    Option(
        "bids",
        (("prise", "garde", "garde-sans", "garde-contre"),),
        "TAR-B2",
        Message("The bids there are, lowest first."),
        choice=tuple(MULTIPLIERS),
        names=CALL_NAMES,
    ),
    Option("contre", (6, 8), "TAR-B2", Message("What a garde-contre multiplies.")),
    Option(
        "lead_called",
        (True, False),
        "TAR-C2",
        Message("Whether the first trick may be led in the called suit."),
        profiles={"fft2012": False},
    ),
    Option(
        "poignee",
        ((20, 40, 60), (20, 30, 40)),
        "TAR-Q1",
        Message("What a single, a double and a triple poignée count."),
        profiles={"fft2012": (20, 30, 40)},
    ),
    Option("misere", (0, 10), "TAR-Q2", Message("What a misère gets from every other; 0: it is not played.")),
    Option(
        "petit_chelem",
        (False, True),
        "TAR-Q4",
        Message("Whether fifteen tricks of the taker's side count, four seats."),
    ),
)

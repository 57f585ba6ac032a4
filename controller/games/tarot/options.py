"""Tarot's house rules (games.md section 5)."""

from typing import Final

from controller.games.tarot.state import MULTIPLIERS
from controller.rules.options import Option

OPTIONS: Final = (
    Option(
        "petit_sec",
        ("void", "excuse"),
        "TAR-D2",
        "Whether a hand with T1 as its only trump and no Excuse voids the deal, or plays it as a second Excuse.",
    ),
    Option("void_no_trump", (False, True), "TAR-D3", "Whether a hand without a trump voids the deal."),
    Option(
        "void_poor",
        (0,),
        "TAR-D3",
        "Up to how many trumps and court cards a hand may void the deal; 0: none.",
        free=True,
    ),
    Option("auction", ("rounds", "single"), "TAR-B1", "Whether the auction goes round, or each seat speaks once."),
    Option(
        "bids",
        (("prise", "garde", "garde-sans", "garde-contre"),),
        "TAR-B2",
        "The bids there are, lowest first.",
        choice=tuple(MULTIPLIERS),
    ),
    Option("contre", (6, 8), "TAR-B2", "What a garde-contre multiplies."),
    Option("lead_called", (True, False), "TAR-C2", "Whether the first trick may be led in the called suit."),
    Option("poignee", ((20, 40, 60), (20, 30, 40)), "TAR-Q1", "What a single, a double and a triple poignée count."),
    Option("misere", (0, 10), "TAR-Q2", "What a misère gets from every other; 0: it is not played."),
    Option("petit_chelem", (False, True), "TAR-Q4", "Whether fifteen tricks of the taker's side count, four seats."),
)

"""``schiri advise``: what to bid with a hand, and why."""

from typing import TextIO

from controller.games import advisers
from controller.games.advisers import read_hand


def run(game: str, cards_text: str, out: TextIO) -> int:
    """Print the reasons for a bid with what each counts, and the bid; raises AdviceError for a wrong hand or game."""
    advice = advisers.load_adviser(game)(read_hand(cards_text))
    for reason in advice.reasons:
        out.write(f"{reason.points:4}  {reason.text}\n")
    out.write(f"{advice.points:4}  {advice.bid}\n")
    return 0

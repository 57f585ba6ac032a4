"""``schiri advise``: what to bid with a hand, and why."""

from typing import TextIO, cast

from controller.commands import terminal
from controller.games import advisers
from controller.games.advisers import Advice, AdviceError, read_hand


def run(game: str, cards_text: str, out: TextIO) -> int:
    """Print the reasons for a bid with what each counts, and the bid; raises AdviceError for a wrong hand or game."""
    advice = advisers.load_adviser(game)(read_hand(cards_text))
    if not isinstance(cast("object", advice), Advice):
        raise AdviceError(f"the ADVISER of {game} answers {advice!r}, and no Advice")
    say = terminal.wording(out)
    lines = [*((reason.points, say(reason.text)) for reason in advice.reasons), (advice.points, say(advice.bid))]
    terminal.write((f"{points:4}  {text}" for points, text in lines), out)
    return 0

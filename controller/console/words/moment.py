"""The moment of a match on which buttons for the whole table rest: its newest deal, and whether it is being played."""

from controller.rules.match import AnyMatch


def moment(match: AnyMatch) -> str:
    """A word for the moment, the same as long as the same deal is played, is over, or the match has ended with it."""
    deal = match.deal.number if match.deal else 0
    return f"{deal}-{'ended' if match.ended else 'played' if match.running else 'over'}"

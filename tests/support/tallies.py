"""Numbers that players write on a slip of a deal that was played, as their game has it."""

from controller.rules.match import AnyMatch, FinishedDeal
from controller.rules.score.slip import SlipLine


def written_down(match: AnyMatch, entry: FinishedDeal[object]) -> SlipLine | None:
    """A line of the slip; None of a deal without a score."""
    result = entry.result
    if result.score is None or result.points is None or None in result.score:
        return None
    sides = match.game.sides.partners(match.rules)
    score = tuple(int(result.score[side[0]] or 0) for side in sides)
    board = result.detail.get("board")
    honours = result.detail.get("honours", (0,) * len(result.points))
    if match.game.name == "whist":
        return SlipLine(points=tuple(own - int(honours[side[0]]) for own, side in zip(score, sides, strict=True)))
    if match.game.name not in ("schieber", "belote"):
        return SlipLine(points=score, board=board)
    # A match is a bonus of the score, and no point of a card.
    cards = [int(sum(result.points[seat] for seat in side)) for side in sides]
    lines = {str(line.why): line.amounts for line in (*result.breakdown.points, *result.breakdown.score)}
    bonus = lines.get("match", (0,) * 4)
    points = tuple(own + int(bonus[side[0]] or 0) for own, side in zip(cards, sides, strict=True))
    return SlipLine(points=points)

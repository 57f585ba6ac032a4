"""The Tarot sheet: a line a deal with who took what, and the running totals below each name."""

from collections.abc import Iterator, Sequence

from controller import sheet
from controller.options import Rules
from controller.results import DealResult, Number


def lines(title: str, rules: Rules, total: Sequence[Number], deals: Sequence[DealResult]) -> Iterator[str]:
    """The running totals after each deal; ``–`` where it was void, ``?`` where cards are missing."""
    rows = [(_head(rules, deal), _cells(deal, rules.seats)) for deal in deals]
    return sheet.table(title, rules.names, rows, [sheet.signed(own) for own in total])


def _head(rules: Rules, deal: DealResult) -> str:
    """Number of the deal, the taker, the bid and by how much it was made or failed."""
    detail = deal.detail
    if "taker" not in detail:
        return f"{deal.deal}"
    over = detail["counted"] - detail["needed"]
    by = f"{'made' if detail['made'] else 'failed'} by {abs(over)}"
    return f"{deal.deal} {rules.names[detail['taker']][: sheet.WIDTH]} {detail['bid']} {by}"


def _cells(deal: DealResult, seats: int) -> list[str]:
    if deal.score is None or "void" in deal.detail:
        return ["?" if deal.score is None else "–"] * seats
    return [sheet.signed(own) for own in deal.total]

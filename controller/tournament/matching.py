"""Pairings with as few repeated ones as there can be (Edmonds 1965, matching in general graphs)."""

from collections.abc import Callable, Sequence
from itertools import combinations

import rustworkx

Fresh = Callable[[int, int], bool]
"""Whether two have not met yet."""


def pairings(ranked: Sequence[int], is_fresh: Fresh) -> list[tuple[int, int]]:
    """Everybody paired once, with the fewest repeats possible; then each, from the top, with the next one below.

    Args:
        ranked: who is to be paired, the best first; an even number.
        is_fresh: whether two have not met yet.
    """
    left, found = list(ranked), list[tuple[int, int]]()
    repeats = len(left) // 2 - matched(left, is_fresh)
    while left:
        first, *others = left
        for other in others:
            rest = [one for one in others if one != other]
            spent = 0 if is_fresh(first, other) else 1
            if spent <= repeats and len(rest) // 2 - matched(rest, is_fresh) <= repeats - spent:
                found.append((first, other))
                left, repeats = rest, repeats - spent
                break
    return found


def matched(ones: Sequence[int], is_fresh: Fresh) -> int:
    """How many pairs of such as have not met can be made at once, at most."""
    graph = rustworkx.PyGraph[int, None]()
    graph.add_nodes_from(ones)
    pairs = combinations(range(len(ones)), 2)
    graph.add_edges_from([(one, other, None) for one, other in pairs if is_fresh(ones[one], ones[other])])
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))

"""Movements that a draw settles once for all: round robin by the circle, and Mitchell with boards."""

from collections.abc import Iterator

Places = tuple[int, int]
"""Two places of the draw that meet, from 0."""


def circle(places: int, number: int) -> Iterator[Places]:
    """Who meets whom in a round of a round robin (Schurig's tables, 1886).

    In ``places - 1`` rounds everybody meets everybody else once; after them it begins again.

    Args:
        places: an even number of them.
        number: of the round, from 1.

    >>> list(circle(4, 1)), list(circle(4, 2))
    ([(0, 3), (1, 2)], [(3, 2), (0, 1)])
    """
    turning = places - 1
    turned = [(place - (number - 1)) % turning for place in range(turning)]
    ring = [turned[0], *turned[1:], places - 1]
    for one in range(places // 2):
        pair = ring[one], ring[places - 1 - one]
        yield pair if one or number % 2 else (pair[1], pair[0])


def mitchell(tables: int, number: int) -> Iterator[tuple[int, int, int]]:
    """North-South, East-West and set of boards of each table, all from 0 (Mitchell 1891).

    North-South stay, East-West move up a table each round and the boards down one; where the number of tables is even
    East-West skip a table halfway. For ``tables`` rounds, one fewer where it is even, nobody meets anybody or a set of
    boards twice.
    """
    skipped = int(tables % 2 == 0 and number > tables // 2)
    for table in range(tables):
        yield table, (table - (number - 1) - skipped) % tables, (table + number - 1) % tables


def most_rounds(tables: int) -> int:
    """Rounds of a Mitchell movement in which nobody meets anybody twice.

    >>> most_rounds(7), most_rounds(8)
    (7, 7)
    """
    return tables if tables % 2 else tables - 1

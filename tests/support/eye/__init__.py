"""A table and the eye above it: what really happened, in seconds, and the record that an eye with faults writes of it.

Nothing here judges: a hand covers an area while it lays a card, cards lie until their trick is gathered, and the eye
sees what is not covered at a moment at which it looks. The record's ``gap``, ``seen`` and ``since`` follow from that
alone, as unseen.md defines them.
"""

from tests.support.eye.faults import Blur, Why, Worse, disturbed, without_tricks, worse
from tests.support.eye.happened import GAP, Lying, Span, Table, acted
from tests.support.eye.sight import READ, Sighting, merged, noticed
from tests.support.eye.writing import PATIENCE, Seeing, written

__all__ = [
    "GAP",
    "PATIENCE",
    "READ",
    "Blur",
    "Lying",
    "Seeing",
    "Sighting",
    "Span",
    "Table",
    "Why",
    "Worse",
    "acted",
    "disturbed",
    "merged",
    "noticed",
    "without_tricks",
    "worse",
    "written",
]

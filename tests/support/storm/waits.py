"""Delays until cards are read, as films have shown: `python -m benchmarks.unseen.waits FILE` measures them."""

import json
from pathlib import Path
from random import Random
from typing import Final

_WAITS: Final[dict[str, list[float | None]]] = json.loads(Path(__file__).with_name("waits.json").read_text("utf-8"))
"""Seconds from a card's landing to its being said, None: never; all that were measured, by the kind of film."""
FILMS: Final = tuple(_WAITS)
USUAL_S: Final = 0.2
"""Seconds that the simulated eyes take by themselves: three looks, a tenth of a second apart."""
NEVER_S: Final = 1e9


def more(film: str, random: Random) -> float:
    """One card's wait beyond the usual in a kind of film, seconds."""
    wait = random.choice(_WAITS[film])
    return NEVER_S if wait is None else max(wait - USUAL_S, 0.0)

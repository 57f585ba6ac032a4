"""How often people had to correct what the camera read, counted from the record itself."""

from collections.abc import Sequence

from controller.events import Amend, Event, Insert, Played
from vision.health_rate import ReadingRate


def counted(rate: ReadingRate, events: Sequence[Event], since: int = 0) -> ReadingRate:
    """The rate after the events from line ``since`` + 1 on; ``events`` are all lines.

    A play that is undone counts for nothing: players take cards back that were read rightly.
    """
    for event in events[since:]:
        match event:
            case Played(src="camera"):
                rate = rate.read()
            case Insert(event={"e": "play"}):
                rate = rate.missed()
            case Amend(of=number) if number <= len(events) and _read(events[number - 1]):
                rate = rate.amended()
            case _:
                pass
    return rate


def _read(event: Event) -> bool:
    return isinstance(event, Played) and event.src == "camera"

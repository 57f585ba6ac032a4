"""Observations with times since the match event in place of the media times that the eyes have."""

from dataclasses import replace

from vision.base.observation import AreaSight, Blind, Laid, Lifted, Observation, Sight


def dated(seen: Observation, offset: float) -> Observation:
    """An observation by a clock that is so many seconds ahead."""
    match seen:
        case Blind():
            return replace(seen, began=seen.began + offset, ended=seen.ended + offset)
        case Lifted():
            return replace(seen, seconds=seen.seconds + offset)
        case Laid():
            since = _later(seen.since, offset)
            return replace(seen, seconds=seen.seconds + offset, first=seen.first + offset, since=since)


def dated_sight(sight: Sight, offset: float) -> Sight:
    """A view of the table by a clock that is so many seconds ahead."""
    return replace(sight, t=sight.t + offset, areas=tuple(_dated_area(area, offset) for area in sight.areas))


def _dated_area(area: AreaSight, offset: float) -> AreaSight:
    empty, unread = _later(area.empty_since, offset), _later(area.unread_since, offset)
    return replace(area, empty_since=empty, unread_since=unread)


def _later(seconds: float | None, offset: float) -> float | None:
    return None if seconds is None else seconds + offset

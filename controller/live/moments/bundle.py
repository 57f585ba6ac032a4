"""Bundles: a moment exported with its truth, as a test case for the eyes."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from controller.live.moments import reading
from controller.live.moments.moment import MomentError, TrueLanding, landings, rate, story
from controller.live.moments.moment_file import FILM, RECORD, TRUTH, MomentFile
from controller.live.moments.reading import SecondReading
from controller.record import text as record
from controller.record.events import Event
from controller.record.text import RecordError

SIDECAR_VERSION: Final = 1
"""The version of the side-car's format, that of `vision.film.sidecar`."""


def goes_on(file: MomentFile, newer: bytes) -> bool:
    """Whether a record goes on from the one that was kept with a moment."""
    return newer.startswith(file.texts.get(RECORD, b""))


def events_of(file: MomentFile, newer: bytes | None = None) -> tuple[Event, ...]:
    """Return the record of a moment: the newer one where it goes on from the one that was kept with it.

    Args:
        file: a moment, not a bundle.
        newer: the record as it is by now, with whatever people have corrected since.

    Raises:
        MomentError: the one that it is taken from is damaged.
    """
    kept_record = file.texts.get(RECORD, b"")
    is_newer = newer is not None and goes_on(file, newer)
    lines = newer if newer is not None and is_newer else kept_record
    try:
        return record.read(lines).events if lines else ()
    except RecordError as error:
        whose = "of the match, as people have corrected it by now," if is_newer else "that was kept with the moment"
        raise MomentError(f"the record {whose} is damaged: {error}; export with one that is whole") from error


def exported(file: MomentFile, events: Sequence[Event]) -> MomentFile:
    """Return a moment as a bundle, without anybody's name or any date but the day.

    Its frames are as they are, its truth is as corrected. The frames are read once more, as they are now: what is read
    so is the least that must be read from now on.
    """
    moment = replace(file.moment, match="", taken=file.moment.taken[:10])
    lay = landings(moment, events)
    events_told = story(moment, events)
    lines = "".join(f"{record.to_line(event)}\n" for event in events_told).encode()
    bare = MomentFile(moment, file.frames, {})
    second = reading.read_again(bare)
    side_car = _side_car(bare, lay, second)
    return replace(bare, texts={TRUTH: lines, FILM: json.dumps(side_car, indent=1).encode()})


def _side_car(file: MomentFile, lay: Sequence[TrueLanding], second: SecondReading) -> dict[str, Any]:
    """Return what `schiri film` writes beside a film, and what only a bundle knows."""
    moment = file.moment
    return {
        "v": SIDECAR_VERSION,
        "seed": None,
        "noise": None,
        "seats": moment.table.seats,
        "fps": rate(moment),
        "frames": len(moment.times),
        "size": list(moment.size),
        "px_per_mm": second.px_per_mm,
        "symbology": moment.table.symbology,
        "table": None,
        "card": moment.table.card,
        "landings": [_landing(one) for one in lay if one.is_certain],
        "effects": [],
        "uncertain": [_landing(one) for one in lay if not one.is_certain],
        "least": len(reading.held(second.cards, lay).hits),
    }


def _landing(one: TrueLanding) -> dict[str, Any]:
    x_mm, y_mm, turn = one.place or (None, None, None)
    rounded = {"x_mm": x_mm, "y_mm": y_mm, "turn": turn}
    return {
        "frame": one.frame,
        "card": one.card,
        "deck": one.deck,
        **{key: None if value is None else round(value, 1) for key, value in rounded.items()},
        "read": one.read,
    }


def true_landings(file: MomentFile, name: str) -> tuple[TrueLanding, ...]:
    """Return the truth of a bundle; raises MomentError."""
    if not file.is_bundle:
        raise MomentError(f"{name} has no truth; make a bundle of the moment: schiri camera export")
    values = file.fields(FILM)
    if values.get("v") != SIDECAR_VERSION:
        raise MomentError(f"{name}: {FILM} is not of version {SIDECAR_VERSION}; export it anew, or update the program")
    try:
        certain = [_true(one, is_certain=True) for one in values["landings"]]
        return (*certain, *(_true(one, is_certain=False) for one in values["uncertain"]))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise MomentError(f"{name}: {FILM} says no landings that can be; export it anew") from error


def least(file: MomentFile, name: str) -> int:
    """Return how many cards of a bundle were read when it was exported; raises MomentError."""
    number = file.fields(FILM).get("least")
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise MomentError(f"{name}: {FILM} does not say how many cards are read at least; export it anew")
    return number


def _true(one: dict[str, Any], *, is_certain: bool) -> TrueLanding:
    deck, place = one["deck"], (one["x_mm"], one["y_mm"], one["turn"])
    whole = tuple(float(value) for value in place if value is not None)
    return TrueLanding(
        int(one["frame"]),
        str(one["card"]),
        None if deck is None else int(deck),
        (whole[0], whole[1], whole[2]) if len(whole) == len(place) else None,
        None if one["read"] is None else str(one["read"]),
        is_certain,
    )

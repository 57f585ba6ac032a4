"""The eyes' troubles, and what a calibration found, as sentences for the table."""

from collections.abc import Sequence

from controller.record.message import Field, Listed, Message
from hardware.camera.source import CameraError
from vision.base.observation import Trouble
from vision.calibration.advice import CameraAdvice
from vision.calibration.solve import Solution


def trouble_text(trouble: Trouble | None) -> str:
    """Return the sentence of a trouble, or nothing where there is none; in English the one that the eyes have."""
    if trouble is None:
        return ""
    return _of_corners(trouble) if trouble.corners else _of_all(trouble)


def blind(error: CameraError) -> Message:
    """Return the sentence of a camera that gives no picture, for people who know no device's path; the log has that."""
    match error.fault:
        case "missing":
            return Message("camera blind: none is plugged in")
        case "busy":
            return Message("camera blind: another program uses it, or it is no camera")
        case "silent":
            return Message("camera blind: no picture comes; plug it in again")
        case "phone":
            return Message("camera blind: the phone sends no picture; open its camera page again")
        case "unreached":
            return Message("camera blind: it does not answer; is it switched on, and on this network?")
        case "denied":
            return Message("camera blind: it asks for another name or password")
        case "elsewhere":
            return Message(
                "camera blind: its pictures are not at this address; the page of the table's health says more"
            )
        case "broken":
            return Message("camera blind: all its pictures come broken; check its cable")
        case "unusable":
            return Message("camera blind: it cannot be used; the page of the table's health says why")


def pictures(*, broken_one_in: int, is_resized: bool, low_battery: int = 0) -> str:
    """Return the sentence of what is wrong with a camera's pictures as they come; nothing where nothing is.

    Args:
        broken_one_in: one in so many comes broken; 0 where few do.
        is_resized: whether they have had another size until lately.
        low_battery: the percentage that is left in the battery of a phone that is the camera, where it is low.
    """
    if broken_one_in:
        return Message("the camera sends broken pictures: one in {n}; check its cable", n=broken_one_in)
    if low_battery:
        return Message("the battery of the phone that is the camera is at {n} %; plug it in", n=low_battery)
    return Message("the camera's pictures have another size now; measure it again if that stays") if is_resized else ""


def _of_corners(trouble: Trouble) -> Message:
    """Return the sentence of a trouble with single corner marks."""
    each, both = Listed(trouble.corners), Listed(trouble.corners, "and")
    match trouble.kind:
        case "mat-incomplete" if trouble.pictures == 1:
            return Message(
                "the corner mark {corners} was not seen in 1 picture; clear it and keep it in the picture", corners=both
            )
        case "mat-incomplete":
            return Message(
                "the corner mark {corners} was not seen in {n} pictures; clear it and keep it in the picture",
                corners=both,
                n=trouble.pictures,
            )
        case "mat-not-whole":
            return Message(
                "corner mark not seen: {corners}; show the whole mat to the camera and clear its corners", corners=each
            )
        case "two-mats":
            return Message("two mats are seen (the {corners} corner mark twice); take one away", corners=both)
        case "corner-gone":
            return Message(
                "camera or mat moved, and the corner mark {corners} is not seen; bring it into the picture",
                corners=both,
            )
        case _:
            return Message("corner mark not seen: {corners}; clear it, or bring it into the picture", corners=each)


def _of_all(trouble: Trouble) -> Message:
    """Return the sentence of a trouble with the whole picture."""
    match trouble.kind:
        case "no-frame":
            return Message("no picture has come yet")
        case "no-picture":
            return Message("the source gave no picture")
        case "no-mat":
            return _no_mat(trouble.pictures)
        case "moving":
            return Message("camera or mat moved; wait until they rest")
        case "frozen":
            return Message("the same picture comes again and again; restart the camera, or plug it in again")
        case "dark" | "dim" | "pale" | "glare" | "soft":
            return _of_brightness(trouble)
        case _:
            return Message("the mat is not seen any more; put it back under the camera")


def _of_brightness(trouble: Trouble) -> Message:
    """Return the sentence of a trouble with how well black differs from white."""
    match trouble.kind:
        case "dark":
            return Message("too dark to see the mat: switch a lamp on, or uncover the camera")
        case "pale":
            return Message(
                "a white card can hardly be told from the white mat: lay a darker mat or cloth, or hang the camera "
                "lower"
            )
        case "glare":
            return Message("glare: light falls onto the mat so that black looks grey; turn the lamp away")
        case "soft":
            return Message("out of focus: the corner marks' edges are blurred; focus the camera or wipe its lens")
        case _:
            return Message("too little light: black and white are hardly told apart; switch a lamp on")


def _no_mat(pictures: int) -> Message:
    if pictures == 1:
        return Message(
            "no mat was seen in 1 picture; lay it flat under the camera, all four corner marks in the picture and in "
            "light"
        )
    return Message(
        "no mat was seen in {n} pictures; lay it flat under the camera, all four corner marks in the picture and in "
        "light",
        n=pictures,
    )


def advice_text(advice: CameraAdvice, names: Sequence[str]) -> Message:
    """Return the sentence of a calibration's advice: what is wrong, what to do, what it brings.

    Args:
        advice: one thing to change.
        names: names of the seats.
    """
    places = seat_names(advice.seats, names)
    match advice.kind:
        case "pale" | "dim":
            return _of_noticing(advice)
        case "nearer" | "focus" | "light":
            return _remedy(advice, places)
        case "all":
            return Message(
                "Only {share} of the cards would be read at {place}: bring the camera nearer, focus it and give more "
                "light; none of these alone is enough.",
                share=_share(advice.share),
                place=places,
            )
        case _:
            return _of_light(advice, places)


def _of_noticing(advice: CameraAdvice) -> Message:
    """Return the sentence of advice on cards that look like the mat."""
    facts: dict[str, Field] = {"share": _share(advice.share), "share2": _share(advice.then)}
    match advice.kind:
        case "pale" if advice.needed:
            return Message(
                "White cards are not all noticed on a mat as white, seen at {n} pixels a millimetre: lay a darker mat "
                "or cloth, or bring the camera nearer, to {n2}; then it reads {share2} of the cards, now {share}.",
                n=f"{advice.found:.1f}",
                n2=f"{advice.needed:.1f}",
                **facts,
            )
        case "pale":
            return Message(
                "White cards are not all noticed on a mat as white, seen at {n} pixels a millimetre: lay a darker mat "
                "or cloth; then it reads {share2} of the cards, now {share}.",
                n=f"{advice.found:.1f}",
                **facts,
            )
        case _ if advice.needed:
            return Message(
                "More light: not all cards are noticed; with {n} times as much it reads {share2} of the cards, now "
                "{share}.",
                n=f"{advice.needed:g}",
                **facts,
            )
        case _:
            return Message(
                "More light alone is not enough: not all cards are noticed, and it reads {share} of them; lay a darker "
                "mat or cloth, too, or bring the camera nearer.",
                share=facts["share"],
            )


def _of_light(advice: CameraAdvice, places: str | Listed) -> Message:
    """Return the sentence of advice on the lamp, which needs no experiment."""
    match advice.kind:
        case "faint":
            return Message(
                "More light: only {n} grey levels between black and white at {place}, {n2} are needed.",
                n=f"{advice.found:.0f}",
                place=places,
                n2=f"{advice.needed:.0f}",
            )
        case "haze":
            return Message("Turn the lamp away from the camera: a haze of light lies over {place}.", place=places)
        case "glare":
            return Message(
                "Move the lamp or shorten the exposure: {share} of {place} is white with glare.",
                share=f"{advice.found:.0%}",
                place=places,
            )
        case "uneven":
            dark, light = advice.corners
            return Message(
                "Move the lamp to the middle: the {corners} corner is {n} times darker than the {corners2} one.",
                corners=dark,
                n=f"{advice.found:.1f}",
                corners2=light,
            )
        case _:
            return Message(
                "The light flickers by {share}: take another lamp, or set the exposure to 10 or 20 ms where mains has "
                "50 Hz (8.3 or 16.7 ms at 60 Hz).",
                share=f"{advice.found:.0%}",
            )


def _remedy(advice: CameraAdvice, places: str | Listed) -> Message:
    """Return what a change would bring, as it was tried."""
    digits = 0 if advice.kind == "light" else 1
    facts: dict[str, Field] = {
        "n": f"{advice.found:.{digits}f}",
        "n2": f"{advice.needed:.{digits}f}",
        "place": places,
        "share": _share(advice.share),
        "share2": _share(advice.then),
    }
    match advice.kind:
        case "nearer":
            return Message(
                "Bring the camera nearer or take larger pictures: {n} pixels a millimetre at {place}; with {n2} it "
                "reads {share2} of the cards there, now {share}.",
                **facts,
            )
        case "focus":
            return Message(
                "Focus the camera: edges are {n} mm wide at {place}; with {n2} mm it reads {share2} of the cards "
                "there, now {share}.",
                **facts,
            )
        case _:
            return Message(
                "More light: only {n} grey levels between black and white at {place}; with {n2} it reads {share2} of "
                "the cards there, now {share}.",
                **facts,
            )


def seat_names(seats: Sequence[int], names: Sequence[str]) -> str | Listed:
    """Return the seats by their names, or all of them at once."""
    return Message("every seat") if len(seats) == len(names) else Listed(tuple(names[seat] for seat in seats), "and")


def _share(share: float) -> str:
    """Return a percentage, with a decimal where it is nearly all."""
    return f"{share:.0%}" if share < 0.95 else f"{share:.1%}"


def lens_text(solution: Solution) -> Message:
    """Return what a calibration knows of the lens."""
    lens, doubt, views = solution.calibration.lens, f"{solution.doubt_mm:.2f}", solution.views
    if lens is None:
        return Message.counted(
            "The lens bends nothing that {n} view can tell, up to {n2} mm.",
            "The lens bends nothing that {n} views can tell, up to {n2} mm.",
            views,
            n=views,
            n2=doubt,
        )
    facts: dict[str, Field] = {
        "share": f"{abs(lens.k1 + lens.k2):.1%}",
        "name": "k1" if not lens.k2 else "k1, k2",
        "n": views,
        "n2": doubt,
    }
    if lens.k1 < 0:
        return Message.counted(
            "The lens moves the picture's corners inward by {share} ({name} from {n} view), known to {n2} mm.",
            "The lens moves the picture's corners inward by {share} ({name} from {n} views), known to {n2} mm.",
            views,
            **facts,
        )
    return Message.counted(
        "The lens moves the picture's corners outward by {share} ({name} from {n} view), known to {n2} mm.",
        "The lens moves the picture's corners outward by {share} ({name} from {n} views), known to {n2} mm.",
        views,
        **facts,
    )

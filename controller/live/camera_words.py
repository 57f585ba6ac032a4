"""The eyes' troubles as sentences for the table."""

from controller.record.message import Listed, Message
from vision.base.trouble import Trouble


def told(trouble: Trouble | None) -> str:
    """The sentence of a trouble, or nothing where there is none; in English the one that the eyes have for it."""
    if trouble is None:
        return ""
    return _of_corners(trouble) if trouble.corners else _of_all(trouble)


def _of_corners(trouble: Trouble) -> Message:
    """The sentence of a trouble with single corner marks."""
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
    """The sentence of a trouble with the whole picture."""
    match trouble.kind:
        case "no-frame":
            return Message("no frame has been seen yet")
        case "no-picture":
            return Message("the source gave no picture")
        case "no-mat":
            return _no_mat(trouble.pictures)
        case "moving":
            return Message("camera or mat moved; wait until they rest")
        case "frozen":
            return Message("the same picture comes again and again; restart the camera, or plug it in again")
        case "dark":
            return Message("too dark to see the mat: switch a lamp on, or uncover the camera")
        case "dim":
            return Message("too little light: black and white are hardly told apart; switch a lamp on")
        case "glare":
            return Message("glare: light falls onto the mat so that black looks grey; turn the lamp away")
        case "soft":
            return Message("out of focus: the corner marks' edges are blurred; focus the camera or wipe its lens")
        case _:
            return Message("the mat is not seen any more; put it back under the camera")


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

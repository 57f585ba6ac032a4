"""Troubles of the camera's view of the mat, as values; their English sentences are made here alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

CornerName: TypeAlias = Literal["top left", "top right", "bottom right", "bottom left"]
CORNER_NAMES: Final[tuple[CornerName, ...]] = get_args(CornerName)
"""Of the mat's corner marks, in the order of `identity.CORNERS`."""

TroubleKind: TypeAlias = Literal[
    "no-frame",
    "no-picture",
    "no-mat",
    "mat-incomplete",
    "mat-not-whole",
    "two-mats",
    "mat-gone",
    "corner-gone",
    "corner-hidden",
    "moving",
    "frozen",
    "dark",
    "dim",
    "pale",
    "glare",
    "soft",
]
"""Before the first frame; a source that gave no picture at all; pictures without the mat, or without some corner marks;
a first frame that lacks corner marks; a corner mark seen twice; the mat was taken away; camera or mat moved so that
corner marks left the picture; a corner mark lies under something; camera or mat move; the same picture comes again and
again; the mat cannot be seen for
darkness; little light; a mat as white as cards, seen from too far; light that blinds; out of focus."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong; equal if the same is wrong."""

    kind: TroubleKind
    corners: tuple[CornerName, ...] = ()
    """The corner marks that it is about."""
    pictures: int = 0
    """How many pictures were looked at in vain, for `no-mat` and `mat-incomplete`."""

    @classmethod
    def at(cls, kind: TroubleKind, places: Iterable[int], pictures: int = 0) -> "Trouble":
        """Trouble with the corner marks at these places of `identity.CORNERS`."""
        return cls(kind, tuple(CORNER_NAMES[place] for place in places), pictures)

    @property
    def text(self) -> str:
        """The trouble and its remedy, in one English sentence."""
        seen = f"in {self.pictures} picture{'s' * (self.pictures != 1)}"
        return _SENTENCES[self.kind].format(
            listed=", ".join(self.corners), together=" and ".join(self.corners), seen=seen
        )

    def __str__(self) -> str:
        return self.text


_SENTENCES: Final[Mapping[TroubleKind, str]] = {
    "no-frame": "no picture has come yet",
    "no-picture": "the source gave no picture",
    "no-mat": "no mat was seen {seen}; lay it flat under the camera, all four corner marks in the picture and in light",
    "mat-incomplete": "the corner mark {together} was not seen {seen}; clear it and keep it in the picture",
    "mat-not-whole": "corner mark not seen: {listed}; show the whole mat to the camera and clear its corners",
    "two-mats": "two mats are seen (the {together} corner mark twice); take one away",
    "mat-gone": "the mat is not seen any more; put it back under the camera",
    "corner-gone": "camera or mat moved, and the corner mark {together} is not seen; bring it into the picture",
    "corner-hidden": "corner mark not seen: {listed}; clear it, or bring it into the picture",
    "moving": "camera or mat moved; wait until they rest",
    "frozen": "the same picture comes again and again; restart the camera, or plug it in again",
    "dark": "too dark to see the mat: switch a lamp on, or uncover the camera",
    "dim": "too little light: black and white are hardly told apart; switch a lamp on",
    "pale": "a white card can hardly be told from the white mat: lay a darker mat or cloth, or hang the camera lower",
    "glare": "glare: light falls onto the mat so that black looks grey; turn the lamp away",
    "soft": "out of focus: the corner marks' edges are blurred; focus the camera or wipe its lens",
}

"""Enrolment under the camera: frames in; the sentences for whoever lays the cards out, and the deck as it grows."""

from collections.abc import Iterator
from dataclasses import dataclass

from controller.live import camera_words
from controller.record.message import Listed, Message
from vision.base.picture import Gray
from vision.decks.enrolment import CaptureRefused, Enrolment, FaceCapture, RefusedWhy, TakenCapture
from vision.decks.library import FaceLibrary
from vision.eyes.laying import Layings
from vision.eyes.pipeline import Eyes
from vision.mat.layout import CardSize


@dataclass(frozen=True, slots=True)
class EnrolManner:
    """The manner in which cards are taken in."""

    any_order: bool = False
    """Name a new card by the deck's order, and know one that was laid before by its face."""
    is_sure: bool = False
    """Take a card that looks like another one."""
    has_back: bool = True
    """Ask for the back first, so that a card that lies face down is told."""


class EnrolmentBench:
    """A deck being enrolled before a camera.

    Attributes:
        state: the enrolment so far.
    """

    def __init__(self, eyes: Eyes, state: Enrolment, manner: EnrolManner) -> None:
        """Look through these eyes."""
        self.state = state
        self._eyes, self._manner, self._layings = eyes, manner, Layings(eyes, state.size)
        self._trouble, self._is_ready = "", False

    @property
    def has_begun(self) -> bool:
        """Whether the bare mat has been seen."""
        return self._is_ready

    @property
    def trouble(self) -> str:
        """The fault of the pictures, in words; empty where there is none."""
        return self._trouble

    def feed(self, seconds: float, gray: Gray) -> Iterator[str]:
        """Take in one frame; the sentences that are due."""
        self._eyes.feed(seconds, gray)
        trouble, before = camera_words.told(self._eyes.trouble), self._trouble
        self._trouble = trouble
        if trouble and trouble != before:
            yield trouble
        seen = self._layings.look()
        if self._layings.is_ready and not self._is_ready:
            self._is_ready = True
            yield self._asked()
        if isinstance(seen, CaptureRefused):
            yield refused(seen.why, self.state.size)
        elif seen is not None:
            yield self._taken(seen)
            if not self.state.is_complete:
                yield self._asked()

    @property
    def _awaits_back(self) -> bool:
        return self._manner.has_back and self.state.back is None

    def _taken(self, seen: FaceCapture) -> Message:
        if self._awaits_back:
            self.state = self.state.show_back(seen)
            return Message("the back was seen; take the card away")
        name = None if self._manner.any_order else self.state.next_name
        self.state, taken = self.state.take(seen, name, is_sure=self._manner.is_sure)
        return told(taken)

    def _asked(self) -> Message:
        if self._awaits_back:
            return Message("lay a card face down, so that the back is known")
        return asked(self.state, any_order=self._manner.any_order)


def asked(state: Enrolment, *, any_order: bool) -> Message:
    """The card to lay next into a deck that is not complete."""
    if not any_order:
        card = state.next_name or ""
        if state.waiting.get(card):
            return Message("now {card} once more, turned or in another place", card=card)
        return Message("lay {card}", card=card)
    new = next((name for name in state.deck if name not in state.faces and name not in state.waiting), None)
    once = tuple(name for name in state.deck if name in state.waiting)
    if new is None:
        return Message("lay these once more, in any order: {cards}", cards=Listed(once))
    return Message("lay {card}, or any card once more that was laid once", card=new)


def told(taken: TakenCapture) -> Message:
    """The sentence of what a picture was taken for."""
    match taken.kind:
        case "first":
            return Message("{card} was seen; take it away", card=taken.name)
        case "enrolled":
            return Message("{card} is enrolled", card=taken.name)
        case "differs":
            return Message("this does not look like {card} did before: lay {card} once more", card=taken.name)
        case "twice" if taken.other:
            return Message("this looks like {card}, which is enrolled already", card=taken.other)
        case "twice":
            return Message("every card was laid already, and this is none of those that are awaited")
        case "face-down":
            return Message("the card lies face down: turn it over")


def refused(why: RefusedWhy, size: CardSize) -> Message:
    """The reason why a picture is no good, and what to do."""
    match why:
        case "nothing":
            return Message("nothing is seen of a card; lay it on the mat")
        case "outline":
            return Message(
                "no outline of one card of {n} x {n2} mm is seen: lay one card alone and flat, and take the hand away",
                n=f"{size.width_mm:g}",
                n2=f"{size.height_mm:g}",
            )
        case "far":
            return Message("the camera hangs too high for faces to be told apart: hang it lower")
        case "glare":
            return Message("a lamp is mirrored in the card: lay it elsewhere, or turn the lamp away")
        case "blurred":
            return Message("the card is out of focus: focus the camera, and lay the card flat")
        case "moved":
            return Message("the card moved: let it lie until it was seen")


def alike(library: FaceLibrary) -> list[Message]:
    """The pairs of cards that this deck's reader may not tell apart."""
    return [
        Message("{card} and {card2} look so alike that they may stay unread", card=pair.one, card2=pair.other)
        for pair in library.alike()
    ]

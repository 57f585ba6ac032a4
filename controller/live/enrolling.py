"""Enrolment under the camera: frames in; the sentences for whoever lays the cards out, and the deck as it grows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from controller.games import AnyGame
from controller.live import camera_words
from controller.live.camera import Source
from controller.record.cards import Card
from controller.record.message import Listed, Message
from controller.rules.copies import has_copies
from groundwork.picture import Colouring, Gray
from vision.decks.enrolment import CaptureRefused, Enrolment, EnrolResult, FaceCapture, RefusedWhy
from vision.decks.library import FaceLibrary
from vision.eyes.laying import Layings
from vision.eyes.pipeline import Eyes
from vision.marks import symbologies
from vision.marks.identity import NO_DECK
from vision.mat.layout import CardSize, Mat


@dataclass(frozen=True, slots=True)
class EnrolManner:
    """The manner in which cards are taken in."""

    any_order: bool = False
    """Name a new card by the deck's order, and know one that was laid before by its face."""
    is_sure: bool = False
    """Accept a card that looks like another one."""
    has_back: bool = True
    """Ask for the back first, so that a card that lies face down is told."""


def eyes(
    source: Source, game: AnyGame, size: CardSize, dropped: Callable[[], int], colour: Callable[[], Colouring]
) -> Eyes:
    """Return the eyes that watch a mat on which a game's cards are laid to be enrolled; they read stickers, too.

    Args:
        source: what is read.
        game: whose deck it is.
        size: size of its cards.
        dropped: tells how many pictures their source has dropped so far because nobody asked for them in time.
        colour: gives the way to the colour of the picture that their source gave last.
    """
    twice = has_copies(game.deck)
    return Eyes(
        symbologies.load(source.symbology, source.decks, twice=twice),
        Mat(card=size),
        min(game.seats),
        source.decks,
        lens=source.lens,
        knock_mm=source.knock_mm,
        dropped=dropped,
        colour=colour,
    )


Keep: TypeAlias = Callable[[Enrolment], None]
"""Function that saves the faces of an enrolment, on the disk once it returns; raises DeckError."""


class EnrolmentBench:
    """A deck being enrolled before a camera.

    Attributes:
        state: the enrolment so far.
        told: what became of the newest picture, in words; empty before the first.
        is_well: whether that picture was taken in.
        last: the card that it shows, by name; empty where nobody knows.
        seen: the newest picture of a card that was taken in.
    """

    def __init__(self, eyes: Eyes, state: Enrolment, manner: EnrolManner, keep: Keep) -> None:
        """Look through these eyes; each new face is kept before it is told to be enrolled."""
        self.state, self.told, self.is_well, self.last = state, "", True, ""
        self.seen: FaceCapture | None = None
        self._eyes, self._manner, self._keep = eyes, manner, keep
        self._layings = Layings(eyes, state.size)
        self._trouble, self._is_ready = "", False

    @property
    def has_begun(self) -> bool:
        """Whether the bare mat has been seen."""
        return self._is_ready

    @property
    def trouble(self) -> str:
        """The fault of the pictures, in words; empty where there is none."""
        return self._trouble

    @property
    def awaits_back(self) -> bool:
        """Whether the back is to be laid before all cards."""
        return self._manner.has_back and self.state.back is None

    @property
    def asked(self) -> str:
        """The thing to lay next, in words; empty for a deck that is complete."""
        if self.state.is_complete:
            return ""
        if not self._is_ready:
            return Message("lay the bare mat under the camera")
        if self.awaits_back:
            return Message("lay a card face down, so that the back is known")
        return asked(self.state, any_order=self._manner.any_order)

    def feed(self, seconds: float, gray: Gray) -> Iterator[str]:
        """Read one frame; yield the sentences that are due; raises DeckError."""
        self._eyes.feed(seconds, gray)
        trouble, before = camera_words.trouble_text(self._eyes.trouble), self._trouble
        self._trouble = trouble
        if trouble and trouble != before:
            yield trouble
        capture = self._layings.capture()
        if self._layings.is_ready and not self._is_ready:
            self._is_ready = True
            yield self.asked
        if isinstance(capture, CaptureRefused):
            self.is_well, self.told = False, refused(capture.why, self.state.size)
            yield self.told
        elif capture is not None:
            self._take(capture)
            yield self.told
            if not self.state.is_complete:
                yield self.asked

    def skip(self) -> None:
        """Ask for something else: for the cards if the back is awaited, else for another card first."""
        if self.awaits_back:
            self._manner = replace(self._manner, has_back=False)
        elif (name := self.state.next_name) is not None:
            self.state = self.state.put_off(name)
        self._say("", is_well=True)

    def forget(self, name: str) -> None:
        """Remove a card, to lay it anew; raises DeckError."""
        is_kept = name in self.state.faces
        self.state = self.state.forget(name)
        if is_kept:
            self._keep(self.state)
        self._say("", is_well=True)

    def _take(self, capture: FaceCapture) -> None:
        if self.awaits_back:
            self.state, self.seen = self.state.show_back(capture), capture
            self._say(Message("the back was seen; take the card away"), is_well=True)
            return
        name = None if self._manner.any_order else self.state.next_name
        state, result = self.state.enrol(capture, name, is_sure=self._manner.is_sure)
        stuck = self._stuck()
        if stuck and result.kind in ("first", "differs", "enrolled") and result.name not in stuck:
            self._say(mislabelled(result.name, stuck[0]), is_well=False)
            return
        if result.kind == "enrolled":
            self._keep(state)
        self.state, self.seen = state, capture
        self._say(told(result), is_well=result.kind in ("first", "enrolled"))
        self.last = result.other or ("" if result.kind == "face-down" else result.name)

    def _stuck(self) -> tuple[str, ...]:
        """Return the cards that the marks say which are read on the mat: of one alone, without stickers none."""
        cards = (*self._eyes.laid, *self._eyes.landing)
        return tuple(dict.fromkeys(str(Card(one.card).face) for one in cards if one.deck != NO_DECK))

    def _say(self, text: str, *, is_well: bool) -> None:
        self.told, self.is_well, self.last = text, is_well, ""


def asked(state: Enrolment, *, any_order: bool) -> Message:
    """Return the card to lay next into a deck that is not complete."""
    if not any_order:
        card = state.next_name or ""
        if state.waiting.get(card):
            return Message("now {card} once more, turned or in another place", card=card)
        return Message("lay {card}", card=card)
    if state.new_name is None:
        once = tuple(name for name in state.deck if name in state.waiting)
        return Message("lay these once more, in any order: {cards}", cards=Listed(once))
    return Message("lay {card}, or any card once more that was laid once", card=state.new_name)


def mislabelled(card: str, stuck: str) -> Message:
    """Return the sentence of a card whose stickers are another card's.

    The order that was asked for names the card, never the stickers.
    """
    return Message(
        "{card} was expected, and these stickers say {card2}: lay {card}, or stick its own ones on it",
        card=card,
        card2=stuck,
    )


def told(result: EnrolResult) -> Message:
    """Return the sentence of what a picture was taken for."""
    match result.kind:
        case "first":
            return Message("{card} was seen; take it away", card=result.name)
        case "enrolled":
            return Message("{card} is enrolled", card=result.name)
        case "differs":
            return Message("this does not look like {card} did before: lay {card} once more", card=result.name)
        case "twice" if result.other:
            return Message("this looks like {card}, which is enrolled already", card=result.other)
        case "twice":
            return Message("every card was laid already, and this is none of those that are awaited")
        case "face-down":
            return Message("the card lies face down: turn it over")


def refused(why: RefusedWhy, size: CardSize) -> Message:
    """Return the reason why a picture is no good, and what to do."""
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
    """Return the pairs of cards that this deck's reader may not tell apart."""
    return [
        Message("{card} and {card2} look so alike that they may stay unread", card=pair.one, card2=pair.other)
        for pair in library.alike()
    ]

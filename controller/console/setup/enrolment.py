"""A deck that is enrolled before the running camera: begun, followed and ended by pages, whichever phone asks."""

import threading
import time
from base64 import b64encode
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from controller.console.setup import decks as views
from controller.console.setup.form_errors import mistake
from controller.console.setup.frame_tap import FrameTap
from controller.console.words.gettext import _
from controller.games import AnyGame
from controller.live import decks
from controller.live.camera import CameraTrouble, Frame
from controller.live.decks import DeckError, DeckPlace
from controller.live.enrolling import EnrolManner, EnrolmentBench
from controller.record.message import Message
from controller.web.newest import Latest
from vision.decks.enrolment import Enrolment, FaceCapture
from vision.eyes.pipeline import Eyes
from vision.mat.layout import CardSize

_TELL_S: Final = 1.0
"""Seconds after which the table is told again, at the latest, that a deck is enrolled."""

OpenEyes: TypeAlias = Callable[[AnyGame, CardSize], Eyes]
"""The eyes for a game's cards of a size, which look through the running camera."""


@dataclass(frozen=True, slots=True)
class EnrolmentView:
    """An enrolment as the page shows it."""

    deck: str
    """Name of the deck."""
    asked: str
    """The sentence that asks for the next card."""
    card: str
    """The card to lay next, by name; empty: none."""
    enrolled: int
    count: int
    """Cards of the deck."""
    once: int
    """Cards of which one picture was taken."""
    told: str = ""
    """The outcome of the newest picture, in a sentence; empty: none yet."""
    is_well: bool = True
    last: str = ""
    """The card that the newest picture shows, by name."""
    picture: str = ""
    """The newest picture of a card, a JPEG in base64."""
    trouble: str = ""
    """The fault of the camera or of the mat."""
    awaits_mat: bool = True
    """Whether the bare mat is to be seen first."""


@dataclass(slots=True)
class _Enrolling:
    """A deck on its way, and the bench before the camera once that has given a picture."""

    place: DeckPlace
    game: AnyGame
    state: Enrolment
    manner: EnrolManner
    eyes: Eyes | None = None
    bench: EnrolmentBench | None = None
    blind: str = ""
    """Reason why no picture comes."""
    seen: FaceCapture | None = None
    """The picture that was encoded last."""
    picture: str = ""

    def keep(self, state: Enrolment) -> None:
        """Save the faces so far; raises DeckError."""
        self.place.write(decks.kept(state))

    def view(self) -> EnrolmentView:
        """Show it as it stands."""
        bench, state = self.bench, self.state if self.bench is None else self.bench.state
        count, enrolled = len(state.deck), sum(name in state.faces for name in state.deck)
        if bench is None:
            asked = Message("lay the bare mat under the camera")
            return EnrolmentView(self.place.name, asked, "", enrolled, count, 0, trouble=self.blind)
        if bench.seen is not None and bench.seen is not self.seen:
            self.seen, self.picture = bench.seen, b64encode(views.jpeg(bench.seen.face)).decode()
        return EnrolmentView(
            self.place.name,
            bench.asked,
            "" if bench.awaits_back or not bench.has_begun else state.next_name or "",
            enrolled,
            count,
            len(state.waiting),
            bench.told,
            bench.is_well,
            bench.last,
            self.picture,
            self.blind or bench.trouble,
            not bench.has_begun,
        )


@dataclass(slots=True)
class EnrolmentDesk:
    """Enrolment of one deck at a time before the running camera, whose pictures the game does not see meanwhile.

    The game's thread gives it pictures; pages begin it, correct it and end it, from any thread.
    """

    frame_tap: FrameTap
    newest: Latest[EnrolmentView | None] = field(default_factory=lambda: Latest[EnrolmentView | None](None))
    """The newest view; None: no deck is being enrolled."""
    ended: str = ""
    """Reason why the last enrolment ended before it was complete, if nobody ended it; empty: there is none."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _now: _Enrolling | None = None

    @property
    def view(self) -> EnrolmentView | None:
        """The deck that is being enrolled now."""
        return self.newest.value

    @property
    def game(self) -> AnyGame | None:
        """The game whose deck is being enrolled."""
        now = self._now
        return now.game if now else None

    def begin(self, place: DeckPlace, game: AnyGame, state: Enrolment, manner: EnrolManner) -> None:
        """Enrol a deck from the next picture on; raises FormRefusedError if another one is being enrolled."""
        with self._lock:
            if self._now is not None:
                raise mistake("", _("A deck is being learned already: {deck}.").format(deck=self._now.place.name))
            self._now, self.ended = _Enrolling(place, game, state, manner), ""
            self._publish()

    def end(self, why: str = "") -> None:
        """End it; what was enrolled is kept.

        Args:
            why: a sentence for the page, if nobody has asked for the end.
        """
        with self._lock:
            self._end(why)

    def skip(self, card: str) -> None:
        """Ask for another card first; raises FormRefusedError if another one is asked for by now."""
        with self._at_work() as (now, bench):
            if now.view().card != card:
                raise mistake("", _("Another card is asked for by now; nothing was changed."))
            bench.skip()

    def forget(self, card: str) -> None:
        """Remove a card, to lay it anew; raises FormRefusedError, and DeckError."""
        with self._at_work() as (now, bench):
            if card not in now.state.deck:
                raise mistake("", _("There is no such card in this deck."))
            bench.forget(card)

    @contextmanager
    def _at_work(self) -> Generator[tuple[_Enrolling, EnrolmentBench]]:
        with self._lock:
            if self._now is None or self._now.bench is None:
                raise mistake("", _("No deck is being learned now."))
            yield self._now, self._now.bench
            self._publish()

    def over(
        self,
        frames: Iterable[Frame | CameraTrouble],
        open_eyes: OpenEyes,
        is_free: Callable[[], bool],
        renew: Callable[[], None],
    ) -> Iterator[Frame | CameraTrouble]:
        """Yield the frames that belong to the game; while a deck is enrolled, yield a trouble that says so.

        Args:
            frames: frames of the camera.
            open_eyes: opens the eyes for the cards.
            is_free: whether no deal is under way; one that begins ends the enrolment.
            renew: lets the game look at the mat anew once the enrolment has ended.
        """
        own, since, said = self.frame_tap.eyes, 0.0, ""
        is_away = False
        """Whether the game misses pictures."""
        for frame in frames:
            if self._now is not None and not is_free():
                self.end(Message("a deal has begun, so that learning the deck ended; what was learned is kept"))
            told = self._take(frame, open_eyes)
            if told is not None:
                is_away = True
                if told != said or time.monotonic() - since >= _TELL_S:
                    since, said = time.monotonic(), told
                    yield CameraTrouble(told)
                continue
            if is_away:
                is_away, said, self.frame_tap.eyes = False, "", own
                renew()
                yield CameraTrouble("")
            yield frame

    def _take(self, frame: Frame | CameraTrouble, open_eyes: OpenEyes) -> str | None:
        """Use a frame of the camera; return a sentence for the table, or None if no deck is enrolled."""
        with self._lock:
            now = self._now
            if now is None:
                return None
            if isinstance(frame, CameraTrouble):
                now.blind = frame.text or Message("camera blind: none is plugged in")
            else:
                now.blind = ""
                try:
                    self._feed(now, frame, open_eyes)
                except DeckError as error:
                    self._end(str(error))
                    return None
            view = now.view()
            self._publish()
            if now.bench is not None and now.bench.state.is_complete:
                self._end("")
                return None
            said = (view.told, view.asked) if view.is_well else (view.told,)
            return view.trouble or Message.join("; ", [text for text in said if text])

    def _feed(self, now: _Enrolling, frame: Frame, open_eyes: OpenEyes) -> None:
        """Show a frame to the bench; raises DeckError."""
        if now.bench is None or now.eyes is None:
            now.eyes = open_eyes(now.game, now.state.size)
            now.bench = EnrolmentBench(now.eyes, now.state, now.manner, now.keep)
        # The camera's pages show what these eyes see: the game's know nothing of the pictures meanwhile.
        self.frame_tap.eyes = now.eyes
        for _told in now.bench.feed(*frame):
            pass

    def _end(self, why: str) -> None:
        self._now, self.ended = None, why
        self._publish()

    def _publish(self) -> None:
        view = self._now.view() if self._now else None
        if view != self.newest.value:
            self.newest.put(view)

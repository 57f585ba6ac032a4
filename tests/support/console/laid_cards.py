"""A camera before which cards without marks are laid, one at a time, while a deck is learned on the pages."""

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from queue import Empty, SimpleQueue

import cv2

from controller.console.setup.context import Setup
from controller.games import AnyGame
from controller.live import enrolling
from controller.live.camera import CameraTrouble, Frame, Source
from groundwork.picture import Bgr, Gray, Window, u8
from tests.support.vision.face_films import face
from vision.eyes.pipeline import Eyes
from vision.film.write import Lay, PickUp, frames
from vision.mat.layout import CardSize

FPS = 10


@cache
def laying(card: str) -> Sequence[Bgr]:
    """The film of a card that is laid at the first seat and taken away again."""
    return list(frames([Lay(0, card), PickUp(0, ((0, card),))], 3, seed=4, noise="none", fps=FPS, face=face))


class LaidCards:
    """The camera of a table, as its daemon lets the pages have it."""

    def __init__(self, setup: Setup, is_free: Callable[[], bool] = lambda: True) -> None:
        self.setup, self.is_free = setup, is_free
        self.told = list[str]()
        """Sentences for the table in place of pictures."""
        self.game = 0
        """The frames that the game was shown."""
        self._seconds = 0.0
        self._shown = laying("SA")[0]

    def lay(self, *cards: str) -> list[str]:
        """Lay cards, each taken away before the next; returns what the table was told meanwhile."""
        self.told.clear()
        self.follow(picture for card in cards for picture in laying(card))
        return self.told

    def follow(self, pictures: Iterable[Bgr | CameraTrouble]) -> None:
        """Let the table see these pictures."""
        over = self.setup.enrolment.over(
            self.setup.frame_tap.over(self._frames(pictures)),
            self._eyes,
            is_free=self.is_free,
            renew=lambda: self.setup.again.request(new=False),
        )
        for frame in over:
            if isinstance(frame, CameraTrouble):
                self.told.append(frame.text)
            else:
                self.game += 1

    @contextmanager
    def running(self) -> Generator[Callable[[str], None]]:
        """A camera that shows the bare mat on and on, on a thread of its own; gives what lays a card before it."""
        closing, queue = threading.Event(), SimpleQueue[Bgr]()

        def pictures() -> Iterator[Bgr]:
            shown, number = laying("SA")[0], 0
            while not closing.is_set():
                try:
                    shown = queue.get_nowait()
                except Empty:
                    time.sleep(0.02)
                number += 1
                grain = shown.copy()
                grain[number % 7 :: 97, ::89] ^= 1  # no camera gives the same picture twice
                yield u8(grain)

        def lay(card: str) -> None:
            for picture in laying(card):
                queue.put(picture)

        thread = threading.Thread(target=lambda: self.follow(pictures()))
        thread.start()
        try:
            yield lay
        finally:
            closing.set()
            thread.join()

    def _frames(self, pictures: Iterable[Bgr | CameraTrouble]) -> Iterator[Frame | CameraTrouble]:
        for picture in pictures:
            if isinstance(picture, CameraTrouble):
                yield picture
                continue
            self._seconds, self._shown = self._seconds + 1 / FPS, picture
            yield self._seconds, _gray(picture)

    def _eyes(self, game: AnyGame, size: CardSize) -> Eyes:
        return enrolling.eyes(Source("0"), game, size, int, lambda: self._colour)

    def _colour(self, part: Window) -> Bgr:
        return self._shown[part]


def _gray(picture: Bgr) -> Gray:
    return u8(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))

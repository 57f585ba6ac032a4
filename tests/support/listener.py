"""A subscriber that keeps all that a table shows and tells."""

from controller.live.scoreboard import ComposedFace
from controller.live.session import Update
from controller.live.table import Subscriber
from firmware_bridge.face.face import Face


class Listener(Subscriber):
    """Keeps faces, events and requests in the order in which they came."""

    def __init__(self) -> None:
        self.shown: list[ComposedFace] = []
        self.news: list[Update] = []
        self.requests: list[str] = []

    @property
    def faces(self) -> list[Face]:
        return [one.face for one in self.shown]

    @property
    def alerts(self) -> list[str]:
        return [face.alert.text for face in self.faces]

    def on_face(self, shown: ComposedFace) -> None:
        self.shown.append(shown)

    def on_event(self, update: Update) -> None:
        self.news.append(update)

    def on_request(self, word: str) -> None:
        self.requests.append(word)

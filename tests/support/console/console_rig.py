"""A table with a console and nobody filming it, asked by a client that behaves like a browser."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from html import unescape

from starlette.testclient import TestClient

from controller.console import server
from controller.console.actions.base import ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.server import Console, Herald, PageOptions, app
from controller.live.session import AnnounceOptions, MatchSession, PictureOf
from controller.live.table import LiveTable
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played
from controller.rules.match import AnyMatch
from controller.settings.model import ConsoleConfig
from controller.store.background.children import Children
from controller.store.journal import Journal
from controller.web.host import SafeHeaders
from firmware_bridge.face.face import Face
from tests.support.console.page_reader import heard
from tests.support.listener import Listener
from tests.support.waiting import PATIENCE_S

HOST = "192.0.2.1:8080"
ORIGIN = f"http://{HOST}"
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
DEAL = DealStart(dealer=0)
FORM = {"content-type": "application/x-www-form-urlencoded"}


def play(seat: int, card: str) -> Played:
    return Played(seat=seat, card=Card(card))


REVOKED: tuple[Event, ...] = (
    DEAL,
    play(1, "H10"),
    play(2, "H7"),
    play(0, "DQ"),
    play(0, "H6"),
)
"""Berta leads a heart, Anna lays a diamond, takes the trick and leads a heart: a revoke, proven by it."""


@dataclass
class Rig:
    """One table; every phone is a client of its own."""

    journal: Journal
    opening: MatchStart = OPENING
    announce_options: AnnounceOptions = field(default_factory=AnnounceOptions)
    settings: ConsoleConfig = field(default_factory=ConsoleConfig)
    watching: bool = True
    herald: Herald = len
    picture_of: PictureOf | None = None

    def __post_init__(self) -> None:
        directory = self.journal.path.parent
        self.session = MatchSession(self.journal, self.opening, self.announce_options, self.picture_of)
        self.console = Console(self.settings, directory, self.session, PageOptions("swiss"), herald=self.herald)
        self.listener = Listener()
        self.table = LiveTable(self.session, invite=self.console.invitation, due=self.due)
        self.table.subscribe(self.listener)
        self.console.follow(self.table)
        self.context = self.console.context
        # A busy machine starts and ends another process late.
        self.context.children = Children(PATIENCE_S, PATIENCE_S)
        self.table.enter_due()
        if self.watching:
            self.console.admit()
        self.app = app(self.context)

    def enter(self, events: Iterable[Event]) -> None:
        for event in events:
            self.table.enter(event)

    def due(self, match: AnyMatch) -> Event | None:
        """The event that follows by itself: a secret call of the console."""
        return self.console.sealed.due(match)

    @property
    def faces(self) -> list[Face]:
        """The faces that the displays have shown."""
        return self.listener.faces

    def phone(self, role: Role = Role.VIEWER, name: str = "") -> "Phone":
        """A browser, paired for a role."""
        phone = Phone(self)
        if role is not Role.VIEWER:
            device = self.context.devices.pair(name or role.id, role, "2026-11-21 12:00")
            phone.id = device.id
            phone.client.cookies.set("schiri", self.context.cookies.sign(device.id))
        return phone

    @property
    def said(self) -> list[Event]:
        """The record without its match line, and without when and from where."""
        return [replace(event, t=None, src=None) for event in self.journal.events[1:]]


class Phone:
    """A browser: it sends the origin of the page with every form, as browsers do."""

    def __init__(self, rig: Rig) -> None:
        self.rig, self.id = rig, ""
        self.shown: dict[str, str] = {}
        """The subject of each form when it was first sent: sent again it says the same."""
        self.client = TestClient(
            SafeHeaders(rig.app), base_url=ORIGIN, follow_redirects=False, raise_server_exceptions=False
        )

    def get(self, path: str) -> tuple[int, str]:
        answer = self.client.get(path)
        return answer.status_code, answer.text

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> tuple[int, str]:
        answer = self.client.post(path, data=dict(fields), headers={"origin": ORIGIN, **headers})
        return answer.status_code, answer.text

    def key(self) -> str:
        """The key of a form that a page has given out."""
        return self.rig.context.keys.mint()

    def at(self, action: str, fields: Mapping[str, str]) -> str:
        """What a page that is opened now says that a form is about."""
        known, context = server.actions_by_name().get(action), self.rig.context
        state = context.newest.value
        device = context.devices.find(self.id)
        asked = ActionRequest(state, context, device, context.lines(state), fields)
        try:
            return known.about(asked) or "" if known and known.about else ""
        except RefusedError:
            return ""

    def do(
        self, action: str, fields: Mapping[str, object] | None = None, *, key: str | None = None, **more: object
    ) -> tuple[int, str]:
        """Send the form of an action, its question answered with yes; returns the status and the sentence."""
        texts = {name: str(value) for name, value in {**(fields or {}), **more}.items()}
        key = key or self.key()
        texts.setdefault("sure", "1")
        texts.setdefault("at", self.shown.setdefault(key, self.at(action, texts)))
        status, page = self.post("/act", {"do": action, "key": key, **texts})
        return status, sentence(page)


def sentence(page: str) -> str:
    """The answer on a page, each card that is drawn in it by its name."""
    found = re.search(r'<p (?:class="alert[^>]*|role="alert")>([^<]*)</p>', heard(page))
    return unescape(found[1]) if found else page

"""Parts of pages that follow the game: rendered once a state for all who see the same, and sent whole."""

from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from markupsafe import Markup, escape
from starlette.requests import Request

from controller.console.http import announcements
from controller.console.http import templates as render
from controller.console.http.asker import Asker
from controller.console.http.context import Context
from controller.console.http.language import Language
from controller.console.http.request import PageRequest
from controller.console.http.snapshot import TableSnapshot
from controller.console.security.roles import Role
from controller.console.words import gettext as texts
from controller.record.events import Seat
from controller.web import sse

HEARTBEAT_S: Final = 15.0
"""Seconds between two heartbeats of a silent stream."""

_Place: TypeAlias = tuple[str, Role, str, Seat | None]
"""Which fragment, for whom, in which language, seen from where."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a page that follows the game."""

    name: str
    """Of the stream ``/live/<name>`` and of its event."""
    template: str
    values: Callable[[TableSnapshot, Context, Role], Mapping[str, object]]
    """The template's own values, beside the state, the context and the role."""
    role: Role = Role.VIEWER
    """Who may see it, at least."""
    sided: bool = False
    """Whether it is seen from the seat of the phone's owner, which its template knows as ``own``."""
    keyed: bool = False
    """Whether it is given to no browser that the owner has not let in: neither paired nor with an overlay's key."""


@dataclass(slots=True)
class FragmentCache:
    """The newest rendering of each fragment, by who sees it."""

    context: Context
    _held: dict[_Place, tuple[int, str]] = field(default_factory=dict[_Place, tuple[int, str]])

    def html(self, fragment: Fragment, number: int, asker: Asker, language: Language) -> str:
        """A fragment of the state of this number."""
        own = asker.own_seat if fragment.sided else None
        place = (fragment.name, asker.role, language.code, own)
        held = self._held.get(place)
        if held is None or held[0] != number:
            held = self._held[place] = number, part(fragment, asker.state, self.context, asker.role, own)
        return held[1]


def part(fragment: Fragment, state: TableSnapshot, context: Context, role: Role, own: Seat | None = None) -> str:
    """A fragment rendered now, as seen from a seat."""
    common = {"state": state, "context": context, "role": role, "rules": context.rules(role), "own": own}
    return render.html(fragment.template, {**common, **fragment.values(state, context, role)}, context.keys)


def fragment_cache(request: Request) -> FragmentCache:
    """The cache of this console's rendered fragments."""
    found: FragmentCache = request.app.state.fragment_cache
    return found


def included(request: PageRequest, fragment: Fragment) -> Markup:
    """A fragment as a page has it at first, which its stream then replaces.

    For strangers it is what their streams show, rendered once a state however many ask; whoever is paired sees forms in
    it, whose keys are used up, so theirs is rendered anew.
    """
    number, newest = request.context.newest.held
    if request.role is Role.VIEWER and request.device is None and newest is request.state:
        return Markup(fragment_cache(request.http).html(fragment, number, request, request.language))  # noqa: S704  ours
    return Markup(part(fragment, request.state, request.context, request.role, request.own_seat))  # noqa: S704  ours


async def stream(request: PageRequest, fragment: Fragment, fragment_cache: FragmentCache) -> AsyncGenerator[str]:
    """The events of a stream: the fragment now and after every change, and each announcement once.

    It ends when the console is closed, when the one who listens has another role, and when the referee begins anew;
    the page then asks anew.
    """
    with _listening(request):
        async for event in _follow(request, fragment, fragment_cache):
            yield event


@contextmanager
def _listening(request: PageRequest) -> Generator[None]:
    """Count the open pages of a paired phone."""
    if request.device is None:
        yield
        return
    listeners, phone = request.context.objections.listeners, request.device.id
    listeners[phone] = listeners.get(phone, 0) + 1
    try:
        yield
    finally:
        listeners[phone] -= 1
        if not listeners[phone]:
            del listeners[phone]


async def _follow(request: PageRequest, fragment: Fragment, fragment_cache: FragmentCache) -> AsyncGenerator[str]:
    context, role, events, language = request.context, request.role, request.context.events, request.language
    number, shown, said = 0, "", announcements.newest_line(request.state)
    while True:
        held = await context.newest.after(number, HEARTBEAT_S)
        if context.closing or context.role(request.http) != role or context.events is not events:
            return
        if fragment.keyed and context.device(request.http) is None:
            return
        if held is None:
            yield sse.COMMENT
            continue
        number, state = held
        with texts.speaking(language.translations):
            asker = Asker(state, context, request.device)
            html = fragment_cache.html(fragment, number, asker, language)
            told = [*announcements.announcements_since(state, said)]
            whose = announcements.turn_sentence(state, asker.own_seat)
        if html != shown:
            yield sse.event(fragment.name, html)
            shown = html
        if words := " ".join(text for _, text in told if text):
            yield sse.event("said", str(escape(f"{words} {whose}".strip())))
        if told:
            said = told[-1][0]

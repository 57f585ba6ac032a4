"""Parts of pages that follow the game: rendered once a state for all who see the same, and sent whole."""

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from markupsafe import escape

from controller.console.http import announcements
from controller.console.http import templates as render
from controller.console.http.context import House
from controller.console.http.language import Language
from controller.console.http.request import Visit
from controller.console.http.snapshot import State
from controller.console.security.roles import Role
from controller.console.words import gettext as texts

HEARTBEAT_S: Final = 15.0
"""So often a silent stream says that it lives; a phone that has gone is noticed by it."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a page that follows the game."""

    name: str
    """Of the stream ``/live/<name>`` and of its event."""
    template: str
    values: Callable[[State, House, Role], Mapping[str, object]]
    """What the template shows; the state, the house and the role are there anyway."""
    role: Role = Role.VIEWER
    """Who may see it, at least."""


@dataclass(slots=True)
class Gallery:
    """The newest rendering of each fragment, by who sees it."""

    house: House
    _held: dict[tuple[str, Role, str], tuple[int, str]] = field(
        default_factory=dict[tuple[str, Role, str], tuple[int, str]]
    )

    def html(self, fragment: Fragment, number: int, state: State, role: Role, language: Language) -> str:
        """A fragment of the state of this number."""
        place = (fragment.name, role, language.code)
        held = self._held.get(place)
        if held is None or held[0] != number:
            held = self._held[place] = number, part(fragment, state, self.house, role)
        return held[1]


def part(fragment: Fragment, state: State, house: House, role: Role) -> str:
    """A fragment rendered now."""
    common = {"state": state, "house": house, "role": role}
    return render.html(fragment.template, {**common, **fragment.values(state, house, role)}, house.keys)


async def stream(visit: Visit, fragment: Fragment, gallery: Gallery, language: Language) -> AsyncGenerator[str]:
    """The events of a stream: the fragment now and after every change, and each announcement once.

    It ends when the console is closed, when the one who listens has another role, and when the referee begins anew;
    the page then asks anew.
    """
    house, role, events = visit.house, visit.role, visit.house.events
    number, shown, said = 0, "", announcements.newest(visit.state)
    while True:
        held = await house.newest.after(number, HEARTBEAT_S)
        if house.closing or house.role(visit.request) != role or house.events is not events:
            return
        if held is None:
            yield ": still here\n\n"
            continue
        number, state = held
        with texts.speaking(language.translations):
            html = gallery.html(fragment, number, state, role, language)
            told = [*announcements.since(state, said)]
        if html != shown:
            yield event(fragment.name, html)
            shown = html
        if told:
            yield event("said", str(escape(" ".join(text for _, text in told))))
            said = told[-1][0]


def event(name: str, text: str) -> str:
    r"""One event of a stream (HTML living standard, 9.2.6).

    >>> event("table", "one\ntwo")
    'event: table\ndata: one\ndata: two\n\n'
    """

    def lines() -> Iterator[str]:
        yield f"event: {name}"
        yield from (f"data: {line}" for line in text.splitlines())

    return "\n".join(lines()) + "\n\n"

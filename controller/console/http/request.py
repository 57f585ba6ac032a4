"""One page request: its HTTP request, device, role, language and snapshot of the table."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from ipaddress import ip_address
from typing import Final, Literal, Self
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response

from controller.console.http import templates as render
from controller.console.http.context import Context, TableSnapshot
from controller.console.security.devices import PairedDevice
from controller.console.security.roles import Role
from controller.console.views.table_mat import own_seat
from controller.console.words.gettext import _
from controller.language import translate as phrases
from controller.language.catalogues import of_game, supported, wanted
from controller.language.translate import Locale
from controller.record.events import Seat
from controller.web.host import is_plain
from vision.words.cards import Lang

# A question before what no tap brings back: a script asks it, and where none runs the answer to the form does.

SURE: Final = "sure"
"""The field with which a form says that its question was asked, and answered with yes."""


class UnsureError(Exception):
    """A form whose question nobody has answered yet; nothing was done."""

    def __init__(self, question: str) -> None:
        """Take the question."""
        self.question = question
        super().__init__(question)


def require_confirmation(form: Mapping[str, str], question: str) -> None:
    """Raise UnsureError unless there is nothing to ask, or the form says that it was."""
    if question and form.get(SURE) != "1":
        raise UnsureError(question)


# Who asks for a page or an action: the paired device, its role, and what it may hear of the newest snapshot.


@dataclass(frozen=True, slots=True)
class Asker:
    """The device that asks, and the snapshot of the table on which it is answered."""

    state: TableSnapshot
    """The newest snapshot when the request came; the whole answer is made from it."""
    context: Context
    device: PairedDevice | None
    """The paired device that asks; None: a viewer's."""

    @property
    def role(self) -> Role:
        """The role of the device that asks."""
        return self.device.role if self.device else Role.VIEWER

    @property
    def rules(self) -> bool:
        """Whether an arbiter asks."""
        return self.context.rules(self.role)

    @property
    def own_seat(self) -> Seat | None:
        """The seat of the player after whom the device is called; None: it is nobody's at this table."""
        return own_seat(self.state.match, self.device.name) if self.device else None

    @property
    def secret(self) -> frozenset[int]:
        """The lines of the record of which the one who asks may not hear yet."""
        return self.context.secret(self.state, self.role)


# The language of a request: the one chosen on the phone, else one that its browser asks for, else the table's.

COOKIE: Final = "lang"
OWN_NAMES: Final[dict[Lang, str]] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
}
"""The name of each language in itself."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the console speaks."""

    code: Lang
    """The language as HTML writes it: ``en``."""
    translations: Locale


ENGLISH: Final = Language("en", phrases.ENGLISH)


def chosen(request: Request, context: Context, state: TableSnapshot) -> Language:
    """Return the language of whoever asks, with the words of the pack that lies on the table."""
    candidates = (request.cookies.get(COOKIE, ""), *wanted(request.headers.get("accept-language", "")))
    code = supported(*candidates) or context.lang
    return Language(code, replace(of_game(state.match.game, code, context.suits), style="symbols"))


MOST_FIELDS = 100
_PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""Heads with which a proxy says that somebody else asks."""


@dataclass(frozen=True, slots=True)
class PageRequest(Asker):
    """A request for a page of the console, while it is answered."""

    http: Request
    language: Language
    """The language of the whole answer."""

    @classmethod
    def of(cls, request: Request, context: Context) -> Self:
        """Return a request, as things are now."""
        state = context.newest.value
        return cls(state, context, context.device(request), request, chosen(request, context, state))

    @property
    def address(self) -> str:
        """The client's IP address."""
        return self.http.client.host if self.http.client else ""

    @property
    def is_local(self) -> bool:
        """Whether a browser on the table's own machine asks: whoever sits there sits at the table.

        Not under a name that a page from elsewhere may have: any machine can call itself ``evil.local``.
        """
        server = self.http.scope.get("server")
        if any(name in self.http.headers for name in _PASSED_ON) or not server:
            return False
        if not is_plain(self.http.headers.get("host", "")):
            return False
        try:
            client, server_address = ip_address(self.address), ip_address(str(server[0]))
        except ValueError:
            return False
        return client.is_loopback or client == server_address

    @property
    def is_htmx(self) -> bool:
        """Whether a part of a page asks, not the browser for a whole one."""
        return self.http.headers.get("hx-request") == "true"

    async def form(self) -> Mapping[str, str]:
        """Return the fields of a form; of a field that is sent twice the last one. Raises HTTPException."""
        kind = self.http.headers.get("content-type", "").partition(";")[0].strip().lower()
        try:
            body = await self.http.body()
        except ClientDisconnect:  # nobody reads the answer; without one it would be a fault of ours, with a page of log
            raise HTTPException(400, _("This is no form of this table.")) from None
        if kind != "application/x-www-form-urlencoded":
            raise HTTPException(415, _("This is no form of this table."))
        try:
            fields = parse_qsl(
                body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS
            )
        except ValueError:
            raise HTTPException(400, _("This is no form of this table.")) from None
        return dict(fields)

    def page(self, template: str, values: Mapping[str, object] | None = None, status: int = 200) -> HTMLResponse:
        """Return a page, or a part of one, from a template.

        No browser keeps it, for its forms are good once.
        """
        common = {
            "role": self.role,
            "rules": self.rules,
            "device": self.device,
            "own": self.own_seat,
            "state": self.state,
            "name_letters": render.letters_of(self.state.match.names),
            "context": self.context,
        }
        here = {"path": self.http.url.path, "language": self.language.code}
        # A page that gave one of these another meaning would break what all pages share: it is refused.
        html = render.html(template, dict(**common, **here, **(values or {})), self.context.keys)
        return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


# A route of the console, and the role it needs.


@dataclass(frozen=True, slots=True)
class PageRoute:
    """Route of a page; a GET changes nothing, ever."""

    path: str
    """The path as Starlette writes it: ``/verdicts/{number:int}``."""
    role: Role
    """The least role that may use the route."""
    answer: Callable[[PageRequest], Awaitable[Response]]
    method: Literal["GET", "POST"] = "GET"

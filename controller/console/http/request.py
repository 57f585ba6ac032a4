"""One page request: its HTTP request, device, role, language and snapshot of the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Self
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse

from controller.console.http import templates as render
from controller.console.http.asker import Asker
from controller.console.http.context import Context
from controller.console.http.language import Language, chosen
from controller.console.words.gettext import _
from controller.web.host_names import is_plain

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
        """A request, as things are now."""
        state = context.newest.value
        return cls(state, context, context.device(request), request, chosen(request, context, state))

    @property
    def address(self) -> str:
        """The client's IP address."""
        return self.http.client.host if self.http.client else ""

    @property
    def is_from_here(self) -> bool:
        """Whether a browser on the table's own machine asks: whoever sits there sits at the table.

        Not under a name that a page from elsewhere may have: any machine can call itself ``evil.local``.
        """
        server = self.http.scope.get("server")
        if any(name in self.http.headers for name in _PASSED_ON) or not server:
            return False
        if not is_plain(self.http.headers.get("host", "")):
            return False
        try:
            client, own = ip_address(self.address), ip_address(str(server[0]))
        except ValueError:
            return False
        return client.is_loopback or client == own

    @property
    def is_htmx(self) -> bool:
        """Whether a part of a page asks, not the browser for a whole one."""
        return self.http.headers.get("hx-request") == "true"

    async def form(self) -> Mapping[str, str]:
        """The fields of a form; of a field that is sent twice the last one. Raises HTTPException."""
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
        """A page, or a part of one, from a template; no browser keeps it, for its forms are good once."""
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

"""One request being answered: who asks, in which language, and what is true of the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse

from controller.console.http import templates as render
from controller.console.http.context import House
from controller.console.http.language import chosen
from controller.console.http.snapshot import State
from controller.console.security.devices import Device
from controller.console.security.roles import Role
from controller.console.words.gettext import _

MOST_FIELDS = 100


@dataclass(frozen=True, slots=True)
class Visit:
    """One request."""

    request: Request
    house: House
    state: State
    """The newest when the request came; all of its answer is of this one."""
    device: Device | None
    """The paired device that asks, if it is one."""

    @property
    def role(self) -> Role:
        """As what somebody asks."""
        return self.device.role if self.device else Role.VIEWER

    @property
    def address(self) -> str:
        """From where it was asked."""
        return self.request.client.host if self.request.client else ""

    @property
    def is_htmx(self) -> bool:
        """Whether a part of a page asks, not the browser for a whole one."""
        return self.request.headers.get("hx-request") == "true"

    async def form(self) -> Mapping[str, str]:
        """The fields of a form; of a field that is sent twice the last one. Raises HTTPException."""
        kind = self.request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = await self.request.body()
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
        common = {"role": self.role, "device": self.device, "state": self.state, "house": self.house}
        here = {"path": self.request.url.path, "language": chosen(self.request).code}
        html = render.html(template, {**common, **here, **(values or {})}, self.house.keys)
        return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})

"""Routes of the hall's desks: who may use each, and forms that come from their own pages."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeVar
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response

from controller.hall.desk import texts
from controller.hall.desk.access import Office
from vision.words.cards import Lang

_MOST: Final = (8_000, 50)
"""The limits of a form that anybody can send: bytes and fields."""
_MOST_OF_ORGANISERS: Final = (256_000, 2500)
"""The limits of an organiser's form: bytes for a club's entries, and a field for each of them."""

D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class DeskRoute(Generic[D]):
    """One address of a desk."""

    method: Literal["GET", "POST"]
    path: str
    office: Office | None
    """The office that may use it; None: everybody."""
    answer: Callable[[D, Request, Lang], Awaitable[Response]]


def html(template: str, lang: Lang, values: Mapping[str, object], status: int = 200) -> Response:
    """Answer with a page of a desk, which no browser stores."""
    text = texts.render(template, lang, values)
    return HTMLResponse(text, status, headers={"Vary": "Accept-Language", "Cache-Control": "no-store"})


async def fields(request: Request, *, is_organisers: bool = False) -> dict[str, str] | None:
    """Read the fields of a form; None for a form of another page, or one that is too large."""
    most_bytes, most_fields = _MOST_OF_ORGANISERS if is_organisers else _MOST
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host", ""):
        return None
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or len(length) > 6 or int(length) > most_bytes:
        return None
    try:
        body = (await request.body()).decode("ascii")
        return dict(parse_qsl(body, keep_blank_values=True, errors="strict", max_num_fields=most_fields))
    except (ClientDisconnect, ValueError):
        return None

"""A route of the console, and the role it needs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from starlette.responses import Response

from controller.console.http.request import PageRequest
from controller.console.security.roles import Role


@dataclass(frozen=True, slots=True)
class PageRoute:
    """One route; a GET changes nothing, ever."""

    path: str
    """The path as Starlette writes it: ``/verdicts/{number:int}``."""
    role: Role
    """The least role that may use the route."""
    answer: Callable[[PageRequest], Awaitable[Response]]
    method: Literal["GET", "POST"] = "GET"

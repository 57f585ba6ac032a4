"""A door: one route of the console, and who may go through it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from starlette.responses import Response

from controller.console.http.request import Visit
from controller.console.security.roles import Role


@dataclass(frozen=True, slots=True)
class Door:
    """One route; a GET changes nothing, ever."""

    path: str
    """As Starlette writes it: ``/verdicts/{number:int}``."""
    role: Role
    """Who may enter, at least."""
    answer: Callable[[Visit], Awaitable[Response]]
    method: Literal["GET", "POST"] = "GET"

"""The console's style sheets, scripts and drawings."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from controller.web import assets, card_sheets
from controller.web.assets import Asset

PREFIX: Final = "/static/"


async def static(request: Request) -> Response:
    """Return one file of the list."""
    name = request.path_params["name"]
    return assets.respond(request, files().get(name) or alone().get(name) or card_sheets.asset(name))


@cache
def alone() -> Mapping[str, Asset]:
    """Return the files of a page that stands alone and uses none of the others: the overlay's."""
    return assets.load_folder(resources.files("controller.console").joinpath("static", "overlay"), "overlay/")


@cache
def files() -> Mapping[str, Asset]:
    """Each file by name."""
    folder = resources.files("controller.console").joinpath("static")
    return {**assets.load_folder(folder), **assets.load_folder(folder.joinpath("vendor"), "vendor/")}


@cache
def address(name: str) -> str:
    """Return the address of a file of the list, which changes with its content."""
    return f"{PREFIX}{name}?v={({**files(), **alone()})[name].version}"

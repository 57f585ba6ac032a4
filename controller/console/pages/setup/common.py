"""Common functions of the set-up pages: find the parts of the table, and answer a form with the page it came from."""

from collections.abc import Callable, Mapping
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller.console.http.request import PageRequest, UnsureError
from controller.console.security.roles import Role
from controller.console.setup import walk
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormRefusedError, FormResult, mistake
from controller.console.words.gettext import _, core

WRONG = 422
"""Status of a page with a form that was not saved; a script swaps in only what comes with 200."""

UNSURE = 409
"""Status of the question before what a form asks for is done."""

NO_FORM: Final = FormResult()
"""The result of a page that is only looked at."""

ShowForm = Callable[[PageRequest, Setup, FormResult], Mapping[str, object]]
"""Function that makes the values of a page's template from the result of its form."""
SaveForm = Callable[[PageRequest, Setup, Mapping[str, str]], str]
"""Function that does what a form asks for; returns what was done, in a sentence, or raises FormRefusedError."""


def parts(request: PageRequest) -> Setup:
    """Return the parts of the table; raises HTTPException where there is no table to set up."""
    if request.context.setup is None:
        raise HTTPException(404, _("This table cannot be set up in pages; change its settings file."))
    return request.context.setup


async def shown(request: PageRequest, template: str, show: ShowForm) -> Response:
    """Return the page as it is asked for."""
    return await page(request, template, show, NO_FORM)


async def saved(
    request: PageRequest, template: str, show: ShowForm, save: SaveForm, then: tuple[str, ShowForm] | None = None
) -> Response:
    """Save a form, and show its page again with a sentence, or with one beside each field that is wrong.

    Args:
        request: request that sends the form.
        template: template of the form's page.
        show: what the page shows.
        save: does what the form asks for.
        then: the page to show once it is done, if that is another one.
    """
    setup, form = parts(request), await request.form()
    try:
        sent = FormResult(message=await run_in_threadpool(save, request, setup, form))
        template, show = then or (template, show)
    except FormRefusedError as error:
        sent = FormResult(mistakes=error.mistakes, fields=form)
    except UnsureError as error:
        values = {"question": error.question, "fields": form, "to": _form_address(request)}
        return request.page("question_page.html", values, 200 if request.is_htmx else UNSURE)
    except OSError as error:
        fault = mistake("", _("It cannot be written: {reason}").format(reason=core(str(error))))
        sent = FormResult(mistakes=fault.mistakes, fields=form)
    return await page(request, template, show, sent)


async def page(request: PageRequest, template: str, show: ShowForm, sent: FormResult) -> Response:
    """Return the page after a form."""
    setup = parts(request)
    try:
        values = await run_in_threadpool(show, request, setup, sent)
    except FormRefusedError as error:  # the file itself is wrong
        return request.page("refused.html", {"text": str(error)}, 500)
    status = WRONG if sent.mistakes and not request.is_htmx else 200
    return request.page(template, {"sent": sent, **await walking(request, setup), **values}, status)


async def walking(request: PageRequest, setup: Setup) -> Mapping[str, object]:
    """Return the step of the first set-up that a page is, for whoever may do it."""
    if request.role < Role.OWNER:
        return {"walk": None, "step": None}
    steps = await run_in_threadpool(walk.read, setup.config.data.directory)
    return {"walk": steps, "step": steps.at(request.http.url.path)}


def _form_address(request: PageRequest) -> str:
    """Return the address that the form was sent to, with what it asks for."""
    url = request.http.url
    return f"{url.path}?{url.query}" if url.query else url.path

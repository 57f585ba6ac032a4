"""What every set-up page does: find the parts of the table, and answer a form with the page it came from."""

from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller.console.http.request import Visit
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import MistakesError, Sent, mistake
from controller.console.words.gettext import _, core

WRONG = 422
"""Of a page with a form that was not saved; a script swaps in only what comes with 200."""

Show = Callable[[Visit, Setup, Sent], Mapping[str, object]]
"""What a page shows, given what became of its form."""
Save = Callable[[Visit, Setup, Mapping[str, str]], str]
"""Does what a form asks for; returns what was done, in a sentence, or raises MistakesError."""


def parts(visit: Visit) -> Setup:
    """The parts of the table; raises HTTPException where there is no table to set up."""
    if visit.house.setup is None:
        raise HTTPException(404, _("This table cannot be set up in pages; change its settings file."))
    return visit.house.setup


async def shown(visit: Visit, template: str, show: Show) -> Response:
    """The page as it is asked for."""
    return await page(visit, template, show, Sent())


async def saved(visit: Visit, template: str, show: Show, save: Save, then: tuple[str, Show] | None = None) -> Response:
    """Do what a form asks for, and show its page again with a sentence, or with one beside each mistake.

    Args:
        visit: that sends the form.
        template: of the form's page.
        show: what the page shows.
        save: does what the form asks for.
        then: the page to show once it is done, if that is another one.
    """
    setup, form = parts(visit), await visit.form()
    try:
        sent = Sent(said=await run_in_threadpool(save, visit, setup, form))
        template, show = then or (template, show)
    except MistakesError as error:
        sent = Sent(mistakes=error.mistakes, fields=form)
    except OSError as error:
        fault = mistake("", _("It cannot be written: {reason}").format(reason=core(str(error))))
        sent = Sent(mistakes=fault.mistakes, fields=form)
    return await page(visit, template, show, sent)


async def page(visit: Visit, template: str, show: Show, sent: Sent) -> Response:
    """The page after a form."""
    setup = parts(visit)
    try:
        values = await run_in_threadpool(show, visit, setup, sent)
    except MistakesError as error:  # the file itself is wrong
        return visit.page("refused.html", {"text": str(error)}, 500)
    status = WRONG if sent.mistakes and not visit.is_htmx else 200
    return visit.page(template, {"sent": sent, **values}, status)

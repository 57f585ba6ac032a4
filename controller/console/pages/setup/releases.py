"""The releases of the program: which runs, which newer one lies on the card, taking it, and the way back."""

from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from controller.appliance import offers
from controller.appliance.releases import Releases
from controller.console.http.request import PageRequest, PageRoute, require_confirmation
from controller.console.pages.setup.common import NO_FORM, parts, saved, shown
from controller.console.pages.setup.game import under_way
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult, mistake
from controller.console.words.gettext import _

TEMPLATE = "setup_releases.html"


def _values(request: PageRequest, setup: Setup, _sent: FormResult = NO_FORM) -> Mapping[str, object]:
    releases, data = Releases(setup.places.releases), setup.places.data
    offer = offers.offered(setup.places.root, releases.current) if is_service(setup) else None
    return {
        "is_service": is_service(setup),
        "current": offers.stamp_of(releases.current),
        "before": offers.stamp_of(releases.before),
        "has_before": releases.before is not None,
        "offer": offer.stamp if offer else None,
        "is_wished": offers.is_wished(data),
        "outcome": offers.outcome(data),
        "under_way": under_way(request),
    }


def is_service(setup: Setup) -> bool:
    """Whether this table runs as the service of its machine, whose program root can change."""
    return (
        setup.places.unit.parent / offers.PATH_UNIT
    ).exists() and setup.config.data.directory == setup.places.inside(setup.places.data)


async def releases(request: PageRequest) -> Response:
    """Return the whole page."""
    return await shown(request, TEMPLATE, _values)


async def view(request: PageRequest) -> Response:
    """Return the state alone, as the page asks for it while something is done."""
    return request.page("setup_releases_view.html", await run_in_threadpool(_values, request, parts(request)))


async def releases_saved(request: PageRequest) -> Response:
    """Wish for the newer release, or the one before."""
    return await saved(request, TEMPLATE, _values, _wish)


def _wish(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    if not is_service(setup):
        raise mistake("", _("This table does not run as a service of its machine: its releases are changed there."))
    if under_way(request):
        raise mistake("", _("A match is being played: come again when it is over."))
    if offers.is_wished(setup.places.data):
        raise mistake("", _("Another release is being taken already; wait until that is done."))
    current = Releases(setup.places.releases)
    wish: offers.Wish
    match form.get("do"):
        case "newer" if offers.offered(setup.places.root, current.current):
            wish, question = "newer", _("Take the newer release? The table is away for a moment.")
        case "back" if current.before:
            wish, question = "back", _("Go back to the release before? The table is away for a moment.")
        case _:
            raise mistake("", _("There is no such release any more; look again."))
    require_confirmation(form, question)
    offers.wish(setup.places.data, wish)
    return _("It is being done: some minutes for a new release. This page tells how it ends.")


ROUTES = (
    PageRoute("/setup/releases", Role.OWNER, releases),
    PageRoute("/setup/releases/view", Role.OWNER, view),
    PageRoute("/setup/releases", Role.OWNER, releases_saved, "POST"),
)

"""The form of game, players and announcements, saved into the settings file."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from starlette.responses import Response

from controller import games, rulebooks
from controller.console.http.request import PageRequest, PageRoute
from controller.console.pages.setup.common import page, saved, shown
from controller.console.security.roles import Role
from controller.console.setup import game as forms
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult, mistake
from controller.console.setup.words import option_words, pack_words, policy_words, profile_words, seat_side
from controller.console.words.gettext import _, core
from controller.console.words.names import value_words, word_name
from controller.record.events import End, has_begun
from controller.rules.options import PLAIN, own_profiles, profiles
from controller.settings.edit import edited
from vision.mat.layout import AREAS

TEMPLATE = "setup_game.html"


def under_way(request: PageRequest) -> bool:
    """Whether anything has happened in a match that is not over; what was seen and not seen is nothing yet."""
    lines = request.context.lines(request.state)
    return has_begun(lines) and not request.state.match.ended


def _values(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    revision = setup.file.read()
    query = dict(sent.fields or request.http.query_params)
    choice = forms.chosen(query, revision.config.table)
    return {
        "of": revision.mark,
        "choice": choice,
        "games": [games.load(name) for name in games.names()],
        "profiles": _profiles(choice),
        "calls": [(word_name(call), core(counts)) for call, counts in choice.game.auction.calls(choice.seats).items()],
        "fields": sent.fields or forms.filled(choice, revision.config, usual="usual" in query),
        "packs": {**pack_words(), **{name: name for name in rulebooks.names() if name not in pack_words()}},
        "policies": policy_words(),
        "sides": [seat_side(area.turn) for area in AREAS[choice.seats]],
        "under_way": under_way(request) and not setup.again.is_requested,
        "waiting": setup.again.is_requested,
        "words": {"option": option_words, "one": word_name, "value": value_words, "profile": profile_words},
        "letters": forms.NAME_LETTERS,
    }


def _profiles(choice: forms.Choice) -> list[str]:
    """Return the profiles that change something of this game, the plain one first."""
    options = choice.game.options
    return [name for name in profiles(options) if name in (PLAIN, choice.profile, *own_profiles(options))]


async def game(request: PageRequest) -> Response:
    """Show the form; ``?game=``, ``seats`` and ``profile`` show what else could be chosen, and change nothing."""
    return await shown(request, TEMPLATE, _values)


async def game_saved(request: PageRequest) -> Response:
    """Save the form; a new match begins at once where none is being played."""
    form = await request.form()
    if "swap" in form:
        return await page(
            request, TEMPLATE, _values, FormResult(_("Changed places; nothing is saved yet."), (), _swapped(form))
        )
    return await saved(request, TEMPLATE, _values, _save)


def _swapped(form: Mapping[str, str]) -> Mapping[str, str]:
    """Return the form with two players' names in each other's place."""
    one, _comma, other = form["swap"].partition(",")
    names = {f"name{one}": form.get(f"name{other}", ""), f"name{other}": form.get(f"name{one}", "")}
    return {**form, **names}


def _save(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    revision = setup.file.read()
    choice = forms.chosen(form, revision.config.table)
    requested = forms.requested(choice, form, revision.config.table)
    is_new = not requested.matches(setup.config)
    if is_new and under_way(request) and "end" not in form:
        raise mistake("end", _("A match is being played: end it first, or choose here that it is ended."))
    setup.file.save(form.get("of", ""), partial(edited, changes=requested.changes(revision.config)))
    if not is_new:
        return _("The table is set up so already; nothing was changed.")
    end_match(request)
    setup.again.request(new=True)
    return _("Saved. A new match begins: {game}.").format(game=choice.game.title)


def end_match(request: PageRequest) -> None:
    """End the match that is being played, if one is, before a new one begins."""
    if under_way(request) and request.context.table:
        request.context.table.enter(replace(End(), t=request.context.table.now, src="console"))
    request.context.table = None  # so that no deal is begun meanwhile, which would be ended unasked


ROUTES = (
    PageRoute("/setup/game", Role.OWNER, game),
    PageRoute("/setup/game", Role.OWNER, game_saved, "POST"),
)

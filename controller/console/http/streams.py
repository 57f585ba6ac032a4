"""Parts of pages that follow the game: rendered once a state for all who see the same, and sent whole."""

from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from markupsafe import Markup, escape
from starlette.requests import Request

from controller.console.http import templates as render
from controller.console.http.context import Context, TableSnapshot
from controller.console.http.request import Asker, Language, PageRequest
from controller.console.security.roles import Role
from controller.console.views.objections import Objection, claim
from controller.console.views.options_to_say import is_auction
from controller.console.words import gettext as texts
from controller.console.words.events import spoken
from controller.console.words.gettext import _, aloud
from controller.console.words.names import name as card_name
from controller.console.words.names import seat_name
from controller.live.session import Update
from controller.record.events import Amend, Correction, Event, Insert, Missed, Played, Seat, SightEvent, Undo
from controller.record.message import Message
from controller.record.text import parse_fields
from controller.rules import standing
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, MatchResult, TrickResult
from controller.table.unseen.course import describe_course
from controller.web import sse

# Announcements: new events as sentences for screen readers, each sent once.


def newest_line(state: TableSnapshot) -> int:
    """Return the number of the newest event."""
    return state.updates[-1].number if state.updates else 0


def announcements_since(state: TableSnapshot, number: int, seat: Seat | None = None) -> Iterator[tuple[int, str]]:
    """Yield the sentences of every event after the one of this number, for the phone of this seat."""
    for before, update in zip((None, *state.updates), state.updates, strict=False):
        if update.number > number:
            yield update.number, " ".join((*sentences(update, seat), *_new_trump(before, update)))


def _new_trump(before: Update | None, update: Update) -> Iterator[str]:
    """Yield the sentence that a card has made a suit trump; what people say names it already."""
    old, new = before.match.deal if before else None, update.match.deal
    if not isinstance(update.event, Played) or old is None or new is None or old.number != new.number:
        return
    if new.trump and new.trump != old.trump:
        yield _sentence(aloud(Message("trump {suit}", suit=new.trump)))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def objection_sentence(state: TableSnapshot, context: Context, objection: Objection) -> str:
    """Return the sentence that a correction waits for somebody's yes or no."""
    return f"{_('Being checked:')} {claim(state.match.names, objection, context.lines(state), card_name)}"


def turn_sentence(state: TableSnapshot, seat: Seat | None) -> str:
    """Return the sentence that ends an announcement: whose turn it is, to the one whose it is with what was led.

    Between two deals it says what is missing to the goal and who deals.

    Args:
        state: the table as it stands.
        seat: the seat of the phone's owner; None: nobody's at this table.
    """
    match = state.match
    if not match.running:
        if not match.can_deal or match.dealer is None or match.ended:
            return ""
        deals = _("{name} deals").format(name=match.names[match.dealer])
        missing = standing.missing(match)
        return f"{_sentence(aloud(missing))} {deals}." if missing else f"{deals}."
    if match.acting is None:
        return ""
    if match.acting != seat or match.turn != seat:
        return _sentence(aloud(match.awaited))
    if is_auction(match):
        return _("It is your turn to speak.")
    lead = state.face.lead if match.deal and match.deal.open.plays else ""
    return _("It is your turn; {what}.").format(what=aloud(lead)) if lead else _("It is your turn.")


def sentences(update: Update, seat: Seat | None = None) -> Iterator[str]:
    """Yield the sentences of one event for the phone of a seat; a correction with the corrected value."""
    names = update.match.names
    if not isinstance(update.event, SightEvent):
        happened = (
            correction(update.match, update.event)
            if isinstance(update.event, Correction)
            else spoken(names, update.event)
        )
        yield f"{happened}."
    for announcement in update.announcements:
        if announcement.withdrawn:
            yield _withdrawn(update.event).format(verdict=aloud(announcement.verdict.text))
        else:
            if seat is not None and seat in (announcement.verdict.seats or (announcement.verdict.seat,)):
                yield _("This is about you.")
            yield aloud(announcement.verdict.text)
    for result in update.results:
        match result:
            case TrickResult() if result.winner is not None:
                who = seat_name(names, result.winner)
                yield _("{name} takes trick {trick}.").format(name=who, trick=result.trick)
            case DealResult() if announcement := standing.brought(update.match, result):
                yield f"{aloud(announcement)}."
                yield from (_sentence(aloud(remark)) for remark in result.breakdown.remarks)
            case MatchResult():
                yield f"{aloud(standing.result(update.match))}."
            case _:
                pass


def _withdrawn(event: Event) -> str:
    """Return why a verdict was withdrawn: what the event changed in its basis."""
    match event:
        case Undo():
            return _("Withdrawn, for what it rested on was taken back: {verdict}")
        case Insert():
            return _("Withdrawn, for something was added that had been missed: {verdict}")
        case Missed():
            return _("Withdrawn, for it was told what went unseen: {verdict}")
        case Amend():
            return _("Withdrawn, for a reading was corrected: {verdict}")
        case _:
            return _("Withdrawn: {verdict}")


def correction(match: AnyMatch, event: Event) -> str:
    """Return a correction, with the value that holds from now on."""
    names = match.names
    if isinstance(event, Amend):
        deals = (*(entry.deal for entry in match.ledger), *filter(None, (match.deal,)))
        play = next((play for deal in deals for play in deal.plays() if play.event == event.of), None)
        if play is None:
            return _("A reading was corrected")
        return _("Corrected. {what}").format(what=spoken(names, Played(seat=play.seat, card=play.card)))
    if isinstance(event, Insert):
        return _("Added: {what}").format(what=spoken(names, parse_fields(event.event)))
    if isinstance(event, Missed):
        return _("Told of what went unseen: {what}").format(what=aloud(describe_course(names, event)))
    return _("The last step was taken back")


HEARTBEAT_S: Final = 15.0
"""Seconds between two heartbeats of a silent stream."""

_Place: TypeAlias = tuple[str, Role, str, Seat | None]
"""The key of a rendered fragment: name, role, language and seat."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a page that follows the game."""

    name: str
    """The name of the stream ``/live/<name>`` and of its event."""
    template: str
    values: Callable[[TableSnapshot, Context, Role], Mapping[str, object]]
    """The template's own values, beside the state, the context and the role."""
    role: Role = Role.VIEWER
    """The least role that may see it."""
    sided: bool = False
    """Whether it is seen from the seat of the phone's owner, which its template knows as ``own``."""
    keyed: bool = False
    """Whether it is given to no browser that the owner has not let in: neither paired nor with an overlay's key."""


@dataclass(slots=True)
class FragmentCache:
    """The newest rendering of each fragment, by who sees it."""

    context: Context
    _cache: dict[_Place, tuple[int, str]] = field(default_factory=dict[_Place, tuple[int, str]])

    def html(self, fragment: Fragment, number: int, asker: Asker, language: Language) -> str:
        """Return a fragment of the state of this number."""
        seat = asker.own_seat if fragment.sided else None
        place = (fragment.name, asker.role, language.code, seat)
        entry = self._cache.get(place)
        if entry is None or entry[0] != number:
            entry = self._cache[place] = number, part(fragment, asker.state, self.context, asker.role, seat)
        return entry[1]


def part(fragment: Fragment, state: TableSnapshot, context: Context, role: Role, seat: Seat | None = None) -> str:
    """Return a fragment rendered now, as seen from a seat."""
    common = {"state": state, "context": context, "role": role, "rules": context.rules(role), "own": seat}
    return render.html(fragment.template, {**common, **fragment.values(state, context, role)}, context.keys)


def fragment_cache(request: Request) -> FragmentCache:
    """Return the cache of this console's rendered fragments."""
    cache: FragmentCache = request.app.state.fragment_cache
    return cache


def included(request: PageRequest, fragment: Fragment) -> Markup:
    """Return a fragment as a page has it at first, which its stream then replaces.

    For strangers it is what their streams show, rendered once a state however many ask. Whoever is paired sees forms in
    it, whose keys are used up, so theirs is rendered anew.
    """
    number, newest = request.context.newest.current
    if request.role is Role.VIEWER and request.device is None and newest is request.state:
        return Markup(fragment_cache(request.http).html(fragment, number, request, request.language))  # noqa: S704  ours
    return Markup(part(fragment, request.state, request.context, request.role, request.own_seat))  # noqa: S704  ours


async def stream(request: PageRequest, fragment: Fragment, fragment_cache: FragmentCache) -> AsyncGenerator[str]:
    """Yield the events of a stream: the fragment now and after every change, and each announcement once.

    The stream ends when the console is closed, when the one who listens has another role, and when the referee begins
    anew. The page then asks anew.
    """
    with _listening(request):
        async for event in _follow(request, fragment, fragment_cache):
            yield event


@contextmanager
def _listening(request: PageRequest) -> Generator[None]:
    """Count the open pages of a paired phone."""
    if request.device is None:
        yield
        return
    listeners, phone = request.context.objections.listeners, request.device.id
    listeners[phone] = listeners.get(phone, 0) + 1
    try:
        yield
    finally:
        listeners[phone] -= 1
        if not listeners[phone]:
            del listeners[phone]


async def _follow(request: PageRequest, fragment: Fragment, fragment_cache: FragmentCache) -> AsyncGenerator[str]:
    context, role, events, language = request.context, request.role, request.context.events, request.language
    number, shown_html, newest = 0, "", newest_line(request.state)
    objection = context.objections.waiting
    while True:
        newer = await context.newest.wait_async(number, HEARTBEAT_S)
        if context.closing or context.role(request.http) != role or context.events is not events:
            return
        if fragment.keyed and context.device(request.http) is None:
            return
        if newer is None:
            yield sse.COMMENT
            continue
        number, state = newer
        with texts.speaking(language.translations):
            asker = Asker(state, context, request.device)
            html = fragment_cache.html(fragment, number, asker, language)
            announcements = [*announcements_since(state, newest, asker.own_seat)]
            whose = turn_sentence(state, asker.own_seat)
            waiting = context.objections.waiting
            question = objection_sentence(state, context, waiting) if waiting and waiting is not objection else ""
        if html != shown_html:
            yield sse.event(fragment.name, html)
            shown_html = html
        objection = waiting
        words = " ".join(text for _, text in announcements if text)
        if spoken_now := " ".join(filter(None, (words, words and whose, question))):
            yield sse.event("said", str(escape(spoken_now)))
        if announcements:
            newest = announcements[-1][0]

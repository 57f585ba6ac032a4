"""The page of a question: two cards as the camera saw them, and a yes or no for whoever may answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from controller.console.http.request import PageRequest, PageRoute
from controller.console.security.roles import Role
from controller.console.views.card_pad import by_suit
from controller.console.words.gettext import _
from controller.live import evidence
from controller.live.evidence import CardOutline
from controller.record.cards import Card, faces
from controller.record.events import Seat
from controller.store import pictures as evidence_store


@dataclass(frozen=True, slots=True)
class QuestionCard:
    """A card that is asked about."""

    line: int
    card: Card
    name: str
    trick: int
    has_picture: bool
    is_awaited: bool
    """Whether a picture was taken of it and is not on the disk yet: the page asks for it again."""
    outline: CardOutline | None
    """The place of the card in its picture; None: the picture does not say so, or there is none."""


async def question(request: PageRequest) -> Response:
    """Ask about the two cards; of a denied card ask which one it was."""
    match, open_question = request.state.match, request.state.match.question
    unread = match.unread[:1]
    cards = (open_question.verdict.event, open_question.verdict.proved) if open_question else unread
    values = {
        "asked": open_question,
        "unread": unread,
        "shown": await run_in_threadpool(lambda: tuple(_cards(request, dict.fromkeys(cards)))),
        "named": tuple(_cards(request, open_question.rests_on if open_question else ())),
        "answering": tuple(_answering(request)),
        "trump": _trump(request, open_question.verdict.deal) if open_question else None,
        "keys": by_suit(faces(match.game.deck), faces(match.game.deck)),
    }
    return request.page("asked.html", values)


def _answering(request: PageRequest) -> Iterator[Seat]:
    """Yield the seats whose answers this phone may give."""
    open_question = request.state.match.question
    for seat in range(request.state.match.rules.seats):
        if open_question and open_question.may_answer(seat) and (request.rules or seat == request.own_seat):
            yield seat


def _trump(request: PageRequest, deal: int) -> str | None:
    entry = next(entry for entry in request.state.match.ledger if entry.deal.number == deal)
    return entry.deal.trump


def _cards(request: PageRequest, lines: tuple[int, ...] | dict[int, None]) -> Iterator[QuestionCard]:
    """Yield the cards of some lines of deals that are over, with their pictures."""
    match = request.state.match
    for line in lines:
        for deal in (entry.deal for entry in match.ledger):
            for play in (one for one in deal.plays() if one.event == line):
                path, name = _picture(request, line), match.game.hands.name(deal, play.seat)
                outline = evidence.read_outline(path) if path else None
                is_awaited = path is None and _picture_name(request, line) is not None
                yield QuestionCard(
                    line, play.card, name, deal.trick_of(line) or 0, path is not None, is_awaited, outline
                )


def _picture(request: PageRequest, line: int) -> Path | None:
    """Return the picture of a card that is asked about, or that was denied.

    None: there is none, or it is of another.
    """
    folder, name = request.context.evidence, _picture_name(request, line)
    return evidence_store.find(folder, name) if folder and name else None


def _picture_name(request: PageRequest, line: int) -> str | None:
    """Return the name of such a card's picture."""
    match, lines = request.state.match, request.context.all_lines(request.state)
    allowed = {*(match.question.rests_on if match.question else ()), *match.unread}
    return lines[line - 1].img if line in allowed and line <= len(lines) else None


async def picture(request: PageRequest) -> Response:
    """Return the picture of one of these cards."""
    path = _picture(request, request.http.path_params["number"])
    if path is None:
        raise HTTPException(404, _("There is no such picture."))
    return FileResponse(path, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


ROUTES = (
    PageRoute("/question", Role.PLAYER, question),
    PageRoute("/question/{number:int}.jpg", Role.PLAYER, picture),
)

"""Verdicts: what was said, by which rule, what proves it, the pictures, and the arbiter's word."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from controller.console.http.context import Context, TableSnapshot
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.streams import Fragment, included
from controller.console.security.roles import Role
from controller.console.views import rule_texts
from controller.console.views.argument_parts import ArgumentPart, argument_parts
from controller.console.views.ruling_outcomes import RulingOutcome, ruling_outcomes
from controller.console.words.gettext import _
from controller.console.words.gettext import rule as rule_in_words
from controller.console.words.verdicts import part_words, rule_words
from controller.explain import verdict as explain
from controller.explain.case import RecordedVerdict, cases, staged
from controller.explain.exhibits import Exhibits, exhibits
from controller.live import evidence
from controller.live.evidence import CardOutline, pictures
from controller.record.text import RecordText
from controller.report import summary
from controller.rules import sheet
from controller.rules.results import Verdict
from controller.store import pictures as evidence_store


def _list(state: TableSnapshot, context: Context, role: Role) -> Mapping[str, object]:
    fallen = [(one.verdict, context.objections.is_by(one.event)) for one in reversed(state.fallen)]
    return {"verdicts": tuple(reversed(state.visible(rules=context.rules(role)))), "fallen": fallen}


LIST: Final = Fragment("verdicts", "live/verdicts.html", _list)
LIVE = (LIST,)


async def verdicts(request: PageRequest) -> Response:
    """Show all verdicts, the newest first."""
    return request.page("verdicts.html", {"live": included(request, LIST)})


async def verdict(request: PageRequest) -> Response:
    """Show one verdict; with ``?steps=1`` every step of its proof, which is as long as all the rest."""
    number, _found = _requested(request)
    key = ("verdict", number, request.rules, request.language.code)
    state, (exhibited, proof, outcomes) = await request.context.work.done(
        lambda: request.context.newest.value,
        key,
        lambda state: _worked_out(replace(request, state=state)),
        is_strangers=request.role is Role.VIEWER,
    )
    request = replace(request, state=state)
    number, chosen = _requested(request)
    match, outlined = state.match, await run_in_threadpool(_outlined, request, chosen)
    entry = next((entry.result for entry in match.ledger if entry.deal.number == chosen.deal), None)
    values = {
        "number": number,
        "verdict": chosen,
        "rule_text": rule_words(rule_in_words(rule_texts.text(chosen.rule)), match),
        "shown": exhibited,
        "proof": proof,
        "steps": "steps" in request.http.query_params,
        "part_words": part_words,
        "signed": sheet.signed,
        "ruling": match.rulings.get(number),
        "proposed": summary.proposal(match, request.context.pack, number) if request.rules else None,
        "outcomes": outcomes,
        "scores": entry.score if entry else None,
        "pictures": outlined,
        "crops": {
            chosen.event if place == "act" else chosen.proved: (place, outline)
            for place, outline in outlined
            if outline
        },
    }
    return request.page("verdict.html", values)


def _worked_out(
    request: PageRequest,
) -> tuple[Exhibits | None, tuple[ArgumentPart, ...], tuple[RulingOutcome, ...]]:
    """Work out the slow parts of a verdict's page: what it shows, its argument, and what each choice would cost."""
    number, chosen = _requested(request)
    return *_argument(request, number, chosen), _outcomes(request, number)


def _outcomes(request: PageRequest, number: int) -> tuple[RulingOutcome, ...]:
    """Work out, for an arbiter, what each choice would cost: every one adds the whole sheet up anew."""
    return ruling_outcomes(request.state.match, number, request.context.pack) if request.rules else ()


async def picture(request: PageRequest) -> Response:
    """Return a picture of the act or of the proof; only those of verdicts that may be seen are given."""
    _number, chosen = _requested(request)
    name = request.http.path_params["which"]
    path = next((path for place, path in _pictures(request, chosen) if place == name), None)
    if path is None:
        raise HTTPException(404, _("There is no such picture."))
    return FileResponse(path, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def _requested(request: PageRequest) -> tuple[int, Verdict]:
    number = request.http.path_params["number"]
    numbered = next((one for one in request.state.visible(rules=request.rules) if one[0] == number > 0), None)
    if numbered is None:
        raise HTTPException(404, _("There is no such verdict."))
    return numbered


def _may_be_argued(request: PageRequest, verdict: Verdict) -> bool:
    """Whether the argument may be read: it can name hidden hands, which are nobody's business before the deal ends."""
    match = request.state.match
    hidden = match.running and match.deal and match.deal.hands is not None and verdict.deal == match.deal.number
    return request.rules or not hidden


def _argument(request: PageRequest, number: int, verdict: Verdict) -> tuple[Exhibits | None, tuple[ArgumentPart, ...]]:
    """Return what a verdict shows, and its argument step by step; nothing where the record has changed meanwhile.

    Whoever may not know hidden hands is shown the verdict as the table was told it, by cards that lie open.
    """
    recorded = request.context.work.part("recorded verdicts", lambda: _recorded(request))
    if number > len(recorded):
        return None, ()
    case = recorded[number - 1]
    if _may_be_argued(request, verdict):
        return exhibits(case), tuple(argument_parts(explain.argument(case)))
    public_case = replace(case, verdict=verdict, at=case.order[verdict.proved])
    return exhibits(public_case, argued=False), ()


def _recorded(request: PageRequest) -> tuple[RecordedVerdict, ...]:
    """Return the case of each verdict: to find one folds the whole record, and then all are found."""
    return tuple(cases(staged(RecordText(request.context.all_lines(request.state), None, 0))))


def _outlined(request: PageRequest, verdict: Verdict) -> tuple[tuple[str, CardOutline | None], ...]:
    """Return the pictures that there are: of what, and where in them the card lies."""
    return tuple((place, evidence.read_outline(Path(path))) for place, path in _pictures(request, verdict))


def _pictures(request: PageRequest, verdict: Verdict) -> Iterator[tuple[str, str]]:
    """Yield the pictures that there are: of what place, and where."""
    folder = request.context.evidence
    if folder is None:
        return
    for place, name in pictures(verdict, request.context.all_lines(request.state)).items():
        path = evidence_store.find(folder, name)
        if path is not None:
            yield place, str(path)


ROUTES = (
    PageRoute("/verdicts", Role.VIEWER, verdicts),
    PageRoute("/verdicts/{number:int}", Role.VIEWER, verdict),
    PageRoute("/verdicts/{number:int}/{which}.jpg", Role.VIEWER, picture),
)

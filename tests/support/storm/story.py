"""An evening in lines that a person reads: what happened, what was not seen, what was written, what was said."""

from collections.abc import Iterator
from typing import Final

from controller.record.events import Event
from controller.record.text import to_line
from controller.rules.results import ErrorResult, Verdict
from tests.support.storm.checks import Report
from tests.support.storm.plan import Plan
from tests.support.storm.rig import Rig, StormError

BEFORE_S: Final = 40.0
"""Seconds of the evening shown before the first wrong word."""

Line = tuple[float, str]


def told(report: Report) -> str:
    """The story of a report, up to a little after the first wrong word."""
    rig = Rig(report.plan)
    wrong = ""
    try:
        rig.play()
    except StormError as error:
        wrong = f"{rig.now:8.2f}  BROKEN: {error}"
    lines = sorted([*_happened(rig), *_written(rig), *_answered(rig)], key=lambda line: line[0])
    said = [law.split(": ", 1)[-1] for law in report.broken]
    first = next((at for at, text in lines if text.strip().removeprefix("! ") in said), rig.now)
    shown = [f"{at:8.2f}  {text}" for at, text in lines if first - BEFORE_S <= at <= first + 2.0]
    return "\n".join([_head(report.plan), *report.broken[:5], *shown, wrong]).rstrip()


def _head(plan: Plan) -> str:
    announce_options = "honest" if plan.is_honest else f"honesty {plan.honesty}, order {plan.order}"
    return f"seed {plan.seed}: {plan.game} at a table of {plan.seats}, profile {plan.profile}, {announce_options}"


def _happened(rig: Rig) -> Iterator[Line]:
    names = rig.plan.opening.seats
    for at, act in zip(rig.stage.times, rig.stage.acts, strict=True):
        breaks = ", which breaks a rule" if act.illegal else ""
        yield at, f"{_words(names, act.event)}{breaks}"
    for thing in rig.stage.things:
        if thing.until < rig.stage.end:
            yield thing.until, f"{names[thing.seat]}'s {thing.card} leaves"
    for one in rig.faults:
        whose = f" ({names[one.seat]})" if one.kind in ("covered", "cup") else ""
        yield one.since, f"-- {one.kind}{whose} begins"
        yield one.until, f"-- {one.kind}{whose} ends"
    for habit in rig.plan.habits:
        if habit.act < len(rig.stage.times):
            yield rig.stage.times[habit.act], f"-- habit: {habit.kind}"


def _written(rig: Rig) -> Iterator[Line]:
    for at, news in rig.heard.news:
        yield at, f"    {news.number}: {to_line(news.event)}"
        for result in news.results:
            if isinstance(result, Verdict | ErrorResult):
                yield at, f"    ! {result.text}"


def _answered(rig: Rig) -> Iterator[Line]:
    for at, done, text in rig.answers:
        yield at, f"    told: {text}" if done else f"    told in vain: {text}"


def _words(names: tuple[str, ...], event: Event) -> str:
    seat, card = getattr(event, "seat", None), getattr(event, "card", "")
    return f"{names[seat]}: {event.e} {card}" if seat is not None else event.e

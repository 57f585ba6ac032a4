"""The laws that every evening is held against."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from controller.record.events import Played
from controller.rules.results import ILLEGAL_PLAYS, ErrorResult, Verdict
from tests.support.storm.plan import Plan
from tests.support.storm.rig import Rig, StormError


@dataclass(frozen=True)
class Report:
    """The outcome of an evening."""

    plan: Plan
    broken: tuple[str, ...]
    """Laws that were broken, a sentence each."""
    figures: Counter[str]
    delays: tuple[tuple[str, float], ...] = ()
    """Kind of each verdict, and the seconds from the first sight of the card that proves it till it was told."""


def evening(plan: Plan) -> Report:
    """Play a plan and hold it against the laws."""
    rig = Rig(plan)
    try:
        rig.play()
    except StormError as error:
        return Report(plan, (str(error),), Counter())
    return Report(plan, tuple(_broken(rig)), _figures(rig), tuple(_delays(rig)))


def _broken(rig: Rig) -> Iterator[str]:
    for verdict in said(rig):
        if rig.plan.is_honest:
            yield f"honest players were accused: {verdict.text}"
        elif not is_true(rig, verdict):
            yield f"false: {verdict.text}"
    # In some films a card is never read: then its deal has no score, and that is told.
    is_told = bool(rig.plan.film) and rig.match is not None and rig.match.unscored > 0
    if not rig.plan.faults and rig.match is not None and not is_told:
        total = rig.stage.acts[-1].after.total
        if rig.match.total != total:
            yield f"the score is {rig.match.total}, and should be {total}"


def said(rig: Rig) -> list[Verdict]:
    """Every verdict that was ever in the record or told, once."""
    found: dict[object, Verdict] = {}
    for _, news in rig.heard.news:
        for verdict in (*news.match.verdicts, *(one.verdict for one in news.announcements)):
            found[verdict.accusation] = verdict
    return [*found.values()]


def _delays(rig: Rig) -> Iterator[tuple[str, float]]:
    """How long each verdict took that was told as soon as the referee knew of it."""
    known: set[object] = set()
    for now, news in rig.heard.news:
        for verdict in news.match.verdicts:
            proving = rig.events[(verdict.proved or verdict.event) - 1 : verdict.proved or verdict.event]
            first = proving[0].t if proving and isinstance(proving[0], Played) else None
            if verdict.accusation not in known and first is not None:
                yield verdict.kind, now - first
            known.add(verdict.accusation)


def is_true(rig: Rig, verdict: Verdict) -> bool:
    """Whether a verdict says what has happened."""
    illegal = {
        (act.event.seat, act.event.card) for act in rig.stage.acts if act.illegal and isinstance(act.event, Played)
    }
    if verdict.kind in ILLEGAL_PLAYS:
        return (verdict.seat, verdict.card) in illegal
    if verdict.kind == "someone-revoked":
        return any(seat in (verdict.seats or ()) for seat, _ in illegal)
    true = [one for act in rig.stage.acts for one in act.results if isinstance(one, Verdict)]
    return any((one.kind, one.seat, one.card) == (verdict.kind, verdict.seat, verdict.card) for one in true)


def _is_whole(rig: Rig) -> bool:
    """Whether somebody answered, and the scores are those of the true evening."""
    return rig.plan.answers and rig.match is not None and rig.match.total == rig.stage.acts[-1].after.total


def _figures(rig: Rig) -> Counter[str]:
    count = Counter[str]()
    count["evenings"] = 1
    count["honest" if rig.plan.is_honest else "cheating"] = 1
    count["plays"] = sum(isinstance(act.event, Played) for act in rig.stage.acts)
    count["recorded plays"] = sum(isinstance(event, Played) for event in rig.events)
    count["verdicts"] = len(said(rig))
    count["unscored deals"] = rig.match.unscored if rig.match else 0
    count["answers"] = len(rig.answers)
    count["answers refused"] = sum(not done for _, done, _ in rig.answers)
    count |= rig.likely
    count["honest told whole"] = _is_whole(rig)
    count["with answers"] = rig.plan.answers
    count["errors"] = sum(isinstance(one, ErrorResult) for _, news in rig.heard.news for one in news.results)
    return count

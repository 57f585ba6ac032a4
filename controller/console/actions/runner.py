"""Carrying out actions: each form once, one after the other, on the disk before it is answered."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.actions.objections import ask_others
from controller.console.actions.rulings import check_standing
from controller.console.http.context import Context
from controller.console.http.request import SURE, UnsureError, require_confirmation
from controller.console.security.devices import LIFE_S, PairedDevice, StaleFormError
from controller.console.security.roles import Role
from controller.console.words.events import words
from controller.console.words.gettext import _, core
from controller.live.session import ImpossibleEventError
from controller.live.table import LiveTable
from controller.record.events import Correction, Event
from controller.store.journal import JournalError


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The result of a form's action."""

    done: bool
    text: str
    """Answer in one clear sentence."""
    status: int = 200
    asks: bool = False
    """The sentence is a question, to be answered by the same form with its confirmation."""
    following: str = ""
    """The field ``since`` of the form that the same phone may send before its page has changed; empty: of none."""


MOST_STRANGERS: Final = 200
"""Answers to phones that are not paired that are kept for a form sent twice."""


@dataclass(frozen=True, slots=True)
class _Done:
    """A form that was carried out."""

    when_s: float
    form: bytes
    """The sum of the form: a form may be large, and is kept for hours."""
    answer: ActionResult

    def again(self, form: Mapping[str, str]) -> ActionResult:
        """Return the stored answer to a repeated form; raises StaleFormError for another form with the same key."""
        if _sum(form) != self.form:
            raise StaleFormError
        return self.answer


@dataclass(frozen=True, slots=True)
class _Begun:
    """A form of which only the first events could be written."""

    form: bytes
    """The sum of the form: another one with the same key, as of another card on the same pad, means something else."""
    plan: ActionPlan
    written: int
    """The number of its events in the record."""


@dataclass(slots=True)
class ActionRunner:
    """Runner of the actions of one console; from any thread."""

    context: Context
    actions: Mapping[str, Action]
    clock: Callable[[], float] = time.monotonic
    _done: dict[str, "_Done"] = field(default_factory=dict[str, "_Done"])
    """The finished actions by key, the oldest first, until the key expires."""
    _begun: dict[str, "_Begun"] = field(default_factory=dict[str, "_Begun"])
    """The partly written actions by key."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def do(self, form: Mapping[str, str], device: PairedDevice | None) -> ActionResult:
        """Carry out a form, or tell why not; the same form sent again is answered again and done no more."""
        action = self.actions.get(form.get("do", ""))
        if action is None:
            return ActionResult(done=False, text=_("There is no such action."), status=400)
        key = f"{device.id if device else ''} {form.get('key', '')}"
        with self._lock:
            # The form may have waited for another one, by which its phone was forgotten or got another role.
            device = self.context.devices.find(device.id) if device else None
            if not self.context.may(device.role if device else Role.VIEWER, action.role):
                return ActionResult(done=False, text=_("This phone may not do that; pair it for it first."), status=403)
            self._forget()
            try:
                self.context.keys.check(form.get("key", ""))
                if key in self._done:
                    return self._done[key].again(form)
                answer = self._carry_out(action, key, form, device)
            except StaleFormError:
                return ActionResult(done=False, text=_("This page is too old; open it anew and try again."), status=409)
            except RefusedError as error:
                return ActionResult(done=False, text=str(error), status=409)
            except UnsureError as error:
                return ActionResult(done=False, text=error.question, status=409, asks=True)
            except OSError as error:
                return ActionResult(
                    done=False, text=_("It cannot be written: {reason}").format(reason=error), status=503
                )
            self.context.keys.used(form.get("key", ""))
            if device is None:
                self._forget_oldest()
            self._done[key] = _Done(self.clock(), _sum(form), answer)
            return answer

    def _carry_out(
        self, action: Action, key: str, form: Mapping[str, str], device: PairedDevice | None
    ) -> ActionResult:
        """Carry out the action, and answer with a sentence."""
        table = self.context.table
        if table is None:
            raise RefusedError(_("The referee has not begun to watch yet; try again in a moment."))
        with table.exclusive():  # what the plan has looked at is true until it is entered
            state = self.context.newest.value
            ask = ActionRequest(state, self.context, device, self.context.lines(state), form)
            begun = self._begun.get(key)
            if begun and begun.form == _sum(form):
                plan, written = begun.plan, begun.written
                del self._begun[key]
            else:
                plan, written = _planned(action, ask), 0
            if plan.word and (fault := table.say(plan.word, "console")):
                raise RefusedError(core(fault))
            self._enter(table, plan, written, key, form)
            following = self._following(action, ask)
            if device and any(isinstance(event, Correction) for event in plan.events):
                self.context.objections.note(plan.events, device.name)
        if plan.run:
            return ActionResult(done=True, text=plan.run())
        text = plan.answer or " ".join(words(state.match.names, event) for event in plan.events) or _("Done.")
        return ActionResult(done=True, text=text, following=following)

    def _following(self, action: Action, request: ActionRequest) -> str:
        """Work out what a form that follows one says, before anybody else can do anything; empty: none follows."""
        if action.follows is None:
            return ""
        state = self.context.newest.value
        return action.follows(replace(request, state=state, events=self.context.lines(state)))

    def _enter(self, table: LiveTable, plan: ActionPlan, written: int, key: str, form: Mapping[str, str]) -> None:
        """Enter the events that were not written yet; what is written stays so if the next cannot be.

        Of what was not begun nothing is remembered: sent again it is asked anew whether it still means what it said.
        """
        for number, event in enumerate(plan.events[written:], written):
            try:
                table.enter(_sent(event, table.now), only_possible=plan.only_possible)
            except ImpossibleEventError as error:
                raise RefusedError(_("It cannot be: {why}.").format(why=core(error.why))) from None
            except JournalError:
                if number or plan.word:
                    self._begun[key] = _Begun(_sum(form), plan, number)
                raise

    def _forget_oldest(self) -> None:
        """Forget the oldest answers to phones that are not paired, so that no stranger fills the memory."""
        strangers = [key for key in self._done if key.startswith(" ")]
        for key in strangers[: max(0, len(strangers) - MOST_STRANGERS + 1)]:
            del self._done[key]

    def _forget(self) -> None:
        """Forget answers whose keys are too old to be sent again."""
        old = self.clock() - LIFE_S - 1
        while self._done and self._done[first := next(iter(self._done))].when_s < old:
            del self._done[first]


def _planned(action: Action, ask: ActionRequest) -> ActionPlan:
    """Return the plan of an action that still means what its form said; raises RefusedError, UnsureError."""
    action.check(ask)
    plan = action.plan(ask)
    check_standing(ask, plan.events)
    require_confirmation(ask.form, plan.question)
    return ask_others(ask, plan)


def _sum(form: Mapping[str, str]) -> bytes:
    """Return the sum of a form, the same for the same fields.

    With the answer to its question it is the same form.
    """
    fields = sorted((name, value) for name, value in form.items() if name != SURE)
    return sha256(repr(fields).encode("utf-8", "backslashreplace")).digest()


def _sent(event: Event, now: float) -> Event:
    """Return the event with its time and its source."""
    return replace(event, t=now, src="console")

"""The keys of forms: how old one is has nothing to do with the time of day, which the network may set at any moment."""

import time

import pytest

from controller.console.security.devices import LIFE_S, FormKeys, StaleFormError


@pytest.mark.parametrize("step_s", [-1, -40 * 365 * 86400, 3600, LIFE_S + 60, 56 * 365 * 86400])
def test_a_clock_that_is_set_makes_no_form_too_old(monkeypatch: pytest.MonkeyPatch, step_s: int) -> None:
    """A machine without a clock of its own wakes in the past, and hears the time while pages are open."""
    keys = FormKeys()
    shown, steady, now = keys.mint(), keys.steady("undo"), time.time()
    monkeypatch.setattr(time, "time", lambda: now + step_s)
    for key in (shown, steady, keys.steady("undo"), keys.mint()):
        keys.check(key)


def test_a_form_is_too_old_after_half_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = FormKeys()
    now, key = time.monotonic(), keys.mint()
    monkeypatch.setattr(time, "monotonic", lambda: now + LIFE_S - 2)
    keys.check(key)
    monkeypatch.setattr(time, "monotonic", lambda: now + LIFE_S + 2)
    with pytest.raises(StaleFormError):
        keys.check(key)

"""A tap that takes much back, or settles much, is asked about first; one that takes the newest card back is not."""

import re

from controller.console.security.roles import Role
from tests.support.console.console_rig import REVOKED, Rig

STEP = re.compile(r'data-act(?: data-confirm="([^"]*)")?>(?:(?!</form>).)*?name="of" value="(\d+)"', re.DOTALL)


def questions(page: str) -> list[str]:
    return re.findall(r'data-confirm="([^"]*)"', page)


def test_more_than_the_newest_trick_is_taken_back_only_when_asked(rig: Rig) -> None:
    """The deal is in line 2, the first trick in lines 3 to 5, the next one's first card in line 6."""
    rig.enter(REVOKED)
    _, page = rig.phone(Role.PLAYER).get("/history")
    asked = {int(number): question for question, number in STEP.findall(page)}
    assert asked == {
        6: "",
        5: "Take back 2 steps?",
        4: "Take back 3 steps?",
        3: "Take back 4 steps?",
        2: "Take back 5 steps?",
    }


def test_a_misdeal_the_end_and_an_upheld_verdict_are_asked_about(rig: Rig) -> None:
    assert questions(rig.phone(Role.PLAYER).get("/")[1]) == ["End the match?"]
    rig.enter(REVOKED)
    assert questions(rig.phone(Role.PLAYER).get("/")[1]) == ["Throw this deal in?"]
    arbiter = rig.phone(Role.ARBITER)
    assert questions(arbiter.get("/verdicts")[1]) == ["Uphold verdict 1?"]
    assert questions(arbiter.get("/verdicts/1")[1]) == ["Uphold verdict 1?"]

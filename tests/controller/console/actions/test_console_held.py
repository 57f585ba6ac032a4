"""The state that an action has checked holds until it is entered: nothing slips in between."""

import threading

from controller.console.actions.base import Action, ActionPlan, ActionRequest
from controller.console.actions.runner import ActionRunner
from controller.console.security.roles import Role
from controller.console.views.undo_steps import steps
from controller.record.events import Undo
from tests.support.console.console_rig import REVOKED, Rig


def test_a_card_that_is_laid_while_a_phone_takes_one_back_is_not_the_one_that_is_taken_back(rig: Rig) -> None:
    rig.enter(REVOKED[:3])
    camera = threading.Thread(target=rig.table.enter, args=(REVOKED[3],))

    def plan(ask: ActionRequest) -> ActionPlan:
        newest = steps(ask.events)[-1].event
        camera.start()
        camera.join(0.2)  # as long as it would need if the door stood open
        return ActionPlan((Undo(n=1),), answer=f"{newest.e} {ask.state.count} {camera.is_alive()}")

    runner = ActionRunner(rig.context, {"slow": Action("slow", Role.VIEWER, plan)})
    answer = runner.do({"do": "slow", "key": rig.context.keys.mint()}, None)
    camera.join()
    assert answer.text == "play 4 True"
    assert rig.said == [*REVOKED[:3], Undo(n=1), REVOKED[3]]

"""Messages that leave a table while a deal is played: its display's text, and no line of that deal."""

from controller.hall.uplink import released_lines, scores_only, table_message
from controller.language.translate import ENGLISH
from controller.live.scoreboard import ComposedFace, TableState, face
from controller.record.events import Correction, DealStart
from tests.support.examples import Example, each_example
from tests.support.loops import some

EVENING = Example("mittlere/evening")
SENDER, NAME = "0123456789abcdef", "2026-11-24T190000Z"


@each_example
def test_no_line_of_a_deal_leaves_before_it_is_over(example: Example) -> None:
    """And every line once it is; what was once released stays so but for a deal that is taken up again."""
    events = example.events
    for number, step in some([*enumerate(example.stages, 1)]):
        count = released_lines(step.match, events[:number])
        begun = [n for n, event in enumerate(events[:number], 1) if isinstance(event, DealStart)]
        if not step.match.running or step.match.ended:
            assert count == number
        elif not any(isinstance(event, Correction) for event in events[:number]):
            assert count == begun[-1] - 1


def test_the_state_has_no_code_and_no_address() -> None:
    step = EVENING.stages[-1]
    state = TableState(code="apple river", address="http://schiri-1a2b.local:8080/")
    shown = table_message(ComposedFace(step.match, (), state, face(step.match, (), state)), SENDER, NAME, 3, ENGLISH)
    text = shown.model_dump_json()
    assert ("apple" in text, "schiri-1a2b" in text) == (False, False)


def test_scores_alone_tell_no_card_and_nobody_s_turn() -> None:
    step = next(one for one in EVENING.stages if one.match.deal and len(one.match.deal.open.plays) == 2)
    whole = table_message(ComposedFace(step.match, (), TableState(), face(step.match, ())), SENDER, NAME, 9, ENGLISH)
    assert step.match.deal is not None
    assert [one.card for one in whole.trick] == [str(card) for card in step.match.deal.open.cards]
    few = scores_only(whole)
    assert (few.trick, few.status, few.alert, {row.lamp for row in few.rows}) == ((), "", None, {"off"})
    assert [row.score for row in few.rows] == [row.score for row in whole.rows]

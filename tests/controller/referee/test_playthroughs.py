"""Golden playthroughs: a record of each game, and its story with the table after every event, compared whole."""

import pytest

from controller import games
from controller.report import replay
from tests.support.examples import EXAMPLES, Example, each_example


@pytest.mark.every
@each_example
def test_the_story_is_the_one_people_have_read(example: Example) -> None:
    story = example.path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert list(replay.chronicle_lines(example.text)) == story


def test_every_game_has_a_playthrough_for_each_number_of_seats() -> None:
    told = {(one.opening.game, len(one.opening.seats)) for one in EXAMPLES}
    assert told == {(name, seats) for name in games.names() for seats in games.load(name).seats}

"""Golden playthroughs: a record of each game, and its story with the table after every event, compared whole."""

from pathlib import Path

import pytest

from controller import games
from controller.record import text as record
from controller.report import chronicle

EXAMPLES = Path(__file__).parents[3] / "examples"
RECORDS = sorted(EXAMPLES.glob("*/*.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_story_is_the_one_people_have_read(path: Path) -> None:
    story = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert list(chronicle.lines(record.read(path.read_bytes()))) == story


def test_every_game_has_a_playthrough_for_each_number_of_seats() -> None:
    openings = [record.read(path.read_bytes()).opening for path in RECORDS]
    told = {(opening.game, len(opening.seats)) for opening in openings}
    assert told == {(name, seats) for name in games.names() for seats in games.load(name).seats}

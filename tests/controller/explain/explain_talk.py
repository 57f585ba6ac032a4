"""Records in which somebody breaks a rule, of every game and by all house rules, and what they are accused of."""

from random import Random

from controller import games
from controller.record.events import MatchStart
from controller.record.text import RecordText
from controller.referee.fold import fold, start
from controller.rules.results import Verdict
from tests.support import table_talk

TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]
NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")


def foul(name: str, seats: int, seed: int) -> RecordText:
    """A deal of players who mind the rules now and then; turns are missed and hands are shown in some of them."""
    random = Random(seed)
    options = {option.name: random.choice(option.values) for option in games.load(name).options if not option.free}
    opening = MatchStart(game=name, seats=NAMES[:seats], options=options)
    table = table_talk.players(name, random, random.choice((0.95, 0.8, 0.5)))
    table.order, table.showing = random.choice((1.0, 1.0, 0.9)), random.choice((0.0, 0.0, 0.5))
    return RecordText((opening, *table_talk.told_by(start(opening), table, 1).events))


def verdicts(text: RecordText) -> list[Verdict]:
    """The verdicts of a record; the place of one, from 1, is its number."""
    return [result for stage in fold(text.events) for result in stage.results if isinstance(result, Verdict)]

"""Random matches of Schieber against a second reading of Stöck: who is told what, what counts, and who has won."""

from collections import Counter
from random import Random

import pytest

from controller.games.weis.worth import Weis
from controller.record.events import Declare, Event, MatchStart, Seat, Value
from controller.referee.fold import outcome, start
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult
from tests.controller.games.schieber import stock_reading
from tests.controller.games.schieber.players import Players
from tests.support import table_talk

NAMES = ("Anna", "Berta", "Carla", "Dora")
MATCHES = 60


class Rash(Players):
    """Players who show all Weis, and now and then say Stöck whatever they hold."""

    def next(self, match: AnyMatch) -> Event:
        deal = match.deal
        if deal is not None and deal.phase == "play" and not self.said and self.random.random() < self.boasting:
            self.said = [Declare(seat=self.random.randrange(4), what="stock")]
        return super().next(match)

    def weis(self, seat: Seat, weis: Weis) -> Declare:
        return Declare(seat=seat, what="weis", points=weis.points, cards=tuple(sorted(weis.cards)))


def differences(seeds: range) -> tuple[Counter[str], list[object]]:
    """How often what was told or won, and the matches in which the second reading has otherwise."""
    seen, wrong = Counter[str](), list[object]()
    for seed in seeds:
        random = Random(seed)
        options: dict[str, Value] = {
            "target": random.randint(30, 500),
            "doubled": random.choice(("none", "spades-clubs", "hearts-diamonds")),
            "thanks": random.random() < 0.7,
            "contracts": tuple(stock_reading.SUITS),
        }
        opening = MatchStart(game="schieber", seats=NAMES, options=options)
        table = Rash(random)
        table.words, table.boasting = 0.3, random.choice((0.0, 0.05))
        told = table_talk.told_by(start(opening), table, 4)
        match = outcome([opening, *told.events])
        reading = stock_reading.read(told.events, match.rules.options)
        mine = sorted((one.kind, one.seat, one.event, one.proved) for one in match.verdicts)
        stock = [tuple(map(bool, entry.result.detail["stock"][:2])) for entry in match.ledger]
        errors = [one for one in told.results if isinstance(one, ErrorResult) and "already" not in str(one.text)]
        if (mine, stock, match.book.out, errors) != (sorted(reading.told), reading.stock, reading.out, []):
            wrong.append((seed, mine, reading, stock, match.book.out, errors))
        if not table.boasting and mine:
            wrong.append((seed, mine))
        seen.update(kind + (" later" if line < proved else "") for kind, _, line, proved in mine)
        seen.update(f"shown {one}" for one in reading.shown)
    return seen, wrong


@pytest.mark.rule("SCH-W5", "SCH-W6", "SCH-W7", "SCH-G2", "SCH-G3")
def test_stock_is_told_counted_and_won_by_as_a_second_reading_says() -> None:
    seen, wrong = differences(range(MATCHES))
    assert wrong == []
    assert {*seen} == {
        "false-declaration",
        "false-declaration later",
        "illegal-call",
        "illegal-call later",
        "shown to go out",
        "shown with a Weis",
        "shown with the second card",
    }

"""Random matches of Schieber against a second reading of Stöck: who is told what, what counts, and who has won."""

from collections import Counter
from random import Random

import pytest

from controller.games.weis.worth import Weis
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, MatchStart, Played, Seat, Value
from controller.referee.fold import outcome, start
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult
from tests.controller.games.schieber import stock_reading
from tests.controller.games.schieber.players import Players
from tests.support import table_talk

NAMES = ("Anna", "Berta", "Carla", "Dora")
MATCHES = 120
ORDERS = ("first-thanks", "stock-weis-trick", "stock-trick-weis", "trick-stock-weis")


class Rash(Players):
    """Players who show all Weis, and now and then say Stöck whatever they hold."""

    def next(self, match: AnyMatch) -> Event:
        deal = match.deal
        if deal is not None and deal.phase == "play" and not self.said and self.random.random() < self.boasting:
            self.said = [Declare(seat=self.random.randrange(4), what="stock")]
        return super().next(match)

    def weis(self, seat: Seat, weis: Weis) -> Declare:
        return Declare(seat=seat, what="weis", points=weis.points, cards=tuple(sorted(weis.cards)))


def after_thanks(events: list[Event], table: Rash, random: Random) -> list[Event]:
    """The words behind thanks for trick 1: Stöck by whoever holds it, now and then by somebody else."""
    deal = max(line for line, event in enumerate(events) if isinstance(event, DealStart))
    newest = events[deal:]
    calls = [event.call for event in newest if isinstance(event, Bid)]
    trumps = [stock_reading.SUITS[call] for call in calls if call in stock_reading.SUITS]
    laid = [event for event in newest if isinstance(event, Played)]
    if not trumps or len(laid) != 4 or "thanks" not in calls:
        return []
    royal = {Card(trumps[0] + rank) for rank in "KQ"}
    held = [{*table.hands[seat], *(one.card for one in laid if one.seat == seat)} for seat in range(4)]
    tell = [seat for seat in range(4) if royal <= held[seat] or random.random() < table.boasting]
    return [Declare(seat=seat, what="stock") for seat in tell]


def differences(seeds: range) -> tuple[Counter[str], list[object]]:
    """How often what was told or won, and the matches in which the second reading has otherwise."""
    seen, wrong = Counter[str](), list[object]()
    for seed in seeds:
        random = Random(seed)
        options: dict[str, Value] = {
            "target": random.randint(30, 500) if random.random() < 0.5 else random.randint(15, 60),
            "doubled": random.choice(("none", "spades-clubs", "hearts-diamonds")),
            "thanks": random.random() < 0.7,
            "both_out": random.choice(ORDERS),
            "contracts": tuple(stock_reading.SUITS),
        }
        opening = MatchStart(game="schieber", seats=NAMES, options=options)
        table = Rash(random)
        table.words, table.boasting = 0.3, random.choice((0.0, 0.05))
        told = table_talk.told_by(start(opening), table, 4)
        events = [*told.events, *after_thanks(told.events, table, random)]
        match = outcome([opening, *events])
        reading = stock_reading.read(events, match.rules.options)
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


@pytest.mark.rule("SCH-W5", "SCH-W6", "SCH-W7", "SCH-G2", "SCH-G3", "SCH-G5")
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
        "shown by the order",
        "shown after thanks",
    }

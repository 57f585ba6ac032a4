"""The figures of a match: luck and pace against counts by hand, and laws that hold for every game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import games
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, End, Event, Gap, MatchStart, Played, Void
from controller.referee.fold import outcome
from controller.report import season, statistics
from controller.report.statistics import (
    EDGES_S,
    LONGEST_S,
    Luck,
    MatchFigures,
    PlayTimes,
    SlowTrick,
    Tally,
    figures,
    pace_of_times,
)
from controller.report.statistics_rows import COLUMNS, csv_cells, rows
from tests.support import table_talk
from tests.support.loops import some

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")
NAME = "2026-11-21T190312Z"


def played(game: str, seed: int = 3, deals: int = 2) -> list[Event]:
    seats = games.load(game).seats[-1]
    return table_talk.record(MatchStart(game=game, seats=NAMES[:seats]), seed, deals=deals)[0]


@pytest.mark.parametrize("game", games.names())
def test_luck_and_play_are_nought_over_the_table_and_shares_of_a_hundred(game: str) -> None:
    known = 0
    for seed in some(range(3)):
        match = outcome(played(game, seed))
        sides = match.game.sides.partners(match.rules)
        for entry in match.ledger:
            if found := statistics.luck_of_deal(match.game, entry.deal, sides):
                known += 1
                assert set(found) == set(entry.deal.seats)
                # A side may be of fewer players than the other: who plays alone in Euchre, who sits out in Skat.
                first = [found[own[0]] for side in sides if (own := [seat for seat in side if seat in found])]
                assert sum(own.held for own in first) == pytest.approx(0)
                assert sum(own.taken for own in first) == pytest.approx(0)
                for side in sides:
                    assert len({found[seat] for seat in side if seat in found}) <= 1
                    share = [found[seat].held + found[seat].taken for seat in side if seat in found]
                    even = 100 * len(share) / len(found)
                    assert all(-1e-9 <= one + even <= 100 + 1e-9 for one in share)
    assert known


def test_luck_is_what_a_hand_held_and_play_is_what_it_took_beyond() -> None:
    """Counted by hand from the points of the cards and of the tricks."""
    match = outcome(played("mittlere", deals=1))
    [entry] = match.ledger
    deal, game = entry.deal, match.game
    found = statistics.luck_of_deal(game, deal, match.game.sides.partners(match.rules))
    assert found
    whole = 152  # without the last trick's 5
    for seat in some(deal.seats):
        held = sum(game.card_points(deal, play.card) for play in deal.plays() if play.seat == seat)
        taken = sum(game.card_points(deal, card) for one in deal.tricks if one.winner == seat for card in one.cards)
        assert found[seat].held == pytest.approx(100 * held / whole - 100 / 3)
        assert found[seat].taken == pytest.approx(100 * (taken - held) / whole)


def test_nothing_is_said_of_a_deal_of_which_a_card_was_not_seen() -> None:
    events = played("mittlere", deals=1)
    assert figures(NAME, events).unknown == 0
    last = max(number for number, event in enumerate(events) if isinstance(event, Played))
    short = [*events[:last], *events[last + 1 :], Collect(), End()]
    assert figures(NAME, short).luck == (Luck(),) * 3
    opening = replace(events[0], v=3, sight=True)  # pyrefly: ignore[unexpected-keyword]  # the match line
    unseen = [opening, *events[1:20], Gap(from_=1, t=9, why="camera"), *events[20:], End()]
    found = figures(NAME, unseen)
    assert (found.unknown, found.luck) == (len(outcome(unseen).ledger), (Luck(),) * 3)
    assert figures(NAME, [*events[:20], Void(why="misdeal"), End()]).luck == (Luck(),) * 3


def test_the_spread_of_luck_is_twice_its_standard_error() -> None:
    deals = [Luck(1, held, held * held) for held in (4.0, -2.0, 10.0)]
    whole = deals[0] + deals[1] + deals[2]
    assert (whole.deals, whole.mean_held) == (3, 4)
    assert whole.error_held == pytest.approx(2 * (36 / 3) ** 0.5)
    assert (deals[0].error_held, Luck().mean_held, Luck().error_taken) == (0, 0, 0)


TIMED = [(1, "DQ", 10.0), (2, "DK", 12.5), (0, "D10", 13.0), (2, "S6", 200.0), (0, "S7", 201.5), (1, "S8", 400.0)]


def timed(changes: Mapping[str, Any] | None = None) -> list[Event]:
    plays = [Played(seat=seat, card=Card(card), t=at, src="camera") for seat, card, at in TIMED]
    plays[1] = replace(plays[1], **(changes or {}))
    return [MatchStart(game="mittlere", seats=NAMES[:3]), DealStart(dealer=0), *plays, Void(why="misdeal")]


def test_tricks_are_timed_from_card_to_card_as_the_camera_saw_them() -> None:
    match = outcome(timed()[:-1])
    assert match.deal
    trick = match.deal.tricks[0]
    plays = {number: event for number, event in enumerate(timed(), 1) if isinstance(event, Played)}
    found = statistics.times_of_trick(trick, plays)
    assert found
    assert (found.whole, dict(found.answers)) == (3.0, {2: 2.5, 0: 0.5})
    changes: list[dict[str, Any]] = [{"src": "console"}, {"t": None}, {"t": 9.0}, {"t": 13.5}]
    for change in some(changes):
        plays = {number: event for number, event in enumerate(timed(change), 1) if isinstance(event, Played)}
        assert statistics.times_of_trick(trick, plays) is None


def test_a_match_knows_its_pace_and_its_time_at_the_table() -> None:
    events = played("mittlere", deals=1)
    at = iter(range(10, 10_000, 2))
    clocked = [replace(one, t=float(next(at)), src="camera") if isinstance(one, Played) else one for one in events]
    found = figures(NAME, clocked)
    assert (found.tricks.count, found.tricks.mean, found.slowest) == (12, 4.0, SlowTrick(1, 1, 4.0))
    assert sum(own.count for own in found.answers) == 24
    assert {own.mean for own in found.answers} == {2.0}
    assert found.seconds == 70.0
    later = [
        replace(one, t=one.t + 5000) if isinstance(one, Played) and one.t and one.t > 40 else one for one in clocked
    ]
    assert figures(NAME, later).seconds == 68.0
    assert figures(NAME, events).tricks == PlayTimes()


@given(st.lists(st.floats(0, 200), max_size=30), st.lists(st.floats(0, 200), max_size=30))
def test_paces_add_up_and_their_median_lies_within_the_class_of_the_true_one(
    one: list[float], other: list[float]
) -> None:
    whole = pace_of_times(one) + pace_of_times(other)
    assert whole.classes == pace_of_times(one + other).classes
    times = sorted(time for time in one + other if time <= LONGEST_S)
    assert whole.count == len(times)
    if not times:
        assert (whole.median, whole.mean) == (None, None)
        return
    middle = times[(len(times) - 1) // 2]
    top = next(edge for edge in EDGES_S if middle <= edge)
    bottom = max((edge for edge in EDGES_S if edge < top), default=0.0)
    assert whole.median is not None
    assert bottom <= whole.median <= top


def match(
    name: str, players: tuple[str, ...], total: tuple[int, ...], more: Mapping[str, Any] | None = None
) -> MatchFigures:
    """An ended match of which only the sums matter."""
    levels = sorted(set(total), reverse=True)
    places = tuple(levels.index(own) for own in total)
    tallies = tuple(Tally(1, 1, int(not place), 2, 2 * own) for place, own in zip(places, total, strict=True))
    none = len(players)
    made = MatchFigures(
        name, "mittlere", players, tuple((seat,) for seat in range(none)), ended=True, total=total, places=places,
        tallies=tallies, deals=2, seconds=1800.0, luck=(Luck(),) * none, unknown=2, answers=(PlayTimes(),) * none,
    )  # fmt: skip
    return replace(made, **(more or {}))


EVENING = (
    match("2026-01-02T190000Z", ("Anna", "Berta", "Carla"), (5, 5, -10)),
    match("2025-12-31T190000Z", ("CARLA", "anna ", "Dora"), (8, 2, 1)),
    match("2026-01-03T190000Z", ("Anna", "Berta", "Carla", "Dora"), (9, 3, 9, 3), {"sides": ((0, 2), (1, 3))}),
    match("2026-01-04T190000Z", ("Anna", "Berta", "Carla"), (1, 2, 3), {"ended": False, "places": ()}),
)


def test_a_season_is_told_match_by_match_and_pair_by_pair() -> None:
    every = season.chosen(EVENING)
    assert [one.name[:10] for one in every] == ["2025-12-31", "2026-01-02", "2026-01-03", "2026-01-04"]
    assert len(season.chosen(EVENING, season="2026")) == 3
    assert season.chosen(EVENING, "tarot") == ()
    anna, *_ = courses = season.courses(every)
    assert [one.player for one in courses] == ["Anna", "Carla", "Berta", "Dora"]
    assert anna.points == ((0, 2), (1, 7), (2, 16), (3, 17))
    assert anna.won == ((0, 0), (1, 1), (2, 2), (3, 2))
    found = {(one.player, one.other): one for one in season.pairs(every)}
    pair = found["Anna", "Carla"]
    assert (pair.against, pair.ahead, pair.behind, pair.together, pair.won) == (2, 1, 1, 1, 1)
    pair = found["Anna", "Berta"]
    assert (pair.against, pair.ahead, pair.behind, pair.together, pair.won) == (2, 1, 0, 0, 0)
    [game] = season.games_played(every)
    assert (game.game, game.matches, game.ended, game.deals, game.seconds) == ("mittlere", 4, 3, 8, 7200)


def test_a_match_that_was_set_up_and_never_dealt_is_nobodys_win() -> None:
    empty = figures(NAME, [MatchStart(game="mittlere", seats=NAMES[:3]), End()])
    assert empty.ended
    assert season.chosen((empty, *EVENING)) == season.chosen(EVENING)


def test_rows_for_spreadsheets_have_all_their_columns_and_no_formula() -> None:
    told = [
        *rows(
            (*EVENING, match("2026-02-02T190000Z", ("=1+1", "@x", "Zoë"), (1, 2, 3), {"tricks": pace_of_times((2.0,))}))
        )
    ]
    assert {row["r"] for row in told} == {"player", "season", "pair", "game", "tricks"}
    assert {field for row in told for field in row} <= set(COLUMNS)
    cells = [cell for row in told for cell in csv_cells(row) if isinstance(cell, str)]
    assert {"'=1+1", "'@x", "Zoë"} <= set(cells)
    assert not [cell for cell in cells if cell[:1] and cell[0] in "=+-@"]

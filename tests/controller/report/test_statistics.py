"""Statistics of many matches, against a count by hand and against sums that must agree."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.commands.records import stats
from controller.record.cards import Card
from controller.record.events import Amend, DealStart, End, Event, Insert, MatchStart, Played, Ruling, Undo
from controller.referee.fold import outcome
from controller.report.statistics import StatisticsRow, Tally, by_player, by_season, fields, name_key, tally
from controller.report.summary import Summary, summary
from tests.support import table_talk

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


@dataclass(frozen=True)
class Tallied:
    name: str
    game: str
    players: tuple[str, ...]
    season: str
    tallies: tuple[Tally, ...]


def tallied(*matches: Summary) -> list[Tallied]:
    tallies = {one.name: tuple(tally(one, seat) for seat in range(len(one.players))) for one in matches}
    return [Tallied(one.name, one.game, one.players, one.season, tallies[one.name]) for one in matches]


def played(seats: Sequence[str], seed: int, deals: int = 1, *more: Event) -> list[Event]:
    events, _ = table_talk.record(MatchStart(game="mittlere", seats=tuple(seats)), seed, deals=deals)
    return [*events, *more]


def test_a_summary_says_what_became_of_the_match() -> None:
    events = played(("Anna", "Berta", "Carla"), 3, 2, End())
    match, found = outcome(events), summary("2026-11-21T190312Z", events)
    assert (found.game, found.players, found.season) == ("mittlere", match.names, "2026")
    assert (found.total, found.ended, len(found.deals)) == (match.total, True, 2)
    assert found.winners == match.game.course.ranking(match.total, match.book)[0]
    assert summary("x", events[:-1]).winners == ()
    assert (found.revokes_upheld, found.corrections) == ((0, 0, 0), (0, 0, 0))


def test_revokes_count_when_upheld_and_corrections_where_a_reading_was_wrong() -> None:
    plays = [(1, "DQ"), (2, "HJ"), (0, "DA"), (2, "SA"), (0, "S10"), (1, "S9"), (2, "D9")]
    revoke: list[Event] = [OPENING, DealStart(dealer=0), *(Played(seat=s, card=Card(c)) for s, c in plays)]
    assert outcome(revoke).verdicts[0].kind == "revoke"
    for decision, count in (("upheld", 1), ("dismissed", 0), ("open", 0)):
        ruled = [*revoke, Ruling(verdict=1, decision=decision)]
        assert summary("x", ruled).revokes_upheld == (0, 0, count)
    mended = [
        *revoke,
        Amend(of=9, with_={"card": "D8"}),
        Amend(of=2, with_={"dealer": 0}),
        Insert(before=9, event={"e": "play", "seat": 1, "card": "C6"}),
        Undo(n=1),
    ]
    assert summary("x", mended).corrections == (0, 1, 1)


def test_a_season_is_counted_as_by_hand() -> None:
    def match(name: str, players: Sequence[str], total: Sequence[int], seed: int) -> Summary:
        found = summary(name, played(players, seed, 2, End()))
        winners = tuple(seat for seat, own in enumerate(total) if own == max(total))
        return Summary(name, "mittlere", tuple(players), tuple(total), found.deals, True, winners, (1, 0, 0), (0, 2, 0))

    first = match("2025-12-31T190000Z", ("Anna", "Berta", "Carla"), (3, 1, -4), 1)
    second = match("2026-01-01T190000Z", ("CARLA", "anna ", "Dora"), (2, 2, -4), 2)
    points = [[deal.points or (0, 0, 0) for deal in one.deals] for one in (first, second)]
    anna = Tally(2, 2, 2, 4, sum(own[0] for own in points[0]) + sum(own[1] for own in points[1]), 1, 2)
    found = by_player(tallied(second, first))
    assert [(line.player, line.tally.matches) for line in found] == [
        ("anna", 2),
        ("Berta", 1),
        ("CARLA", 2),
        ("Dora", 1),
    ]
    assert found[0].tally == anna
    assert (anna.win_rate, anna.points_per_deal) == (1.0, anna.points / 4)
    seasons = [
        (line.player, line.season, line.tally.won, line.tally.revokes) for line in by_season(tallied(first, second))
    ]
    assert seasons[:2] == [("Anna", "2025", 1, 1), ("anna", "2026", 1, 0)]
    assert fields(found[0])["points_per_deal"] == anna.points_per_deal


names = st.sampled_from(["Anna", "anna", " ANNA", "Berta", "Änni", "A\u0308nni"])


@given(
    st.lists(st.tuples(st.permutations([0, 1, 2]), st.lists(names, min_size=3, max_size=3), st.integers(2024, 2026)))
)
def test_the_seasons_of_a_player_add_up_to_the_whole(drawn: list[tuple[list[int], list[str], int]]) -> None:
    deals = summary("x", played(("a", "b", "c"), 5)).deals
    matches = [
        Summary(
            f"{year}-01-01T00000{at % 10}Z",
            "mittlere",
            tuple(players),
            (0, 0, 0),
            deals,
            True,
            (won[0],),
            (*won,),
            (0, 0, 0),
        )
        for at, (won, players, year) in enumerate(drawn)
    ]
    whole, parts = by_player(tallied(*matches)), by_season(tallied(*matches))
    assert sum(line.tally.won for line in whole) == len(matches)
    assert sum(line.tally.matches for line in whole) == 3 * len(matches)
    for line in whole:
        own = [part.tally for part in parts if name_key(part.player) == name_key(line.player)]
        for name in Tally.__slots__:
            assert sum(getattr(tally, name) for tally in own) == getattr(line.tally, name)


def test_the_picture_is_drawn_and_what_cannot_be_drawn_is_told(tmp_path: Path) -> None:
    tally = Tally(3, 2, 1, 20, 1000, 1, 0)
    players = [StatisticsRow(name, game, "", tally) for name in ("Änni", "二郎") for game in ("mittlere", "tarot")]
    seasons = [StatisticsRow(one.player, one.game, year, tally) for one in players for year in ("2025", "2026")]
    stats.draw(players, seasons, tmp_path / "a.svg")
    drawn = ET.parse(tmp_path / "a.svg").getroot()  # noqa: S314 - our own
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert [texts.count(one) for one in ("tarot: matches won", "Änni", "二郎", "1 of 2", "2025")] == [1, 4, 4, 4, 2]
    with pytest.raises(stats.PlotError, match="a picture is an"):
        stats.draw(players, seasons, tmp_path / "a.gif")
    with pytest.raises(stats.PlotError, match="no match yet"):
        stats.draw([], [], tmp_path / "b.svg")

"""A draw that is not made at once is owed: the deal counts as far as it is certain, and the draw may come later."""

from dataclasses import replace
from itertools import permutations

import pytest

from controller.games import molotow
from controller.games.handjass.score import played
from controller.live import scoreboard
from controller.record.cards import Card
from controller.record.events import DealStart, Draw, End, Event, MatchStart, Played, Ruling
from controller.referee.fold import fold, outcome, start, step
from controller.rules.game import Tie
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, ErrorResult, MatchResult, Result
from controller.table.special_places import drawn
from tests.controller.games.handjass.handjass_talk import lines, opening
from tests.support import table_talk

HANDS = ("D9 SA CK H10 SJ HQ D10 S8 DA", "DQ C9 HJ HA S10 C8 DJ S9 H7")
"""Two hands that take the same points when each plays the first card that is legal, with diamonds trump."""

RANKS = ("A", "K", "Q", "J")


def a_level_deal() -> list[Event]:
    """A match of two whose first deal ends level."""
    held = [[Card(name) for name in hand.split()] for hand in HANDS]
    events: list[Event] = [opening(2), DealStart(dealer=1, turned=Card("D8")), *lines("0 in, 1 in")]
    match = outcome(events)
    while match.running and not match.draws_now:
        deal = match.deal
        assert deal
        playing = match.game.auction.playable(deal)
        assert playing is not None
        assert deal.to_play is not None
        hand = held[deal.to_play]
        card = next(one for one in hand if not match.game.duty(playing, one).breaks(hand))
        hand.remove(card)
        events.append(Played(seat=deal.to_play, card=card))
        match = step(match, len(events), events[-1])[0]
    return events


LEVEL = a_level_deal()
NEXT = DealStart(dealer=0, turned=Card("C6"))
DRAWS: list[Event] = [Draw(seat=0, card=Card("SA")), Draw(seat=1, card=Card("S9"))]


def results(events: list[Event]) -> list[Result]:
    return [one for stage in fold(events) for one in stage.results]


def deals(events: list[Event]) -> list[DealResult]:
    return [one for one in results(events) if isinstance(one, DealResult)]


def errors(events: list[Event]) -> list[ErrorResult]:
    return [one for one in results(events) if isinstance(one, ErrorResult)]


def owed(match: AnyMatch) -> list[tuple[int, tuple[int, ...]]]:
    return [(one.deal.number, one.to_draw) for one in match.owed]


@pytest.mark.rule("HAN-S6")
def test_the_next_deal_ends_a_level_one_as_far_as_it_is_certain() -> None:
    """Nothing is void, nothing is an error: who scores is open, and the table says who owes a draw."""
    events = [*LEVEL, NEXT]
    (told,) = deals(events)
    assert (told.score, told.total, told.detail["owed"]) == ((None, None), (0, 0), [0, 1])
    assert told.points
    assert told.points[0] == told.points[1] > 0
    assert errors(events) == []
    match = outcome(events)
    assert owed(match) == [(1, (0, 1))]
    assert str(match.owed_before) == "Anna and Berta still to draw for deal 1"


@pytest.mark.rule("HAN-S6")
@pytest.mark.parametrize("between", [[], lines("1 in"), lines("1 in, 0 out")])
def test_a_draw_may_come_any_time_before_the_end(between: list[Event]) -> None:
    """In the middle of the next auction or after the next deal; the score is the one that an early draw would give."""
    (early,) = deals([*LEVEL, *DRAWS])
    late = [*LEVEL, NEXT, *between, *DRAWS]
    newest = {one.deal: one for one in deals(late)}
    assert newest[1] == early
    assert early.score == (1, 0)
    assert outcome(late).total[0] == 1
    assert errors(late) == []
    assert owed(outcome(late)) == []


@pytest.mark.rule("HAN-S6")
def test_displays_and_pages_say_what_is_owed_until_it_is_drawn() -> None:
    """They all show the same face of the table."""
    owed = "Anna and Berta still to draw for deal 1"
    later = [*LEVEL, NEXT]
    assert owed in str(scoreboard.face(outcome(later), ()).status)
    assert owed not in str(scoreboard.face(outcome([*later, *DRAWS]), ()).status)


def test_equal_ranks_draw_again_later_too() -> None:
    again: list[Event] = [Draw(seat=0, card=Card("SA")), Draw(seat=1, card=Card("HA"))]
    assert owed(outcome([*LEVEL, NEXT, again[0]])) == [(1, (1,))]
    assert owed(outcome([*LEVEL, NEXT, *again])) == [(1, (0, 1))]
    assert outcome([*LEVEL, NEXT, *again, *DRAWS]).total == (1, 0)


def test_a_level_deal_does_not_vanish_at_the_end() -> None:
    """The match ends with what is certain, and says which deal is open; afterwards nobody draws."""
    events = [*LEVEL, End(), DRAWS[0]]
    (told,) = deals(events)
    final = next(one for one in results(events) if isinstance(one, MatchResult))
    assert (told.detail["owed"], final.owed, final.total) == ([0, 1], (1,), (0, 0))
    assert [str(one.text) for one in errors(events)] == ["the match is over"]
    drawn = [one for one in results([*LEVEL, NEXT, *DRAWS, End()]) if isinstance(one, MatchResult)]
    assert [(one.total, one.owed) for one in drawn] == [((1, 0), ())]


def test_only_level_seats_draw_and_each_once() -> None:
    said = [*LEVEL, NEXT, DRAWS[0], DRAWS[0]]
    assert [str(one.text) for one in errors(said)] == ["a draw of seat 0, though it is for Berta to draw"]


def test_the_deal_that_waits_is_drawn_for_before_an_older_one() -> None:
    """What the table asks for now goes first."""
    second = [*LEVEL, DealStart(dealer=1, turned=Card("D8")), *LEVEL[2:]]
    assert owed(outcome(second)) == [(2, (0, 1)), (1, (0, 1))]
    assert owed(outcome([*second, *DRAWS])) == [(1, (0, 1))]
    assert outcome([*second, *DRAWS, *DRAWS]).total == (2, 0)


def test_an_arbiters_scores_settle_what_was_owed() -> None:
    """A ruling on the level deal itself leaves nothing to be drawn for."""
    faulty = [*LEVEL[:4], *lines("0 in"), *LEVEL[4:], NEXT]
    assert (len(outcome(faulty).verdicts), owed(outcome(faulty))) == (1, [(1, (0, 1))])
    ruled = [*faulty, Ruling(verdict=1, decision="upheld", effect={"score": (0, 1)})]
    assert (outcome(ruled).total, owed(outcome(ruled))) == ((0, 1), [])


def orders(seats: tuple[int, ...]) -> list[list[tuple[int, Card]]]:
    """Every order in which seats may come out of a draw."""
    return [
        [(seat, Card("S" + rank)) for seat, rank in zip(order, RANKS, strict=False)] for order in permutations(seats)
    ]


@pytest.mark.rule("MOL-S3")
def test_molotow_counts_what_no_draw_changes() -> None:
    tie = molotow.score((40, 39, 39, 39), (), middle=1)
    assert isinstance(tie, Tie)
    outcomes = [molotow.score((40, 39, 39, 39), order, middle=1) for order in orders(tie.seats)]
    scores = [one[1] for one in outcomes if not isinstance(one, Tie)]
    assert len(scores) == 6
    assert tie.scores(4) == tuple(own[0] if len({*own}) == 1 else None for own in zip(*scores, strict=True))


@pytest.mark.rule("HAN-S3")
@pytest.mark.parametrize("totals", [{0: 50, 1: 40, 2: 40, 3: 27}, {0: 40, 1: 40, 2: 40}, {0: 60, 1: 30, 3: 30, 2: 10}])
def test_handjass_counts_what_no_draw_changes(totals: dict[int, int]) -> None:
    tie = played(totals, 4, 26, ())
    assert isinstance(tie, Tie)
    scores: list[tuple[int, ...]] = []
    for order in orders(tie.seats):
        done = played(totals, 4, 26, order)
        assert not isinstance(done, Tie)
        scores.append(tuple(done.score.get(seat, 0) for seat in range(4)))
    assert tie.scores(4) == tuple(own[0] if len({*own}) == 1 else None for own in zip(*scores, strict=True))


@pytest.mark.rule("COI-S5")
def test_a_level_row_of_coiffeur_keeps_what_was_written() -> None:
    """The points stand in the row at once; its marks come with the draw, deals later."""
    events, _ = table_talk.record(MatchStart(game="coiffeur", seats=("Anna", "Berta", "Carla")), 1, honesty=1.0)
    (entry,) = outcome(events).ledger
    declarer, row = int(entry.result.detail["declarer"]), str(entry.result.detail["contract"])
    assert entry.result.score
    number = entry.result.score[declarer]
    match: AnyMatch = start(events[0]) if isinstance(events[0], MatchStart) else outcome(events)
    others = [seat for seat in range(3) if seat != declarer]
    match = replace(match, book=replace(match.book, written={(seat, row): number for seat in others}))
    said: list[Result] = []
    for count, event in enumerate(events[1:], 2):
        match, new = step(match, count, event)
        said += new
    assert (match.draws_now, [one for one in said if isinstance(one, DealResult)]) == (True, [])
    match, (told,) = step(match, 100, DealStart(dealer=match.dealer or 0))
    assert isinstance(told, DealResult)
    assert (told.score, told.total, told.detail["owed"]) == (entry.result.score, (0, 0, 0), [0, 1, 2])
    assert match.book.written[declarer, row] == number


@pytest.mark.rule("COI-S4", "COI-S5")
@pytest.mark.parametrize("above", [0, 1])
def test_a_row_that_an_arbiters_score_makes_level_stands_without_marks(above: int) -> None:
    """What was set is written either way; the row has its marks only where nobody is level by it."""
    events, _ = table_talk.record(MatchStart(game="coiffeur", seats=("Anna", "Berta", "Carla")), 1, honesty=1.0)
    match = outcome(events)
    (entry,) = match.ledger
    declarer, row = int(entry.result.detail["declarer"]), str(entry.result.detail["contract"])
    others = {(seat, row): 60 - seat for seat in range(3) if seat != declarer}
    before = replace(match.book, written=others, ranked={})
    score = tuple(max(others.values()) + above if seat == declarer else None for seat in range(3))
    board, _, counted = match.game.ruled(entry.deal, before, (0, 0, 0), score)
    assert (board.written, counted) == ({**others, (declarer, row): score[declarer]}, score)
    assert (row in board.ranked) == bool(above)


def test_a_card_of_a_seat_that_has_nothing_to_draw_goes_on_with_the_game() -> None:
    """Before anybody has drawn; a level seat's card is its draw while it is asked for, and a play afterwards."""
    match = outcome(LEVEL)
    assert match.deal
    one_level = replace(match, deal=replace(match.deal, level=(0,)))
    assert drawn(one_level, 1, Card("SA"), ()) is None
    assert drawn(one_level, 0, Card("SA"), ()) == DRAWS[0]
    assert drawn(outcome([*LEVEL, NEXT]), 0, Card("SA"), ()) is None
    assert drawn(outcome([*LEVEL, *DRAWS]), 0, Card("HA"), ()) is None

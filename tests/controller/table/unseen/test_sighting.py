"""What the table writes of what was seen and what was not: gaps, looks, cards held back and cards read late."""

from pathlib import Path
from typing import Literal

import pytest

from controller.live.session import AnnounceOptions, MatchSession
from controller.record.cards import DECKS, Card
from controller.record.events import Amend, Collect, DealStart, Gap, Insert, MatchStart, Missed, Played, Seen
from controller.referee.announce import Policy
from controller.store.journal import Journal
from controller.table.unseen.place_requests import PlaceRequests
from tests.support.watched_table import CARD, HAND, OPENING, WatchedTable, empty, kinds, unread
from vision.base.observation import Blind, Laid, Lifted, Sight
from vision.marks.identity import NO_DECK
from vision.mat.layout import AREAS


def test_a_match_begins_with_a_gap_and_what_is_seen_then(table: WatchedTable) -> None:
    gap, seen = table.written[1:]
    assert gap == Gap(from_=0.0, t=0.1, why="start")
    assert isinstance(seen, Seen)
    assert (dict(seen.empty), seen.t) == ({0: 0.1, 1: 0.1, 2: 0.1}, 0.1)


def test_undisturbed_play_in_order_has_no_other_line_of_sight(table: WatchedTable) -> None:
    for second, (seat, card) in enumerate([(1, "SA"), (2, "S7"), (0, "S8")], 2):
        table.lay(second, seat, card)
    for seat, card in ((1, "SA"), (2, "S7"), (0, "S8")):
        table.lift(6.0, seat, card)
    table.lay(8, 1, "SK")
    # Who has dealt is inferred from who led, and that from what was seen of the others.
    assert kinds(table)[3:] == ["seen", "deal", "play", "play", "play", "play"]
    play = table.written[5]
    assert isinstance(play, Played)
    assert (play.since, play.t) == (1.8, 2)


def test_a_gap_in_a_trick_that_lies_there_unmoved_leaves_no_hole(table: WatchedTable) -> None:
    table.session.add(DealStart(dealer=0, t=1.0))
    table.lay(2, 1, "SA")
    table.blind(2.6, 4.0)
    table.look(4.1)
    table.look(5.0)
    table.lay(6, 2, "S7")
    table.lay(7, 0, "S8")
    # Each card that joins the trick of before the gap comes after a look: that trick lies there still.
    assert kinds(table)[3:] == ["deal", "play", "gap", "seen", "seen", "play", "seen", "play"]
    match = table.session.match
    assert match.deal is not None
    assert (match.deal.holes, match.turn) == ((), 1)


def test_cards_that_lay_there_when_the_match_began_are_no_plays(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        table = WatchedTable(MatchSession(journal, OPENING))
        table.session.end_gap(0.1)
        table.lay(0.1, 0, "HA", since=None)
        assert "HA lay there before the match began" in str(table.session.notice)
        table.look(2.5)
        *_, seen = table.written
        assert isinstance(seen, Seen)
        assert dict(seen.lies) == {0: ("HA",)}
        table.lift(4.0, 0, "HA")
        table.lay(6.0, 0, "HA")
        plays = [event for event in table.written if isinstance(event, Played)]
        assert [(play.seat, play.card, play.t) for play in plays] == [(0, "HA", 6.0)]


def test_a_card_in_an_area_that_was_seen_empty_lay_not_there_when_the_match_began(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        table = WatchedTable(MatchSession(journal, OPENING), {0: empty(0.6), 1: empty(0.6), 2: HAND})
        table.session.end_gap(0.1)
        table.look(0.6)
        table.lay(1.8, 1, "HA", since=None)
        table.lay(2.2, 2, "HK", since=None)
        plays = [event for event in table.written if isinstance(event, Played)]
        assert [(play.seat, play.card, play.t) for play in plays] == [(1, "HA", 1.8)]
        assert "HK lay there before the match began" in str(table.session.notice)


def test_an_area_that_was_empty_before_a_gap_tells_nothing_of_what_lies_there_after_it(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        table = WatchedTable(MatchSession(journal, OPENING))
        table.session.end_gap(0.1)
        table.look(0.6)
        table.session.observe(Blind(0.1, 1.2, "start"), 1.2)
        table.lay(1.3, 1, "HA", since=None)
        assert [event for event in table.written if isinstance(event, Played)] == []


def test_a_gap_is_written_when_sight_returns_before_what_is_seen_then(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.blind(3.0, 7.0, "dark")
    table.lay(7.1, 2, "S7", since=None)
    table.look(7.8)
    gap, seen, play = table.written[-3:]
    assert gap == Gap(from_=3.0, t=7.0, why="dark")
    assert isinstance(seen, Seen)
    assert isinstance(play, Played)
    assert dict(seen.lies) == {1: ("SA",), 2: ("S7",)}
    assert (play.since, play.t) == (3.0, 7.1)
    assert table.session.match.deal is not None
    assert table.session.match.deal.holes == ()


def test_a_gap_in_which_the_trick_lies_unmoved_is_no_hole(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.blind(3.0, 7.0)
    table.look(7.0)
    table.look(7.6)
    assert kinds(table)[-2:] == ["gap", "seen"]
    assert table.session.match.deal is not None
    assert table.session.match.deal.holes == ()


def test_gaps_with_nothing_between_are_one_line(table: WatchedTable) -> None:
    for start in (3.0, 4.0, 5.0):
        table.blind(start, start + 0.9, "load")
        table.look(start + 0.9)
    table.look(6.6)
    gaps = [event for event in table.written if isinstance(event, Gap)]
    assert gaps[1:] == [Gap(from_=3.0, t=5.9, why="load")]


def test_a_place_that_is_covered_for_two_seconds_after_a_gap_is_not_waited_for(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.blind(3.0, 7.0)
    for tenth in range(18):
        table.look(7.0 + tenth / 10, {0: HAND})
    assert not [event for event in table.written[6:] if isinstance(event, Seen)]
    table.look(9.0)
    seen = table.written[-1]
    assert isinstance(seen, Seen)
    assert 0 not in {**seen.empty, **seen.lies}


TRICKS = [DECKS["jass36"][at : at + 3] for at in range(0, 36, 3)]
"""Three cards of a suit each, the strongest the first seat's."""


def lay_the_second_card_first(table: WatchedTable) -> None:
    """Berta leads the king, of which the marks are made out only when Carla's queen is in the record."""
    table.look(7.4, {1: unread(7.4)})
    table.lay(9.3, 2, "SQ")
    table.look(9.8, {1: CARD})
    x, y = AREAS[3][1].centre
    table.session.observe(Laid(0, "SK", x, y, 0.0, 9.8, 3, 1.0, first=9.6, since=7.2), 9.8)


def test_whoever_led_the_first_trick_is_not_accused_because_another_card_was_read_first(table: WatchedTable) -> None:
    lay_the_second_card_first(table)
    table.lay(11, 0, "SA")
    inferred = [event for event in table.written if isinstance(event, DealStart)]
    assert [(event.dealer, event.inferred) for event in inferred] == [(1, True)]
    assert table.told == []


def test_a_dealer_who_was_inferred_without_certainty_does_not_say_who_deals_next(table: WatchedTable) -> None:
    """Every seat has three cards of each suit and follows; the first trick may have been led by two of them."""
    lay_the_second_card_first(table)
    table.lay(11, 0, "SA")
    seconds = 11.0
    for number, trick in enumerate(TRICKS[1:]):
        seconds += 3
        for seat in range(3):
            table.lift(seconds, seat, TRICKS[number][seat])
        leader = table.session.match.turn or 0
        for seat in ((leader + step) % 3 for step in range(3)):
            seconds += 1
            table.lay(seconds, seat, trick[seat])
    assert table.told == []
    assert not table.session.match.running
    assert table.session.match.dealer is None


def test_a_card_before_a_seat_with_something_unread_may_be_its_second_one(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.look(5.2, {2: unread(3.0)})
    x, y = AREAS[3][2].centre
    table.session.observe(Laid(0, "H6", x, y, 0.0, 5.2, 3, 1.0, first=5.0, since=4.8), 5.2)
    seen, _play = table.written[-2:]
    assert isinstance(seen, Seen)
    assert seen.unread == (2,)
    table.areas[2] = CARD
    table.lay(6, 0, "S8")
    for seat, card in ((1, "SA"), (2, "H6"), (0, "S8")):
        table.lift(8.0, seat, card)
    table.lay(10, 2, "S9")
    assert table.told == []


def test_before_a_card_out_of_turn_the_record_says_what_was_seen(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.lay(4, 0, "S7")
    seen, play = table.written[-2:]
    assert isinstance(seen, Seen)
    assert isinstance(play, Played)
    assert dict(seen.empty) == {2: 0.1}
    assert table.told == ["out-of-turn"]


def test_a_card_out_of_turn_waits_for_a_place_that_is_out_of_view_and_is_shown_at_once(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.look(3.9, {2: HAND})
    table.lay(4, 0, "S7")
    deal = table.session.shown.deal
    assert deal is not None
    assert "play" not in kinds(table)[6:]
    assert [play.card for play in deal.open.plays] == ["SA", "S7"]
    table.look(4.6, {2: empty(0.1)})
    assert kinds(table)[-2:] == ["seen", "play"]
    assert table.told == ["out-of-turn"]


def test_the_first_card_of_a_match_is_shown_at_once_though_it_waits_for_a_place(table: WatchedTable) -> None:
    table.look(1.9, {2: HAND})
    table.lay(2, 1, "SA")
    deal = table.session.shown.deal
    assert "deal" not in kinds(table)
    assert deal is not None
    assert [play.card for play in deal.open.plays] == ["SA"]
    table.look(2.6, {2: empty(0.1)})
    assert kinds(table)[-3:] == ["seen", "deal", "play"]


@pytest.mark.parametrize("release", ["late", "next", "lifted", "word", "end"])
def test_a_card_held_back_is_written_with_what_is_in_view_and_accuses_nobody(table: WatchedTable, release: str) -> None:
    table.lay(2, 1, "SA")
    table.look(3.9, {2: HAND})
    table.lay(4, 0, "S7")
    match release:
        case "late":
            table.look(6.3)
        case "next":
            x, y = AREAS[3][2].centre
            table.session.observe(Laid(0, "S8", x, y, 0.0, 5.2, 3, 1.0, first=5.0, since=3.8), 5.2)
        case "lifted":
            table.lift(5, 0, "S7")
        case "word":
            table.session.say("arbiter", 5.0, "button")
        case _:
            table.session.finish()
    plays = [event for event in table.written if isinstance(event, Played)]
    assert [play.card for play in plays][:2] == ["SA", "S7"]
    looks = [event for event in table.written[4:] if isinstance(event, Seen)]
    assert [look for look in looks if 2 in {*look.empty, *look.lies, *look.unread}] == []
    assert table.told == []


def test_a_card_kept_back_after_a_trick_was_gathered_in_part_accuses_nobody(table: WatchedTable) -> None:
    """Carla's CJ is never read, C10 is seen to leave, a hand hides Berta's lead: Carla's H7 is of the next trick."""
    table.lay(2.4, 0, "C10")
    table.lay(3.4, 1, "CA")
    table.look(5.9, {2: unread(5.8)})
    table.look(6.3, {1: HAND})
    table.look(6.5, {0: empty(6.5), 2: empty(6.5)})
    table.lift(6.5, 0, "C10")
    table.lay(9.9, 2, "H7")
    table.look(10.5)
    table.lay(10.7, 0, "HJ")
    table.look(12.4, {0: empty(11.9), 1: empty(12.3), 2: empty(11.9)})
    for seat, card in ((1, "CA"), (2, "H7"), (0, "HJ")):
        table.lift(12.4, seat, card)
    table.look(12.8)
    table.lay(14.0, 1, "CK")
    table.lay(15.0, 2, "C8")
    assert "H7" in [event.card for event in table.written if isinstance(event, Played)]
    assert table.session.match.verdicts == ()


def test_a_card_in_nobodys_place_is_told_and_no_place_is_empty_while_it_lies(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    stray = Laid(0, "S6", 300, 100, 0.0, 3.0, 3, 1.0, first=2.8, since=2.7)
    table.session.observe(stray, 3.0)
    assert "nobody's place" in str(table.session.notice)
    table.look(3.1)
    table.lay(4, 0, "S7")
    seen = table.written[-2]
    assert isinstance(seen, Seen)
    assert dict(seen.empty) == {}
    assert table.told == []


def test_the_place_of_a_card_that_lies_beside_it_is_not_empty(table: WatchedTable) -> None:
    """Whoever's card was pushed out of the places has one in the trick, though the place looks empty."""
    area = AREAS[3][1]
    beside = Laid(0, "SA", area.centre[0], area.top_mm - 6, 0.0, 2.2, 3, 1.0, first=2.0, since=1.8)
    table.session.observe(beside, 2.2)
    table.lay(4, 2, "S7")
    table.lay(6, 0, "S8")
    table.session.observe(Lifted(0, "SA", 8.0), 8.0)
    table.lift(8.1, 2, "S7")
    table.lift(8.2, 0, "S8")
    table.look(16.0)
    assert Played in [type(event) for event in table.written if event.seats_named == (1,)]
    looks = [dict(event.empty) for event in table.written if isinstance(event, Seen) and 2.2 < (event.t or 0) < 8]
    assert looks
    assert not any(looks)
    assert table.told == []


def test_a_short_trick_is_seen_before_it_is_gathered(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.lay(4, 2, "S7")
    table.lift(6.0, 1, "SA")
    table.lift(6.1, 2, "S7")
    table.look(16.2)
    seen, collect = table.written[-2:]
    assert isinstance(seen, Seen)
    assert (seen.empty[0], collect) == (0.1, Collect(t=6.1, src="camera"))
    assert table.told == ["short-trick"]


def test_a_trick_gathered_over_an_unread_card_is_a_hole(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.lay(4, 2, "S7")
    table.look(5.0, {0: unread(5.0)})
    table.lift(6.0, 1, "SA")
    table.lift(6.1, 2, "S7")
    table.look(6.2, {0: empty(6.2)})
    table.lay(8, 1, "SK")
    assert table.told == []
    assert table.session.match.deal is not None
    assert table.session.match.deal.holes


def test_a_card_read_when_the_others_have_left_is_of_their_trick(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.lay(4, 2, "S7")
    table.lift(6.0, 1, "SA")
    table.lift(6.1, 2, "S7")
    table.lay(5.9, 0, "S8")
    assert kinds(table)[-1] == "play"
    assert table.session.match.deal is not None
    assert len(table.session.match.deal.tricks) == 1


def test_a_card_read_after_its_trick_was_gathered_is_inserted(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.lay(4, 2, "S7")
    table.lift(6.0, 1, "SA")
    table.lift(6.1, 2, "S7")
    table.look(16.2)
    end = len(table.written)
    table.lay(5.9, 0, "S8")
    late = table.written[-1]
    assert isinstance(late, Insert)
    assert (late.before, late.event["card"], late.event["t"]) == (end, "S8", 5.9)
    assert table.told == []


def test_a_trick_of_which_no_card_was_read_is_a_hole(table: WatchedTable) -> None:
    for second, (seat, card) in enumerate([(1, "SA"), (2, "S7"), (0, "S8")], 2):
        table.lay(second, seat, card)
    for seat, card in ((1, "SA"), (2, "S7"), (0, "S8")):
        table.lift(6.0, seat, card)
    table.look(6.5)
    table.look(8.0, {seat: unread(8.0) for seat in range(3)})
    table.look(9.0, {seat: empty(9.0) for seat in range(3)})
    assert kinds(table)[-3:] == ["collect", "seen", "collect"]
    assert table.session.match.deal is not None
    assert table.session.match.deal.holes


def test_a_restart_is_a_gap_from_the_last_line_and_takes_no_card_twice(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        table = WatchedTable(MatchSession(journal, OPENING))
        table.session.end_gap(0.1)
        table.look(0.1)
        table.lay(2, 1, "SA")
        table = WatchedTable(MatchSession(journal, OPENING), {0: empty(2.5), 1: CARD, 2: empty(2.5)})
        table.session.end_gap(2.5)
        table.look(2.5)
        table.lay(2.5, 1, "SA", since=None)
        table.look(3.1)
        assert kinds(table)[-3:] == ["play", "gap", "seen"]
        gap = table.written[-2]
        assert gap == Gap(from_=2.2, t=2.5, why="restart")


def test_what_lies_there_is_no_play_while_no_word_or_card_has_come_however_often_the_table_is_watched_anew(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        table = WatchedTable(MatchSession(journal, OPENING))
        table.session.end_gap(0.1)
        table.look(0.1)
        table.look(0.7)
        for moment in (2.5, 6.5):  # as after a test deal, whose cards the eyes before knew
            table = WatchedTable(MatchSession(journal, OPENING), {0: CARD, 1: empty(moment), 2: empty(moment)})
            table.session.end_gap(moment)
            table.lay(moment, 0, "HA", since=None)
            assert "HA lay there before the match began" in str(table.session.notice)
            table.look(moment + 2.5)
        gaps = [event for event in table.written if isinstance(event, Gap)]
        assert [(gap.why, gap.t) for gap in gaps] == [("start", 0.1), ("start", 2.5), ("start", 6.5)]
        table.lift(9.0, 0, "HA")
        table.lay(11.0, 0, "HA")
        plays = [event for event in table.written if isinstance(event, Played)]
        assert [(play.seat, play.card, play.t) for play in plays] == [(0, "HA", 11.0)]


def test_a_word_begins_a_match_and_what_lies_there_after_it_may_have_been_played(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        table = WatchedTable(MatchSession(journal, OPENING))
        table.session.end_gap(0.1)
        table.look(0.1)
        table.look(0.7)
        table.session.add(DealStart(dealer=0, t=1.0, src="console"))
        table = WatchedTable(MatchSession(journal, OPENING))
        table.session.end_gap(2.5)
        table.lay(2.5, 1, "HA", since=None)
        gaps = [event.why for event in table.written if isinstance(event, Gap)]
        plays = [event.card for event in table.written if isinstance(event, Played)]
        assert (gaps, plays) == (["start", "restart"], ["HA"])


@pytest.mark.parametrize("version", [1, 3])
def test_a_match_without_sight_goes_on_as_one_that_tells_it(tmp_path: Path, version: Literal[1, 3]) -> None:
    older = MatchStart(v=version, game="mittlere", seats=("Anna", "Berta", "Carla"))
    with Journal(tmp_path / "match.jsonl") as journal:
        first = MatchSession(journal, older)
        first.add(DealStart(dealer=0, t=1.0))
        first.add(Played(seat=1, card=Card("SA"), t=2.0, src="camera"))
        table = WatchedTable(MatchSession(journal, OPENING))
        assert table.written[-1] == Amend(of=1, with_={"v": 3, "sight": True})
        table.session.end_gap(2.1)
        table.look(2.1)
        table.look(2.7)
        assert kinds(table)[-2:] == ["gap", "seen"]
        again = MatchSession(journal, OPENING)
        assert kinds(table).count("amend") == 1
        assert again.match.unseen.sight.since == table.session.match.unseen.sight.since


def test_a_trick_that_went_unseen_is_laid_open_again_after_the_command_card(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.blind(3.0, 7.0)
    table.look(7.0, {0: HAND, 1: empty(7.0)})
    table.look(9.1)
    word = Laid(NO_DECK, "missed", 300, 100, 0.0, 10.0, 3, 1.0, first=9.8, since=9.7)
    table.session.observe(word, 10.0)
    for second, (seat, card) in enumerate([(0, "S8"), (1, "SA"), (2, "S7")], 11):
        table.lay(second, seat, card)
    assert "S7 by Carla" in str(table.session.notice)
    table.session.observe(Lifted(NO_DECK, "missed", 15.0), 15.0)
    told = table.written[-1]
    assert isinstance(told, Missed)
    assert (told.plays, told.src) == (((2, "S7"), (0, "S8")), "camera")
    count = len(table.written)
    for card in ("S8", "SA", "S7"):
        table.session.observe(Lifted(0, card, 16.0), 16.0)
    assert len(table.written) == count
    assert table.session.match.deal is not None
    assert [trick.winner for trick in table.session.match.deal.tricks] == [1]


@pytest.mark.parametrize(("policy", "answer"), [("club", "nothing went unseen"), ("tournament", "the arbiter alone")])
def test_the_command_card_is_answered_where_it_says_nothing(tmp_path: Path, policy: Policy, answer: str) -> None:
    with Journal(tmp_path / "match.jsonl") as journal:
        session = MatchSession(journal, OPENING, AnnounceOptions(policy))
        session.observe(Laid(NO_DECK, "missed", 300, 100, 0.0, 1.0, 3, 1.0, first=0.8), 1.0)
        assert answer in str(session.notice)


def test_a_place_that_is_hidden_for_twenty_seconds_is_to_be_cleared_when_its_player_is_to_play(
    table: WatchedTable,
) -> None:
    table.lay(2, 1, "SA")
    table.look(3.0, {0: HAND, 2: HAND})
    table.look(22.9)
    assert table.session.notice == ""
    table.look(23.1)
    assert table.session.notice == "Carla's place is hidden: please clear it"


def test_what_cannot_be_read_for_three_seconds_is_to_be_turned(table: WatchedTable) -> None:
    table.lay(2, 1, "SA")
    table.look(4.0, {2: unread(4.0)})
    assert table.session.notice == ""
    table.look(7.1)
    assert "something of Carla's cannot be read" in table.session.notice
    table.look(8.0, {2: empty(8.0)})
    assert table.session.notice == ""


def test_what_lies_beside_the_cards_of_two_tricks_is_asked_for_no_more_until_it_has_left(table: WatchedTable) -> None:
    """Nobody is asked for ever about what is no card of the play: a saucer, a place that was learned wrongly."""
    requests = PlaceRequests()

    def asked(now: float, since: float) -> str:
        return requests.look(table.session.match, Sight(now, (empty(), empty(), unread(since)), stray=False))

    for start, trick in ((2, ((1, "SA"), (2, "S7"), (0, "S8"))), (14, ((0, "H7"), (1, "H8"), (2, "H9")))):
        table.lay(start, *trick[0])
        assert "something of Carla's cannot be read" in asked(start + 0.5, start - 3)
        table.lay(start + 1, *trick[1])
        table.lay(start + 2, *trick[2])
        asked(start + 6, start)
        for seat, card in trick:
            table.lift(start + 7, seat, card)
        table.look(start + 10)
    table.lay(25, 1, "DA")
    assert asked(26, 14) == ""
    requests.look(table.session.match, Sight(27, (empty(), empty(), HAND), stray=False))
    assert asked(28, 14) == ""
    requests.look(table.session.match, Sight(29, (empty(), empty(), empty()), stray=False))
    assert "something of Carla's cannot be read" in asked(33, 30)


def test_too_few_pictures_a_second_are_told(table: WatchedTable) -> None:
    for number in range(1, 14):
        table.look(1 + number * 0.3)
    assert table.session.notice == "too slow to judge: only the score is kept"
    for number in range(14):
        table.look(6 + number * 0.1)
    assert table.session.notice == ""

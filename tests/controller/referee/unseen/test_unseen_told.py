"""Accounts of what went unseen that cannot be true, those that know little, and the turn after them (unseen.md)."""

import pytest

from controller.record.events import Missed, Seat
from controller.referee import fold
from tests.support.history import History, laid


def lost_trick() -> tuple[History, int]:
    """A deal of Mittlere: one trick in sight, then a gap in which one was played, and the line of that gap."""
    told = History("mittlere", 3)
    told.deal("C")
    told.trick("A S6", "B S7", "C S8")
    told.loses()
    gap = told.line
    told.looks("ABC")
    return told, gap


def open_trick() -> tuple[History, int]:
    """A gap comes while Anna's card of the second trick lies there alone."""
    told = History("mittlere", 3)
    told.deal("C")
    told.trick("A S6", "B S7", "C S8")
    told.lays("C H6")
    told.loses(lying="C")
    return told, told.line


def gathered_short() -> tuple[History, int]:
    """A trick is gathered of which Carla's card was never read, though something lay there."""
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("A S6", "B S7")
    told.wait(2)
    told.sweeps(empty="AB", unread="", since=told.now - 0.5)
    return told, told.line


def says(told: History, of: int, **fields: object) -> None:
    """People tell something of a hole."""
    told.says(Missed(of=of, **fields))  # pyrefly: ignore[bad-argument-type]  # the fields of a line


def changes_nothing(told: History, why: str) -> bool:
    """Whether the account at the end is an error with this sentence, and all is as it was without it."""
    now = told.match
    *lines, last = told.lines
    told.lines = lines
    before = told.match
    told.lines = [*lines, last]
    assert told.errors == [why]
    return (now.deal, now.total, now.verdicts, now.turn) == (before.deal, before.total, before.verdicts, before.turn)


def test_a_card_that_somebody_else_plays_later_was_not_played_unseen() -> None:
    told, gap = lost_trick()
    told.missed(gap, "C H6", "A H7", "B H8")
    told.lays("A D6", "B H7", "C D7")
    assert told.errors == [f"H7 was told of Anna, but line {told.line - 1} shows it with Berta"]
    assert told.holes == (gap,)
    assert [trick.cards for trick in told.tricks] == [("S6", "S7", "S8"), ("D6", "H7", "D7")]


def test_a_card_that_the_same_player_plays_later_was_not_played_unseen() -> None:
    told, gap = lost_trick()
    told.missed(gap, "C H6", "A H7", "B H8")
    told.lays("A H7")
    assert told.errors == [f"H7 was told of, but Anna played it later, in line {told.line}"]
    assert told.holes == (gap,)


def test_a_card_that_was_laid_in_the_gap_and_is_read_after_it_is_the_one_that_was_told_of() -> None:
    told, gap = open_trick()
    told.missed(gap, "A H7")
    told.lying[0] = []
    told.lays("A H7", known=0.1, since=4)
    assert (told.errors, told.holes) == ([], ())
    told.lays("B H8")
    assert [trick.cards for trick in told.tricks][1:] == [("H6", "H7", "H8")]


def test_a_card_that_another_player_has_shown_was_not_played_unseen() -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("A S6", "B S7")
    told.lays("B D9", empty="C")
    assert told.said == ["second-card B D9"]
    told.lays("C S8")
    told.sweeps()
    told.loses()
    gap = told.line
    told.looks("ABC")
    told.missed(gap, "C H6", "A D9", "B H8")
    assert changes_nothing(told, "D9 was told of Anna, but it is known to be elsewhere")


def test_a_card_that_lies_before_somebody_else_was_not_played_as_told() -> None:
    told, gap = open_trick()
    told.lying = {}
    told.looks("AC", lies=["B H7"])
    told.missed(gap, "A H7")
    assert changes_nothing(told, f"H7 was told of Anna, but line {told.line - 1} shows it with Berta")


def test_an_area_that_is_empty_when_sight_returns_holds_no_card_of_the_open_trick() -> None:
    """One card too few: the trick would lie there, and it is gone."""
    told, gap = lost_trick()
    told.missed(gap, "C H6", "A H7")
    why = f"with what was told H6 lies in the open trick, but line {told.line - 1} shows the area of Carla empty"
    assert changes_nothing(told, why)


def test_cards_that_lie_where_they_lay_show_that_nothing_was_played() -> None:
    told, gap = open_trick()
    told.looks("AB")
    told.missed(gap, "A H7", "B H8")
    assert told.errors == [f"nothing went unseen at event {gap}: in line {gap + 1} the cards lie where they lay"]
    assert (told.holes, len(told.tricks)) == ((), 1)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ((), "the trick was gathered, and what is to be told is the card of Carla"),
        (("C S8", "A H6"), "the trick was gathered, and what is to be told is the card of Carla"),
        (("A S8",), "the trick was gathered, and what is to be told is the card of Carla"),
    ],
)
def test_of_a_trick_that_was_gathered_just_the_missing_cards_are_told(cards: tuple[str, ...], why: str) -> None:
    told, gap = gathered_short()
    assert told.holes == (gap,)
    told.missed(gap, *cards)
    assert changes_nothing(told, why)


def test_the_missing_card_of_a_gathered_trick_is_listed_in_its_place() -> None:
    """The leader's own card went unseen: it leads all the same, and so the next one made trump."""
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("B H7", "C S8")
    told.wait(2)
    told.sweeps(empty="BC", since=told.now - 0.5)
    gap = told.line
    told.missed(gap, "A S6")
    [trick] = told.tricks
    assert (trick.cards, trick.leader, trick.winner) == (("S6", "H7", "S8"), 0, 1)
    assert (told.errors, told.said, told.match.turn) == ([], [], 1)


@pytest.mark.parametrize("trump", ["H", "none"])
def test_a_trump_that_contradicts_the_known_one_is_an_error(trump: str) -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.trick("A S6", "B D7", "C S8")
    assert told.match.deal
    assert told.match.deal.trump == "D"
    told.loses()
    gap = told.line
    told.looks("ABC")
    says(told, gap, trump=trump)
    assert changes_nothing(told, "the trump that was told of does not agree with the cards")


def test_a_trump_that_the_cards_told_of_do_not_make_is_an_error() -> None:
    told, gap = lost_trick()
    says(told, gap, plays=tuple(map(laid, ("C H6", "A D7", "B H8"))), trump="C")
    assert changes_nothing(told, "the trump that was told of does not agree with the cards")


def test_more_cards_than_a_deal_has_are_an_error_once_that_is_seen() -> None:
    """Two tricks are told where one was played: a card of them comes to lie at the end."""
    told = History("mittlere", 3)
    told.deal("C")
    told.trick("A S6", "B S7", "C S8")
    told.loses()
    gap = told.line
    told.looks("ABC")
    told.missed(gap, "C H6", "A H7", "B H8", "B C6", "C C7", "A C8")
    for leader, ranks in (("A", "9 10 J"), ("C", "Q K A")):
        for suit in "SHC":
            order = "ABC"["ABC".index(leader) :] + "ABC"[: "ABC".index(leader)]
            told.trick(*(f"{who} {suit}{rank}" for who, rank in zip(order, ranks.split(), strict=True)))
    told.trick("B D6", "C D7", "A D8")
    told.trick("A D9", "B D10", "C DJ")
    told.trick("C DQ", "A DK", "B DA")
    assert told.errors == []
    told.lays("B C6")
    assert told.errors == [f"C6 was told of, but Berta played it later, in line {told.line}"]


def test_a_deal_that_ends_with_cards_unplayed_shows_that_something_was_played() -> None:
    told, gap = lost_trick()
    told.missed(gap)
    assert told.holes == ()
    told.deal("A")
    assert told.errors == ["with what was told of, cards of the deal stay unplayed"]
    [ended] = told.deals
    assert (ended.score, ended.detail["holes"]) == (None, [gap])


class TestKnowingLittle:
    """``plays`` null: the number of tricks, who took them and the trump count all the same; the score stays open."""

    def test_winners_alone_heal_the_number_and_the_turn(self) -> None:
        told, gap = lost_trick()
        assert told.match.turn is None
        says(told, gap, won=(1,))
        assert told.errors == []
        assert told.holes == (gap,)
        assert told.match.turn == 1
        assert [(trick.trick, trick.winner, trick.points) for trick in told.tricks] == [(1, 2, 0), (2, 1, None)]
        told.trick("B D6", "C D7", "A D8")
        assert told.tricks[-1].trick == 3

    def test_trump_alone_is_known_from_then_on(self) -> None:
        told, gap = lost_trick()
        says(told, gap, trump="H")
        deal = told.match.deal
        assert deal is not None
        assert (told.errors, deal.trump, deal.holes) == ([], "H", (gap,))

    @pytest.mark.parametrize(
        ("won", "why"),
        [
            ((0,) * 12, "more tricks were told of than the deal has"),
            ((3,), "the winners that were told of do not agree with the cards"),
        ],
    )
    def test_winners_that_cannot_be_are_an_error(self, won: tuple[Seat, ...], why: str) -> None:
        told, gap = lost_trick()
        says(told, gap, won=won)
        assert changes_nothing(told, why)

    def test_a_card_that_another_one_beats_takes_no_trick(self) -> None:
        told = History("mittlere", 3)
        told.deal("C")
        told.lays("A S6", "B S7")
        told.loses()
        gap = told.line
        told.looks("ABC")
        says(told, gap, won=(0,))
        assert changes_nothing(told, "the winners that were told of do not agree with the cards")

    def test_nobody_knows(self) -> None:
        told, gap = lost_trick()
        says(told, gap)
        assert (told.errors, told.holes, told.match.turn) == ([], (gap,), None)


class TestWhoseTurn:
    """Words heal the turn, and accuse nobody."""

    def test_nothing_was_played(self) -> None:
        told, gap = lost_trick()
        told.missed(gap)
        assert (told.holes, told.match.turn) == ((), 2)

    def test_a_trick_that_was_told_is_led_on_by_its_winner(self) -> None:
        told, gap = lost_trick()
        told.missed(gap, "C H6", "A H8", "B H7")
        assert (told.holes, told.match.turn) == ((), 0)
        told.trick("A D6", "B D8", "C D7")
        assert told.match.turn == 1

    def test_while_another_hole_is_open_nobody_knows(self) -> None:
        told, gap = lost_trick()
        told.missed(gap, "C H6", "A H8", "B H7")
        told.loses()
        told.looks("ABC")
        assert told.match.turn is None
        told.missed(told.line - 1)
        assert told.match.turn == 0

    def test_a_lead_by_another_player_is_not_judged(self) -> None:
        told, gap = lost_trick()
        told.missed(gap, "C H6", "A H8", "B H7")
        told.lays("B D8", empty="AC")
        assert told.said == []


class TestBetweenDeals:
    """A gap between deals is of the next one, unless that begins in sight."""

    def test_of_a_start_at_which_nothing_lay_there_nothing_can_be_told(self) -> None:
        told = History("mittlere", 3)
        told.deal("C")
        told.missed(2, "A S6", "B S7", "C S8")
        assert told.errors == ["nothing went unseen at event 2"]

    def test_a_start_that_hid_the_first_trick_is_told_of(self) -> None:
        told = History("mittlere", 3)
        del told.lines[2:]
        told.deal("C")
        told.missed(2, "A S6", "B S7", "C S8")
        assert told.errors == []
        assert [trick.cards for trick in told.tricks] == [("S6", "S7", "S8")]

    def test_cards_are_told_of_before_the_deal_is_named(self) -> None:
        """No deal follows yet, so nothing speaks against them; after a short gap a look does, else people's deal."""
        for seconds in (2.0, 4.0):
            told = History("mittlere", 3)
            told.wait(20)
            told.loses(seconds)
            told.missed(told.line, "A S6", "B S7", "C S8")
            assert told.errors == []
            told.looks("ABC")
            assert (told.errors == []) == (seconds > 3)
            told.deal("C")
            assert told.errors == ["nothing went unseen at event 4"]

    def test_nothing_was_played_is_never_wrong_there(self) -> None:
        told = History("mittlere", 3)
        told.deal("C")
        told.missed(2)
        told.missed(2, none=True)
        assert told.errors == []


def test_live_and_replay_agree_until_a_later_card_contradicts() -> None:
    """Whoever takes events in one by one is told to fold the record anew."""
    told, gap = lost_trick()
    told.missed(gap, "C H6", "A H7", "B H8")
    live, number = told.match, told.line + 1
    told.lays("A D6")
    live, _ = fold.step(live, number, told.lines[-1])
    assert (live.objection, live.deal) == (None, told.match.deal)
    told.lays("B H7")
    live, _ = fold.step(live, number + 1, told.lines[-1])
    assert live.objection
    assert live.objection.hole == gap
    assert told.match.objection is None


def test_a_deal_was_not_over_whose_cards_lie_where_they_lay_after_the_gap() -> None:
    told, gap = open_trick()
    told.looks("AB")
    says(told, gap, over=True)
    assert [error for error in told.errors if "nothing went unseen" in error or "the deal was over" in error]
    told.lays("A H7")
    assert told.errors == told.errors[:1]
    assert [play.card for play in told.match.deal.open.plays] == ["H6", "H7"] if told.match.deal else False


def test_more_tricks_than_were_played_cannot_have_been_won_unseen_in_a_deal_that_goes_on() -> None:
    told, gap = lost_trick()
    says(told, gap, won=tuple(Seat(0) for _ in range(11)))
    told.lays("A H7")
    told.lays("B H8")
    assert [error for error in told.errors if "with what was told the deal was over" in error]
    assert told.match.running

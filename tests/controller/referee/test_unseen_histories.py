"""The 36 histories that a first draft of unseen.md judged falsely; and what is said of each if all is seen.

They are numbered as in unseen-notes.md. A deal of three is led by Anna if Carla has dealt.
"""

import pytest

from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import (
    Amend,
    Bid,
    Call,
    DealStart,
    Declare,
    Event,
    MatchStart,
    Played,
    Ruling,
    Seen,
    Upcard,
)
from controller.referee import fold
from tests.support import disturbed, eye
from tests.support.history import History, accused


def mittlere(dealer: str = "C") -> History:
    """A deal of Mittlere."""
    told = History("mittlere", 3)
    told.deal(dealer)
    return told


def coiffeur(call: str, start: str | None = None) -> History:
    """A deal of Coiffeur in which Anna has named a contract and leads."""
    told = History("coiffeur", 3)
    told.deal("C")
    told.says(Bid(seat=0, call=call, start="up" if start == "up" else "down" if start else None))
    return told


def handjass(turned: str, count: int = 3, **hands: str) -> History:
    """A deal of Handjass in which all are in, dealt by the last seat."""
    told = History("handjass", count)
    told.deal("ABCD"[count - 1], turned, {"ABCD".index(who): cards.split() for who, cards in hands.items()})
    for seat in range(count):
        told.says(Bid(seat=seat, call="in"))
    return told


def tarot() -> History:
    """A deal of Tarot for five, dealt by Emma; nobody has spoken."""
    told = History("tarot", 5, {"lead_called": False})
    told.deal("E")
    return told


# 1


@pytest.mark.parametrize("gap", [False, True])
def test_01_trump_may_have_been_made_unseen(gap: bool) -> None:
    told = mittlere()
    told.trick("A S6", "B S7", "C S8")
    if gap:
        told.loses()
        told.looks("ABC")
        told.lays("A D8", empty="BC")
    else:
        told.lays("C DK", "A D8")
    told.lays(*(["B D9", "C H7"] if gap else ["B H7"]))
    told.sweeps()
    told.lays("C D6" if gap else "B D6", empty="A")
    assert told.said == ([] if gap else ["revoke B H7"])


def test_01_a_trump_that_was_made_in_sight_stays() -> None:
    told = mittlere()
    told.trick("A S6", "B S7", "C H8")
    told.loses()
    told.looks("ABC")
    told.lays("A D8", empty="BC")
    told.lays("B D9", "C C9")
    told.sweeps()
    told.lays("B H9", "C D6")
    assert told.said == ["revoke C C9"]


# 2


@pytest.mark.parametrize(("trump", "said"), [("S9", []), ("H9", ["out-of-turn B D6"])])
def test_02_the_winner_depends_on_a_trump_made_unseen(trump: str, said: list[str]) -> None:
    told = mittlere()
    if said:
        told.trick("A D7", "B D8", f"C {trump}")
    told.loses()
    told.looks("ABC")
    told.lays("A SK", empty="BC")
    told.lays("B SJ", "C SA")
    told.sweeps()
    told.lays("B D6", empty="AC")
    assert told.said == said


# 3


@pytest.mark.parametrize("call", ["slalom", "gustav"])
def test_03_a_lost_trick_turns_the_order_of_slalom_and_gustav(call: str) -> None:
    told = coiffeur(call, "up")
    told.trick("A S6", "B S7", "C SA")
    told.loses()
    told.looks("ABC")
    if call == "gustav":
        for suit in "HDC":
            told.lays(f"A {suit}6", empty="BC")
            told.lays(f"B {suit}7", f"C {suit}A")
            told.sweeps()
            told.loses()
            told.looks("ABC")
    told.lays("A S8", empty="BC")
    told.lays("B S9", "C S10")
    told.sweeps()
    told.lays("B HK", empty="AC")
    assert told.said == []


def test_03_a_plain_contract_keeps_its_order() -> None:
    told = coiffeur("no-trump")
    told.trick("A S6", "B S7", "C SA")
    told.loses()
    told.looks("ABC")
    told.lays("A S8", empty="BC")
    told.lays("B S9", "C S10")
    told.sweeps()
    told.lays("B HK", empty="AC")
    assert told.said == ["out-of-turn B HK"]


# 4


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("trick", [2, 5, 6])
def test_04_a_trick_of_condor_is_lost(seed: int, trick: int) -> None:
    played = disturbed.match(disturbed.seed_of("condor", 2, seed))
    times = [(card.begin, card.end) for card in played.table.cards if card.trick == trick]
    blind = (min(times)[0] - 0.6, max(end for _, end in times) + 0.3)
    heard = disturbed.heard(eye.written(played.table, eye.Blur(blind=((blind, "camera"),))))
    assert len(heard.seeing.events) > 60
    assert heard.verdicts == ()


# 5


@pytest.mark.parametrize("gap", [False, True])
def test_05_a_card_that_was_shown_may_have_been_played_unseen(gap: bool) -> None:
    told = handjass("H6", 4, B="C8 S6 S7 S8 S9 H7 H8 H9 D6")
    told.trick("A DA", "B D6", "C D7", "D D8")
    if gap:
        told.loses()
        told.looks("ABCD")
        told.lays("A CJ", empty="BCD")
    else:
        told.lays("A CJ")
    told.lays("B S6")
    assert told.said == ([] if gap else ["revoke B S6"])


# 6


@pytest.mark.parametrize("seen", [False, True])
def test_06_stock_may_go_with_its_second_card(seen: bool) -> None:
    """Where a camera reads the cards, one that lies there already may not be in the record yet."""
    told = handjass("H6", 4)
    if not seen:
        told.trick("A DA", "B D6", "C D7", "D D8")
        told.loses()
        told.looks("ABCD")
    else:
        told.says(Played(seat=0, card=Card("DA")))
    told.says(Declare(seat=0, what="stock"))
    assert told.said == (["illegal-call A"] if seen else [])


def test_06_words_that_seem_early_are_asked_about() -> None:
    told = handjass("H6", 4)
    told.lays("A DA", "B D6")
    told.says(Declare(seat=0, what="stock"))
    assert told.said == []
    assert told.errors == ["Anna cannot announce stock: it goes with the second of king and queen of trump."]


# 7


@pytest.mark.parametrize("wait", [5, 20])
def test_07_the_first_trick_of_the_next_deal_proves_nothing(wait: float) -> None:
    """One trick was lost, so the next deal's first trick is counted as the twelfth."""
    told = mittlere()
    told.trick("A H6", "B H7", "C S8")
    told.loses()
    told.looks("ABC")
    told.wait(wait)
    told.lays("B D8", empty="AC")
    told.lays("C D9", "A C9")
    told.sweeps()
    told.wait(wait)
    told.lays("C HK", empty="AB")
    told.lays("A D6")
    assert told.said == (["revoke C S8", "revoke A C9"] if wait == 5 else [])


# 8


def test_08_the_lost_cards_come_as_the_next_deal() -> None:
    """The count comes out whole by chance; nothing is scored as if it were one deal."""
    told = mittlere()
    ranks = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    tricks = [[f"{suit}{rank}" for rank in trio] for suit in "SHDC" for trio in (ranks[:3], ranks[3:6], ranks[6:])]
    for cards in tricks[:2]:
        told.lays(*(f"{who} {card}" for who, card in zip("ABC" if cards == tricks[0] else "CAB", cards, strict=True)))
        told.sweeps()
    told.loses()
    told.looks("ABC")
    for cards in tricks[3:]:
        told.lays(f"A {cards[0]}", empty="BC")
        told.lays(f"B {cards[1]}", f"C {cards[2]}")
        told.sweeps()
    told.wait(20)
    told.lays(f"A {tricks[2][0]}", empty="BC")
    told.lays(f"B {tricks[2][1]}", f"C {tricks[2][2]}")
    [deal] = told.deals
    assert (deal.points, deal.score, deal.detail["missing"]) == (None, None, "unseen")


# 9


@pytest.mark.parametrize("swept", [False, True])
def test_09_the_last_card_is_laid_and_swept_in_one_motion(swept: bool) -> None:
    told = mittlere()
    told.lays("A S7", "B S8")
    told.sweeps(empty="ABC", since=told.now + 0.9 if swept else 0.1)
    assert told.said == ([] if swept else ["short-trick C"])


# 10


@pytest.mark.parametrize("seen", [False, True])
def test_10_the_trick_was_full_and_its_winner_leads(seen: bool) -> None:
    told = mittlere()
    told.lays("A S7")
    told.lays("C S6", empty="B" if seen else "", unread="" if seen else "B")
    told.lays("A H8", empty="B" if seen else "", unread="" if seen else "B")
    assert told.said == (["out-of-turn C S6", "second-card A H8"] if seen else [])


# 11, 12


@pytest.mark.parametrize(("apart", "later"), [(0.1, 0), (0.1, 5), (1.0, 0), (1.0, 5)])
def test_11_12_either_card_may_have_been_the_first(apart: float, later: int) -> None:
    """If Berta's came first it was out of turn, and owed nothing; that is so tricks later, too."""
    told = mittlere()
    told.trick("A C9", "B C10", "C H8")
    told.lays("C CA", "A CK", "B CQ")
    told.sweeps()
    told.lays("C S7")
    told.lays("A DJ", known=apart, since=0.3)
    told.lays("B SQ")
    told.sweeps()
    for number in range(later):
        told.lays(f"C H{['9', '10', 'J', 'Q', 'K'][number]}", empty="AB")
        told.lays(
            f"A D{['6', '7', '8', '9', '10'][number]}", f"B C{['6', '7', '8', 'J', 'A'][number] if number < 4 else 'A'}"
        )
        told.sweeps()
    told.lays("A SK", empty="BC")
    assert ("revoke A DJ" in told.said) == (apart == 1.0)


# 13


def test_13_a_lead_under_a_newspaper() -> None:
    told = mittlere()
    told.lays("A H8", "B H7")
    told.lays("B H6", empty="C")
    told.lays("C S6")
    told.sweeps()
    assert told.said == ["second-card B H6"]
    begin = told.now
    told.lays("C D9", empty="")
    told.lays("B C6", empty="")
    told.wait(2.7)
    told.lays("A C7", empty="", since=told.now - begin + 0.6)
    assert told.said_ever() == {"second-card B H6"}


# 14


def test_14_what_a_verdict_rests_on_is_in_the_record() -> None:
    told = mittlere()
    told.lays("A S7")
    told.lays("C S6", empty="B")
    again = [record.parse(record.to_line(event)) for event in told.lines]
    assert [accused(one) for one in fold.outcome(again).verdicts] == told.said == ["out-of-turn C S6"]
    blind = [event for event in again if event.e != "seen"]
    assert fold.outcome(blind).verdicts == ()


# 15


@pytest.mark.parametrize("empty", ["A", ""])
def test_15_a_card_lies_in_nobodys_area(empty: str) -> None:
    """Anna's card has slid into the middle, so nobody's area is empty."""
    told = mittlere()
    told.lays("B S7", empty=empty + "C" if empty else "")
    assert told.said == (["out-of-turn B S7"] if empty else [])


# 16


def test_16_a_card_is_laid_and_taken_back() -> None:
    told = mittlere()
    told.clear = told.now + 0.9
    told.lays("B S7", empty="AC")
    assert told.said == []


# 17


@pytest.mark.parametrize("gap", [False, True])
def test_17_a_pass_went_unseen(gap: bool) -> None:
    told = History("coiffeur", 3)
    told.deal("C")
    if gap:
        told.loses()
        told.looks("ABC")
    told.says(Bid(seat=1, call="hearts"))
    assert told.said == ([] if gap else ["illegal-bid B"])


# 18


def test_18_in_and_out_went_unseen() -> None:
    told = History("handjass", 3)
    told.deal("C", "H6")
    told.says(Bid(seat=0, call="in"))
    told.loses()
    told.looks("ABC")
    told.lays("A S7", "B S8", "C S9")
    assert (told.said, told.errors) == ([], [])
    assert told.match.deal is not None
    assert [play.card for play in told.match.deal.kept] == ["S7", "S8", "S9"]


# 19


@pytest.mark.parametrize("gap", [False, True])
def test_19_the_six_was_exchanged_unseen(gap: bool) -> None:
    told = handjass("HA")
    if gap:
        told.loses()
        told.looks("ABC")
    told.lays("A HA", empty="BC")
    assert told.said == ([] if gap else ["impossible-card A HA"])


# 20


def test_20_the_dog_was_shown_unseen() -> None:
    told = tarot()
    told.says(Bid(seat=0, call="prise"))
    for seat in range(1, 5):
        told.says(Bid(seat=seat, call="pass"))
    told.says(Call(seat=0, card=Card("SK")))
    told.loses()
    told.looks("ABCDE")
    told.lays("A H1", "B H2", "C H3", "D H4", "E H5")
    assert (told.said, told.errors) == ([], [])


# 21, 22


def called() -> History:
    """Anna has taken with a garde sans, and called the king of spades; she leads."""
    told = tarot()
    told.says(Bid(seat=0, call="garde-sans"))
    for seat in range(1, 5):
        told.says(Bid(seat=seat, call="pass"))
    told.says(Call(seat=0, card=Card("SK")))
    return told


@pytest.mark.parametrize("gap", [False, True])
def test_21_the_first_trick_went_unseen(gap: bool) -> None:
    """The called suit may not be led to the first trick, to the second it may (TAR-C2)."""
    told = called()
    if gap:
        told.loses()
        told.looks("ABCDE")
    told.lays("A S2", empty="BCDE")
    assert told.said == ([] if gap else ["revoke A S2"])


@pytest.mark.parametrize("gap", [False, True])
def test_22_the_excuse_was_led_unseen(gap: bool) -> None:
    told = called()
    if gap:
        told.loses(2)
        told.looks("BCDE", "A")
        told.lays("B H3", empty="CDE", unread="A")
    else:
        told.lays("A HJ", "B H3")
    told.lays("C D4", "D H5", "E H6")
    told.sweeps()
    told.lays("C H9", empty="BDE")
    assert ("revoke C D4" in told.said) == (not gap)


# 23, 24


def lost_deal() -> History:
    """A deal of Coiffeur, hearts, that ended without a score."""
    told = coiffeur("hearts")
    told.trick("A S6", "B S7", "C S8")
    told.loses(20, "restart")
    told.deal("A")
    [deal] = told.deals
    assert deal.score is None
    return told


def test_23_who_has_a_contract_left_is_not_known_after_a_deal_without_score() -> None:
    told = lost_deal()
    for seat in (1, 2, 0, 1):
        told.says(Bid(seat=seat, call="pass"))
    assert told.said == []


def test_24_a_contract_is_on_paper_though_not_on_the_sheet() -> None:
    told = lost_deal()
    told.says(Bid(seat=1, call="pass"))
    told.says(Bid(seat=2, call="pass"))
    told.says(Bid(seat=0, call="hearts"))
    assert told.said == []
    whole = History("coiffeur", 3)
    whole.deal("C")
    for seat in (0, 1, 2, 0):
        whole.says(Bid(seat=seat, call="pass"))
    assert whole.said == ["illegal-bid A"]


# 25


@pytest.mark.parametrize(("lying", "closed"), [("AB", True), ("A", False)])
def test_25_a_trick_is_gathered_in_two_grips(lying: str, closed: bool) -> None:
    """One card that lies there still does not show that nothing happened."""
    told = mittlere()
    told.lays("A S7", "B S8")
    told.loses(2, lying=lying)
    told.looks("C" if closed else "BC")
    assert (told.holes == ()) == closed


# 26


@pytest.mark.parametrize(("why", "said"), [("camera", ["revoke C S8"]), ("restart", [])])
def test_26_nobody_knows_how_long_a_restart_took(why: str, said: list[str]) -> None:
    told = mittlere()
    told.trick("A H6", "B H7", "C S8")
    told.loses(4, "restart" if why == "restart" else "camera")
    told.looks("ABC")
    told.lays("C H8", empty="AB")
    assert told.said == said


# 27


def test_27_three_tricks_are_thrown_in_at_once() -> None:
    """However short a gap is, it does not bound the number of tricks that are lost."""
    told = coiffeur("gustav", "up")
    told.trick("A S6", "B S7", "C SA")
    for suit in "HD":
        told.lays(f"C {suit}A", f"A {suit}6", f"B {suit}7")
        told.sweeps()
    told.loses(0.6)
    told.looks("ABC")
    told.lays("A S8", empty="BC")
    told.lays("B S9", "C S10")
    told.sweeps()
    told.lays("A HK", empty="BC")
    assert told.said == []


# 28


@pytest.mark.parametrize("told_of", [False, True])
def test_28_what_people_tell_accuses_nobody(told_of: bool) -> None:
    told = mittlere()
    told.trick("A H6", "B H7", "C S8")
    if told_of:
        told.loses(3)
        gap = told.line
        told.looks("AB", "C")
        told.missed(gap, "C DA")
    else:
        told.lays("C DA")
    told.lays("A C9", "B D7")
    told.sweeps()
    told.lays("A D8", empty="BC")
    assert ("revoke A C9" in told.said) == (not told_of)


# 29


def test_29_an_answer_names_the_event_that_it_is_about() -> None:
    told = mittlere()
    told.trick("A H6", "B H7", "C H8")
    told.loses()
    first = told.line
    told.looks("ABC")
    told.lays("C S6", empty="AB")
    told.lays("A S7", "B S8")
    told.sweeps()
    told.loses()
    second = told.line
    told.looks("ABC")
    told.missed(first, "C D6", "A D7", "B D8", won="B")
    assert [*told.holes] == [second]
    assert len(told.tricks) == 3
    told.undo()
    assert [*told.holes] == [first, second]


# 30


def test_30_undo_does_not_take_a_gap_away() -> None:
    told = mittlere()
    told.lays("A S7", "B S8")
    told.loses(2)
    gap = told.line
    told.looks("ABC")
    told.undo()
    assert told.holes == (gap,)
    assert [trick.cards for trick in told.tricks] == [("S7",)]


# 31


def test_31_a_ruling_stays_with_its_accusation() -> None:
    told = mittlere()
    told.lays("B S7", empty="AC")
    told.undo(1)
    told.lines.pop()
    told.lays("A S6", "C S8")
    told.sweeps()
    told.loses()
    gap = told.line
    told.looks("ABC")
    told.lays("B D7", empty="AC")
    told.lays("C D8", "A D9")
    told.sweeps()
    told.lays("C H6", empty="AB")
    before = told.said
    told.says(Ruling(verdict=len(before), decision="upheld"))
    target = fold.outcome(told.lines).verdicts[len(before) - 1].accusation
    told.missed(gap)
    after = told.match
    [number] = after.rulings
    assert after.verdicts[number - 1].accusation == target


# 32


def test_32_a_camera_that_is_blind_again_and_again_accuses_nobody() -> None:
    told = mittlere()
    for card in ("A S7", "C S8", "B H7", "A D6", "A C6"):
        told.loses(0.6)
        told.lays(card, known=0.2)
    assert (told.said, told.errors) == ([], [])


# 33


def test_33_a_bidding_card_was_not_read() -> None:
    told = History("condor", 2)
    told.deal("A")
    told.says(Upcard(card=Card("D7")))
    told.loses()
    told.looks("AB")
    told.says(Upcard(card=Card("C9")))
    assert told.said == []


# 34


def test_34_a_match_of_version_1_goes_on_with_eyes_that_know_what_they_saw() -> None:
    old: list[Event] = [MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")), DealStart(dealer=2)]
    told = History("mittlere", 3)
    told.lines = old
    told.lays("B S7")
    assert told.said == ["out-of-turn B S7"]
    told.says(Amend(of=1, with_={"v": 2}))
    told.loses(2, "restart", lying="B")
    told.looks("AC")
    told.lays("A S8", "C S9")
    told.sweeps()
    told.lays("A H7")
    assert told.said == ["out-of-turn B S7"]


# 35


def test_35_a_deal_with_a_hole_ends_with_the_next_without_error_or_void() -> None:
    told = mittlere()
    told.trick("A H6", "B H7", "C H8")
    told.loses()
    hole = told.line
    told.looks("ABC")
    told.deal("A")
    assert (told.said, told.errors) == ([], [])
    [deal] = told.deals
    assert (deal.points, deal.score, deal.total) == (None, None, (0, 0, 0))
    assert dict(deal.detail) == {"missing": "unseen", "holes": [hole]}
    assert told.match.unscored == 1


# 36


def test_36_cards_are_listed_by_time_where_no_leader_is_known() -> None:
    told = mittlere()
    told.trick("A H6", "B H7", "C H8")
    told.loses()
    told.looks("ABC")
    told.lays("B S7", "C S8", "A S9")
    assert told.tricks[-1].cards == ("S7", "S8", "S9")
    assert (told.tricks[-1].leader, told.tricks[-1].winner, told.tricks[-1].points) == (None, None, None)


# A history that the notes do not have


@pytest.mark.parametrize(("late", "said"), [(0.0, ["out-of-turn B H7"]), (3.0, [])])
def test_the_empty_area_of_a_seat_that_is_out_shows_nothing(late: float, said: list[str]) -> None:
    """Both who play may have laid and gathered a trick while only the area of the third was seen."""
    told = History("handjass", 3)
    told.deal("C", "C6")
    for seat, call in enumerate(("in", "in", "out")):
        told.says(Bid(seat=seat, call=call))
    told.trick("A SA", "B S6")
    clear = told.now
    told.wait(5)
    told.lines.append(Seen(t=told.now + 0.2, empty={0: clear + late, 2: clear}, lies={1: (Card("H7"),)}, src="camera"))
    told.lays("B H7", known=0)
    assert told.said == said


def test_where_the_leaders_card_may_have_come_later_nobody_revoked() -> None:
    """Carla led, but her D7 may have come after Anna's C9: then a card of hers that nobody read had led before it."""
    told = History("mittlere", 3, {"follow": "head"})
    told.deal("C")
    told.trick("A S6", "B S7", "C H8")
    told.lays("C D7")
    told.lays("A C9", known=0.1, since=0.3)
    told.lays("B S9")
    told.sweeps()
    told.lays("B D8")
    assert told.said == []
    told.lays("C D9", "A D10")
    told.sweeps()
    told.lays("B H9")
    assert [verdict for verdict in told.match.verdicts if verdict.kind == "revoke"] == []

"""Bridge, rule by rule (games.md section 11): the auction, the play and dummy."""

import pytest

from controller.games.bridge.game import GAME
from controller.games.bridge.state import BridgeBook, vulnerable
from controller.record.events import DealStart, Declare, Event, Played
from controller.referee.fold import outcome
from controller.rules.speech import Waiting
from tests.controller.games.bridge.bridge_talk import auction, hand, opening, plays, said, verdicts

NONE, FIRST, SECOND, ALL = (False, False), (True, False), (False, True), (True, True)


@pytest.mark.rule("BRI-D1")
def test_thirteen_cards_each_for_two_pairs_and_the_next_seat_deals() -> None:
    match = outcome([opening(), DealStart(dealer=1)])
    assert match.deal is not None
    assert (len(GAME.deck), match.deal.size, match.deal.seats) == (52, 13, (0, 1, 2, 3))
    assert GAME.sides.partners(match.rules) == ((0, 2), (1, 3))
    assert GAME.course.next_dealer(match.deal, BridgeBook(), void=None) == 2


@pytest.mark.rule("BRI-V1")
def test_the_board_says_who_is_vulnerable() -> None:
    order = [NONE, FIRST, SECOND, ALL, FIRST, SECOND, ALL, NONE, SECOND, ALL, NONE, FIRST, ALL, NONE, FIRST, SECOND]
    assert [vulnerable(board) for board in range(1, 33)] == [*order, *order]
    match = outcome([opening(board=17), *[one for dealer in range(3) for one in passed_out(dealer)]])
    assert match.deal is not None
    assert (match.deal.own.board, match.deal.own.vulnerable) == (19, SECOND)


def passed_out(dealer: int) -> list[Event]:
    return [DealStart(dealer=dealer), *auction("P P P P", dealer)]


@pytest.mark.rule("BRI-B1")
def test_the_dealer_calls_first_and_then_each_in_turn() -> None:
    turns = [
        outcome([opening(), DealStart(dealer=2), *auction(text, 2)]).turn for text in ("", "P", "P 1C", "P 1C X XX")
    ]
    assert turns == [2, 3, 0, 2]


@pytest.mark.rule("BRI-B1", "BRI-B2", "BRI-B3")
@pytest.mark.parametrize(
    ("text", "dealer", "why"),
    [
        ("1C", 1, "Berta said 1 C, but it was for Anna to call."),
        ("P P 1H 1D", 0, "Dora said 1 D, but 1 H was bid already."),
        ("2H 2H", 0, "Berta said 2 H, but 2 H was bid already."),
        ("7N 7S", 0, "Berta said 7 S, but 7 no trump was bid already."),
        ("X", 0, "Anna said double, but only a bid of the other side can be doubled, and only once."),
        ("1C P X", 0, "Carla said double, but only a bid of the other side can be doubled, and only once."),
        ("1C X P X", 0, "Dora said double, but only a bid of the other side can be doubled, and only once."),
        ("1C XX", 0, "Berta said redouble, but only a double of the other side can be redoubled."),
        ("1C X P XX", 0, "Dora said redouble, but only a double of the other side can be redoubled."),
    ],
)
def test_a_call_that_may_not_be_made_is_told_and_does_not_count(text: str, dealer: int, why: str) -> None:
    events = auction(text, dealer)
    assert said(*events) == [("illegal-bid", why)]
    match = outcome([opening(), DealStart(dealer=0), *events])
    assert match.deal is not None
    assert len(match.deal.own.calls) == len(events) - 1


@pytest.mark.rule("BRI-B2", "BRI-B3")
@pytest.mark.parametrize("text", ["1C 1D 1H 1S 1N 2C", "1C X XX 1D X", "1C P P X P P XX", "1C X 1D P P X"])
def test_calls_that_may_be_made(text: str) -> None:
    assert said(*auction(text)) == []


@pytest.mark.rule("BRI-B1")
def test_half_a_call_and_a_call_after_the_auction_accuse_nobody() -> None:
    half = auction("1C")
    assert said(*[type(one)(seat=0, call="1") for one in half]) == [  # pyrefly: ignore[missing-argument, unexpected-keyword]  # bids, all of them
        ("error", "1 alone is no call; name the denomination with it, from clubs to no trump")
    ]
    assert said(*auction("1C P P P P")) == [("error", "the auction is over")]


@pytest.mark.rule("BRI-B4")
def test_three_passes_end_the_auction_and_four_the_deal() -> None:
    match = outcome([opening(), DealStart(dealer=0), *auction("P P P")])
    assert (match.running, match.turn) == (True, 3)
    match = outcome([opening(), DealStart(dealer=0), *auction("P P P P")])
    assert (match.running, match.total, match.dealer, match.book) == (False, (0, 0, 0, 0), 1, BridgeBook(1))
    match = outcome([opening(), DealStart(dealer=0), *auction("P P P 1C P P P")])
    assert match.deal is not None
    assert match.deal.phase == "play"


@pytest.mark.rule("BRI-B4")
def test_no_card_counts_before_the_auction_is_over() -> None:
    assert said(*auction("1C P P"), *plays("B D2")) == [("error", "D2 was played, but it is for Dora to call")]


@pytest.mark.rule("BRI-B5", "BRI-P1")
@pytest.mark.parametrize(
    ("text", "facts", "leader", "trump"),
    [
        ("1S P 2S P P P", "2 S by Anna", 1, "S"),
        ("1C 1S 2C 2S P P P", "2 S by Berta", 2, "S"),
        ("1C P 1N P 3N X P P P", "3 no trump by Carla, doubled", 3, None),
        ("1D 1H X 2H 3D X XX P P P", "3 D by Anna, redoubled", 1, "D"),
        ("1H X 2H P P P", "2 H by Anna", 1, "H"),
        ("1N P 2N P P 3N X P P P", "3 no trump by Berta, doubled", 2, None),
    ],
)
def test_the_contract_and_who_plays_it(text: str, facts: str, leader: int, trump: str | None) -> None:
    match = outcome([opening(), DealStart(dealer=0), *auction(text)])
    assert match.deal is not None
    assert (str(GAME.summary.facts(match.deal)), match.turn, match.deal.trump) == (facts, leader, trump)
    declarer = (leader - 1) % 4
    assert GAME.auction.taker(match.deal) == declarer
    assert [GAME.hands.player(match.deal, (declarer + step) % 4) for step in range(4)] == [
        declarer,
        leader,
        declarer,
        (leader + 2) % 4,
    ]


@pytest.mark.rule("BRI-F1")
def test_a_holder_of_the_suit_led_follows() -> None:
    found = verdicts(*auction("1C P P P"), *plays("B D2 C D3 D D4 A HA D D6 A D5"))
    assert found == [("revoke", 0, "BRI-F1", "HA", ("D5",))]


@pytest.mark.rule("BRI-W1", "BRI-P1")
@pytest.mark.parametrize(("bids", "winner"), [("1C P P P", 3), ("1H P P P", 0), ("1N P P P", 3), ("1S P P P", 3)])
def test_the_highest_trump_takes_the_trick_else_the_highest_card_led(bids: str, winner: int) -> None:
    match = outcome([opening(), DealStart(dealer=0), *auction(bids), *plays("B D2 C D3 D D10 A H2")])
    assert match.deal is not None
    assert (match.deal.tricks[0].winner, match.turn) == (winner, winner)


DUMMY = "SA SK SQ HA HK HQ DA DK DQ CA CK CQ CJ"


@pytest.mark.rule("BRI-P2")
def test_the_hand_of_dummy_proves_a_revoke_at_once() -> None:
    begun = [*auction("1C P P P"), *plays("B D2")]
    revoke = plays("C HA")
    assert verdicts(*begun, *revoke) == []
    assert verdicts(*begun, hand(2, DUMMY), *revoke) == [("revoke", 0, "BRI-F1", "HA", ("DA", "DK", "DQ"))]
    # Told after the card, and of the suit led alone, it proves as much.
    assert verdicts(*begun, *revoke, hand(2, "DA DK")) == [("revoke", 0, "BRI-F1", "HA", ("DA", "DK"))]


@pytest.mark.rule("BRI-P2")
def test_a_fault_of_dummys_cards_is_the_declarers() -> None:
    begun = [*auction("1C P P P"), *plays("B D2"), hand(2, DUMMY)]
    held = "while holding DA, DK, DQ (as the hand was shown)"
    assert said(*begun, *plays("C HA")) == [("revoke", f"Anna (from dummy) revoked in trick 1: HA on D2, {held}.")]
    trick = [*begun, *plays("C DA D D3 A D4")]
    assert said(*trick, *plays("A C2")) == [
        ("out-of-turn", "Anna played C2 to trick 2 out of turn; it was for Anna (from dummy) to play.")
    ]
    assert verdicts(*trick, *plays("A C2")) == [("out-of-turn", 0, "TURN", "C2", None)]
    ruffed = [*begun, *plays("C DQ D D3 A C2")]
    assert said(*ruffed, *plays("C HA")) == [
        ("out-of-turn", "Anna (from dummy) played HA to trick 2 out of turn; it was for Anna to play.")
    ]
    assert verdicts(*ruffed, *plays("C HA")) == [("out-of-turn", 0, "TURN", "HA", None)]


@pytest.mark.rule("BRI-P3")
def test_after_a_lead_by_the_wrong_defender_the_declarer_may_become_dummy() -> None:
    """Dora leads in place of Berta; Anna spreads the hand, and Carla plays it with her own."""
    led = [*auction("1C P P P"), *plays("D D2")]
    spread = [*led, hand(0, "CA CK CQ")]
    match = outcome([opening(), DealStart(dealer=0), *spread])
    assert match.deal is not None
    assert (GAME.hands.open(match.deal), GAME.auction.taker(match.deal)) == ({0: ("CA", "CK", "CQ")}, 2)
    assert (match.turn, match.acting, str(match.awaited)) == (0, 2, "Carla (from dummy) to play")
    assert [one[:2] for one in verdicts(*spread)] == [("out-of-turn", 3)]
    after = outcome([opening(), DealStart(dealer=0), *spread, *plays("A C2 B D3")])
    assert (after.turn, after.acting) == (2, 2)
    for late in ([*auction("1C P P P"), *plays("B D2")], [*led, hand(2, DUMMY)], [*led, *plays("A D3")]):
        assert said(*late, hand(0, "CA"))[-1] == ("error", "Carla is dummy, not Anna")


@pytest.mark.rule("BRI-P2")
def test_a_card_of_dummys_that_another_plays_is_told() -> None:
    begun = [*auction("1C P P P"), *plays("B D2"), hand(2, DUMMY), *plays("C DA")]
    assert [one[:4] for one in verdicts(*begun, *plays("D DK"))] == [("impossible-card", 3, "CARD", "DK")]


@pytest.mark.rule("BRI-P2")
def test_the_declarer_is_awaited_with_dummys_cards_too() -> None:
    begun = [opening(), DealStart(dealer=0), *auction("1C P P P")]
    told = [outcome([*begun, *plays(cards)]) for cards in ("", "B D2", "B D2 C DA", "B D2 C DA D D3")]
    assert [(match.turn, match.acting, str(match.awaited)) for match in told] == [
        (1, 1, "Berta to play"),
        (2, 0, "Anna (from dummy) to play"),
        (3, 3, "Dora to play"),
        (0, 0, "Anna to play"),
    ]


@pytest.mark.rule("BRI-P2")
@pytest.mark.parametrize(
    ("seat", "cards", "card", "why"),
    [
        (2, DUMMY, "", "dummy lies down after the opening lead"),
        (1, DUMMY, "B D2", "Carla is dummy, not Berta"),
        (2, "D2 DA", "B D2", "D2 cannot be in dummy's hand"),
        (2, DUMMY + " H2", "B D2", "dummy would have 14 cards"),
        (2, "JO", "B D2", "JO cannot be in dummy's hand"),
    ],
)
def test_impossible_hands_of_dummy_are_refused(seat: int, cards: str, card: str, why: str) -> None:
    assert said(*auction("1C P P P"), *plays(card), hand(seat, cards)) == [("error", why)]


@pytest.mark.rule("BRI-P2")
def test_dummy_lies_open_to_everybody_and_without_its_cards_nothing_is_known() -> None:
    begun = [opening(), DealStart(dealer=0), *auction("1C P P P"), *plays("B D2")]
    deal = outcome([*begun, Declare(seat=2, what="hand")]).deal
    assert deal is not None
    assert GAME.hands.open(deal) == {}
    deal = outcome([*begun, hand(2, "DA DK"), hand(2, "HA"), *plays("C DA")]).deal
    assert deal is not None
    assert GAME.hands.open(deal) == {2: ("HA", "DK")}
    early = outcome(begun[:2]).deal
    assert early is not None
    assert (GAME.hands.open(early), GAME.auction.taker(early), GAME.hands.player(early, 2)) == ({}, None, 2)


def test_words_of_a_call_are_laid_in_any_order() -> None:
    from controller.games.bridge.words import VOCABULARY
    from controller.rules.speech import Speech

    match = outcome([opening(), DealStart(dealer=0)])
    assert VOCABULARY.said(match, Speech(0, ("no-trump", "3"))) == tuple(auction("3N"))
    assert VOCABULARY.said(match, Speech(0, ("3", "no-trump"))) == tuple(auction("3N"))
    assert VOCABULARY.uttered(auction("3N")[0]) == ("3", "no-trump")
    assert isinstance(VOCABULARY.said(match, Speech(0, ("3",))), Waiting)
    assert VOCABULARY.said(match, Speech(0, ("3", "double"))) == "3 and double do not go together; take them back"
    assert VOCABULARY.uttered(hand(2, "DA DK")) == ("dummy", "DA", "DK")
    assert {type(one) for one in plays("A DA")} == {Played}

"""The auction of Condor Whist: CON-D1, CON-D2, CON-A1, CON-A2, CON-A3, CON-A4."""

import pytest

from controller.games.condor.auction import Round
from controller.games.condor.suits import rank, suit, suit_cards
from controller.record.cards import JOKER, Card
from controller.record.events import Bid, Choose, DealStart, Duel, Event, Upcard
from controller.record.message import Message
from controller.rules.results import ErrorResult, Verdict
from tests.controller.games.condor.condor_talk import LOW, after, auction, plays, told


@pytest.mark.rule("CON-D2")
def test_four_suits_and_their_order() -> None:
    """CON-D2: odd and even diamonds and clubs; the king 13, the ace 1."""
    assert [rank(Card("D" + name)) for name in LOW] == list(range(1, 14))
    assert [suit(Card(name)) for name in ("DA", "D2", "CJ", "CQ", "CK")] == [
        "odd diamonds",
        "even diamonds",
        "odd clubs",
        "even clubs",
        "odd clubs",
    ]


@pytest.mark.rule("CON-A1", "CON-F2")
def test_the_joker_stands_in_the_suit_of_the_card_it_copies() -> None:
    assert set(suit_cards("odd diamonds", Card("D5"))) == set(map(Card, ("DK", "DJ", "D9", "D7", "JO", "D3", "DA")))
    assert set(suit_cards("even clubs", Card("D5"))) == set(map(Card, ("CQ", "C10", "C8", "C6", "C4", "C2")))


@pytest.mark.rule("CON-D1")
def test_the_dealer_bids_with_hearts_and_holds_the_marker() -> None:
    for dealer in (0, 1):
        match = after([DealStart(dealer=dealer)])
        assert match.deal is not None
        assert (match.deal.own.bidding[dealer], match.deal.own.marker) == ("H", dealer)


@pytest.mark.rule("CON-A1")
def test_the_first_upcard_makes_trump() -> None:
    match = after([DealStart(dealer=1), Upcard(card=Card("C8"))])
    assert match.deal is not None
    assert match.deal.trump == "even clubs"
    match = after(auction())
    assert match.deal is not None
    assert match.deal.trump == "odd diamonds"


@pytest.mark.rule("CON-A2", "CON-A3", "CON-A4")
@pytest.mark.parametrize(
    ("duel", "choice", "taker"),
    [
        ("SK HQ", None, 0),
        ("S2 H10", None, 1),
        ("SA H2", None, 1),
        ("S7 H7", True, 1),
        ("S7 H7", False, 0),
    ],
)
def test_the_higher_rank_takes_the_upcard_and_the_marker(duel: str, choice: bool | None, taker: int) -> None:
    """CON-A2, CON-A3, CON-A4; Berta deals and has the marker, so she chooses after equal ranks."""
    zero, one = (Card(name) for name in duel.split())
    events: list[Event] = [DealStart(dealer=1), Upcard(card=Card("D5")), Duel(cards={0: zero, 1: one})]
    if choice is not None:
        waiting = after(events)
        assert (waiting.deal and waiting.deal.own.open, waiting.turn) == (Round(Card("D5"), (zero, one)), 1)
        events.append(Choose(seat=1, take=choice))
    match = after(events)
    assert match.deal is not None
    assert (match.deal.own.rounds, match.deal.own.marker) == ((Round(Card("D5"), (zero, one), taker),), taker)


@pytest.mark.rule("CON-A2")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ({0: "SK", 1: "H3"}, [("duplicate-card", 0, "CARD")]),
        ({0: "S2", 1: "HQ"}, [("duplicate-card", 1, "CARD")]),
        ({0: "H2", 1: "H3"}, [("foreign-card", 0, "CARD")]),
        ({0: "D2", 1: "JO"}, [("foreign-card", 0, "CARD"), ("foreign-card", 1, "CARD")]),
        ({0: "SK", 1: "SQ"}, [("duplicate-card", 0, "CARD"), ("foreign-card", 1, "CARD")]),
        ({0: "T2", 1: "H2"}, [("foreign-card", 0, "CARD")]),
    ],
)
def test_a_bidding_card_is_used_once_and_is_of_the_own_suit(
    cards: dict[int, str], expected: list[tuple[str, int, str]]
) -> None:
    """CON-A2: the duel is refused, and can be laid anew."""
    before: list[Event] = [
        DealStart(dealer=1),
        Upcard(card=Card("D5")),
        Duel(cards={0: Card("SK"), 1: Card("HQ")}),
        Upcard(card=Card("DA")),
    ]
    wrong = Duel(cards={seat: Card(name) for seat, name in cards.items()})
    found = [one for one in told([*before, wrong]) if isinstance(one, Verdict)]
    assert [(one.kind, one.seat, one.rule) for one in found] == expected
    assert after([*before, wrong]).deal == after(before).deal


@pytest.mark.rule("CON-A3")
def test_the_wrong_seat_choosing_is_an_illegal_bid() -> None:
    events: list[Event] = [DealStart(dealer=1), Upcard(card=Card("D5")), Duel(cards={0: Card("S7"), 1: Card("H7")})]
    [verdict] = told([*events, Choose(seat=0, take=True)])
    assert isinstance(verdict, Verdict)
    assert (verdict.kind, verdict.seat, verdict.rule) == ("illegal-bid", 0, "CON-A3")
    assert after([*events, Choose(seat=0, take=True)]).deal == after(events).deal


UP1 = Upcard(card=Card("D5"))


DUEL1 = Duel(cards={0: Card("SK"), 1: Card("HQ")})


@pytest.mark.rule("CON-A1", "CON-A2", "CON-A3")
@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([UP1, UP1], "D5 was turned up, but a round is open"),
        ([UP1, DUEL1, UP1], "D5 was turned up in an earlier round"),
        ([Upcard(card=Card("H5"))], "H5 was turned up, but the stock is of diamonds and clubs"),
        ([Upcard(card=JOKER)], "JO was turned up, but the stock is of diamonds and clubs"),
        ([DUEL1], "two cards were laid, but no up-card waits for a duel"),
        ([UP1, DUEL1, DUEL1], "two cards were laid, but no up-card waits for a duel"),
        ([UP1, Duel(cards={0: Card("SK")})], "a duel is of one card of seat 0 and one of seat 1"),
        ([UP1, Choose(seat=1, take=True)], "no equal ranks wait for a choice"),
        ([Bid(seat=0, call="pass")], "Condor Whist has no bid event"),
        ([UP1, *plays("0D3")], "D3 was played, but the auction is not over"),
        ([*auction()[1:], Upcard(card=Card("DJ"))], "DJ was turned up, but the auction is over"),
    ],
)
def test_an_impossible_event_of_the_auction_is_an_error(events: list[Event], text: str) -> None:
    *_, last = told([DealStart(dealer=1), *events])
    assert last == ErrorResult(len(events) + 2, Message.plain(text))

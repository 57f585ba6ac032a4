"""No house rule is dead: each value of every option of every game changes what follows from some record."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from controller import games
from controller.record.cards import DECKS, Card
from controller.record.events import Bid, DealStart, Declare, Event, MatchStart, Played, Value, Void
from controller.referee.fold import fold, start
from controller.rules.options import Option
from tests.support import table_talk
from tests.support.evenings import NAMES

SEEDS = 60
"""Random matches at most in which a value must count."""

NINES = tuple(Card(suit + "9") for suit in "SHDC")
TAKEN: list[Event] = [
    DealStart(dealer=0),
    *(Bid(seat=seat, call="garde" if seat == 1 else "pass") for seat in (1, 2, 3, 0)),
]
TRUMPS = tuple(Card(f"S{rank}") for rank in ("A", "K", "Q", "J", "10", "9", "8", "6"))
OVERTRUMPED = ((0, "HA"), (1, "C7"), (2, "H7"), (3, "H6"), (0, "HK"), (1, "S7"), (2, "SA"))
"""Seat 2 has nothing but trumps left, and could lay a lower one than the seven."""
SUITED = tuple(tuple(card for card in DECKS["whist52"] if card.suit == suit) for suit in "CSHD")
MOON = tuple(Played(seat=seat, card=SUITED[seat][-1 - trick]) for trick in range(13) for seat in range(4))
"""A deal of Hearts in which who has all the clubs takes every trick, and the others throw what they hold."""


CLAIMED: list[Event] = [
    *(DealStart(dealer=0, turned=Card("SA")), Bid(seat=1, call="enough")),
    *(DealStart(dealer=1, turned=Card("SA")), Played(seat=0, card=Card("HJ")), Played(seat=1, card=Card("HA"))),
    *(Bid(seat=1, call="enough"), DealStart(dealer=0, turned=Card("SA"))),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((1, "HJ"), (0, "HA"), (0, "CJ"), (1, "CA"))),
    *(Bid(seat=1, call="enough"), DealStart(dealer=1, turned=Card("SA"))),
]
"""Deals of Schnapsen in which one claims with nothing, three times: the other wins 3, 3 and 2."""


def trumped(dealer: int) -> list[Event]:
    """A deal of Spades in which who has all the spades bids and takes every trick, and all others make their nil."""
    seats = [(dealer + step) % 4 for step in range(1, 5)]
    bids = [Bid(seat=seat, call="13" if seat == 1 else "0") for seat in seats]
    leads = [(seats[0] if trick == 0 else 1) for trick in range(13)]
    turns = [(trick, (lead + step) % 4) for trick, lead in enumerate(leads) for step in range(4)]
    return [DealStart(dealer=dealer), *bids, *(Played(seat=seat, card=SUITED[seat][trick]) for trick, seat in turns)]


def whist(dealer: int) -> DealStart:
    return DealStart(dealer=dealer, turned=Card("CA"))


def won_by_two(dealer: int) -> list[Event]:
    """A deal of Whist in which the dealer takes eight tricks: five go to high spades, then clubs trump."""
    clubs, spades, hearts, diamonds = SUITED
    mine, next_ones = (*spades[8:], *clubs[:8]), (*spades[:5], *spades[5:8], *clubs[8:])
    hands = (mine, next_ones, hearts, diamonds)
    leads = [1] * 6 + [0] * 7
    # Once the dealer leads clubs, the next player follows with the low ones before the last spades are thrown.
    order = {1: (*range(6), *range(8, 13), 6, 7)}
    plays = [
        Played(seat=(dealer + who) % 4, card=hands[who][order.get(who, range(13))[trick]])
        for trick, lead in enumerate(leads)
        for who in ((lead + step) % 4 for step in range(4))
    ]
    return [whist(dealer), *plays]


def marched(dealer: int, *, alone: bool) -> list[Event]:
    """A deal of Euchre in which the second player has the five best spades, makes them trump and takes every trick."""
    speaking = [(dealer + step) % 4 for step in range(1, 5)]
    said = [Bid(seat=seat, call="pass") for seat in speaking[: speaking.index(1)]] + [Bid(seat=1, call="order-up")]
    others = {seat: [f"{suit}{rank}" for rank in "AKQ"] for seat, suit in ((0, "H"), (2, "D"), (3, "C"))}
    hands = {0: [*others[0], "HJ", "H10"], 1: ["SJ", "CJ", "SA", "SK", "SQ"], 2: [*others[2], "DJ", "D10"]}
    hands |= {3: [*others[3], "C10", "C9"]}
    seats = [seat for seat in speaking if not alone or seat != 3]
    leads = [seats[0], 1, 1, 1, 1]
    turns = [sorted(seats, key=lambda seat: (seat - lead) % 4) for lead in leads]
    plays = [Played(seat=seat, card=Card(hands[seat][trick])) for trick, turn in enumerate(turns) for seat in turn]
    return [DealStart(dealer=dealer, turned=Card("S9")), *said, *([Bid(seat=1, call="alone")] if alone else []), *plays]


def all_but_a_trick(dealer: int) -> list[Event]:
    """A deal of Differenzler in which seat 1 takes all points, and seat 2 a trick that counts nothing."""
    suits = {
        seat: [Card(suit + rank) for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")]
        for seat, suit in enumerate("SHCD")
    }
    suits[1][0], suits[2][0] = suits[2][0], suits[1][0]
    bids = [Bid(seat=(dealer + step) % 4, call="157" if (dealer + step) % 4 == 1 else "0") for step in range(1, 5)]
    leads = [(dealer + 1) % 4, 2, *[1] * 7]
    order = [(trick, (lead + step) % 4) for trick, lead in enumerate(leads) for step in range(4)]
    return [
        DealStart(dealer=dealer, turned=Card("H7")),
        *bids,
        *(Played(seat=seat, card=suits[seat][trick]) for trick, seat in order),
    ]


def slam(dealer: int) -> list[Event]:
    """A deal of Bridge in which who has all the spades bids and makes seven of them."""
    bidder = next(turn for turn in range(4) if (dealer + turn) % 4 == 1)
    turns = [(dealer + turn) % 4 for turn in range(bidder + 4)]
    calls = [Bid(seat=seat, call="7", as_="spades") if seat == 1 else Bid(seat=seat, call="pass") for seat in turns]
    leads = [(2 if trick == 0 else 1) for trick in range(13)]
    played = [(trick, (lead + step) % 4) for trick, lead in enumerate(leads) for step in range(4)]
    return [DealStart(dealer=dealer), *calls, *(Played(seat=seat, card=SUITED[seat][trick]) for trick, seat in played)]


def passed_out(dealer: int) -> list[Event]:
    """A deal of Bridge in which nobody bids."""
    return [DealStart(dealer=dealer), *(Bid(seat=(dealer + turn) % 4, call="pass") for turn in range(4))]


LEVEL = (
    "0C8 1S7 2CQ 3CJ 1S8 2SK 3SA 0SJ 0DA 1DJ 2DQ 3D9 0C9 1S10 2C10 3C7 "
    "1H9 2HJ 3H10 0HA 0DK 1D7 2D8 3D10 3H7 0SQ 1HK 2H8 0CK 1HQ 2CA 3S9"
)
"""A deal of Belote, spades trump, in which both pairs have 81 points: who plays each card."""


def level() -> list[Event]:
    plays = [Played(seat=int(one[0]), card=Card(one[1:])) for one in LEVEL.split()]
    return [DealStart(dealer=3, turned=Card("SJ")), Bid(seat=0, call="take"), *plays]


def capot(dealer: int) -> list[Event]:
    """A deal of Belote in which who has all the trumps takes every trick."""
    suits = [[card for card in DECKS["skat32"] if card.suit == suit] for suit in "SHDC"]
    plays = [Played(seat=seat, card=suits[seat][trick]) for trick in range(8) for seat in range(4)]
    return [DealStart(dealer=dealer, turned=Card("SA")), Bid(seat=(dealer + 1) % 4, call="take"), *plays]


JASS = [[card for card in DECKS["jass36"] if card.suit == suit] for suit in "SHDC"]


def both_out() -> list[Event]:
    """A match of Schieber in which both pairs have 1000 with trick 1 of deal 5, and Stöck is told behind thanks."""
    suits = ("spades", "hearts", "diamonds", "clubs")
    plays = [
        [(seat, JASS[seat][trick]) for trick in range(9) for seat in (*range(first, 4), *range(first))]
        for first in range(4)
    ]
    events: list[Event] = []
    for number, points in enumerate((250, 200, 200, 200)):
        weis = Declare(seat=number, what="weis", points=points)
        events += [DealStart(dealer=(number - 1) % 4), Bid(seat=number, call=suits[number]), weis]
        events += [Played(seat=seat, card=card) for seat, card in plays[number]]
    weis = Declare(seat=1, what="weis", points=200)
    last = [Played(seat=seat, card=card) for seat, card in plays[0][:4]]
    said = [Bid(seat=1, call="thanks"), Declare(seat=0, what="stock")]
    return [*events, DealStart(dealer=3), Bid(seat=0, call="spades"), weis, *last, *said]


WITNESSES: dict[tuple[str, str], tuple[int, list[Event]]] = {
    ("handjass", "four_nines"): (
        4,
        [
            DealStart(dealer=3, turned=Card("H6")),
            *(Bid(seat=seat, call="in") for seat in range(4)),
            Declare(seat=0, what="weis", points=150, cards=NINES),
            Played(seat=0, card=NINES[0]),
        ],
    ),
    ("hearts", "passing"): (4, [DealStart(dealer=0, hands={2: (Card("C2"),)})]),
    ("hearts", "goal"): (4, [DealStart(dealer=0), *MOON, DealStart(dealer=1), *MOON, DealStart(dealer=2)]),
    ("whist", "goal"): (4, [*(event for number in range(5) for event in won_by_two(number % 4)), whist(1)]),
    ("whist", "honours"): (4, [*won_by_two(0), Bid(seat=0, call="claim")]),
    ("whist", "form"): (4, [*(event for number in range(3) for event in won_by_two(number % 4)), whist(3)]),
    ("whist", "rubbers"): (
        4,
        [*(event for number in range(24) for event in won_by_two(number % 4 // 2 * 2)), whist(0)],
    ),
    ("belote", "goal"): (4, [*(one for deal in range(12) for one in capot((3 + deal) % 4))]),
    ("belote", "litige"): (4, level()),
    ("bridge", "boards"): (4, [*(event for deal in range(16) for event in passed_out(deal % 4)), DealStart(dealer=0)]),
    ("bridge", "rubbers"): (4, [*slam(0), *slam(1), DealStart(dealer=2)]),
    ("bridge", "honours"): (4, slam(0)),
    ("euchre", "goal"): (
        4,
        [
            *marched(0, alone=True),
            *marched(1, alone=True),
            *marched(2, alone=False),
            DealStart(dealer=3, turned=Card("S9")),
        ],
    ),
    ("schnapsen", "goal"): (2, CLAIMED),
    ("schnapsen", "bummerl"): (2, CLAIMED),
    ("differenzler", "exact"): (4, all_but_a_trick(0)),
    ("differenzler", "exact_zero"): (4, all_but_a_trick(0)),
    ("differenzler", "deals"): (
        4,
        [*(event for deal in range(12) for event in all_but_a_trick(deal % 4)), DealStart(dealer=0, turned=Card("H7"))],
    ),
    ("spades", "goal"): (4, [*trumped(0), *trumped(1), DealStart(dealer=2)]),
    ("coiffeur", "only_trumps"): (
        4,
        [
            DealStart(dealer=3, hands={2: (*TRUMPS, Card("H7"))}),
            Bid(seat=0, call="spades"),
            *(Played(seat=seat, card=Card(card)) for seat, card in OVERTRUMPED),
        ],
    ),
    ("schieber", "thanks"): (
        4,
        [DealStart(dealer=3), Bid(seat=0, call="hearts"), Played(seat=0, card=Card("HA")), Bid(seat=1, call="thanks")],
    ),
    ("schieber", "both_out"): (4, both_out()),
    ("tarot", "petit_sec"): (4, [DealStart(dealer=0), Void(why="petit-sec")]),
    ("tarot", "void_no_trump"): (4, [DealStart(dealer=0), Void(why="rule")]),
    ("tarot", "void_poor"): (4, [DealStart(dealer=0), Void(why="rule")]),
    ("tarot", "misere"): (4, [*TAKEN, Declare(seat=2, what="misere")]),
    ("tarot", "petit_chelem"): (4, [*TAKEN, Declare(seat=1, what="chelem", points=300)]),
}
"""Records for rules that ask for rare hands, with how many play."""


PROFILES = {
    ("bridge", "rubbers"): "rubber",
    ("bridge", "honours"): "rubber",
    **{
        ("belote", option): "coinche"
        for option in ("score", "doubled", "belote_helps", "generale", "double", "federation")
    },
    ("differenzler", "exact_zero"): "gambiter",
    ("whist", "rubbers"): "rubber",
}
"""The profile in which a house rule counts, where it is not that of all others."""


def values(option: Option) -> Iterator[Value]:
    """Its values but the default; one or two of those that stand for any number or any choice."""
    yield from option.values[1:]
    if option.free:
        yield from {1, 2} - {option.values[0]} if isinstance(option.values[0], int) else ()
    if option.choice:
        yield option.choice[:3]


CASES = [
    pytest.param(name, option, value, id=f"{name}-{option.name}-{value}")
    for name in games.names()
    for option in games.load(name).options
    for value in dict.fromkeys(values(option))
]


def records(name: str, option: str, value: Value) -> Iterator[list[Event]]:
    """Records of a game in which a house rule may count: one made for it, else random ones, by the rule and without."""
    if (name, option) in WITNESSES:
        count, events = WITNESSES[name, option]
        profile = PROFILES.get((name, option), "seed")
        yield [MatchStart(game=name, seats=NAMES[:count], profile=profile), *events]
        return
    if option == "poignee":
        yield doubled()
    deals = 1 + value if option in ("deals", "wins") and isinstance(value, int) else 12 if option == "target" else 2
    for seed in range(SEEDS):
        seats = (5,) if option == "lead_called" else games.load(name).seats
        profile = PROFILES.get((name, option), "seed")
        opening = MatchStart(game=name, seats=NAMES[: seats[seed % len(seats)]], profile=profile)
        for rules, honesty in (({option: value}, 1.0), ({}, 0.5)):
            players = table_talk.players(name, Random(seed), honesty)
            players.boasting = 1 - honesty
            yield [opening, *table_talk.told_by(start(replace(opening, options=rules)), players, deals).events]


def doubled() -> list[Event]:
    """A deal of Tarot in which a double poignée is announced."""
    events, _ = table_talk.record(MatchStart(game="tarot", seats=NAMES[:4]), 1)
    first = next(number for number, event in enumerate(events) if isinstance(event, Played))
    leader = events[first]
    assert isinstance(leader, Played)
    return [*events[:first], Declare(seat=leader.seat, what="poignee", size="double"), *events[first:]]


def told(events: list[Event], options: dict[str, Value]) -> list[object]:
    """What follows from a record that is played by these house rules."""
    opening = events[0]
    assert isinstance(opening, MatchStart)
    played = [replace(opening, options=options), *events[1:]]
    return [(stage.results, stage.match.turn, bool(stage.match.running)) for stage in fold(played)]


def test_every_game_with_options_is_asked() -> None:
    assert {case.values[0] for case in CASES} == {name for name in games.names() if games.load(name).options}


@pytest.mark.parametrize(("name", "option", "value"), CASES)
def test_every_value_of_an_option_changes_what_follows_from_some_record(
    name: str, option: Option, value: Value
) -> None:
    assert any(told(events, {}) != told(events, {option.name: value}) for events in records(name, option.name, value))


@pytest.mark.parametrize(("name", "option", "value"), CASES)
def test_a_value_is_taken_as_it_is_listed(name: str, option: Option, value: Value) -> None:
    assert option.check(value) == value, name

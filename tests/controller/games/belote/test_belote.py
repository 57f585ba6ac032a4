"""Belote and Coinche by example: auctions, the card turned up, announcements, belote, litige, the sheet (BEL)."""

from collections.abc import Iterator, Sequence

import pytest

from controller.games.belote import GAME
from controller.games.belote.bidding import best
from controller.games.belote.state import BeloteBook, BeloteDeal
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, MatchStart, Played, Value, Void
from controller.referee import fold
from controller.referee.fold import outcome
from controller.rules.results import DealResult, ErrorResult, MatchResult, Result, Verdict
from tests.support.loops import some

NAMES = ("Anna", "Berta", "Carla", "Dora")
TURNED = Card("H9")
HANDS = (
    "SA SK SQ SJ S10 S9 S8 S7",
    "HA HK HQ HJ H10 H9 H8 H7",
    "DA DK DQ DJ D10 D9 D8 D7",
    "CA CK CQ CJ C10 C9 C8 C7",
)
"""Each seat has a suit: Berta has the hearts, and forehand with Dora as dealer is Anna."""


def opened(*said: Event, profile: str = "seed", turned: Card | None = TURNED, **options: Value) -> list[Event]:
    """A deal of Dora's, with what is said."""
    turned = None if profile != "seed" else turned
    start = MatchStart(game="belote", seats=NAMES, profile=profile, options=options)
    return [start, DealStart(dealer=3, turned=turned), *said]


def bids(*calls: str, first: int = 0) -> list[Event]:
    """Calls in turn: ``pass``, ``take``, ``hearts``, ``80 hearts``."""
    found: list[Event] = []
    for number, call in enumerate(calls):
        word, *play = call.split()
        found.append(Bid(seat=(first + number) % 4, call=word, as_=play[0] if play else None))
    return found


def results(events: Sequence[Event]) -> list[Result]:
    return [one for stage in fold.fold(events) for one in stage.results]


def told(events: Sequence[Event]) -> list[tuple[str, str]]:
    """What the referee had to say: rule or ``error``, and the sentence."""
    found = list[tuple[str, str]]()
    for one in results(events):
        if isinstance(one, Verdict):
            found.append((one.rule, str(one.text)))
        elif isinstance(one, ErrorResult):
            found.append(("error", str(one.text)))
    return found


def played(hands: Sequence[str] = HANDS, order: Sequence[int] = range(8), *, leads: int = 0) -> Iterator[Event]:
    """Every seat plays its cards in this order; the same seat leads every trick."""
    for trick in order:
        for step in range(4):
            seat = (leads + step) % 4
            yield Played(seat=seat, card=Card(hands[seat].split()[trick]))


def deal_of(events: Sequence[Event]) -> BeloteDeal:
    deal = outcome(events).deal
    assert deal is not None
    return deal


def result_of(events: Sequence[Event]) -> DealResult:
    return [one for one in results(events) if isinstance(one, DealResult)][-1]


@pytest.mark.rule("BEL-D1", "BEL-D2", "BEL-B1", "BEL-B3", "BEL-P1")
def test_the_first_to_take_makes_the_suit_turned_up_trump_and_has_the_card() -> None:
    events = opened(*bids("pass", "take"))
    deal, match = deal_of(events), outcome(events)
    assert (deal.trump, deal.phase, deal.size, match.turn) == ("H", "play", 8, 0)
    layout = GAME.layout(deal)
    assert [seat for seat in range(4) if not layout.excludes(seat, TURNED)] == [1]
    assert told([*events, Played(seat=0, card=TURNED)]) == [
        ("CARD", "Anna played H9, which is known to be with Berta; please check that card.")
    ]


@pytest.mark.rule("BEL-D2")
def test_a_house_rule_says_whether_a_card_is_turned_up() -> None:
    assert told(opened(turned=None)) == [("error", "a deal of Belote needs a card turned up, which is taken or passed")]
    coinche = opened(profile="coinche")
    assert told(coinche) == []
    coinche[1] = DealStart(dealer=3, turned=TURNED)
    assert told(coinche) == [("error", "Belote turns no card up")]
    strange = opened(turned=Card("H6"))
    assert told(strange) == [("error", "a deal of Belote needs a card turned up, which is taken or passed")]
    # A record may know the hands as they are played, with the card that the taker has then.
    whole = {seat: tuple(map(Card, hand.split())) for seat, hand in enumerate(HANDS)}
    known = [*opened(*bids("pass", "take")), *[*played()][:4]]
    known[1] = DealStart(dealer=3, turned=TURNED, hands=whole)
    assert told(known) == []


@pytest.mark.rule("BEL-B2")
def test_in_the_second_round_another_suit_is_named_or_the_deal_is_void() -> None:
    second = opened(*bids(*["pass"] * 4))
    assert deal_of([*second, Bid(seat=0, call="clubs")]).trump == "C"
    assert told([*second, Bid(seat=0, call="take"), Bid(seat=0, call="hearts"), Bid(seat=0, call="all-trump")]) == [
        ("BEL-B2", "Anna said take, but in the second round another trump is named."),
        ("BEL-B2", "Anna said hearts, but this suit was turned up and passed."),
        ("BEL-C4", "Anna said all-trump, but it is not played at this table."),
    ]
    passed = [*second, *bids(*["pass"] * 4)]
    assert result_of(passed).detail["void"] == "passed"
    assert outcome(passed).dealer == 0
    assert outcome([*second, Void(why="misdeal")]).dealer == 3


@pytest.mark.rule("BEL-B1")
def test_a_word_out_of_turn_or_a_suit_too_early_takes_nothing() -> None:
    events = opened(Bid(seat=2, call="take"), Bid(seat=0, call="clubs"), *bids("take"), Bid(seat=1, call="take"))
    assert told(events) == [
        ("BEL-B1", "Carla said take, but it was for Anna to speak."),
        ("BEL-B1", "Anna said clubs, but in the first round the card turned up is taken or passed."),
        ("BEL-B1", "Berta said take, but Anna had taken."),
    ]
    assert told(opened(Bid(seat=0, call="80", as_="hearts"), Played(seat=0, card=Card("SA")))) == [
        ("error", "80 is not said where a card is turned up"),
        ("error", "SA was played, but nobody has taken"),
    ]


@pytest.mark.rule("BEL-C1", "BEL-C2", "BEL-C4")
def test_bids_rise_until_three_have_passed() -> None:
    events = opened(*bids("80 hearts", "pass", "90 clubs", "pass", "pass", "pass"), profile="coinche")
    assert deal_of(events[:-1]).own.contract is None
    assert told(events) == []
    deal = deal_of(events)
    assert deal.own.contract is not None
    assert (deal.own.contract.taker, deal.trump, deal.phase) == (2, "C", "play")
    low = opened(*bids("90 hearts", "80 clubs"), Bid(seat=1, call="100", as_="no-trump"), profile="coinche")
    assert told([*low, Bid(seat=3, call="pass")]) == [
        ("BEL-C1", "Berta said 80 clubs, but 90 had been bid."),
        ("BEL-C4", "Berta said 100 no-trump, but this trump is not played at this table."),
        ("BEL-C2", "Dora said pass, but it was for Berta to speak."),
    ]
    assert told(opened(*bids("85 hearts", "80"), profile="coinche"))[0] == (
        "error",
        "85 cannot be said; say a number from 80 to 160",
    )
    passed = opened(*bids(*["pass"] * 4), profile="coinche")
    assert (result_of(passed).detail["void"], outcome(passed).dealer) == ("passed", 0)


@pytest.mark.rule("BEL-C3")
def test_a_double_ends_the_auction_and_may_be_redoubled_until_the_first_card() -> None:
    doubled = opened(*bids("80 hearts"), Bid(seat=3, call="double"), profile="coinche")
    assert told([*doubled, *played()][:4]) == []
    began = [*doubled, next(played()), Bid(seat=2, call="redouble")]
    assert told(began) == [("BEL-C2", "Carla said redouble, but the auction was over.")]
    deal = deal_of([*doubled, Bid(seat=2, call="redouble")])
    assert deal.own.contract is not None
    assert (deal.own.contract.times, deal.phase) == (4, "play")
    assert told([*doubled, Bid(seat=1, call="redouble"), Bid(seat=1, call="90", as_="clubs")]) == [
        ("BEL-C3", "Berta said redouble, but only who was doubled can redouble."),
        ("BEL-C2", "Berta said 90 clubs, but the bid had been doubled."),
    ]
    assert told(opened(*bids("80 hearts"), Bid(seat=2, call="double"), profile="coinche")) == [
        ("BEL-C3", "Carla said double, but only a bid of the other side can be doubled, and only once.")
    ]
    in_turn = opened(*bids("80 hearts"), Bid(seat=3, call="double"), profile="coinche", double="in-turn")
    assert told(in_turn) == [("BEL-C3", "Dora said double, but it was for Berta to speak.")]


@pytest.mark.rule("BEL-C5", "BEL-S4")
def test_capot_needs_every_trick_and_generale_all_of_them_alone() -> None:
    three = ["pass"] * 3
    capot = [*opened(*bids("capot spades", *three), profile="coinche"), *played()]
    assert result_of(capot).score == (502, 0, 502, 0)
    generale = [*opened(*bids("generale spades", *three), profile="coinche", generale=True), *played()]
    assert result_of(generale).score == (752, 0, 752, 0)
    assert told(opened(*bids("generale spades"), profile="coinche")) == [
        ("BEL-C5", "Anna said generale spades, but it is not played at this table.")
    ]
    [taken] = some([result_of([*opened(*bids("pass", "pass", "take"), turned=Card("SA")), *played()])])
    # Carla has taken spades, and Anna, her partner, wins every trick.
    assert taken.score == (252, 0, 252, 0)


@pytest.mark.rule("BEL-R1")
def test_belote_is_said_with_either_card_and_scores_beside_everything() -> None:
    cards = [*played()]
    said = opened(*bids("take"), turned=Card("SA"))
    with_it = [*said, *cards[:4], Declare(seat=0, what="belote"), *cards[4:]]
    assert (told(with_it), result_of(with_it).score) == ([], (272, 0, 272, 0))
    twice = [*said, *cards[:5], Declare(seat=0, what="belote"), *cards[5:9], Declare(seat=0, what="belote"), *cards[9:]]
    assert (told(twice), result_of(twice).score) == ([], (272, 0, 272, 0))
    assert result_of([*said, *cards]).score == (252, 0, 252, 0)
    counted = opened(*bids("take"), turned=Card("SA"), belote="silent")
    assert result_of([*counted, *cards]).score == (272, 0, 272, 0)
    late = [*said, *cards[:16], Declare(seat=0, what="belote")]
    assert told(late) == [("BEL-R1", "Anna cannot say belote: the second of its cards was played before.")]
    last = [*said, *played(order=(0, 1, 3, 4, 5, 6, 7, 2)), Declare(seat=0, what="belote")]
    assert result_of(last).score == (272, 0, 272, 0)


@pytest.mark.rule("BEL-R1")
def test_belote_that_the_cards_refute_is_told() -> None:
    # Berta has the queen of spades, and follows with it.
    hands = (HANDS[0].replace("SQ", "H7"), HANDS[1].replace("H7", "SQ"), *HANDS[2:])
    events = opened(*bids("take"), Declare(seat=0, what="belote"), turned=Card("SA"))
    cards = [*played(hands, order=(1,))]
    cards[1] = Played(seat=1, card=Card("SQ"))
    assert told([*events, *cards]) == [("BEL-R1", "Anna said belote; SQ, just played does not agree with it.")]


@pytest.mark.rule("BEL-A1", "BEL-A2", "BEL-A3", "BEL-A4")
def test_the_best_announcement_alone_scores_and_is_shown_in_trick_2() -> None:
    said, cards = opened(*bids("take"), turned=Card("SA")), [*played()]
    hundred = Declare(seat=1, what="weis", points=100)
    fifty = Declare(seat=0, what="weis", points=50)
    shown = Declare(
        seat=1, what="weis", points=100, cards=tuple(Card("H" + rank) for rank in ("A", "K", "Q", "J", "10"))
    )
    events = [*said, fifty, cards[0], hundred, *cards[1:5], shown, *cards[5:]]
    assert told(events) == []
    # Anna's side has every trick, and Berta's the announcement: the takers have won by capot.
    assert result_of(events).score == (252, 100, 252, 100)
    own = next(one for one in deal_of(events).own.claims if one.seat == 1)
    assert (own.cards, own.event) == (shown.cards, 6)
    late = [*said, *cards[:5], hundred]
    assert told(late) == [("BEL-A2", "Berta cannot announce weis: nothing was announced with the own first card.")]
    assert told([*said, Declare(seat=0, what="weis", points=60)]) == [
        ("BEL-A1", "Anna announced a Weis of 60, and none counts that.")
    ]
    assert told(opened(*bids("take"), fifty, turned=Card("SA"), declarations=False)) == [
        ("error", "no Weis is announced at this table")
    ]


@pytest.mark.rule("BEL-A3")
@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        ("DJ SJ HJ CJ", "S7 S8 S9 S10 SQ", 1),
        ("D9 S9 H9 C9", "DA SA HA CA", 1),
        ("DA SA HA CA", "D10 S10 H10 C10", 1),
        ("HQ SQ CQ DQ", "S7 S8 S9 S10 SJ", 1),
        ("S7 S8 S9 S10 SJ", "H7 H8 H9 H10 HJ HQ", 2),
        ("S7 S8 S9", "H8 H9 H10", 2),
        ("D7 D8 D9", "S7 S8 S9", 2),
        ("D7 D8 D9", "C7 C8 C9", 1),
    ],
)
def test_fours_go_before_sequences_then_points_length_top_card_and_trump(one: str, other: str, winner: int) -> None:
    """Trump is spades; of announcements that are alike the one nearer forehand wins."""
    shown = [tuple(map(Card, cards.split())) for cards in (one, other)]
    said = opened(*bids("take"), turned=Card("SK"))
    declared = [Declare(seat=seat, what="weis", cards=cards) for seat, cards in zip((1, 2), shown, strict=True)]
    deal = deal_of([*said, Played(seat=0, card=Card("CK")), *declared])
    assert best(deal) == winner


@pytest.mark.rule("BEL-A1")
@pytest.mark.parametrize(
    ("told_of", "rule"),
    [
        (["weis 50 S9 S10 SJ SQ", "weis 20 SQ SK SA"], "BEL-A1"),
        (["weis 100 D10 S10 H10 C10", "weis 100 DK SK HK CK", "weis 20 C7 C8 C9"], "BEL-A1"),
    ],
)
def test_a_card_counts_in_one_announcement_only_and_a_hand_has_eight(told_of: list[str], rule: str) -> None:
    said: list[Event] = []
    for one in told_of:
        what, points, *cards = one.split()
        assert what == "weis"
        said.append(Declare(seat=0, what="weis", points=int(points), cards=tuple(map(Card, cards))))
    found = told([*opened(*bids("take"), turned=Card("SK")), *said])
    assert [one for one, _ in found] == [rule]


@pytest.mark.rule("BEL-S3")
@pytest.mark.parametrize(("litige", "first", "held"), [("carried", (0, 81), 81), ("dedans", (0, 162), 0)])
def test_as_much_as_the_others_is_held_for_the_next_deal(litige: str, first: tuple[int, int], held: int) -> None:
    events = opened(*bids("take"), turned=Card("SJ"), litige=litige, declarations=False)
    deal = level()
    one = result_of([*events, *deal])
    assert (one.score or ())[:2] == first
    assert one.detail.get("held", 0) == held
    again = [DealStart(dealer=0, turned=Card("SA")), *bids("pass", "pass", "pass", "take", first=1)]
    two = result_of([*events, *deal, *again, *played(order=range(8), leads=0)])
    # Anna has taken this time and wins every trick, though another leads: her side has what was held.
    assert (two.score or ())[:2] == (252 + held, 0)


def level() -> list[Event]:
    """A deal with spades trump in which both pairs have 81 points."""
    cards = (
        "0C8 1S7 2CQ 3CJ 1S8 2SK 3SA 0SJ 0DA 1DJ 2DQ 3D9 0C9 1S10 2C10 3C7 "
        "1H9 2HJ 3H10 0HA 0DK 1D7 2D8 3D10 3H7 0SQ 1HK 2H8 0CK 1HQ 2CA 3S9"
    )
    return [Played(seat=int(one[0]), card=Card(one[1:])) for one in cards.split()]


EIGHTY = (
    "1D9 2DK 3D8 0DQ 2D10 3S7 0D7 1DA 3CA 0CQ 1HA 2CK 3CJ 0+ 0SK 1SJ "
    "2C10 1HJ 2HQ 3H9 0+ 0SQ 0S10 1H8 2S9 3C9 2H10 3C7 0DJ 1HK 2S8 3C8 0SA 1H7"
)
"""Dora's 80 in spades: her side has 86, the others 76 and belote; ``+`` says it."""


def told_of(text: str) -> list[Event]:
    """Cards by seat, and belote."""
    return [
        Declare(seat=int(word[0]), what="belote") if word[1:] == "+" else Played(seat=int(word[0]), card=Card(word[1:]))
        for word in text.split()
    ]


@pytest.mark.rule("BEL-K1", "BEL-K2", "BEL-K5", "BEL-R1")
@pytest.mark.parametrize(
    ("profile", "answers", "score"),
    [
        ("coinche", ("pass", "pass", "pass"), (96, 166)),
        ("ffb-contree", ("pass", "pass", "pass"), (260, 0)),
        ("ffb-coinche", ("double",), (520, 0)),
        ("ffb-contree", ("double", "redouble"), (1040, 0)),
    ],
)
def test_by_the_federation_a_bid_needs_more_than_the_others_have(
    profile: str, answers: tuple[str, ...], score: tuple[int, int]
) -> None:
    start = MatchStart(game="belote", seats=NAMES, profile=profile)
    auction = bids("pass", "pass", "80 spades", *answers, first=1)
    whole = [start, DealStart(dealer=0), *auction, *told_of(EIGHTY)]
    assert told(whole) == []
    assert (result_of(whole).score or ())[:2] == score


@pytest.mark.rule("BEL-C5", "BEL-K5", "BEL-S4")
@pytest.mark.parametrize(("calls", "score"), [(("80 spades", "pass"), 330), (("80 spades", "double"), 660)])
def test_by_the_federation_a_capot_counts_250(calls: tuple[str, ...], score: int) -> None:
    passes = ("pass", "pass") if calls[-1] == "pass" else ()
    whole = [*opened(*bids(*calls, *passes), profile="ffb-contree"), *played()]
    assert (result_of(whole).score or ())[:2] == (score, 0)


@pytest.mark.rule("BEL-G3")
def test_belote_of_a_pair_that_has_lost_its_bid_does_not_end_the_match() -> None:
    rules = outcome(opened(profile="ffb-contree")).rules
    for unproven, sums, ended in [
        ((20, 0), (1010, 300), False),
        ((20, 0), (1020, 300), True),
        ((20, 0), (1010, 1000), True),
    ]:
        total = (*sums, *sums)
        assert (GAME.course.over(rules, 9, total, BeloteBook(0, unproven)) is not None) is ended
    fallen: list[Event] = [MatchStart(game="belote", seats=NAMES, profile="ffb-contree"), DealStart(dealer=0)]
    fallen += [*bids("pass", "pass", "80 spades", "pass", "pass", "pass", first=1), *told_of(EIGHTY)]
    assert outcome(fallen).book == BeloteBook(0, (0, 0))


@pytest.mark.rule("BEL-G1", "BEL-G2")
def test_the_match_ends_at_the_goal_and_the_sheet_has_running_sums() -> None:
    deals: list[Event] = []
    for dealer in (3, 0):
        first = (dealer + 1) % 4
        calls = bids(*["pass"] * ((0 - first) % 4), "take", first=first)
        deals += [DealStart(dealer=dealer, turned=Card("SA")), *calls, *played(leads=0)]
    events = [MatchStart(game="belote", seats=NAMES, options={"goal": 501}), *deals]
    over = [*events, DealStart(dealer=1, turned=Card("SA"))]
    assert told(over)[-1] == ("error", "Anna and Carla have won the match")
    match = outcome(events)
    grid = match.game.sheet.grid(
        match.game.title, match.rules, match.book, match.total, [one.result for one in match.ledger]
    )
    assert [[(cell.text, cell.part) for cell in row.cells] for row in grid.rows] == [
        [("252", "+252"), ("0", "0")],
        [("504", "+252"), ("0", "0")],
    ]
    assert [
        *match.game.sheet.lines(
            match.game.title, match.rules, match.book, match.total, [one.result for one in match.ledger]
        )
    ][2:4] == [
        "deal 1         252           0",
        "deal 2         504           0",
    ]
    assert [one for one in results(events) if isinstance(one, MatchResult)] == []

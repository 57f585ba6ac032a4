"""The play of Condor Whist: CON-P1, CON-P2, CON-F1, CON-F2, CON-W1, CON-K1, CON-S1, CON-G1, CON-C1."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games import load
from controller.games.condor.auction import CondorAuction, Round
from controller.record.cards import DECKS, Card
from controller.record.events import Choose, DealStart, Duel, End, Event, MatchStart, Played, Upcard
from controller.referee.fold import fold
from controller.rules.deal import Deal, Play, Trick
from controller.rules.results import DealResult, ErrorResult, MatchResult, TrickResult, Verdict
from tests.controller.games.condor.condor_talk import OPENING, after, auction, plays, verdicts
from tests.support import table_talk

GAME = load("condor")


@pytest.mark.rule("CON-P1")
def test_the_taker_of_the_last_upcard_leads() -> None:
    assert verdicts("1D3") == []
    assert verdicts("0D10") == [("out-of-turn", 0, "TURN")]


@pytest.mark.rule("CON-K1", "CON-P1", "CON-P2")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1D3 0DK", None),
        ("1D10", 1),
        ("1D3 0D3", "duplicate"),
        ("1C9", 1),
        ("1D5", 1),
        ("1JO", 1),
        ("1D3 0DQ", 0),
        ("1D2 0D4", None),
        ("1D2 0D4 1D6 0D9", None),
        ("1D3 0DJ 0D7 1C9", None),
        ("1D3 0DJ 0D7 1C2", 1),
        ("1D3 0DJ 0D7 1D2 0D9 1CA 1C3 0C5 0C6 1C8 0DA 1D4 0JO 1C2", None),
        ("1D3 0DJ 0D7 1D2 0D9 1CA 1C3 0C5 0C6 1C8 0JO", 0),
    ],
)
def test_cards_that_can_have_been_drawn(text: str, expected: int | str | None) -> None:
    """CON-K1, CON-P1, CON-P2: seven cards, then one more after each of tricks 1 to 6, the last taken first."""
    found = [one for one in verdicts(text) if one[0] != "out-of-turn"]
    if expected == "duplicate":
        assert found == [("duplicate-card", 0, "CARD")]
    else:
        assert found == ([] if expected is None else [("impossible-card", expected, "CON-K1")])


@pytest.mark.rule("CON-K1")
def test_no_more_unseen_cards_than_were_drawn() -> None:
    """CON-K1: who took every up-card of the last seven rounds has no card that nobody has seen."""
    takers = (1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)
    assert verdicts("0D2", takers) == [("impossible-card", 0, "CON-K1")]
    assert verdicts("0DA 1D2 0D4", takers) == []
    assert verdicts("0DA 1D2 0D4 1D6 1C6 0D7 0D9", takers) == []
    assert verdicts("0D2 1D6 1C6 0D4", takers) == [("impossible-card", 0, "CON-K1")] * 2


@pytest.mark.rule("CON-K1")
def test_a_bidding_card_in_the_play_is_a_duplicate() -> None:
    assert verdicts("1D3 0SK") == [("duplicate-card", 0, "CARD")]


def table(trick: str, tricks: int = 6) -> Deal[CondorAuction]:
    """A deal in which D5 shows trump, after so many tricks, with these cards in the open one."""
    own = CondorAuction(("S", "H"), 0, (Round(Card("D5"), (), 0),))
    open_ = Trick(tuple(Play(seat, seat, Card(name)) for seat, name in enumerate(trick.split())))
    match = after([DealStart(dealer=1)])
    rules = match.rules
    return Deal(1, 1, rules, (0, 1), 13, 0, own, "odd diamonds", (Trick(),) * tricks, open_)


@pytest.mark.rule("CON-F1", "CON-F2")
@pytest.mark.parametrize(
    ("rule", "hand", "trick", "tricks", "expected"),
    [
        ("CON-F1 any card while the piles last", "D7 C2", "D3", 5, "D7 C2"),
        ("CON-F2 follow odd or even", "D7 D8 C2", "D3", 6, "D7"),
        ("CON-F2 the joker is of the suit it copies", "JO D8 C2", "D3", 6, "JO"),
        ("CON-F2 follow a joker led", "D7 D8 C2", "JO", 6, "D7"),
        ("CON-F2 the other half of the suit is another suit", "D8 C2", "D3", 6, "D8 C2"),
        ("CON-F2 trumping is no duty", "DK C2", "C3", 12, "DK C2"),
        ("CON-F2 the leader is free", "DK C2", "", 12, "DK C2"),
    ],
)
def test_legal_cards(rule: str, hand: str, trick: str, tricks: int, expected: str) -> None:
    held, deal = [Card(name) for name in hand.split()], table(trick, tricks)
    assert " ".join(card for card in held if not GAME.duty(deal, card).breaks(held)) == expected, rule


@pytest.mark.rule("CON-A1", "CON-W1")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("C3 C9", 1),
        ("CA C3", 1),
        ("C3 C10", 0),
        ("C3 D10", 0),
        ("C3 DA", 1),
        ("DA D3", 1),
        ("D3 JO", 1),
        ("JO D3", 0),
        ("D7 JO", 0),
        ("CQ JO", 1),
        ("CK CQ", 0),
    ],
)
def test_winners_of_a_trick(trick: str, winner: int) -> None:
    """CON-W1, CON-A1: the joker counts as the five of diamonds, which shows trump."""
    deal = table(trick)
    assert GAME.winner(deal, deal.open) == winner


@pytest.mark.rule("CON-F2", "CON-K1")
def test_up_cards_prove_a_revoke_at_once() -> None:
    """CON-F2, CON-K1: an up-card is known to be in a hand; another card proves it when it is played."""
    events, illegal = table_talk.record(OPENING, 7, honesty=0.0)
    found = [one for stage in fold(events) for one in stage.results if isinstance(one, Verdict)]
    assert {(one.kind, one.rule) for one in found} == {("revoke", "CON-F2")}
    assert {one.event for one in found} == illegal
    assert {one.event == one.proved for one in found} == {True, False}


@pytest.mark.rule("CON-C1")
def test_the_display_shows_the_round_then_the_suit_led() -> None:
    events = [*auction(), *plays("1D3 0DJ 0C7")]
    facts = [GAME.summary.facts(stage.match.deal) for stage in fold([OPENING, *events]) if stage.match.deal]
    assert facts[:3] == [
        "Berta has the marker",
        "round 1, trump odd diamonds, D5 up, Berta has the marker",
        "round 1, trump odd diamonds, D5 up, Berta has the marker",
    ]
    assert facts[-3:] == [
        "trump odd diamonds, odd diamonds led",
        "trump odd diamonds",
        "trump odd diamonds, odd clubs led",
    ]


@pytest.mark.rule("CON-S1", "CON-W1")
@given(st.integers(0, 2**32))
def test_seven_tricks_win_the_deal_and_tricks_carry_no_points(seed: int) -> None:
    """CON-S1, CON-W1: all 13 tricks are played, the winner of each leads the next."""
    events, _ = table_talk.record(OPENING, seed)
    found = [one for stage in fold(events) for one in stage.results]
    tricks = [one for one in found if isinstance(one, TrickResult)]
    [done] = [one for one in found if isinstance(one, DealResult)]
    assert (len(tricks), {one.points for one in tricks}, done.points) == (13, {0}, (0, 0))
    assert done.score == tuple(int(won >= 7) for won in done.tricks)
    assert all(one.winner == two.leader for one, two in pairwise(tricks))


@pytest.mark.rule("CON-G1")
@pytest.mark.parametrize("wins", [1, 2, 3])
def test_the_match_ends_with_the_last_deal_needed(wins: int) -> None:
    """CON-G1: first to win 3; the deal alternates."""
    opening = MatchStart(game="condor", seats=OPENING.seats, options={"wins": wins})
    events, _ = table_talk.record(opening, wins, deals=9)
    found = [one for stage in fold([*events, DealStart(dealer=0), End()]) for one in stage.results]
    *_, error, last = found
    deals = [one for one in found if isinstance(one, DealResult)]
    assert isinstance(last, MatchResult)
    assert isinstance(error, ErrorResult)
    assert error.text.endswith("has won the match")
    assert max(last.total) == wins > min(last.total)
    assert sum(last.total) == len(deals)
    assert [one.dealer for one in events if isinstance(one, DealStart)] == [number % 2 for number in range(len(deals))]


cards = st.sampled_from(DECKS["whist53"])


seats = st.integers(-1, 2)


words: st.SearchStrategy[Event] = st.one_of(
    st.builds(Upcard, card=cards),
    st.builds(Duel, cards=st.dictionaries(seats, cards, max_size=2)),
    st.builds(Choose, seat=seats, take=st.booleans()),
    *[st.builds(Played, seat=seats, card=cards)] * 3,
    st.builds(DealStart, dealer=seats),
)


@given(st.integers(0, 2**32), st.integers(1, 60), st.lists(words, max_size=30))
def test_any_words_of_the_game_have_a_state_and_results(seed: int, cut: int, rest: list[Event]) -> None:
    """Whatever is bid and played after a lawful beginning, the fold goes on."""
    events, _ = table_talk.record(OPENING, seed)
    assert len(list(fold([*events[:cut], *rest, End()]))) == len(events[:cut]) + len(rest) + 1


@pytest.mark.rule("CON-A5", "CON-P1", "CON-P2")
def test_piles_and_hands_have_room_for_what_was_taken() -> None:
    """CON-A5, CON-P1, CON-P2: seven cards in hand and six in the pile, then one more is drawn after each trick."""
    rooms: list[tuple[int, ...]] = []
    for text in ("1D3", "1D3 0DJ", "1D3 0DJ 0D7", "1D3 0DJ 0D7 1D2 0D9 1CA 1C3 0C5 0C6 1C8 0DA 1D4 0C4"):
        deal = after([*auction(), *plays(text)]).deal
        assert deal is not None
        layout = GAME.layout(deal)
        assert layout is not None
        rooms.append(tuple(place.room for place in layout.places))
        assert sum(rooms[-1]) + len(list(deal.plays())) == 26
    assert rooms == [(7, 6, 6, 6), (7, 7, 5, 5), (6, 7, 5, 5), (6, 7, 0, 0)]

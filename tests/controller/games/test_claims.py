"""Claims of the rest (games.md sections 5, 7 and 12): made, accepted, contested, dropped; what the deal counts then."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import games
from controller.games import vocabularies
from controller.games.claims import CALLS, standing
from controller.games.skat.value import matadors
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played, Undo
from controller.referee.fold import fold, outcome
from controller.rules.deal import AnyDeal
from controller.rules.results import DealResult, ErrorResult, Verdict
from controller.rules.speech import Speech
from schiri import OrderError, Table
from tests.support import table_talk
from tests.support.laws import WHOLE_MATCHES
from tests.support.loops import some
from tests.support.table_talk import players

PLAYERS = {
    "schieber": ("Anna", "Berta", "Carla", "Dora"),
    "skat": ("Anna", "Berta", "Carla"),
    "tarot": ("Anna", "Berta", "Carla", "Dora"),
}


def said(seat: int, call: str) -> Bid:
    return Bid(seat=seat, call=call)


def yes(seats: int, but: int) -> list[Event]:
    return [said(seat, "accept") for seat in range(seats) if seat != but]


def broken_off(name: str, seed: int, cards: int) -> tuple[list[Event], list[list[Card]]]:
    """A deal of players who keep the rules, broken off after so many cards, and what is left of the hands."""
    events: list[Event] = [MatchStart(game=name, seats=PLAYERS[name])]
    table = players(name, Random(seed), 1.0)
    events.append(table.dealt(outcome(events), seed % len(PLAYERS[name])))
    while sum(isinstance(one, Played) for one in events) < cards:
        if not outcome(events).running:
            return broken_off(name, seed + 1_000, cards)
        events.append(table.next(outcome(events)))
    return (events, table.hands) if outcome(events).running else broken_off(name, seed + 1_000, cards)


def results(events: list[Event]) -> list[object]:
    return [one for stage in fold(events) for one in stage.results]


def refused(*events: Event) -> list[str]:
    found = results([*events])
    assert [one for one in found if isinstance(one, Verdict)] == []
    return [str(one.text) for one in found if isinstance(one, ErrorResult)]


@pytest.mark.rule("SCH-E1")
@WHOLE_MATCHES
@given(st.integers(0, 10**6), st.integers(1, 35), st.integers(0, 3), st.sampled_from(["claim", "concede"]))
def test_a_schieber_claimed_at_any_card_counts_all_its_cards(seed: int, cards: int, seat: int, call: str) -> None:
    events, _ = broken_off("schieber", seed, cards)
    before = outcome(events).deal
    assert before is not None
    told = [*events, said(seat, call), *yes(4, seat)]
    if refusals := refused(*events, said(seat, call)):
        assert refusals == ["both pairs have announced Weis, and not all cards of these were shown; play on"]
        return
    match = outcome(told)
    assert not match.running
    assert refused(*told) == []
    [entry] = match.ledger
    points = entry.result.points
    assert points is not None
    assert sum(points) == 157
    side = (seat + (call == "concede")) % 2
    game = games.load("schieber")
    lost = sum(
        game.trick_points(before, trick, last=False) for trick in before.tricks if (trick.winner or 0) % 2 != side
    )
    assert points[1 - side] + points[3 - side] == lost
    assert entry.result.detail["claimed"] == {
        "seat": seat,
        "tricks": 0 if call == "concede" else 9 - len(before.tricks),
    }
    # Taken back, the deal stands as before.
    assert outcome([*told, Undo(n=4)]).deal == before
    assert [record.parse(record.to_line(event)) for event in told] == told


@pytest.mark.rule("SKA-E1", "SKA-E2")
@WHOLE_MATCHES
@given(st.integers(0, 10**6), st.integers(3, 29), st.integers(0, 2), st.sampled_from(["claim", "concede"]))
def test_a_skat_claimed_counts_as_if_it_had_been_played_so_or_is_refused(
    seed: int, cards: int, seat: int, call: str
) -> None:
    events, hands = broken_off("skat", seed, cards)
    deal = outcome(events).deal
    assert deal is not None
    told = [*events, said(seat, call), *yes(3, seat)]
    if refused(*events, said(seat, call)):
        assert outcome([*events, said(seat, call)]).running
        assert deal.own.game != "null"
        return
    [entry] = outcome(told).ledger
    points, declarer = entry.result.points, games.load("skat").auction.taker(deal)
    assert points is not None
    assert declarer is not None
    if deal.own.game != "null":
        game = games.load("skat")
        lost = sum(game.trick_points(deal, trick, last=False) for trick in deal.tricks if trick.winner != declarer)
        to_declarer = (seat == declarer) == (call == "claim")
        assert not to_declarer or points[declarer] == 120 - lost
        # The hands that nobody has seen know how many matadors the declarer had, the skat among them.
        others = {play.card for play in deal.plays() if play.seat != declarer}
        others |= {card for other, hand in enumerate(hands) if other != declarer for card in hand}
        held = [card for card in game.deck if card not in others]
        assert entry.result.detail["matadors"] == matadors(held, deal.own.game)


def test_the_declarer_of_null_who_leaves_the_rest_wins_and_who_claims_it_loses() -> None:
    scores = dict[str, int]()
    for call in ("claim", "concede"):
        table = Table("skat", "Anna Berta Carla")
        table.deal("Anna")
        for bid in ("18", "yes", "pass", "pass"):
            table.bid(bid)
        table.move("discard", "Berta")
        table.bid("null")
        table.play("S7 S8 S9")
        table.bid(call, by="Berta")
        table.answer("Anna")
        table.answer("Carla")
        scores[call] = int(table.scores["Berta"])
    assert scores == {"claim": -46, "concede": 23}


SCHIEBER: list[Event] = [
    MatchStart(game="schieber", seats=PLAYERS["schieber"]),
    DealStart(dealer=0),
    Bid(seat=1, call="hearts"),
]
TRICK: list[Event] = [
    Played(seat=1, card=Card("HJ")),
    Played(seat=2, card=Card("H9")),
    Played(seat=3, card=Card("HA")),
    Played(seat=0, card=Card("H6")),
]


@pytest.mark.rule("SCH-E1")
def test_a_pair_that_claims_all_tricks_has_a_match() -> None:
    [done] = [one for one in results([*SCHIEBER, *TRICK, said(1, "claim"), *yes(4, 1)]) if isinstance(one, DealResult)]
    assert done.score == (0, 257, 0, 257)


@pytest.mark.rule("SCH-E1")
def test_a_contest_or_a_card_voids_the_claim() -> None:
    claimed = [*SCHIEBER, *TRICK, said(1, "claim"), said(2, "accept")]
    contested = outcome([*claimed, said(0, "contest")])
    assert contested.running
    assert contested.deal == outcome([*SCHIEBER, *TRICK]).deal
    played = [*claimed, Played(seat=1, card=Card("SA"))]
    deal = outcome(played).deal
    assert deal is not None
    assert standing(deal) is None
    assert refused(*played, said(3, "accept")) == ["nothing has been claimed that Dora could answer"]


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([SCHIEBER[0], SCHIEBER[1], said(1, "claim")], "nothing can be claimed before the first card"),
        ([*SCHIEBER, said(1, "claim")], "nothing can be claimed before the first card"),
        ([*SCHIEBER, *TRICK, Bid(seat=1, call="claim", as_="spades")], "a claim names the number"),
        ([*SCHIEBER, *TRICK, said(1, "claim"), said(1, "accept")], "Berta has made the claim"),
        ([*SCHIEBER, *TRICK, said(1, "claim"), said(0, "claim")], "the claim of Berta waits for an answer"),
    ],
)
def test_an_impossible_claim_is_refused_and_changes_nothing(events: list[Event], told: str) -> None:
    [text] = refused(*events)
    assert told in text
    assert outcome(events).running


@pytest.mark.parametrize("name", PLAYERS)
def test_claims_are_said_by_their_words(name: str) -> None:
    words, match = vocabularies.load(name), outcome(broken_off(name, 1, 4)[0])
    for call in some(CALLS):
        assert words.said(match, Speech(1, (call,))) == (said(1, call),)
        assert words.uttered(said(1, call)) == (call,)
        assert call in words.words


def test_a_program_claims_all_or_nothing() -> None:
    table = Table("schieber", "Anna Berta Carla Dora")
    table.deal("Anna")
    table.bid("hearts")
    table.play("HJ H9 HA H6")
    with pytest.raises(OrderError, match="all 8 tricks that are left are claimed here, or none"):
        table.claim(3, by="Berta")
    table.claim(0, by="Anna")
    for player in ("Berta", "Carla", "Dora"):
        table.answer(player)
    assert table.scores["Berta"] == 257


def side(name: str, deal: AnyDeal, seat: int) -> bool:
    """Whether a seat is of the first of the two sides of a deal that is over."""
    if name == "schieber":
        return seat % 2 == 0
    return seat == games.load(name).auction.taker(deal)


def counts(name: str, result: DealResult) -> tuple[object, ...]:
    """The score of a deal, and the points of each side; in null they are nothing, and nobody knows the skat's."""
    points = result.points
    assert points is not None
    if name == "schieber":
        return result.score, points[0] + points[2], points[1] + points[3]
    return result.score, None if result.detail["contract" if name == "skat" else "bid"] == "null" else points


@pytest.mark.rule("SCH-E1", "SKA-E1", "TAR-K1", "TAR-K2")
@pytest.mark.parametrize("name", PLAYERS)
def test_tricks_that_one_side_has_taken_count_the_same_when_they_were_claimed(name: str) -> None:
    counted = longest = 0
    for seed in some(range(20 if name == "tarot" else 40)):
        events, _ = table_talk.record(MatchStart(game=name, seats=PLAYERS[name]), seed)
        [entry] = outcome(events).ledger
        tricks = entry.deal.tricks
        if entry.void or not tricks:
            continue
        sides = [side(name, entry.deal, trick.winner or 0) for trick in tricks]
        kept = max((number for number, one in enumerate(sides, 1) if one != sides[-1]), default=0)
        at = tricks[kept].plays[0].event - 1
        if any(not isinstance(one, Played) for one in events[at:]):
            continue
        for who in range(len(PLAYERS[name])):
            call = "claim" if side(name, entry.deal, who) == sides[-1] else "concede"
            told = [*events[:at], said(who, call), *yes(len(PLAYERS[name]), who)]
            if not refused(*events[:at], said(who, call)):
                [done] = outcome(told).ledger
                assert counts(name, done.result) == counts(name, entry.result)
                counted, longest = counted + 1, max(longest, len(tricks) - kept)
    assert counted >= 4
    assert longest > 1

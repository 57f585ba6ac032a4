"""Claims, rule by rule (games.md section 11): made, accepted, contested, taken back; and what the deal counts then."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schiri
from controller.games import vocabularies
from controller.games.bridge.auction import contract_of
from controller.games.bridge.claims import NUMBERS
from controller.games.bridge.score import score, tricks_of_pair
from controller.games.claims import CALLS, standing
from controller.record import text as record
from controller.record.events import Bid, DealStart, Event, Played, Undo
from controller.referee.fold import fold, outcome
from controller.rules.results import DealResult, ErrorResult, Verdict
from controller.rules.speech import Speech, Waiting
from tests.controller.games.bridge.bridge_talk import auction, opening, plays
from tests.support.laws import WHOLE_MATCHES
from tests.support.loops import some
from tests.support.table_talk import players

# Anna plays 3 no trump, so that Berta leads and Carla is dummy.
DEAL = [opening(), DealStart(dealer=0), *auction("3N P P P")]
TRICK = plays("B S2 C SA D S3 A S4")


def claim(seat: int, tricks: int) -> Bid:
    return Bid(seat=seat, call="claim", as_=str(tricks))


def yes(*seats: int) -> list[Event]:
    return [Bid(seat=seat, call="accept") for seat in seats]


def results(*events: Event) -> list[object]:
    return [one for stage in fold([*DEAL, *events]) for one in stage.results]


def refused(*events: Event) -> list[str]:
    found = results(*events)
    assert [one for one in found if isinstance(one, Verdict)] == []
    return [str(one.text) for one in found if isinstance(one, ErrorResult)]


@pytest.mark.rule("BRI-C1", "BRI-C3")
@pytest.mark.parametrize(
    ("said", "made", "counts"),
    [
        ([*TRICK, claim(0, 9), *yes(1, 3)], 10, (430, 0)),
        ([*TRICK, claim(0, 8), *yes(3, 1)], 9, (400, 0)),
        ([*TRICK, claim(1, 5), *yes(0, 3)], 8, (0, 50)),
        ([*TRICK, Bid(seat=0, call="concede"), *yes(1, 3)], 1, (0, 400)),
        ([claim(0, 13), *yes(1, 3)], 13, (520, 0)),
        ([*TRICK, *plays("C C2 D C3"), claim(3, 12), *yes(0, 1)], 1, (0, 400)),
    ],
)
def test_the_tricks_left_go_as_was_claimed_once_all_who_play_accept(
    said: list[Event], made: int, counts: tuple[int, int]
) -> None:
    before = results(*said[:-1])
    assert [one for one in before if isinstance(one, DealResult)] == []
    [done] = [one for one in results(*said) if isinstance(one, DealResult)]
    assert (done.detail["taken"], (done.score or ())[:2]) == (made, counts)
    assert not outcome([*DEAL, *said]).running


@pytest.mark.rule("BRI-C2")
def test_everybody_but_who_claims_and_dummy_is_asked() -> None:
    asked = {who: [seat for seat in range(4) if not refused(*TRICK, claim(who, 4), *yes(seat))] for who in (0, 1, 3)}
    assert asked == {0: [1, 3], 1: [0, 3], 3: [0, 1]}
    assert refused(*TRICK, claim(2, 4)) == ["Carla is dummy, and has no part in a claim"]
    assert refused(*TRICK, claim(0, 4), *yes(1, 1)) == []
    assert outcome([*DEAL, *TRICK, claim(0, 4), *yes(1, 1)]).running


@pytest.mark.rule("BRI-C4")
def test_a_contested_claim_leaves_the_match_as_it_was_and_accuses_nobody() -> None:
    for who, other in some([(0, 1), (0, 3), (1, 3), (1, 0)]):
        said = [*TRICK, claim(who, 9), *yes(*({0, 1, 3} - {who, other})), Bid(seat=other, call="contest")]
        assert refused(*said) == []
        assert outcome([*DEAL, *said]).deal == outcome([*DEAL, *TRICK]).deal


@pytest.mark.rule("BRI-C4")
def test_a_card_after_a_claim_voids_it() -> None:
    said = [*TRICK, claim(0, 9), *yes(1), *plays("C C2")]
    deal = outcome([*DEAL, *said]).deal
    assert deal is not None
    assert standing(deal) is None
    assert refused(*said, *yes(3)) == ["nothing has been claimed that Dora could answer"]


@pytest.mark.rule("BRI-C1")
def test_an_impossible_claim_is_refused_and_changes_nothing() -> None:
    told = {
        (claim(0, 13),): ["tricks claimed: 13; tricks left: 12"],
        (Bid(seat=0, call="claim"),): ["a claim names the number of tricks that its side takes of those left"],
        (Bid(seat=0, call="concede", as_="2"),): [
            "a claim names the number of tricks that its side takes of those left"
        ],
        tuple(yes(0)): ["nothing has been claimed that Anna could answer"],
        (claim(0, 3), *yes(0)): ["Anna has made the claim; the others answer it"],
        (claim(0, 3), claim(1, 2)): ["the claim of Anna waits for an answer"],
    }
    assert {said: refused(*TRICK, *said) for said in told} == told
    early = [stage.results for stage in fold([opening(), DealStart(dealer=0), claim(0, 3)])]
    assert [str(one.text) for found in early for one in found if isinstance(one, ErrorResult)] == [
        "nothing can be claimed before the auction has ended"
    ]


def test_a_claimer_can_name_another_number() -> None:
    [done] = [
        one for one in results(*TRICK, claim(0, 9), *yes(1), claim(0, 8), *yes(1, 3)) if isinstance(one, DealResult)
    ]
    assert done.detail["taken"] == 9


@WHOLE_MATCHES
@given(st.integers(0, 10**6), st.integers(0, 51), st.integers(0, 13))
def test_any_deal_claimed_at_any_card_counts_the_tricks_won_and_the_tricks_claimed(
    seed: int, cards: int, tricks: int
) -> None:
    events = played(seed, cards)
    match = outcome(events)
    deal = match.deal
    assert deal is not None
    made = contract_of(deal.own.calls)
    assert made is not None
    tricks = min(tricks, 13 - len(deal.tricks))
    # One claims and all others are asked, dummy too, whose word counts for nothing.
    claimed = [*events, claim(made.declarer, tricks), *yes(*((made.declarer + step) % 4 for step in (1, 2, 3)))]
    after = outcome(claimed)
    [entry] = after.ledger
    won = tricks_of_pair(deal, made.declarer % 2) + tricks
    counted = score(made, won, vulnerable=deal.own.vulnerable[made.declarer % 2])
    assert entry.result.detail["taken"] == won
    assert (entry.result.score or ())[(made.declarer + 1) % 4] == counted.down
    # Taken back, the deal stands as before, to the byte.
    assert outcome([*claimed, Undo(n=4)]).deal == deal
    assert [record.parse(record.to_line(event)) for event in claimed] == claimed


def played(seed: int, cards: int) -> list[Event]:
    """A deal of random players that is broken off after so many cards."""
    events: list[Event] = [opening()]
    table = players("bridge", Random(seed), 1.0)
    events.append(table.dealt(outcome(events), seed % 4))
    while sum(isinstance(one, Played) for one in events) < cards or outcome(events).deal.phase == "before":  # pyrefly: ignore[missing-attribute]  # a deal runs
        events.append(table.next(outcome(events)))
    return events


def test_a_claim_is_said_by_words_in_any_order_and_the_words_say_it() -> None:
    match, words = outcome([*DEAL, *TRICK]), vocabularies.load("bridge")
    for number in some(NUMBERS):
        for said in (("claim", number), (number, "claim")):
            assert words.said(match, Speech(0, said)) == (Bid(seat=0, call="claim", as_=number),)
        assert words.uttered(Bid(seat=0, call="claim", as_=number)) == ("claim", number)
    alone = {call: words.said(match, Speech(0, (call,))) for call in CALLS if call != "claim"}
    assert alone == {call: (Bid(seat=0, call=call),) for call in ("concede", "accept", "contest")}
    assert isinstance(words.said(match, Speech(0, ("claim",))), Waiting)
    assert isinstance(words.said(match, Speech(0, ("claim", "5", "spades"))), str)


def test_the_library_claims_and_takes_back() -> None:
    table = schiri.Table("bridge", "Anna Berta Carla Dora")
    table.deal("Anna")
    for call, as_ in (("1", "clubs"), ("pass", None), ("pass", None), ("pass", None)):
        table.bid(call, as_=as_)
    table.play("S2 SA S3 S4")
    with pytest.raises(schiri.OrderError, match="tricks claimed: 13; tricks left: 12"):
        table.claim(13, by="Anna")
    table.claim(6, by="Anna")
    table.answer("Berta")
    table.answer("Dora", accepts=False)
    table.claim(7, by="Anna")
    for player in ("Berta", "Dora"):
        table.answer(player)
    assert table.scores == {"Anna": 90, "Berta": 0, "Carla": 90, "Dora": 0}
    table.undo()
    assert table.scores["Anna"] == 0
    assert table.verdicts == ()
    with pytest.raises(schiri.OrderError, match="Mittlere has no claims"):
        claimless()


def claimless() -> None:
    table = schiri.Table("mittlere", "Anna Berta Carla")
    table.deal("Anna")
    table.claim(3, by="Anna")


@pytest.mark.rule("BRI-R4")
def test_honours_count_after_a_claim_as_far_as_they_were_played_or_shown() -> None:
    four = "S10 SJ SQ SK"
    scores = dict[str, int]()
    for shown in ("nothing", "dummy"):
        table = schiri.Table("bridge", "Anna Berta Carla Dora", form="in-rubbers")
        table.deal("Anna")
        for call, as_ in (("1", "spades"), ("pass", None), ("pass", None), ("pass", None)):
            table.bid(call, as_=as_)
        table.play("C2")
        if shown == "dummy":
            table.say("declare", by="Carla", what="hand", cards=f"{four} H2 H3 H4 D2 D3 D4 C3 C4 C5")
        table.claim(7, by="Anna")
        table.answer("Berta")
        table.answer("Dora")
        scores[shown] = int(table.scores["Anna"])
    assert scores == {"nothing": 30, "dummy": 130}

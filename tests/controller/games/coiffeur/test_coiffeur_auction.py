"""The auction of Coiffeur: COI-B1 to COI-B5, and what it makes of the play."""

import pytest

from controller.games import load
from controller.games.coiffeur.auction import CoiffeurAuction, contracts
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played
from controller.record.message import Message
from controller.referee.fold import fold
from controller.rules.options import resolve
from controller.rules.results import ErrorResult, Result, Verdict
from tests.support import table_talk

GAME = load("coiffeur")
THREE = MatchStart(game="coiffeur", seats=("Taro", "Jiro", "Hanako"))
FOUR = MatchStart(game="coiffeur", seats=("Anna", "Berta", "Carla", "Dora"))


def results(lines: list[Event]) -> list[Result]:
    return [result for stage in fold(lines) for result in stage.results]


def said(opening: MatchStart, text: str, dealer: int | None = None) -> list[Result]:
    """Bids like ``1pass 2hearts``; the dealer is the last seat."""
    bids = [Bid(seat=int(word[0]), call=word[1:]) for word in text.split()]
    dealer = len(opening.seats) - 1 if dealer is None else dealer
    return results([opening, DealStart(dealer=dealer), *bids])


@pytest.mark.rule("COI-B1", "COI-B3")
@pytest.mark.parametrize(
    ("opening", "text", "faults"),
    [
        (THREE, "0hearts", []),
        (THREE, "0pass 1pass 2pass 0slalom", []),
        (THREE, "1hearts", [(1, "COI-B1")]),
        (THREE, "0hearts 1pass", [(1, "COI-B1")]),
        (THREE, "0pass 1pass 2pass 0pass", [(0, "COI-B3")]),
        (THREE, "0pass 1pass 2pass 0pass 0hearts", [(0, "COI-B3")]),
        (FOUR, "0slalom", [(0, "COI-B1")]),
        (FOUR, "0gustav", [(0, "COI-B1")]),
        (FOUR, "0pass 1pass 2pass 3pass 0pass", [(0, "COI-B3")]),
    ],
)
def test_the_auction(opening: MatchStart, text: str, faults: list[tuple[int, str]]) -> None:
    """COI-B1, COI-B3: from forehand on, once round; then forehand must name a contract."""
    found = [(result.seat, result.rule) for result in said(opening, text) if isinstance(result, Verdict)]
    assert found == faults


@pytest.mark.rule("COI-B3", "COI-B4")
@pytest.mark.parametrize(
    ("left", "passed", "rule"),
    [
        ([8, 8, 8, 8], 0, None),
        ([8, 8, 8, 8], 3, None),
        ([8, 8, 8, 8], 4, "COI-B3"),
        ([0, 8, 0, 8], 1, None),
        ([0, 8, 0, 8], 3, "COI-B4"),
        ([8, 0, 8, 0], 0, None),
        ([8, 0, 8, 0], 2, "COI-B4"),
        ([0, 8, 0, 8], 0, None),
    ],
)
def test_partners_may_not_all_pass(left: list[int], passed: int, rule: str | None) -> None:
    """COI-B3, COI-B4: one team done, the other's first speaker may pass, its second may not."""
    rules = resolve(GAME.options, FOUR.seats, "seed", {})
    rows = contracts(rules)
    auction = CoiffeurAuction(rules, 0, tuple(frozenset(rows[:count]) for count in left), passed)
    assert auction.must_name() == rule


@pytest.mark.rule("COI-B3", "COI-B4")
@pytest.mark.parametrize(
    ("left", "passed", "rule"),
    [
        ([0, 3, 3], 0, None),
        ([0, 3, 3], 1, None),
        ([0, 3, 3], 2, "COI-B3"),
        ([0, 3, 0], 1, "COI-B4"),
        ([3, 0, 0], 0, "COI-B4"),
        ([3, 3, 0], 1, None),
        ([3, 3, 0], 3, "COI-B3"),
    ],
)
def test_three_players_may_not_all_pass(left: list[int], passed: int, rule: str | None) -> None:
    """COI-B3: forehand has none left, the last who has some must; COI-B4: who alone has some must."""
    rules = resolve(GAME.options, THREE.seats, "seed", {})
    rows = contracts(rules)
    auction = CoiffeurAuction(rules, 0, tuple(frozenset(rows[:count]) for count in left), passed)
    assert auction.must_name() == rule


@pytest.mark.rule("COI-B1", "COI-B2")
def test_a_seat_with_no_contract_left_can_only_pass() -> None:
    """COI-B1, COI-B2: a contract is named once, and a side that has played all of them names none."""
    lines, _ = table_talk.record(THREE, 7, deals=30)
    starts = [number for number, event in enumerate(lines) if isinstance(event, DealStart)]
    last = lines[: starts[-1] + 1]
    *_, stage = fold(last)
    assert stage.match.deal is not None
    auction = stage.match.deal.own
    done = next(seat for seat in range(3) if not auction.open_rows[seat])
    while auction.speaker != done:
        last.append(Bid(seat=auction.speaker, call="pass"))
        *_, stage = fold(last)
        auction = stage.match.deal.own if stage.match.deal else auction
    found = results([*last, Bid(seat=done, call="hearts")])[-1]
    assert isinstance(found, Verdict)
    assert (found.kind, found.rule) == ("illegal-bid", "COI-B2")


@pytest.mark.rule("COI-B5", "COI-P1")
@pytest.mark.parametrize(
    ("bids", "leader", "trump", "facts"),
    [
        ([Bid(seat=0, call="joker1", as_="hearts")], 0, "H", "joker1 as hearts (Taro)"),
        (
            [Bid(seat=0, call="joker2"), Bid(seat=0, call="joker2", as_="reverse")],
            0,
            None,
            "joker2 as reverse (Taro)",
        ),
        ([Bid(seat=0, call="pass"), Bid(seat=1, call="gustav", start="down")], 1, None, "gustav (Jiro)"),
    ],
)
def test_a_joker_is_played_as_its_declarer_says(bids: list[Event], leader: int, trump: str | None, facts: str) -> None:
    """COI-B5, COI-P1: the joker by the bid, what it is played as before the lead; the declarer leads."""
    *_, last = fold([THREE, DealStart(dealer=2), *bids])
    deal = last.match.deal
    assert deal is not None
    assert (deal.phase, deal.leader, deal.trump, GAME.summary.facts(deal)) == ("play", leader, trump, facts)


@pytest.mark.rule("COI-B5")
@pytest.mark.parametrize("bid", [Bid(seat=0, call="joker1", as_="joker2"), Bid(seat=0, call="joker1", as_="pass")])
def test_a_joker_cannot_be_played_as_another(bid: Bid) -> None:
    [found] = results([THREE, DealStart(dealer=2), bid])
    assert isinstance(found, Verdict)
    assert found.rule == "COI-B5"


@pytest.mark.parametrize(
    ("bids", "text"),
    [
        ([], "SA was played, but no contract has been named"),
        ([Bid(seat=0, call="joker1")], "SA was played, but nobody has said what joker1 is played as"),
        ([Bid(seat=0, call="slalom")], "SA was played, but nobody has said in which order slalom starts"),
    ],
)
def test_no_card_counts_before_the_contract_is_complete(bids: list[Event], text: str) -> None:
    *_, last = results([THREE, DealStart(dealer=2), *bids, Played(seat=0, card=Card("SA"))])
    assert last == ErrorResult(len(bids) + 3, Message.plain(text))

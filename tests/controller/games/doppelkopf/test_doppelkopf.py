"""Doppelkopf, rule by rule (games.md section 17)."""

from dataclasses import replace
from random import Random

import pytest

from controller.games.doppelkopf.cards import DECK, TOTAL, order, points, suit_of, trumps
from controller.games.doppelkopf.game import GAME
from controller.games.doppelkopf.parties import Parties, game_of, parties
from controller.games.doppelkopf.pigs import is_pig
from controller.games.doppelkopf.score import BEGINS, BOCK, PartyResult, game_points, score, won
from controller.games.doppelkopf.state import DoppelkopfBook, DoppelkopfDeal, SeatCall
from controller.games.doppelkopf.words import VOCABULARY
from controller.games.trick_game import Won
from controller.record.cards import Card
from controller.record.events import Bid, Collect, DealStart, Event, MatchStart, Played, Seat, Value
from controller.referee.fold import fold, outcome, start, step
from controller.referee.unseen.readings import doubt_after_trick
from controller.rules.deal import Play, Trick
from controller.rules.doubt import Doubt
from controller.rules.match import AnyMatch
from controller.rules.parts import Outcome
from controller.rules.proof import ProofMemory
from controller.rules.results import DealResult, ErrorResult, Result, TrickResult, Verdict
from controller.rules.sight import Reading
from controller.rules.speech import Speech, Waiting
from tests.support import table_talk

NAMES = ("Anna", "Berta", "Carla", "Dora")
TRICK = "A=C9 B=CK C=C10 D=CA "
"""A trick that Dora takes, and of which nobody can say anything."""


def events(text: str, **options: Value) -> list[Event]:
    """A deal of Dora: ``Apass A=C9 Bre``."""
    return [MatchStart(game="doppelkopf", seats=NAMES, options=options), DealStart(dealer=3), *map(said, text.split())]


def said(word: str) -> Event:
    if word == "/":
        return Collect()
    seat = "ABCD".index(word[0])
    return Played(seat=seat, card=Card(word[2:])) if word[1] == "=" else Bid(seat=seat, call=word[1:])


def results(text: str, **options: Value) -> list[Result]:
    return [one for stage in fold(events(text, **options)) for one in stage.results]


def faults(text: str, **options: Value) -> list[tuple[str, Seat | None, str]]:
    found = results(text, **options)
    assert [str(one.text) for one in found if isinstance(one, ErrorResult)] == []
    return [(one.kind, one.seat, one.rule) for one in found if isinstance(one, Verdict)]


def errors(text: str, **options: Value) -> list[str]:
    return [str(one.text) for one in results(text, **options) if isinstance(one, ErrorResult)]


def dealt(text: str = "", **options: Value) -> DoppelkopfDeal:
    deal = outcome(events(text, **options)).deal
    assert deal is not None
    return deal


def after(tricks: int, text: str, **options: Value) -> DoppelkopfDeal:
    """A deal in which Dora has taken so many tricks since these words."""
    deal = dealt(text, **options)
    rest = iter(card for card in GAME.deck if card.rank not in "QJ" and card.face not in ("H10", "DA"))
    closed = [Trick(tuple(Play(9, seat, next(rest)) for seat in (3, 0, 1, 2)), winner=3) for _ in range(tricks)]
    return replace(deal, phase="play", tricks=tuple(closed))


def announced(deal: DoppelkopfDeal, word: str) -> list[str]:
    """The rules that an announcement breaks."""
    event = said(word)
    done = GAME.auction.act(deal, DoppelkopfBook(), 9, event)
    assert isinstance(done, Outcome), done
    return [fault.rule for fault in done.faults]


@pytest.mark.rule("DOK-D1", "DOK-H1", "DOK-P1")
def test_each_card_twice_and_240_points() -> None:
    deal = dealt("Apass")
    assert (len({*GAME.deck}), deal.size, deal.leader) == (48, 12, 0)
    assert points(DECK) == TOTAL == 240
    assert faults("Apass A=SA B=SA C=SA")[0][0] == "duplicate-card"


@pytest.mark.rule("DOK-D2")
def test_without_nines_ten_each_and_a_nine_is_nowhere() -> None:
    assert dealt("Apass", nines=False).size == 10
    assert faults("Apass A=SA B=S9", nines=False) == [("impossible-card", 1, "DOK-D2")]
    assert faults("Apass A=SA B=S9") == []


@pytest.mark.rule("DOK-B1")
def test_one_word_begins_the_play_and_nobody_speaks_twice() -> None:
    assert errors("A=SA") == ["SA was played, but no game has been named"]
    assert errors("Apass Apass") == ["Anna has said already what is played"]
    assert errors("Apass A=SA Bqueens") == ["queens is said before the first card"]
    assert game_of(dealt("Cpass Apass")) == ("pass", None)


@pytest.mark.rule("DOK-B1")
def test_a_reservation_is_open_until_it_is_named_and_never_a_fault() -> None:
    """Its player may name it, take it back, or leave it unnamed where another's goes before (DOK-B1)."""
    assert (game_of(dealt("Breservation")), errors("Breservation A=C9")) == (None, errors("A=C9"))
    told = {
        "Apass Breservation": ("normal game, Berta reservation", None),
        "Apass Breservation Bjacks": ("Berta jacks", 1),
        "Breservation Bpass": ("normal game", None),
        "Breservation Creservation Cmarriage Bqueens": ("Berta queens", 1),
    }
    found = {text: (str(GAME.summary.facts(dealt(text))), (game_of(dealt(text)) or ("", None))[1]) for text in told}
    assert (found, [faults(text) for text in told]) == (told, [[]] * len(told))
    assert faults("Apass Breservation A=C9") == []
    assert (
        errors("Breservation Breservation") == errors("Bpass Breservation") == ["Berta has said already what is played"]
    )
    assert GAME.auction.call_of("Vorbehalt") == "reservation"


@pytest.mark.rule("DOK-B2", "DOK-B3", "DOK-P1")
def test_a_solo_goes_before_a_marriage_and_the_nearest_of_two() -> None:
    assert game_of(dealt("Cpass Amarriage")) == ("marriage", 0)
    assert game_of(dealt("Amarriage Dqueens Bjacks")) == ("jacks", 1)
    named = {solo: dealt(f"B{solo}", solo="soloist") for solo in ("queens", "clubs", "no-trump")}
    assert {solo: (deal.trump, deal.leader) for solo, deal in named.items()} == {
        "queens": ("Q", 1),
        "clubs": ("C", 1),
        "no-trump": (None, 1),
    }
    assert dealt("Bqueens").leader == dealt("Bmarriage", solo="soloist").leader == 0


OWED: dict[str, Value] = {"obligatory": True, "deals": 6}


def evening(*deals: tuple[Seat, str], **options: Value) -> AnyMatch:
    """Deals, each with its dealer and what is said; all but the last are played to their end."""
    match = start(MatchStart(game="doppelkopf", seats=NAMES, options=options))
    for number, (dealer, text) in enumerate(deals, 1):
        for event in (DealStart(dealer=dealer), *map(said, text.split())):
            match, _ = step(match, 0, event)
        is_played = match.running and number < len(deals)
        hands = [list(DECK[seat::4]) for seat in range(4)] if is_played else []
        while any(hands):
            assert match.deal is not None
            assert match.turn is not None
            card = GAME.legal(match.deal, hands[match.turn])[0]
            hands[match.turn].remove(card)
            match, _ = step(match, 0, Played(seat=match.turn, card=card))
    return match


@pytest.mark.rule("DOK-O1")
def test_a_solo_that_is_owed_goes_before_others_and_is_led_by_its_player() -> None:
    """DOK-O1; the record that told a soloist out of turn had the profile without it."""
    owed = dealt("Apass Bjacks Cqueens B=CJ", **OWED)
    assert (game_of(owed), owed.leader) == (("jacks", 1), 1)
    assert faults("Apass Cqueens C=CA D=CK", **OWED) == []
    assert faults("Apass Cqueens C=CA D=CK") != []
    # Berta has played hers: Carla, who sits behind her, goes before, and Berta's next one is led by forehand.
    after_one = evening((3, "Apass Bjacks"), (3, "Bjacks Cqueens"), **OWED).deal
    assert after_one is not None
    assert (game_of(after_one), after_one.leader, after_one.own.owing) == (("queens", 2), 2, frozenset({0, 2, 3}))
    alone = evening((3, "Apass Bjacks"), (3, "Bjacks"), **OWED).deal
    assert alone is not None
    assert (game_of(alone), alone.leader) == (("jacks", 1), 0)


@pytest.mark.rule("DOK-O1", "DOK-O2")
def test_the_same_dealer_deals_again_after_a_solo_that_was_owed_unless_it_was_due() -> None:
    """DOK-O1, DOK-O2; the sheet says who still owes one."""
    six = {text: evening((3, text), (3, "Apass"), **OWED) for text in ("Apass", "Bjacks")}
    assert [match.book.solos for match in six.values()] == [frozenset(), frozenset({1})]
    first = six["Bjacks"]
    standing = GAME.sheet.grid(
        GAME.title, first.rules, first.book, first.total, [one.result for one in first.ledger]
    ).standing
    assert standing == ("owes a solo", "", "owes a solo", "owes a solo")
    assert first.deal is not None
    assert str(GAME.summary.facts(first.deal)) == "normal game, a solo is owed by Anna, Carla, Dora"
    deals = [GAME.course.next_dealer(match.ledger[0].deal, match.book, void=None) for match in six.values()]
    assert deals == [0, 3]
    # Four deals and four solos are left: Anna, after the dealer, must play hers, and Berta deals the next.
    short: dict[str, Value] = {"obligatory": True, "deals": 4}
    due = dealt("Apass Bjacks Bmarriage Cpass Ahearts", **short)
    assert (due.own.due, game_of(due), due.leader) == (0, ("hearts", 0), 0)
    assert errors("Bjacks", **short) == ["no other deal is left for the solo that Anna owes; only that is named"]
    after_due = evening((3, "Ahearts"), (0, "Bjacks"), **short)
    assert after_due.book.solos == frozenset({0})
    assert GAME.course.next_dealer(after_due.ledger[0].deal, after_due.book, void=None) == 0


@pytest.mark.rule("DOK-W1")
def test_queens_jacks_and_the_tens_of_hearts_are_trump() -> None:
    assert trumps("D") == ("H10", "CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "D10", "DK", "D9")
    assert trumps("H")[-3:] == ("HA", "HK", "H9")
    ranks = sorted((Card("S" + rank) for rank in ("10", "9", "A", "K")), key=lambda card: order(card, "D"))
    assert ranks == ["S9", "SK", "S10", "SA"]
    assert order(Card("HQ"), "J") < order(Card("HK"), "J")
    assert [suit_of(Card(card), "Q") for card in ("H10@1", "DJ@1", "SQ@2")] == ["H", "D", "Q"]
    assert [GAME.suit_of(dealt("Apass"), Card(card)) for card in ("CQ@1", "C9@1", "DA@2")] == ["T", "C", "T"]


@pytest.mark.rule("DOK-W2")
def test_of_two_equal_cards_the_first_wins_but_for_the_tens_of_hearts() -> None:
    tens, queens = "Apass A=H10@2 B=D9 C=H10@1 D=CQ", "Apass A=CQ@2 B=D9 C=CQ@1 D=D9"
    for text, option, winner in ((tens, "first-wins", 0), (tens, "second-wins", 2), (queens, "second-wins", 0)):
        assert dealt(text, dulle=option).tricks[0].winner == winner
    assert dealt("Aqueens A=H10@2 B=H9 C=H10@1 D=HA", dulle="second-wins").tricks[0].winner == 3


def judged(text: str) -> tuple[list[tuple[str, Seat | None, str, int, int]], list[Seat | None]]:
    """The verdicts of a deal with pigs, and who took its tricks; the first word is event 3."""
    found = [one for one in results(text, pigs=True) if isinstance(one, Verdict)]
    winners = [trick.winner for trick in dealt(text, pigs=True).tricks]
    return [(one.kind, one.seat, one.rule, one.event, one.proved) for one in found], winners


@pytest.mark.rule("DOK-W3")
def test_pigs_are_the_highest_trumps_once_they_were_said() -> None:
    trick = "A=H10 B=DA C=CQ D=H10"
    for text in (f"Bpigs Apass {trick}", f"Apass Bpigs {trick}", f"Apass {trick[:11]} Bpigs {trick[11:]}"):
        assert judged(text) == ([], [1])
    assert judged(f"Apass {trick}") == ([], [0])
    assert dealt(f"Apass Bpigs {trick}", pigs=True).leader == 1
    assert errors(f"Apass Bpigs {trick}") == ["pigs is not played at this table"]
    assert dealt(f"Adiamonds Bpigs {trick}", pigs=True).leader == 1
    assert judged("Apigs Apigs") == ([], [])
    assert errors("Apigs Apigs", pigs=True) == ["Anna has said pigs already"]


@pytest.mark.rule("DOK-W3")
def test_pigs_said_behind_the_trick_of_the_first_take_it() -> None:
    """The trick closes with the fourth card, and its player says so as it lies there."""
    trick = "Apass A=DA B=H10 C=CQ D=H10 "
    taken = [(one.trick, one.winner) for one in results(trick + "Apigs", pigs=True) if isinstance(one, TrickResult)]
    assert taken == [(1, 1), (1, 0)]
    assert judged(trick + "Apigs A=SA B=S9") == ([], [0])
    assert judged(trick + "B=SA Apigs") == ([("illegal-bid", 0, "DOK-W3", 9, 9)], [1])
    second = trick + "B=D9 C=D9 D=DK A=DA Apigs"
    assert judged(second) == ([("illegal-bid", 0, "DOK-W3", 12, 12)], [1, 0])


@pytest.mark.rule("DOK-W3")
@pytest.mark.parametrize("solo", ["queens", "jacks", "spades", "hearts", "clubs", "no-trump"])
def test_there_are_no_pigs_where_diamonds_are_not_trump(solo: str) -> None:
    assert judged(f"A{solo} Apigs") == ([("illegal-bid", 0, "DOK-W3", 4, 4)], [])
    before = dealt(f"Apigs A{solo}", pigs=True)
    assert (judged(f"Apigs A{solo} A=DA"), before.open_words) == (([], []), ())
    assert not is_pig(before, Trick((Play(9, 0, Card("DA@1")),)), Card("DA@1"))


@pytest.mark.rule("DOK-W4")
def test_anothers_ace_of_diamonds_refutes_pigs_and_closed_tricks_stay() -> None:
    first = "Apass Apigs A=DA B=H10 C=CQ D=D9 "
    assert judged(first) == ([], [0])
    assert judged(first + "A=SA B=DA") == ([("false-declaration", 0, "DOK-W4", 4, 10)], [0])
    both = "Apass Apigs A=DA B=H10 C=DA D=D9"
    assert judged(both) == ([("false-declaration", 0, "DOK-W4", 4, 7)], [1])
    assert judged(both + " B=SA C=S9") == judged(both)
    (verdict,) = (one for one in results(both, pigs=True) if isinstance(one, Verdict))
    assert (str(verdict.text), verdict.proof) == ("Anna said pigs, but Carla played DA.", (Card("DA@2"),))
    assert judged("Apass A=DA Bpigs") == ([("illegal-bid", 1, "DOK-W4", 5, 5)], [])


@pytest.mark.rule("DOK-W4")
def test_pigs_are_open_until_the_aces_show_them() -> None:
    told = "Apass Apigs A=DA B=H10 C=CQ D=D9 "
    assert dealt(told, pigs=True).open_words == (4,)
    shown = dealt(told + "A=DA", pigs=True)
    assert (shown.open_words, [one.seat for one in shown.own.pigs]) == ((), [0])
    # Two say so: whose ace comes first refutes the other.
    two = "Apass Apigs Bpigs A=DA"
    assert judged(two) == ([("false-declaration", 1, "DOK-W4", 5, 6)], [])
    assert str(GAME.summary.facts(dealt(two, pigs=True))) == "normal game, Anna pigs"


@pytest.mark.rule("DOK-W3")
def test_nobody_knows_who_takes_an_ace_of_diamonds_once_pigs_may_have_been_said_unheard() -> None:
    """Behind a hole a word may be missing, so that the ace may have been the highest trump of the trick."""

    def leads(words: str, cards: str, *, pigs: bool = True) -> Seat | None:
        deal = dealt(words, pigs=pigs)
        plays = tuple(Play(9 + seat, seat, Card(card)) for seat, card in enumerate(cards.split()))
        doubt = Doubt(GAME.unseen_trumps(replace(deal, phase="play")), leader=0, begun=True, hole=4)
        full = replace(deal, phase="play", open=Trick(plays))
        after, _ = doubt_after_trick(GAME, full, Reading((4,), doubt, ProofMemory()), 3)
        return after.leader if after else None

    fox, other = "D9@1 DA@1 D9@2 CQ@1", "D9@1 D10@1 D9@2 CQ@1"
    assert (leads("Apass", fox), leads("Apass", other), leads("Apass", fox, pigs=False)) == (None, 3, 3)
    assert (leads("Apass Bpigs", fox), leads("Apass Cpigs", fox)) == (1, 3)
    assert (trumps("P")[:2], {*trumps("P")}) == (("DA", "H10"), {*trumps("D")})


@pytest.mark.rule("DOK-W4")
def test_nobody_is_told_of_pigs_where_cards_are_missing() -> None:
    assert [kind for kind, *_ in judged("Apass Apigs A=DA B=D9 / A=SA B=S10 C=DA")[0]] == ["short-trick"]


@pytest.mark.rule("DOK-F1")
def test_trumps_are_one_suit_and_both_copies_are_owed() -> None:
    shown = DealStart(dealer=3, hands={1: tuple(map(Card, ("CQ@1", "CQ@2", "S9@1", "C9@1")))})
    for led, card, broken in (
        ("D9", "C9@1", True),
        ("D9", "CQ@2", False),
        ("C9@2", "CQ@1", True),
        ("C9@2", "C9@1", False),
    ):
        opening, _, *rest = events(f"Apass A={led} B={card}")
        verdicts = [one for stage in fold([opening, shown, *rest]) for one in stage.results if isinstance(one, Verdict)]
        assert bool(verdicts) == broken, (led, card)
        assert {(one.kind, one.seat, one.rule) for one in verdicts} <= {("revoke", 1, "DOK-F1")}


@pytest.mark.rule("DOK-R1")
def test_nothing_shows_a_party_before_both_queens_of_clubs_have_lain() -> None:
    one = "Apass A=CQ B=D9 C=DK D=D9 "
    for text in ("Apass", one, one + "Bdouble"):
        deal = dealt(text)
        assert parties(deal) is None
        assert [GAME.sides.opponent(deal, seat) for seat in range(4)] == [None] * 4
    both = dealt(one + "A=SA B=S9 C=CQ")
    assert parties(both) is not None
    assert [GAME.sides.opponent(both, seat) for seat in range(4)] == [1, 2, 3, 0]
    alone = parties(dealt(one + "A=CQ"))
    assert alone is not None
    assert ({*alone.re}, alone.alone) == ({0}, True)


@pytest.mark.rule("DOK-M1")
def test_a_marriage_is_refuted_by_anybodys_queen_of_clubs() -> None:
    assert faults("Amarriage A=D9 B=CQ") == [("false-declaration", 0, "DOK-M1")]
    assert faults("Amarriage A=CQ B=D9") == []


@pytest.mark.rule("DOK-M2", "DOK-A4")
def test_a_marriage_finds_its_partner_in_three_tricks() -> None:
    found = parties(dealt("Amarriage " + TRICK))
    assert found is not None
    assert ({*found.re}, found.alone) == ({0, 3}, False)
    assert announced(dealt("Amarriage"), "Bdouble") == ["DOK-A4"]
    assert announced(dealt("Amarriage " + TRICK), "Bdouble") == []
    deal = after(3, "Dmarriage")
    assert parties(deal) == parties(replace(deal, tricks=(*deal.tricks, *deal.tricks)))
    assert [announced(after(count, "Dmarriage"), "Bdouble") for count in (2, 3, 4)] == [["DOK-A4"], [], ["DOK-A3"]]


POOR = {"poverty": True}


def of_the_poor(text: str, **options: Value) -> tuple[list[tuple[str, Seat | None, str, int, int]], list[str]]:
    """The verdicts and the errors of a deal with poverty; the first word is event 3."""
    found = results(text, **POOR, **options)
    verdicts = [one for one in found if isinstance(one, Verdict)]
    told: list[tuple[str, Seat | None, str, int, int]]
    told = [(one.kind, one.seat, one.rule, one.event, one.proved) for one in verdicts]
    return told, [str(one.text) for one in found if isinstance(one, ErrorResult)]


@pytest.mark.rule("DOK-B4", "DOK-M3")
def test_the_taker_of_a_poverty_alone_is_its_partner() -> None:
    deal = dealt("Cpass Bpoverty Cleave Dtake A=CQ C=CQ", **POOR)
    assert (game_of(deal), parties(deal), deal.leader) == (("poverty", 1), Parties(frozenset((1, 3))), 0)
    assert of_the_poor("Bpoverty Dtake Dre Cdouble A=CQ B=D9 C=CQ D=DK") == ([], [])
    assert of_the_poor("Bpoverty Dtake Are") == ([("illegal-bid", 0, "DOK-A1", 5, 5)], [])
    assert str(GAME.summary.facts(deal)) == "Berta poverty, taken by Dora"
    assert errors("Bpoverty") == ["poverty is not played at this table"]


@pytest.mark.rule("DOK-B4", "DOK-B2")
def test_a_poverty_goes_before_a_marriage_and_a_solo_before_it() -> None:
    named = {
        "Amarriage Dpoverty": ("poverty", 3),
        "Dpoverty Bpoverty": ("poverty", 1),
        "Apoverty Dqueens": ("queens", 3),
    }
    assert {text: game_of(dealt(text, **POOR)) for text in named} == named
    # What was said to the one behind is no answer to the one before it.
    assert dealt("Dpoverty Aleave Bleave Cpoverty Aleave Bleave", **POOR).phase == "before"
    late = of_the_poor("Apoverty Btake Dqueens")
    assert late == ([], ["Berta has taken the poverty"])


@pytest.mark.rule("DOK-B4")
def test_nothing_is_played_or_announced_before_a_poverty_is_taken() -> None:
    waits = "nobody has taken the poverty of Anna yet"
    assert of_the_poor("Apoverty A=SA") == ([], [f"SA was played, but {waits}"])
    assert of_the_poor("Apoverty Bre") == ([], [waits])
    assert of_the_poor("Apoverty Btake Bre A=SA") == ([], [])
    turns = [outcome(events(f"Bpoverty {text}", **POOR)).turn for text in ("", "Cleave", "Aleave", "Cleave Dleave")]
    assert turns == [2, 3, 2, 0]


@pytest.mark.rule("DOK-B4")
def test_a_poverty_that_all_leave_is_dealt_again_by_the_same_dealer() -> None:
    match = outcome(events("Apoverty Bleave Cleave Dleave", **POOR))
    (result,) = (one.result for one in match.ledger)
    assert (match.running, match.dealer, result.detail.get("void")) == (False, 3, "poverty")
    assert match.total == (0, 0, 0, 0)


@pytest.mark.rule("DOK-B4", "DOK-G1")
def test_a_deal_that_was_thrown_in_is_none_of_the_match() -> None:
    options: dict[str, Value] = {"deals": 2, **POOR}
    match = evening((3, "Apass"), (0, "Bpass"), **options)
    two = evening((3, "Apoverty Bleave Cleave Dleave"), (3, "Apass"), (0, "Bpass"), **options)
    assert [one.book.deals for one in (match, two)] == [1, 1]
    assert two.deal is not None
    assert (two.deal.number, two.running, GAME.course.over(two.rules, 2, two.total, two.book)) == (3, True, None)
    assert GAME.course.over(two.rules, 3, two.total, replace(two.book, deals=2)) is not None
    owing = dealt("", obligatory=True, **{**options, "deals": 4})
    assert owing.own.due == 0


@pytest.mark.rule("DOK-B4")
def test_an_answer_is_for_the_others_of_a_poverty_and_said_once() -> None:
    assert of_the_poor("Apass Btake")[1] == ["there is no poverty to take or to leave"]
    assert of_the_poor("Apoverty Atake")[1] == ["Anna cannot take or leave the own poverty"]
    assert of_the_poor("Apoverty Bleave Btake")[1] == ["Berta has left the poverty already"]
    assert of_the_poor("Apoverty Btake Ctake")[1] == ["Berta has taken the poverty"]


@pytest.mark.rule("DOK-B4")
def test_nothing_is_known_of_two_hands_that_have_passed_cards() -> None:
    hands = {0: tuple(DECK[:12]), 1: tuple(DECK[12:24]), 2: tuple(DECK[24:36])}
    opening, _, *words = events("Apoverty Btake", **POOR)
    deals = [outcome([opening, DealStart(dealer=3, hands=hands), *words[:count]]).deal for count in (1, 2)]
    assert [deal and sorted(deal.hands or {}) for deal in deals] == [[0, 1, 2], [2]]
    # Berta may have what was Anna's, and nobody else.
    layout = GAME.layout(deals[1]) if deals[1] else None
    assert layout is not None
    assert [layout.excludes(seat, DECK[24]) for seat in range(4)] == [True, True, False, True]
    assert not layout.excludes(1, DECK[0])


@pytest.mark.rule("DOK-B4", "DOK-W4")
def test_pigs_of_the_poor_one_go_to_who_takes_them_and_accuse_nobody() -> None:
    told = "Apoverty Apigs Btake A=D9 B=DA C=H10 D=D9 "
    deal = dealt(told, pigs=True, **POOR)
    assert ([(one.seat, one.event) for one in deal.own.pigs], deal.open_words, deal.leader) == ([(1, 4)], (), 1)
    assert of_the_poor(told + "B=CA C=CK D=CK A=DA", pigs=True) == ([], [])
    own = "Apoverty Bpigs Btake A=D9 B=D9 C=DA"
    assert of_the_poor(own, pigs=True) == ([("false-declaration", 1, "DOK-W4", 4, 8)], [])


@pytest.mark.rule("DOK-M3")
def test_a_fourth_trump_refutes_a_poverty_once() -> None:
    three = "Apoverty Btake A=D9 B=CQ C=D9 D=DK B=HQ C=DQ D=HJ A=DQ B=SA C=SK D=SK A=DJ "
    assert of_the_poor(three) == ([], [])
    four = three + "A=CJ"
    found = of_the_poor(four)
    assert found == ([("false-declaration", 0, "DOK-M3", 3, 17)], [])
    assert of_the_poor(four + " B=D10 C=D10 D=HJ A=SJ") == found
    (verdict,) = (one for one in results(four, **POOR) if isinstance(one, Verdict))
    assert str(verdict.text) == "Anna said poverty, and played 4 trumps: at most 3 can have come back."
    assert [card.face for card in verdict.proof or ()] == ["D9", "DQ", "DJ", "CJ"]


@pytest.mark.rule("DOK-A1")
def test_re_and_kontra_are_refuted_by_the_queens_of_clubs() -> None:
    assert faults("Apass Adouble A=CQ") == [("false-declaration", 0, "DOK-A1")]
    assert faults("Apass Bre A=CQ B=D9 C=CQ") == [("false-declaration", 1, "DOK-A1")]
    assert faults("Apass Are A=CQ B=D9 C=CQ") == []
    assert faults("Bqueens Are") == faults("Apass A=CQ Adouble") == [("illegal-bid", 0, "DOK-A1")]


@pytest.mark.rule("DOK-A1", "DOK-M1")
@pytest.mark.parametrize(
    ("text", "line"),
    [("Apass Bre A=CQ B=D9 C=CQ", 4), ("Cpass Amarriage A=D9 B=CQ C=CQ", 4), ("Apass Adouble A=CQ", 4)],
)
def test_a_refuted_word_is_accused_once_and_where_it_was_said(text: str, line: int) -> None:
    (found,) = (one for one in results(text) if isinstance(one, Verdict) and one.kind == "false-declaration")
    assert (found.event, found.card) == (line, None)
    assert [card.face for card in found.proof or ()] == ["CQ"]
    assert found.proved > found.event


@pytest.mark.rule("DOK-A2")
def test_a_refusal_is_a_number_or_every_trick() -> None:
    deal = dealt("Apass A90 Bschwarz")
    assert deal.own.announcements == (SeatCall(0, "90", 4, 12), SeatCall(1, "schwarz", 5, 12))
    assert errors("Apass A90 A90") == ["Anna has said 90 already"]
    assert errors("A90")[0].startswith("no game has been named")
    assert str(GAME.summary.facts(deal)) == "normal game, Anna no 90, Berta schwarz"
    match = outcome(events("Apass"))
    nine, ninety = (VOCABULARY.said(match, Speech(1, words)) for words in (("9",), ("9", "0")))
    assert isinstance(nine, Waiting)
    assert ninety == (Bid(seat=1, call="90"),)


@pytest.mark.rule("DOK-A3")
@pytest.mark.parametrize("nines", [True, False])
def test_each_word_has_its_last_moment(nines: bool) -> None:
    last = {"re": 1, "90": 2, "60": 3, "30": 4, "schwarz": 5}
    found = {
        word: [not announced(after(tricks, "Apass", nines=nines), "A" + word) for tricks in (most, most + 1)]
        for word, most in last.items()
    }
    assert found == {word: [True, False] for word in last}


@pytest.mark.rule("DOK-A3")
def test_an_answer_to_the_other_party_may_come_a_card_later() -> None:
    told = (SeatCall(1, "re", 4, 12), SeatCall(1, "60", 5, 12))
    deals = [after(tricks, "Apass") for tricks in (3, 4, 5)]
    assert [
        announced(replace(deal, own=replace(deal.own, announcements=told[:count])), "Adouble")
        for count in (1, 2)
        for deal in deals
    ] == [["DOK-A3"], ["DOK-A3"], ["DOK-A3"], [], [], ["DOK-A3"]]


TWO = "A=CA B=CK C=C9 D=C9 A=SA B=SK C=S9 D=S9 "
"""Two tricks of Anna's, who leads; each has 10 cards left then."""
THIRD = "A=HA B=HK C=H9 D=H9 "
OPEN = f"Apass {TWO[:20]}A90 {TWO[20:]}{THIRD}Ddouble"
"""Anna's 90 comes with 11 cards, when either party may still be announced; Dora answers with 9, if Anna is of Re."""


def told(text: str) -> list[tuple[str, Seat | None, str, int, int, list[str]]]:
    """Kind, seat, rule, act, proof and its cards of each verdict; the first word is event 3."""
    found = [one for one in results(text) if isinstance(one, Verdict)]
    return [
        (one.kind, one.seat, one.rule, one.event, one.proved, [card.face for card in one.proof or ()]) for one in found
    ]


def heard(text: str) -> tuple[str, int]:
    """What was announced and may count, and how many words are open."""
    deal = dealt(text)
    return str(GAME.summary.facts(deal)).removeprefix("normal game, "), len(deal.open_words)


@pytest.mark.rule("DOK-A5")
def test_a_word_too_late_to_be_the_first_of_its_party_is_of_the_one_that_has_announced() -> None:
    """Carla said Re; a 90 that comes when Kontra cannot be said any more is of Re, whatever the queens show later."""
    answered = f"Apass Cre {TWO}A90 {THIRD}Ddouble"
    assert told(answered) == told(f"{answered} A=DK B=CQ C=CQ") == []
    assert heard(answered) == ("Carla re, Anna no 90, Dora double", 0)
    assert heard(answered.replace("Cre", "Cre Bdouble")) == ("Carla re, Berta double, Anna no 90, Dora double", 1)


@pytest.mark.rule("DOK-A3", "DOK-A5")
def test_an_answer_to_nobody_knows_which_party_is_open_until_the_queens_show_it() -> None:
    assert (told(OPEN), heard(OPEN)) == ([], ("Anna no 90, Dora double", 1))
    for right, left in ((f"{OPEN} A=CQ", 0), (f"{OPEN} A=D9 B=CQ C=DK D=DK", 1)):
        assert (told(right), heard(right)) == ([], ("Anna no 90, Dora double", left))
    wrong = f"{OPEN} A=D9 B=CQ C=CQ"
    assert (told(wrong), heard(wrong)) == ([("illegal-bid", 3, "DOK-A3", 17, 20, ["CQ"])], ("Anna no 90", 0))
    assert told(f"{wrong} D=DK B=S10") == told(wrong)


@pytest.mark.rule("DOK-A5")
def test_a_party_named_later_justifies_the_answer() -> None:
    answered = f"Apass {TWO[:20]}A90 {TWO[20:]}Ddouble "
    assert [heard(answered)[1], heard(f"{answered}Are")[1]] == [1, 0]


@pytest.mark.rule("DOK-A3")
def test_an_answer_can_be_answered_with_one_card_fewer_again() -> None:
    """Kontra came with 9 cards, one fewer than the 90 needs; Re comes with 8, but nothing else does."""
    fourth = "A=H10 B=D9 C=D9 D=DK "
    assert told(f"Apass Are {TWO}A90 {THIRD}Bdouble {fourth}Cre") == []
    assert told(f"Apass Are {TWO}A90 {THIRD}{fourth}Bdouble") == [("illegal-bid", 1, "DOK-A3", 22, 22, [])]


@pytest.mark.rule("DOK-A1", "DOK-A5")
def test_an_open_answer_is_told_once_whatever_the_queens_show_to_be_wrong_with_it() -> None:
    """A queen of Dora's own refutes her Kontra, both of others her Re; a word is told as late or as refuted."""
    for queens in ("A=D9 B=CQ C=DK D=CQ", "A=D9 B=DJ C=DK D=CQ D=D10 A=DJ B=H10 C=CQ"):
        assert told(f"{OPEN} {queens}") == [("false-declaration", 3, "DOK-A1", 17, 21, ["CQ"])]
    answered = OPEN.replace("Ddouble", "Dre")
    assert told(f"{answered} A=D9 B=CQ C=CQ") == [("false-declaration", 3, "DOK-A1", 17, 20, ["CQ"])]
    assert told(f"{answered} A=CQ B=CQ") == [("illegal-bid", 3, "DOK-A3", 17, 18, ["CQ"])]


@pytest.mark.rule("DOK-R1")
def test_nobody_knows_the_parties_where_more_queens_lie_than_there_are() -> None:
    deal = dealt("Apass")
    lain = [
        replace(deal, open=Trick(tuple(Play(4 + seat, seat, Card("CQ")) for seat in range(count)))) for count in (2, 3)
    ]
    assert [*map(parties, lain)] == [Parties(frozenset((0, 1))), None]


@pytest.mark.rule("DOK-A3")
def test_nobody_is_told_of_a_late_answer_where_cards_are_missing() -> None:
    assert [kind for kind, *_ in told(f"{OPEN} A=D9 B=CQ / B=S10 C=CQ")] == ["short-trick"]


@pytest.mark.rule("DOK-S1")
@pytest.mark.parametrize(
    ("re", "kontra", "winner"),
    [
        ((121,), (119,), "re"),
        ((120,), (120,), "double"),
        ((120,), (120, "double"), "re"),
        ((120, "re"), (120, "double"), "double"),
        ((150, "90"), (90,), "double"),
        ((151, "90"), (89,), "re"),
        ((91,), (149, "90"), "re"),
        ((89,), (151, "90"), "double"),
        ((150, "90"), (90, "90"), None),
    ],
)
def test_winning_party(re: tuple[int, str], kontra: tuple[int, str], winner: str | None) -> None:
    sides = [PartyResult(made, 6, said_too) for made, *said_too in (re, kontra)]
    assert won(sides[0], sides[1]) == winner


@pytest.mark.rule("DOK-S2", "DOK-S3", "DOK-S4")
def test_points_of_a_game() -> None:
    def sum_of(re: PartyResult, kontra: PartyResult, *, double: bool = False) -> int:
        return sum(amount for _, amount in game_points(re, kontra, double=double).lines)

    assert sum_of(PartyResult(185, 9), PartyResult(55, 3)) == 3
    assert sum_of(PartyResult(240, 12), PartyResult(0, 0)) == 5
    assert sum_of(PartyResult(185, 9, ("re", "90")), PartyResult(55, 3, ("double",))) == 3 + 1 + 2 + 2
    assert sum_of(PartyResult(185, 9, ("re", "90")), PartyResult(55, 3, ("double",)), double=True) == (3 + 1) * 4
    assert sum_of(PartyResult(125, 6), PartyResult(115, 6, ("90",))) == 1 + 2 + 1 + 1
    assert sum_of(PartyResult(150, 6, ("90",)), PartyResult(90, 6, ("90",))) == 1


SIX = ((3, "Apass"), (0, "Bqueens"), (1, "Cjacks"), (2, "Apass Are"), (3, "Apass"), (0, "Bpass"), (1, "Apass"))
"""Six deals with the same cards each, and the seventh begun: Berta wins her solo with every trick, Carla loses hers."""


@pytest.mark.rule("DOK-S7")
@pytest.mark.parametrize(
    ("begins", "doubled", "left"),
    [
        ("none", [False] * 6, 0),
        ("even", [False] * 6, 0),
        ("heart-trick", [False, True, True, True, True, True], 11),
        ("either", [False, True, True, True, True, True], 11),
        ("five", [False, True, True, True, True, True], 19),
    ],
)
def test_deals_after_one_that_begins_a_bock_round_count_double(begins: str, doubled: list[bool], left: int) -> None:
    match, plain = evening(*SIX, bock=begins), evening(*SIX)
    results = [one.result for one in match.ledger]
    assert [bool(one.detail.get("bock")) for one in results] == doubled
    for one, other, twice in zip(results, plain.ledger, doubled, strict=True):
        assert one.score == tuple((own or 0) * (2 if twice else 1) for own in other.result.score or ())
        assert (
            tuple(sum(int(line.amounts[seat] or 0) for line in one.breakdown.score) for seat in range(4)) == one.score
        )
    assert (match.book.bock, plain.book.bock) == (left, 0)
    grid = GAME.sheet.grid(GAME.title, match.rules, match.book, match.total, results)
    assert [row.worth for row in grid.rows] == ["×2" if twice else "" for twice in doubled]
    last = [*GAME.sheet.lines(GAME.title, match.rules, match.book, match.total, results)][-1]
    told = ([f"To count double: {left}"], f"to count double: {left}") if left else ([], last)
    assert ([str(row.head) for row in grid.foot[:-1]], last) == told
    assert match.deal is not None
    facts = f"normal game, Bock round, {left} left" if left else "normal game"
    assert str(GAME.summary.facts(match.deal)) == facts


_BOTH = "A=CQ B=CQ C=D9 D=DK C=CA D=CK A=C9 B=C9 "
"""The queens of clubs, a trick to Anna, and one out of turn to Carla, so that both parties have one."""


@pytest.mark.rule("DOK-S7")
@pytest.mark.parametrize(
    ("text", "points", "reasons"),
    [
        (f"Apass {_BOTH}", (60, 60, 60, 60), {"even"}),
        (f"Apass {_BOTH}", (60, 61, 60, 59), set[str]()),
        (f"Apass Are {_BOTH}", (60, 60, 60, 60), {"even", "announced"}),
        (f"Apass Cdouble {_BOTH}", (60, 61, 60, 59), {"announced"}),
        (f"Apass Cdouble {_BOTH}", (50, 50, 70, 70), set[str]()),
        (f"Apass A=HA B=HK C=H9 D=H9 {_BOTH}", (61, 60, 60, 59), {"heart-trick"}),
        (f"Apass A=HA B=HK C=H9 D=H10 {_BOTH}", (61, 60, 60, 59), set[str]()),
        ("Apass A=CQ B=CQ C=D9 D=DK", (120, 120, 0, 0), {"black"}),
        ("Aspades A=HA B=HK C=H9 D=H9", (121, 59, 30, 30), {"black"}),
        ("Aqueens A=HK B=HA C=H9 D=H9 B=HA A=CQ", (100, 80, 30, 30), {"solo", "black"}),
    ],
)
def test_facts_that_begin_a_bock_round(text: str, points: tuple[int, ...], reasons: set[str]) -> None:
    for rule, asked in BOCK.items():
        done = score(dealt(text, bock=rule), Won(points, (3,) * 4), DoppelkopfBook(bock=1))
        told = ", ".join(str(BEGINS[reason]) for reason in asked if reason in reasons)
        remarks = [f"4 deals from the next one on count double: {told}"] if told else []
        assert (rule, done.book.bock, [*map(str, done.remarks)]) == (rule, 4 if told else 0, remarks)


@pytest.mark.rule("DOK-S7")
def test_a_line_of_a_slip_can_count_double_where_there_are_bock_rounds() -> None:
    assert [sorted(GAME.slip.factors(dealt(bock=begins).rules)) for begins in ("none", "five")] == [[1], [1, 2]]


@pytest.mark.rule("DOK-G1")
def test_a_match_ends_after_its_deals() -> None:
    match = start(MatchStart(game="doppelkopf", seats=NAMES, options={"deals": 2}))
    told = table_talk.told_by(match, table_talk.players("doppelkopf", Random(1), 1.0), 5)
    assert sum(isinstance(one, DealResult) for one in told.results) == told.deals == 2

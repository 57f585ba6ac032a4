"""Skat, rule by rule (games.md section 12)."""

from dataclasses import replace
from random import Random

import pytest

from controller.games.skat.auction import VALUES
from controller.games.skat.game import GAME
from controller.games.skat.state import DECK, TOTAL, SkatDeal, points, strength, suit_of, trumps
from controller.games.skat.value import game_value, matadors
from controller.games.skat.words import VOCABULARY
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Discard, Event, MatchStart, Played, Seat, Value
from controller.referee.fold import fold, outcome, step
from controller.rules.deal import Play, Trick
from controller.rules.game import Settlement
from controller.rules.results import DealResult, ErrorResult, Result, TrickResult, Verdict
from controller.rules.score.slip import SlipLine
from tests.support.loops import some

NAMES = ("Anna", "Berta", "Carla")
HANDS = tuple(DECK[seat::3][:10] for seat in range(3))


def cards(text: str) -> list[Card]:
    return [Card(word) for word in text.split()]


def opening(**options: Value) -> MatchStart:
    return MatchStart(game="skat", seats=NAMES, options=options)


def said(text: str) -> list[Event]:
    """``B18 Ayes Cpass A:laid``: seats and their words; forehand is Anna."""
    return [
        Discard(seat="ABCD".index(word[0]), count=2)
        if word[1:] == ":laid"
        else Bid(seat="ABCD".index(word[0]), call=word[1:])
        for word in text.split()
    ]


def results(text: str, *more: Event, **options: Value) -> list[Result]:
    events = [opening(**options), DealStart(dealer=2), *said(text), *more]
    return [one for stage in fold(events) for one in stage.results]


def faults(text: str, *more: Event, **options: Value) -> list[tuple[Seat | None, str]]:
    """Who is told of what rule."""
    found = results(text, *more, **options)
    assert [str(one.text) for one in found if isinstance(one, ErrorResult)] == []
    return [(one.seat, one.rule) for one in found if isinstance(one, Verdict)]


def declarer(text: str) -> Seat | None:
    deal = outcome([opening(), DealStart(dealer=2), *said(text)]).deal
    assert deal is not None
    return GAME.auction.taker(deal)


@pytest.mark.rule("SKA-D1", "SKA-H1")
def test_ten_cards_each_and_two_in_the_skat() -> None:
    deal = outcome([opening(), DealStart(dealer=2)]).deal
    assert deal is not None
    places = GAME.layout(deal).places
    assert [place.room for place in places] == [10, 10, 10, 2]
    assert [place.seat for place in places] == [0, 1, 2, None]
    assert (len(DECK), points(DECK)) == (32, TOTAL)


@pytest.mark.rule("SKA-B1", "SKA-B3")
@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Bpass Cpass A18", 0),
        ("B18 Ayes Bpass Cpass", 0),
        ("B18 Apass Cpass", 1),
        ("B18 Ayes B20 Apass C22 Bpass", 2),
        ("Bpass C18 Ayes C20 Ayes Cpass", 0),
        ("B18 Ayes", None),
    ],
)
def test_one_bids_and_another_holds(text: str, who: Seat | None) -> None:
    assert faults(text) == []
    assert declarer(text) == who


@pytest.mark.rule("SKA-B3")
def test_all_passed_is_void_and_the_next_seat_deals() -> None:
    match = outcome([opening(), DealStart(dealer=2), *said("Bpass Cpass Apass"), DealStart(dealer=0)])
    assert match.deal is not None
    assert (match.deal.dealer, match.deal.phase) == (0, "before")


@pytest.mark.rule("SKA-B1", "SKA-B2")
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("A18", (0, "SKA-B1")),
        ("Byes", (1, "SKA-B1")),
        ("B18 A20", (0, "SKA-B1")),
        ("B19", (1, "SKA-B2")),
        ("B18 Apass Cpass A20", (0, "SKA-B1")),
    ],
)
def test_a_bid_against_the_rules(text: str, fault: tuple[Seat, str]) -> None:
    assert faults(text) == [fault]


@pytest.mark.rule("SKA-B1")
def test_a_number_below_the_last_one_accuses_nobody() -> None:
    told = [str(one.text) for one in results("B20 Ayes B18") if isinstance(one, ErrorResult)]
    assert told == ["18 cannot be said; say a number from 21 to 264"]


@pytest.mark.rule("SKA-B2")
def test_the_numbers_are_the_values_of_games() -> None:
    assert VALUES[:12] == (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44)
    assert (VALUES[-2:], len(VALUES)) == ((240, 264), 63)


@pytest.mark.rule("SKA-C1", "SKA-C2", "SKA-C3", "SKA-X1")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B:laid Bhearts", []),
        ("Bhand Bschneider Bschwarz Bouvert Bgrand", []),
        ("Bouvert Bnull", []),
        ("Chearts", [(2, "SKA-C1")]),
        ("Bhearts Bclubs", [(1, "SKA-C1")]),
        ("Bouvert Bhearts", [(1, "SKA-C1")]),
        ("Bhand Bschneider Bnull", [(1, "SKA-C1")]),
        ("Bschneider", [(1, "SKA-C2")]),
        ("B:laid Bhand", [(1, "SKA-C2")]),
        ("Bhand B:laid", [(1, "SKA-X1")]),
        ("A:laid", [(0, "SKA-X1")]),
        ("B:laid B:laid", [(1, "SKA-X1")]),
    ],
)
def test_words_of_the_declarer(text: str, found: list[tuple[Seat, str]]) -> None:
    assert faults(f"B18 Apass Cpass {text}") == found


@pytest.mark.rule("SKA-C3")
def test_null_is_worth_the_number_that_was_bid() -> None:
    assert faults("B24 Apass Cpass Bnull") == [(1, "SKA-C1")]
    assert faults("B24 Apass Cpass Bhand Bnull") == []


@pytest.mark.rule("SKA-P1", "SKA-C1")
def test_forehand_leads_once_a_game_is_named() -> None:
    match = outcome([opening(), DealStart(dealer=2), *said("B18 Apass Cpass Bhearts")])
    assert match.turn == 0


@pytest.mark.rule("SKA-F1")
def test_jacks_are_trumps_and_a_revoke_is_proven_by_a_jack() -> None:
    text = "B18 Apass Cpass Bhearts"
    plays = [Played(seat=seat, card=Card(card)) for seat, card in ((0, "HA"), (1, "H7"), (2, "S7"))]
    late = [Played(seat=seat, card=Card(card)) for seat, card in ((0, "SA"), (1, "S8"), (2, "DJ"))]
    found = [one for one in results(text, *plays, *late) if isinstance(one, Verdict)]
    assert [(one.seat, one.rule) for one in found] == [(2, "SKA-F1")]
    assert faults("B18 Apass Cpass Bnull", *plays, *late[:2], Played(seat=2, card=Card("DJ"))) == []


@pytest.mark.rule("SKA-W1")
def test_the_order_of_the_cards() -> None:
    led = Card("H7")
    ranked = sorted(DECK, key=lambda card: -strength(card, led, "spades"))[:18]
    assert ranked == cards("CJ SJ HJ DJ SA S10 SK SQ S9 S8 S7 HA H10 HK HQ H9 H8 H7")
    assert sorted(DECK, key=lambda card: -strength(card, led, "grand"))[:5] == cards("CJ SJ HJ DJ HA")
    assert sorted(DECK, key=lambda card: -strength(card, led, "null"))[:8] == cards("HA HK HQ HJ H10 H9 H8 H7")
    assert [suit_of(Card("HJ"), game) for game in ("clubs", "grand", "null")] == ["T", "T", "H"]


@pytest.mark.rule("SKA-V1")
@pytest.mark.parametrize(
    ("held", "game", "count"),
    [
        ("CJ SJ DJ", "grand", 2),
        ("SJ HJ DJ", "grand", -1),
        ("", "grand", -4),
        ("CJ SJ HJ DJ HA H10", "hearts", 6),
        ("HK", "hearts", -6),
    ],
)
def test_matadors(held: str, game: str, count: int) -> None:
    assert matadors(cards(held), game) == count
    assert len(trumps("hearts")) == 11


@pytest.mark.rule("SKA-V2", "SKA-V3", "SKA-V4", "SKA-V5", "SKA-S1")
@pytest.mark.parametrize(
    ("game", "announced", "bid", "count", "tricks", "expected"),
    [
        ("diamonds", (), 18, 61, (5, 5), (True, 18)),
        ("diamonds", (), 18, 60, (5, 5), (False, -36)),
        ("diamonds", (), 20, 61, (5, 5), (False, -54)),
        ("grand", (), 18, 90, (8, 2), (True, 72)),
        ("grand", (), 18, 89, (8, 2), (True, 48)),
        ("grand", (), 18, 30, (3, 7), (False, -144)),
        ("clubs", (), 18, 120, (10, 0), (True, 48)),
        ("clubs", (), 18, 120, (9, 1), (True, 36)),
        ("hearts", ("hand",), 18, 70, (6, 4), (True, 30)),
        ("hearts", ("hand", "schneider"), 18, 90, (8, 2), (True, 50)),
        ("hearts", ("hand", "schneider"), 18, 89, (8, 2), (False, -100)),
        ("hearts", ("hand", "schneider", "schwarz"), 18, 120, (10, 0), (True, 70)),
        ("hearts", ("hand", "ouvert"), 18, 110, (9, 1), (False, -160)),
        ("null", (), 18, 0, (0, 10), (True, 23)),
        ("null", ("hand",), 18, 0, (1, 9), (False, -70)),
        ("null", ("ouvert",), 18, 0, (0, 10), (True, 46)),
        ("null", ("hand", "ouvert"), 18, 0, (0, 10), (True, 59)),
    ],
)
def test_the_value_of_a_game(
    game: str, announced: tuple[str, ...], bid: int, count: int, tricks: tuple[int, int], expected: tuple[bool, int]
) -> None:
    """With one matador."""
    found = game_value(game, announced, bid, cards("CJ"), of(count), tricks)
    assert (found.won, found.counted) == expected


def of(count: int) -> list[Card]:
    """Cards that count so much together."""
    random = Random(0)
    for _ in range(100_000):
        drawn = random.sample(DECK, random.randrange(33))
        if points(drawn) == count:
            return drawn
    raise AssertionError(count)


def played_out(events: list[Event]) -> DealResult:
    """The deal after everybody has played, always the first lawful card."""
    hands = [list(hand) for hand in HANDS]
    for _ in range(30):
        match = outcome(events)
        assert match.deal is not None
        assert match.turn is not None
        card = GAME.legal(match.deal, hands[match.turn])[0]
        hands[match.turn].remove(card)
        events.append(Played(seat=match.turn, card=card))
    [done] = [one for stage in fold(events) for one in stage.results if isinstance(one, DealResult)]
    return done


def played(words: str = "", **options: Value) -> DealResult:
    """A deal in which Berta plays spades, everybody always the first lawful card."""
    events: list[Event] = [opening(**options), DealStart(dealer=2), *said(f"B18 Apass Cpass B:laid Bspades {words}")]
    return played_out(events)


@pytest.mark.rule("SKA-S1", "SKA-S2", "SKA-X1")
def test_the_sheet() -> None:
    plain, seeger = played(), played(score="seeger-fabian")
    assert plain.score is not None
    assert plain.points is not None
    assert plain.points[1] + plain.points[0] == TOTAL
    assert (plain.score[0], plain.score[2]) == (0, 0)
    own = plain.score[1] or 0
    assert plain.detail["won"] == (own > 0) == (plain.points[1] > 60)
    assert seeger.score == ((0, own + 50, 0) if own > 0 else (40, own - 50, 40))


def laid(*seats: Seat) -> list[Event]:
    """A card of each of these seats, spades being trump."""
    return [Played(seat=seat, card=HANDS[seat][0]) for seat in seats]


@pytest.mark.rule("SKA-K1", "SKA-K2")
@pytest.mark.parametrize("who", ["anybody", "bidders"])
@pytest.mark.parametrize(
    ("before", "cards", "late", "found"),
    [
        ("Bspades Adouble Bre", [], "", []),
        ("Bspades Adouble", [0], "Bre", []),
        ("Bspades", [0, 1], "Cdouble Bre", []),
        ("Bspades", [0, 1], "Cdouble", []),
        ("Adouble", [], "", [(0, "SKA-K2")]),
        ("Bspades Bdouble", [], "", [(1, "SKA-K1")]),
        ("Bspades", [0], "Adouble", [(0, "SKA-K2")]),
        ("Bspades Bre", [], "", [(1, "SKA-K1")]),
        ("Bspades Adouble Are", [], "", [(0, "SKA-K1")]),
        ("Bspades Adouble", [0, 1], "Bre", [(1, "SKA-K2")]),
    ],
)
def test_kontra_before_the_own_first_card_and_re_before_the_declarers_next(
    who: str, before: str, cards: list[Seat], late: str, found: list[tuple[Seat, str]]
) -> None:
    text = f"B18 Ayes B20 Apass C22 Byes Cpass {before}"
    assert faults(text, *laid(*cards), *said(late), kontra=who) == found


@pytest.mark.rule("SKA-K1")
@pytest.mark.parametrize(
    ("words", "late", "told"),
    [
        ("Adouble", "Cdouble", "Anna has said double already"),
        ("Adouble", "Adouble", "Anna has said double already"),
        ("Adouble Bre", "Bre", "Berta has said re already"),
    ],
)
@pytest.mark.parametrize("seats", [(), (0, 1, 2)])
def test_a_repeated_word_accuses_nobody(words: str, late: str, told: str, seats: tuple[Seat, ...]) -> None:
    text = f"B18 Ayes B20 Apass C22 Byes Cpass Bspades {words}"
    found = results(text, *laid(*seats), *said(late), kontra="bidders")
    assert [one for one in found if isinstance(one, Verdict)] == []
    assert [str(one.text) for one in found if isinstance(one, ErrorResult)] == [told]


@pytest.mark.rule("SKA-K1")
def test_a_silent_opponent_says_kontra_where_anybody_may() -> None:
    text = "B18 Apass Cpass Bspades Cdouble"
    assert faults(text, kontra="anybody") == []
    assert faults(text, kontra="bidders") == [(2, "SKA-K1")]
    assert faults(f"{text} Cdouble", kontra="bidders") == [(2, "SKA-K1")]


@pytest.mark.rule("SKA-K1")
@pytest.mark.parametrize("word", ["Adouble", "Bre"])
def test_where_kontra_is_not_played_nobody_is_accused_of_it(word: str) -> None:
    found = results(f"B18 Ayes Bpass Cpass Aspades {word}")
    assert [one for one in found if isinstance(one, Verdict)] == []
    assert [str(one.text) for one in found if isinstance(one, ErrorResult)] == [
        "Kontra and Re are not played at this table"
    ]


@pytest.mark.rule("SKA-K3")
@pytest.mark.parametrize(("words", "times"), [("", 1), ("Adouble", 2), ("Adouble Bre", 4)])
def test_kontra_doubles_the_value_of_the_game_and_nothing_beside_it(words: str, times: int) -> None:
    single, seeger = played(), played(score="seeger-fabian")
    doubled = played(words, kontra="anybody")
    both = played(words, kontra="anybody", score="seeger-fabian")
    assert single.score is not None
    assert seeger.score is not None
    own = single.score[1] or 0
    assert doubled.score == (0, times * own, 0)
    assert both.score == tuple((of or 0) + (times - 1) * own * (seat == 1) for seat, of in enumerate(seeger.score))
    for done in some((doubled, both)):
        lines = done.breakdown.score
        assert done.score == tuple(sum(line.amounts[seat] or 0 for line in lines) for seat in range(3))


@pytest.mark.rule("SKA-K3", "SKA-V5")
@pytest.mark.parametrize(("words", "lost"), [("", 54), ("Adouble", 108), ("Adouble Bre", 216)])
def test_kontra_does_not_help_who_has_overbid(words: str, lost: int) -> None:
    """Twenty were bid, and diamonds with one matador are worth 18: the loss is of 27, as in pagat's example."""
    text = f"B18 Ayes B20 Apass Cpass B:laid Bdiamonds {words}"
    match = outcome([opening(kontra="anybody"), DealStart(dealer=2), *said(text)])
    assert match.deal is not None
    mine, skat = cards("CJ DA D10 DK DQ D9 D8 D7 C7 C8"), cards("H7 H8")
    theirs = [card for card in DECK if card not in (*mine, *skat)]
    hands = (theirs[:10], mine, theirs[10:])
    tricks = tuple(
        Trick(tuple(Play(number, seat, hand[number]) for seat, hand in enumerate(hands)), 1 if number < 6 else 0)
        for number in range(10)
    )
    done = GAME.settle(replace(match.deal, tricks=tricks), None, (0, 0, 0))
    assert isinstance(done, Settlement)
    assert 60 < done.points[1] < 90
    assert (done.score, done.detail["overbid"]) == ((0, -lost, 0), True)


@pytest.mark.rule("SKA-K3")
def test_the_sheet_and_the_table_say_who_doubled() -> None:
    rules = outcome([opening(kontra="anybody")]).rules
    heads = [str(GAME.sheet.head(rules, played(words, kontra="anybody"))) for words in ("", "Adouble", "Adouble Bre")]
    assert heads == ["1 Berta spades", "1 Berta spades, double", "1 Berta spades, double, re"]
    match = outcome([opening(kontra="anybody"), DealStart(dealer=2), *said("B18 Apass Cpass Bspades Adouble Bre")])
    assert match.deal is not None
    assert str(GAME.summary.facts(match.deal)) == "trump S (Berta), double (Anna), re (Berta)"


PASSED = "Bpass Cpass Apass"


@pytest.mark.rule("SKA-R1")
def test_all_passed_is_ramsch_where_it_is_played() -> None:
    match = outcome([opening(ramsch=True), DealStart(dealer=2), *said(PASSED)])
    assert match.deal is not None
    assert (match.running, match.deal.phase, match.turn) == (True, "play", 0)
    assert (GAME.auction.taker(match.deal), str(GAME.summary.facts(match.deal))) == (None, "Ramsch")
    assert [place.room for place in GAME.layout(match.deal).places] == [10, 10, 10, 2]


@pytest.mark.rule("SKA-R1", "SKA-F1", "SKA-W1")
def test_in_ramsch_the_jacks_alone_are_trump() -> None:
    plays = [Played(seat=seat, card=Card(card)) for seat, card in ((0, "HA"), (1, "DJ"), (2, "H7"), (1, "H8"))]
    assert faults(PASSED, *plays, ramsch=True) == [(1, "SKA-F1")]
    assert faults(PASSED, *plays[:2], Played(seat=2, card=Card("H7")), ramsch=True) == []
    led = [Played(seat=seat, card=Card(card)) for seat, card in ((0, "CJ"), (1, "SA"), (2, "D7"), (0, "H7"), (1, "HJ"))]
    assert faults(PASSED, *led, ramsch=True) == [(1, "SKA-F1")]
    assert [suit_of(Card(card), "ramsch") for card in ("HJ", "HA")] == ["T", "H"]
    ranked = sorted(DECK, key=lambda card: -strength(card, Card("H7"), "ramsch"))
    assert ranked[:11] == cards("CJ SJ HJ DJ HA H10 HK HQ H9 H8 H7")


@pytest.mark.rule("SKA-R1", "SKA-K1")
@pytest.mark.parametrize("word", ["Adouble", "Bre"])
def test_nobody_doubles_a_ramsch(word: str) -> None:
    assert faults(f"{PASSED} {word}", ramsch=True, kontra="anybody") == [("AB".index(word[0]), "SKA-K1")]


@pytest.mark.rule("SKA-R1")
def test_nobody_claims_in_ramsch_and_nobody_is_accused_of_it() -> None:
    found = results(f"{PASSED} Aclaim", ramsch=True)
    assert [one for one in found if isinstance(one, Verdict)] == []
    assert [str(one.text) for one in found if isinstance(one, ErrorResult)] == ["in Ramsch every trick is played"]


def taken(winners: str, seed: int | None = None) -> SkatDeal:
    """A Ramsch in which tricks of any cards go to these players, the first two cards being the skat."""
    deck = [*DECK]
    if seed is not None:
        Random(seed).shuffle(deck)
    match = outcome([opening(ramsch=True), DealStart(dealer=2), *said(PASSED)])
    assert match.deal is not None
    tricks = tuple(
        Trick(tuple(Play(number, seat, deck[2 + 3 * number + seat]) for seat in range(3)), "ABC".index(winner))
        for number, winner in enumerate(winners)
    )
    deal: SkatDeal = replace(match.deal, tricks=tricks)
    return deal


@pytest.mark.rule("SKA-R2", "SKA-R3", "SKA-R4")
@pytest.mark.parametrize(
    ("winners", "points_won", "score"),
    [
        ("AAAAAAAABC", (90, 15, 15), (-90, 0, 0)),
        ("AAAABBBBCC", (45, 45, 30), (-45, -45, 0)),
        ("ABAACCCACC", (60, 0, 60), (-60, 0, -60)),
        ("AAAAAAAAAB", (105, 15, 0), (-210, 0, 0)),
        ("AAAABBBABB", (60, 60, 0), (-120, -120, 0)),
        ("BBBBBBBBBB", (0, 120, 0), (0, 120, 0)),
    ],
)
def test_most_points_in_ramsch_lose(winners: str, points_won: tuple[int, ...], score: tuple[int, ...]) -> None:
    """The skat counts 15, and goes with the last trick."""
    for name, rules in some((("plain", opening()), ("seeger-fabian", opening(score="seeger-fabian")))):
        done = GAME.settle(replace(taken(winners), rules=outcome([rules]).rules), None, (0, 0, 0))
        assert isinstance(done, Settlement)
        assert (name, done.points, done.score) == (name, points_won, score)
        lines = done.breakdown.score
        assert done.score == tuple(sum(line.amounts[seat] or 0 for line in lines) for seat in range(3))


@pytest.mark.rule("SKA-R3")
def test_nobody_loses_where_all_three_are_level() -> None:
    done = GAME.settle(taken("AAABCACCBB", 0), None, (0, 0, 0))
    assert isinstance(done, Settlement)
    assert (done.points, done.score) == ((40, 40, 40), (0, 0, 0))


@pytest.mark.rule("SKA-R3")
def test_the_sheet_names_a_ramsch() -> None:
    rules, deal = outcome([opening(ramsch=True)]).rules, taken("AAAAAAAABC")
    done = GAME.settle(deal, None, (0, 0, 0))
    assert isinstance(done, Settlement)
    result = DealResult(3, done.points, (8, 1, 1), done.score, done.total, done.detail)
    assert str(GAME.sheet.head(rules, result)) == "3 Ramsch"


@pytest.mark.rule("SKA-R3", "SKA-R4")
@pytest.mark.parametrize("seed", range(40))
def test_the_score_of_ramsch_agrees_with_a_second_reading_and_fits_a_slip(seed: int) -> None:
    random = Random(seed)
    hands = [*DECK]
    random.shuffle(hands)
    held, skat = [hands[2 + seat :: 3] for seat in range(3)], hands[:2]
    events = [opening(ramsch=True), DealStart(dealer=2), *said(PASSED)]
    match, told = outcome(events), list[Result]()
    for number in range(30):
        assert match.deal is not None
        assert match.turn is not None
        card = random.choice(GAME.legal(match.deal, held[match.turn]))
        held[match.turn].remove(card)
        match, found = step(match, len(events) + 1 + number, Played(seat=match.turn, card=card))
        told += found
    assert [one for one in told if isinstance(one, Verdict | ErrorResult)] == []
    tricks = [one for one in told if isinstance(one, TrickResult)]
    [done] = [one for one in told if isinstance(one, DealResult)]
    worth = [sum(int(one.points or 0) for one in tricks if one.winner == seat) for seat in range(3)]
    last = tricks[-1].winner
    assert last is not None
    worth[last] += points(skat)
    winners = {one.winner for one in tricks}
    if len(winners) == 1:
        lost = [120 * (seat in winners) for seat in range(3)]
    else:
        times = 2 if len(winners) == 2 else 1
        lost = [-times * own * (own == max(worth) and worth != [40] * 3) for own in worth]
    assert (done.points, done.score) == (tuple(worth), tuple(lost))
    assert GAME.slip.fault(match.rules, SlipLine(points=tuple(lost))) is None


@pytest.mark.rule("SKA-R3", "SKA-R4")
@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ((-41, 0, 0), True),
        ((0, -120, 0), True),
        ((0, 0, -240), True),
        ((-122, 0, 0), True),
        ((-60, -60, 0), True),
        ((-120, 0, -120), True),
        ((0, 120, 0), True),
        ((0, 68, 0), True),
        ((-86, 40, 40), True),
        ((-40, 0, 0), False),
        ((-121, 0, 0), False),
        ((-61, -61, 0), False),
        ((-50, -51, 0), False),
        ((-45, -45, -45), False),
    ],
)
def test_a_slip_of_ramsch(line: tuple[int, ...], fits: bool) -> None:
    rules = outcome([opening(ramsch=True, score="seeger-fabian")]).rules
    assert (GAME.slip.fault(rules, SlipLine(points=line)) is None) is fits


FOUR = (*NAMES, "Dora")


def of_four(text: str, *more: Event, **options: Value) -> list[Event]:
    """A deal at a table of four that Dora deals, so that forehand is Anna."""
    return [MatchStart(game="skat", seats=FOUR, options=options), DealStart(dealer=3), *said(text), *more]


def told(events: list[Event]) -> list[Verdict | ErrorResult]:
    return [one for stage in fold(events) for one in stage.results if isinstance(one, Verdict | ErrorResult)]


@pytest.mark.rule("SKA-D2", "SKA-P1")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_at_a_table_of_four_sits_out(dealer: int) -> None:
    opened = MatchStart(game="skat", seats=FOUR)
    match = outcome([opened, DealStart(dealer=dealer)])
    assert match.deal is not None
    fore, middle, rear = ((dealer + step) % 4 for step in (1, 2, 3))
    assert {*match.deal.seats} == {fore, middle, rear}
    assert [(place.seat, place.room) for place in GAME.layout(match.deal).places] == [
        *((seat, 10) for seat in range(4) if seat != dealer),
        (None, 2),
    ]
    assert [GAME.summary.remark(match.deal, (seat,)) for seat in (dealer, fore)] == ["sits out", None]
    bids = [Bid(seat=middle, call="pass"), Bid(seat=rear, call="18"), Bid(seat=fore, call="yes")]
    spoken: list[Event] = [
        opened,
        DealStart(dealer=dealer),
        *bids,
        Bid(seat=rear, call="pass"),
        Bid(seat=fore, call="grand"),
    ]
    assert told(spoken) == []
    begun = outcome(spoken)
    assert begun.deal is not None
    assert (begun.turn, GAME.auction.taker(begun.deal)) == (fore, fore)
    assert GAME.sides.opponent(begun.deal, fore) == middle
    assert [GAME.sides.opponent(begun.deal, seat) for seat in (middle, rear)] == [fore, fore]
    passed = [Bid(seat=seat, call="pass") for seat in (middle, rear, fore)]
    assert outcome([opened, DealStart(dealer=dealer), *passed]).dealer == fore


@pytest.mark.rule("SKA-D2")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dpass", [(3, "SKA-B1")]),
        ("D18", [(3, "SKA-B1")]),
        ("B18 Dyes", [(3, "SKA-B1")]),
        ("B18 Apass Cpass Dgrand", [(3, "SKA-C1")]),
        ("B18 Apass Cpass D:laid", [(3, "SKA-X1")]),
        ("B18 Apass Cpass Bspades Ddouble", [(3, "SKA-K1")]),
        ("B18 Apass Cpass Bspades Adouble Dre", [(3, "SKA-K1")]),
    ],
)
def test_a_word_of_who_sits_out_is_told_with_its_rule(text: str, found: list[tuple[Seat, str]]) -> None:
    faulty = [one for one in told(of_four(text, kontra="anybody")) if isinstance(one, Verdict)]
    assert [(one.seat, one.rule) for one in faulty] == found


@pytest.mark.rule("SKA-D2")
def test_a_player_who_sits_out_has_no_claim_no_hand_and_no_card() -> None:
    begun = "B18 Apass Cpass B:laid Bspades"
    assert [str(one.text) for one in told(of_four(f"{begun} Dclaim"))] == ["Dora deals and has no cards"]
    shown = DealStart(dealer=3, hands={3: HANDS[0]})
    assert [str(one.text) for one in told([of_four("")[0], shown])] == ["Dora deals and has no cards"]
    [card] = told(of_four(begun, Played(seat=3, card=Card("HA"))))
    assert isinstance(card, Verdict)
    assert (card.kind, str(card.text)) == ("impossible-card", "Dora played HA, but is out of this deal.")


def played_by_four(**options: Value) -> DealResult:
    """The deal that three have played before, with Dora as its dealer."""
    events = of_four("B18 Apass Cpass B:laid Bspades", **options)
    return played_out(events)


@pytest.mark.rule("SKA-S3", "SKA-D2")
def test_at_a_table_of_four_each_other_player_gets_thirty_for_a_lost_game() -> None:
    three, plain = played(), played_by_four()
    lost = played_by_four(score="seeger-fabian")
    assert three.score is not None
    assert three.points is not None
    own = three.score[1] or 0
    assert own < 0
    assert (plain.points, plain.score) == ((*three.points, 0), (*three.score, 0))
    assert lost.score == (30, own - 50, 30, 30)
    rules = outcome(of_four("", score="seeger-fabian")).rules
    assert GAME.slip.fault(rules, SlipLine(points=tuple(one or 0 for one in lost.score))) is None
    assert GAME.slip.fault(rules, SlipLine(points=(40, own - 50, 40, 40))) is not None
    assert GAME.slip.fault(rules, SlipLine(points=(30, own - 50, 30, 0))) is not None


@pytest.mark.rule("SKA-R3", "SKA-D2")
def test_a_player_who_sits_out_has_no_part_in_ramsch() -> None:
    match = outcome(of_four(PASSED, ramsch=True))
    assert match.deal is not None
    deal = replace(match.deal, tricks=taken("AAAAAAAABC").tricks)
    done = GAME.settle(deal, None, (0, 0, 0, 0))
    assert isinstance(done, Settlement)
    assert (done.points, done.score) == ((90, 15, 15, 0), (-90, 0, 0, 0))


@pytest.mark.rule("SKA-X2")
def test_the_skat_is_known_to_the_declarer_alone() -> None:
    shown = DealStart(dealer=2, hands={1: HANDS[1], 0: HANDS[0]})
    for text, where in (("B:laid Bhearts", {1, 3}), ("Bhand Bhearts", {1})):
        deal = outcome([opening(), shown, *said(f"B18 Apass Cpass {text}")]).deal
        assert deal is not None
        known = GAME.layout(deal).known
        assert all(known[card] == where for card in HANDS[1])
        assert all(known[card] == {0} for card in HANDS[0])


def test_every_word_has_a_card() -> None:
    assert {
        "yes",
        "grand",
        "null",
        "hand",
        "schneider",
        "schwarz",
        "ouvert",
        "double",
        "re",
        "laid-away",
    } <= VOCABULARY.words | VOCABULARY.bids

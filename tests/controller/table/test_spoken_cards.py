"""Words with cards beside them: which cards are shown, and which are played."""

from dataclasses import replace

import pytest

from controller.record.cards import Card
from controller.record.events import Bid, Call, DealStart, Declare, Discard, Dog, Event, Exchange, MatchStart, Played
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from tests.support.spoken_talk import Listener, away, card, word
from vision.base.observation import CardSeen, Laid

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil")


def handjass(seats: int = 4) -> AnyMatch:
    """All are in; seat 0 leads."""
    said = [Bid(seat=seat, call="in") for seat in range(seats)]
    return after("handjass", seats, DealStart(dealer=seats - 1, turned=Card("H6" if seats == 4 else "HA")), *said)


def tarot(*events: Event, seats: int = 4) -> AnyMatch:
    """Seat 0 takes with a prise and leads."""
    passes = [Bid(seat=seat, call="pass") for seat in range(1, seats)]
    return after("tarot", seats, DealStart(dealer=seats - 1), Bid(seat=0, call="prise"), *passes, *events)


def after(game: str, seats: int, *events: Event) -> AnyMatch:
    match = start(MatchStart(game=game, seats=NAMES[:seats]))
    for number, event in enumerate(events, 2):
        match, _ = step(match, number, event)
    return match


def cards(seat: int, seats: int, names: str) -> list[Laid]:
    return [card(name, seat, seats) for name in names.split()]


WEIS, ACE = word("weis-20", 0, 4), card("SA", 0, 4)
SHOWN = cards(0, 4, "SA SK SQ")
TRIO = tuple(map(Card, ("SA", "SK", "SQ")))
BARE, FULL = Declare(seat=0, what="weis", points=20), Declare(seat=0, what="weis", points=20, cards=TRIO)
LED, NEXT = Played(seat=0, card=Card("SA")), Played(seat=1, card=Card("S7"))
ANSWER = card("S7", 1, 4)

WAYS: dict[str, tuple[list[CardSeen], list[Event]]] = {
    "said, taken back, played": ([WEIS, *away([WEIS]), ACE], [BARE, LED]),
    "said, played, left lying": ([WEIS, ACE, ANSWER, *away([WEIS])], [BARE, LED, NEXT]),
    "said, played, taken back": ([WEIS, ACE, *away([WEIS]), ANSWER], [BARE, LED, NEXT]),
    "said, played, the card taken up": ([WEIS, ACE, *away([ACE]), ANSWER], [BARE, LED, NEXT]),
    "shown, all taken back, played": ([WEIS, *SHOWN, *away([*SHOWN, WEIS]), ACE], [FULL, LED]),
    "shown, the word taken back first": ([WEIS, *SHOWN, *away([WEIS, *SHOWN]), ACE], [FULL, LED]),
    "shown, the word left lying": ([WEIS, *SHOWN, *away(SHOWN), ACE, *away([WEIS]), ANSWER], [FULL, LED, NEXT]),
    "shown, the next player hasty": ([WEIS, *SHOWN, ANSWER], [FULL, NEXT]),
    "shown and left there, another card played": (
        [WEIS, *SHOWN, card("D6", 0, 4), *away(SHOWN), ANSWER],
        [FULL, Played(seat=0, card=Card("D6")), NEXT],
    ),
    "shown, all but the one that is played taken back": ([WEIS, *SHOWN, *away(SHOWN[1:]), ANSWER], [FULL, LED, NEXT]),
    "the same, with the word taken back": ([WEIS, *SHOWN, *away([WEIS, *SHOWN[1:]]), ANSWER], [FULL, LED, NEXT]),
    "shown and put straight": ([WEIS, *SHOWN, *away(SHOWN[:1]), *SHOWN[:1], *away(SHOWN), ACE], [FULL, LED]),
    "put straight and played": (
        [WEIS, *SHOWN, *away(SHOWN[:1]), *SHOWN[:1], *away(SHOWN[1:]), ANSWER],
        [FULL, LED, NEXT],
    ),
    "two Weis, both shown": (
        [WEIS, *SHOWN, *away([WEIS]), word("weis-50", 0, 4), *cards(0, 4, "H6 H7 H8 H9"), *away([*SHOWN]), ANSWER],
        [FULL, Declare(seat=0, what="weis", points=50, cards=tuple(map(Card, ("H6", "H7", "H8", "H9")))), NEXT],
    ),
    "two Weis": ([WEIS, *away([WEIS]), WEIS, *away([WEIS]), ACE], [BARE, BARE, LED]),
    "a word of another player, out of turn": (
        [WEIS, word("stock", 1, 4)],
        [BARE, Declare(seat=1, what="stock")],
    ),
    "the next player's word": (
        [WEIS, ACE, word("weis-50", 1, 4), ANSWER, *away([WEIS]), card("S8", 2, 4)],
        [BARE, LED, Declare(seat=1, what="weis", points=50), NEXT, Played(seat=2, card=Card("S8"))],
    ),
}


@pytest.mark.every
@pytest.mark.parametrize("way", WAYS)
def test_a_weis_is_said_with_the_cards_that_were_shown_and_before_the_card_that_is_played(way: str) -> None:
    seen, events = WAYS[way]
    assert Listener(handjass()).see(*seen).events == events


def test_a_trick_that_is_gathered_has_the_card_beside_the_last_word() -> None:
    trick = [card(name, seat, 4) for seat, name in enumerate(("SA", "S7", "S8"))]
    table = Listener(handjass()).see(*trick, word("weis-20", 3, 4), card("S9", 3, 4), *away([trick[0]]))
    assert table.events[-2:] == [Declare(seat=3, what="weis", points=20), Played(seat=3, card=Card("S9"))]


def test_cards_that_were_shown_are_no_matter_of_the_tables() -> None:
    table = Listener(handjass()).see(WEIS, *SHOWN, *away([WEIS]))
    assert [table.asides.interpret(table.match, one, 1.0) for one in away(SHOWN)] == [()] * len(SHOWN)


def test_open_words_are_said_at_the_end() -> None:
    table = Listener(handjass()).see(WEIS, ACE)
    assert table.asides.finish(table.match) == (replace(BARE, t=1.0, src="camera"), ACE)


def test_an_exchange_is_said_by_both_cards_in_whatever_order() -> None:
    events = [
        Listener(handjass(3)).see(word("exchange", 1, 3), *cards(1, 3, names)).events for names in ("H6 HA", "HA H6")
    ]
    assert events == [[Exchange(seat=1, gives=Card("H6"), takes=Card("HA"))]] * 2


def test_a_card_beside_an_exchange_that_was_taken_back_is_not_part_of_it() -> None:
    wrong = card("S9", 1, 3)
    table = Listener(handjass(3)).see(word("exchange", 1, 3), wrong, *away([wrong]), *cards(1, 3, "H6 HA"))
    assert table.events == [Exchange(seat=1, gives=Card("H6"), takes=Card("HA"))]


@pytest.mark.parametrize(("held", "called"), [("", "HK"), ("HK", "HQ"), ("HK HQ", "HN"), ("HQ HK", "HN")])
def test_the_called_card_is_the_highest_court_that_is_not_shown(held: str, called: str) -> None:
    table = Listener(tarot(seats=5)).see(word("call", 0, 5), *cards(0, 5, held))
    assert ([*table.events], table.see(word("hearts", 0, 5)).events) == ([], [Call(seat=0, card=Card(called))])


def test_a_call_with_a_card_of_another_suit_is_not_guessed_at() -> None:
    table = Listener(tarot(seats=5)).see(word("call", 0, 5), card("SK", 0, 5), word("hearts", 0, 5))
    assert (table.events, "SK cannot lie beside" in table.asides.notice) == ([], True)


@pytest.mark.parametrize("names", ["nobody", "call nobody"])
def test_nobody_is_called(names: str) -> None:
    table = Listener(tarot(seats=5)).see(*(word(name, 0, 5) for name in names.split()))
    assert table.events == [Call(seat=0, card=None)]


DOG = Dog(cards=tuple(map(Card, ("S1", "S2", "S3", "S4", "S5", "T2"))))


@pytest.mark.parametrize(
    ("shown", "discard"),
    [
        ("", Discard(seat=0, count=6)),
        ("T2 T5", Discard(seat=0, count=6, shown=(Card("T2"), Card("T5")))),
        ("S1 S2 S3 S4 S5 T2", Discard(seat=0, count=6, shown=(Card("T2"),), cards=DOG.cards)),
    ],
)
def test_cards_are_laid_away_with_the_trumps_among_them_shown(shown: str, discard: Discard) -> None:
    laid = cards(0, 4, shown)
    table = Listener(tarot(DOG)).see(*laid, word("laid-away", 0, 4))
    assert (table.events, table.match.verdicts) == ([discard], () if shown != "T2 T5" else table.match.verdicts)
    assert table.see(*away(laid), card("S6", 0, 4)).events == [discard, Played(seat=0, card=Card("S6"))]


def test_a_taker_who_leads_without_a_word_has_played_once_the_next_card_comes() -> None:
    table = Listener(tarot(DOG)).see(card("S6", 0, 4))
    assert ([*table.events], table.see(card("S7", 1, 4)).events) == (
        [],
        [Played(seat=0, card=Card("S6")), Played(seat=1, card=Card("S7"))],
    )


def test_a_poignee_is_said_with_the_trumps_shown() -> None:
    trumps = " ".join(f"T{rank}" for rank in range(21, 11, -1))
    laid = [word("poignee-single", 0, 4), *cards(0, 4, trumps)]
    said = Declare(seat=0, what="poignee", size="single", cards=tuple(map(Card, trumps.split())))
    table, other = Listener(tarot(DOG, Discard(seat=0, count=6))), card("S6", 0, 4)
    assert table.see(*laid, *away(laid), other).events == [said, Played(seat=0, card=Card("S6"))]
    left = Listener(tarot(DOG, Discard(seat=0, count=6))).see(*laid, other, *away(laid))
    assert left.events == table.events

"""Cards in places of the mat, duels, and draws: events by where and when they lie."""

import pytest

from controller.record.cards import Card
from controller.record.events import Bid, Choose, DealStart, Dog, Draw, Duel, Event, MatchStart, Played, Upcard, Void
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.table.asides import Asides
from controller.table.attribution import Attributed
from controller.table.special_places import speaker_at
from tests.support.spoken_talk import Listener, away, card, placed, word
from tests.support.table_talk import record
from vision.base.observation import Laid
from vision.mat.layout import PLACES, PlaceKind
from vision.mat.seating import Seating

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil")


def after(game: str, seats: int, *events: Event) -> AnyMatch:
    match = start(MatchStart(game=game, seats=NAMES[:seats]))
    for number, event in enumerate(events, 2):
        match, _ = step(match, number, event)
    return match


def on(kind: PlaceKind, seats: int, names: str) -> list[Laid]:
    return [placed(name, kind, seats) for name in names.split()]


@pytest.mark.parametrize("seats", sorted(PLACES))
def test_a_word_on_any_side_of_the_place_for_commands_is_the_tables_as_far_as_a_card_may_be_misplaced(
    seats: int,
) -> None:
    """Where a seat's area begins sooner the word is that seat's; farther away it is nobody's."""
    seating = Seating.of(seats)
    [area] = [place.area for place in PLACES[seats] if "place-commands" in place.kinds]
    x, y = (area.left_mm + area.right_mm) / 2, (area.top_mm + area.bottom_mm) / 2
    for off, owner in ((seating.reach_mm - 1, "table"), (seating.reach_mm + 1, None)):
        sides = ((area.left_mm - off, y), (area.right_mm + off, y), (x, area.top_mm - off), (x, area.bottom_mm + off))
        for place in sides:
            near = seating.near(place)
            inside = seating.at(place)
            expected = inside if inside is not None else owner if owner else near[0] if len(near) == 1 else None
            assert speaker_at(place, seating, seats) == expected


TAKEN = [Bid(seat=0, call="garde"), *(Bid(seat=seat, call="pass") for seat in (1, 2, 3))]
SIX = "S1 S2 S3 S4 S5 T2"


def test_the_dog_is_shown_when_all_of_it_lies_there() -> None:
    table = Listener(after("tarot", 4, DealStart(dealer=3), *TAKEN))
    *first, last = on("dog", 4, SIX)
    assert table.see(*first).events == []
    assert table.see(last).events == [Dog(cards=tuple(map(Card, SIX.split())))]
    assert table.see(*away([*first, last])).events == table.events[:1]


def test_a_dog_turned_too_early_is_told_and_counts_once_the_auction_is_over() -> None:
    table = Listener(after("tarot", 4, DealStart(dealer=3)))
    table.see(*on("dog", 4, SIX))
    assert (table.events, table.asides.notice) == ([], "the dog was shown, but it is for Anna to speak")
    for seat, call in enumerate(("garde", "pass", "pass", "pass")):
        laid = word(call, seat, 4)
        table.see(laid, *away([laid]))
    assert table.events == [*TAKEN, Dog(cards=tuple(map(Card, SIX.split())))]


def test_a_card_that_no_tarot_has_makes_no_dog() -> None:
    table = Listener(after("tarot", 4, DealStart(dealer=3), *TAKEN)).see(*on("dog", 4, "S1 S2 S3 S4 S5 SA"))
    assert (table.events, "SA" in table.asides.notice) == ([], True)


@pytest.mark.parametrize(("game", "seats"), [("mittlere", 3), ("coiffeur", 4), ("molotow", 4)])
def test_a_place_without_a_meaning_in_this_game_is_left_to_the_table(game: str, seats: int) -> None:
    laid, match = placed("SA", "dog", seats), after(game, seats, DealStart(dealer=0))
    asides, (lifted,) = Asides(), away([laid])
    (card,), lifts = asides.interpret(match, laid, 1.0), asides.interpret(match, lifted, 1.0)
    assert isinstance(card, Attributed)
    assert (card.observation, lifts) == (laid, (lifted,))


def test_the_card_turned_up_begins_a_deal_whose_dealer_is_known() -> None:
    up = placed("HA", "upcard", 2)
    voided = after("handjass", 2, DealStart(dealer=1, turned=Card("S9")), Void(why="misdeal"))
    assert Listener(voided).see(up).events == [DealStart(dealer=1, turned=Card("HA"))]
    first = Listener(after("handjass", 2)).see(up)
    assert ([*first.events], first.see(word("new-deal", 0, 2)).events) == ([], [DealStart(dealer=0, turned=Card("HA"))])


def test_with_four_players_the_card_turned_up_lies_before_the_dealer() -> None:
    table, laid = Listener(after("handjass", 4)), card("HA", 2, 4)
    assert table.see(word("new-deal", 2, 4)).asides.notice == "Carla deals: turn the trump card up"
    assert table.see(laid, *away([laid])).events == [DealStart(dealer=2, turned=Card("HA"))]


def duel(*bids: str, up: str = "D5") -> Listener:
    match = after("condor", 2, DealStart(dealer=0), Upcard(card=Card(up)))
    return Listener(match).see(*(card(bid, "SH".index(bid[0]) ^ 1, 2) for bid in bids))


def test_a_duel_is_of_one_card_before_each_seat() -> None:
    assert [duel(*bids.split()).events for bids in ("H7", "H7 H8 S9", "S9 H7")] == [
        [],
        [],
        [Duel(cards={0: Card("H7"), 1: Card("S9")})],
    ]


def test_a_bid_that_was_taken_back_is_none() -> None:
    table = duel("H7").see(*away([card("H7", 0, 2)]), card("H8", 0, 2), card("S9", 1, 2))
    assert table.events == [Duel(cards={0: Card("H8"), 1: Card("S9")})]


def test_a_round_of_condor_is_said_by_cards_left_lying() -> None:
    table = Listener(after("condor", 2, DealStart(dealer=0), Void(why="misdeal")))
    laid = [placed("D5", "upcard", 2), card("H7", 0, 2), card("S7", 1, 2), word("leave", 0, 2)]
    table.see(*laid, *away(laid), placed("C9", "upcard", 2))
    assert table.events == [
        DealStart(dealer=0),
        Upcard(card=Card("D5")),
        Duel(cards={0: Card("H7"), 1: Card("S7")}),
        Choose(seat=0, take=False),
        Upcard(card=Card("C9")),
    ]


def test_the_joker_that_takes_the_place_of_the_first_up_card_says_nothing() -> None:
    up, joker = placed("D5", "upcard", 2), placed("JO", "upcard", 2)
    table = Listener(after("condor", 2, DealStart(dealer=0)))
    table.see(up, *away([up]), joker, card("H7", 0, 2), card("S6", 1, 2), *away([joker]))
    assert table.events == [Upcard(card=Card("D5")), Duel(cards={0: Card("H7"), 1: Card("S6")})]


def test_the_joker_in_the_place_of_the_up_card_begins_no_round() -> None:
    joker, up = placed("JO", "upcard", 2), placed("D5", "upcard", 2)
    table = Listener(after("condor", 2, DealStart(dealer=0))).see(joker)
    assert table.events == []
    assert table.see(*away([joker]), up, *away([up])).events == [Upcard(card=Card("D5"))]


def level() -> tuple[AnyMatch, list[Laid]]:
    """A deal of Handjass before the last card of its last trick, after which two must draw; and that trick."""
    opening = MatchStart(game="handjass", seats=NAMES[:2])
    for seed in range(500):
        events, _ = record(opening, seed)
        before = next((place for place, event in enumerate(events) if isinstance(event, Draw)), None)
        if before is not None:
            trick = [
                card(event.card, event.seat, 2) for event in events[before - 2 : before] if isinstance(event, Played)
            ]
            return after("handjass", 2, *events[1 : before - 2]), trick
    raise AssertionError("nobody was level")


def test_cards_are_drawn_once_the_last_trick_is_gathered() -> None:
    match, trick = level()
    table = Listener(match).see(*trick)
    assert table.match.deal is not None
    assert table.match.deal.phase == "after"
    first = trick[0].card
    table.see(*away(trick[:1]), trick[0])
    assert [type(event) for event in table.events] == [Played] * 3, "put straight, and the table's to tell"
    table.see(*away(trick), card(first, 0, 2), card("SK" if first != "SK" else "HK", 1, 2))
    assert table.events[3:] == [
        Draw(seat=0, card=Card(first)),
        Draw(seat=1, card=Card("SK" if first != "SK" else "HK")),
    ]


def test_a_seat_that_is_not_level_draws_nothing() -> None:
    match, trick = level()
    table = Listener(match).see(*trick, *away(trick), card("SA", 0, 2), card("S6", 0, 2))
    assert (table.events[2:], table.asides.notice) == (
        [Draw(seat=0, card=Card("SA"))],
        "a draw of seat 0, though it is for Berta to draw",
    )

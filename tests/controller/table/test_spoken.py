"""Command cards: who speaks, what goes together, what is told instead of guessed."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import games
from controller.record.cards import DECKS, Card
from controller.record.events import Bid, DealStart, Declare, End, Event, MatchStart, Played, Ruling, Undo, Void
from controller.record.events import Value as Option
from controller.referee import fold
from controller.referee.fold import start
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult
from controller.table import lay_out
from tests.support.spoken_talk import Listener, away, card, placed, word
from tests.support.table_talk import players, told_by
from vision.base.observation import CardSeen, Laid
from vision.marks.identity import COMMANDS

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil")
TABLES = [(game, seats) for game in games.names() for seats in games.load(game).seats]


def match_of(game: str, seats: int, *events: Event, **options: Option) -> AnyMatch:
    match = start(MatchStart(game=game, seats=NAMES[:seats], options=options))
    for number, event in enumerate(events, 2):
        match, _ = fold.step(match, number, event)
    return match


def bidding(game: str, seats: int, **options: Option) -> Listener:
    """A deal by seat 0, so that seat 1 speaks first."""
    return Listener(match_of(game, seats, DealStart(dealer=0), **options))


def words(seat: int | None, seats: int, *names: str) -> list[Laid]:
    return [word(name, seat, seats) for name in names]


@pytest.mark.parametrize(
    ("names", "bid"),
    [
        ("hearts", Bid(seat=1, call="hearts")),
        ("pass", Bid(seat=1, call="pass")),
        ("slalom up", Bid(seat=1, call="slalom", start="up")),
        ("down gustav", Bid(seat=1, call="gustav", start="down")),
        ("joker1 hearts", Bid(seat=1, call="joker1", as_="hearts")),
        ("joker2 slalom down", Bid(seat=1, call="joker2", as_="slalom", start="down")),
        ("joker2 down slalom", Bid(seat=1, call="joker2", as_="slalom", start="down")),
    ],
)
def test_a_contract_is_named_with_all_that_belongs_to_it(names: str, bid: Bid) -> None:
    table = bidding("coiffeur", 3)
    *first, last = words(1, 3, *names.split())
    table.see(*first)
    assert (table.events, bool(table.asides.notice)) == ([], bool(first))
    assert table.see(last).events == [bid]


@pytest.mark.parametrize(
    "names", ["slalom hearts", "up hearts", "joker1 joker2", "joker1 pass", "slalom pass", "joker2 slalom hearts"]
)
def test_words_that_do_not_go_together_are_told_and_the_first_ones_wait_on(names: str) -> None:
    table, laid = bidding("coiffeur", 3), words(1, 3, *names.split())
    assert table.see(*laid).asides.notice == f"{' and '.join(names.split())} do not go together; take them back"
    *_, last = laid
    table.see(*away([last]), *words(1, 3, "slalom" if names.startswith("up") else "up"), *words(1, 3, "gustav"))
    assert [one.call for one in table.events if isinstance(one, Bid)] == [
        {"slalom": "slalom", "up": "slalom", "joker1": "joker1", "joker2": "joker2"}[names.split()[0]]
    ]


def test_words_taken_back_before_they_are_whole_were_not_said() -> None:
    laid = words(1, 3, "joker1")
    assert bidding("coiffeur", 3).see(*laid, *away(laid), *words(1, 3, "hearts")).events == [Bid(seat=1, call="hearts")]


def test_a_word_counts_once_for_each_time_it_is_laid() -> None:
    laid = words(1, 4, "pass")
    assert bidding("tarot", 4).see(*laid, *away(laid), *laid, *away(laid)).events == [Bid(seat=1, call="pass")] * 2


def test_a_bid_of_the_wrong_seat_is_an_event_and_a_verdict() -> None:
    table = bidding("coiffeur", 3).see(*words(2, 3, "hearts"))
    assert (table.events, [one.kind for one in table.match.verdicts]) == ([Bid(seat=2, call="hearts")], ["illegal-bid"])


@pytest.mark.parametrize(
    ("game", "seats", "call"), [("coiffeur", 4, "pass"), ("tarot", 5, "garde"), ("handjass", 4, "in")]
)
def test_a_bid_in_the_place_for_commands_is_that_of_the_seat_whose_turn_it_is(game: str, seats: int, call: str) -> None:
    table = Listener(match_of(game, seats, DealStart(dealer=0, turned=Card("H6") if game == "handjass" else None)))
    assert table.see(*words(None, seats, call)).events == [Bid(seat=1, call=call)]


def test_a_word_between_two_seats_is_nobodys() -> None:
    table = bidding("coiffeur", 4).see(Laid(-1, "pass", 300, 170, 0.0, 0.0, 3, 1.0, first=0.0))
    assert (table.events, "before nobody" in table.asides.notice) == ([], True)


def test_a_word_beside_the_place_for_commands_lies_in_it_and_not_before_the_next_player() -> None:
    table = Listener(match_of("coiffeur", 4, DealStart(dealer=2)))
    table.see(Laid(-1, "pass", 500, 300, 0.0, 0.0, 3, 1.0, first=0.0))
    assert table.events == [Bid(seat=3, call="pass")]
    assert table.see(Laid(-1, "undo", 500, 300, 0.0, 0.0, 3, 1.0, first=0.0)).events[1:] == [Undo(n=1)]


def test_there_must_be_something_to_take_back() -> None:
    table = Listener(match_of("coiffeur", 4)).see(*words(None, 4, "undo"))
    assert (table.events, table.asides.notice) == ([], "nothing has happened that could be taken back")
    ended = Listener(match_of("coiffeur", 4, End())).see(*words(None, 4, "undo", "end"))
    assert (ended.events, ended.asides.notice) == ([Undo(n=1)], "the match is over")


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("seat", [0, None])
def test_every_word_makes_an_event_or_is_told_or_asks_for_somebody(game: str, seats: int, seat: int | None) -> None:
    turned = Card("H6") if game == "handjass" else None
    match = match_of(game, seats, DealStart(dealer=seats - 1, turned=turned))
    silent = set[str]()
    for name in COMMANDS:
        table = Listener(match).see(*words(seat, seats, name))
        if not (table.events or table.asides.notice):
            silent.add(name)
    assert silent == {"arbiter", "score", "repeat"}


def test_the_arbiter_is_called_as_long_as_the_card_lies_there() -> None:
    table, laid = bidding("coiffeur", 3), words(2, 3, "arbiter")
    assert table.see(*laid).asides.call(table.match) == "Carla asks for the arbiter"
    assert (table.see(*away(laid)).asides.call(table.match), table.events) == ("", [])


def test_score_and_repeat_are_asked_for_once() -> None:
    table = bidding("coiffeur", 3)
    assert [table.see(one).asides.asked for one in words(0, 3, "score", "repeat", "pass")] == ["score", "repeat", ""]


def test_a_table_at_which_nothing_was_laid_asks_for_nothing() -> None:
    table = bidding("coiffeur", 3).asides
    assert (table.asked, table.notice, table.callers) == ("", "", ())


def test_words_for_the_whole_table() -> None:
    said = {name: bidding("coiffeur", 3).see(*words(None, 3, name)).events for name in ("undo", "misdeal", "end")}
    assert said == {"undo": [Undo(n=1)], "misdeal": [Void(why="misdeal")], "end": [End()]}


def test_before_a_player_a_word_for_the_whole_table_is_only_told() -> None:
    table = bidding("coiffeur", 3)
    assert [
        (table.see(one).events, "place for commands" in table.asides.notice) for one in words(1, 3, "undo", "end")
    ] == [
        ([], True),
        ([], True),
    ]


def test_the_newest_open_verdict_that_the_table_knows_is_ruled_on() -> None:
    match = match_of("coiffeur", 3, DealStart(dealer=0), Bid(seat=2, call="hearts"), Bid(seat=0, call="hearts"))
    table = Listener(match)
    table.see(*words(None, 3, "dismiss", "uphold", "uphold"))
    assert table.events == [Ruling(verdict=2, decision="dismissed"), Ruling(verdict=1, decision="upheld")]
    assert table.asides.notice == "there is no open verdict to uphold"
    secret = Listener(match, heard=match.verdicts[:1]).see(*words(None, 3, "dismiss"))
    assert secret.events == [Ruling(verdict=1, decision="dismissed")]


def test_a_new_deal_is_dealt_by_the_seat_before_which_the_word_lies() -> None:
    empty = Listener(match_of("coiffeur", 3))
    assert (
        empty.see(*words(None, 3, "new-deal")).asides.notice
        == "nobody has dealt yet: lay new-deal in front of the dealer"
    )
    assert empty.see(*words(1, 3, "new-deal")).events == [DealStart(dealer=1)]
    assert empty.see(*words(2, 3, "new-deal")).asides.notice.startswith("the deal is still under way")


def test_a_word_of_the_auction_begins_the_next_deal() -> None:
    voided = match_of("coiffeur", 3, DealStart(dealer=2), Void(why="misdeal"))
    assert Listener(voided).see(*words(0, 3, "joker1", "clubs")).events == [
        DealStart(dealer=2),
        Bid(seat=0, call="joker1", as_="clubs"),
    ]
    assert (
        Listener(match_of("coiffeur", 3)).see(*words(0, 3, "hearts")).asides.notice.startswith("no deal is under way")
    )


def test_a_word_that_counts_for_the_deal_just_ended_is_said_behind_it() -> None:
    """Stöck after thanks for trick 1 where an order decides; with no order, and from who cannot have it, it is none."""
    said = [Bid(seat=0, call="hearts"), *(Played(seat=seat, card=Card(f"S{rank}")) for seat, rank in enumerate("A678"))]
    events = [DealStart(dealer=3), *said, Bid(seat=0, call="thanks")]
    by_order, plain = (
        Listener(match_of("schieber", 4, *events, target=11, both_out=order))
        for order in ("stock-trick-weis", "first-thanks")
    )
    assert by_order.see(*words(1, 4, "stock")).events == [Declare(seat=1, what="stock")]
    assert plain.see(*words(1, 4, "stock")).asides.notice.startswith("no deal is under way")


def test_a_chelem_goes_with_the_bid_that_follows_it_or_stands_alone_after_the_auction() -> None:
    table = bidding("tarot", 4).see(*words(1, 4, "chelem", "garde"))
    table.see(*words(2, 4, "pass"), *words(3, 4, "pass"), *words(0, 4, "pass"), *words(1, 4, "chelem"))
    assert table.events == [
        Bid(seat=1, call="garde", chelem=True),
        *(Bid(seat=seat, call="pass") for seat in (2, 3, 0)),
        Declare(seat=1, what="chelem"),
    ]


@pytest.mark.parametrize(("house", "void"), [("void", [Void(why="petit-sec")]), ("excuse", [])])
def test_a_petit_sec_voids_the_deal_where_the_house_has_it_so(house: str, void: list[Event]) -> None:
    table = bidding("tarot", 4, petit_sec=house).see(*words(3, 4, "petit-sec"))
    assert table.events == [Declare(seat=3, what="petit-sec"), *void]


NO_TRUMP: Mapping[str, Option] = {"void_no_trump": True}


@pytest.mark.parametrize("house", [NO_TRUMP, {"void_poor": 3}])
def test_a_hand_voids_the_deal_where_the_house_has_it_so(house: Mapping[str, Option]) -> None:
    """TAR-D3: the table says so, in the place for commands, and the next seat deals."""
    table = bidding("tarot", 4, **house).see(*words(None, 4, "void-hand"))
    assert table.events == [Void(why="rule")]
    assert (table.match.running, table.match.dealer) == (False, 1)


def test_a_hand_voids_no_deal_where_the_house_does_not_have_it_so_or_too_late() -> None:
    table = bidding("tarot", 4).see(*words(None, 4, "void-hand"))
    assert (table.events, table.asides.notice) == (
        [],
        "the deal cannot be void as rule: this table has no rule by which a hand voids the deal",
    )
    table = bidding("tarot", 4, **NO_TRUMP).see(*words(1, 4, "prise"))
    table.see(*(one for seat in (2, 3, 0) for one in words(seat, 4, "pass")))
    table.see(*(placed(name, "dog", 4) for name in ("S1", "S2", "S3", "S4", "S5", "S6")))
    count = len(table.events)
    table.see(*words(None, 4, "void-hand"))
    assert len(table.events) == count
    assert table.asides.notice.startswith("void-hand is said before the dog is shown; later the deal is thrown in")
    assert bidding("coiffeur", 4).see(*words(None, 4, "void-hand")).asides.notice == (
        "void-hand means nothing in Coiffeur"
    )


@pytest.mark.parametrize("why", ["misdeal", "petit-sec", "rule"])
def test_each_kind_of_void_deal_is_laid_out_as_it_is_said(why: str) -> None:
    """A petit sec voids the deal with its own word; nothing is laid for what no card says."""
    match = bidding("tarot", 4, **NO_TRUMP).match
    said = [lay.card for lay in lay_out.cards_to_lay(match, Void(why=cast("Any", why)))]
    assert said == {"misdeal": ["misdeal"], "petit-sec": [], "rule": ["void-hand"]}[why]


def observations(game: str, seats: int) -> st.SearchStrategy[list[CardSeen]]:
    deck = sorted({*games.load(game).deck[::5], *DECKS["tarot78"][::13]})
    seat = st.integers(0, seats - 1)
    kinds = {"dog": (3, 4, 5), "blind": (2, 3), "upcard": (2,)}
    here = st.just(seats)
    laid = st.one_of(
        st.builds(word, st.sampled_from(COMMANDS), st.none() | seat, here),
        st.builds(card, st.sampled_from(deck), seat, here),
        *(
            st.builds(placed, st.sampled_from(deck), st.just(kind), here)
            for kind, tables in kinds.items()
            if seats in tables
        ),
    )
    return st.lists(laid, max_size=40).map(_with_lifting)


def _with_lifting(laid: list[Laid]) -> list[CardSeen]:
    """Every third card is taken up again after the one that follows it."""
    seen = list[CardSeen]()
    for place, one in enumerate(laid):
        seen += [one, *(away([laid[place - 1]]) if place % 3 else [])]
    return seen


@pytest.mark.parametrize(("game", "seats"), TABLES)
@given(data=st.data(), seed=st.integers(0, 3))
def test_no_card_makes_an_event_that_the_match_refuses(game: str, seats: int, data: st.DataObject, seed: int) -> None:
    opening = start(MatchStart(game=game, seats=NAMES[:seats]))
    told = told_by(opening, players(game, Random(seed), 1.0), deals=1).events
    cut = data.draw(st.integers(0, len(told)))
    match = match_of(game, seats, *told[:cut])
    table = Listener(match, plays=False).see(*data.draw(observations(game, seats)))
    refused = list[str]()
    for event in (one for one in table.events if not isinstance(one, Undo | Played)):
        after, results = fold.step(match, 0, event)
        refused += [one.text for one in results if isinstance(one, ErrorResult) and after is match]
        match = after
    assert (refused, [name for name, count in table.left.items() if count < 0]) == ([], [])


def test_the_document_explains_every_command_card() -> None:
    text = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`{name}`" not in text] == []

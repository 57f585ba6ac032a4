"""Numbers as bids: what cards and phones make of digits, what cannot be said, and who offers what."""

from dataclasses import replace
from random import Random

import pytest

from controller import games
from controller.games import vocabularies
from controller.games.hearts import Hearts, HeartsBook, HeartsDeal, HeartsState
from controller.games.vocabularies import NumberWords
from controller.record import text as record
from controller.record.events import Bid, DealStart, Event
from controller.record.message import Message
from controller.record.naming import number_of
from controller.referee.fold import step
from controller.rules.match import AnyMatch, Match
from controller.rules.options import Rules, resolve
from controller.rules.parts import Auction, Movements, Outcome
from controller.rules.results import ErrorResult
from controller.rules.speech import Meaning, Speech, Waiting
from controller.table.lay_out import cards_to_lay
from schiri.testing.players import RandomMatch

NAMES = ("Anna", "Berta", "Carla", "Dora")


class CountingAuction(Auction[HeartsState, HeartsBook]):
    number_calls = range(158)

    def act(self, deal: HeartsDeal, book: HeartsBook, number: int, event: Event) -> Outcome[HeartsState] | Message:
        return Outcome(replace(deal, phase="play"))

    def begin_play(self, deal: HeartsDeal) -> Message:
        return Message("nobody has said a number")

    def speaker(self, deal: HeartsDeal) -> int:
        return deal.dealer


class Counting(Hearts):
    """Hearts in which the dealer first says a number, and nothing is passed."""

    auction = CountingAuction()
    movements = Movements()

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: HeartsBook) -> HeartsDeal:
        return replace(super().open_deal(rules, number, event, book), phase="before")


WORDS = NumberWords(CountingAuction.number_calls)


def words_of(game: str) -> NumberWords:
    """The vocabulary of any game."""
    del game
    return WORDS


def match() -> AnyMatch:
    """A deal of it, in which nobody has spoken."""
    rules = resolve(Counting.options, NAMES, "seed", {})
    fresh: AnyMatch = Match(Counting(), rules, None, (0, 0, 0, 0))
    return step(fresh, 2, DealStart(dealer=0))[0]


def said(*words: str) -> Meaning:
    return WORDS.said(match(), Speech(0, words))


@pytest.mark.parametrize("words", [("1", "5", "7"), ("9", "9"), ("0",), ("157",), ("99",)])
def test_digits_beside_each_other_are_a_number(words: tuple[str, ...]) -> None:
    assert said(*words) == (Bid(seat=0, call="".join(words)),)


@pytest.mark.parametrize("words", [("1",), ("1", "1"), ("9",), ("15",)])
def test_a_number_to_which_a_digit_can_be_added_waits_and_can_be_said_as_it_is(words: tuple[str, ...]) -> None:
    meaning = said(*words)
    assert isinstance(meaning, Waiting)
    assert meaning.events == (Bid(seat=0, call="".join(words)),)


@pytest.mark.parametrize("words", [("1", "5", "8"), ("0", "7"), ("158",), ("12345678901",)])
def test_an_impossible_number_is_one_clear_sentence(words: tuple[str, ...]) -> None:
    number = "".join(words)
    assert said(*words) == f"{number} cannot be said; say a number from 0 to 157"


def test_a_number_of_nobody_is_asked_for_again() -> None:
    assert WORDS.said(match(), Speech(None, ("7",))) == "lay a number in front of the player who says it"


@pytest.mark.parametrize(("call", "why"), [("158", "158 cannot be said; say a number from 0 to 157"), ("7", None)])
def test_a_record_with_an_impossible_number_accuses_nobody(call: str, why: str | None) -> None:
    before = match()
    after, results = step(before, 3, Bid(seat=0, call=call))
    assert [one.text for one in results if isinstance(one, ErrorResult)] == ([why] if why else [])
    assert (after is before) == bool(why)
    assert before.game.auction.no_call(call, before.game.title) == why


def test_a_number_that_the_deal_does_not_know_is_refused_too() -> None:
    class FewNumbers(CountingAuction):
        def numbers(self, deal: HeartsDeal, seat: int) -> range:
            return range(2, 5)

    class Few(Counting):
        auction = FewNumbers()

    few = replace(match(), game=Few())
    _, [error] = step(few, 3, Bid(seat=0, call="7"))
    assert isinstance(error, ErrorResult)
    assert error.text == "7 cannot be said; say a number from 2 to 4"


def test_a_game_without_numbers_takes_a_number_for_a_word_that_it_does_not_know() -> None:
    coiffeur = games.load("coiffeur")
    assert str(coiffeur.auction.no_call("7", coiffeur.title)).startswith(
        f"'7' is no call of {coiffeur.title}; there are "
    )
    assert [number_of(one) for one in ("pass", "07", "-1", "٣", "")] == [None] * 5


def test_a_record_writes_a_number_as_its_digits() -> None:
    bid = Bid(seat=2, call="12")
    assert record.to_line(bid) == '{"e":"bid","seat":2,"call":"12"}'
    assert record.parse(record.to_line(bid)) == bid


def test_a_table_lays_a_number_digit_by_digit_and_hears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabularies, "load", words_of)
    found = {
        call: [lay.card for lay in cards_to_lay(match(), Bid(seat=0, call=call))] for call in ("0", "7", "11", "140")
    }
    assert found == {"0": ["0"], "7": ["7"], "11": ["1", "1"], "140": ["1", "4", "0"]}


def test_random_players_say_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabularies, "load", words_of)
    fresh = replace(match(), deal=None)
    played = RandomMatch(fresh, Random(1))
    played.play(1)
    [bid] = [event for event in played.events if isinstance(event, Bid)]
    assert number_of(bid.call) in CountingAuction.number_calls

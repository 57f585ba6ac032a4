"""A word that there is not accuses nobody: it is told as one, with the words that may be meant."""

import json

import pytest

from controller import games
from controller.commands.records import rule
from controller.record import text as record
from controller.record.events import Bid, DealStart, Event, MatchStart
from controller.record.text import RecordError
from controller.referee import fold
from controller.rules.options import resolve
from controller.rules.results import ErrorResult, Result, Verdict

SPEAKING = [(name, seats) for name in games.names() if (game := games.load(name)).auction.names for seats in game.seats]
"""The games in which something is bid."""
ENDS = {
    "belote": "take",
    "bridge": "pass",
    "coiffeur": "hearts",
    "differenzler": "40",
    "doppelkopf": "pass",
    "euchre": "order-up",
    "handjass": "in",
    "schieber": "hearts",
    "schnapsen": "close",
    "spades": "4",
    "tarot": "garde-contre",
}
"""Bids that end an auction, or a seat's part of it; in Whist nothing is bid, and honours are called at the end."""
SKAT_ENDS = [Bid(seat=1, call="18"), Bid(seat=0, call="pass"), Bid(seat=2, call="pass")]
FIRST = {"bridge": 3}
"""Who speaks first where the dealer does, and not the seat after it."""


def results(name: str, seats: int, *bids: Bid) -> list[Result]:
    game = games.load(name)
    rules = resolve(game.options, tuple("ABCDE"[:seats]), "seed", {})
    turned = game.deck[0] if game.course.cannot_deal(rules, DealStart(dealer=0)) else None
    deal = DealStart(dealer=seats - 1, turned=turned)
    events: list[Event] = [MatchStart(game=name, seats=tuple("ABCDE"[:seats])), deal, *bids]
    return [result for stage in fold.fold(events) for result in stage.results]


@pytest.mark.parametrize(("name", "seats"), SPEAKING)
@pytest.mark.parametrize("over", [False, True])
def test_a_call_that_no_game_has_accuses_nobody(name: str, seats: int, over: bool) -> None:
    """Neither while the auction is open nor once it is over."""
    first = SKAT_ENDS if name == "skat" else [Bid(seat=FIRST.get(name, 0), call=ENDS[name])] if name in ENDS else []
    before = first if over else []
    said = results(name, seats, *before, Bid(seat=0, call="zzz"))
    [error] = [one for one in said if isinstance(one, Verdict | ErrorResult)]
    assert isinstance(error, ErrorResult)
    numbers, named = games.load(name).auction.number_calls, games.load(name).auction.names
    words = [call for call in named if not (numbers and call.isdecimal())]
    known = ", ".join([*words, f"numbers from {numbers[0]} to {numbers[-1]}"] if numbers else words)
    assert error.text == f"'zzz' is no call of {games.load(name).title}; there are {known}"


@pytest.mark.parametrize(
    ("name", "bid", "near"),
    [
        ("coiffeur", Bid(seat=0, call="heartz"), "hearts"),
        ("coiffeur", Bid(seat=0, call="joker1", as_="slalm"), "slalom"),
        ("coiffeur", Bid(seat=0, call="Obnabe"), "no-trump"),
        ("tarot", Bid(seat=0, call="gard"), "garde"),
        ("handjass", Bid(seat=0, call="blnd"), "blind"),
    ],
)
def test_the_call_that_may_be_meant_is_named(name: str, bid: Bid, near: str) -> None:
    [error] = results(name, 3, bid)
    assert isinstance(error, ErrorResult)
    assert f"did you mean {near}" in str(error.text)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"e": "bidd", "seat": 0, "call": "pass"}, "there is no kind of event 'bidd'; did you mean bid?"),
        (
            {"e": "bid", "seat": 0, "call": "pass", "strat": "up"},
            "there is no field 'strat' in a bid event; did you mean start?",
        ),
        ({"e": "void", "why": "misdael"}, "'petit-sec', 'misdeal' or 'rule'; did you mean misdeal?"),
        ({"e": "declare", "seat": 0, "what": "stok"}, "; did you mean stock?"),
        ({"e": "ruling", "verdict": 1, "decision": "uphelt"}, "'upheld', 'dismissed' or 'open'; did you mean upheld?"),
        ({"e": "amend", "of": 2, "with": {"seet": 1}}, "no event has a field 'seet'; did you mean seat?"),
    ],
)
def test_a_record_names_what_a_mistyped_word_may_mean(line: dict[str, object], told: str) -> None:
    with pytest.raises(RecordError) as error:
        record.parse(json.dumps(line))
    assert told in str(error.value)


@pytest.mark.parametrize(("text", "near"), [("swis", "swiss"), ("void-del", "void-deal"), ("fft2021", "fft2012")])
def test_an_effect_that_the_command_line_does_not_know(text: str, near: str) -> None:
    with pytest.raises(rule.RuleError, match=f"; did you mean {near}\\?$"):
        rule.effect(text)

"""Calls that are sealed in the record and revealed later (record.md): only the one that was sealed counts."""

import hashlib

import pytest

from controller.console.words.events import words
from controller.games.spades import SpadesAuction
from controller.record import text as record
from controller.record.events import Amend, Bid, DealStart, Event, MatchStart, Reveal, Seal, Seat, Undo, seal
from controller.referee.fold import fold, outcome
from controller.rules.deal import AnyDeal
from controller.rules.results import ErrorResult

SALT = "5a" * 16
BEGUN: tuple[Event, ...] = (
    MatchStart(game="spades", seats=("Anna", "Berta", "Carla", "Dora")),
    DealStart(dealer=3),
)


@pytest.fixture
def sealing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the players of Spades seal their bids."""

    def can_seal(auction: SpadesAuction, deal: AnyDeal, seat: Seat) -> None:
        del auction, deal, seat

    monkeypatch.setattr(SpadesAuction, "cannot_seal", can_seal)


def sealed(call: str, seat: int = 0) -> Seal:
    return Seal(seat=seat, seal=seal(call, SALT))


def told(call: str, seat: int = 0, salt: str = SALT) -> Reveal:
    return Reveal(seat=seat, call=call, salt=salt)


def errors(*events: Event) -> list[str]:
    found = (one for stage in fold((*BEGUN, *events)) for one in stage.results)
    return [str(one.text) for one in found if isinstance(one, ErrorResult)]


def bids(*events: Event) -> object:
    deal = outcome((*BEGUN, *events)).deal
    assert deal is not None
    return deal.own.bids


def test_a_seal_is_the_sum_of_salt_and_word() -> None:
    assert seal("12", SALT) == hashlib.sha256(f"{SALT} 12".encode()).hexdigest()
    assert len({seal("12", f"{number:032x}") for number in range(100)}) == 100


def test_pages_tell_whose_secret_call_it_is_and_not_its_hash() -> None:
    names = ("Anna", "Berta", "Carla", "Dora")
    assert words(names, sealed("12")) == words(names, sealed("3")) == "Anna: a secret call"
    assert words(names, told("12")) == "Anna: the secret call: 12"


@pytest.mark.usefixtures("sealing")
def test_a_call_is_unknown_while_it_is_sealed_and_a_bid_once_it_is_revealed() -> None:
    assert errors(sealed("12"), told("12")) == []
    assert bids(sealed("12")) == (None,) * 4
    assert bids(sealed("12"), told("12")) == bids(Bid(seat=0, call="12")) == (12, None, None, None)


@pytest.mark.usefixtures("sealing")
def test_while_sealed_another_call_leaves_all_but_the_hash_the_same() -> None:
    one, other = (outcome((*BEGUN, sealed(call))) for call in ("12", "3"))
    assert one.deal is not None
    assert other.deal is not None
    assert one.deal.seals != other.deal.seals
    assert (one.deal.own, one.turn, one.verdicts) == (other.deal.own, other.turn, other.verdicts)


@pytest.mark.usefixtures("sealing")
@pytest.mark.parametrize(
    ("events", "why"),
    [
        ((sealed("12"), told("11")), "what Anna reveals, '11', is not what was sealed"),
        ((sealed("12"), told("12", salt="5b" * 16)), "what Anna reveals, '12', is not what was sealed"),
        ((told("12"),), "Anna has no sealed call to reveal"),
        ((sealed("12"), told("12", 1)), "Berta has no sealed call to reveal"),
        ((sealed("12"), told("12"), told("12")), "Anna has no sealed call to reveal"),
        ((sealed("12"), sealed("3")), "Anna has sealed a call already"),
        ((sealed("12"), Bid(seat=0, call="3")), "Anna has sealed a call already"),
        ((sealed("12", 7),), "there is no seat 7 at this table of 4"),
        ((told("12", 7),), "there is no seat 7 at this table of 4"),
    ],
)
def test_what_does_not_fit_is_told_in_one_sentence(events: tuple[Event, ...], why: str) -> None:
    assert errors(*events) == [why]


@pytest.mark.usefixtures("sealing")
def test_what_does_not_fit_or_means_nothing_leaves_the_call_sealed() -> None:
    assert bids(sealed("12"), told("11"), told("12")) == (12, None, None, None)
    assert errors(sealed("99"), told("99")) == ["99 cannot be said; say a number from 0 to 13"]
    after = outcome((*BEGUN, sealed("99"), told("99"))).deal
    assert after is not None
    assert [seat for seat, _ in after.seals] == [0]


@pytest.mark.usefixtures("sealing")
def test_a_reveal_is_taken_back_and_a_corrected_one_is_held_against_the_seal_too() -> None:
    assert bids(sealed("12"), told("12"), Undo(n=1)) == (None,) * 4
    assert bids(sealed("12"), told("11"), Amend(of=4, with_={"call": "12"})) == (12, None, None, None)
    assert errors(sealed("12"), told("12"), Amend(of=4, with_={"call": "3"})) == [
        "what Anna reveals, '3', is not what was sealed"
    ]


def test_a_game_without_secrets_says_so() -> None:
    assert errors(sealed("12")) == ["this game has no secret calls"]


@pytest.mark.usefixtures("sealing")
def test_a_record_cut_after_any_line_goes_on() -> None:
    events = (*BEGUN, sealed("4"), sealed("12", 1), told("4"), told("12", 1))
    lines = [record.to_line(event) for event in events]
    assert [record.parse(line) for line in lines] == list(events)
    for cut in range(1, len(lines) + 1):
        again = record.read("".join(f"{line}\n" for line in lines[:cut]).encode()).events
        assert outcome((*again, *events[cut:])) == outcome(events)


@pytest.mark.parametrize("seal_", ["", "12", "G" * 64, "5a" * 31, "5A" * 32])
def test_a_line_with_a_broken_seal_is_refused(seal_: str) -> None:
    with pytest.raises(record.RecordError, match="seal"):
        record.parse(f'{{"e":"seal","seat":0,"seal":"{seal_}"}}')

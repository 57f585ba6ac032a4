"""Certificates of verdicts: the rule as data is the game's, lines and chain are the record's, and all is small."""

import hashlib
import json
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.explain.case import RecordedVerdict, cases
from controller.explain.certificate import MOST, ChainedRecord, certificate, packed
from controller.games.follow_rule import FollowRule, NamedDemand
from controller.record import chain
from controller.record.events import MatchStart, Played
from controller.referee.fold import fold
from controller.rules.deal import AnyDeal, Trick
from controller.rules.duty import FREE, FollowData
from tests.support import table_talk
from tests.support.examples import EXAMPLES, Example
from tests.support.loops import some

DOCUMENT = (Path(__file__).parents[3] / "docs/certificate.md").read_text(encoding="utf-8")
NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")
Told = dict[str, Any]


@cache
def examples() -> tuple[tuple[Example, RecordedVerdict, str], ...]:
    """Every verdict of the examples with its certificate."""
    return tuple((one, case, certificate(case, recorded(one))) for one in EXAMPLES for case in cases(one.stages))


def recorded(example: Example) -> ChainedRecord:
    return ChainedRecord(example.data.splitlines(keepends=True), example.events, program="schiri 0")


def body(text: str) -> Told:
    told: Told = json.loads(text.partition("\n")[2])
    return told


def deals(game: str) -> Iterator[AnyDeal]:
    """Deals of matches by any house rules, each before a card to a trick that was led."""
    options = {one.name: one.values for one in games.load(game).options}
    for seed, seats in enumerate(games.load(game).seats * 2):
        random = Random(seed)
        rules = {name: random.choice(values) for name, values in options.items() if name in HOUSE_RULES}
        opening = MatchStart(game=game, seats=NAMES[:seats], options=rules)
        events, _ = table_talk.record(opening, seed, honesty=0.9)
        for stage in fold(events):
            deal = stage.match.deal
            if isinstance(stage.event, Played) and deal and deal.phase == "play" and deal.open.plays:
                yield deal


HOUSE_RULES = ("follow", "puur_exempt", "only_trumps", "undertrump", "partner", "first_trick_points", "petit_sec")
"""The house rules that change what a hand owes."""


def rule_of(data: FollowData) -> FollowRule:
    """The rule that some data tells."""
    suits = {card: suit for suit, cards in data.suits.items() for card in cards}
    order = {card: -number for cards in data.suits.values() for number, card in enumerate(cards)}
    demands = [NamedDemand(*one) for one in data.demands]
    return FollowRule((*suits,), lambda card, _: suits[card], lambda card, _: order[card], *demands)


@pytest.mark.parametrize("name", games.names())
def test_the_rule_as_data_asks_what_the_game_asks(name: str) -> None:
    game, asked = games.load(name), 0
    for deal in some(deals(name)):
        seat = deal.to_play
        data = game.follow_data(deal, seat) if seat is not None else None
        if seat is None or data is None:
            continue
        suited = {card for cards in data.suits.values() for card in cards}
        lying = Trick(tuple(play for play in deal.open.plays if play.card in suited))
        rule = rule_of(data)
        for card in suited.difference(deal.open.cards):
            duty = game.duty_of(deal, seat, card)
            told = rule.duty(lying, data.trump, card) if lying.plays else FREE
            assert (told.avoid, told.excuse) == (duty.avoid, duty.excuse), (deal.open, card)
            asked += bool(duty)
    assert asked > 100


@pytest.mark.parametrize("name", games.names())
def test_the_document_lists_every_rule_by_which_a_certificate_can_argue(name: str) -> None:
    listed = [line.partition(": ") for line in DOCUMENT.splitlines() if line.startswith((f"{name}: ", f"{name} ["))]
    rules = {rule: head for head, _, rule in listed}
    used = set[str]()
    for deal in some(deals(name)):
        data = games.load(name).follow_data(deal, deal.seats[0])
        if data and data.demands:
            told = " + ".join(map(spelled, data.demands))
            used.add(told)
            for option in rules[told].partition("[")[2].rstrip("]").split():
                option_name, _, value = option.partition("=")
                assert str(deal.rules[option_name]).lower() == value
    assert used


def spelled(demand: tuple[str, str, str, tuple[str, ...], str]) -> str:
    rule, owed, met, when, excuse = demand
    return f"{' '.join((rule, *when))} : {owed} > {met}{f' ! {excuse}' if excuse else ''}"


def test_a_certificate_is_sealed_small_and_comes_back_from_its_packed_form() -> None:
    for _, _, text in some(examples()):
        seal, _, told = text.partition("\n")
        assert seal == hashlib.sha256(told.encode()).hexdigest()
        small = packed(text)
        assert len(small) <= MOST
        assert zlib.decompress(urlsafe_b64decode(small + "=" * (-len(small) % 4)), -15).decode() == text


def test_its_lines_are_those_of_the_record_and_its_links_those_of_the_chain() -> None:
    for example, case, text in some(examples()):
        lines, links = example.data.splitlines(keepends=True), recorded(example).links()
        numbers = set[int]()
        for run in some(body(text)["lines"]):
            last = run["first"] + len(run["text"]) - 1
            numbers |= {*range(run["first"], last + 1)}
            assert "".join(f"{line}\n" for line in run["text"]).encode() == b"".join(lines[run["first"] - 1 : last])
            assert run["before"] == (links[run["first"] - 2].decode() if run["first"] > 1 else "")
            assert run["after"] == links[last - 1].decode()
        assert numbers >= {1, case.verdict.event, case.verdict.proved}


def test_links_are_taken_from_the_chain_with_their_marks() -> None:
    example = Example("proof/3-by-counting")
    record = recorded(example)
    late = list(record.links())
    late[3:] = []
    late.append(chain.link(late[-1], record.lines[3], chain.LATE))
    marked = ChainedRecord(record.lines, record.events, late)
    [case, *_] = cases(example.stages)
    [run] = body(certificate(case, marked))["lines"]
    assert run["marks"] == {"4": " late"}
    assert run["after"] == marked.links()[run["first"] + len(run["text"]) - 2].decode()


def test_where_all_lines_are_too_many_those_remain_that_the_argument_needs() -> None:
    example = Example("tarot/3-revoke-ruled")
    random = Random(1)
    noise = [f'{line[:-1]},"img":"{random.randbytes(60).hex()}"}}' for line in example.data.decode().splitlines()]
    record = ChainedRecord([f"{line}\n".encode() for line in noise], example.events)
    [case, *_] = cases(example.stages)
    text = certificate(case, record)
    told = body(text)
    assert len(packed(text)) <= MOST
    numbers = {run["first"] + at for run in told["lines"] for at in range(len(run["text"]))}
    trick = next(one for one in told["tricks"] if case.verdict.event in [line for line, _, _ in one])
    assert {1, case.verdict.event, case.verdict.proved, *(line for line, _, _ in trick)} <= numbers
    assert len(numbers) < len(noise) / 2


def test_where_no_card_is_shown_places_have_more_room_than_cards() -> None:
    counted = 0
    for _, case, text in some(examples()):
        told = body(text)
        for way in [way for course in told.get("courses", ()) for way in course.get("ways", ())]:
            facts = case.facts(case.at)
            assert facts is not None
            assert way["in"]
            assert sum(place[1] for place in told["places"]) == facts.fitting.unseen.bit_count()
            counted += case.verdict.kind == "revoke"
    assert counted

"""Rulings change scores by their effect alone, whenever they come; laws for every game, and the packs case by case."""

import json
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from controller import games, rulebooks
from controller.record.cards import Card
from controller.record.events import Amend, DealStart, Draw, End, Event, MatchStart, Played, Ruling, Undo
from controller.record.message import Message
from controller.record.text import RecordText, to_line
from controller.referee.fold import fold, outcome, step
from controller.report.replay import lines_json, replay_lines, without_effect
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, ErrorResult, MatchResult, Result
from controller.rules.sheet import signed
from tests.support import table_talk
from tests.support.laws import WHOLE_MATCHES, tries
from tests.support.loops import some

TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]
ONE_EACH = [(name, games.load(name).seats[0]) for name in games.names()]
SEEDS = st.integers(0, 2**32)


def opening(name: str, seats: int) -> MatchStart:
    return MatchStart(game=name, seats=("Anna", "Berta", "Carla", "Dora", "Emma")[:seats])


def dishonest(name: str, seats: int, seed: int, deals: int = 1) -> tuple[list[Event], AnyMatch]:
    """A record with a verdict at least in its first deal, and its match."""
    lines, _ = table_talk.record(opening(name, seats), seed, deals=deals, honesty=0.5)
    match = outcome(lines)
    assume(any(verdict.deal == 1 for verdict in match.verdicts))
    return lines, match


def said(match: AnyMatch, ruling: Ruling) -> tuple[AnyMatch, tuple[Result, ...]]:
    return step(match, 1000, ruling)


def first_verdict(match: AnyMatch) -> int:
    return next(number for number, verdict in enumerate(match.verdicts, 1) if verdict.deal == 1)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@WHOLE_MATCHES
def test_adding_up_anew_changes_nothing_by_itself(name: str, seats: int, seed: int) -> None:
    _, match = dishonest(name, seats, seed, deals=2)
    after, results = said(match, Ruling(verdict=1, decision="upheld"))
    assert results == ()
    assert (after.total, after.book, after.dealer, after.ledger) == (
        match.total,
        match.book,
        match.dealer,
        match.ledger,
    )


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS, effect=st.sampled_from(["void-deal", "redeal"]))
@WHOLE_MATCHES
def test_a_voided_deal_leaves_the_sheet_as_it_was(
    name: str, seats: int, seed: int, effect: Literal["void-deal", "redeal"]
) -> None:
    _, match = dishonest(name, seats, seed)
    after, results = said(match, Ruling(verdict=first_verdict(match), decision="upheld", effect=effect))
    assert match.deal
    assert (after.total, after.book) == ((0,) * seats, match.game.open_book(match.rules))
    zeros = (0,) * seats
    assert [(one.points, one.tricks, one.score) for one in results if isinstance(one, DealResult)] == [(zeros,) * 3]
    if effect == "redeal":
        assert after.dealer == match.deal.dealer


@pytest.mark.parametrize(("name", "seats"), ONE_EACH)
@given(seed=SEEDS)
@WHOLE_MATCHES
def test_the_scores_as_played_set_by_hand_change_no_sum(name: str, seats: int, seed: int) -> None:
    _, match = dishonest(name, seats, seed, deals=2)
    verdict = first_verdict(match)
    result = match.ledger[0].result
    assume(result.score is not None and "void" not in result.detail)
    assert result.score is not None
    after, _ = said(match, Ruling(verdict=verdict, decision="open", effect={"score": result.score}))
    assert (after.total, after.book) == (match.total, match.book)


@pytest.mark.parametrize(("name", "seats"), ONE_EACH)
@given(seed=SEEDS)
@WHOLE_MATCHES
def test_scores_set_by_hand_replace_those_of_the_deal(name: str, seats: int, seed: int) -> None:
    """In Coiffeur a score is what is written in the declarer's row, in the other games what is added."""
    _, match = dishonest(name, seats, seed)
    assume(not match.ledger[0].void)
    score = tuple(range(1, seats + 1))
    after, results = said(match, Ruling(verdict=1, decision="upheld", effect={"score": score}))
    deals = [one for one in results if isinstance(one, DealResult)]
    if name != "coiffeur":
        # Who has one score with others gets that of the first of them.
        first = {seat: min(group) for group in match.game.sides.partners(match.rules) for seat in group}
        counted = tuple(score[first[seat]] for seat in range(seats))
        assert [one.score for one in deals] == [counted] * len(deals)
        assert after.total == counted
    else:
        assert set(after.book.written.values()) <= set(score)


@pytest.mark.parametrize(("name", "seats"), ONE_EACH)
@given(seed=SEEDS, effect=st.sampled_from(["void-deal", "redeal", {"pack": "swiss"}, {"pack": "fft2012"}]))
@WHOLE_MATCHES
def test_undo_takes_a_ruling_back(name: str, seats: int, seed: int, effect: str | dict[str, str]) -> None:
    lines, match = dishonest(name, seats, seed, deals=2)
    ruled = [*lines, Ruling(verdict=1, decision="upheld", effect=effect)]  # pyrefly: ignore[bad-argument-type]  # any effect
    assert outcome([*ruled, Undo(n=1)]) == match
    played = outcome(ruled, without_effect)
    assert (played.total, played.book, played.dealer) == (match.total, match.book, match.dealer)


@pytest.mark.parametrize("name", ["mittlere", "molotow", "middler-joker", "tarot"])
@given(seed=SEEDS)
@WHOLE_MATCHES
def test_a_ruling_may_come_deals_later(name: str, seed: int) -> None:
    """Where a deal does not depend on the sheet, the sums are the same whenever the arbiter speaks."""
    seats = min(games.load(name).seats)
    lines, match = dishonest(name, seats, seed, deals=3)
    ruling = Ruling(verdict=first_verdict(match), decision="upheld", effect="void-deal")
    second = next(
        (n for n, event in enumerate(lines) if isinstance(event, DealStart) and n > 1 and event.dealer != -1),
        len(lines),
    )
    assert outcome([*lines, ruling]).total == outcome([*lines[:second], ruling, *lines[second:]]).total


def test_a_ruling_on_the_deal_in_progress_ends_it() -> None:
    lines: list[Event] = [
        opening("mittlere", 3),
        DealStart(dealer=2),
        Played(seat=1, card=Card("SA")),
        Ruling(verdict=1, decision="upheld", effect="redeal"),
    ]
    stages = list(fold(lines))
    detail = {"void": "ruling", "ruling": {"without": None, "text": "the deal is void and dealt again"}}
    assert stages[-1].results == (DealResult(1, (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), detail),)
    assert (stages[-1].match.running, stages[-1].match.dealer) == (False, 2)
    void = Ruling(verdict=1, decision="upheld", effect="void-deal")
    moved = outcome([*lines[:-1], void])
    assert (moved.running, moved.dealer) == (False, 0)
    assert outcome([*lines, void]).dealer == 0, "a later ruling on the verdict replaces it"
    nothing = replace(void, effect="none")
    assert outcome([*lines[:-1], void, nothing]).dealer == 0, "and one without effect leaves the deal void"
    *_, late = fold([*lines, replace(void, effect={"score": (1, 2, 3)})])
    assert late.results == (
        ErrorResult(
            5,
            Message.plain(
                "the decision stands without its effect: deal 1 was broken off by a ruling and has no scores; "
                "undo takes that ruling back"
            ),
        ),
    )


@pytest.mark.parametrize(
    ("effect", "decision", "words"),
    [
        ({"score": (1, 2)}, "upheld", "it sets 2 scores, and there are 3 seats"),
        (
            {"pack": "english"},
            "upheld",
            "there is no rulebook 'english'; there are fft2012, isko, laws2017, preisschnapsen, record, swiss, "
            "tsr2000, whist1864",
        ),
        ({"pack": "swiss"}, "dismissed", "a rulebook has a price for verdicts that are upheld"),
    ],
)
def test_an_effect_that_cannot_be_leaves_the_decision(effect: object, decision: str, words: str) -> None:
    lines: list[Event] = [opening("mittlere", 3), DealStart(dealer=2), Played(seat=1, card=Card("SA"))]
    ruling = Ruling(verdict=1, decision=decision, effect=effect)  # pyrefly: ignore[bad-argument-type]  # any effect
    after, results = said(outcome(lines), ruling)
    assert results == (ErrorResult(1000, Message.plain(f"the decision stands without its effect: {words}")),)
    assert after.rulings == {1: replace(ruling, effect="none")}


def test_rulings_after_the_match_correct_its_end() -> None:
    match = next(
        match
        for seed in range(99)
        for lines, _ in [table_talk.record(opening("tarot", 3), seed, honesty=0.5)]
        for match in [outcome([*lines, End()])]
        if match.verdicts and any(match.total)
    )
    _, results = said(match, Ruling(verdict=1, decision="upheld", effect="void-deal"))
    assert isinstance(results[0], DealResult)
    assert results[1:] == (MatchResult((0, 0, 0), ((0, 1, 2),), len(match.verdicts)),)


def test_replay_tells_the_sums_with_and_without_rulings() -> None:
    events, _ = next(
        found
        for seed in range(99)
        for found in [table_talk.record(opening("mittlere", 3), seed, honesty=0.5)]
        if outcome(found[0]).verdicts and any(outcome(found[0]).total)
    )
    score = outcome(events).total
    ruled = [*events, Ruling(verdict=1, decision="upheld", effect="void-deal")]
    told = list(replay_lines(RecordText(tuple(ruled))))
    assert told[-2:] == [
        "with the rulings  Anna 0, Berta 0, Carla 0",
        "without them      Anna {}, Berta {}, Carla {}".format(*map(signed, score)),
    ]
    last = [json.loads(line) for line in lines_json(RecordText(tuple(ruled)))][-1]
    assert last["detail"] == {"void": "ruling", "ruling": {"without": list(score), "text": "the deal is void"}}
    assert last["total"] == [0, 0, 0]


def test_every_pack_has_a_proposal_for_every_verdict_of_every_game() -> None:
    for name, seats in ONE_EACH:
        for seed in range(2):
            lines, _ = table_talk.record(opening(name, seats), seed, deals=2, honesty=0.5)
            match = outcome(lines)
            for number in range(1, len(match.verdicts) + 1):
                for pack in some(rulebooks.names()):
                    ruling = Ruling(verdict=number, decision="upheld", effect={"pack": pack})
                    after, results = said(match, ruling)
                    assert not any(isinstance(one, ErrorResult) for one in results), to_line(ruling)
                    assert len(after.total) == seats


def test_a_ruling_stays_with_the_verdict_it_was_made_on() -> None:
    """Verdicts are counted anew when a correction removes an earlier one; a ruling does not jump to another."""
    lines: list[Event] = [
        opening("mittlere", 3),
        DealStart(dealer=2),
        Played(seat=1, card=Card("SA")),
        Played(seat=2, card=Card("T21")),
        Ruling(verdict=2, decision="dismissed"),
    ]
    in_turn, no_fool = Amend(of=3, with_={"seat": 0}), Amend(of=4, with_={"card": "S6"})
    for corrections, left in (([], (1, 2)), ([in_turn], (None, 1)), ([no_fool], (1, None))):
        *stages, last = fold([*lines, *corrections])
        kinds = [verdict.kind for verdict in last.match.verdicts]
        expected = (("out-of-turn", left[0]), ("foreign-card", left[1]))
        assert kinds == [kind for kind, number in expected if number]
        assert [*last.match.rulings] == ([left[1]] if left[1] else [])
        told = [result for stage in (*stages, last) for result in stage.results if isinstance(result, ErrorResult)]
        assert told == ([] if left[1] else [ErrorResult(5, Message.plain("there is no verdict 2 to rule on"))])


def test_two_revokes_of_opposite_sides_count_the_same_in_whatever_order_they_are_ruled_on() -> None:
    """Tricks go to the other side from the first revoke on, and back from the second."""
    found, enough = 0, tries(4)
    for seed in range(150 * enough):
        lines, _ = table_talk.record(opening("coiffeur", 4), seed, honesty=0.9)
        match = outcome(lines)
        revokes = [(n, v.seat) for n, v in enumerate(match.verdicts, 1) if v.kind == "revoke" and v.seat is not None]
        numbers = [number for number, _ in revokes]
        if len({seat % 2 for _, seat in revokes}) < 2:
            continue
        found += 1
        rulings = [Ruling(verdict=n, decision="upheld", effect={"pack": "swiss"}) for n in numbers]
        assert outcome([*lines, *rulings]).total == outcome([*lines, *reversed(rulings)]).total
        if found == enough:
            break
    assert found == enough


def test_null_leaves_a_contract_of_coiffeur_open() -> None:
    lines, match = next(
        (lines, match)
        for seed in range(99)
        for lines, _ in [table_talk.record(opening("coiffeur", 3), seed, honesty=0.6)]
        for match in [outcome(lines)]
        if match.verdicts
    )
    del lines
    ruled, results = said(match, Ruling(verdict=1, decision="upheld", effect={"score": (None, None, None)}))
    assert ruled.book.written == {}
    assert [result.score for result in results if isinstance(result, DealResult)] == [(None, None, None)]


def test_scores_set_while_a_draw_is_awaited_wait_for_it() -> None:
    """A ruling that is taken back leaves the tie as it was."""
    lines, draws, match = next(
        (lines, draws, match)
        for seed in range(2000)
        for lines, _ in [table_talk.record(opening("handjass", 4), seed, honesty=0.7)]
        for draws in [[number for number, event in enumerate(lines) if isinstance(event, Draw)]]
        if draws
        for match in [outcome(lines[: draws[0]])]
        if match.verdicts
    )
    ruling = Ruling(verdict=1, decision="upheld", effect={"score": (1, 1, 1, 1)})
    waiting, results = said(match, ruling)
    assert (waiting.running, results) == (True, ())
    taken_back = [*lines[: draws[0]], ruling, replace(ruling, effect="none"), *lines[draws[0] :]]
    assert outcome(taken_back).total == outcome(lines).total
    assert outcome([*lines[: draws[0]], ruling, *lines[draws[0] :]]).total == (1, 1, 1, 1)

"""To whom, and when: what the table hears by each policy, live, corrected and taken up again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller import games
from controller.live import scoreboard
from controller.live.session import AnnounceOptions, MatchSession, Update
from controller.record.cards import Card
from controller.record.events import Amend, Correction, DealStart, Event, Insert, MatchStart, Played, Ruling, Undo
from controller.record.text import to_fields
from controller.referee.announce import Announcement, Policy
from controller.referee.fold import fold
from controller.rules.results import DealResult, Verdict
from controller.store.journal import Journal
from controller.table.correction_rate import ReadingRate
from firmware_bridge.face.face import Lamp
from tests.support import table_talk
from tests.support.loops import some

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
POLICIES: tuple[Policy, ...] = get_args(Policy)
FEW = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=4)
"""Every event is brought to the disk, which takes its time."""
TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]


def live(path: Path, lines: list[Event], policy: Policy) -> list[Update]:
    """A match as a table hears it."""
    path.unlink(missing_ok=True)
    first, *rest = lines
    assert isinstance(first, MatchStart)
    with Journal(path) as journal:
        session = MatchSession(journal, first, AnnounceOptions(policy))
        return [session.add(event) for event in rest]


def heard(news: list[Update]) -> list[Announcement]:
    return [told for one in news for told in one.announcements]


def said(news: Update) -> list[tuple[object, ...]]:
    return [verdict.accusation for verdict in news.announced]


def with_hands(lines: list[Event]) -> list[Event]:
    """The same deal with every hand shown when it was dealt."""
    hands = {
        seat: [event.card for event in lines if isinstance(event, Played) and event.seat == seat] for seat in range(3)
    }
    shown = {seat: tuple(cards) for seat, cards in hands.items()}
    return [DealStart(dealer=event.dealer, hands=shown) if isinstance(event, DealStart) else event for event in lines]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@FEW
@given(seed=st.integers(0, 2**32), policy=st.sampled_from(POLICIES))
def test_by_the_end_everybody_has_heard_everything_once(
    tmp_path: Path, name: str, seats: int, seed: int, policy: Policy
) -> None:
    start = MatchStart(game=name, seats=("Anna", "Berta", "Carla", "Dora", "Emma")[:seats])
    lines, _ = table_talk.record(start, seed, deals=2, honesty=0.6)
    news = live(tmp_path / "match.jsonl", lines, policy)
    verdicts = news[-1].match.verdicts
    assert [told.verdict for told in heard(news)] == list(verdicts)
    assert [told.number for told in heard(news)] == list(range(1, len(verdicts) + 1))
    assert not any(told.withdrawn for told in heard(news))


@given(seed=st.integers(0, 2**32))
@FEW
def test_a_tournament_table_hears_nothing_before_the_deal_ends(tmp_path: Path, seed: int) -> None:
    lines, _ = table_talk.record(OPENING, seed, deals=2, honesty=0.6)
    for one in some(live(tmp_path / "match.jsonl", lines, "tournament")):
        assert not one.announcements or not one.match.running
        assert all(
            verdict.deal != one.match.deal.number for verdict in one.announced if one.match.running and one.match.deal
        )


@given(seed=st.integers(0, 2**32))
@FEW
def test_what_only_hidden_hands_show_is_not_heard_before_the_deal_ends(tmp_path: Path, seed: int) -> None:
    """A club hears during a deal exactly what it would hear if no hand had been shown; in training all at once."""
    lines, illegal = table_talk.record(OPENING, seed, honesty=0.8)
    open_hands, path = with_hands(lines), tmp_path / "match.jsonl"
    blind, club = live(path, lines, "club"), live(path, open_hands, "club")
    training = live(path, open_hands, "training")
    for hidden, shown in zip(blind, club, strict=True):
        if shown.match.running:
            assert said(shown) == said(hidden)
    revokes = [
        (told.verdict.event, one.number)
        for one in training
        for told in one.announcements
        if told.verdict.kind == "revoke"
    ]
    assert {event for event, _ in revokes} == illegal
    assert all(event == number for event, number in revokes), "known hands prove at once"
    known = {told.verdict.accusation for told in heard(club)}
    assert {verdict.accusation for verdict in club[-1].match.verdicts} <= known
    assert not any(told.withdrawn for told in heard(club))


def revoke(tail: list[Event]) -> list[Event]:
    """Anna leads S6, Berta throws H7 and plays S8 in the next trick: a revoke of event 4, proven at event 7."""
    cards = [(0, "S6"), (1, "H7"), (2, "S9"), (2, "D6"), (0, "D7"), (1, "S8"), (1, "C6")]
    plays: list[Event] = [Played(seat=seat, card=Card(card)) for seat, card in cards]
    return [OPENING, DealStart(dealer=2), *plays, *tail]


@pytest.mark.parametrize(
    "correction",
    [
        Undo(n=2),
        Amend(of=4, with_={"card": "S7"}),
        Amend(of=8, with_={"card": "D8"}),
        Insert(before=4, event={**to_fields(Played(seat=1, card=Card("S10")))}),
    ],
)
def test_a_corrected_reading_withdraws_the_verdict_once(tmp_path: Path, correction: Correction) -> None:
    news = live(tmp_path / "match.jsonl", revoke([correction, Played(seat=2, card=Card("C7"))]), "club")
    first = next(one for one in news if any(told.verdict.kind == "revoke" for told in one.announcements))
    taken_back = [(one.number, told.verdict) for one in news for told in one.announcements if told.withdrawn]
    said = next(told.verdict for told in first.announcements if told.verdict.kind == "revoke")
    assert (10, said) in taken_back
    assert [verdict for _, verdict in taken_back].count(said) == 1
    assert said not in news[-1].announced


@pytest.mark.parametrize("policy", ["training", "club"])
def test_a_verdict_that_another_card_proves_now_says_so(tmp_path: Path, policy: Policy) -> None:
    """The card that proves the revoke was misread: the table hears nothing new, and reads the card as it is."""
    *_, before, after = live(tmp_path / "match.jsonl", revoke([Amend(of=8, with_={"card": "S10"})]), policy)
    assert said(before) == said(after)
    assert not after.announcements
    assert [verdict.text for verdict in after.announced] == [
        verdict.text.replace("S8", "S10") for verdict in before.announced
    ]
    assert after.announced == after.match.verdicts != before.announced


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("hidden", [False, True])
def test_a_correction_that_cannot_be_made_changes_nothing_of_what_a_table_hears(
    tmp_path: Path, policy: Policy, hidden: bool
) -> None:
    lines = with_hands(revoke([])) if hidden else revoke([])
    whole = live(tmp_path / "whole.jsonl", lines, policy)
    for cut in range(2, len(lines) + 1):
        news = live(tmp_path / "match.jsonl", [*lines[:cut], Amend(of=40, with_={"seat": 1}), *lines[cut:]], policy)
        told = [(one.verdict.kind, one.verdict.seat, one.withdrawn) for one in heard(news)]
        assert told == [(one.verdict.kind, one.verdict.seat, one.withdrawn) for one in heard(whole)]


def test_a_correction_taken_back_brings_the_verdict_up_again(tmp_path: Path) -> None:
    amend, undo = Amend(of=8, with_={"card": "D8"}), Undo(n=1)
    news = live(tmp_path / "match.jsonl", revoke([amend, undo]), "club")
    revokes = [
        (one.number, told.withdrawn) for one in news for told in one.announcements if told.verdict.kind == "revoke"
    ]
    assert revokes == [(8, False), (10, True), (11, False)]


def test_a_dismissed_verdict_is_not_brought_up_again(tmp_path: Path) -> None:
    tail: list[Event] = [Ruling(verdict=1, decision="dismissed"), Played(seat=2, card=Card("C7"))]
    news = live(tmp_path / "match.jsonl", revoke(tail), "club")
    assert [told.withdrawn for told in heard(news) if told.verdict.kind == "revoke"] == [False]
    resumed = live(tmp_path / "match.jsonl", revoke([Ruling(verdict=1, decision="dismissed")]), "tournament")
    assert heard(resumed) == []


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("cut", range(1, 9))
def test_a_match_taken_up_again_says_nothing_twice_and_forgets_nothing(
    tmp_path: Path, policy: Policy, cut: int
) -> None:
    lines, path = revoke([]), tmp_path / "match.jsonl"
    whole = heard(live(tmp_path / "whole.jsonl", lines, policy))
    before = heard(live(path, lines[:cut], policy))
    with Journal(path) as journal:
        session = MatchSession(journal, OPENING, AnnounceOptions(policy))
        after = [told for event in lines[cut:] for told in session.add(event).announcements]
    assert before + after == whole
    assert list(fold(lines))[-1].match == session.match


def test_while_too_many_readings_are_corrected_nobody_is_accused(tmp_path: Path) -> None:
    """Two of seven cards are too many, two of eight are not: the revoke, proven before, waits for the eighth."""
    lines = revoke([])
    read = [replace(event, src="camera") if isinstance(event, Played) else event for event in lines]
    misread = [*read[:4], Amend(of=3, with_={"card": "S6"}), Amend(of=4, with_={"card": "H7"}), *read[4:]]
    more = [Played(seat=1, card=Card("T1"), src="camera"), Played(seat=1, card=Card("T2"), src="camera")]
    announce_options = AnnounceOptions("club", ReadingRate(at_most=25, window=100, least=4))
    with Journal(tmp_path / "match.jsonl") as journal:
        session = MatchSession(journal, OPENING, announce_options)
        news = [session.add(event) for event in [*misread[1:], *more]]
    assert [bool(one.announcements) for one in news] == [False] * (len(news) - 2) + [True, True]
    assert [told.verdict.kind for told in heard(news)][-1] == "foreign-card"
    assert "revoke" in [told.verdict.kind for told in heard(news)]
    assert session.reserve == ""


def played(*cards: tuple[int, str]) -> list[Event]:
    return [Played(seat=seat, card=Card(card)) for seat, card in cards]


def test_what_hidden_hands_show_to_be_a_misreading_accuses_nobody(tmp_path: Path) -> None:
    """D9 was shown in Berta's hand: whoever seems to play it, the reading is wrong, though only the record knows."""
    deal = DealStart(dealer=2, hands={1: (Card("D9"),)})
    lines = [OPENING, deal, *played((0, "SA"), (1, "S6"), (2, "D9"), (2, "S7"))]
    news = live(tmp_path / "match.jsonl", lines, "club")
    assert [verdict.kind for verdict in news[-1].match.verdicts] == ["impossible-card"]
    assert not [told for told in heard(news) if told.verdict.kind == "revoke"]


def somebodys() -> Iterator[list[Event]]:
    """Deals, each up to the card with which what all have seen proves that somebody revoked, and not who."""
    for seed in range(80):
        lines, _ = table_talk.record(OPENING, seed, honesty=0.8)
        for stage in fold(lines):
            if any(isinstance(one, Verdict) and one.kind == "someone-revoked" for one in stage.results):
                yield lines[: stage.number]


def test_somebodys_revoke_is_not_heard_of_while_the_record_knows_of_a_misreading(tmp_path: Path) -> None:
    """The first card that was played had been shown in another hand."""
    for lines in some(somebodys()):
        assert "someone-revoked" in [told.verdict.kind for told in heard(live(tmp_path / "seen.jsonl", lines, "club"))]
        first = next(event for event in lines if isinstance(event, Played))
        dealt = DealStart(dealer=2, hands={(first.seat + 1) % 3: (first.card,)})
        news = live(tmp_path / "known.jsonl", [OPENING, dealt, *lines[2:]], "club")
        assert {told.verdict.kind for told in heard(news)} & {"someone-revoked", "revoke"} == set()


def test_a_dismissed_verdict_is_not_shown(tmp_path: Path) -> None:
    """It was proven by hands that were shown, and is proven again by cards that everybody sees."""
    deal = DealStart(dealer=2, hands={2: (Card("S7"), Card("D9"))})
    lines = [OPENING, deal, *played((0, "SA"), (1, "S6"), (2, "D9")), Ruling(verdict=1, decision="dismissed")]
    *_, last = live(tmp_path / "match.jsonl", [*lines, *played((2, "S7"))], "club")
    face = scoreboard.face(last.match, last.announced)
    assert (face.alert.text, {row.lamp for row in face.rows} & {Lamp.FOUL}) == ("", set())
    upheld = [*lines, Ruling(verdict=1, decision="upheld"), *played((2, "S7"))]
    assert "revoke" in [told.verdict.kind for told in heard(live(tmp_path / "match.jsonl", upheld, "club"))]


def test_a_tournament_table_hears_a_verdict_once_though_the_deal_is_taken_up_again(tmp_path: Path) -> None:
    """The last card is undone and played again: the verdict stands all the while."""
    lines, _ = table_talk.record(OPENING, 3, honesty=0.7)
    news = live(tmp_path / "match.jsonl", [*lines, Undo(n=1), lines[-1]], "tournament")
    assert len(heard(news)) == len(news[-1].match.verdicts) > 0
    silent = [*lines[:-1], *(Ruling(verdict=n, decision="dismissed") for n in range(1, 20)), lines[-1], Undo(n=1)]
    assert [told for told in heard(live(tmp_path / "match.jsonl", silent, "tournament")) if told.withdrawn] == []


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("effect", ["void-deal", "redeal", {"pack": "swiss"}])
def test_rulings_change_nothing_of_what_the_next_deals_are_heard_to_be(
    tmp_path: Path, policy: Policy, effect: Literal["void-deal", "redeal"] | dict[str, str]
) -> None:
    """Taken up again after each line, a table hears what it hears in one go; the sheet is public."""
    start = MatchStart(game="coiffeur", seats=("Anna", "Berta", "Carla", "Dora"))
    first, _ = table_talk.record(start, 5, honesty=0.8)
    ruling = Ruling(verdict=1, decision="upheld", effect=effect)  # pyrefly: ignore[bad-argument-type]  # any effect
    second, _ = table_talk.record(start, 5, honesty=0.8)
    lines = [*first, ruling, *second[1:]]
    news = live(tmp_path / "whole.jsonl", lines, policy)
    path = tmp_path / "match.jsonl"
    live(path, lines[: len(first) + 1], policy)
    with Journal(path) as journal:
        session = MatchSession(journal, start, AnnounceOptions(policy))
        after = [session.add(event) for event in lines[len(first) + 1 :]]
    assert [one.announcements for one in after] == [one.announcements for one in news[len(first) :]]
    assert [*after[-1].announced] == [*news[-1].announced]


def test_a_correction_tells_the_deal_that_it_changes(tmp_path: Path) -> None:
    """The cards of two seats in the first trick are exchanged, one of them the winner's."""
    lines, _ = table_talk.record(OPENING, 3, honesty=1.0)
    plays = [(number, event) for number, event in enumerate(lines, 1) if isinstance(event, Played)][:3]
    winner = live(tmp_path / "match.jsonl", lines, "club")[-1].match.deal
    assert winner
    plays.sort(key=lambda play: play[1].seat != winner.tricks[0].winner)
    (first, one), (second, other), _ = plays
    swap: list[Event] = [Amend(of=first, with_={"card": other.card}), Amend(of=second, with_={"card": one.card})]
    news = live(tmp_path / "match.jsonl", [*lines, *swap], "club")
    changed = [result for result in news[-1].results if isinstance(result, DealResult)]
    assert changed == [entry.result for entry in news[-1].match.ledger]
    assert changed[0] != news[-3].match.ledger[0].result

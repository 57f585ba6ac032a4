"""Random matches of Doppelkopf against a second reading of the rules: who takes each trick, what is written."""

from random import Random

import pytest

from controller.games.doppelkopf.announce import is_in_time
from controller.games.doppelkopf.parties import is_clear
from controller.games.doppelkopf.score import BOCK
from controller.games.doppelkopf.state import DoppelkopfDeal
from controller.record.events import Bid, Event, MatchStart, Seat
from controller.referee.fold import start
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Result, TrickResult, Verdict
from tests.controller.games.doppelkopf import reading
from tests.controller.games.doppelkopf.players import Players
from tests.support import table_talk
from tests.support.honest import house_rules

NAMES = ("Anna", "Berta", "Carla", "Dora")
MATCHES = 80
DEALS = 3


class Rash(Players):
    """Players who say Re and Kontra without minding whom they answer, and now and then without minding when."""

    def usual(self, match: AnyMatch, deal: DoppelkopfDeal, seat: Seat) -> list[Event]:
        told = {one.seat for one in deal.own.announcements if one.call in ("re", "double")}
        if seat in told or not is_clear(deal):
            return super().usual(match, deal, seat)
        call = self.party(match, seat)
        is_open = is_in_time(*self.heard(deal, seat, call)) is None
        return [Bid(seat=seat, call=call)] if is_open or self.happens(0.2) else super().usual(match, deal, seat)


def taken_by(results: list[Result]) -> list[Seat | None]:
    """Who took each trick; one that is told again was given to another seat, whose pig lies in it."""
    tricks = {(one.deal, one.trick): one.winner for one in results if isinstance(one, TrickResult)}
    return [*tricks.values()]


def differences(seeds: range) -> tuple[dict[str, set[object]], list[object]]:
    """What came about in the deals, and each that the second reading takes or writes otherwise."""
    seen: dict[str, set[object]] = {
        "game": set(),
        "won": set(),
        "alone": set(),
        "said": set(),
        "late": set(),
        "pigs": set(),
        "bock": set(),
    }
    wrong = list[object]()
    for seed in seeds:
        random = Random(seed)
        options = {**house_rules("doppelkopf", random), "poverty": seed % 3 > 0}
        match = start(MatchStart(game="doppelkopf", seats=NAMES, options=options))
        table = (Rash if seed % 2 else Players)(random, 1.0)
        table.words = 0.2
        told = table_talk.told_by(match, table, DEALS)
        wrong += [one for one in told.results if isinstance(one, Verdict) and one.rule != "DOK-A3"]
        faults = [(one.event, one.proved) for one in told.results if isinstance(one, Verdict)]
        results = [one for one in told.results if isinstance(one, DealResult)]
        winners = taken_by(told.results)
        late, left = list[tuple[int, int]](), 0
        for result, deal in zip(results, reading.deals(told.events), strict=True):
            if "void" in result.detail:
                seen["game"].add("void")
                assert (reading.played(deal)[0], deal.taken, deal.story) == ("poverty", None, [])
                continue
            late += reading.late(deal, match.rules.options)
            counted = reading.without(deal, (line for line, _ in late))
            paper = [own * (2 if left else 1) for own in reading.paper(counted, match.rules.options)]
            wanted = BOCK[str(match.rules["bock"])]
            begun = reading.begins_bock(counted, match.rules.options) & {*wanted}
            seen["bock"].update(begun, {left})
            left = max(left - 1, 0) + (4 if begun else 0)
            taken = [winner for winner, _ in reading.tricks(deal, match.rules.options)]
            mine, winners = winners[: len(taken)], winners[len(taken) :]
            if mine != taken or [*(result.score or ())] != paper:
                wrong.append((seed, result, paper, mine, taken))
            for key in ("game", "won", "alone"):
                seen[key].add(result.detail[key])
            seen["pigs"].update(
                seat in deal.pigs
                for seat, trick in reading.tricks(deal, match.rules.options)
                for laid, card in trick
                if card == "DA" and laid == seat
            )
            seen["said"].update(text for _, text, is_card in deal.story if not is_card)
        if late != faults or (faults and not isinstance(table, Rash)):
            wrong.append((seed, late, faults))
        seen["late"].update("later" if line < proved else "at once" for line, proved in late)
    return seen, wrong


@pytest.mark.rule("DOK-S1", "DOK-S2", "DOK-S3", "DOK-S4", "DOK-S5", "DOK-S6", "DOK-S7", "DOK-W1", "DOK-W2")
@pytest.mark.rule("DOK-R1", "DOK-B4", "DOK-M2", "DOK-M3", "DOK-W3")
def test_tricks_and_scores_agree_with_a_second_reading() -> None:
    seen, wrong = differences(range(MATCHES))
    assert wrong == []
    others = {"void", "pass", "marriage", "poverty", "queens", "jacks", "no-trump"}
    assert seen["game"] == {*others, *reading.SUIT_SOLOS}
    assert seen["late"] == {"at once", "later"}
    assert seen["pigs"] == {True, False}
    assert seen["bock"] >= {"heart-trick", "solo", "announced", 0, 4, 7}
    assert (seen["won"], seen["alone"]) == ({"re", "double", None}, {True, False})
    assert seen["said"] == {"re", "double", *reading.STEPS}

"""Random matches of Doppelkopf against a second reading of the rules: who takes each trick, what is written."""

from random import Random

import pytest

from controller.record.events import MatchStart
from controller.referee.start import start
from controller.rules.results import DealResult, TrickResult, Verdict
from tests.controller.games.doppelkopf import reading
from tests.support import table_talk
from tests.support.honest import house_rules

NAMES = ("Anna", "Berta", "Carla", "Dora")
MATCHES = 40
DEALS = 3


def differences(seeds: range) -> tuple[dict[str, set[object]], list[object]]:
    """What came about in the deals, and each that the second reading takes or writes otherwise."""
    seen: dict[str, set[object]] = {"game": set(), "won": set(), "alone": set(), "said": set()}
    wrong = list[object]()
    for seed in seeds:
        random = Random(seed)
        options = {**house_rules("doppelkopf", random)}
        match = start(MatchStart(game="doppelkopf", seats=NAMES, options=options))
        told = table_talk.told_by(match, table_talk.players("doppelkopf", random, 1.0), DEALS)
        wrong += [one for one in told.results if isinstance(one, Verdict)]
        results = [one for one in told.results if isinstance(one, DealResult)]
        winners = [one.winner for one in told.results if isinstance(one, TrickResult)]
        for result, deal in zip(results, reading.deals(told.events), strict=True):
            taken = [winner for winner, _ in reading.tricks(deal, match.rules.options)]
            mine, winners = winners[: len(taken)], winners[len(taken) :]
            if mine != taken or [*(result.score or ())] != reading.paper(deal, match.rules.options):
                wrong.append((seed, result, reading.paper(deal, match.rules.options), mine, taken))
            for key in ("game", "won", "alone"):
                seen[key].add(result.detail[key])
            seen["said"].update(text for _, text, is_card in deal.story if not is_card)
    return seen, wrong


@pytest.mark.rule("DOK-S1", "DOK-S2", "DOK-S3", "DOK-S4", "DOK-S5", "DOK-S6", "DOK-W1", "DOK-W2", "DOK-R1", "DOK-M2")
def test_what_is_taken_and_written_is_what_a_second_reading_says() -> None:
    seen, wrong = differences(range(MATCHES))
    assert wrong == []
    assert seen["game"] == {"pass", "marriage", "queens", "jacks", "no-trump", *reading.SUIT_SOLOS}
    assert (seen["won"], seen["alone"]) == ({"re", "double", None}, {True, False})
    assert seen["said"] == {"re", "double", *reading.STEPS}

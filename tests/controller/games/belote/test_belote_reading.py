"""Random matches of Belote and Coinche against a second reading of the rules: what may be played, what is written."""

from dataclasses import replace
from random import Random

import pytest

from controller.games.belote import GAME
from controller.games.belote.cards import PLAYS
from controller.games.belote.state import BeloteContract, BeloteDeal, BeloteState
from controller.record.events import MatchStart
from controller.referee.fold import start
from controller.rules.deal import Deal, Play, Trick
from controller.rules.options import resolve
from controller.rules.results import DealResult
from tests.controller.games.belote import reading
from tests.support import table_talk
from tests.support.honest import house_rules

NAMES = ("Anna", "Berta", "Carla", "Dora")
PROFILES = ("seed", "coinche", "contree", "ffb", "ffb-coinche", "ffb-contree")
MATCHES = 36
TRICKS = 1500


def differences(seeds: range) -> tuple[set[object], list[object]]:
    """The rules by which deals were written, and each deal that the second reading writes otherwise."""
    used, wrong = set[object](), list[object]()
    for seed in seeds:
        random = Random(seed)
        options = house_rules("belote", random)
        options.pop("auction", None)
        options["contracts"] = random.choice((GAME.options[2].values[0], PLAYS))
        match = start(MatchStart(game="belote", seats=NAMES, profile=PROFILES[seed % len(PROFILES)], options=options))
        told = table_talk.told_by(match, table_talk.players("belote", random, 1.0), 3)
        results = [one for one in told.results if isinstance(one, DealResult) and "void" not in one.detail]
        held = 0
        for result, deal in zip(results, reading.deals(told.events), strict=True):
            written, held = reading.paper(deal, match.rules.options, held)
            used.add(result.detail["rule"])
            if [*(result.score or ())[:2]] != written or result.detail.get("held", 0) != held:
                wrong.append((seed, result, written, held))
    return used, wrong


@pytest.mark.rule(
    "BEL-H1", "BEL-H2", "BEL-H3", "BEL-K1", "BEL-K2", "BEL-K3", "BEL-K4", "BEL-K5", "BEL-R2", "BEL-S1", "BEL-S2"
)
def test_the_score_agrees_with_a_second_reading() -> None:
    used, wrong = differences(range(MATCHES))
    assert wrong == []
    assert used >= {"BEL-S1", "BEL-S2", "BEL-K2", "BEL-K3", "BEL-K5"}


@pytest.mark.rule("BEL-F1", "BEL-F2", "BEL-F3", "BEL-F4", "BEL-W1", "BEL-W2", "BEL-C4")
def test_the_legal_cards_agree_with_a_second_reading() -> None:
    """Also of whoever comes out of turn, whose partner is another."""
    wrong, narrow = list[object](), 0
    for seed in range(TRICKS):
        random = Random(seed)
        deck = [*GAME.deck]
        random.shuffle(deck)
        play = random.choice(PLAYS)
        rules = {"partner": random.choice(("free", "no-excuse")), "undertrump": random.choice(("owed", "free"))}
        seat, *seats = random.sample(range(4), random.randrange(2, 5))
        trick = [(other, deck.pop()) for other in seats]
        hand = [deck.pop() for _ in range(random.randrange(1, 9))]
        deal = contracted(play, rules, trick)
        mine = {card for card in hand if not GAME.duty_of(deal, seat, card).breaks(hand)}
        theirs = reading.lawful(reading.Deal(0, None, taker=0, play=play), rules, seat, hand, trick)
        narrow += len(theirs) < len(hand)
        if mine != theirs:
            wrong.append((play, rules, trick, seat, hand, mine, theirs))
    assert wrong == []
    assert narrow > TRICKS / 3


def contracted(play: str, chosen: dict[str, str], trick: list[reading.Laid]) -> BeloteDeal:
    """A deal in which seat 0 has bid this contract, with the trick."""
    rules = resolve(GAME.options, NAMES, "coinche", {**chosen, "contracts": PLAYS})
    own = BeloteState(contract=BeloteContract(0, play, "80"))
    lying = tuple(Play(number, who, card) for number, (who, card) in enumerate(trick, 1))
    deal = Deal(1, 3, rules, (0, 1, 2, 3), 8, 0, own)
    return replace(deal, trump=reading.LETTERS.get(play), open=Trick(lying))

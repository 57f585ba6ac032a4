"""Plays a second: our referee beside the playouts of jass-kit and OpenSpiel, by turns in one run.

Run it from the project's folder: ``python -m benchmarks.judging.playouts``. OpenSpiel is measured where ``open_spiel``
is installed. The three do not do the same: a playout lists the legal cards, chooses one and goes on; the referee is
given the card, judges it against every deal of the unseen cards that fits, and keeps the score.
"""

import importlib
import importlib.util
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from controller.record.events import DealStart, Event, MatchStart, Played
from controller.referee import fold
from tests.support import table_talk

ROUNDS = 7
MATCH = MatchStart(game="coiffeur", seats=("Anna", "Berta", "Carla"))


def ours(record: list[Event]) -> int:
    """Judge a recorded match; returns the plays judged."""
    for _ in fold.fold(record):
        pass
    return sum(isinstance(event, Played) for event in record)


def jass_kit(random: Random, deals: int = 20) -> int:
    """Random Schieber deals of jass-kit."""
    sim_kind: Any = importlib.import_module("jass.game.game_sim").GameSim
    rule: Any = importlib.import_module("jass.game.rule_schieber").RuleSchieber()
    util: Any = importlib.import_module("jass.game.game_util")
    for _ in range(deals):
        sim = sim_kind(rule)
        sim.init_from_cards(util.deal_random_hand(), 0)
        sim.action_trump(random.randrange(6))
        while not sim.is_done():
            valid = rule.get_valid_cards_from_obs(sim.get_observation())
            sim.action_play_card(random.choice(valid.nonzero()[0].tolist()))
    return 36 * deals


def open_spiel(random: Random, name: str, deals: int = 20) -> int:
    """Random deals of an OpenSpiel game; its bids and passes count as plays."""
    game: Any = importlib.import_module("pyspiel").load_game(name)
    count = 0
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            count += not state.is_chance_node()
    return count


def main() -> None:
    """Measure by turns and print medians."""
    record, _ = table_talk.record(MATCH, 1, deals=30)
    random = Random(1)
    contenders = {
        "Schiri, coiffeur judged": partial(ours, record),
        "jass-kit, schieber playouts": partial(jass_kit, random),
    }
    if importlib.util.find_spec("pyspiel"):
        for name in ("hearts", "tarok"):
            contenders[f"OpenSpiel, {name} playouts"] = partial(open_spiel, random, name)
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    times: list[float] = []
    for _ in range(ROUNDS):
        for name, play in contenders.items():
            start = perf_counter()
            plays = play()
            seconds = perf_counter() - start
            rates[name].append(plays / seconds)
            if name.startswith("Schiri"):
                times.append(seconds)
    deals = sum(isinstance(event, DealStart) for event in record)
    print(f"{deals} deals of Coiffeur ({ours(record)} plays) replayed in {median(times) * 1e3:.0f} ms")
    mine = median(rates["Schiri, coiffeur judged"])
    for name, rate in rates.items():
        print(f"{name:30} {median(rate):9.0f} plays a second, ratio {mine / median(rate):6.2f}")


if __name__ == "__main__":
    main()

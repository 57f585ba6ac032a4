"""Profiles: several house rules at once, as each game's options name them."""

import pytest

from controller import games
from controller.record.events import Value
from controller.record.message import Message
from controller.rules.options import PLAIN, PROFILES, Option, OptionError, own_profiles, profiles, resolve

SET: dict[str, dict[str, dict[str, Value]]] = {
    "coiffeur": {"swiss": {"puur_exempt": True, "only_trumps": "free"}},
    "handjass": {"parlett": {"follow": "head", "threshold": 21}},
    "hearts": {"omnibus": {"jack": True}},
    "mittlere": {
        "swiss": {"hundred_and_none": "both-fail"},
        "parlett": {"deals": 12, "hundred_and_none": "both-fail", "follow": "head"},
    },
    "belote": {
        "coinche": {"auction": "bidding", "declarations": False},
        "contree": {
            "auction": "bidding",
            "goal": 2000,
            "declarations": False,
            "undertrump": "free",
            "lost_belote": "goes-over",
            "doubled": "bid-only",
        },
        "ffb": {"declarations": False},
        "ffb-coinche": {"auction": "bidding", "undertrump": "free", "double": "in-turn", "federation": True},
        "ffb-contree": {
            "auction": "bidding",
            "declarations": False,
            "undertrump": "free",
            "double": "in-turn",
            "federation": True,
        },
    },
    "differenzler": {
        "swisslos": {"numbers": "hidden", "turned": "drawn"},
        "jasswelt": {"exact": 10, "exact_zero": "won-trick"},
        "gambiter": {"exact": 10},
    },
    "doppelkopf": {
        "home": {"nines": False, "dulle": "second-wins", "solo": "soloist", "announced": "doubles"},
        "stammtisch": {
            "nines": False,
            "dulle": "second-wins",
            "pigs": True,
            "solo": "soloist",
            "announced": "doubles",
            "poverty": True,
            "bock": "either",
        },
        "tournament": {"deals": 24},
        "ddv": {"deals": 24, "obligatory": True},
    },
    "bridge": {"rubber": {"form": "in-rubbers"}},
    "molotow": {"swiss": {"middle": "minus"}},
    "schieber": {
        "swisslos-2500": {"target": 2500, "doubled": "spades-clubs", "without_trump": 3},
        "swisslos-2500-swiss": {"target": 2500, "doubled": "hearts-diamonds", "without_trump": 3},
        "eight-deals": {"weis": "none", "thanks": False, "deals": 8, "stock": False},
    },
    "euchre": {"open-spiel": {"stick_dealer": True}},
    "schnapsen": {"loose": {"talon": 2}, "strict": {"failed": 3}},
    "skat": {"isko": {"score": "seeger-fabian"}, "pub": {"kontra": "bidders", "ramsch": True}},
    "spades": {"open-spiel": {"nil_tricks": "counted"}},
    "whist": {"american": {"goal": 7}, "long": {"goal": 9}, "rubber": {"honours": "called", "form": "in-rubbers"}},
    "tarot": {"fft2012": {"auction": "single", "lead_called": False, "poignee": (20, 30, 40)}},
}
"""What games.md section 0 says of each game."""
OWN = Option("jokers", (1, 2), "X-1", Message.plain("How many jokers there are."), profiles={"pub": 2})
NAMES = ("Anna", "Berta")


@pytest.mark.parametrize("name", games.names())
def test_a_profile_sets_what_it_names_and_leaves_the_rest(name: str) -> None:
    options = games.load(name).options
    plain = {option.name: option.values[0] for option in options}
    for profile in (*PROFILES, *own_profiles(options)):
        assert resolve(options, NAMES, profile, {}).options == plain | SET.get(name, {}).get(profile, {})
    assert {*own_profiles(options)} == {*SET.get(name, {})}


def test_every_value_of_a_profile_is_one_that_the_option_can_be() -> None:
    pairs = [
        (option, value)
        for name in games.names()
        for option in games.load(name).options
        for value in option.profiles.values()
    ]
    assert pairs
    assert [option.check(value) for option, value in pairs] == [value for _, value in pairs]


def test_a_game_may_have_a_profile_of_its_own() -> None:
    assert profiles((OWN,)) == (*PROFILES, "pub")
    assert resolve((OWN,), NAMES, "pub", {})["jokers"] == 2
    assert resolve((OWN,), NAMES, PLAIN, {})["jokers"] == 1
    assert resolve((OWN,), NAMES, "pub", {"jokers": 1})["jokers"] == 1
    with pytest.raises(OptionError, match="there is no profile 'pub'; there are seed, swiss, parlett, fft2012"):
        resolve((), NAMES, "pub", {})


def test_options_are_values() -> None:
    assert (
        len({OWN, Option("jokers", (1, 2), "X-1", Message.plain("How many jokers there are."), profiles={"pub": 2})})
        == 1
    )


@pytest.mark.parametrize(
    ("game", "chosen", "told"),
    [
        ("mittlere", {"deals": True}, r"option 'deals' cannot be true; it can be 0, 12 or another number"),
        ("tarot", {"lead_called": 1}, r"option 'lead_called' cannot be 1; it can be true, false"),
        ("tarot", {"poignee": (1, 2)}, r"option 'poignee' cannot be \[1, 2\]; it can be \[\d"),
    ],
)
def test_values_are_spelled_as_in_records(game: str, chosen: dict[str, Value], told: str) -> None:
    options = games.load(game).options
    with pytest.raises(OptionError, match=told):
        resolve(options, NAMES, "seed", chosen)

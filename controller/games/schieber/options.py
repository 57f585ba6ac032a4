"""Schieber's house rules (games.md section 7)."""

from typing import Final

from controller.games.schieber.counts import DOUBLED, SCALES
from controller.games.schieber.state import CONTRACTS, USUAL
from controller.games.schieber.words import CALL_NAMES
from controller.record.message import Message
from controller.rules.options import Option

_BIG: Final = ("swisslos-2500", "swisslos-2500-swiss")
"""The profiles of Schieber to 2500 points as the Swiss lottery has it, with multipliers; for French and Swiss cards."""
_DEALS: Final = "eight-deals"
"""The profile of tournaments in which each round has so many deals and nothing but the cards counts."""

_WITHOUT_TRUMP: Final = (
    Message("Contracts without a trump count once."),
    Message("Contracts without a trump count double."),
    Message("Contracts without a trump count three times."),
)
OPTIONS: Final = (
    Option(
        "target",
        (1000, 1500, 2500),
        "SCH-G1",
        Message("How many points win the match."),
        free=True,
        profiles=dict.fromkeys(_BIG, 2500),
    ),
    Option(
        "contracts",
        (USUAL,),
        "SCH-B3",
        Message("The contracts there are."),
        choice=CONTRACTS,
        names=CALL_NAMES,
    ),
    Option(
        "doubled",
        tuple(DOUBLED),
        "SCH-M1",
        Message("Which suits count double as trump."),
        profiles=dict(zip(_BIG, ("spades-clubs", "hearts-diamonds"), strict=True)),
        says=(
            Message("Every suit counts once as trump."),
            Message("Spades and clubs count double as trump."),
            Message("Hearts and diamonds count double as trump."),
        ),
    ),
    Option(
        "without_trump",
        (1, 2, 3),
        "SCH-M2",
        Message("How often a contract without a trump counts."),
        profiles=dict.fromkeys(_BIG, 3),
        says=_WITHOUT_TRUMP,
    ),
    Option(
        "weis",
        tuple(SCALES),
        "SCH-W1",
        Message("Which Weis count, and how much."),
        profiles={_DEALS: "none"},
        says=(
            Message("Longer sequences count more as Weis, and four of every rank do."),
            Message("No sequence counts more than 100 as Weis, and four of a rank from ten on do."),
            Message("No Weis is announced."),
        ),
    ),
    Option(
        "low_points",
        ("turned", "same"),
        "SCH-S2",
        Message("Which card counts 11 where the six is the highest."),
        says=(
            Message("In reverse the six counts 11 and the ace nothing."),
            Message("In reverse the ace counts 11 and the six nothing."),
        ),
    ),
    Option(
        "thanks",
        (True, False),
        "SCH-G3",
        Message("Whether who has enough points may end the match within a deal."),
        profiles={_DEALS: False},
        says=(
            Message("Who has enough points says so, and the match is over at once."),
            Message("Every deal is played to its end."),
        ),
    ),
    Option(
        "deals",
        (0, 8),
        "SCH-G4",
        Message("How many deals make a match; 0: the points end it."),
        free=True,
        profiles={_DEALS: 8},
    ),
    Option(
        "stock",
        (True, False),
        "SCH-W5",
        Message("Whether Stöck counts."),
        profiles={_DEALS: False},
        says=(
            Message("King and queen of trump in one hand count 20 where Stöck is announced."),
            Message("Stöck is not announced."),
        ),
    ),
    Option(
        "match",
        (100, 0),
        "SCH-S3",
        Message("What all tricks of a deal count beside their points."),
        says=(Message("All nine tricks count 100 more."), Message("All nine tricks count no more than their points.")),
    ),
)

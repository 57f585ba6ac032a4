"""The house rules of Belote and Coinche (games.md section 14)."""

from typing import Final

from controller.games.belote.cards import PLAYS, SUITS
from controller.games.belote.words import CALL_NAMES
from controller.record.message import Message
from controller.rules.options import Option

_COINCHE: Final = "coinche"
"""The profile in which the trump is bid for."""
_CONTREE: Final = "contree"
"""The profile of the tournaments of contrée."""
_FFB: Final = "ffb"
_FFB_BID: Final = ("ffb-coinche", "ffb-contree")
"""The profiles of the Fédération Française de Belote (rules of 27 January 2016)."""
OPTIONS: Final = (
    Option(
        "auction",
        ("turn-up", "bidding"),
        "BEL-D2",
        Message("How the trump is found."),
        profiles=dict.fromkeys((_COINCHE, _CONTREE, *_FFB_BID), "bidding"),
        says=(
            Message("Five cards each and one turned up, which is taken or passed; then the others are dealt."),
            Message("All cards are dealt, and bids are made, each higher than the last."),
        ),
    ),
    Option(
        "goal",
        (1000, 501, 2000, 3000),
        "BEL-G1",
        Message("Points that win the match; 0: until the players stop."),
        free=True,
        profiles={_CONTREE: 2000},
    ),
    Option(
        "contracts",
        (tuple(SUITS),),
        "BEL-C4",
        Message("The contracts there are."),
        choice=PLAYS,
        names=CALL_NAMES,
    ),
    Option(
        "declarations",
        (True, False),
        "BEL-A1",
        Message("Whether sequences and fours are announced."),
        profiles=dict.fromkeys((_COINCHE, _CONTREE, _FFB, "ffb-contree"), False),
        says=(
            Message("Sequences and fours are announced with the first card."),
            Message("No sequence and no four is announced."),
        ),
    ),
    Option(
        "belote",
        ("spoken", "silent"),
        "BEL-R1",
        Message("Whether belote must be said."),
        says=(
            Message("King and queen of trump count 20 if belote is said when one of them is played."),
            Message("King and queen of trump in one hand count 20 without a word."),
        ),
    ),
    Option(
        "undertrump",
        ("owed", "free"),
        "BEL-F3",
        Message("Whether who cannot go over must play a trump that is too low."),
        profiles=dict.fromkeys((_CONTREE, *_FFB_BID), "free"),
        says=(
            Message("Who cannot go over a trump plays one that is too low."),
            Message("Who cannot go over a trump may throw anything."),
        ),
    ),
    Option(
        "partner",
        ("free", "no-excuse"),
        "BEL-F2",
        Message("What who cannot follow owes while the partner wins."),
        says=(
            Message("Who cannot follow plays anything while the partner wins the trick."),
            Message("Who cannot follow trumps even while the partner wins the trick."),
        ),
    ),
    Option(
        "litige",
        ("carried", "dedans"),
        "BEL-S3",
        Message("What happens where both pairs have the same."),
        says=(
            Message("Where both have the same, the takers' points are held for who wins the next deal."),
            Message("Where both have the same, the takers have lost."),
        ),
    ),
    Option(
        "lost_belote",
        ("stays", "goes-over"),
        "BEL-R2",
        Message("Who scores the belote of those who lose."),
        profiles={_CONTREE: "goes-over"},
        says=(
            Message("Who loses the deal keeps the own belote."),
            Message("Who loses the deal loses the own belote to the others."),
        ),
    ),
    Option(
        "score",
        ("made-and-bid", "bid-only", "made-only"),
        "BEL-K2",
        Message("What is written for a bid that was made."),
        says=(
            Message("Points made and points bid are written."),
            Message("Only the points bid are written."),
            Message("Only the points made are written."),
        ),
    ),
    Option(
        "doubled",
        ("all-points", "bid-only"),
        "BEL-K3",
        Message("What a double doubles."),
        profiles={_CONTREE: "bid-only"},
        says=(
            Message("A double counts everything but belote twice, a redouble four times."),
            Message("A double counts the bid twice, a redouble three times."),
        ),
    ),
    Option(
        "belote_helps",
        (True, False),
        "BEL-K1",
        Message("Whether belote counts towards the bid."),
        says=(
            Message("Belote counts towards the bid."),
            Message("Belote does not count towards the bid."),
        ),
    ),
    Option(
        "tens",
        (False, True),
        "BEL-K4",
        Message("Whether points of tricks are written in tens."),
        says=(
            Message("Points of tricks are written as they are."),
            Message("Points of tricks are written in tens, 160 in all."),
        ),
    ),
    Option(
        "generale",
        (False, True),
        "BEL-C5",
        Message("Whether a player may bid to win every trick alone."),
        says=(
            Message("The highest bid is capot."),
            Message("The highest bid is générale: the bidder alone wins every trick, for 500."),
        ),
    ),
    Option(
        "double",
        ("at-once", "in-turn"),
        "BEL-C3",
        Message("When a bid is doubled."),
        profiles=dict.fromkeys(_FFB_BID, "in-turn"),
        says=(
            Message("A bid is doubled at any moment."),
            Message("A bid is doubled by whose turn it is."),
        ),
    ),
    Option(
        "federation",
        (False, True),
        "BEL-K5",
        Message("Whether bids are made and written as by the French federation."),
        profiles=dict.fromkeys(_FFB_BID, True),
        says=(
            Message("A bid is made with the points that were bid."),
            Message("A bid is made with its points and more than the others have; lost, it costs 160 and the bid."),
        ),
    ),
)

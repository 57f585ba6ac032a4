"""The house rules of Doppelkopf (games.md section 17)."""

from typing import Final

from controller.record.message import Message
from controller.rules.options import Option

OPTIONS: Final = (
    Option(
        "nines",
        (True, False),
        "DOK-D2",
        Message("Whether the nines are in the deck."),
        profiles={"home": False},
        says=(
            Message("The deck has 48 cards, 12 in a hand."),
            Message("The deck has 40 cards without nines, 10 in a hand."),
        ),
    ),
    Option(
        "dulle",
        ("first-wins", "second-wins"),
        "DOK-W2",
        Message("Which ten of hearts wins where both lie in one trick."),
        profiles={"home": "second-wins"},
        says=(
            Message("Of two tens of hearts in a trick the first wins."),
            Message("Of two tens of hearts in a trick the second wins."),
        ),
    ),
    Option(
        "solo",
        ("forehand", "soloist"),
        "DOK-P1",
        Message("Who leads in a solo."),
        profiles={"home": "soloist"},
        says=(
            Message("Forehand leads in a solo, too."),
            Message("Who plays a solo leads to the first trick."),
        ),
    ),
    Option(
        "announced",
        ("adds", "doubles"),
        "DOK-S3",
        Message("What Re and Kontra make of the points of a game."),
        profiles={"home": "doubles"},
        says=(
            Message("Re and Kontra count two points each."),
            Message("Re and Kontra double the points of the game each."),
        ),
    ),
    Option(
        "deals",
        (0,),
        "DOK-G1",
        Message("How many deals make a match; 0: until the players stop."),
        free=True,
        profiles={"tournament": 24, "ddv": 24},
    ),
    Option(
        "obligatory",
        (False, True),
        "DOK-O1",
        Message("Whether each owes a solo in a match."),
        profiles={"ddv": True},
        says=(
            Message("Nobody owes a solo."),
            Message("Each owes a solo, and leads in it; the same dealer deals again."),
        ),
    ),
)

"""Facts of a deal of Doppelkopf for displays and pages: only what was said, never who is of which party."""

from collections.abc import Mapping
from typing import Final

from controller.games.doppelkopf.announce import standing
from controller.games.doppelkopf.parties import game_of
from controller.games.doppelkopf.state import MARRIAGE, NORMAL, REFUSALS, DoppelkopfDeal, SeatCall
from controller.record.message import Message
from controller.rules.results import NO_WORDS

GAMES_TOLD: Final[Mapping[str, Message]] = {
    NORMAL: Message("diamonds are trump; the queens of clubs are partners"),
    MARRIAGE: Message("who has both queens of clubs looks for a partner"),
    "queens": Message("queens are trump"),
    "jacks": Message("jacks are trump"),
    "no-trump": Message("nothing is trump"),
    **dict.fromkeys(("clubs", "spades", "hearts", "diamonds"), Message("this suit is trump")),
}
"""The games, with what is trump in them (DOK-B1, DOK-B3)."""


def facts(deal: DoppelkopfDeal) -> Message:
    """What is played, and what was announced by whom."""
    game = game_of(deal)
    if game is None:
        return NO_WORDS
    call, seat = game
    names = deal.rules.names
    first = Message("normal game") if seat is None else Message("{name} {call}", name=names[seat], call=call)
    return Message.join(", ", (first, *(_told(names, one) for one in standing(deal))))


def _told(names: tuple[str, ...], said: SeatCall) -> Message:
    name, points = names[said.seat], REFUSALS.get(said.call)
    return (
        Message("{name} no {n}", name=name, n=points) if points else Message("{name} {call}", name=name, call=said.call)
    )

"""Facts of a deal of Doppelkopf for displays and pages: only what was said, never who is of which party."""

from collections.abc import Mapping
from typing import Final

from controller.games.doppelkopf.announce import standing
from controller.games.doppelkopf.parties import game_of
from controller.games.doppelkopf.state import MARRIAGE, NORMAL, REFUSALS, RESERVATION, DoppelkopfDeal, SeatCall
from controller.record.message import Listed, Message
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
    game, names = game_of(deal), deal.rules.names
    told = [_told(names, one) for one in (*_unnamed(deal), *standing(deal))]
    owing = Listed(tuple(names[seat] for seat in sorted(deal.own.owing))) if deal.phase == "before" else None
    if owing and owing.items:
        told.append(Message("a solo is owed by {names}", names=owing))
    if game is None:
        return Message.join(", ", told) if told else NO_WORDS
    call, seat = game
    first = Message("normal game") if seat is None else Message("{name} {call}", name=names[seat], call=call)
    return Message.join(", ", (first, *told))


def _unnamed(deal: DoppelkopfDeal) -> list[SeatCall]:
    """The reservations of which nobody has said yet what they are, before the first card."""
    said = deal.own.reservations if deal.phase == "before" else ()
    named = [one.seat for one in said if one.call != RESERVATION]
    return [one for one in said if one.seat not in named]


def _told(names: tuple[str, ...], said: SeatCall) -> Message:
    name, points = names[said.seat], REFUSALS.get(said.call)
    return (
        Message("{name} no {n}", name=name, n=points) if points else Message("{name} {call}", name=name, call=said.call)
    )

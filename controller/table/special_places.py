"""Cards that are no plays by the place and the moment: turned up, the dog, bids of a duel, drawn for a tie."""

from collections.abc import Collection
from typing import Final, Literal

from controller.games import vocabularies
from controller.record.cards import Card
from controller.record.events import Draw, Event, Seat
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Spread, SpreadMeaning
from controller.table.command_words import accepted
from controller.table.dealing import begun, needs_turned, turned_up
from vision.base.observation import Point
from vision.mat.layout import PLACES, Area, PlaceKind, place_at
from vision.mat.seating import Seating

FOR_WORDS: Final[PlaceKind] = "place-commands"


def speaker_at(place: Point, seating: Seating, seats: int) -> Seat | Literal["table"] | None:
    """Return before whom a word lies, mm: a seat, the whole table in the place for commands, or nobody.

    A word need not lie quite inside: the place for commands goes before a seat's area that is as near.
    """
    inside = seating.at(place)
    if inside is not None:
        return inside
    if any(FOR_WORDS in one.kinds and _grown(one.area, seating.reach_mm).contains(*place) for one in PLACES[seats]):
        return "table"
    near = seating.near(place)
    return near[0] if len(near) == 1 else None


def _grown(area: Area, by_mm: float) -> Area:
    left, top, right, bottom = area.left_mm, area.top_mm, area.right_mm, area.bottom_mm
    return Area(left - by_mm, top - by_mm, right + by_mm, bottom + by_mm, area.turn)


def has_meaning(match: AnyMatch, place: Point) -> bool:
    """Whether a card at this point of the mat, mm, lies in a place in which cards mean something now."""
    place_found = place_at(*place, match.rules.seats)
    if place_found is None or FOR_WORDS in place_found.kinds:
        return False
    if match.can_deal and needs_turned(match):
        return True
    used: Collection[str] = vocabularies.load(match.game.name).places(begun(match)[0])
    return any(kind in used for kind in place_found.kinds)


def shows(match: AnyMatch, seat: Seat) -> bool:
    """Whether a card that a seat lays down now is shown, not played: a bid of a duel, trumps that are laid away."""
    return vocabularies.load(match.game.name).shows(match, seat)


def lying(match: AnyMatch, spread: Spread) -> SpreadMeaning | Message | None:
    """Return the events of cards shown without a word; a message: why the match cannot take them in."""
    opened, start = begun(match)
    meaning = turned_up(match, spread.placed) or vocabularies.load(match.game.name).lying(opened, spread)
    if meaning is None:
        return None
    events: tuple[Event, ...] = (*start, *meaning.events)
    checked = accepted(match, events)
    return checked if isinstance(checked, Message) else SpreadMeaning(events, meaning.cards)


def drawn(match: AnyMatch, seat: Seat, card: Card, on_mat: Collection[Card]) -> Draw | Message | None:
    """Return the ``draw`` event of a card laid before a seat while level players draw; None for any other card.

    Args:
        match: the match before it.
        seat: seat before which it lies.
        card: what was laid.
        on_mat: the cards that were played and have not left the mat; until the last trick is gathered nobody draws.
    """
    deal = match.deal
    if deal is None or not match.draws_now:
        return None
    if deal.tricks and any(one in on_mat for one in deal.tricks[-1].cards):
        return None
    if seat not in deal.level and not deal.draws:
        # Nobody has drawn, and somebody who has nothing to draw plays: the table goes on and owes the draw.
        return None
    draw = Draw(seat=seat, card=card)
    checked = accepted(match, (draw,))
    return checked if isinstance(checked, Message) else draw

"""The tricks of a deal as they were played, newest first, so that a card is found by the trick in which it lay."""

from dataclasses import dataclass

from controller.record.cards import Card
from controller.rules.deal import AnyDeal, Play, Trick
from controller.rules.match import AnyMatch


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card of a trick."""

    event: int
    """The line that says so, by which it is corrected."""
    card: Card
    name: str
    """Of the player; empty for a seat that is not at the table."""
    took_it: bool
    """Whether it took the trick."""


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """The cards of a trick in order of play."""

    number: int
    """From 1; 0: cards that lay open and are part of no trick."""
    cards: tuple[PlayedCard, ...]


def deal_numbers(match: AnyMatch) -> tuple[int, ...]:
    """The numbers of all deals, oldest first."""
    now = (match.deal.number,) if match.deal else ()
    return tuple(sorted({*(entry.deal.number for entry in match.ledger), *now}))


def played_tricks(match: AnyMatch, number: int) -> tuple[PlayedTrick, ...]:
    """The tricks of the deal of this number; nothing if there is no such deal."""
    deal = _deal(match, number)
    if deal is None:
        return ()
    tricks = [*enumerate((*deal.tricks, deal.open), 1), (0, Trick(deal.exposed))]
    shown = (PlayedTrick(nth, tuple(_card(match, trick, play) for play in trick.plays)) for nth, trick in tricks)
    return tuple(sorted((one for one in shown if one.cards), key=lambda one: -one.number))


def _deal(match: AnyMatch, number: int) -> AnyDeal | None:
    if match.deal and match.deal.number == number:
        return match.deal
    return next((entry.deal for entry in match.ledger if entry.deal.number == number), None)


def _card(match: AnyMatch, trick: Trick, play: Play) -> PlayedCard:
    name = match.names[play.seat] if match.rules.has(play.seat) else ""
    return PlayedCard(play.event, play.card, name, play.seat == trick.winner)

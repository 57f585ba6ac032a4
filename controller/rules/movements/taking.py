"""A movement that is told: whether it can be part of the deal, and the deal with it."""

from dataclasses import replace

from controller.record.events import Moved
from controller.record.message import Listed, Message
from controller.rules.deal import Deal, S, Transfer
from controller.rules.movements.course import course, due
from controller.rules.movements.description import Movement, Moving, place_name


def taken(game: Moving, deal: Deal[S], number: int, event: Moved) -> Deal[S] | Message:
    """The deal after a movement; a message tells why it cannot be part of the deal.

    Args:
        game: the game.
        deal: the deal before it.
        number: of the event.
        event: the movement; its seats are seats of the table.
    """
    wrong = _not_offered(game, deal, event) or _not_there(game, deal, event)
    if wrong:
        return wrong
    # Of a card that exists twice nobody but the marks tells which one it is: nothing is known of its place by it.
    cards = tuple(card for card in event.cards or () if card in game.deck)
    move = Transfer(
        number, event.what, event.from_, event.to, event.count, cards, len(deal.tricks), bool(deal.open.plays)
    )
    return replace(deal, moved=(*deal.moved, move))


def _not_offered(game: Moving, deal: Deal[S], event: Moved) -> Message | None:
    """Why no such movement can happen now, or None."""
    names = deal.rules.names
    left = () if deal.phase == "after" else due(game, deal)
    same = [one for one in left if (one.what, one.source, one.target) == (event.what, event.from_, event.to)]
    if not same and not left:
        return Message("no cards are moved now")
    if not same:
        there = Listed(tuple(dict.fromkeys(_told(names, one) for one in left)), "or")
        return Message("no cards are moved so now; there is {names}", names=there)
    if event.count != same[0].count:
        return Message("{n} cards are moved, and there are to be {n2}", n=event.count, n2=same[0].count)
    return None


def _told(names: tuple[str, ...], movement: Movement) -> Message:
    source, target = place_name(names, movement.source), place_name(names, movement.target)
    return Message("{call} of {n} from {why} to {why2}", call=movement.what, n=movement.count, why=source, why2=target)


def _not_there(game: Moving, deal: Deal[S], event: Moved) -> Message | None:
    """Why these cards cannot be moved from there, or None."""
    cards, found = event.cards or (), course(game, deal)
    found = found.chosen.get(event.what, found)
    if len({*cards}) < len(cards) or len(cards) > event.count:
        return Message("{n} different cards are moved, and {cards} are told", n=event.count, cards=Listed(cards))
    gone = {play.card for play in deal.plays()}
    faces = {card.face for card in game.deck}
    for card in cards:
        if card.face not in faces:
            return Message("{game} has no card {code}", game=game.title, code=repr(str(card)))
        if card in gone:
            return Message("{card} was played already", card=card)
        if card in game.deck and event.from_ not in found.where.get(card, (event.from_,)):
            place = place_name(deal.rules.names, event.from_)
            return Message("{card} is known to be elsewhere than with {why}", card=card, why=place)
    return None

"""What was said or laid open beside the play, in a player's words."""

from collections.abc import Iterable, Sequence

from controller.cards import Card
from controller.console.card_words import sign
from controller.console.seat_names import seat_name
from controller.console.texts import _, ngettext
from controller.console.word_names import word_name
from controller.events import Agree, Bid, Call, Choose, Declare, Discard, Dog, Duel, Event, Exchange, Upcard


def said_words(names: Sequence[str], event: Event) -> str | None:
    """The event in a few words, without who says it; None for what is not said."""
    match event:
        case Bid():
            said = ("chelem" if event.chelem else None, event.call, event.as_, event.start)
            return ", ".join(word_name(word) for word in said if word)
        case Declare():
            what = {"weis": f"weis-{event.points}", "poignee": f"poignee-{event.size}"}.get(event.what, event.what)
            return _with(word_name(what), event.cards)
        case Call():
            return _("I call {card}").format(card=sign(event.card)) if event.card else word_name("nobody")
        case Discard():
            text = ngettext("{count} card laid away", "{count} cards laid away", event.count)
            return _with(text.format(count=event.count), event.cards or event.shown)
        case Exchange():
            return _("{gives} for {takes}").format(gives=sign(event.gives), takes=sign(event.takes))
        case Choose():
            return word_name("take" if event.take else "leave")
        case _:
            return _laid_open(names, event)


def _laid_open(names: Sequence[str], event: Event) -> str | None:
    match event:
        case Dog():
            return _("the dog: {cards}").format(cards=_signs(event.cards))
        case Upcard():
            return _("{card} is turned up").format(card=sign(event.card))
        case Duel():
            bids = ((seat_name(names, seat), sign(card)) for seat, card in event.cards.items())
            return ", ".join(_("{name}: {card}").format(name=name, card=card) for name, card in bids)
        case Agree():
            who = ", ".join(seat_name(names, seat) for seat in event.seats)
            return _("{names} agree on a point each").format(names=who)
        case _:
            return None


def _with(text: str, cards: Iterable[Card] | None) -> str:
    return _("{what} ({cards})").format(what=text, cards=_signs(cards)) if cards else text


def _signs(cards: Iterable[Card]) -> str:
    return " ".join(map(sign, cards))

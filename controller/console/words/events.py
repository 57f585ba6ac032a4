"""Events in the words of a page, for the eye and for the ear."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from controller.console.words.gettext import _, by_names, core, ngettext, word
from controller.console.words.names import decision_words, seat_name, sign, utterance_name, word_name
from controller.games.vocabularies import uttered
from controller.record.cards import CARDS, Card
from controller.record.events import (
    Agree,
    Amend,
    Answered,
    Bid,
    Call,
    CardPlace,
    Choose,
    Collect,
    DealStart,
    Declare,
    Discard,
    Dog,
    Draw,
    Duel,
    End,
    Event,
    Exchange,
    Insert,
    MatchStart,
    Missed,
    Moved,
    Played,
    Question,
    Reveal,
    Ruling,
    Seal,
    Upcard,
    Void,
)
from controller.record.text import parse_fields, to_fields
from controller.rules.movements.course import NAMES as PLACE_NAMES
from controller.table.unseen.course import describe_course


def utterance_words(names: Sequence[str], event: Event) -> str | None:
    """Return the event in a few words, without who says it; None for what is not said."""
    match event:
        case Discard():
            text = ngettext("{count} card laid away", "{count} cards laid away", event.count)
            return _with(text.format(count=event.count), event.cards or event.shown)
        case Exchange():
            return _("{gives} for {takes}").format(gives=sign(event.gives), takes=sign(event.takes))
        case Moved():
            return _movement(names, event)
        case Call() if event.card:
            return _("I call {card}").format(card=sign(event.card))
        case Bid() | Call() | Choose() | Declare():
            return _by_command_cards(event)
        case Seal():
            return _("a secret call")
        case Reveal():
            return _("the secret call: {what}").format(what=word_name(event.call))
        case _:
            return _laid_open(names, event)


def _by_command_cards(event: Bid | Call | Choose | Declare) -> str:
    """Return the words of the command cards that say an event, and the cards shown with them."""
    words_uttered = uttered(event)
    words = utterance_name([word for word in words_uttered if not isinstance(word, Card)])
    return _with(words, [card for card in words_uttered if isinstance(card, Card)])


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


def _movement(names: Sequence[str], event: Moved) -> str:
    """Return who or what gives how many cards to whom, and the cards that are known."""
    what, source = word_name(event.what), _place(names, event.from_)
    if event.from_ == event.to:
        return _with(_("{name}: {what}").format(name=source, what=what), event.cards)
    text = ngettext(
        "{source} to {target}: {what}, {count} card", "{source} to {target}: {what}, {count} cards", event.count
    )
    return _with(text.format(source=source, target=_place(names, event.to), what=what, count=event.count), event.cards)


def movement_note(names: Sequence[str], move: Moved) -> str:
    """Return how many cards have gone from where to where, and those that are known; the event itself says why."""
    text = ngettext("{source} → {target}: {count} card", "{source} → {target}: {count} cards", move.count)
    note = text.format(source=_place(names, move.from_), target=_place(names, move.to), count=move.count)
    return _with(note, move.cards)


def _place(names: Sequence[str], place: CardPlace) -> str:
    return seat_name(names, place) if isinstance(place, int) else core(PLACE_NAMES.get(place, place))


def _with(text: str, cards: Iterable[Card] | None) -> str:
    return _("{what} ({cards})").format(what=text, cards=_signs(cards)) if cards else text


def _signs(cards: Iterable[Card]) -> str:
    return " ".join(map(sign, cards))


def words(names: Sequence[str], event: Event) -> str:  # noqa: C901 - one line a kind of event
    """Return an event in a few words."""
    match event:
        case Moved():
            return _movement(names, event)
        case Played():
            return _("{name}: {card}").format(name=seat_name(names, event.seat), card=sign(event.card))
        case DealStart():
            return _("{name} deals").format(name=seat_name(names, event.dealer))
        case Collect():
            return _("the trick was gathered")
        case Void():
            return _("the deal is thrown in") if event.why == "misdeal" else _("the deal is void by a hand")
        case Draw():
            return _("{name} draws {card}").format(name=seat_name(names, event.seat), card=sign(event.card))
        case Ruling():
            return _("ruling on verdict {number}: {decision}").format(
                number=event.verdict, decision=decision_words(event)
            )
        case Amend():
            return _corrected(names, event)
        case Insert():
            return _("added: {what}").format(what=words(names, parse_fields(event.event)))
        case Missed():
            return _("told of what went unseen: {what}").format(what=core(describe_course(names, event)))
        case Question():
            return _("a question waits")
        case Answered():
            text = _("{name} says yes") if event.yes else _("{name} says no")
            return text.format(name=seat_name(names, event.seat))
        case End():
            return _("the end of the match")
        case MatchStart():
            return _("the start of the match")
        case _:
            return _plain(names, event)


def step_words(names: Sequence[str], event: Event, lines: Sequence[Event]) -> str:
    """Return a step of a record in a few words; the correction of a card with the card as it was read at first."""
    of = lines[event.of - 1] if isinstance(event, Amend) and 0 < event.of <= len(lines) else None
    if isinstance(event, Amend) and isinstance(of, Played):
        return _("{was} corrected to {what}").format(was=words(names, of), what=_amended(names, event))
    return words(names, event)


_FEW: Final = 4
"""Cards shown with a word that a button names, at most: a whole hand would hide what stands above it."""


def step_noun(names: Sequence[str], event: Event, lines: Sequence[Event]) -> str:
    """Return a step of a record as the object of a sentence: "Carla's ♦10", "the end of the match"."""
    match event:
        case Declare(cards=cards) if cards and len(cards) > _FEW:
            return step_noun(names, replace(event, cards=None), lines)
        case Played():
            return _("{name}'s {card}").format(name=seat_name(names, event.seat), card=sign(event.card))
        case DealStart():
            return _("the beginning of the deal")
        case End():
            return _("the end of the match")
        case Amend():
            return _("the correction to {what}").format(what=_amended(names, event))
        case Insert():
            return _("{what}, added later").format(what=step_noun(names, parse_fields(event.event), lines))
        case _:
            utterance, seat = utterance_words(names, event), getattr(event, "seat", None)
            if utterance and seat is not None:
                return _("{name}'s “{what}”").format(name=seat_name(names, seat), what=utterance)
            return _("“{what}”").format(what=step_words(names, event, lines))


def spoken_step_noun(names: Sequence[str], event: Event, lines: Sequence[Event]) -> str:
    """Return the noun of a step for screen readers, with every card by its name."""
    with by_names():
        return step_noun(names, event, lines)


def _corrected(names: Sequence[str], event: Amend) -> str:
    return _("a reading corrected to {what}").format(what=_amended(names, event))


def _amended(names: Sequence[str], event: Amend) -> str:
    """Describe an event's correction: its card and seat as people call them, the rest as recorded."""

    def told(field: str, value: object) -> str:
        if field == "card" and isinstance(value, str) and value in CARDS:
            return sign(Card(value))
        return seat_name(names, value) if field == "seat" and isinstance(value, int) else str(value)

    return ", ".join(told(field, value) for field, value in event.with_.items())


def spoken(names: Sequence[str], event: Event) -> str:
    """Return an event for the ear: every card by its name."""
    with by_names():
        return words(names, event)


def _plain(names: Sequence[str], event: Event) -> str:
    """Return the words of an event that was said or laid open; else the event as the record has it."""
    if utterance := utterance_words(names, event):
        seat = getattr(event, "seat", None)
        return utterance if seat is None else _("{name}: {what}").format(name=seat_name(names, seat), what=utterance)
    fields = {key: value for key, value in to_fields(event).items() if key not in ("t", "src", "conf", "img")}
    kind, seat = fields.pop("e"), fields.pop("seat", None)
    who = "" if seat is None else f"{seat_name(names, seat)}: "
    return f"{who}{word(kind)} {' '.join(str(value) for value in fields.values())}".strip()

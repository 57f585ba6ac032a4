"""Actions of players' words: bids, contracts, announcements, calls, and cards turned up, shown or drawn."""

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.views import table_mat
from controller.console.views.options_to_say import final_events
from controller.console.views.table_mat import OpenCardsKind
from controller.console.views.undo_steps import newest_said
from controller.console.words.events import words
from controller.console.words.gettext import _, card_words, core, ngettext
from controller.games import vocabularies
from controller.peripherals.voice import CardVoice
from controller.record.cards import Card, faces
from controller.record.events import Bid, Event, Seat
from controller.rules.speech import Speech
from controller.table import command_words as spoken
from groundwork.errors import CardError

CARD = "card-"
"""A card that is ticked is a field of its own: this, and the card's name."""


def say(ask: ActionRequest) -> ActionPlan:
    """Words of a seat, or of the table, with the cards that lie beside them."""
    words_said = tuple(ask.text("words").split())
    if not words_said:
        raise RefusedError(_("Choose what was said."))
    for_all = words_said[0] in vocabularies.load(ask.match.game.name).shared
    seat: Seat | None = None if for_all else ask.seat("seat")
    if not spoken.is_secret(ask.match, seat):  # of what is secret nobody has heard anything
        _check_unchanged(ask)
    for word in words_said:
        speaker = spoken.speaker(ask.match, word, seat)
        if isinstance(speaker, str):
            raise RefusedError(_because(speaker))
    meaning = spoken.meaning_on_phone(ask.match, Speech(seat, words_said, _cards(ask)))
    events = final_events(meaning)
    if not events:
        raise RefusedError(_because(meaning if isinstance(meaning, str) else getattr(meaning, "text", "")))
    if spoken.are_secret(ask.match, events):
        events = tuple(ask.context.sealed.seal(event) for event in events if isinstance(event, Bid))
    return _plan(ask, events)


def answer_question(ask: ActionRequest) -> ActionPlan:
    """Answer what somebody asks who does not see the table: the voice answers, and the page with it."""
    voice = CardVoice(card_words().lang, card_words().suits)
    answers = {"lies": voice.describe_table, "last-trick": voice.describe_last_trick, "trump": voice.describe_trump}
    answer = answers.get(ask.text("word"))
    if answer is None:
        raise RefusedError(_("Choose what to ask."))
    return ActionPlan(word=ask.text("word"), answer=" ".join(text for _lang, text in answer(ask.match)))


def lay(ask: ActionRequest) -> ActionPlan:
    """Cards that say something without a word: turned up, the dog, a duel, a draw."""
    _check_unchanged(ask)
    kind = table_mat.awaited_cards(ask.match)
    if kind is None or kind != ask.text("kind"):
        raise RefusedError(_("Nobody waits for that card now."))
    count = table_mat.open_size(ask.match, kind)
    cards = _laid(ask, kind, count)
    if len(set(cards)) != count:
        text = ngettext("Choose {count} card.", "Choose {count} different cards.", count)
        raise RefusedError(text.format(count=count))
    events = table_mat.laid_open(ask.match, kind, cards, ask.seat("seat") if kind == "draw" else 0)
    if not isinstance(events, tuple):
        raise RefusedError(_because(events or ""))
    return _plan(ask, events)


def _laid(ask: ActionRequest, kind: OpenCardsKind, count: int) -> tuple[Card, ...]:
    if kind == "duel":
        return tuple(ask.card(f"card{seat}") for seat in range(count))
    return _cards(ask) if kind == "dog" else (ask.card("card"),)


def _check_unchanged(ask: ActionRequest) -> None:
    """Two phones that say the same say it once; cards that are played meanwhile change nothing."""
    if ask.text("since") != str(newest_said(ask.events)):
        raise RefusedError(_("Something else was said meanwhile: this was not taken down. Look again."))


def _cards(ask: ActionRequest) -> tuple[Card, ...]:
    """Return the cards that are ticked and those that the field ``cards`` names, in the deck's order."""
    ticked = {field.removeprefix(CARD) for field in ask.form if field.startswith(CARD)}
    try:
        cards = {Card(name) for name in (*ask.text("cards").split(), *ticked)}
    except CardError as error:
        raise RefusedError(core(str(error))) from None
    return tuple(card for card in faces(ask.match.game.deck) if card in cards)


def _because(why: str) -> str:
    """Return the sentence of why words mean nothing now.

    One that ends with a question has its own mark at the end.
    """
    if not why:
        return _("It means nothing now.")
    reason = core(why)
    sentence = _("It cannot be: {why}.").format(why=reason)
    return sentence.rstrip(".。") if reason.endswith("?") else sentence


def _plan(ask: ActionRequest, events: tuple[Event, ...]) -> ActionPlan:
    return ActionPlan(
        events, answer=_("{what}.").format(what="; ".join(words(ask.match.names, event) for event in events))
    )


ACTIONS = (
    Action("ask", Role.PLAYER, answer_question),
    Action("say", Role.PLAYER, say),
    Action("lay", Role.PLAYER, lay),
)

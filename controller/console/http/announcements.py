"""Announcements: new events as sentences for screen readers, each sent once."""

from collections.abc import Iterator

from controller.console.http.snapshot import TableSnapshot
from controller.console.words.events import spoken
from controller.console.words.gettext import _, aloud
from controller.console.words.names import name as card_name
from controller.console.words.names import seat_name
from controller.live.session import News
from controller.record import cards
from controller.record.events import Amend, Correction, Event, Insert, Missed, Seat, SightEvent, Undo
from controller.record.text import parse_fields
from controller.rules import standing
from controller.rules.results import DealResult, MatchResult, TrickResult
from controller.table.unseen.course import in_words


def newest_line(state: TableSnapshot) -> int:
    """The number of the newest event."""
    return state.news[-1].number if state.news else 0


def announcements_since(state: TableSnapshot, number: int) -> Iterator[tuple[int, str]]:
    """The sentences of every event after the one of this number."""
    for news in state.news:
        if news.number > number:
            yield news.number, " ".join(sentences(news))


def turn_sentence(state: TableSnapshot, own: Seat | None) -> str:
    """The sentence that ends an announcement: whose turn it is, to the one whose it is with what was led.

    Args:
        state: the table as it stands.
        own: the seat of the phone's owner; None: nobody's at this table.
    """
    match = state.match
    if not match.running or match.acting is None:
        return ""
    if match.acting != own or match.turn != own:
        return f"{aloud(match.awaited)}."
    lead = state.face.lead if match.deal and match.deal.open.plays else ""
    return _("It is your turn; {what}.").format(what=aloud(lead)) if lead else _("It is your turn.")


def sentences(news: News) -> Iterator[str]:
    """The sentences of one event; a correction with the corrected value."""
    names = news.match.names
    if not isinstance(news.event, SightEvent):
        happened = correction(names, news.event) if isinstance(news.event, Correction) else spoken(names, news.event)
        yield f"{happened}."
    for told in news.told:
        if told.withdrawn:
            yield _withdrawn(news.event).format(verdict=aloud(told.verdict.text))
        else:
            yield aloud(told.verdict.text)
    for result in news.results:
        match result:
            case TrickResult() if result.winner is not None:
                who = seat_name(names, result.winner)
                yield _("{name} takes trick {trick}.").format(name=who, trick=result.trick)
            case DealResult() if told := standing.brought(news.match, result):
                yield f"{aloud(told)}."
            case MatchResult():
                yield f"{aloud(standing.result(news.match))}."
            case _:
                pass


def _withdrawn(event: Event) -> str:
    """Why a verdict fell: what the event did to what it rested on."""
    match event:
        case Undo():
            return _("Withdrawn, for what it rested on was taken back: {verdict}")
        case Insert():
            return _("Withdrawn, for something was added that had been missed: {verdict}")
        case Missed():
            return _("Withdrawn, for it was told what went unseen: {verdict}")
        case Amend():
            return _("Withdrawn, for a reading was corrected: {verdict}")
        case _:
            return _("Withdrawn: {verdict}")


def correction(names: tuple[str, ...], event: Event) -> str:
    """A correction, with the value that holds from now on."""
    if isinstance(event, Amend):
        card = event.with_.get("card")
        if isinstance(card, str):
            return _("Corrected: the card is the {card}").format(card=card_name(cards.parse(card)))
        return _("A reading was corrected")
    if isinstance(event, Insert):
        return _("Added: {what}").format(what=spoken(names, parse_fields(event.event)))
    if isinstance(event, Missed):
        return _("Told of what went unseen: {what}").format(what=aloud(in_words(names, event)))
    return _("The last step was taken back")

"""Announcements: new events as sentences for screen readers, each sent once."""

from collections.abc import Iterator

from controller.console.http.snapshot import TableSnapshot
from controller.console.words.events import spoken
from controller.console.words.gettext import _, aloud
from controller.console.words.names import name as card_name
from controller.console.words.names import seat_name
from controller.live.session import News
from controller.record import cards
from controller.record.events import Amend, Correction, Event, Insert, Missed, SightEvent, Undo
from controller.record.text import parse_fields
from controller.rules.results import DealResult, MatchResult, TrickResult
from controller.rules.sheet import signed
from controller.table.unseen.course import in_words


def newest(state: TableSnapshot) -> int:
    """The number of the newest event."""
    return state.news[-1].number if state.news else 0


def since(state: TableSnapshot, number: int) -> Iterator[tuple[int, str]]:
    """The sentences of every event after the one of this number."""
    for news in state.news:
        if news.number > number:
            yield news.number, " ".join(sentences(news))


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
            case DealResult() if result.score is not None:
                pairs = zip(names, result.score, strict=True)
                scores = ", ".join(f"{name} {signed(own)}" for name, own in pairs if own is not None)
                yield _("Deal {deal}: {scores}.").format(deal=result.deal, scores=scores)
            case MatchResult():
                yield _("The match is over.")
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

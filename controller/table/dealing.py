"""The beginning of a deal by cards: ``new-deal``, the card turned up, the next auction's first word, the first play."""

from typing import Final

from controller.record.cards import Card
from controller.record.events import DealStart, Event, Played, Seat
from controller.record.message import Message
from controller.referee.fold import step
from controller.referee.unseen.same_deal import NEXT_DEAL, reopen_deal
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, SpreadMeaning, Waiting

NEW_DEAL: Final = "new-deal"
"""The word with which a deal begins."""


def needs_turned(match: AnyMatch) -> bool:
    """Whether a card is turned up when this game is dealt (HAN-D1)."""
    return match.game.course.cannot_deal(match.rules, DealStart(dealer=0)) is not None


def new_deal(match: AnyMatch, speech: Speech) -> Meaning:
    """Return the next deal.

    The dealer is the seat before which the word lies, else the one that the rules name.
    """
    if not match.can_deal:
        return Message("the deal is still under way; lay misdeal to throw it in")
    dealer = match.dealer if speech.seat is None else speech.seat
    if dealer is None:
        return Message("nobody has dealt yet: lay new-deal in front of the dealer")
    turned = (*speech.placed, *speech.cards)
    if not needs_turned(match):
        return (DealStart(dealer=dealer),)
    if turned:
        return _opened(dealer, turned)
    return Waiting(Message("{name} deals: turn the trump card up", name=match.names[dealer]))


def turned_up(match: AnyMatch, placed: tuple[Card, ...]) -> SpreadMeaning | None:
    """Return the deal that begins when its card is turned up in its place, where the rules name the dealer."""
    if not match.can_deal or match.dealer is None or not placed or not needs_turned(match):
        return None
    return SpreadMeaning(_opened(match.dealer, placed), placed)


def _opened(dealer: Seat, turned: tuple[Card, ...]) -> tuple[Event, ...]:
    return (DealStart(dealer=dealer, turned=turned[-1]),)


def begun(match: AnyMatch) -> tuple[AnyMatch, tuple[Event, ...]]:
    """Return the match with the next deal begun, and how it began, if nothing is open of it; else as it is.

    A word of the auction after a finished deal can only belong to the next one.
    """
    if not match.can_deal or match.ended or match.dealer is None or needs_turned(match):
        return match, ()
    start = DealStart(dealer=match.dealer)
    opened, _ = step(match, 0, start)
    return (opened, (start,)) if opened.running and opened.deal is not match.deal else (match, ())


class NextDeal:
    """Pauses between cards, and the beginning of a deal where none runs."""

    def __init__(self) -> None:
        """Begin with no card read."""
        self._newest = float("-inf")
        """Time at which the newest card was first seen."""
        self.pause = float("inf")
        """Seconds between it and the one before."""

    def read(self, first: float) -> None:
        """Note when a card was first seen that lies there now."""
        self.pause, self._newest = first - self._newest, max(first, self._newest)

    def opened(self, match: AnyMatch, play: Played) -> tuple[Event, ...] | Message:
        """Return the beginning of a deal and the newest card's play, where no deal runs; or why it is no play."""
        if reopen_deal(match, play).running:
            return (play,)
        if self._is_of_last_deal(match):
            return Message("{card} came too soon for a new deal: lay {call}", card=play.card, call=NEW_DEAL)
        if match.dealer is not None:
            return (DealStart(dealer=match.dealer, t=play.t, src="camera"), play)
        watched = match.watched
        dealer = _dealer(match, play.seat)
        return (DealStart(dealer=dealer, inferred=True if watched else None, t=play.t, src="camera"), play)

    def _is_of_last_deal(self, match: AnyMatch) -> bool:
        """Whether the newest card comes so soon that a deal of which something went unseen was not over.

        What people told of it may be wrong, so it counts as unseen all the same.
        """
        unseen = match.deal is not None and bool(match.deal.holes or match.deal.unseen.behind or match.unseen.told)
        return unseen and self.pause < NEXT_DEAL


def _dealer(match: AnyMatch, leader: Seat) -> Seat:
    """Return who has dealt, if this seat leads.

    It is the one whose deal the game lets it lead, else the one before it.
    """
    before = (leader - 1) % match.rules.seats
    around = ((before + step) % match.rules.seats for step in range(match.rules.seats))
    deals = (match.game.open_deal(match.rules, 1, DealStart(dealer=seat), match.book) for seat in around)
    return next((deal.dealer for deal in deals if deal.leader == leader), before)

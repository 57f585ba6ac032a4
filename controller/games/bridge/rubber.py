"""The score of a rubber: what stands below the line, games, the bonus and honours (BRI-R1 to BRI-R4)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from controller.games.bridge.dummy import in_play
from controller.games.bridge.score import GAME
from controller.games.bridge.state import BridgeBook, BridgeDeal
from controller.games.pairs import PAIRS
from controller.record.events import Seat

GAMES: Final = 2
"""Games that win a rubber (BRI-R3)."""
FAST, SLOW = 700, 500
_HONOURS: Final = ("A", "K", "Q", "J", "10")
_FOUR, _FIVE = 100, 150


def below_the_line(book: BridgeBook, side: int, tricks: int) -> tuple[BridgeBook, int]:
    """The book after tricks that were bid and made, and the bonus of the pair if the rubber has ended by them."""
    below = tuple(own + (tricks if one == side else 0) for one, own in enumerate(book.below))
    if below[side] < GAME:
        return replace(book, below=(below[0], below[1])), 0
    games = tuple(own + (one == side) for one, own in enumerate(book.games))
    if games[side] < GAMES:
        return replace(book, games=(games[0], games[1]), below=(0, 0)), 0
    bonus = FAST if games[1 - side] == 0 else SLOW
    return BridgeBook(book.deals, rubbers=book.rubbers + 1), bonus


def honours(deal: BridgeDeal) -> Mapping[Seat, int]:
    """What the honours of each hand count, as the cards that were played from it or shown prove (BRI-R4)."""
    if not deal.rules["honours"]:
        return {}
    shown, made = deal.hands or {}, in_play(deal)
    held = [{play.card for play in deal.plays() if play.seat == seat} | {*shown.get(seat, ())} for seat in deal.seats]
    if made is not None:
        held[made.dummy].update(deal.own.shown)
    if deal.trump is None:
        found = [_FIVE if sum(card.rank == "A" for card in hand) == len(deal.seats) else 0 for hand in held]
    else:
        counts = [sum(card.suit == deal.trump and card.rank in _HONOURS for card in hand) for hand in held]
        found = [{4: _FOUR, 5: _FIVE}.get(count, 0) for count in counts]
    return {seat: worth for seat, worth in enumerate(found) if worth}


def vulnerable(book: BridgeBook) -> tuple[bool, bool]:
    """The pairs that have won a game of the rubber (BRI-R1)."""
    one, other = (book.games[side] > 0 for side in PAIRS)
    return one, other

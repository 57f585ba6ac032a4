"""A game of three in which every card exists twice."""

from controller.games import AnyGame
from controller.games.follow_rule import follow
from controller.games.trick_game import Score, TrickGame, Won
from controller.record.cards import DECKS, Card, twice
from controller.record.events import DealStart
from controller.referee.fold import step
from controller.rules.deal import Deal
from controller.rules.match import AnyMatch, Match
from controller.rules.options import resolve

NAMES = ("Anna", "Berta", "Carla")


class Twins(TrickGame[None, None]):
    """Follow suit; every card is there twice, and the first of two that are equal wins."""

    name, title, seats, deck = "twins", "Twins", (3,), twice(DECKS["skat32"][:24])
    follow_rule = (follow("TWI-F1"),)

    def score(self, deal: Deal[None], won: Won, book: None) -> Score[None]:
        return Score("TWI-S1", won.tricks, book)


def begun(game: AnyGame, hands: dict[int, str] | None = None) -> AnyMatch:
    rules = resolve(game.options, NAMES, "seed", {})
    shown = {seat: tuple(map(Card, cards.split())) for seat, cards in (hands or {}).items()}
    match: AnyMatch = Match(game, rules, game.open_book(rules), (0, 0, 0))
    return step(match, 2, DealStart(dealer=2, hands=shown or None))[0]

"""A game as somebody else writes it, by its description alone: a pass before the play, cards drawn, a card shown."""

import sys

GAME = '''"""Give and draw: two cards are given to the other, and after each trick both draw a card of the stock."""

from controller.games.follow_rule import follow
from controller.games.vocabularies import MovementWords
from controller.games.trick_game import Score, TrickGame
from controller.record.cards import DECKS
from controller.rules.movements.course import Movement
from controller.rules.parts import Movements
from controller.rules.speech import Wording

HAND, STOCK = 6, 8


class GiveThenDraw(Movements[None]):
    def places(self, deal):
        return {0: HAND, 1: HAND, "stock": STOCK}

    def expected(self, deal):
        if not deal.tricks:
            return tuple(Movement("give", seat, 1 - seat, 2, at_once=True) for seat in deal.seats)
        if deal.open.plays:
            return ()
        winner = deal.tricks[-1].winner
        shows = Movement("show", winner, winner, 1, owed=False)
        if len(deal.tricks) > STOCK // 2:
            return (shows,)
        return Movement("draw", "stock", winner, 1), Movement("draw", "stock", 1 - winner, 1), shows


class GiveAndDraw(TrickGame[None, None]):
    name, title, seats, deck = "give-and-draw", "Give and draw", (2,), DECKS["schnaps20"]
    ranks = ("J", "Q", "K", "10", "A")
    follow_rule = (follow("GIV-F1"),)
    movements = GiveThenDraw()

    def score(self, deal, won, book):
        return Score("GIV-S1", won.tricks, book)


GAME = GiveAndDraw()
VOCABULARY = MovementWords(
    {
        "give": Wording("Give", "Geben", "Donner", "Dare", "渡す"),
        "show": Wording("Show", "Zeigen", "Montrer", "Mostrare", "見せる"),
        "draw": Wording("Draw", "Ziehen", "Piocher", "Pescare", "引く"),
    }
)
'''


def told(*lines: str) -> list[str]:
    """Events of the game in the words of a history, in English and in German."""
    # The modules of the pages look for games: only whoever has installed this one may load them.
    from controller import games
    from controller.console.words.events import words
    from controller.console.words.gettext import speaking
    from controller.language.catalogues import of_game
    from controller.record.text import parse

    found: list[str] = []
    for line in lines:
        for lang in ("en", "de"):
            with speaking(of_game(games.load("give-and-draw"), lang, "french")):
                found.append(words(("Anna", "Berta"), parse(line)))
    return found


if __name__ == "__main__":
    sys.stdout.write("\n".join(told(*sys.argv[1:])) + "\n")

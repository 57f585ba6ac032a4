"""The words of command cards in each language: words of every table, and words of the games that are found."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from controller import games
from controller.games import vocabularies
from controller.record.naming import number_of
from controller.rules.speech import Wording, everywhere
from vision.words.cards import Lang

EVERY_TABLE: Final[Mapping[str, Wording]] = {
    "pass": Wording("Pass", "Passe", "Passe", "Passo", "パス"),
    "yes": Wording("Yes", "Ja", "Oui", "Sì", "はい"),
    "no": Wording("No", "Nein", "Non", "No", "いいえ"),
    "undo": Wording("Undo", "Zurück", "Annuler", "Annulla", "取り消し"),
    "new-deal": Wording("New deal", "Runde beginnt", "Nouvelle donne", "Nuova mano", "次のディール"),
    "misdeal": Wording("Misdeal", "Vergeben", "Maldonne", "Mano nulla", "配り直し"),
    "new-match": Wording("New match", "Neue Partie", "Nouvelle partie", "Nuova partita", "新しい試合"),
    "end": Wording("End of match", "Partie beenden", "Fin de partie", "Fine partita", "試合終了"),
    "arbiter": Wording("Arbiter!", "Schiri!", "Arbitre !", "Arbitro!", "審判!"),
    "uphold": Wording("Upheld", "Bestätigt", "Confirmé", "Confermato", "違反と認める"),
    "dismiss": Wording("Dismissed", "Abgelehnt", "Rejeté", "Respinto", "違反なし"),
    "score": Wording("Score?", "Stand?", "Score ?", "Punteggio?", "得点は?"),
    "missed": Wording("Not seen", "Nicht gesehen", "Non vu", "Non visto", "見落とし"),
    "repeat": Wording("Say it again", "Noch einmal", "Répéter", "Ripeti", "もう一度"),
    "seats-2": Wording("2 players", "Zu zweit", "À deux", "In due", "2人"),
    "seats-3": Wording("3 players", "Zu dritt", "À trois", "In tre", "3人"),
    "seats-4": Wording("4 players", "Zu viert", "À quatre", "In quattro", "4人"),
    "seats-5": Wording("5 players", "Zu fünft", "À cinq", "In cinque", "5人"),
}
"""Words to the referee, the pass, and the cards that give the number of players."""


def command_name(command: str, lang: Lang) -> str:
    """Return the word on a command card; a number, of which the cards are digits, is its figures.

    Raises:
        KeyError: no table and no game knows such a word.

    >>> command_name("reverse", "de"), command_name("arbiter", "fr")
    ('Undenufe', 'Arbitre !')
    """
    return command if number_of(command) is not None else wordings()[command].said(lang)


def game_name(title: str, lang: Lang) -> str | None:
    """Return the word on a game's card, by the title of the game; None if there is no such game."""
    wording = _by_title().get(title)
    return wording.said(lang) if wording else None


@cache
def wordings() -> Mapping[str, Wording]:
    """Return every word of a command card, the words of every table first."""
    by_word = dict(EVERY_TABLE)
    for name in games.names():
        by_word |= vocabularies.load(name).wordings
    return by_word | {f"game-{name}": _name_of(games.load(name)) for name in games.names()}


@cache
def titles() -> Mapping[str, str]:
    """Map titles in small letters, as sheets and sentences have them, to the games' words."""
    return {title: word for name in games.names() for title, word in vocabularies.load(name).titles.items()}


@cache
def _by_title() -> Mapping[str, Wording]:
    every_game = (games.load(name) for name in games.names())
    return {game.title: game.known_as or _name_of(game) for game in every_game}


def _name_of(game: games.AnyGame) -> Wording:
    return game.wording or everywhere(game.title, game.title)

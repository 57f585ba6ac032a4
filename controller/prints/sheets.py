"""The sheets themselves, as PDF."""

from collections.abc import Callable, Mapping
from typing import Final

from controller import games
from controller.appliance import program
from controller.games import vocabularies
from controller.language.commands import command_name
from controller.prints.options import (
    FOR_MATS,
    SIZES,
    USUAL_SIZE,
    PrintError,
    SheetOptions,
    commands_of,
    deck_of,
    seats_of,
    unused_places,
)
from controller.record.cards import DECKS, DeckCountry, country_of
from vision.mat.layout import Mat
from vision.print.cards import whole_cards
from vision.print.command_cards import command_cards
from vision.print.labels import Deck, labels
from vision.print.mat_sheets import mat_sheets
from vision.print.print_check import print_check
from vision.words.cards import CardWords, card_words, language


def print_labels(options: SheetOptions) -> bytes:
    """Print sticker sheets of a deck; raises an error for options that cannot be fulfilled."""
    return labels(_deck(options), options.page(), options.font)


def print_cards(options: SheetOptions) -> bytes:
    """Print whole cards of a deck."""
    deck = _deck(options)
    size = options.card_size(SIZES.get(deck.name, USUAL_SIZE))
    return whole_cards(deck, size, options.page(), options.backs, options.font)


def print_mat(options: SheetOptions) -> bytes:
    """Print the table mat."""
    seats, lang = seats_of(options), language(options.lang)
    return mat_sheets(Mat(), seats, options.page(), lang, options.font, unused_places(options.game, seats))


def print_commands(options: SheetOptions) -> bytes:
    """Print the command cards of a game, or all command cards."""
    title = games.load(options.game).title if options.game else "*"
    lang, country = language(options.lang), _country(options, "swiss")
    words = vocabularies.printed(options.game) if options.game else {}
    named = {
        command: words[command].said(lang) if command in words else command_name(command, lang)
        for command in commands_of(options.game)
    }
    return command_cards(named, options.card_size(), options.page(), lang, title, options.font, country)


def _country(options: SheetOptions, otherwise: DeckCountry) -> DeckCountry:
    """Return the country whose suits the cards may have: the game's."""
    return games.load(options.game).country if options.game else otherwise


def print_a_check(options: SheetOptions) -> bytes:
    """Print the check of the paper."""
    return print_check(options.page(), language(options.lang), options.font, program.name())


PRINTS: Final[Mapping[str, Callable[[SheetOptions], bytes]]] = {
    "labels": print_labels,
    "cards": print_cards,
    "mat": print_mat,
    "commands": print_commands,
    "check": print_a_check,
}
"""The sheets that can be printed, by their option."""


def _deck(options: SheetOptions) -> Deck:
    if options.paper.upper() in FOR_MATS:
        raise PrintError(
            f"--paper {options.paper}: that is for mats; stickers and cards are printed on A4, Letter or A3"
        )
    name = deck_of(options)
    country = _country(options, country_of(DECKS[name]))
    words: CardWords = card_words(options.lang, options.suits, options.game or name, country)
    return Deck(name, DECKS[name], options.number, words)

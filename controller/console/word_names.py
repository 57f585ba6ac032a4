"""Words of docs/commands.md as people read them."""

from controller.console.texts import card_words, core
from vision.sheets.command_words import command_name


def word_name(word: str) -> str:
    """A word as the players of the pack on the table say it, else as it stands on its card; else as it is."""
    told = core(word)
    if told != word:
        return told
    try:
        return command_name(word, card_words().lang)
    except KeyError:  # a record holds what was said, whether or not it is a word
        return word

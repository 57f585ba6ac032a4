"""The labels of the buttons for utterances."""

from controller.console.views.options_to_say import Utterance
from controller.console.words.events import said_words
from controller.console.words.gettext import _
from controller.console.words.names import word_name
from controller.record.events import Call, Exchange


def label(saying: Utterance) -> str:
    """The label of an utterance: all its words, and its cards where they are its meaning."""
    main, said = saying.events[-1], ", ".join(map(word_name, saying.words))
    if isinstance(main, Call | Exchange):
        meaning = said_words((), main) or ""
        return meaning if isinstance(main, Call) else _("{what}: {cards}").format(what=said, cards=meaning)
    return said

"""The words that the voice itself adds, in the players' languages; a context of its own in the catalogues.

The Japanese ones are written without Chinese characters, which a voice may be unable to read.
"""

from dataclasses import dataclass
from functools import cache

from controller.language.catalogues import catalogue
from vision.words.cards import Lang


@dataclass(frozen=True, slots=True)
class VoiceWords:
    """The voice's own words in one language, with fields in braces."""

    deal: str
    score: str
    minus: str
    point: str
    """The decimal point as a word."""
    turn: str
    dealer: str
    over: str
    arbiter: str
    withdrawn: str
    question: str
    """The announcement that phones ask about two cards, without naming them."""
    unsaved: str
    """The warning before all phrases while events are not on the disk."""
    card: str
    """A card that was laid, or a word that was said."""
    placed: str
    """A card that was put into an older place of a deal."""
    beside: str
    """A card that lies open and is no part of the trick."""
    back: str
    """A card that was taken back, or corrected to another one."""
    trick: str
    goes: str
    """An older trick whose winner changed."""
    trump: str
    no_trump: str
    lies: str
    """The cards on the table; `nothing` if there are none."""
    nothing: str
    last: str
    no_last: str
    open: str
    """Cards laid open outside the play."""
    gap: str
    void: str
    undone: str
    """The announcement that a whole deal, or its end, was taken back."""
    code: str
    """The pairing code, for tables without a display."""


@cache
def voice_words(lang: Lang) -> VoiceWords:
    """Return the voice's own words in a language."""
    pgettext = catalogue(lang).pgettext
    return VoiceWords(
        deal=pgettext("voice", "Deal {number} is over."),
        score=pgettext("voice", "{name}: {score}."),
        minus=pgettext("voice", "minus") + " ",
        point="." if lang in ("en", "ja") else ",",
        turn=pgettext("voice", "{name} to play."),
        dealer=pgettext("voice", "{name} deals."),
        over=pgettext("voice", "The match is over."),
        arbiter=pgettext("voice", "The arbiter, please."),
        withdrawn=pgettext("voice", "Withdrawn:"),
        question=pgettext("voice", "A question waits."),
        unsaved=pgettext("voice", "Not saved."),
        card=pgettext("voice", "{name}: {card}."),
        placed=pgettext("voice", "In trick {number}, {name}: {card}."),
        beside=pgettext("voice", "{name}: {card}, beside the trick."),
        back=pgettext("voice", "Taken back, {name}: {card}."),
        trick=pgettext("voice", "{name} takes the trick."),
        goes=pgettext("voice", "Trick {number} goes to {name}."),
        trump=pgettext("voice", "Trump: {suit}."),
        no_trump=pgettext("voice", "No trump."),
        lies=pgettext("voice", "On the table: {cards}."),
        nothing=pgettext("voice", "Nothing lies on the table."),
        last=pgettext("voice", "The last trick: {cards}."),
        no_last=pgettext("voice", "No trick yet."),
        open=pgettext("voice", "Open: {cards}."),
        gap=pgettext("voice", "Something was not seen."),
        void=pgettext("voice", "The deal is void."),
        undone=pgettext("voice", "Taken back."),
        code=pgettext("voice", "Pairing code: {code}."),
    )

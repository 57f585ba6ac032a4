"""Words of the set-up pages: what can be chosen, in a sentence each."""

from collections.abc import Mapping

from controller.console.words.gettext import _
from controller.referee.announce import Policy
from controller.rules.options import Option


def policy_words() -> Mapping[Policy, str]:
    """Each announce policy: who is told what when."""
    return {
        "training": _("Training: everything is said at once, also what only known hands prove."),
        "club": _("Club: what the cards on the table prove is said at once; the rest after the deal."),
        "tournament": _("Tournament: nothing is said before the deal ends; an arbiter sees everything at once."),
    }


def pack_words() -> Mapping[str, str]:
    """Each rulebook that this program knows a sentence for."""
    return {
        "record": _("None: verdicts are kept in the record, and the scores stay as played."),
        "swiss": _("Swiss practice: for a revoke, tricks go to the other side."),
        "fft2012": _("French Tarot federation, 2012: what a revoke costs in Tarot."),
    }


def profile_words(profile: str) -> str:
    """A profile as people call it."""
    words = {
        "seed": _("as usual"),
        "swiss": _("as in Switzerland"),
        "parlett": _("as David Parlett describes it"),
        "fft2012": _("as the French Tarot federation plays, 2012"),
        "omnibus": _("with the jack of diamonds"),
    }
    return words.get(profile, profile)


def option_words(option: Option) -> str:
    """The name of an option without its underscores."""
    return option.name.replace("_", " ").capitalize()


def seat_side(turn: float) -> str:
    """At which side of the picture a seat is, by how its cards stand."""
    sides = {0: _("bottom"), 90: _("left"), 180: _("top"), 270: _("right")}
    return sides[round(turn) % 360]

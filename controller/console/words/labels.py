"""Words that several pages need for roles, rulings, pictures and marks, and the pages that the bar leads to."""

from controller.console.security.roles import Role
from controller.console.words.gettext import _
from controller.console.words.names import word_name
from controller.record.events import Ruling, Value


def nav() -> tuple[tuple[str, str, Role], ...]:
    """The places that every page leads to, five at most: address, title, and who may see them."""
    return (
        ("/", _("Table"), Role.VIEWER),
        ("/sheet", _("Scores"), Role.VIEWER),
        ("/verdicts", _("Verdicts"), Role.VIEWER),
        ("/history", _("History"), Role.PLAYER),
        ("/more", _("More"), Role.VIEWER),
    )


def more() -> tuple[tuple[str, str, Role], ...]:
    """What else there is, behind the last of the places: address, title, and who may see it."""
    return (
        ("/board", _("Board"), Role.VIEWER),
        ("/statistics", _("Statistics"), Role.PLAYER),
        ("/join", _("Join"), Role.VIEWER),
        ("/pair", _("Pair this phone"), Role.VIEWER),
        ("/phones", _("Phones"), Role.OWNER),
        ("/setup", _("Set-up"), Role.OWNER),
        ("/language", _("Language"), Role.VIEWER),
    )


def nav_place(path: str) -> str:
    """The place to which a page belongs.

    >>> nav_place("/tap/1"), nav_place("/verdicts/2"), nav_place("/fix/7"), nav_place("/setup/game")
    ('/', '/verdicts', '/history', '/more')
    """
    first = f"/{path.split('/')[1]}"
    at_table = {"/say": "/", "/tap": "/", "/unseen": "/", "/fix": "/history"}
    known = {"/", "/sheet", "/verdicts", "/history"}
    return at_table.get(first, first if first in known else "/more")


def role_words(role: Role) -> str:
    """A role as people call it."""
    words = {Role.VIEWER: _("viewer"), Role.PLAYER: _("player"), Role.ARBITER: _("arbiter"), Role.OWNER: _("owner")}
    return words[role]


def decision_words(ruling: Ruling | None) -> str:
    """The words of an arbiter's decision."""
    words = {"upheld": _("upheld"), "dismissed": _("dismissed"), "open": _("open")}
    return words[ruling.decision if ruling else "open"]


def picture_words(which: str) -> str:
    """The caption of a verdict's picture."""
    return _("The play that it is about") if which == "act" else _("The play that proves it")


def value_words(value: Value) -> str:
    """A value of an option."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join(word_name(one) if isinstance(one, str) else str(one) for one in value)


def pack_title(pack: str) -> str:
    """A rulebook as arbiters call it; another package's by its own name."""
    titles = {
        "swiss": _("Swiss practice"),
        "fft2012": _("French Tarot federation, 2012"),
        "laws2017": _("Laws of Duplicate Bridge, 2017"),
        "isko": _("International Skat Order"),
        "tsr2000": _("German Doppelkopf federation, 2000"),
        "preisschnapsen": _("Schnapsen tournaments in Austria"),
    }
    return titles.get(pack, pack)

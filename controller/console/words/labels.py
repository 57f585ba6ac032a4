"""Words that several pages need for roles, rulings, pictures and marks, and the pages that the bar leads to."""

from controller.console.security.roles import Role
from controller.console.words.gettext import _
from controller.record.events import Ruling


def nav() -> tuple[tuple[str, str, Role], ...]:
    """The pages that the bar leads to: address, title, and who may see them."""
    return (
        ("/", _("Table"), Role.VIEWER),
        ("/sheet", _("Score sheet"), Role.VIEWER),
        ("/verdicts", _("Verdicts"), Role.VIEWER),
        ("/board", _("Board"), Role.VIEWER),
        ("/join", _("Join"), Role.VIEWER),
        ("/phones", _("Phones"), Role.OWNER),
        ("/setup", _("Set-up"), Role.OWNER),
    )


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

"""The words of what a verdict shows."""

from controller.console.words.gettext import _
from controller.explain.exhibits import Exhibit


def part_words(one: Exhibit) -> tuple[str, str]:
    """What a card has to do with its verdict, and when it was shown: each a few words, the second may be empty."""
    words = {
        "led": _("{name} led"),
        "laid": _("{name} laid"),
        "held": _("{name} held"),
        "before": _("{name} had laid"),
        "turn": _("It was the turn of {name}"),
        "lay": _("{name} laid"),
        "missing": _("No card of {name} was seen"),
        "shows": _("{name} laid"),
    }
    return words[one.part].format(name=one.name), _when(one)


def _when(one: Exhibit) -> str:
    if one.part == "held" and one.event is None:
        return _("was known to be there")
    if one.trick is None:
        return _("shown, in no trick") if one.event and one.part == "held" else ""
    said = _("shown in trick {n}") if one.part == "held" else _("in trick {n}")
    return said.format(n=one.trick)

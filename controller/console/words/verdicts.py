"""The words of what a verdict shows, its rule with the house rules that the table plays by among them."""

import re
from typing import TYPE_CHECKING, Final

from controller.console.words.gettext import _, card_words, core, word
from controller.console.words.names import SIGNS, symbol, value_words
from controller.explain.exhibits import Exhibit
from controller.record.cards import Card
from controller.record.events import Value
from controller.rules.match import AnyMatch
from controller.rules.options import Option, written

if TYPE_CHECKING:
    from collections.abc import Mapping

_CODES: Final = re.compile(r"(?<![\w'\u2019-])(?:[SHDC](?:10|[AKQJN])|[SHDC](?: [SHDC]){2,3}|[KQJN])(?![\w'\u2019-])")
"""Cards, suits in a row and ranks within the text of a rule, as games.md writes them."""
_MARKER: Final = re.compile(r"\[opt (\w+)=[^\]]*\]")
"""A house rule within the text of a rule, as games.md writes it."""


def part_words(one: Exhibit) -> tuple[str, str]:
    """Return a card's part in its verdict, and when it was shown: each a few words, the second may be empty."""
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
    place = _("shown in trick {n}") if one.part == "held" else _("in trick {n}")
    return place.format(n=one.trick)


def rule_words(text: str, match: AnyMatch) -> str:
    """Return the text of a rule with the cards of the table's pack, and each house rule as this table plays it."""
    text = _CODES.sub(_in_signs, text)
    options: Mapping[str, Option] = {option.name: option for option in match.game.options}
    played = {name: match.rules.options[name] for name in _MARKER.findall(text) if name in options}
    for name, value in played.items():
        text = _cases_told(text, options[name], value)
    options_text = {name: _option_words(options[name], value) for name, value in played.items()}
    # Plain spaces alone: in French one that no line may break at stands before a colon.
    return re.sub(r"[ \n]+", " ", _MARKER.sub(lambda marker: options_text.get(marker[1], ""), text)).strip()


def _in_signs(code: re.Match[str]) -> str:
    """Return a card by its sign, suits by theirs, a rank by the letter that the packs of the region carry."""
    words = card_words()
    if len(code[0]) == 1:
        return words.index(f"S{code[0]}")
    if " " not in code[0]:
        return symbol(Card(code[0]))
    return " ".join(SIGNS[suit] if words.suits == "french" else words.suit(suit) for suit in code[0].split())


def _option_words(option: Option, value: Value) -> str:
    """Return a house rule as it is played."""
    says = core(option.says[option.values.index(value)]) if option.says and value in option.values else ""
    return _("(House rule, at this table: {rule})").format(rule=says.rstrip(".。") or word(value_words(value)))


def _cases_told(text: str, option: Option, value: Value) -> str:
    """Mark what a rule says of single values of a house rule as told for here or for elsewhere."""
    for case in option.values:
        here = _("Here:") if case == value else _("Elsewhere:")
        text = re.sub(rf"(?<=[\];.] ){re.escape(written(case))}(?: \([^()]*\))?\s?[:\uff1a]", here, text)
    return text

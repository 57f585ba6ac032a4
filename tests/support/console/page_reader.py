"""Links and forms that a page offers to a finger, with everything that can be ticked and pressed."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """A form that does an action."""

    hidden: dict[str, str] = field(default_factory=dict[str, str])
    """Fields that nobody types, or that nobody has typed yet."""
    ticks: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    buttons: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    is_folded: bool = False
    """Whether it stands behind a button that opens it."""

    def filled(self, button: tuple[str, str], ticks: Mapping[str, str]) -> dict[str, str]:
        """What the browser sends when some boxes are ticked and a button is pressed; both must be there."""
        assert button in self.buttons, (button, self.buttons)
        assert set(ticks.items()) <= self.ticks, (ticks, self.ticks)
        named = {button[0]: button[1]} if button[0] else {}
        return {**self.hidden, **ticks, **named}


class Page(HTMLParser):
    """A page as it was sent."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: set[str] = set()
        self.folded_links: set[str] = set()
        self._is_open: list[bool] = []
        self._is_in_form = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        match tag:
            case "form":
                self.forms.append(Form(is_folded=not all(self._is_open)))
                self._is_in_form = True
            case "details":
                self._is_open.append("open" in found)
            case "a":
                self.links.add(found.get("href", ""))
                if not all(self._is_open):
                    self.folded_links.add(found.get("href", ""))
            case "button" if self._is_in_form:
                self.forms[-1].buttons.add((found.get("name", ""), found.get("value", "")))
            case "input" if not (self._is_in_form and "name" in found):
                pass  # nothing of it is sent
            case "input" if found.get("type", "text") in ("hidden", "text"):
                self.forms[-1].hidden[found["name"]] = found["value"]
            case "input":
                self.forms[-1].ticks.add((found["name"], found["value"]))
            case _:
                pass

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self._is_open.pop()
        elif tag == "form":
            self._is_in_form = False

    def find(self, button: tuple[str, str], ticks: Collection[str] = (), **hidden: str) -> Form | None:
        """The form with this button, these boxes and these hidden fields."""
        for form in self.forms:
            boxes = {name for name, _ in form.ticks}
            if button in form.buttons and set(ticks) <= boxes and hidden.items() <= form.hidden.items():
                return form
        return None


_CARD = re.compile(r'<span class="face [^>]*><svg.*?</svg><span class="visually-hidden">(.*?)</span></span>')


_TOGETHER = re.compile(r'<span class="text-nowrap">([^<]*)</span>')
"""A card with the mark that follows it."""


def heard(page: str) -> str:
    """A page with each drawn card as its name, as a screen reader has it."""
    return _TOGETHER.sub(r"\1", _CARD.sub(r"\1", page))

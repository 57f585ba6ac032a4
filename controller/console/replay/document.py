"""The page of a replay: one file with its drawings, style, script and match, which asks nobody for anything."""

import json
from base64 import b64encode
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Final

from markupsafe import Markup

from controller.console.http import templates
from controller.console.http.card_drawings import embedded
from controller.console.replay.course import course
from controller.console.replay.payload import cards, payload
from controller.console.views import score_sheet
from controller.console.words.gettext import _, core, speaking
from controller.language.catalogues import of_game
from controller.record.text import RecordText
from vision.faces.svg import sprite
from vision.words.cards import Lang, Suits

POLICY: Final = (
    "default-src 'none'; style-src 'sha256-{style}'; script-src {scripts}; base-uri 'none'; form-action 'none'"
)
"""The page's Content Security Policy: its own script and style alone."""


def document(text: RecordText, lang: Lang = "en", suits: Suits = "french", when: str = "") -> str:
    """Return the replay of a record as one HTML file; raises MatchError where it starts no match.

    Args:
        text: the record.
        lang: the language of the page.
        suits: suits of the pack.
        when: the match was begun, in words; empty if that is not known.
    """
    match_course = course(text)
    locale = replace(of_game(match_course.match.game, lang, suits), style="symbols")
    with speaking(locale), embedded():
        values = {
            "language": lang,
            "policy": policy(),
            "style": Markup(_style()),  # noqa: S704  # ours
            "theme": Markup(_part("static", "theme.js")),  # noqa: S704  # ours
            "script": Markup(_part("static", "replay", "replay.js")),  # noqa: S704  # ours
            "cards": Markup(sprite(locale.cards, cards(match_course))),  # noqa: S704  # ours
            "data": _in_page({**payload(match_course), "words": _words()}),
            "title": core(match_course.match.game.title),
            "when": when,
            "names": match_course.match.names,
            "sheet": score_sheet.grid(match_course.match),
            "sheet_heading": match_course.match.game.sheet.heading,
            "torn": match_course.torn is not None,
            "unfinished": not match_course.match.ended,
        }
        return templates.environment().get_template("replay.html").render(**values)


@cache
def policy() -> str:
    """Return the Content Security Policy of every replay; it names its style and scripts by their sums."""
    scripts = (_part("static", "theme.js"), _part("static", "replay", "replay.js"))
    sums = " ".join(f"'sha256-{_sum(script)}'" for script in scripts)
    return POLICY.format(style=_sum(_style()), scripts=sums)


def _sum(part: str) -> str:
    return b64encode(sha256(part.encode()).digest()).decode()


@cache
def _style() -> str:
    """Return the tokens, the cards and the mat of the table's page, and what a replay adds to them."""
    names = (("console.css",), ("table.css",), ("replay", "replay.css"))
    return "".join(_part("static", *name) for name in names)


@cache
def _part(*place: str) -> str:
    return resources.files("controller.console").joinpath(*place).read_text("utf-8")


def _in_page(values: object) -> Markup:
    """JSON that no HTML parser takes for markup, whatever people have typed."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return Markup(text)  # noqa: S704  # nothing of it can end the element that it stands in


def _words() -> dict[str, str]:
    """Return the sentences that the script puts together."""
    return {
        "deal": _("Deal {number}"),
        "trick": _("Trick {number} of {count}"),
        "before": _("Before the first lead"),
        "verdict": _("Verdict {number}"),
        "rule": _("Rule {rule}"),
        "by": _("Ruling: {decision}."),
        "go_act": _("To the card"),
        "go_proof": _("To the proof"),
        "doubt": _("A moment before, the cards might still have lain so:"),
        "why": _("The whole proof"),
        "must": _("Certainly"),
        "ruled": _("If everybody kept to the rules"),
        "may": _("Perhaps"),
        "against": _("Only if somebody broke a rule"),
        "cards": _("{count} cards"),
        "one": _("1 card"),
        "unlawful": _("No hands are left in which everybody kept to the rules: somebody has revoked."),
        "unfit": _("No hands fit what was seen: a card was misread, or is missing."),
        "hole": _("A card that went unseen counts as one that its hand still holds."),
        "nothing": _("Here nothing is known of the hands."),
        "later": _("Cards that are still to come"),
        "turn": _("to act"),
        "told": _("told by people, not seen"),
        "aside": _("lies open, not in the trick"),
    }

"""Pages before axe-core, and what of them a finger or a keyboard reaches."""

from pathlib import Path
from typing import Final, cast

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.support.console.browser_talk import script

AXE: Final = Path(__file__).parents[3] / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
_JUDGE: Final = """
const [rules, done] = arguments;
axe.run(document, {runOnly: rules, resultTypes: ["violations"]}).then(found => done(found.violations.flatMap(
  one => one.nodes.map(node => `${one.impact} ${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`))));
"""
_SMALL: Final = """
const touched = [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary, textarea")];
const aside = ".visually-hidden, .skip, .squares *";
const seen = touched.filter(one => one.checkVisibility() && !one.matches(aside));
return seen.map(one => {
  const label = one.closest("label") || document.querySelector(`label[for="${one.id}"]`);
  const {width, height} = (/radio|checkbox/.test(one.type) && label || one).getBoundingClientRect();
  return [one.outerHTML.slice(0, 80), width, height, (label || one).closest(".pad-suit") ? 38.9 : 43.9];
}).filter(([, width, height, least]) => width < least || height < 43.9).map(String);
"""
_REACHABLE: Final = """
const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, textarea")];
return all.filter(one => one.checkVisibility()).map(one => all.indexOf(one));
"""
_AT: Final = """
const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, textarea")];
const one = document.activeElement, style = getComputedStyle(one);
return [all.indexOf(one), style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0];
"""


def judged(phone: webdriver.Chrome) -> list[str]:
    """What axe finds wrong with the page, but for what it calls minor."""
    script(phone, AXE.read_text(encoding="utf-8"))
    complaint = phone.execute_async_script(_JUDGE, RULES)
    return [one for one in cast("list[str]", complaint) if not one.startswith("minor")]


def too_small(phone: webdriver.Chrome) -> list[str]:
    """Find things to touch that are less than 44 pixels wide or high; a field with its words is one thing.

    A card of the pad may be narrower, so that nine are a row (docs/design.md).
    """
    return cast("list[str]", script(phone, _SMALL))


def not_walked_to(phone: webdriver.Chrome) -> list[str]:
    """What the Tab key does not come to, comes to out of order, or does not show that it has come to."""
    wanted = cast("list[int]", script(phone, _REACHABLE))
    script(phone, "document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
    found: list[int] = []
    unseen: list[str] = []
    for _ in wanted:
        ActionChains(phone).send_keys(Keys.TAB).perform()
        place, is_seen = cast("tuple[int, bool]", script(phone, _AT))
        found.append(place)
        if not is_seen:
            unseen.append(f"{place}: no outline")
    return [*unseen, *([] if found == wanted else [f"{found} instead of {wanted}"])]

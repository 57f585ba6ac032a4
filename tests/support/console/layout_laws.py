"""Faults that no guest may see on a page: words that are cut, covered or broken, and buttons too small for a finger."""

from typing import Final, cast

from selenium import webdriver

from tests.support.console.browser_talk import broken_words, overflow, script

FAULTS: Final = r"""
const faults = [];
const hidden = ".visually-hidden, .ear, .skip, script, style, option, svg, .gathered, dialog:not([open])";
// What is kept for the ear alone: within a clip of nothing, or far beyond the left edge.
const isHeard = (one) => one && (/inset\(50%\)/.test(getComputedStyle(one).clipPath) || isHeard(one.parentElement));
const shown = (one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !one.closest(hidden)
  && !isHeard(one) && one.getBoundingClientRect().right > 0;
const name = (one) => `${one.tagName.toLowerCase()}${one.id ? "#" + one.id : ""}.${[...one.classList].join(".")}`;
// Text boxes: the lines of each text, with the layer on which they stand and what cuts them off.
const layer = (one) => {
  for (; one; one = one.parentElement) if (/fixed|sticky/.test(getComputedStyle(one).position)) return one;
  return null;
};
const boxes = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text; text = texts.nextNode();) {
  const one = text.parentElement;
  if (!text.nodeValue.trim() || !shown(one)) continue;
  const range = document.createRange();
  range.selectNodeContents(text);
  for (const line of range.getClientRects()) if (line.width > 1 && line.height > 1) {
    // As high as its letters.
    const box = new DOMRect(line.left, line.top + .2 * line.height, line.width, .6 * line.height);
    boxes.push({one, box, layer: layer(one), text: text.nodeValue.trim().slice(0, 40)});
  }
}
for (const one of document.querySelectorAll(".face")) {
  if (shown(one)) boxes.push({one, box: one.getBoundingClientRect(), layer: layer(one), text: "a card", isCard: true});
}
const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
  && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
boxes.forEach((a, nth) => boxes.slice(nth + 1).forEach((b) => {
  if (a.layer !== b.layer || a.one === b.one || a.one.contains(b.one) || b.one.contains(a.one)) return;
  if (a.isCard && b.isCard || !meet(a.box, b.box)) return;
  const badge = [a, b].find(({one}) => one.matches(".lay small"));
  const other = badge === a ? b : a;
  if (badge && other.isCard && badge.one.closest(".lay").contains(other.one)) return;
  faults.push(`over each other: ${a.text} / ${b.text}`);
}));
const within = (element) => {
  if (!element || element === document.body) return [];
  const here = {element, style: getComputedStyle(element), edge: element.getBoundingClientRect()};
  return [here, ...within(element.parentElement)];
};
// Cut off: by an edge that hides what is beyond it, or in a field that is narrower than its words.
for (const {one, box, text, isCard} of boxes) {
  const around = within(isCard ? one.parentElement : one);
  const cuts = around.find(({style, edge}) => {
    const beside = box.left < edge.left - 1.5 || box.right > edge.right + 1.5;
    const above = box.top < edge.top - 2 || box.bottom > edge.bottom + 2;
    return beside && /hidden|clip/.test(style.overflowX) || above && /hidden|clip/.test(style.overflowY);
  });
  if (cuts) faults.push(`cut off: ${text} by ${name(cuts.element)}`);
  const isBeyond = box.left < -1 || box.right > innerWidth + 1;
  const isScrolled = around.some(({style}) => /auto|scroll/.test(style.overflowX));
  if (isBeyond && !isScrolled) faults.push(`beyond the screen: ${text}`);
}
for (const {one, box, text, isCard} of boxes) {
  if (isCard) continue;
  let block = one;
  while (/^inline$|contents/.test(getComputedStyle(block).display)) block = block.parentElement;
  const edge = block.getBoundingClientRect();
  const isBeyond = box.left < edge.left - 1.5 || box.right > edge.right + 1.5;
  if (isBeyond) faults.push(`beyond its box: ${text} of ${name(block)}`);
}
const pen = document.createElement("canvas").getContext("2d");
for (const one of document.querySelectorAll("select, input[type=text], input[type=number], input:not([type])")) {
  if (!shown(one)) continue;
  const style = getComputedStyle(one);
  const words = one.matches("select") ? one.selectedOptions[0]?.textContent.trim() : one.value;
  pen.font = style.font;
  const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  if (pen.measureText(words || "").width > room + 1) faults.push(`cut off in its field: ${words}`);
}
// Too small for a finger.
const aside = ".visually-hidden, .skip, .squares *, [aria-hidden=true] *";
for (const one of document.querySelectorAll("a, button, input:not([type=hidden]), select, summary, textarea")) {
  if (!shown(one) || one.matches(aside)) continue;
  const label = one.closest("label") || document.querySelector(`label[for="${one.id}"]`);
  const {width, height} = (/radio|checkbox/.test(one.type) && label || one).getBoundingClientRect();
  const least = (label || one).closest(".pad-suit") ? 38.9 : 43.9; // nine cards are a row
  if (width < least || height < 43.9) faults.push(`small: ${one.textContent.trim() || name(one)} ${width} ${height}`);
}
for (const one of document.querySelectorAll("img")) {
  if (shown(one) && one.complete && !one.naturalWidth) faults.push(`no picture: ${one.getAttribute("src")}`);
}
return [...new Set(faults)];
"""


def layout_faults(phone: webdriver.Chrome) -> list[str]:
    """What is wrong with the page as it is laid out now, in words; empty: nothing."""
    wide, broken = overflow(phone), broken_words(phone)
    return [
        *([f"wider than the screen by {wide} px"] if wide else []),
        *(f"broken: {word}" for word in broken),
        *cast("list[str]", script(phone, FAULTS)),
    ]

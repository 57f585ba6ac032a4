// The table for the ear: four questions, by button or by key, and a phone that shakes when it is one's turn.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const SHAKES_MS = 80;
  const ear = document.getElementById("ear");
  const said = document.getElementById("said");
  const shakes = document.getElementById("shakes");
  if (!ear || !said) return;
  const words = (one) => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const text = texts.currentNode.nodeValue.replace(/\s+/g, " ").replace(/^[ ,]+/, "").trim();
      if (text && !texts.currentNode.parentElement.closest("[aria-hidden=true]")) found.push(text);
    }
    return found.join(", ");
  };
  const all = (where) => [...document.querySelectorAll(where)].map(words).filter(Boolean).join(". ");
  const ASKED = {
    t: () => all("#trick li:not([aria-hidden])"),
    l: () => all("#last-trick ol li"),
    s: () => all("#pairs li, #result li") || all(".seat"),
    c: () => [all("#trump"), all("#status > span")].filter(Boolean).join(". "),
  };
  // What is asked twice is said twice: an emptied region speaks again.
  const answer = (key) => {
    const text = [ASKED[key](), all("#headline")].filter(Boolean).join(". ");
    said.textContent = "";
    setTimeout(() => { said.textContent = text; }, 50);
  };
  ear.addEventListener("click", (event) => {
    const key = event.target.closest("[data-ask]")?.dataset.ask;
    if (key) answer(key);
  });
  document.addEventListener("keydown", (event) => {
    const isTyped = event.target.closest("input, select, textarea");
    if (!ear.open || isTyped || event.ctrlKey || event.altKey || event.metaKey || !(event.key in ASKED)) return;
    answer(event.key);
  });
  // Who has opened it once finds it open; keys of one letter are nobody's who has not.
  ear.open = localStorage.getItem("ear") === "open";
  ear.addEventListener("toggle", () => { localStorage.setItem("ear", ear.open ? "open" : ""); });
  if (!navigator.vibrate) shakes.closest("label").hidden = true;
  shakes.checked = localStorage.getItem("shakes") === "on";
  shakes.addEventListener("change", () => { localStorage.setItem("shakes", shakes.checked ? "on" : ""); });
  const isMine = () => document.querySelector("#headline[data-mine]") !== null;
  let was = isMine();
  new MutationObserver(() => {
    if (isMine() && !was && shakes.checked) navigator.vibrate(SHAKES_MS);
    was = isMine();
  }).observe(document.getElementById("table"), { attributes: true, childList: true, subtree: true });
});

// What htmx does not do by itself: say when the page is cut off, come back after sleep, show refusals.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const ASLEEP_MS = 20000;
  const AGAIN_MS = 1000;
  const lost = document.getElementById("lost");
  const cutOff = new Set();
  let hiddenSince = 0;
  let beginning = false;
  const tell = () => { if (lost) lost.hidden = cutOff.size === 0; };
  const isThere = async () => {
    try {
      return (await fetch(window.location, { method: "HEAD", cache: "no-store" })).ok;
    } catch {
      return false;
    }
  };
  // Begins the page anew once the table answers, or goes where a link was tapped meanwhile.
  let wanted = "";
  const leave = async () => {
    if (beginning) return;
    beginning = true;
    const pause = () => new Promise((go) => { setTimeout(go, AGAIN_MS); });
    while (!(await isThere())) await pause();
    while ("unsent" in document.body.dataset) await pause(); // what was tapped meanwhile would be lost
    if (wanted) window.location.assign(wanted);
    else window.location.reload();
  };
  // A page without streams has nothing that could be old.
  const anew = () => { if (document.querySelector("[sse-connect]")) leave(); };
  document.body.addEventListener("htmx:sseOpen", (event) => { cutOff.delete(event.target); tell(); });
  document.body.addEventListener("htmx:sseError", (event) => { cutOff.add(event.target); tell(); });
  // A phone that was asleep may have lost its streams without a word.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenSince = Date.now();
    else if (cutOff.size || Date.now() - hiddenSince > ASLEEP_MS) anew();
  });
  // A page without streams hears of it by what it has asked for in vain.
  const HERE = "page";
  const gone = async () => {
    if (cutOff.has(HERE)) return;
    cutOff.add(HERE);
    tell();
    do await new Promise((go) => { setTimeout(go, AGAIN_MS); }); while (!(await isThere()));
    cutOff.delete(HERE);
    tell();
  };
  // A link goes where it leads once the table answers: the browser's own error page knows no way back.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='/']:not([download])");
    if (!link || !cutOff.size || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.setAttribute("aria-busy", "true");
    wanted = link.href;
    leave();
  });
  window.addEventListener("offline", gone);
  document.body.addEventListener("htmx:sendError", gone);
  window.addEventListener("online", () => { if (cutOff.size) anew(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) anew(); });
  // What an address names is opened: not every browser opens what is folded.
  window.addEventListener("hashchange", () => {
    const named = document.getElementById(window.location.hash.slice(1));
    const folded = named?.closest("details");
    if (!folded) return;
    folded.open = true;
    named.scrollIntoView();
  });
  // What somebody opens is seen whole, above what is tapped.
  let before = 0;
  document.querySelector(".follows")?.addEventListener("click", ({ target }) => {
    const folded = target.closest("summary")?.parentElement;
    if (folded && !folded.open) before = window.scrollY;
    if (folded) requestAnimationFrame(() => { if (folded.open) folded.scrollIntoView({ block: "nearest" }); else window.scrollTo(0, before); });
  });
  // Who has tapped a seat types the code next; the keys of a keyboard walk on among the seats.
  document.querySelector(".pairing")?.addEventListener("change", ({ target }) => {
    const code = document.getElementById("code");
    if (target.name === "seat" && code && !target.matches(":focus-visible")) (code.value ? document.getElementById("as-named") : code).focus();
  });
  // A phone that lies there with another page before it says in its title whose turn it is.
  const table = document.getElementById("table");
  const title = document.title;
  const entitle = () => { document.title = document.querySelector("#headline[data-mine]")?.textContent ?? title; };
  if (table) {
    new MutationObserver(entitle).observe(table, { attributes: true, characterData: true, childList: true, subtree: true });
    entitle();
  }
  document.body.addEventListener("htmx:responseError", (event) => {
    const answer = document.getElementById("answer");
    if (answer && event.detail.xhr) answer.innerHTML = event.detail.xhr.responseText;
  });
});
  // The number at the place of the verdicts follows what the live part of the page says.
  const count = () => {
    const now = document.querySelector("[data-unruled]")?.dataset.unruled;
    const shown = document.querySelector(".places .count");
    if (!now || !shown) return;
    shown.hidden = now === "0";
    shown.firstChild.textContent = now;
  };
  const main = document.getElementById("main");
  if (main) new MutationObserver(count).observe(main, { attributeFilter: ["data-unruled"], childList: true, subtree: true });

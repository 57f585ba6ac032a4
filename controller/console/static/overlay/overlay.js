// The overlay of a stream: its key leaves the address at once, and what is shown waits as long as the picture does.
"use strict";
(() => {
  const CARD_MS = 6000, VERDICT_MS = 20000, AGAIN_MS = 5000;
  const root = document.getElementById("overlay"), refused = document.getElementById("refused");
  const delay = Number(root.dataset.delay) * 1000;
  const timers = {};
  let stream = null;

  // A part that says the same keeps its element; a new card and a new verdict stand for a while.
  const part = (fresh, id, standsMs) => {
    const old = document.getElementById(id);
    if (old && old.dataset.id === fresh.dataset.id) return;
    if (old) old.replaceWith(fresh); else root.append(fresh);
    if (!standsMs) return;
    clearTimeout(timers[id]);
    if (id === "verdict") root.classList.toggle("covered", fresh.childElementCount > 0);
    timers[id] = setTimeout(() => {
      fresh.classList.add("over");
      if (id === "verdict") root.classList.remove("covered");
    }, standsMs);
  };
  const show = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const [id, standsMs] of [["scores", 0], ["trick", 0], ["newest", CARD_MS], ["verdict", VERDICT_MS]]) {
      part(page.getElementById(id), id, standsMs);
    }
  };
  // What still waits for its moment when the key is withdrawn is not shown either.
  const waiting = new Set();
  const later = (html) => {
    const one = setTimeout(() => { waiting.delete(one); refused.hidden = true; show(html); }, delay);
    waiting.add(one);
  };
  const clear = () => {
    waiting.forEach(clearTimeout);
    waiting.clear();
    root.replaceChildren();
    root.classList.remove("covered");
  };
  const follow = () => {
    stream = new EventSource("/live/overlay");
    stream.addEventListener("overlay", (event) => later(event.data));
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      clear();
      setTimeout(begin, AGAIN_MS);
    };
  };
  let key = location.hash.slice(1);
  if (key) history.replaceState(null, "", location.pathname + location.search);
  const begin = async () => {
    try {
      if (key) {
        const answer = await fetch("/overlay", {method: "POST", body: new URLSearchParams({key})});
        refused.hidden = answer.ok;
        if (!answer.ok) { clear(); setTimeout(begin, AGAIN_MS); return; }
      }
      follow();
    } catch {
      setTimeout(begin, AGAIN_MS);
    }
  };
  begin();
})();

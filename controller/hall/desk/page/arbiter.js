// The arbiter's page: only what changed is drawn, so that no button moves under a finger but when its table is settled.
"use strict";
(() => {
  const at = (id) => document.getElementById(id), list = at("waiting"), words = list.dataset, drawn = new Map();
  let ahead = 0; // by how much the hall's clock is ahead of this one, seconds
  let sound = null;

  const beep = () => {
    if (!sound) return;
    const tone = sound.createOscillator(), volume = sound.createGain();
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(.25, sound.currentTime);
    volume.gain.exponentialRampToValueAtTime(.001, sound.currentTime + .6);
    tone.connect(volume).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + .6);
  };
  // A browser makes no sound before somebody has pressed something: it is switched on anew with each visit.
  at("sound").addEventListener("click", () => {
    sound = sound ? (sound.close(), null) : new AudioContext();
    at("sound").setAttribute("aria-pressed", String(Boolean(sound)));
    beep();
  });

  const tick = () => {
    for (const one of document.querySelectorAll("[data-since]")) {
      const minutes = Math.floor((Date.now() / 1000 + ahead - one.dataset.since) / 60);
      const text = minutes < 1 ? words.now : minutes < 120 ? words.minutes : words.hours;
      one.textContent = text.replace("{n}", minutes < 120 ? minutes : Math.floor(minutes / 60));
    }
  };

  // An element of a new text keeps the place, and whoever is in it by keyboard the button.
  const put = (element, html) => {
    if (drawn.get(element.id) === html) return;
    drawn.set(element.id, html);
    const held = element.contains(document.activeElement) ? document.activeElement.id : "";
    const opened = [...element.querySelectorAll("details[open]")].map((one) => one.parentElement.id);
    element.innerHTML = html;
    opened.forEach((id) => at(id)?.querySelector("details").setAttribute("open", ""));
    if (held) (at(held) || element.querySelector("button, a, summary"))?.focus();
  };

  const show = ({items, rest}) => {
    const ids = items.map(([id]) => id), there = [...list.children].map((one) => one.id);
    if (there.join() !== ids.join()) {
      for (const one of [...list.children]) if (!ids.includes(one.id)) { one.remove(); drawn.delete(one.id); }
      ids.forEach((id, place) => {
        const item = at(id) || Object.assign(document.createElement("li"), {id});
        if (list.children[place] !== item) list.insertBefore(item, list.children[place] || null);
      });
      if (ids.some((id) => !there.includes(id))) beep();
    }
    items.forEach(([id, html]) => put(at(id), html));
    put(at("rest"), rest);
    at("none").hidden = items.length > 0;
    document.title = document.title.replace(/^\(\d+\) /, "").replace(/^/, items.length ? `(${items.length}) ` : "");
    tick();
  };

  // What is pressed is carried out without leaving the page; to open a verdict leads to its table.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.action.endsWith("/arbiter/do")) return;
    event.preventDefault();
    const answer = await fetch(form.action, {method: "POST", body: new URLSearchParams(new FormData(form)), headers: {"X-Part": "1"}}).catch(() => null);
    const away = Boolean(answer) && !answer.ok;
    at("away").hidden = !away;
    at("away").textContent = at("away").dataset.words.replace("{name}", form.elements.table.value);
    if (answer?.ok && form.elements.do.value === "open") location.assign(await answer.text());
  });

  const stream = new EventSource("/arbiter/live");
  stream.addEventListener("now", (event) => { ahead = Number(event.data) - Date.now() / 1000; });
  stream.addEventListener("queue", (event) => show(JSON.parse(event.data)));
  stream.onopen = () => { at("lost").hidden = true; };
  stream.onerror = () => { at("lost").hidden = false; };
  tick();
  setInterval(tick, 10000);
})();

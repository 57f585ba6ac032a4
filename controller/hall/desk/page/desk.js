// The round's clock counts down; numbers of a slip are checked as they are typed; a public page is brought up to date.
"use strict";
(() => {
  const loaded = Date.now() / 1000;
  let ahead = null; // by how much the hall's clock is ahead of this one, seconds

  function tick() {
    for (const clock of document.querySelectorAll(".clock")) {
      ahead ??= Number(clock.dataset.now) - loaded;
      const left = Math.round(Number(clock.dataset.ends) - Date.now() / 1000 - ahead), size = Math.abs(left);
      const time = `${Math.floor(size / 60)}:${String(size % 60).padStart(2, "0")}`;
      clock.textContent = left >= 0 ? time : `${clock.dataset.over} (+${time})`;
      clock.classList.toggle("over", left < 0);
    }
  }

  async function again() {
    try {
      const answer = await fetch(location.href, {cache: "no-store"});
      if (!answer.ok) return;
      const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      if (main) document.querySelector("main").replaceWith(main);
      tick();
    } catch { /* the hall is away; the next try finds it */ }
  }

  // The game's own law says what is wrong with the numbers, and what the last one must be: that is filled in.
  let asked = 0;
  async function check(form) {
    const numbers = [...form.querySelectorAll(".numbers input")], out = form.querySelector(".check"), turn = ++asked;
    numbers.filter((one) => one.dataset.filled && one !== document.activeElement).forEach((one) => { one.value = ""; });
    if (numbers.filter((one) => !one.value.trim()).length > 1) { out.textContent = ""; out.className = "check"; return; }
    const answer = await fetch("/organiser/check", {method: "POST", body: new URLSearchParams(new FormData(form))}).catch(() => null);
    const told = answer?.ok ? await answer.json() : null;
    if (!told || turn !== asked) return; // a later one has asked meanwhile, also while this answer was still coming
    const {fault, rest, sums} = told, empty = numbers.find((one) => !one.value.trim());
    if (empty && rest !== null) { empty.value = rest; empty.dataset.filled = "1"; }
    out.textContent = fault || sums;
    out.className = `check ${fault ? "say" : sums ? "fits" : ""}`;
  }
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form?.querySelector("[data-check]")) return;
    delete event.target.dataset.filled;
    check(form);
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-chip]");
    if (!chip) return;
    const field = chip.parentElement.querySelector("input"), worth = Number(chip.dataset.chip);
    field.value = worth ? (Number(field.value) || 0) + worth : "";
    check(chip.form);
  });

  // One thing is open at a time, also in browsers that do not close the others by themselves; it begins at its first field.
  const begin = (details) => details.querySelector("[data-first], input:not([type=hidden]), select, textarea, button")?.focus();
  document.addEventListener("toggle", (event) => {
    const opened = event.target;
    if (opened.name !== "desk" || !opened.open) return;
    document.querySelectorAll("details[name=desk][open]").forEach((one) => { if (one !== opened && !one.contains(opened)) one.open = false; });
    begin(opened);
  }, true);

  // A file is read here: in UTF-8, or as spreadsheets of Windows write it.
  document.querySelectorAll("[data-into]").forEach((field) => {
    field.parentElement.hidden = false;
    field.addEventListener("change", async () => {
      const data = await field.files[0].arrayBuffer(), text = new TextDecoder().decode(data);
      field.form.elements[field.dataset.into].value = text.includes("\ufffd") ? new TextDecoder("windows-1252").decode(data) : text;
    });
  });

  const main = document.querySelector("main");
  if (main && main.dataset.again) setInterval(again, 1000 * Number(main.dataset.again));
  if (main && main.dataset.focus) {
    const opened = document.getElementById(main.dataset.focus);
    if (opened?.open) begin(opened);
    opened?.scrollIntoView({block: "center"});
  }
  tick();
  setInterval(tick, 1000);
})();

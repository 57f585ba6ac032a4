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

  // What is being read or typed stays as it is: a form or a message that is open, a field that has the focus or was changed.
  const busy = () => document.querySelector("main details[name=desk][open], main [role=alert]") ||
    document.activeElement?.matches("main :is(input, textarea, select, button, a)") ||
    [...document.querySelectorAll("main :is(input, textarea)")]
      .some((one) => one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue);
  async function again() {
    if (busy()) return;
    try {
      const answer = await fetch(location.pathname, {cache: "no-store"});
      if (!answer.ok || busy()) return;
      const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      if (!main) return;
      const open = document.querySelectorAll("main details[id][open]"), focus = document.activeElement?.closest("main summary")?.parentElement.id;
      open.forEach(({id}) => main.querySelector(`[id="${id}"]`)?.setAttribute("open", ""));
      document.querySelector("main").replaceWith(main);
      if (focus) document.getElementById(focus)?.querySelector("summary").focus();
      files();
      tick();
    } catch { /* the hall is away; the next try finds it */ }
  }

  // The game's own law says what is wrong with the numbers, and what the last one must be: that is filled in.
  async function check(row) {
    const numbers = [...row.querySelectorAll(".numbers input")], play = [...row.querySelectorAll(".play input")], out = row.querySelector(".check"), turn = row.asked = (row.asked || 0) + 1;
    numbers.filter((one) => one.dataset.filled && one !== document.activeElement).forEach((one) => { one.value = ""; });
    if (numbers.filter((one) => !one.value.trim()).length > 1 && !play.some((one) => one.value.trim())) { out.textContent = ""; out.className = "check"; return; }
    const body = new URLSearchParams(new FormData(numbers[0].form));
    body.set("board", row.dataset.check);
    [...play, ...numbers].forEach((one) => body.set(one.name.split("-")[0], one.value));
    const answer = await fetch("/organiser/check", {method: "POST", body}).catch(() => null);
    const told = answer?.ok ? await answer.json() : null;
    if (!told || turn !== row.asked) return; // a later one has asked meanwhile, also while this answer was still coming
    const {fault, fill, sums} = told;
    numbers.filter((one) => !one.value.trim() && one.name.split("-")[0] in fill).forEach((one) => {
      one.value = fill[one.name.split("-")[0]];
      one.dataset.filled = "1";
    });
    out.textContent = fault || (row.dataset.check ? "" : sums); // a board's are its two numbers
    out.className = `check ${fault ? "say" : sums ? "fits" : ""}`;
  }
  document.addEventListener("input", (event) => {
    const row = event.target.closest("[data-check]") || event.target.form?.querySelector("[data-check='']");
    if (!row) return;
    delete event.target.dataset.filled;
    check(row);
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-chip]");
    if (!chip) return;
    const field = chip.parentElement.querySelector("input"), worth = Number(chip.dataset.chip);
    field.value = worth ? (Number(field.value) || 0) + worth : "";
    check(chip.form.querySelector("[data-check]"));
  });
  // Enter goes to the next board that is empty, to its contract or to its score as on this one; after the last one it keeps the slip.
  document.addEventListener("keydown", (event) => {
    const row = event.key === "Enter" && event.target.closest(".board");
    if (!row) return;
    const column = sessionStorage.column = event.target.closest(".play") ? "played0" : "points0";
    const rows = [...row.parentElement.querySelectorAll(".board")], below = rows.slice(rows.indexOf(row) + 1);
    const next = below.find((one) => [...one.querySelectorAll("input")].every((field) => !field.value.trim()));
    if (!next) return;
    event.preventDefault();
    next.querySelector(`[name^=${column}]`).focus();
  });

  // One thing is open at a time, also in browsers that do not close the others by themselves; it begins at its first field.
  const begin = (details) => (details.querySelector(`.board [name^=${sessionStorage.column || "played0"}]`) || details.querySelector("[data-first], input:not([type=hidden]), select, textarea, button"))?.focus();
  document.addEventListener("toggle", (event) => {
    const opened = event.target;
    if (opened.name !== "desk" || !opened.open) return;
    document.querySelectorAll("details[name=desk][open]").forEach((one) => { if (one !== opened && !one.contains(opened)) one.open = false; });
    begin(opened);
  }, true);

  // A file is read here: in UTF-8, or as spreadsheets of Windows write it.
  const files = () => document.querySelectorAll("[data-into]").forEach((field) => { field.parentElement.hidden = false; });
  document.addEventListener("change", async ({target: field}) => {
    if (!field.dataset.into || !field.files.length) return;
    const data = await field.files[0].arrayBuffer(), text = new TextDecoder().decode(data);
    field.form.elements[field.dataset.into].value = text.includes("\ufffd") ? new TextDecoder("windows-1252").decode(data) : text;
  });

  const main = document.querySelector("main");
  if (main && main.dataset.again) setInterval(again, 1000 * Number(main.dataset.again));
  if (main && main.dataset.focus) {
    const opened = document.getElementById(main.dataset.focus);
    if (opened?.open) begin(opened);
    opened?.scrollIntoView({block: "center"});
  }
  files();
  tick();
  setInterval(tick, 1000);
})();

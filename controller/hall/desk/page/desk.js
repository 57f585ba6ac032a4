// The round's clock counts down, and a page that everybody looks at is brought up to date by itself.
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

  const main = document.querySelector("main");
  if (main && main.dataset.again) setInterval(again, 1000 * Number(main.dataset.again));
  tick();
  setInterval(tick, 1000);
})();

// What a finger does: a live part is changed in place, stands still under a finger, and a form is sent as it was tapped.
"use strict";
(() => {
  const LIFTED_MS = 400; // a click follows the lifted finger by then, or none does
  const LONGEST_MS = 10000; // in case the lifting of a finger is never told
  const TRIES = 30;
  const AGAIN_MS = 1000;

  const isSame = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName
    && (one.id || "") === (other.id || "");

  // What somebody has opened stays open: that is no word of the table's.
  const isOwn = (one, name) => name === "open" && one.nodeName === "DETAILS";

  const dress = (old, wanted) => {
    for (const { name } of [...old.attributes]) if (!isOwn(old, name) && !wanted.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of [...wanted.attributes]) {
      if (!isOwn(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
  };

  const become = (old, wanted) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
      return;
    }
    if (old.isEqualNode(wanted)) return;
    dress(old, wanted);
    fill(old, wanted);
  };

  // Makes the children of one node those of another; an element with an id stays the same element as long as it is wanted.
  const fill = (old, wanted) => {
    const ids = new Set([...wanted.children].map((one) => one.id).filter(Boolean));
    let at = old.firstChild;
    for (const want of [...wanted.childNodes]) {
      const named = want.id ? [...old.children].find((one) => isSame(one, want)) : null;
      while (at && named && at !== named && !ids.has(at.id)) {
        const gone = at;
        at = at.nextSibling;
        gone.remove();
      }
      if (at && isSame(at, want)) {
        become(at, want);
        at = at.nextSibling;
      } else if (named) {
        old.insertBefore(named, at);
        become(named, want);
      } else {
        old.insertBefore(want, at);
        if (want.nodeType === Node.ELEMENT_NODE) window.htmx?.process(want);
      }
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  };

  const waiting = new Map();
  let heldSince = 0;
  let release = 0;
  const READ_MS = 4000;
  let toldAt = 0;
  let saidBefore = null;
  const isHeld = () => heldSince > 0 && Date.now() - heldSince < LONGEST_MS;
  const show = () => {
    if (isHeld()) return;
    for (const [part, html] of waiting) {
      const made = document.createElement("template");
      made.innerHTML = html;
      fill(part, made.content);
    }
    waiting.clear();
    // What was done has been read once the game goes on.
    if (Date.now() - toldAt > READ_MS) document.querySelector("#answer .alert-success")?.remove();
  };
  const letGo = () => { heldSince = 0; show(); };

  document.addEventListener("pointerdown", () => {
    clearTimeout(release);
    heldSince = Date.now();
    release = setTimeout(letGo, LONGEST_MS);
  }, true);
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => {
      clearTimeout(release);
      release = setTimeout(letGo, LIFTED_MS);
    }, true);
  }
  document.addEventListener("click", () => { clearTimeout(release); release = setTimeout(letGo, 0); }, true);

  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    if (event.detail.type === "said") return; // to be read aloud even if it is the same again
    event.preventDefault();
    waiting.set(event.target, event.detail.data);
    show();
  });

  const pause = (ms) => new Promise((go) => { setTimeout(go, ms); });

  // Sends a form; it is done once however often it is sent, so a bad network is no reason to give up at once.
  const send = async (body) => {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await fetch("/act", {
          method: "POST", body, headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
        });
      } catch (error) {
        if (left <= 1) throw error;
        await pause(AGAIN_MS);
      }
    }
  };

  // What the table announces is heard once: an answer is read to nobody, unless no announcement has come since.
  const SAID_MS = 1000;
  const drawn = (html) => {
    const made = document.createElement("div");
    made.innerHTML = html;
    const [said, done] = [document.getElementById("said"), made.querySelector(".alert-success")];
    if (!said || !done) return made;
    const before = saidBefore;
    done.setAttribute("aria-hidden", "true");
    setTimeout(() => { if (said.firstChild === before) said.textContent = done.textContent.trim(); }, SAID_MS);
    return made;
  };
  const tell = (html, earlier = "") => {
    const answer = document.getElementById("answer");
    if (answer) answer.replaceChildren(...drawn(earlier + html).childNodes);
    toldAt = Date.now();
  };

  // Whoever taps again before the page has changed means what comes next; the same tap again is the same form.
  const done = new Set();
  const successors = new Map();
  const rebased = (body) => {
    if (done.has(body)) return body;
    const form = new URLSearchParams(body);
    for (let next = successors.get(form.get("key")); next; next = successors.get(form.get("key"))) {
      form.set("key", next.key);
      form.set("since", next.since);
      form.delete("seat");
    }
    return form.toString();
  };
  const note = (body, answer) => {
    const [key, since] = [answer.headers.get("Form-Key"), answer.headers.get("Form-Since")];
    if (!key) return;
    done.add(body);
    successors.set(new URLSearchParams(body).get("key"), { key, since });
  };

  // Sends what was tapped; whether it was done.
  const carryOut = async (tapped, earlier = "") => {
    try {
      saidBefore = document.getElementById("said")?.firstChild ?? null;
      const body = rebased(tapped);
      const answer = await send(body);
      note(tapped, answer);
      if (body !== tapped) note(body, answer);
      tell(await answer.text(), earlier);
      const isDone = answer.headers.get("HX-Trigger") === "done";
      if (isDone) document.body.dispatchEvent(new CustomEvent("done"));
      return isDone;
    } catch {
      tell(`<p class="alert alert-danger py-2 mb-0">${document.getElementById("lost")?.innerHTML ?? ""}</p>`);
      return false;
    }
  };

  // A tap that was made on top of one that is refused meant a table that never was: the table refuses it, too, by what it followed.
  const NEVER = "never";
  const orphaned = async (tapped) => {
    const form = new URLSearchParams(tapped);
    if (!form.has("since")) return false;
    form.set("since", NEVER);
    return carryOut(form.toString(), document.getElementById("answer")?.innerHTML ?? "");
  };

  // Says to the table that the question was asked; without it the table asks.
  const yes = () => Object.assign(document.createElement("input"), { type: "hidden", name: "sure", value: "1" });

  // A form that is no action asks first, too, before anything else hears of it.
  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.confirm;
    if (!question || "act" in event.target.dataset) return;
    if (window.confirm(question)) {
      if (!event.target.elements.sure) event.target.append(yes());
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Whoever taps twice means what was there at the first tap, not what has come in its place since.
  const TWICE_MS = 800;
  const NEAR_PX = 24;
  let tapped = { at: -Infinity, x: 0, y: 0, key: "" };
  document.addEventListener("click", (event) => {
    const form = event.target.closest("button")?.form;
    if (!form || !("act" in form.dataset) || !event.detail) return; // a key has no place
    const now = { at: performance.now(), x: event.clientX, y: event.clientY, key: form.elements.key?.value ?? "" };
    const isNear = Math.hypot(now.x - tapped.x, now.y - tapped.y) < NEAR_PX;
    if (isNear && now.at - tapped.at < TWICE_MS && now.key !== tapped.key) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      tapped = now;
    }
  }, true);

  // A tap that is not answered at once is seen to wait, so that nobody taps it again.
  const SOON_MS = 500;
  const showWaiting = (button) => {
    const begin = setTimeout(() => {
      button?.setAttribute("aria-busy", "true");
      tell(`<p class="alert alert-info py-2 mb-0">${document.body.dataset.sending}</p>`);
    }, SOON_MS);
    return () => { clearTimeout(begin); button?.removeAttribute("aria-busy"); };
  };

  let last = Promise.resolve();
  const unanswered = new Map(); // the newest tap on each form, by its key, until it is answered
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !("act" in form.dataset) || event.defaultPrevented) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter)); // as it says now, whatever comes
    const question = event.submitter?.dataset.confirm ?? form.dataset.confirm;
    if (question) {
      const chosen = form.querySelector("input[type=radio]:checked")?.closest("label").querySelector("b")?.textContent;
      if (!window.confirm(chosen ? `${question} ${chosen}` : question)) return;
      body.set("sure", "1");
    }
    const key = body.get("key");
    const before = unanswered.get(key); // on the same form: this tap means what comes after that one
    const own = last.then(async () => (before && !(await before) ? orphaned(body.toString()) : carryOut(body.toString())));
    unanswered.set(key, own);
    const stopWaiting = showWaiting(event.submitter);
    document.body.dataset.unsent = "";
    own.finally(() => {
      stopWaiting();
      if (unanswered.get(key) === own) unanswered.delete(key);
      if (!unanswered.size) delete document.body.dataset.unsent;
    });
    last = own; // one after the other, as they were tapped
  });
})();

// Steps through a match. Everything that people have typed is written as text, never as markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("match").textContent);
  const words = data.words, seats = data.names.length;
  const at = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  let deal = 0, pos = 0, later = false;
  const open = new Set();

  const made = (tag, className, ...parts) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...parts);
    return element;
  };
  const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const drawing = (id, box) => {
    const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
    svg.setAttribute("viewBox", box);
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", "#" + id);
    svg.append(use);
    return svg;
  };
  const card = (code, cut) => {
    const span = made("span", "face face-" + cut, drawing(cut + "-" + code, "0 0 63 88"));
    span.append(made("span", "visually-hidden", data.called[code] || code));
    span.dataset.card = code;
    return span;
  };
  const rich = (parts) => parts.map((part) => typeof part === "string" ? part
    : part[0][0] === "u" ? suit(part[0].slice(1)) : card(part[0], "s"));
  const suit = (letter) => made("span", "suit", drawing("u" + letter, "-56 -56 112 112"), made("span", "visually-hidden", data.suits[letter]));
  const named = (letters) => [...letters].map((letter) => data.deck[letter.codePointAt(0) - 48]);
  const row = (className, codes) => made("span", "row " + className, ...codes.map((code) => card(code, "s")));

  const steps = () => data.deals[deal].steps;
  const lineStep = (line) => {
    for (const [number, one] of data.deals.entries()) {
      const found = one.steps.findIndex((step) => step.line === line);
      if (found >= 0) return [number, found];
    }
    return null;
  };
  const trickStarts = () => {
    const starts = new Map();
    steps().forEach((step, index) => { if (step.t && !starts.has(step.t)) starts.set(step.t, index); });
    return starts;
  };
  const wholeTrick = (number) => {
    let found = trickStarts().get(number);
    while (found + 1 < steps().length && steps()[found + 1].t === number) found += 1;
    return found;
  };
  // The verdicts that are told at this step: what was proven in this deal up to here, or is about a card that lies here.
  const verdictsHere = () => {
    const here = new Set(steps().flatMap((step) => step.v));
    const lying = new Set(steps()[pos].cards.concat(steps()[pos].aside).map((play) => play[2]));
    lying.add(steps()[pos].line);
    return data.verdicts.filter((one) => here.has(one.n) && (lying.has(one.line) || steps()[pos].v.includes(one.n)));
  };
  const accusedLines = () => new Set(data.verdicts.filter((one) => one.card).map((one) => one.line));

  function drawMat(step) {
    at("mat").querySelectorAll(".place").forEach((one) => one.remove());
    at("seats").replaceChildren(...data.names.map((who, seat) => {
      const item = made("li", `seat at-${seat}${step.turn === seat ? " turn" : ""}`,
        made("span", "who", who), made("span", "points", step.points[seat] || step.total[seat]));
      if (step.turn === seat) item.append(made("span", "visually-hidden", ", " + words.turn));
      return item;
    }));
    const trick = at("trick"), accused = accusedLines(), number = data.deals[deal].n, keep = new Set();
    const shown = step.cards.map((play) => [play, false]).concat(step.aside.map((play) => [play, true]));
    shown.forEach(([[code, seat, line, told], aside], order) => {
      const id = `card-${number}-${aside ? "aside" : step.t}-${seat}-${line}`;
      keep.add(id);
      let item = at(id);
      if (!item) { item = made("li"); item.id = id; item.append(card(code, "m"), card(code, "w")); }
      const side = seat >= 0 && seat < seats ? seat : 0;
      item.className = `lay at-${side}${!aside && step.won === seat ? " wins" : ""}${accused.has(line) ? " accused" : ""}${told ? " told" : ""}${aside ? " aside" : ""}`;
      item.querySelectorAll(":scope > small, :scope > .visually-hidden").forEach((one) => one.remove());
      const heard = [data.names[seat] || "", told ? words.told : "", aside ? words.aside : ""].filter(Boolean).join(", ");
      item.append(made("span", "visually-hidden", ", " + heard));
      if (!aside) { const place = made("small", "", String(order + 1)); place.setAttribute("aria-hidden", "true"); item.append(place); }
      trick.append(item);
    });
    [...trick.children].filter((one) => !keep.has(one.id)).forEach((one) => one.remove());
    if (step.turn >= 0 && step.open) {
      const place = made("span", `lay place turn at-${step.turn}`);
      place.setAttribute("aria-hidden", "true");
      at("mat").append(place);
    }
  }

  function drawVerdicts() {
    at("verdicts").replaceChildren(...verdictsHere().map((one) => {
      const box = made("article", "verdict", made("h2", "", put(words.verdict, {number: one.n})), made("p", "", ...rich(one.text)));
      if (one.shown.length) box.append(made("div", "proof-cards", ...one.shown.map(([code, what]) =>
        made("figure", "", card(code, "m"), made("figcaption", "", what)))));
      if (one.rule_text) box.append(made("p", "small", put(words.rule, {rule: one.rule}) + ": " + one.rule_text));
      box.append(made("p", "small", put(words.by, {decision: one.ruling}) + (one.by ? ` (${one.by})` : "")));
      const go = made("div", "go");
      for (const [line, text] of [[one.line, words.go_act], [one.proved, words.go_proof]]) {
        const found = lineStep(line);
        if (!found || (found[0] === deal && found[1] === pos)) continue;
        const button = made("button", "", text);
        button.onclick = () => { deal = found[0]; show(found[1]); };
        go.append(button);
      }
      if (go.children.length) box.append(go);
      if (one.doubt) box.append(made("h3", "", words.doubt), ...one.doubt.hands.map(([who, codes]) => {
        const hand = row("", codes);
        hand.prepend(made("b", "", who));
        return hand;
      }));
      if (one.why.length) {
        const why = made("details", "why", made("summary", "", words.why));
        why.append(...one.why.map(([depth, parts]) => made("p", "in-" + depth, ...rich(parts))));
        box.append(why);
      }
      return box;
    }));
  }

  // What each seat has played in this deal, with the step at which it lay.
  const played = (seat) => {
    const cards = new Map();
    steps().forEach((step, index) => step.cards.forEach(([code, who, , , one]) => { if (who === seat && !cards.has(one)) cards.set(one, [code, index]); }));
    return [...cards.values()].filter(([code]) => data.deck.includes(code)).sort((one, other) => data.deck.indexOf(one[0]) - data.deck.indexOf(other[0]));
  };
  const count = (number) => number === 1 ? words.one : put(words.cards, {count: number});
  const kind = (className, title, letters) => made("div", "kind " + className, made("span", "small", title), row(className, named(letters)));

  function drawHands(step) {
    const {places, lawful, fits} = step.hands;
    at("remark").textContent = later ? words.later : !fits ? words.unfit : !places.length ? words.nothing : lawful ? (step.hole ? words.hole : "") : words.unlawful;
    if (later) {
      at("hands").replaceChildren(...data.names.map((who, seat) => {
        const cards = row("", []);
        cards.append(...played(seat).map(([code, index]) => {
          const one = made("span", index <= pos ? "gone" : "", card(code, "s"));
          return one;
        }));
        return made("div", "hand", made("h3", "", who), cards);
      }));
      return;
    }
    at("hands").replaceChildren(...places.filter((place) => place[2]).map(([who, , room, must, ruled, may, against]) => {
      const box = made("details", "hand"), head = made("summary", "", made("b", "", who), made("span", "small", count(room)));
      if (must || ruled) head.append(row("must", named(must)), row("ruled", named(ruled)));
      box.append(head);
      if (must) box.append(kind("must", words.must, must));
      if (ruled) box.append(kind("ruled", words.ruled, ruled));
      if (may) box.append(kind("may", words.may, may));
      if (against) box.append(kind("against", words.against, against));
      box.open = open.has(who);
      box.ontoggle = () => box.open ? open.add(who) : open.delete(who);
      return box;
    }));
  }

  function drawTricks(step) {
    const called = new Set(), accused = accusedLines();
    steps().forEach((one) => { if (one.cards.some((play) => accused.has(play[2])) || one.v.length) called.add(one.t); });
    at("tricks").replaceChildren(...[...trickStarts().keys()].map((number) => {
      const button = made("button", called.has(number) ? "called-here" : "", String(number));
      button.setAttribute("aria-label", put(words.trick, {number, count: data.deals[deal].size}));
      if (number === step.t) button.setAttribute("aria-current", "true");
      button.onclick = () => show(wholeTrick(number));
      return button;
    }));
  }

  function show(to) {
    const focus = document.activeElement, from = focus && focus.closest("#tricks") ? [...at("tricks").children].indexOf(focus) : -1;
    pos = Math.max(0, Math.min(steps().length - 1, to));
    const step = steps()[pos];
    at("where").textContent = step.t ? put(words.trick, {number: step.t, count: data.deals[deal].size}) : words.before;
    at("trump").replaceChildren(...(step.trump ? [suit(step.trump)] : step.facts.length ? rich(step.facts) : []));
    at("said").replaceChildren(...rich(step.say));
    at("heard").textContent = step.ear + (step.v.length ? " " + data.verdicts.filter((one) => step.v.includes(one.n)).map((one) => one.ear).join(" ") : "");
    at("notes").replaceChildren(...step.notes.map((note) => made("li", "", ...rich(note))));
    at("range").max = steps().length - 1;
    at("range").value = pos;
    at("range").setAttribute("aria-valuetext", step.ear);
    at("back").disabled = at("trick-back").disabled = deal === 0 && pos === 0;
    at("on").disabled = at("trick-on").disabled = deal === data.deals.length - 1 && pos === steps().length - 1;
    at("deal").value = String(deal);
    drawMat(step);
    drawTricks(step);
    drawVerdicts();
    drawHands(step);
    if (from >= 0) at("tricks").children[from]?.focus();
    try { history.replaceState(null, "", `#${data.deals[deal].n}.${pos + 1}`); } catch { /* a page in a sandbox has no address of its own */ }
  }

  const go = (by) => {
    if (pos + by < 0 && deal > 0) { deal -= 1; show(steps().length - 1); }
    else if (pos + by >= steps().length && deal < data.deals.length - 1) { deal += 1; show(0); }
    else show(pos + by);
  };
  const goTrick = (by) => {
    const starts = [...trickStarts().keys()], now = steps()[pos].t;
    const next = by > 0 ? starts.find((number) => number > now || (number === now && pos < wholeTrick(number)))
      : starts.filter((number) => number < now).pop();
    if (next !== undefined) show(wholeTrick(next));
    else if (by > 0 && pos < steps().length - 1) show(steps().length - 1);
    else if (by < 0 && pos > 0) show(0);
    else go(by);
  };
  const goDeal = (by) => { if (data.deals[deal + by]) { deal += by; show(0); } };

  if (!data.deals.length) { at("said").textContent = words.nothing; return; }
  at("deal").append(...data.deals.map((one, index) => { const option = made("option", "", put(words.deal, {number: one.n})); option.value = String(index); return option; }));
  at("deal").parentElement.hidden = data.deals.length < 2;
  at("deal").onchange = () => { deal = Number(at("deal").value); show(0); };
  at("back").onclick = () => go(-1);
  at("on").onclick = () => go(1);
  at("trick-back").onclick = () => goTrick(-1);
  at("trick-on").onclick = () => goTrick(1);
  at("range").oninput = () => show(Number(at("range").value));
  for (const [id, value] of [["then", false], ["all", true]]) at(id).onclick = () => {
    later = value;
    at("then").setAttribute("aria-pressed", String(!later));
    at("all").setAttribute("aria-pressed", String(later));
    drawHands(steps()[pos]);
  };
  const keys = {ArrowRight: () => go(1), ArrowLeft: () => go(-1), ArrowDown: () => goTrick(1), ArrowUp: () => goTrick(-1),
    PageDown: () => goDeal(1), PageUp: () => goDeal(-1), Home: () => show(0), End: () => show(steps().length - 1)};
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName) || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  let touch = null;
  at("mat").addEventListener("touchstart", (event) => { touch = event.changedTouches[0]; }, {passive: true});
  at("mat").addEventListener("touchend", (event) => {
    const moved = touch ? event.changedTouches[0].clientX - touch.clientX : 0;
    touch = null;
    if (Math.abs(moved) > 40) go(moved < 0 ? 1 : -1);
  }, {passive: true});
  const asked = /^#(\d+)\.(\d+)$/.exec(location.hash);
  const wanted = asked ? data.deals.findIndex((one) => one.n === Number(asked[1])) : -1;
  if (wanted >= 0) deal = wanted;
  show(wanted >= 0 ? Number(asked[2]) - 1 : 0);
})();

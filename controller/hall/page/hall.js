// The wall of a hall: each table is one element for as long as the page is open; who calls stands first, pages take turns.
"use strict";
(() => {
  const words = JSON.parse(document.getElementById("words").textContent), at = (id) => document.getElementById(id);
  const TURN_MS = 12000, AGAIN_MS = 10000, ON_A_PAGE = 12, LONG_ON_A_PAGE = 9, LONG = 17, RANKED_ON_A_PAGE = 20, PINNED = 4, LEAST = .4;
  const order = new Intl.Collator(undefined, {numeric: true}).compare;
  const wide = matchMedia("(min-width: 60rem) and (min-aspect-ratio: 1)");
  const tables = new Map();
  let seated = new Map(); // the sides of a tournament's tables, for those that have no machine
  let ahead = 0; // by how much the hall's clock is ahead of this one, seconds
  let round = null, turn = 0, held = false;

  const made = (name, kind, text) => {
    const one = document.createElement(name);
    if (kind) one.className = kind;
    if (text !== undefined) one.textContent = text;
    return one;
  };

  // Two sums a tile; beside them only what somebody has to walk for.
  function draw({table, item}) {
    const tile = made("div", "tile"), rows = made("ul", "rows"), sides = table.rows.length ? table.rows : seated.get(table.table) || [];
    rows.append(...sides.map((one) => {
      const row = made("li");
      row.append(made("span", "", one.name), made("b", "", one.score));
      return row;
    }));
    tile.append(made("b", "", table.table), rows);
    if (!table.shown && !sides.length) tile.append(made("p", "", words.waiting));
    if (table.called) tile.append(made("p", "called", table.coming ? words.coming.replace("{name}", table.coming) : words.calling));
    if (!table.online) tile.append(made("p", "", words.away));
    if (table.doubled) tile.append(made("p", "trouble", words.doubled));
    if (table.trouble) tile.append(made("p", "trouble", table.refused > 1 ? `${table.trouble} (${table.refused})` : table.trouble));
    item.className = [table.called ? "call" : "", table.online ? "" : "away"].filter(Boolean).join(" ");
    item.replaceChildren(tile);
  }

  // The longest call first, then by name; what was moved keeps its element.
  function arrange() {
    const all = [...tables.values()].sort((one, other) => {
      const calls = (one.table.called || Infinity) - (other.table.called || Infinity);
      return Number.isNaN(calls) || !calls ? order(one.table.table, other.table.table) : calls;
    });
    all.forEach(({item}, place) => {
      if (at("tables").children[place] !== item) at("tables").insertBefore(item, at("tables").children[place] || null);
    });
    return all;
  }

  // As large as a tile takes: long names and calls are written smaller, and nothing is cut off.
  function fit({item}) {
    const tile = item.firstChild;
    for (let size = 1; size > LEAST; size -= .06) {
      tile.style.setProperty("--fit", size);
      if (tile.scrollHeight <= item.clientHeight && tile.scrollWidth <= item.clientWidth) return;
    }
  }

  // On a wide screen pages of tables and of the ranking take turns; on any other all of it stands below each other.
  function turned() {
    const all = arrange(), boards = [...at("ranking").children];
    const calling = all.filter((one) => one.table.called).slice(0, PINNED), others = all.filter((one) => !calling.includes(one));
    const isLong = [...document.querySelectorAll("#tables .rows span")].some((one) => one.textContent.length > LONG);
    const room = (isLong ? LONG_ON_A_PAGE : ON_A_PAGE) - calling.length;
    const pages = Math.max(boards.length ? 0 : 1, Math.ceil(others.length / room), calling.length && 1), views = pages + boards.length;
    const view = wide.matches ? turn % views : -1, shown = view < 0 || view >= pages ? all : [...calling, ...others.slice(view * room, (view + 1) * room)];
    all.forEach((one) => { one.item.hidden = !shown.includes(one); });
    const across = Math.min(4, Math.ceil(Math.sqrt(shown.length)) || 1);
    at("tables").style.setProperty("--across", across);
    at("tables").style.setProperty("--down", Math.ceil(shown.length / across) || 1);
    at("tables").hidden = view >= pages;
    at("ranking").hidden = !boards.length || (view >= 0 && view < pages);
    boards.forEach((one, place) => { one.hidden = view >= 0 && place !== view - pages; });
    at("hold").hidden = !wide.matches || views < 2;
    at("none").hidden = all.length > 0 || boards.length > 0;
    if (wide.matches && !at("tables").hidden) shown.forEach(fit);
  }

  function place(table) {
    if (!tables.has(table.table)) tables.set(table.table, {item: made("li")});
    const one = tables.get(table.table);
    one.table = table;
    draw(one);
    const heard = [...tables.values()].filter((one) => !one.table.silent), there = heard.filter((one) => one.table.online).length;
    at("count").textContent = heard.length ? words.count.replace("{n}", there).replace("{n2}", heard.length) : "";
  }

  // Tables of the tournament without a machine stand with their sides as they are seated; what is no longer one goes.
  function seat(given) {
    seated = new Map(given.map(({table, rows}) => [table, rows]));
    tables.forEach(({table, item}, name) => { if (table.silent && !seated.has(name)) { item.remove(); tables.delete(name); } });
    given.forEach(({table}) => place(tables.get(table)?.table || {table, rows: [], online: true, shown: false, silent: true}));
  }

  // A list in boards of as many rows as a screen takes; where boards stand below each other the first has the head.
  function boards({head, rows}) {
    return Array.from({length: Math.ceil(rows.length / RANKED_ON_A_PAGE)}, (_, number) => {
      const board = made("section", number ? "more" : ""), list = made("ol");
      list.append(...rows.slice(number * RANKED_ON_A_PAGE, (number + 1) * RANKED_ON_A_PAGE).map(([rank, name, score]) => {
        const row = made("li");
        row.append(made("b", "", rank), made("span", "", name), made("b", "", score));
        return row;
      }));
      board.append(made("h2", "", head), list);
      return board;
    });
  }

  function tick() {
    at("clock").hidden = !round || !round.ends;
    if (at("clock").hidden) return;
    const left = Math.round(round.ends - Date.now() / 1000 - ahead), size = Math.abs(left);
    const time = `${Math.floor(size / 60)}:${String(size % 60).padStart(2, "0")}`;
    at("clock").replaceChildren(left < 0 ? `+${time}` : time, ...(left < 0 ? [made("small", "", words.over)] : []));
    at("clock").classList.toggle("over", left < 0);
  }

  // The tournament's clock and ranking, where there is one.
  async function again() {
    try {
      const answer = await fetch("wall.json", {cache: "no-store"});
      round = answer.ok ? await answer.json() : null;
    } catch { return; /* the hall is away; the next try finds it */ }
    seat(round ? round.seated : []);
    at("round").textContent = round ? round.round : "";
    at("title").textContent = round ? round.title : words.title;
    at("ranking").replaceChildren(...(round ? round.rankings : []).flatMap(boards));
    tick();
    turned();
  }

  let drawing = 0;
  const soon = () => { drawing ||= requestAnimationFrame(() => { drawing = 0; turned(); }); };
  const stream = new EventSource("tables");
  stream.addEventListener("now", (event) => { ahead = Number(event.data) - Date.now() / 1000; });
  stream.addEventListener("table", (event) => { place(JSON.parse(event.data)); soon(); });
  stream.addEventListener("trouble", (event) => {
    const why = JSON.parse(event.data);
    at("trouble").hidden = !why;
    at("trouble").textContent = why;
  });
  stream.onopen = () => { at("lost").hidden = true; };
  stream.onerror = () => { at("lost").hidden = false; };
  at("hold").addEventListener("click", () => {
    held = !held;
    at("hold").setAttribute("aria-pressed", String(held));
  });
  wide.addEventListener("change", turned);
  setInterval(() => { if (!held) { turn += 1; turned(); } }, TURN_MS);
  if (words.ranking) { again(); setInterval(again, AGAIN_MS); }
  setInterval(tick, 1000);
})();

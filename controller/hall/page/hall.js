// The board of a hall: each table is one element for as long as the page is open, and only what changed is drawn.
"use strict";
(() => {
  const words = JSON.parse(document.getElementById("words").textContent), at = (id) => document.getElementById(id);
  const isArbiter = document.body.className === "arbiter"; // the page of those that need somebody, and of the verdicts
  const tables = new Map();
  let ahead = 0; // by how much the hall's clock is ahead of this one, seconds

  const made = (name, kind, text) => {
    const one = document.createElement(name);
    if (kind) one.className = kind;
    if (text !== undefined) one.textContent = text;
    return one;
  };

  function row(one) {
    const item = made("li", one.lamp === "off" ? "" : one.lamp, "");
    item.append(made("span", "", one.name), made("b", "", one.score));
    return item;
  }

  function said(table) {
    const list = [];
    if (table.doubled) list.push(words.doubled);
    if (table.trouble) list.push(table.refused > 1 ? `${table.trouble} (${table.refused})` : table.trouble);
    if (table.shown && table.shown.alert) list.push(table.shown.alert.text);
    return list;
  }

  function since(table) {
    if (!table.online) return words.away;
    const minutes = Math.floor((Date.now() / 1000 + ahead - table.heard) / 60);
    if (minutes >= 120) return words.hours.replace("{n}", Math.floor(minutes / 60));
    return minutes < 1 ? "" : words.minutes.replace("{n}", minutes);
  }

  function draw(table) {
    const shown = table.shown, list = said(table), kind = shown && shown.alert ? shown.alert.kind : "";
    const head = made("p", "head"), item = tables.get(table.table).item;
    const silent = made("span", "since", since(table));
    head.append(made("b", "", table.table), made("span", "", shown ? shown.title : ""), silent);
    const rows = made("ul", "rows");
    rows.append(...(shown ? shown.rows : []).map(row));
    item.className = [list.length && (table.doubled || table.trouble || ["call", "verdict", "trouble"].includes(kind)) ? "call" : "",
      table.online ? "" : "away"].filter(Boolean).join(" ");
    item.replaceChildren(head, rows, made("p", "status", shown ? shown.status : words.waiting),
      ...list.map((text) => made("p", "say", text)));
    tables.get(table.table).silent = silent;
  }

  function place(table) {
    if (!tables.has(table.table)) {
      const item = made("li");
      const order = new Intl.Collator(undefined, {numeric: true}).compare;
      const after = [...tables.keys()].filter((name) => order(name, table.table) > 0).sort(order)[0];
      at("tables").insertBefore(item, after ? tables.get(after).item : null);
      tables.set(table.table, {item});
    }
    tables.get(table.table).table = table;
    draw(table);
    const there = [...tables.values()].filter((one) => one.table.online).length;
    at("count").textContent = words.count.replace("{n}", there).replace("{n2}", tables.size);
    at("none").hidden = isArbiter ? document.querySelector("#tables > li.call") !== null : true;
    at("tables").className = tables.size > 80 ? "crowd" : tables.size > 24 ? "many" : "";
  }

  // What the camera saw: the play that a verdict is about, and the one that proves it.
  function pictures(verdict) {
    const row = made("div", "camera");
    row.append(...verdict.pictures.map((of) => {
      const figure = made("figure"), link = made("a"), image = made("img");
      link.href = image.src = `verdicts/${verdict.number}/${of}.jpg`;
      image.alt = words[of];
      image.loading = "lazy";
      link.append(image);
      figure.append(link, made("figcaption", "", words[of]));
      return figure;
    }));
    return row;
  }

  // The newest stands first; one that is withdrawn stays, and says so.
  function tell(verdict) {
    if (!isArbiter || document.getElementById(`verdict${verdict.number}`)) return;
    const item = made("li", verdict.withdrawn ? "withdrawn" : ""), head = made("p", "head");
    const time = new Date(verdict.heard * 1000).toLocaleTimeString(document.documentElement.lang, {hour: "2-digit", minute: "2-digit"});
    item.id = `verdict${verdict.number}`;
    head.append(made("b", "", verdict.table), made("span", "", verdict.rule), made("span", "since", time));
    item.append(head, made("p", "", verdict.withdrawn ? `${words.withdrawn}: ${verdict.text}` : verdict.text));
    if (verdict.pictures.length) item.append(pictures(verdict));
    at("verdicts").prepend(item);
    at("unjudged").hidden = true;
  }

  const stream = new EventSource(isArbiter ? "tables?arbiter" : "tables");
  stream.addEventListener("verdict", (event) => tell(JSON.parse(event.data)));
  stream.addEventListener("now", (event) => { ahead = Number(event.data) - Date.now() / 1000; });
  stream.addEventListener("table", (event) => place(JSON.parse(event.data)));
  stream.addEventListener("trouble", (event) => {
    const why = JSON.parse(event.data);
    at("trouble").hidden = !why;
    at("trouble").textContent = why;
  });
  stream.onopen = () => { at("lost").hidden = true; };
  stream.onerror = () => { at("lost").hidden = false; };
  setInterval(() => tables.forEach((one) => { one.silent.textContent = since(one.table); }), 10000);
})();

"use strict";
// Puts what the referee sends into its places, makes texts fit, and says so when nobody sends.
const SILENT_MS = 6500, RETRY_MS = 1000;
const SVG = "http://www.w3.org/2000/svg";
const SHAPES = { turn: "M15 5 95 50 15 95Z", foul: "M20 5 50 35 80 5 95 20 65 50 95 80 80 95 50 65 20 95 5 80 35 50 5 20Z", off: "" };
const part = (id) => document.getElementById(id);
let source, heard = 0, page;

function line(path) {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("d", path);
  return made;
}

function drawing(path, box, aligned) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("preserveAspectRatio", aligned);
  svg.append(line(path));
  return svg;
}

function element(kind, text) {
  const made = document.createElement("div");
  made.className = kind;
  made.textContent = text;
  return made;
}

function row(seat) {
  const made = element(`row ${seat.lamp}`, ""), lamp = element("lamp", ""), who = element("who", "");
  const strokes = element("strokes", seat.marks ? "" : seat.strokes);
  lamp.append(drawing(SHAPES[seat.lamp], "0 0 100 100", "xMidYMid"));
  who.append(element("name", seat.name), element("word", seat.word));
  if (seat.marks) strokes.append(drawing(seat.marks, `-10 -5 ${seat.wide + 20} 110`, "xMinYMid"));
  strokes.title = seat.strokes;
  made.append(lamp, who, strokes, element("score", seat.score));
  return made;
}

// The largest letters, of so many shares of the box's height, in which all of it fits; a score is never cut.
function fit(box, share, least) {
  let low = least, high = Math.max(least, Math.floor(box.clientHeight * share));
  const range = document.createRange();
  range.selectNodeContents(box);
  const fits = (size) => {
    box.style.fontSize = `${size}px`;
    const room = box.getBoundingClientRect(), used = range.getBoundingClientRect();
    return used.width <= room.width && used.height <= room.height && box.scrollHeight <= box.clientHeight;
  };
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle; else high = middle - 1;
  }
  box.style.fontSize = `${low}px`;
  return low;
}

// Equal things are equally large: the eye compares scores by their figures, not by their size.
function fitAll(kind, share, least) {
  const boxes = [...document.querySelectorAll(kind)];
  const size = Math.min(...boxes.map((box) => fit(box, share, least)));
  for (const box of boxes) box.style.fontSize = `${size}px`;
}

function arrange() {
  const idle = document.body.classList.contains("idle");
  fit(part("title"), idle ? 0.5 : 0.8, 14);
  fit(part("said"), 0.8, 14);
  fit(part("address"), 0.5, 8);
  fit(document.querySelector("#alert p"), 0.45, 12);
  fitAll(".score", 0.85, 8);
  fitAll(".name", 0.8, 14);
  fitAll(".word:not(:empty)", 0.5, 12);
  fitAll(".strokes", 0.5, 10);
}

function show(face) {
  document.body.classList.toggle("idle", !face.rows.length);
  document.body.classList.toggle("bare", !face.code.wide);
  part("title").textContent = face.title;
  part("said").textContent = face.said.join(" · ");
  part("address").textContent = face.address;
  part("rows").replaceChildren(...face.rows.map(row));
  part("rows").style.gridAutoRows = `minmax(0, ${100 / Math.max(3, face.rows.length)}%)`;
  part("rows").classList.toggle("plain", face.rows.every((seat) => !seat.strokes));
  part("alert").hidden = !face.alert;
  document.querySelector("#alert p").textContent = face.alert;
  part("code").setAttribute("viewBox", `0 0 ${face.code.wide} ${face.code.wide}`);
  part("code").replaceChildren(line(`M0 0h${face.code.wide}v${face.code.wide}h-${face.code.wide}z`), line(face.code.path));
  arrange();
}

function listen(silent) {
  if (part("silent").hidden === !silent) return;
  part("silent").hidden = !silent;
  arrange();
}

function connect() {
  if (source) source.close();
  heard = Date.now();
  source = new EventSource("faces");
  source.onmessage = (event) => { heard = Date.now(); show(JSON.parse(event.data)); listen(false); };
  source.addEventListener("here", () => { heard = Date.now(); listen(false); });
  source.onerror = () => listen(true);
  // A page of an older version shows nothing wrong: it is fetched anew.
  source.addEventListener("page", (event) => {
    if (page && page !== event.data) location.reload();
    page = event.data;
  });
}

// A browser gives up a stream for good after some errors, and never notices one that was cut without a word.
setInterval(() => {
  if (Date.now() - heard <= SILENT_MS && source.readyState !== EventSource.CLOSED) return;
  listen(true);
  connect();
}, RETRY_MS);

const light = matchMedia("(prefers-color-scheme: light)");
const theme = new URLSearchParams(location.search).get("theme");
const paint = () => document.documentElement.classList.toggle("light", theme ? theme === "light" : light.matches);
light.addEventListener("change", paint);
addEventListener("resize", arrange);
paint();
show({ title: "Schiri", rows: [], said: [], alert: "", address: "", code: { path: "", wide: 0 } });
connect();

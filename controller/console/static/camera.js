// The phone as camera: the newest picture as JPEG, two under way at most; while they are, newer ones are left out, none waits.
"use strict";
(() => {
  const place = document.getElementById("camera");
  if (!place) return;
  const MOST_UNDER_WAY = 2;
  const QUALITY = 0.85;
  const PATIENCE_MS = 5000; // for the answer to a picture
  const AGAIN_MS = 1000; // after one that was lost or refused
  const EARLY = 0.9; // a picture comes so much before its time at most: screens and cameras do not keep step
  const COUNTED_MS = 3000; // by which pictures a second are told
  const RUNNING = "camera"; // in this tab, so that it goes on by itself after the browser has loaded it again
  const found = (id) => document.getElementById(id);
  const [stage, film, state, figures] = ["stage", "film", "state", "figures"].map(found);
  const said = place.dataset;
  const everyMs = 1000 / Number(said.fps);
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  const page = crypto.randomUUID?.() ?? String(Math.random());
  let stream = null;
  let battery = null;
  let awake = null;
  let number = 0;
  let underWay = 0;
  let isDrawing = false;
  let isStepping = false;
  let drawnAt = -Infinity;
  let restsUntil = 0;
  let taken = []; // when pictures were taken by the table

  const tell = (text, isWell = false) => {
    if (state.textContent !== text) state.textContent = text;
    state.classList.toggle("text-danger", Boolean(text) && !isWell);
  };

  const tellFigures = () => {
    const now = performance.now();
    taken = taken.filter((when) => now - when < COUNTED_MS);
    const told = [said.rate.replace("{n}", Math.round((taken.length * 1000) / COUNTED_MS))];
    if (battery) told.push(said.battery.replace("{n}", Math.round(battery.level * 100)));
    figures.textContent = stream ? told.join(" · ") : "";
  };

  const outline = (points) => {
    const mat = found("mat");
    mat.setAttribute("viewBox", `0 0 ${canvas.width} ${canvas.height}`);
    mat.firstElementChild.setAttribute("d", points ? `M${points}Z` : "");
  };

  // What the table says to a picture: how it sees the mat, or why it takes none.
  const hear = async (answer) => {
    if (answer.ok) taken.push(performance.now());
    else restsUntil = performance.now() + AGAIN_MS;
    const isTold = answer.headers.get("content-type")?.startsWith("application/json");
    const { told, well, mat } = isTold ? await answer.json() : { told: said.forgotten, well: false, mat: "" };
    if (!stream) return;
    tell(told, well);
    outline(mat);
  };

  const send = async (picture) => {
    number += 1;
    const query = new URLSearchParams({ page, number });
    if (battery) query.set("battery", Math.round(battery.level * 100));
    if (battery?.charging) query.set("charging", "1");
    const cut = new AbortController();
    const late = setTimeout(() => cut.abort(), PATIENCE_MS);
    try {
      await hear(await fetch(`/camera/picture?${query}`, {
        method: "POST", body: picture, headers: { "Content-Type": "image/jpeg" }, signal: cut.signal,
      }));
    } catch {
      restsUntil = performance.now() + AGAIN_MS;
      if (stream) tell(said.lost);
    } finally {
      clearTimeout(late);
      underWay -= 1;
    }
  };

  const draw = () => {
    const scale = Math.min(1, Math.max(said.width, said.height) / Math.max(film.videoWidth, film.videoHeight));
    const [width, height] = [Math.round(film.videoWidth * scale), Math.round(film.videoHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    drawing.drawImage(film, 0, 0, width, height);
    underWay += 1;
    isDrawing = true;
    canvas.toBlob((picture) => {
      isDrawing = false;
      if (picture) send(picture);
      else underWay -= 1;
    }, "image/jpeg", QUALITY);
  };

  const step = () => {
    next();
    const now = performance.now();
    const isDue = stream && now - drawnAt >= everyMs * EARLY && now >= restsUntil;
    if (!isDue || isDrawing || underWay >= MOST_UNDER_WAY || !film.videoWidth) return;
    drawnAt = now;
    draw();
  };
  const next = () => {
    if (film.requestVideoFrameCallback) film.requestVideoFrameCallback(step);
    else setTimeout(step, everyMs);
  };

  const stayAwake = async () => {
    try {
      awake = await navigator.wakeLock.request("screen");
      found("sleepy").hidden = true;
    } catch {
      found("sleepy").textContent = said.sleepy;
      found("sleepy").hidden = document.hidden;
    }
  };

  // A phone that looks straight down takes itself to be turned now and then: its pictures would turn with it.
  const holdStill = async () => {
    try {
      await document.documentElement.requestFullscreen();
      await screen.orientation.lock("landscape");
    } catch { /* not every browser can */ }
  };

  const show = () => {
    const isOn = Boolean(stream);
    stage.hidden = found("end").hidden = !isOn;
    found("begin").hidden = found("before").hidden = isOn;
    found("begin").disabled = false;
    if (!isOn) outline("");
    tellFigures();
  };

  const end = () => {
    stream?.getTracks().forEach((track) => { track.onended = null; track.stop(); });
    stream = null;
    awake?.release();
    sessionStorage.removeItem(RUNNING);
    tell("");
    show();
  };

  const begin = async () => {
    found("begin").disabled = true;
    const wanted = { facingMode: { ideal: "environment" }, width: { ideal: Number(said.width) }, height: { ideal: Number(said.height) }, frameRate: { ideal: 30 } };
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    } catch (error) {
      const whys = { NotAllowedError: said.denied, NotReadableError: said.used, AbortError: said.used };
      tell(whys[error.name] ?? said.none);
      show();
      return;
    }
    const [track] = stream.getVideoTracks();
    track.onended = () => { stream = null; begin(); }; // another app took the camera, or the phone slept
    film.srcObject = stream;
    sessionStorage.setItem(RUNNING, "1");
    tell("");
    show();
    stayAwake();
    try {
      await film.play();
    } catch { /* the next one has begun */ }
    if (!isStepping) next();
    isStepping = true;
  };

  navigator.getBattery?.().then((one) => { battery = one; });
  setInterval(tellFigures, AGAIN_MS);
  found("begin").addEventListener("click", () => { holdStill(); begin(); });
  found("end").addEventListener("click", () => { end(); if (document.fullscreenElement) document.exitFullscreen(); });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || !stream) return;
    stayAwake();
    film.play().catch(() => {});
  });
  if (sessionStorage.getItem(RUNNING)) begin();
})();

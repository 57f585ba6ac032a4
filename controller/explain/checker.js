// Checks the certificate of a verdict, as docs/certificate.md defines it. It shares nothing with the referee,
// needs no network, and runs in any browser and in Node.
"use strict";

// The follow rules of all games, copied from docs/certificate.md.
const RULES = `
belote [undertrump=owed]: BEL-F1 : led > led + BEL-F4 trump-led untrumped : above > all -led above + BEL-F2 : trumps > led trumps + BEL-F3 trumped : above > led above
belote [undertrump=free]: BEL-F1 : led > led + BEL-F4 trump-led untrumped : above > all -led above + BEL-F2 plain-led : trumps > led trumps + BEL-F3 trumped : above > led above
belote [partner=free]: BEL-F1 : led > led + BEL-F4 trump-led untrumped : above > all -led above
belote: BEL-F1 : led > led
belote: BEL-F1 : led > led + BEL-F4 untrumped : above > all -led above
bridge: BRI-F1 : led > led
coiffeur [puur_exempt=false only_trumps=under]: COI-F1 no-trump : led > led + COI-F2 trump-led : led > led + COI-F3 plain-led : led > led trumps + COI-F4a trumped : led > led trumps -under + COI-F4b trumped : all -trumps > all -under + COI-F4c trumped : under > all -above ! all -trumps
coiffeur [puur_exempt=false only_trumps=free]: COI-F1 no-trump : led > led + COI-F2 trump-led : led > led + COI-F3 plain-led : led > led trumps + COI-F4a trumped : led > led trumps -under + COI-F4b trumped : all -trumps > all -under
coiffeur [puur_exempt=false only_trumps=over]: COI-F1 no-trump : led > led + COI-F2 trump-led : led > led + COI-F3 plain-led : led > led trumps + COI-F4a trumped : led > led trumps -under + COI-F4b trumped : all -trumps > all -under + COI-F4c trumped : above > all -under
coiffeur [puur_exempt=true only_trumps=under]: COI-F1 no-trump : led > led + COI-F2 trump-led : led -SJ -HJ -DJ -CJ > led + COI-F3 plain-led : led > led trumps + COI-F4a trumped : led > led trumps -under + COI-F4b trumped : all -trumps > all -under + COI-F4c trumped : under > all -above ! all -trumps
coiffeur [puur_exempt=true only_trumps=free]: COI-F1 no-trump : led > led + COI-F2 trump-led : led -SJ -HJ -DJ -CJ > led + COI-F3 plain-led : led > led trumps + COI-F4a trumped : led > led trumps -under + COI-F4b trumped : all -trumps > all -under
coiffeur [puur_exempt=true only_trumps=over]: COI-F1 no-trump : led > led + COI-F2 trump-led : led -SJ -HJ -DJ -CJ > led + COI-F3 plain-led : led > led trumps + COI-F4a trumped : led > led trumps -under + COI-F4b trumped : all -trumps > all -under + COI-F4c trumped : above > all -under
condor: CON-F2 : led > led
differenzler [undertrump=free]: DIF-F3 trump-led : led -SJ -HJ -DJ -CJ > led + DIF-F1 plain-led : led > led trumps + DIF-F1 trumped : led > led trumps -under
differenzler [undertrump=never]: DIF-F3 trump-led : led -SJ -HJ -DJ -CJ > led + DIF-F1 plain-led : led > led trumps + DIF-F1 trumped : led > led trumps -under + DIF-F2 trumped : all -trumps > all -under
doppelkopf: DOK-F1 : led > led
euchre: EUC-F1 : led > led
handjass [follow=jass]: HAN-F no-trump : led > led + HAN-F trump-led : led -SJ -HJ -DJ -CJ > led + HAN-F plain-led : led > led trumps + HAN-F trumped : led > led trumps -under + HAN-F trumped : all -trumps > all -under
handjass [follow=head]: HAN-FP : led > led + HAN-FP : trumps > led trumps + HAN-FP untrumped : above > all -led above
handjass [follow=plain]: HAN-FP : led > led
hearts [first_trick_points=false]: HEA-F1 : led > led + HEA-F2 : all -H -SQ > all -H -SQ led
hearts: HEA-F1 : led > led
middler-joker: MJO-4 : led > led
mittlere [follow=jass]: MIT-F0 no-trump : led > led + MIT-F3 trump-led : led -SJ -HJ -DJ -CJ > led + MIT-F1 plain-led : led > led trumps + MIT-F1 trumped : led > led trumps -under
mittlere [follow=head]: MIT-F0 no-trump : led > led + HAN-FP any-trump : led > led + HAN-FP : trumps > led trumps + HAN-FP untrumped : above > all -led above
mittlere [follow=plain]: MIT-F0 no-trump : led > led + HAN-FP any-trump : led > led
molotow: MIT-F0 no-trump : led > led + MIT-F3 trump-led : led -SJ -HJ -DJ -CJ > led + MIT-F1 plain-led : led > led trumps + MIT-F1 trumped : led > led trumps -under
plus-minus: MIT-F0 no-trump : led > led + MIT-F3 trump-led : led -SJ -HJ -DJ -CJ > led + MIT-F1 plain-led : led > led trumps + MIT-F1 trumped : led > led trumps -under
schieber: SCH-F no-trump : led > led + SCH-F trump-led : led -SJ -HJ -DJ -CJ > led + SCH-F plain-led : led > led trumps + SCH-F trumped : led > led trumps -under + SCH-F trumped : all -trumps > all -under
schnapsen: SCN-F2 : led > led + SCN-F3 untrumped : above > all -led above + SCN-F4 : trumps > led trumps
skat: SKA-F1 : led > led
spades: SPA-F1 : led > led
tarot: TAR-F1 : led > led + TAR-F2 : trumps > led trumps + TAR-F3 trump-led : above > all -led above + TAR-F3 trumped : above > led above
whist: WHI-F1 : led > led
`;

// SHA-256 of bytes, in hexadecimal digits (FIPS 180-4): a page from a file or without TLS may have no other.
const K = [], H0 = [];
for (let n = 2; K.length < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (prime && H0.length < 8) H0.push((Math.sqrt(n) % 1) * 2 ** 32 | 0);
  if (prime) K.push((Math.cbrt(n) % 1) * 2 ** 32 | 0);
}
function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 8 >> 6) + 1) * 64), view = new DataView(padded.buffer), w = [];
  padded.set(bytes);
  padded[bytes.length] = 128;
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8 >>> 0);
  const turn = (x, n) => x >>> n | x << 32 - n;
  let sum = H0.slice();
  for (let at = 0; at < padded.length; at += 64) {
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      w[i] = i < 16 ? view.getInt32(at + 4 * i) : w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10) | 0;
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    sum = [a, b, c, d, e, f, g, h].map((value, i) => value + sum[i] | 0);
  }
  return sum.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
}
const hash = (text) => sha256(new TextEncoder().encode(text));

class Refused extends Error {}
const must = (holds, why) => { if (!holds) throw new Refused(why); };
const face = (card) => String(card).split("@")[0];
const words = (text) => String(text).split(" ").filter(Boolean);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// 1. Form, seal, chain.
function opened(text) {
  const cut = text.indexOf("\n"), body = text.slice(cut + 1);
  must(cut === 64 && hash(body) === text.slice(0, 64), "the seal does not fit: something was changed");
  const told = JSON.parse(body);
  must(told && told.format === 1, "its format is unknown");
  return told;
}
function chained(told) {
  const lines = new Map();
  let last = 0;
  for (const run of told.lines) {
    must(run.first > last && (run.first > 1 ? /^[0-9a-f]{64}( late| unwitnessed)?$/.test(run.before) : run.before === ""), "the runs of lines are in disorder");
    let link = run.before, number = run.first;
    for (const line of run.text) {
      link = hash(link + line + "\n") + ((run.marks || {})[number] || "");
      lines.set(number, JSON.parse(line));
      last = number++;
    }
    must(run.text.length && link === run.after && /^[0-9a-f]{64}( late| unwitnessed)?$/.test(link), "the chain does not fit its lines");
  }
  const match = lines.get(1);
  must(match && match.e === "match" && match.game === told.game && match.seats.length === told.around, "line 1 is not the match's");
  return lines;
}

// 2. Corrections, and the plays that stand.
function standing(lines) {
  const kept = [], changed = new Map(), before = new Map(), back = [];
  for (const [number, event] of lines) {
    if (event.e === "undo") {
      for (let n = 0; n < event.n && back.length; n++) back.pop()();
      continue;
    }
    const undone = changed.get(event.of);
    kept.push(number);
    if (event.e === "amend" && undone) changed.set(event.of, { ...undone, ...event.with });
    else if (event.e === "insert") before.set(event.before, [...(before.get(event.before) || []), number]);
    if (event.e !== "amend") changed.set(number, event.e === "insert" ? event.event : event);
    if (["gap", "seen", "question"].includes(event.e)) continue;
    back.push(() => {
      kept.splice(kept.indexOf(number), 1);
      if (event.e === "amend" && undone) changed.set(event.of, undone);
      if (event.e === "insert") before.set(event.before, before.get(event.before).filter((one) => one !== number));
      if (event.e !== "amend") changed.delete(number);
    });
  }
  const found = [], place = (number) => {
    for (const one of before.get(number) || []) place(one);
    if (changed.has(number)) found.push([number, changed.get(number)]);
  };
  for (const number of kept) if (lines.get(number).e !== "insert" || !lines.has(lines.get(number).before)) place(number);
  return found;
}
function facts(told, lines) {
  const stands = standing(lines), { proved, event } = told.verdict;
  const told_plays = [...told.tricks.flat(), ...told.apart];
  const numbers = told_plays.map(([line]) => line);
  must(new Set(numbers).size === numbers.length, "a line is told twice");
  for (const [line, seat, card] of told_plays) {
    const [, found] = stands.find(([number]) => number === line) || [];
    must(found ? found.e === "play" && found.seat === seat && face(found.card) === face(card) : !lines.has(line), `line ${line} says otherwise`);
  }
  const end = stands.findIndex(([number]) => number === proved), from = stands.map(([, one]) => one.e).lastIndexOf("deal", end);
  const first = from < 0 ? 0 : stands[from][0];
  let whole = end >= 0 && from > 0;
  for (let number = first; number <= proved; number++) whole = whole && lines.has(number);
  must(whole || lines.has(event) && lines.has(proved), "the lines of act and proof are missing");
  const plays = stands.slice(from < 0 ? 0 : from, end + 1).filter(([, one]) => one.e === "play").map(([number]) => number);
  if (whole) must(same(plays.sort((a, b) => a - b), numbers.sort((a, b) => a - b)), "plays are left out, or there are others");
  const shown = told_plays.filter(([line]) => lines.has(line)).length;
  must(told.watch.seen + told.watch.entered === told_plays.length, "who watched is counted wrongly");
  if (whole) {
    const seen = stands.slice(from, end + 1).filter(([, one]) => one.e === "play" && one.src === "camera").length;
    must(seen === told.watch.seen, "who watched is counted wrongly");
    const gaps = stands.slice(from, end + 1).filter(([, one]) => one.e === "gap").map(([number]) => number);
    must(same(gaps, told.watch.gaps), "the gaps are other ones");
  }
  return { stands, shown, count: told_plays.length };
}

// 3. The tricks.
function tricks(told) {
  const deck = words(told.deck), cards = told.tricks.flat().map(([, , card]) => card);
  must(new Set(deck).size === deck.length && new Set(cards).size === cards.length, "a card lies in two tricks");
  must(cards.every((card) => deck.includes(card)), "a card of a trick is none of the deck");
  for (const trick of told.tricks) {
    const seats = trick.map(([, seat]) => seat);
    must(new Set(seats).size === seats.length && seats.every((seat) => told.seats.includes(seat)), "a trick has two cards of a seat");
  }
}

// 4. The rule, the cards owed, and the argument.
function parsed(text) {
  return text.split(" + ").map((one) => {
    const [, rule, when, owed, met, excuse] = one.match(/^(\S+) ?(.*?) ?: (.*?) > (.*?)(?: ! (.*))?$/);
    return [rule, when, owed, met, excuse || ""];
  });
}
function known_rule(told, match) {
  for (const [name, value] of Object.entries(match.options || {}))
    must(!(name in told.options) || same(told.options[name], value), "the options are not the match's");
  const rules = RULES.trim().split("\n").map((line) => line.match(/^([a-z-]+)(?: \[(.*?)\])?: (.*)$/)).filter((one) => one[1] === told.game);
  const pairs = (text) => words(text || "").map((one) => one.split("="));
  const usual = Object.fromEntries(rules.flatMap((one) => pairs(one[2])).reverse());
  const fits = (options) => pairs(options).every(([name, value]) => String(told.options[name] ?? usual[name]) === value);
  return rules.some(([, , options, demands]) => fits(options) && same(parsed(demands), told.rule.demands));
}
function owed_by(told, before, card, match) {
  const { suits, trump, demands } = told.rule, by_suit = {}, suit_of = {};
  must(known_rule(told, match), "it is no rule of this game");
  for (const [suit, text] of Object.entries(suits)) {
    by_suit[suit] = words(text);
    must(by_suit[suit].every((one) => !(one in suit_of) && words(told.deck).includes(one)), "a card belongs to two suits");
    for (const one of by_suit[suit]) suit_of[one] = suit;
  }
  must(trump === null || trump in by_suit, "the trump is no suit");
  const lying = before.filter((one) => one in suit_of), all = words(told.deck).filter((one) => one in suit_of);
  must(lying.length && card in suit_of, "nothing is owed to this trick");
  const led = suit_of[lying[0]], strongest = (suit) => by_suit[suit].find((one) => lying.includes(one));
  const top = trump !== null && strongest(trump) || strongest(led);
  const trumped = trump !== null && led !== trump && suit_of[top] === trump;
  const row = by_suit[suit_of[top]], above = row.slice(0, row.indexOf(top));
  const holds = { "no-trump": trump === null, "any-trump": trump !== null, "trump-led": led === trump, trumped, untrumped: !trumped,
    "plain-led": trump !== null && led !== trump && !trumped };
  const sets = { all, led: by_suit[led], trumps: trump === null || trump === led ? [] : by_suit[trump], above,
    under: trumped ? row.slice(row.indexOf(top) + 1) : [] };
  const named = (text) => words(text).reduce((found, word) => {
    const name = word.replace(/^-/, ""), cards = sets[name] || by_suit[name] || all.filter((one) => face(one) === name);
    return word === name ? [...found, ...cards.filter((one) => !found.includes(one))] : found.filter((one) => !cards.includes(one));
  }, []);
  const owed = new Map();
  let excuse = [];
  for (const [rule, when, owes, met, excuses] of demands) {
    if (!words(when).every((one) => holds[one]) || named(met).includes(card)) continue;
    for (const one of named(owes)) if (!owed.has(one)) owed.set(one, rule);
    if (named(owes).length) excuse = named(excuses);
  }
  return { owed, excuse };
}
function places(told) {
  const gone = words(told.gone), played = told.tricks.flat();
  const unseen = words(told.deck).filter((card) => !gone.includes(card) && !played.some((one) => one[2] === card));
  must(told.places.reduce((sum, [, room]) => sum + room, 0) === unseen.length, "the rooms do not hold the unseen cards");
  for (const [, room, seat] of told.places)
    if (seat !== null) must(room === told.size - told.undrawn - played.filter((one) => one[1] === seat).length, "a hand is counted wrongly");
  return unseen;
}
function crowded(told, unseen, barred, way, hand) {
  const [put] = [way.with], rooms = told.places.map(([, room], number) => room - (put && number === hand ? 1 : 0));
  const there = unseen.filter((card) => card !== put && way.in.some((place) => {
    const only = told.known.find((one) => one[0] === card && (one[2] !== null || told.game === "condor"));
    return (!only || only[1].includes(place)) && !(barred[place] || []).includes(card);
  }));
  must(new Set(way.in).size === way.in.length && way.in.every((place) => place in rooms), "there is no such place");
  return way.in.reduce((sum, place) => sum + rooms[place], 0) > there.length;
}
function argued(told, lines) {
  const { verdict } = told, unseen = told.courses.some((one) => one.ways) ? places(told) : [];
  for (const [card, , line] of told.known || []) must(line === null || !lines.has(line) || JSON.stringify(lines.get(line)).includes(face(card)), "a known card is named by no line");
  if (told.together || verdict.kind === "missed-rule") {
    const barred = told.places.map(([, , seat]) => (told.together || []).filter((one) => one[1] === seat).flatMap((one) => words(one[2])));
    must(told.courses.every((one) => one.ways.every((way) => crowded(told, unseen, barred, way, -1))), "the cards can be dealt");
    return;
  }
  const trick = told.tricks.find((one) => one.some(([line]) => line === verdict.event)) || [];
  const at = trick.findIndex(([line]) => line === verdict.event), act = trick[at], hand = verdict.laid_by;
  must(act && act[1] === hand && face(act[2]) === face(verdict.card), "the act is in no trick");
  must(verdict.seat === hand || told.game === "bridge", "somebody else is accused");
  const order = told.tricks.flat(), later = [...order.slice(order.indexOf(act)), ...told.apart.filter(([line]) => line > verdict.event)].filter(([, seat]) => seat === hand);
  must(told.courses.length > 0, "there is no argument");
  for (const course of told.courses) {
    const data = told.rule.demands && owed_by(told, trick.slice(0, at).map((one) => one[2]), act[2], lines.get(1));
    const owed = data ? [...data.owed.keys()] : words(course.owed), excuse = data ? data.excuse : words(course.excuse || "");
    const rules = data ? [...new Set(data.owed.values())] : [verdict.rule];
    must(owed.length > 0, "nothing was owed: the play was lawful");
    must(rules.some((rule) => rule === told.rule.id || rule.startsWith(told.rule.id) && rules.length > 1) && told.rule.id === verdict.rule, "another rule was broken");
    must(!later.some((one) => excuse.includes(one[2])), "the hand held a card that excuses it");
    const place = told.places.findIndex((one) => one[2] === hand), ways = course.ways || [];
    for (const [card, line] of course.shown || [])
      must(owed.includes(card) && later.some((one) => one[0] === line && one[2] === card), `${card} was not owed, or not shown later`);
    if (data && course.shown) must(course.shown.every(([card]) => [data.owed.get(card), told.rule.id].every((rule, _, [one]) => rule === one || one.startsWith(rule))), "the card shows another rule broken");
    must((course.shown || []).length || ways.some((way) => !way.with), "there is no argument");
    must(ways.every((way) => place >= 0 && crowded(told, unseen, way.with ? {} : { [place]: owed }, way, place)), "the cards can be dealt: the hand can have been a lawful one");
    const could = unseen.filter((card) => excuse.includes(card) && !(told.known.find((one) => one[0] === card) || [0, [place]])[1].every((one) => one !== place));
    must(could.every((card) => ways.some((way) => way.with === card)), "a card may excuse it");
  }
}

// 5. Verdicts that need no counting.
function seen_at_once(told) {
  const { kind, event, laid_by: hand, card } = told.verdict, apart = told.apart.find(([line]) => line === event), flat = told.tricks.flat();
  const trick = told.tricks.find((one) => one.some(([line]) => line === event)) || told.tricks[told.tricks.length - 1] || [];
  if (hand !== null && ["second-card", "foreign-card", "duplicate-card"].includes(kind)) must(apart && apart[1] === hand && face(apart[2]) === face(card), "the card is in a trick, or another one");
  if (kind === "second-card") must(told.tricks.some((one) => one.some(([line, seat]) => seat === hand && line < event)), "the hand had no card in the trick");
  if (kind === "foreign-card") must(!words(told.deck).some((one) => face(one) === face(card)), "the card is one of the deck");
  if (kind === "duplicate-card" && told.game !== "condor") must(flat.some(([, , one]) => face(one) === face(card)), "the card had not been played");
  if (kind === "short-trick") must(told.verdict.seats.every((seat) => told.seats.includes(seat) && !trick.some((one) => one[1] === seat)), "the seat had a card in the trick");
  if (kind === "out-of-turn") {
    const act = [...trick, ...told.apart].find(([line]) => line === event), before = trick.filter(([line]) => line !== event && (!act || trick.indexOf(act) < 0 || trick.findIndex((one) => one[0] === line) < trick.indexOf(act)));
    must(act && act[1] === hand && face(act[2]) === face(card) && told.turn !== hand, "it was this seat's turn");
    const around = before.length ? [...told.seats].sort((a, b) => (a - before[0][1] + told.around) % told.around - (b - before[0][1] + told.around) % told.around) : [];
    if (around.length) must(around.find((seat) => !before.some((one) => one[1] === seat)) === told.turn, "it was another seat's turn");
  }
  for (const [one, line] of told.proof || []) must(line === null || flat.concat(told.apart).every((play) => play[0] !== line || face(play[2]) === face(one)), "the proof is another card");
}

// Returns what the certificate claims and how much of it was checked; throws Refused with the reason.
function check(text) {
  try {
    const told = opened(text), lines = chained(told), found = facts(told, lines);
    tricks(told);
    if (told.courses) argued(told, lines);
    else seen_at_once(told);
    return { told, lines, ...found, head: told.lines[told.lines.length - 1].after, rule: Boolean(told.rule.demands), argument: Boolean(told.courses) };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(`it is incomplete (${error.message})`);
  }
}
if (typeof module !== "undefined") module.exports = { check, sha256, Refused };

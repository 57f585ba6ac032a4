/* Runs what lies on a Pico in the real MicroPython, in its build for WebAssembly: `node pico.mjs MICROPYTHON FOLDER`.
 * pico_hardware.py, which knows what else a Pico has, is obeyed by lines on standard input and answers on standard
 * output; MicroPython's own standard input and output are the Pico's line. */
import { readdirSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [micropython, folder] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(join(micropython, "micropython.mjs")));

let incoming = [];
let outgoing = [];
let typed = Buffer.alloc(0);

/* One line that was typed; null when nobody is there any more. */
function line() {
    const chunk = Buffer.alloc(65536);
    let end;
    while ((end = typed.indexOf(10)) < 0) {
        const count = readSync(0, chunk);
        if (!count) return null;
        typed = Buffer.concat([typed, chunk.subarray(0, count)]);
    }
    const found = typed.toString("ascii", 0, end);
    typed = typed.subarray(end + 1);
    return found;
}

function say(text) {
    const bytes = Buffer.from(text + "\n");
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

/* What the Pico has sent since the last time. */
function sent() {
    const hex = Buffer.from(outgoing).toString("hex");
    outgoing = [];
    return hex;
}

const host = {
    line,
    say,
    sent,
    arrive: (hex) => incoming.push(...Buffer.from(hex, "hex")),
    waiting: () => incoming.length,
    frame_is_out: () => outgoing.length > 1 && !outgoing.at(-1) && outgoing.at(-2) > 0,
    forget: () => (incoming = outgoing = []),
};

/* Copies a folder, as it would lie on the Pico. */
function copy(files, from, to) {
    for (const name of readdirSync(from)) {
        const source = join(from, name);
        const target = `${to}/${name}`;
        if (statSync(source).isDirectory()) {
            files.mkdir(target);
            copy(files, source, target);
        } else files.writeFile(target, readFileSync(source));
    }
}

const pico = await loadMicroPython({
    linebuffer: false,
    stdin: () => (incoming.length ? incoming.shift() : null),
    stdout: (bytes) => outgoing.push(...bytes),
});
pico.registerJsModule("host", host);
copy(pico.FS, folder, "");
pico.runPython(readFileSync(join(import.meta.dirname, "pico_hardware.py"), "utf8"));

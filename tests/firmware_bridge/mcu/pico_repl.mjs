/* The real MicroPython's prompt on standard input and output, as a Pico's on its USB port: `node pico_repl.mjs MICROPYTHON`.
 * Three things that a Pico has and the build for WebAssembly has not are put right: the numbers of errors, that an
 * empty path is the root, and that Ctrl-D starts anew. Raw paste is refused, as a device may. */
import { readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { loadMicroPython } = await import(pathToFileURL(join(process.argv[2], "micropython.mjs")));
const chunk = Buffer.alloc(4096);
let have = 0;
let at = 0;

function next() {
    if (at === have) {
        have = readSync(0, chunk);
        at = 0;
        if (!have) process.exit();
    }
    return chunk[at++];
}

function send(text) {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}

const pico = await loadMicroPython({ linebuffer: false, stdout: send });
pico.runPython(`
import builtins, os

def as_on_a_pico(call):
    def called(*args):
        try:
            return call(*(arg or "/" for arg in args))
        except OSError as error:
            raise OSError(2 if error.errno == 44 else error.errno)
    return called

os.stat = as_on_a_pico(os.stat)
builtins.open = as_on_a_pico(open)
`);
pico.replInit();
for (;;) {
    const byte = next();
    if (byte === 5) {
        next();
        next();
        send("R\x00");
    } else if (pico.replProcessChar(byte)) {
        send("MPY: soft reboot\r\n");
        pico.replInit();
    }
}

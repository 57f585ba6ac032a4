/* bench FIRMWARE.elf [PATH], or bench BOOTLOADER.hex PATH for a board with nothing else on it
 *
 * Without PATH time stands still but for `run`. With it the board runs in real time and its serial line is a
 * pseudo-terminal at PATH. A command a line on standard input, each answered by one line:
 *
 *   rx HEX            bytes come to the board
 *   run MICROSECONDS  let time pass, at most until the board has sent a whole frame: time now, and what was sent
 *   pin D2 0          set an input pin
 *   hold D2 1000      close a key's contact for so many milliseconds of the board's time
 *   edges B1          how often a pin has moved
 *   oled              1 if lit, and its memory, page by page
 *   i2c               bytes on the bus so far, addresses included
 *   trace             SPI bytes and pins that moved, since the last time
 *   pulses            length of high and of the low before, cycles, on the strip's pin, since the last time
 *   ram               all of it, zeros where nothing was ever written
 *   flash             what is written below the boot loader
 *   reset             the board's reset button
 */
#include "bench.h"

#include <fcntl.h>
#include <poll.h>
#include <sim_elf.h>
#include <sim_hex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CLOCK_HZ 16000000
#define LOOK_CYCLES 32000 /* between two looks for commands in real time */

avr_t *avr;
FILE *answers;
static bool time_is_up, reset_wanted, in_real_time;

static avr_cycle_count_t look(avr_t *a, avr_cycle_count_t when, void *param);

static void do_not_sleep(avr_t *a, avr_cycle_count_t cycles) {
    (void)a;
    (void)cycles;
}

static avr_cycle_count_t up(avr_t *a, avr_cycle_count_t when, void *param) {
    (void)a;
    (void)when;
    (void)param;
    time_is_up = true;
    return 0;
}

/* After a reset, which has taken away every timer. */
static void go_on(void) {
    line_forget();
    parts_release();
    if (in_real_time) {
        pty_go_on();
        avr_cycle_timer_register(avr, LOOK_CYCLES, look, NULL);
    }
}

static void reset(void) {
    avr_reset(avr);
    avr_regbit_set(avr, avr->reset_flags.extrf); /* which a boot loader asks for */
    go_on();
}

/* A boot loader lets the watchdog reset the board to start what it has written. */
static bool has_reset_itself(void) {
    static unsigned steps;
    return in_real_time && !(++steps % 1024) && !avr_cycle_timer_status(avr, look, NULL);
}

static void step(void) {
    if (has_reset_itself())
        go_on();
    if (reset_wanted) {
        reset_wanted = false;
        reset();
    }
    int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) {
        fprintf(stderr, "bench: the firmware has crashed\n");
        exit(3);
    }
}

static void run(unsigned long microseconds) {
    time_is_up = false;
    avr_cycle_timer_register(avr, microseconds * (CLOCK_HZ / 1000000), up, NULL);
    while (!time_is_up && !line_frame_is_out())
        step();
    avr_cycle_timer_cancel(avr, up, NULL);
    fprintf(answers, "%.1f ", avr->cycle / (CLOCK_HZ / 1e6));
    for (size_t i = 0; i < line_sent_count; i++)
        fprintf(answers, "%02x", line_sent[i]);
    fprintf(answers, "\n");
    line_sent_count = 0;
}

static void receive(const char *hex) {
    uint8_t bytes[4096];
    unsigned byte;
    size_t count = 0;
    for (; count < sizeof bytes && sscanf(hex, "%2x", &byte) == 1; hex += 2)
        bytes[count++] = byte;
    line_arrive(bytes, count);
    fprintf(answers, "ok\n");
}

static void obey(const char *line) {
    char port;
    int bit, level;
    if (!strncmp(line, "run ", 4))
        run(strtoul(line + 4, NULL, 10));
    else if (!strncmp(line, "rx ", 3))
        receive(line + 3);
    else if (sscanf(line, "pin %c%d %d", &port, &bit, &level) == 3) {
        parts_set_pin(port, bit, level);
        fprintf(answers, "ok\n");
    } else if (sscanf(line, "hold %c%d %d", &port, &bit, &level) == 3) {
        parts_hold(port, bit, level);
        fprintf(answers, "ok\n");
    } else if (sscanf(line, "edges %c%d", &port, &bit) == 2)
        fprintf(answers, "%u\n", parts_edges(port, bit));
    else if (!strncmp(line, "oled", 4))
        parts_print_glass();
    else if (!strncmp(line, "i2c", 3))
        fprintf(answers, "%u\n", parts_i2c_bytes());
    else if (!strncmp(line, "ram", 3)) {
        for (unsigned at = 0x100; at <= avr->ramend; at++)
            fprintf(answers, "%02x", avr->data[at]);
        fprintf(answers, "\n");
    } else if (!strncmp(line, "flash", 5)) {
        for (unsigned at = 0; at < avr->reset_pc; at++)
            fprintf(answers, "%02x", avr->flash[at]);
        fprintf(answers, "\n");
    } else if (!strncmp(line, "trace", 5))
        parts_print_trace();
    else if (!strncmp(line, "pulses", 6))
        parts_print_pulses();
    else if (!strncmp(line, "reset", 5)) {
        if (in_real_time)
            reset_wanted = true; /* not from inside one of its timers */
        else
            reset();
        fprintf(answers, "ok\n");
    } else
        fprintf(answers, "unknown\n");
    fflush(answers);
}

/* In real time: obeys a command that has come; ends when nobody is there to give any. */
static avr_cycle_count_t look(avr_t *a, avr_cycle_count_t when, void *param) {
    static char line[256];
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    (void)a;
    (void)param;
    if (poll(&input, 1, 0) > 0) {
        if (!fgets(line, sizeof line, stdin))
            exit(0);
        obey(line);
    }
    return when + LOOK_CYCLES;
}

/* The board's own boot loader, to which every reset goes. */
static bool load_boot_loader(const char *path) {
    ihex_chunk_t *chunks;
    int count = read_ihex_chunks(path, &chunks);
    for (int i = 0; i < count; i++)
        memcpy(avr->flash + chunks[i].baseaddr, chunks[i].data, chunks[i].size);
    if (count < 1)
        return false;
    avr->reset_pc = avr->pc = chunks[0].baseaddr;
    avr->codeend = avr->flashend;
    return true;
}

static bool load_firmware(const char *path) {
    static elf_firmware_t firmware;
    if (elf_read_firmware(path, &firmware))
        return false;
    avr_load_firmware(avr, &firmware);
    return true;
}

static bool load(const char *path) {
    const char *end = strrchr(path, '.');
    return end && !strcmp(end, ".hex") ? load_boot_loader(path) : load_firmware(path);
}

int main(int count, char **arguments) {
    static char line[16384];
    answers = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = CLOCK_HZ;
    if (count < 2 || !load(arguments[1])) {
        fprintf(stderr, "usage: bench FIRMWARE.elf|BOOTLOADER.hex [PATH]\n");
        return 2;
    }
    setvbuf(stdin, NULL, count > 2 ? _IONBF : _IOFBF, BUFSIZ); /* poll sees no buffer */
    avr->sleep = do_not_sleep;
    line_start();
    parts_start();
    in_real_time = count > 2;
    if (in_real_time) {
        pty_start(arguments[2]);
        avr_cycle_timer_register(avr, LOOK_CYCLES, look, NULL);
        for (;;)
            step();
    }
    while (fgets(line, sizeof line, stdin))
        obey(line);
    return 0;
}

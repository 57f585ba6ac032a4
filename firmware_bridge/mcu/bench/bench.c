/* bench FIRMWARE.elf [PATH]
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
 *   reset             the board's reset button
 */
#include "bench.h"

#include <fcntl.h>
#include <poll.h>
#include <sim_elf.h>
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

static void reset(void) {
    avr_reset(avr);
    line_forget();
    parts_release();
    if (in_real_time) {
        pty_go_on();
        avr_cycle_timer_register(avr, LOOK_CYCLES, look, NULL);
    }
}

static void step(void) {
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

int main(int count, char **arguments) {
    static char line[16384];
    static elf_firmware_t firmware;
    answers = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    if (count < 2 || elf_read_firmware(arguments[1], &firmware)) {
        fprintf(stderr, "usage: bench FIRMWARE.elf [PATH]\n");
        return 2;
    }
    setvbuf(stdin, NULL, count > 2 ? _IONBF : _IOFBF, BUFSIZ); /* poll sees no buffer */
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = CLOCK_HZ;
    avr_load_firmware(avr, &firmware);
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

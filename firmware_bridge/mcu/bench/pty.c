#define _GNU_SOURCE
#include "bench.h"

#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define TURN_CYCLES 16000 /* a millisecond */
#define MOST_WAITING 4096

static int master;
static double begun_s;

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

/* Carries bytes both ways, and waits where the board would run ahead of real time. */
static avr_cycle_count_t turn(avr_t *a, avr_cycle_count_t when, void *param) {
    uint8_t bytes[256];
    (void)param;
    if (line_sent_count && write(master, line_sent, line_sent_count) < 0)
        perror("bench: the terminal is full"); /* nobody reads: lost, as on a wire */
    line_sent_count = 0;
    if (line_waiting() < MOST_WAITING) {
        ssize_t count = read(master, bytes, sizeof bytes);
        if (count > 0)
            line_arrive(bytes, count);
    }
    double ahead_s = a->cycle / 16e6 - (now_s() - begun_s);
    if (ahead_s > 0)
        usleep(ahead_s * 1e6);
    else if (ahead_s < -2)
        begun_s -= ahead_s; /* this machine was busy; do not hurry after it */
    return when + TURN_CYCLES;
}

void pty_start(const char *path) {
    int slave; /* stays open, so that the line lives on while nobody listens */
    struct termios raw;
    if (openpty(&master, &slave, NULL, NULL, NULL)) {
        perror("bench: openpty");
        exit(2);
    }
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    fcntl(master, F_SETFL, O_NONBLOCK);
    unlink(path);
    if (symlink(ttyname(slave), path)) {
        perror(path);
        exit(2);
    }
    pty_go_on();
}

void pty_go_on(void) {
    begun_s = now_s() - avr->cycle / 16e6;
    avr_cycle_timer_register(avr, TURN_CYCLES, turn, NULL);
}

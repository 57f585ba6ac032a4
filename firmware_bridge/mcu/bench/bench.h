/* A board in simavr: ATmega328P at 16 MHz, an SSD1306 on I2C, keys, and a look at every pin and byte. */
#ifndef BENCH_H
#define BENCH_H

#include <sim_avr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

extern avr_t *avr;

/* Where answers go: simavr itself writes to standard output. */
extern FILE *answers;

/* The serial line: bytes to the board wait in a queue and arrive one in every byte's time at 115200 Bd. */
void line_start(void);
/* After a reset, which takes away what waits and every timer. */
void line_forget(void);
void line_arrive(const uint8_t *bytes, size_t count);
size_t line_waiting(void);

/* Bytes that the board has sent since they were last taken; whether a frame of them is whole. */
extern uint8_t line_sent[4096];
extern size_t line_sent_count;
bool line_frame_is_out(void);

/* The same line on a pseudo-terminal, at PATH, in real time. */
void pty_start(const char *path);
/* After a reset. */
void pty_go_on(void);

/* Everything that is soldered to the board. */
void parts_start(void);
void parts_release(void); /* keys open, e-paper idle; after a reset, too */
void parts_print_glass(void);
void parts_print_trace(void);
void parts_print_pulses(void);
void parts_set_pin(char port, int bit, int level);
/* Closes a key's contact for so long in the board's own time, after those that are still being held. */
void parts_hold(char port, int bit, unsigned milliseconds);
unsigned parts_edges(char port, int bit);
unsigned parts_i2c_bytes(void);

#endif

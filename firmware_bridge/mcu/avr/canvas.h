/* A small window on the glass: 64 columns of 8 dots. Everything is drawn for each window anew, so that no picture of
 * dots is kept: an e-paper's would take 4736 bytes, and there are 2048. Knows no hardware. */
#ifndef CANVAS_H
#define CANVAS_H

#include <stdint.h>

#define CANVAS_COLUMNS 64

/* The window's dots: a byte a column, bit 0 at the top. */
extern uint8_t canvas[CANVAS_COLUMNS];

/* Moves the window: its left column, its page of eight lines; it is blank then. */
void canvas_move(int16_t left, uint8_t page);

/* One letter's column at x, y; bit 0 at the top; each dot scale x scale. */
void canvas_column(int16_t x, int16_t y, uint8_t bits, uint8_t scale);

/* Turns black and white round in a rectangle. */
void canvas_invert(int16_t x, int16_t y, int16_t wide, int16_t high);

/* Whether anything between these lines can be seen in the window. */
uint8_t canvas_sees(int16_t y, int16_t high);

#endif

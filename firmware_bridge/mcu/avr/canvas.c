#include "canvas.h"

#include <string.h>

uint8_t canvas[CANVAS_COLUMNS];
static int16_t left, top;

void canvas_move(int16_t column, uint8_t page) {
    left = column;
    top = 8 * page;
    memset(canvas, 0, sizeof canvas);
}

uint8_t canvas_sees(int16_t y, int16_t high) { return y < top + 8 && y + high > top; }

/* The bits of the window's lines that lie between y and y + high. */
static uint8_t mask(int16_t y, int16_t high) {
    int16_t from = y - top, to = from + high;
    if (from < 0)
        from = 0;
    if (to > 8)
        to = 8;
    return from < to ? (uint8_t)(0xFF << from) & (uint8_t)(0xFF >> (8 - to)) : 0;
}

void canvas_column(int16_t x, int16_t y, uint8_t bits, uint8_t scale) {
    uint8_t dots = 0;
    x -= left;
    if (x + scale <= 0 || x >= CANVAS_COLUMNS)
        return;
    for (; bits; bits >>= 1, y += scale)
        if (bits & 1)
            dots |= mask(y, scale);
    for (uint8_t i = 0; i < scale; i++, x++)
        if (x >= 0 && x < CANVAS_COLUMNS)
            canvas[x] |= dots;
}

void canvas_invert(int16_t x, int16_t y, int16_t wide, int16_t high) {
    uint8_t lines = mask(y, high);
    x -= left;
    for (uint8_t i = 0; i < CANVAS_COLUMNS; i++)
        if (i >= x && i < x + wide)
            canvas[i] ^= lines;
}

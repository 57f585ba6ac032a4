#include "matrix.h"

#include "canvas.h"
#include "fitted.h"
#include "max7219.h"
#include "picture.h"
#include "spi.h"
#include "text.h"
#include "utf8.h"

#define WIDE (8 * MATRIX_MODULES)
#define STEP_MS 40 /* a column of a text that runs: 25 a second can be read */

#if WIDE > CANVAS_COLUMNS
#error "at most eight modules"
#endif

static uint32_t next_ms;
static int16_t left; /* where the text begins */

static int16_t write(int16_t x, const char *text) {
    text_draw(x, 0, 1, text, 255, false);
    return x + LETTER_WIDE * utf8_count(text);
}

/* Writes the line; where it ends. */
static int16_t write_line(int16_t x, bool silent) {
    if (silent)
        x = write(x, "no referee ");
    else if (shown.alert[0])
        return write(x, shown.alert);
    if (!shown.count)
        return write(x, shown.title);
    for (uint8_t i = 0; i < shown.count; i++) {
        const struct row *row = shown.rows + i;
        x = write(x, row->lamp == LAMP_TURN ? "▶" : row->lamp == LAMP_FOUL ? "×" : "");
        x = write(write(write(x, row->name), " "), row->score);
        x = write(x, i + 1 < shown.count ? "  " : "");
    }
    return x;
}

/* One row of a module; the left light is the highest bit. */
static uint8_t lights(uint8_t module, uint8_t line) {
    uint8_t bits = 0;
    for (uint8_t i = 0; i < 8; i++)
        bits = bits << 1 | (canvas[8 * module + i] >> line & 1);
    return bits;
}

static uint8_t from_far(uint8_t module, uint8_t line) { return lights(MATRIX_MODULES - 1 - module, line); }

void matrix_start(void) { spi_start(); }

void matrix_refresh(void) {
    left = 0;
    next_ms = 0;
}

bool matrix_work(uint32_t now, bool silent) {
    if (next_ms && (int32_t)(now - next_ms) < 0)
        return false;
    next_ms = (now + STEP_MS) | 1; /* never 0, which means at once */
    canvas_move(0, 0);
    int16_t end = write_line(left, silent);
    max7219_send(MATRIX_MODULES, from_far);
    if (end - left > WIDE || left)
        left = end <= 0 ? WIDE : left - 1;
    return true;
}

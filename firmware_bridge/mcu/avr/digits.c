#include "digits.h"

#include <avr/pgmspace.h>
#include <string.h>

#include "fitted.h"
#include "max7219.h"
#include "picture.h"
#include "spi.h"
#include "utf8.h"

#define AGAIN_MS 250
#define PER_SEAT 4
#define POINT 0x80
#define BAR 0x01

/* Segments: bit 6 is A at the top, clockwise, bit 1 is F, bit 0 G in the middle. */
static const uint8_t figures[10] PROGMEM = {0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B};
static const uint8_t no_referee[8] PROGMEM = {0x15, 0x1D, 0, 0x05, 0x4F, 0x47, 0, 0}; /* no rEF */

static uint32_t next_ms;
static uint8_t turn; /* of AGAIN_MS */
static bool quiet;

/* A score as segments, flush right; false if it has more digits than there are, or a character that has none. */
static bool spell(const char *text, uint8_t segments[PER_SEAT]) {
    uint8_t count = 0;
    memset(segments, 0, PER_SEAT);
    while (*text) {
        uint16_t code = utf8_next(&text);
        bool half = code == 0xBD;
        if (code == '+')
            continue; /* what has no bar is not negative */
        if (code == '.' || code == ',' || half) {
            if (!count || segments[PER_SEAT - 1] & POINT)
                return false;
            segments[PER_SEAT - 1] |= POINT;
            if (!half)
                continue;
            code = '5';
        }
        bool minus = code == '-' || code == 0x2212;
        if (count++ == PER_SEAT || !(minus || (code >= '0' && code <= '9')))
            return false;
        memmove(segments, segments + 1, PER_SEAT - 1);
        segments[PER_SEAT - 1] = minus ? BAR : pgm_read_byte(figures + code - '0');
    }
    return true;
}

static uint8_t segments_of(uint8_t module, uint8_t line) {
    uint8_t seat = 2 * module + line / PER_SEAT, place = line % PER_SEAT, segments[PER_SEAT];
    if (quiet && turn % 16 < 4)
        return module ? 0 : pgm_read_byte(no_referee + line);
    const struct row *row = shown.rows + seat;
    if (seat >= shown.count || (row->lamp == LAMP_FOUL && turn & 1))
        return 0;
    if (!spell(row->score, segments))
        memset(segments, BAR, PER_SEAT);
    return segments[place] | (place == PER_SEAT - 1 && row->lamp == LAMP_TURN ? POINT : 0);
}

/* Digit 0 of the chip is the right one of a module. */
static uint8_t from_right(uint8_t module, uint8_t line) {
    return segments_of(DIGITS_MODULES - 1 - module, 7 - line);
}

void digits_start(void) { spi_start(); }

void digits_refresh(void) { next_ms = 0; }

bool digits_work(uint32_t now, bool silent) {
    if (next_ms && (int32_t)(now - next_ms) < 0)
        return false;
    next_ms = (now + AGAIN_MS) | 1; /* never 0, which means at once */
    quiet = silent;
    turn++;
    max7219_send(DIGITS_MODULES, from_right);
    return true;
}

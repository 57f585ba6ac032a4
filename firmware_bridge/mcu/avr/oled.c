#include "oled.h"

#include <avr/pgmspace.h>

#include "canvas.h"
#include "fitted.h"
#include "layout.h"
#include "twi.h"

#define ADDRESS 0x3C
#define COMMANDS 0x00
#define DATA 0x40
#define PAGES (GLASS_HEIGHT / 8)
#define WINDOWS (PAGES * GLASS_WIDTH / CANVAS_COLUMNS)
#define AGAIN_MS 1000 /* between two looks for a glass that is not there */

#ifdef WITH_SH1106
#define FIRST_COLUMN 2 /* of 132, of which 128 are seen */
#else
#define FIRST_COLUMN 0
#endif

/* Page addressing is what both chips have in common. From the data sheets of SSD1306 (Solomon Systech) and SH1106
 * (Sino Wealth); each knows its own pump and takes the other's for nothing. */
static const uint8_t start[] PROGMEM = {
    0xAE,                /* off */
    0x20, 0x02,          /* SSD1306: page addressing */
    0xA8, GLASS_HEIGHT - 1,
    0xD3, 0x00,          /* no offset */
    0xA1, 0xC8,          /* upright with the pins above */
    0xDA, 0x12,          /* wiring of a glass of 64 lines */
    0xD5, 0x80,
    0xD9, 0xF1,
    0xDB, 0x40,
    0x81, OLED_CONTRAST,
#ifdef WITH_SH1106
    0xAD, 0x8B,          /* SH1106: pump on */
#else
    0x8D, 0x14,          /* SSD1306: pump on */
#endif
    0xA4, 0xA6,          /* what is in memory, not inverted */
};

static uint8_t at, left;
static bool started;
static uint32_t next_try_ms;

static bool begin(uint8_t what) { return twi_begin(ADDRESS) && twi_write(what); }

static bool prepare(void) {
    bool fine = begin(COMMANDS);
    for (uint8_t i = 0; fine && i < sizeof start; i++)
        fine = twi_write(pgm_read_byte(start + i));
    twi_end();
    return fine;
}

/* On only when memory holds a picture: at power-up it holds noise. */
static bool light(void) {
    bool fine = begin(COMMANDS) && twi_write(0xAF);
    twi_end();
    return fine;
}

static bool send(uint8_t column, uint8_t page) {
    column += FIRST_COLUMN;
    bool fine = begin(COMMANDS) && twi_write(0xB0 | page) && twi_write(column & 0x0F) && twi_write(0x10 | column >> 4);
    twi_end();
    fine = fine && begin(DATA);
    for (uint8_t i = 0; fine && i < CANVAS_COLUMNS; i++)
        fine = twi_write(canvas[i]);
    twi_end();
    return fine;
}

static bool window(void) {
    uint8_t column = at * CANVAS_COLUMNS % GLASS_WIDTH, page = at / (GLASS_WIDTH / CANVAS_COLUMNS);
    canvas_move(column, page);
    layout_draw();
    at = (at + 1) % WINDOWS;
    left--;
    return send(column, page) && (left || light());
}

/* Goes on where it is, not from the top: a quick succession of pictures would never reach the bottom. */
void oled_refresh(void) { left = WINDOWS; }

bool oled_work(uint32_t now) {
    if (!started) {
        if ((int32_t)(now - next_try_ms) < 0)
            return false;
        next_try_ms = now + AGAIN_MS;
        started = prepare();
        left = WINDOWS;
        return started;
    }
    if (!left)
        return false;
    started = window();
    return true;
}

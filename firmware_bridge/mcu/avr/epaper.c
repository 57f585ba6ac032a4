#include "epaper.h"

#include <avr/io.h>
#include <avr/pgmspace.h>

#include "canvas.h"
#include "fitted.h"
#include "layout.h"
#include "spi.h"

#define PAGES (GLASS_HEIGHT / 8)
#define LAST_LINE (GLASS_WIDTH - 1)
#define NEW 0x24 /* the chip's two memories */
#define OLD 0x26
#define WHOLE 0xF7   /* a refresh: clock, power, temperature, mode 1, and all off again */
#define PARTIAL 0xFF /* the same in mode 2, which moves only what differs between the memories */
#define RESET_MS 20
#define WHOLE_MS 10000 /* what takes longer than this hangs, and nothing else shall wait for it */
#define PARTIAL_MS 1900
#define PARTIAL_IN_A_ROW 20 /* then ghosts are wiped off */
#define SLEEP_MS (1000UL * EPAPER_SLEEP_S)

#define CS _BV(PC3)
#define DC _BV(PB0)
#define RST _BV(PD6)
#define BUSY _BV(PD7)

enum state { RESETTING, WAKING, RESTING, WRITING, REFRESHING, SLEEPING };

/* Data sheet SSD1680, command table. For each command: how much data, itself, the data. */
static const uint8_t settings[] PROGMEM = {
    3, 0x01, LAST_LINE & 0xFF, LAST_LINE >> 8, 0,       /* gates */
    1, 0x11, 0x07,                                      /* addresses grow, along the gates first */
    2, 0x44, 0, PAGES - 1,                              /* from and to, across: bytes */
    4, 0x45, 0, 0, LAST_LINE & 0xFF, LAST_LINE >> 8,    /* along: dots */
    1, 0x3C, 0x05,                                      /* a white border */
    1, 0x18, 0x80,                                      /* the chip's own thermometer */
    2, 0x21, 0x00, 0x80,                                /* sources 8 to 167 */
};

static enum state state;
static bool wanted;
static uint8_t memory, page, partial = PARTIAL_IN_A_ROW;
static uint16_t column;
static uint32_t since;

static void send(uint8_t byte, uint8_t kind) {
    PORTB = (PORTB & ~DC) | kind;
    PORTC &= ~CS;
    spi_write(byte);
    PORTC |= CS;
}

static void command(uint8_t byte) { send(byte, 0); }

static void data(uint8_t byte) { send(byte, DC); }

static void set_up(void) {
    for (uint8_t i = 0; i < sizeof settings;) {
        uint8_t count = pgm_read_byte(settings + i++);
        command(pgm_read_byte(settings + i++));
        while (count--)
            data(pgm_read_byte(settings + i++));
    }
}

static bool is_whole(void) { return partial >= PARTIAL_IN_A_ROW; }

static uint16_t patience(void) { return is_whole() ? WHOLE_MS : PARTIAL_MS; }

static void begin_memory(uint8_t which) {
    memory = which;
    page = 0;
    column = 0;
    state = WRITING;
}

/* Draws one window into the memory; false after the last. The glass lies on its side: its top is the last source. */
static bool window(void) {
    canvas_move(column, page);
    layout_draw();
    command(0x4E);
    data(PAGES - 1 - page);
    command(0x4F);
    data(column & 0xFF);
    data(column >> 8);
    command(memory);
    for (uint8_t i = 0; i < CANVAS_COLUMNS && column < GLASS_WIDTH; i++, column++)
        data(~canvas[i]); /* 1 is white */
    if (column >= GLASS_WIDTH) {
        column = 0;
        page++;
    }
    return page < PAGES;
}

static void sleep(void) {
    command(0x10);
    data(0x01);
    state = SLEEPING;
}

/* Only a reset does; the chip may have forgotten what stands there, so a whole refresh follows. */
static void wake(uint32_t now) {
    PORTD &= ~RST;
    partial = PARTIAL_IN_A_ROW;
    state = RESETTING;
    since = now;
}

static void refresh(void) {
    command(0x22);
    data(is_whole() ? WHOLE : PARTIAL);
    command(0x20);
    state = REFRESHING;
}

/* A memory is written. A whole refresh is begun with the same in both. After a partial one, OLD follows. */
static void written(void) {
    if (memory == NEW && is_whole())
        begin_memory(OLD);
    else if (memory == NEW || is_whole())
        refresh();
    else {
        partial++;
        state = RESTING;
    }
}

static void refreshed(void) {
    if (is_whole()) {
        partial = 0;
        state = RESTING;
    } else
        begin_memory(OLD);
}

void epaper_start(void) {
    spi_start();
    PORTC |= CS;
    DDRC |= CS;
    DDRB |= DC;
    DDRD |= RST; /* low: the chip is held in reset */
}

void epaper_refresh(void) {
    if (state == WRITING && (memory == NEW || is_whole()))
        begin_memory(NEW); /* nothing of it is to be seen yet */
    else
        wanted = true;
}

bool epaper_holds(void) { return !is_whole() && (state == REFRESHING || (state == WRITING && memory == OLD)); }

bool epaper_work(uint32_t now) {
    bool busy = PIND & BUSY;
    switch (state) {
    case RESETTING:
        if (now - since < RESET_MS)
            return false;
        PORTD |= RST;
        state = WAKING;
        since = now;
        return true;
    case WAKING:
        if (now - since < RESET_MS || busy)
            return false;
        set_up();
        state = RESTING;
        return true;
    case RESTING:
        if (wanted)
            begin_memory(NEW);
        else if (now - since >= SLEEP_MS)
            sleep();
        wanted = false;
        return state == WRITING;
    case SLEEPING:
        if (wanted)
            wake(now);
        return false;
    case WRITING:
        if (!window())
            written();
        since = now;
        return true;
    case REFRESHING:
        if (now - since < (busy ? patience() : RESET_MS))
            return false;
        refreshed();
        return true;
    }
    return false;
}

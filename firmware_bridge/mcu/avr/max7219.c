#include "max7219.h"

#include <avr/io.h>
#include <avr/pgmspace.h>

#include "fitted.h"
#include "spi.h"

#define LINES 8

struct setting {
    uint8_t address, value;
};

/* Data sheet MAX7219/MAX7221, tables 2 to 10. */
static const struct setting settings[] PROGMEM = {
    {0x0F, 0},                  /* no display test */
    {0x0B, LINES - 1},          /* scan all */
    {0x09, 0},                  /* no decoding */
    {0x0A, MAX7219_BRIGHTNESS},
    {0x0C, 1},                  /* not shut down */
};

static void write(uint8_t address, uint8_t value) {
    spi_write(address);
    spi_write(value);
}

static void begin(void) { PORTB &= ~_BV(PB2); }

static void load(void) { PORTB |= _BV(PB2); }

void max7219_send(uint8_t modules, max7219_source source) {
    for (uint8_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        begin();
        for (uint8_t module = 0; module < modules; module++)
            write(pgm_read_byte(&settings[i].address), pgm_read_byte(&settings[i].value));
        load();
    }
    for (uint8_t line = 0; line < LINES; line++) {
        begin();
        for (uint8_t module = 0; module < modules; module++)
            write(line + 1, source(module, line));
        load();
    }
}

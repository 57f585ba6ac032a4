#include "lamp.h"

#include <avr/io.h>

#include "mood.h"

#define SLOT_MS 128 /* sixteen of them make a pattern of two seconds */

static uint16_t pattern(bool silent) {
    if (silent)
        return 0x0001;
    switch (mood_shown()) {
    case MOOD_FOUL:
        return 0x5555;
    case MOOD_ALERT:
        return 0x0005;
    case MOOD_CALM:
        break;
    }
    return 0;
}

void lamp_start(void) { DDRC |= _BV(PC0); }

void lamp_work(uint32_t now, bool silent) {
    if (pattern(silent) >> (now / SLOT_MS % 16) & 1)
        PORTC |= _BV(PC0);
    else
        PORTC &= ~_BV(PC0);
}

#include "buzzer.h"

#include <avr/io.h>
#include <avr/pgmspace.h>

#include "mood.h"

#define TOP(hertz) (F_CPU / 8 / 2 / (hertz) - 1)

struct tone {
    uint16_t top; /* of timer 1; 0 is a pause */
    uint16_t ms;  /* 0 ends the tune */
};

static const struct tone foul[] PROGMEM = {{TOP(330), 600}, {0, 0}};
static const struct tone alert[] PROGMEM = {{TOP(1320), 90}, {0, 60}, {TOP(1320), 90}, {0, 0}};

static const struct tone *tune; /* the next tone; null in silence */
static uint32_t until_ms;
static enum mood before;

static void sound(uint16_t top) {
    TCCR1A = 0; /* lets go of the pin */
    TCCR1B = 0;
    if (!top)
        return;
    TCNT1 = 0;
    OCR1A = top;
    TCCR1A = _BV(COM1A0); /* toggles it */
    TCCR1B = _BV(WGM12) | _BV(CS11); /* count to OCR1A by F_CPU / 8 */
}

static void next(uint32_t now) {
    uint16_t ms = pgm_read_word(&tune->ms);
    sound(pgm_read_word(&tune->top));
    tune = ms ? tune + 1 : 0;
    until_ms = now + ms;
}

void buzzer_start(void) { DDRB |= _BV(PB1); }

void buzzer_refresh(uint32_t now) {
    enum mood mood = mood_shown();
    if (mood > before) { /* it has become worse */
        tune = mood == MOOD_FOUL ? foul : alert;
        next(now);
    }
    before = mood;
}

void buzzer_work(uint32_t now) {
    if (tune && (int32_t)(now - until_ms) >= 0)
        next(now);
}

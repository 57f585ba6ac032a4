#include "strip.h"

#include <avr/io.h>
#include <util/atomic.h>

#include "fitted.h"
#include "mood.h"
#include "picture.h"

#define AGAIN_MS 250
#define PIN PD4
#define HIGHEST STRIP_BRIGHTEST
#define HALF (STRIP_BRIGHTEST / 2)

struct colour {
    uint8_t green, red, blue; /* as they go out */
};

static uint32_t next_ms;
static bool odd;

/* One byte, highest bit first: high for 6 of 20 cycles is a 0, for 13 a 1 (data sheet WS2812B: 0.4 and 0.8 us). */
static void send(uint8_t byte) {
    uint8_t count = 8, high = PORTD | _BV(PIN), low = PORTD & ~_BV(PIN);
    __asm__ volatile("1: out %[port], %[high] \n\t"
                     "   rjmp .+0             \n\t"
                     "   rjmp .+0             \n\t"
                     "   sbrs %[byte], 7      \n\t"
                     "   out %[port], %[low]  \n\t"
                     "   lsl %[byte]          \n\t"
                     "   rjmp .+0             \n\t"
                     "   rjmp .+0             \n\t"
                     "   nop                  \n\t"
                     "   out %[port], %[low]  \n\t"
                     "   rjmp .+0             \n\t"
                     "   nop                  \n\t"
                     "   dec %[count]         \n\t"
                     "   brne 1b              \n\t"
                     : [byte] "+r"(byte), [count] "+r"(count)
                     : [port] "I"(_SFR_IO_ADDR(PORTD)), [high] "r"(high), [low] "r"(low));
}

static struct colour colour_of(uint8_t light, bool silent) {
    bool end = light == 0 || light == STRIP_LEDS - 1;
    if (silent)
        return (struct colour){.blue = light ? 0 : HIGHEST};
    if (mood_shown() == MOOD_ALERT && end)
        return (struct colour){.red = odd == !light ? HIGHEST : 0, .green = odd == !light ? HALF : 0};
    uint8_t lamp = shown.count ? shown.rows[light * shown.count / STRIP_LEDS].lamp : LAMP_OFF;
    if (lamp == LAMP_TURN)
        return (struct colour){HALF, HALF, HALF};
    if (lamp == LAMP_FOUL && (light & 1) == odd)
        return (struct colour){.red = HIGHEST};
    return (struct colour){0, 0, 0};
}

void strip_start(void) { DDRD |= _BV(PIN); }

void strip_refresh(void) { next_ms = 0; }

bool strip_work(uint32_t now, bool silent) {
    if (next_ms && (int32_t)(now - next_ms) < 0)
        return false;
    next_ms = (now + AGAIN_MS) | 1; /* never 0, which means at once */
    odd = !odd;
    for (uint8_t light = 0; light < STRIP_LEDS; light++) {
        struct colour colour = colour_of(light, silent);
        /* One light takes 30 us; between two the serial line is heard, which has a byte every 87. */
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
            send(colour.green);
            send(colour.red);
            send(colour.blue);
        }
    }
    return true;
}

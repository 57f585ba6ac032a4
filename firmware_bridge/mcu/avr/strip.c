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

#if STRIP_LEDS > 255
#error "at most 255 lights"
#endif

enum colour { DARK, TURN, FOUL, WARNING, SILENCE };

struct light {
    uint8_t green, red, blue; /* as they go out */
};

static const struct light lights[] = {
    [DARK] = {0, 0, 0},
    [TURN] = {HALF, HALF, HALF},
    [FOUL] = {.red = HIGHEST},
    [WARNING] = {.red = HIGHEST, .green = HALF},
    [SILENCE] = {.blue = HIGHEST},
};

static uint8_t colours[STRIP_LEDS]; /* worked out before the first goes out: the strip takes a pause for the end */
static uint32_t next_ms;
static bool odd;

/* One light, highest bit first: high for 6 of 20 cycles is a 0, for 13 a 1 (data sheet WS2812B: 0.4 and 0.8 us). */
static void send(struct light light) {
    uint8_t count = 24, high = PORTD | _BV(PIN), low = PORTD & ~_BV(PIN);
    __asm__ volatile("1: out %[port], %[high] \n\t"
                     "   rjmp .+0             \n\t"
                     "   rjmp .+0             \n\t"
                     "   sbrs %[green], 7     \n\t"
                     "   out %[port], %[low]  \n\t"
                     "   lsl %[blue]          \n\t"
                     "   rol %[red]           \n\t"
                     "   rol %[green]         \n\t"
                     "   rjmp .+0             \n\t"
                     "   nop                  \n\t"
                     "   out %[port], %[low]  \n\t"
                     "   rjmp .+0             \n\t"
                     "   nop                  \n\t"
                     "   dec %[count]         \n\t"
                     "   brne 1b              \n\t"
                     : [green] "+r"(light.green), [red] "+r"(light.red), [blue] "+r"(light.blue), [count] "+r"(count)
                     : [port] "I"(_SFR_IO_ADDR(PORTD)), [high] "r"(high), [low] "r"(low));
}

static uint8_t colour_of(uint8_t light, bool silent) {
    if (silent)
        return light ? DARK : SILENCE;
    if (mood_shown() == MOOD_ALERT && (light == 0 || light == STRIP_LEDS - 1))
        return odd == !light ? WARNING : DARK;
    uint8_t lamp = shown.count ? shown.rows[(uint16_t)light * shown.count / STRIP_LEDS].lamp : LAMP_OFF;
    if (lamp == LAMP_TURN)
        return TURN;
    return lamp == LAMP_FOUL && (light & 1) == odd ? FOUL : DARK;
}

/* A light takes 30 us, the serial line brings a byte every 87: so the interrupts have their turn between two lights,
 * but one each time, since a pause of some 9 us is the end for the quickest strips. */
static void let_one_interrupt_in(void) { __asm__ volatile("sei \n\t nop \n\t cli" ::: "memory"); }

void strip_start(void) { DDRD |= _BV(PIN); }

void strip_refresh(void) { next_ms = 0; }

bool strip_work(uint32_t now, bool silent) {
    if (next_ms && (int32_t)(now - next_ms) < 0)
        return false;
    next_ms = (now + AGAIN_MS) | 1; /* never 0, which means at once */
    odd = !odd;
    for (uint8_t light = 0; light < STRIP_LEDS; light++)
        colours[light] = colour_of(light, silent);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        for (uint8_t light = 0; light < STRIP_LEDS; light++) {
            send(lights[colours[light]]);
            let_one_interrupt_in();
        }
    }
    return true;
}

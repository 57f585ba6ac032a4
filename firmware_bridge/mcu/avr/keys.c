#include "keys.h"

#include <avr/io.h>
#include <stdbool.h>

#include "session.h"

#define KEYS 2
#define FIRST_PIN PD2
#define STEADY_MS 15 /* contacts bounce for up to 10 */
#define LONG_MS 800

struct key {
    bool down, held, candidate;
    uint32_t since;
};

static struct key keys[KEYS];

/* One key's level at this moment; what it means once it has been steady. */
static void sample(struct key *key, char letter, bool level, uint32_t now) {
    if (level != key->candidate) {
        key->candidate = level;
        key->since = now;
    }
    if (level != key->down && now - key->since >= STEADY_MS) {
        key->down = level;
        key->held = false;
        session_press(letter, level ? PRESS_DOWN : PRESS_UP);
    }
    if (key->down && level && !key->held && now - key->since >= LONG_MS) {
        key->held = true;
        session_press(letter, PRESS_LONG);
    }
}

void keys_start(void) { PORTD |= _BV(FIRST_PIN) | _BV(FIRST_PIN + 1); /* pull-ups */ }

void keys_work(uint32_t now) {
    uint8_t levels = ~PIND >> FIRST_PIN; /* pressed is low */
    for (uint8_t i = 0; i < KEYS; i++)
        sample(keys + i, 'A' + i, levels >> i & 1, now);
}

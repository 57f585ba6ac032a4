#include "wellformed.h"

#include <avr/pgmspace.h>

#include "protocol.h"
#include "utf8.h"

#define FIELDS 2
#define GREETING_BYTES 3 /* version and session: what every version has in common */

struct layout {
    uint8_t letter, numbers, texts, place, least, most;
};

#define LAYOUT(letter, ...) {letter, __VA_ARGS__},
static const struct layout layouts[] PROGMEM = {LAYOUTS(LAYOUT)};

static bool has_texts(const uint8_t *tail, uint8_t length, uint8_t texts) {
    uint8_t found = 1;
    if (!texts)
        return !length;
    for (uint8_t i = 0; i < length; i++)
        found += !tail[i];
    return found == texts && utf8_is_valid(tail, length);
}

static bool fits(const struct layout *layout, const uint8_t *payload, uint8_t length) {
    const uint8_t *fields = payload + FIELDS;
    bool greeting = layout->letter == HELLO || layout->letter == WELCOME;
    length -= FIELDS;
    if (greeting && length && fields[0] != PROTOCOL_VERSION)
        return length >= GREETING_BYTES;
    if (length < layout->numbers)
        return false;
    if (layout->numbers && (fields[layout->place] < layout->least || fields[layout->place] > layout->most))
        return false;
    return has_texts(fields + layout->numbers, length - layout->numbers, layout->texts);
}

bool is_well_formed(const uint8_t *payload, uint8_t length) {
    struct layout layout;
    if (length < FIELDS)
        return false;
    for (uint8_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        memcpy_P(&layout, layouts + i, sizeof layout);
        if (layout.letter == payload[0])
            return fits(&layout, payload, length);
    }
    return false;
}

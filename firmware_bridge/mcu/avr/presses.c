#include "presses.h"

#include <stdbool.h>

#include "frames.h"

struct waiting {
    char key;
    uint8_t press;
};

static struct waiting waiting[MOST_KEYS];
static uint8_t first, count, number;
static bool sent;
static uint32_t sent_ms;

void presses_add(char key, enum press press) {
    if (count == MOST_KEYS)
        return;
    waiting[(first + count++) % MOST_KEYS] = (struct waiting){key, press};
}

void presses_forget(void) {
    count = 0;
}

void presses_taken(uint8_t sequence) {
    if (!count || sequence != number)
        return;
    first = (first + 1) % MOST_KEYS;
    count--;
    number++;
    sent = false;
}

void presses_work(uint32_t now) {
    if (!count || (sent && now - sent_ms < KEY_RETRY_MS))
        return;
    uint8_t payload[] = {KEY, number, waiting[first].key, waiting[first].press};
    frame_send(payload, sizeof payload);
    sent = true;
    sent_ms = now;
}

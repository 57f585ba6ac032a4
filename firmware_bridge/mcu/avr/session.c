#include "session.h"

#include <avr/pgmspace.h>
#include <string.h>

#include "fitted.h"
#include "frames.h"
#include "picture.h"
#include "presses.h"
#include "wellformed.h"

#define WHO_BYTES (sizeof PROTOCOL_WHO - 1)
#define FIELDS 2 /* where they begin in a payload, behind type and sequence */
#define TAKEN 0  /* the answer Ack; any other is the reason of a Nak */

static const char who[] PROGMEM = PROTOCOL_WHO;
static const char kind[] PROGMEM = GLASS_KIND;

static bool greeted, heard, held;
static uint16_t session;
static uint8_t last, last_answer, pictures;
static uint32_t heard_ms;

static void answer(uint8_t sequence, uint8_t reason) {
    uint8_t payload[] = {reason ? NAK : ACK, sequence, reason};
    frame_send(payload, reason ? 3 : 2);
}

static void welcome(const uint8_t *hello) {
    uint8_t payload[FIELDS + 7 + WHO_BYTES + 1 + sizeof kind - 1] = {
        WELCOME, hello[1], PROTOCOL_VERSION, hello[3], hello[4],
        GLASS_WIDTH >> 8, GLASS_WIDTH & 0xFF, GLASS_HEIGHT >> 8, GLASS_HEIGHT & 0xFF,
    };
    memcpy_P(payload + FIELDS + 7, who, WHO_BYTES);
    memcpy_P(payload + FIELDS + 7 + WHO_BYTES + 1, kind, sizeof kind - 1);
    frame_send(payload, sizeof payload);
}

/* Answers a greeting always; begins a session if it is a new one of this very protocol. */
static void greet(const uint8_t *payload, uint8_t length) {
    uint16_t number = payload[3] << 8 | payload[4];
    bool ours = payload[2] == PROTOCOL_VERSION && length == FIELDS + 3 + WHO_BYTES &&
                !memcmp_P(payload + FIELDS + 3, who, WHO_BYTES);
    if (ours && !(greeted && number == session)) {
        greeted = true;
        session = number;
        last = payload[1];
        picture_begin();
        presses_forget();
    }
    welcome(payload);
}

static uint32_t number32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint16_t)bytes[2] << 8 | bytes[3];
}

/* Does what a message asks for, once; TAKEN or the reason why not. */
static uint8_t obey(const uint8_t *payload, uint8_t length) {
    const uint8_t *fields = payload + FIELDS;
    uint32_t check;
    switch (payload[0]) {
    case SET_ROW:
        return picture_set_row(fields, length - FIELDS) ? TAKEN : REASON_BAD_MESSAGE;
    case SET_TEXT:
        return picture_set_text(fields, length - FIELDS) ? TAKEN : REASON_BAD_MESSAGE;
    case SHOW:
        if (!picture_show(fields[0], number32(fields + 1)))
            return REASON_OTHER_PICTURE;
        pictures++;
        return TAKEN;
    case PING:
        check = number32(fields);
        return check == 0 || picture_is(check) ? TAKEN : REASON_OTHER_PICTURE;
    }
    return REASON_BAD_MESSAGE;
}

static void understand(const uint8_t *payload, uint8_t length) {
    uint8_t sequence = length > 1 ? payload[1] : 0;
    if (!is_well_formed(payload, length))
        answer(sequence, REASON_BAD_MESSAGE);
    else if (payload[0] == HELLO)
        greet(payload, length);
    else if (payload[0] == ACK)
        presses_taken(sequence);
    else if (!greeted)
        answer(sequence, REASON_NOT_GREETED);
    else if (sequence == last)
        answer(sequence, last_answer);
    else if (sequence != (uint8_t)(last + 1))
        answer(sequence, REASON_OUT_OF_ORDER);
    else if (!(held && payload[0] == SHOW)) {
        last = sequence;
        last_answer = obey(payload, length);
        answer(sequence, last_answer);
    }
}

void session_start(void) { picture_start(); }

void session_byte(uint8_t byte, uint32_t now) {
    switch (frame_take(byte)) {
    case FRAME_UNDONE:
        return;
    case FRAME_BROKEN:
        answer(0, REASON_BAD_FRAME);
        return;
    case FRAME_WHOLE:
        heard = true;
        heard_ms = now;
        understand(frame_payload(), frame_length());
    }
}

void session_press(char key, enum press press) {
    if (greeted)
        presses_add(key, press);
}

void session_hold(bool hold) { held = hold; }

void session_work(uint32_t now) { presses_work(now); }

bool session_is_silent(uint32_t now) { return !heard || now - heard_ms > NO_REFEREE_MS; }

uint8_t session_picture(void) { return pictures; }

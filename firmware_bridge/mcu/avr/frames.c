#include "frames.h"

#include <string.h>
#include <util/crc16.h>

#include "serial.h"

#define CRC_BYTES 2

static uint8_t frame[FRAME_BYTES];
static uint8_t begun, length;

/* Undoes COBS in its own place; the bytes that remain, 0 if the stuffing ends early. */
static uint8_t unstuff(uint8_t *bytes, uint8_t count) {
    uint8_t from = 0, to = 0;
    while (from < count) {
        uint8_t run = bytes[from++] - 1;
        if (run > count - from)
            return 0;
        memmove(bytes + to, bytes + from, run);
        to += run;
        from += run;
        if (from < count) /* in a frame of 64 bytes no run is of the 254 after which no zero stands */
            bytes[to++] = 0;
    }
    return to;
}

static uint16_t checksum(const uint8_t *bytes, uint8_t count) {
    uint16_t crc = 0;
    while (count--)
        crc = _crc_xmodem_update(crc, *bytes++);
    return crc;
}

static enum frame finish(void) {
    uint8_t count = begun;
    begun = 0;
    if (!count)
        return FRAME_UNDONE; /* a zero after a zero */
    if (count >= FRAME_BYTES)
        return FRAME_BROKEN;
    count = unstuff(frame, count);
    if (count <= CRC_BYTES || !frame[CRC_BYTES])
        return FRAME_BROKEN;
    length = count - CRC_BYTES;
    uint16_t crc = checksum(frame + CRC_BYTES, length);
    return crc == (uint16_t)(frame[0] << 8 | frame[1]) ? FRAME_WHOLE : FRAME_BROKEN;
}

enum frame frame_take(uint8_t byte) {
    if (!byte)
        return finish();
    if (begun < FRAME_BYTES) /* one more than fits marks the frame as too long, however much follows */
        frame[begun++] = byte;
    return FRAME_UNDONE;
}

const uint8_t *frame_payload(void) { return frame + CRC_BYTES; }

uint8_t frame_length(void) { return length; }

void frame_send(const uint8_t *payload, uint8_t count) {
    uint16_t crc = checksum(payload, count);
    uint8_t head[CRC_BYTES] = {crc >> 8, crc};
    if (serial_room() < count + FRAME_OVERHEAD)
        return;
    serial_put(0); /* ends the noise that has gathered at the other side */
    uint8_t total = count + CRC_BYTES, at = 0;
    while (at <= total) {
        uint8_t run = 0;
        while (at + run < total && (at + run < CRC_BYTES ? head[at + run] : payload[at + run - CRC_BYTES]))
            run++;
        serial_put(run + 1);
        for (; run; run--, at++)
            serial_put(at < CRC_BYTES ? head[at] : payload[at - CRC_BYTES]);
        at++; /* over the zero, or beyond the end */
    }
    serial_put(0);
}

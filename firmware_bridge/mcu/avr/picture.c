#include "picture.h"

#include <avr/pgmspace.h>
#include <string.h>

#include "utf8.h"

struct picture shown;
static struct picture next;
static uint32_t shown_check;

/* CRC-32 of zlib and PNG, four bits at a time: table[i] is the rest of i * x^28 by 0xEDB88320. */
static const uint32_t nibbles[16] PROGMEM = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

static uint32_t crc_byte(uint32_t crc, uint8_t byte) {
    crc ^= byte;
    crc = crc >> 4 ^ pgm_read_dword(nibbles + (crc & 15));
    return crc >> 4 ^ pgm_read_dword(nibbles + (crc & 15));
}

static uint32_t crc_text(uint32_t crc, const char *text) {
    do
        crc = crc_byte(crc, *text);
    while (*text++);
    return crc;
}

static uint32_t check_of(const struct picture *picture, uint8_t rows) {
    uint32_t crc = crc_text(crc_text(crc_text(0xFFFFFFFF, picture->title), picture->status), picture->alert);
    for (uint8_t i = 0; i < rows; i++) {
        const struct row *row = picture->rows + i;
        crc = crc_byte(crc, row->lamp);
        crc = crc_text(crc_text(crc_text(crc, row->name), row->score), row->strokes);
    }
    return ~crc;
}

void picture_start(void) {
    strcpy_P(shown.status, PSTR("no referee"));
    shown_check = check_of(&shown, 0);
}

void picture_begin(void) { memset(&next, 0, sizeof next); }

bool picture_set_row(const uint8_t *fields, uint8_t length) {
    static const uint8_t limits[] = {NAME_BYTES, SCORE_BYTES, STROKES_BYTES};
    const uint8_t *from[3], *end = fields + length, *at = fields + 2;
    uint8_t lengths[3];
    if (fields[0] >= MOST_ROWS)
        return false;
    for (uint8_t i = 0; i < 3; i++) {
        from[i] = at;
        while (at < end && *at)
            at++;
        lengths[i] = at++ - from[i];
        if (lengths[i] > limits[i])
            return false;
    }
    struct row *row = next.rows + fields[0];
    memset(row, 0, sizeof *row);
    row->lamp = fields[1];
    memcpy(row->name, from[0], lengths[0]);
    memcpy(row->score, from[1], lengths[1]);
    memcpy(row->strokes, from[2], lengths[2]);
    return true;
}

bool picture_set_text(const uint8_t *fields, uint8_t length) {
    uint8_t offset = fields[1], part = length - 2, limit = TITLE_BYTES;
    char *text = next.title;
    if (fields[0] == SLOT_STATUS)
        text = next.status, limit = STATUS_BYTES;
    if (fields[0] == SLOT_ALERT)
        text = next.alert, limit = ALERT_BYTES;
    /* No gap, nothing too long, no character cut in two. */
    if (offset > strlen(text) || part > limit - offset || utf8_continues(text[offset]))
        return false;
    memcpy(text + offset, fields + 2, part);
    text[offset + part] = 0;
    return true;
}

bool picture_show(uint8_t rows, uint32_t check) {
    if (rows > MOST_ROWS || check_of(&next, rows) != check)
        return false;
    shown = next;
    shown.count = rows;
    shown_check = check;
    return true;
}

bool picture_is(uint32_t check) { return check == shown_check; }

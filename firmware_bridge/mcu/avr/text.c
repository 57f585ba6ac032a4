#include "text.h"

#include <avr/pgmspace.h>
#include <string.h>

#include "canvas.h"
#include "letters.h"
#include "utf8.h"

#define ELLIPSIS 0x2026
#define FIRST_LETTER 0x21
#define LAST_LETTER 0x7E

static uint8_t place_of(uint16_t code) {
    if (code >= FIRST_LETTER && code <= LAST_LETTER)
        return code - FIRST_LETTER;
    if (code >= FIRST_LATIN && code <= LAST_LATIN)
        return pgm_read_byte(latin_letters + code - FIRST_LATIN);
    for (uint8_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (pgm_read_word(&specials[i].code) == code)
            return pgm_read_byte(&specials[i].letter);
    return LETTERS - 1;
}

void text_letter(uint16_t code, uint8_t columns[5]) {
    if (code == ' ')
        memset(columns, 0, 5);
    else
        memcpy_P(columns, letter_columns + 5 * place_of(code), 5);
}

/* Digits and what can stand in, before or behind a number. */
static bool is_of_number(uint16_t code) {
    return (code >= '0' && code <= '9') || code == 0xB1 || code == 0xBD || code == 0x2212 || code == 0x2019 ||
           (code < 0x80 && code > ' ' && strchr_P(PSTR("+-.,:'/%"), code));
}

uint8_t text_kept(const char *text, uint8_t room, bool words, bool *cut) {
    *cut = utf8_count(text) > room;
    if (!*cut)
        return room;
    uint8_t kept = 0, end = 0;
    uint16_t before = ' ';
    for (uint8_t count = 0; count < room; count++) {
        uint16_t code = utf8_next(&text);
        bool apart = words ? code == ' ' || before == ' ' : !(is_of_number(before) && is_of_number(code));
        if (apart)
            kept = end;
        if (code != ' ')
            end = count + 1;
        before = code;
    }
    return kept;
}

uint8_t text_line(const char *text, uint8_t room, bool *broken) {
    uint8_t line = 0, count = 0;
    bool cut;
    const char *at = text;
    while (count <= room) {
        if (!*at)
            return count;
        if (*at == ' ')
            line = count;
        utf8_next(&at);
        count++;
    }
    if (line)
        return line;
    *broken = true;
    line = text_kept(text, room, false, &cut);
    return line ? line : room;
}

const char *text_skip(const char *text, uint8_t count) {
    for (; count && *text; count--)
        utf8_next(&text);
    return text;
}

const char *text_skip_spaces(const char *text) {
    while (*text == ' ')
        text++;
    return text;
}

static int16_t draw(int16_t x, int16_t y, uint8_t scale, uint16_t code) {
    uint8_t columns[5];
    text_letter(code, columns);
    for (uint8_t i = 0; i < sizeof columns; i++)
        canvas_column(x + i * scale, y, columns[i], scale);
    return x + LETTER_WIDE * scale;
}

void text_draw(int16_t x, int16_t y, uint8_t scale, const char *text, uint8_t count, bool cut) {
    if (!canvas_sees(y, LETTER_HIGH * scale))
        return;
    for (; count && *text; count--)
        x = draw(x, y, scale, utf8_next(&text));
    if (cut)
        draw(x, y, scale, ELLIPSIS);
}

#include "layout.h"

#include <string.h>

#include "canvas.h"
#include "fitted.h"
#include "picture.h"
#include "text.h"
#include "utf8.h"

#define UNIT GLASS_UNIT
#define LINE (LINE_HIGH * UNIT)
#define CELL (LETTER_WIDE * UNIT)
#define COLUMNS (GLASS_WIDTH / CELL)
#define BIGGEST (6 * UNIT) /* scale of a score */
#define NOTES 2   /* most lines of the status */
#define FEW_ROWS 2

static const char *status;
static bool silent;
static uint8_t alert_scale; /* 0: no alert */
static uint8_t note_lines;

/* Lines of a paragraph, too many if a word had to be broken. */
static uint8_t lines_of(const char *text, uint8_t room) {
    uint8_t lines = 0;
    bool broken = false;
    for (; *text; lines++)
        text = text_skip_spaces(text_skip(text, text_line(text, room, &broken)));
    return broken ? 255 : lines;
}

static uint8_t scale_of_alert(void) {
    uint8_t scale = 3 * UNIT, high = GLASS_HEIGHT - 2 * LINE;
    while (scale > UNIT && lines_of(shown.alert, GLASS_WIDTH / (LETTER_WIDE * scale)) > high / (LINE_HIGH * scale))
        scale--;
    return scale;
}

void layout_plan(bool is_silent) {
    silent = is_silent;
    status = silent ? "no referee" : shown.status;
    alert_scale = shown.alert[0] && !silent ? scale_of_alert() : 0;
    note_lines = shown.count <= FEW_ROWS + 1 && lines_of(status, COLUMNS) > 1 ? NOTES : 1;
}

/* A text in one line, cut if it must be; its width in characters. */
static uint8_t line(int16_t x, int16_t y, uint8_t scale, const char *text, uint8_t room, bool words) {
    bool cut;
    uint8_t kept = text_kept(text, room, words, &cut);
    if (room)
        text_draw(x, y, scale, text, kept, cut);
    return cut ? kept + 1 : utf8_count(text);
}

/* A text in as many lines as there is room for, the last one cut if it must be. */
static void paragraph(int16_t y, uint8_t scale, const char *text, uint8_t lines) {
    uint8_t room = GLASS_WIDTH / (LETTER_WIDE * scale);
    int16_t x = (GLASS_WIDTH - room * LETTER_WIDE * scale + scale) / 2;
    bool broken;
    for (; *text && lines; lines--, y += LINE_HIGH * scale) {
        if (lines == 1) {
            line(x, y, scale, text, room, false);
            return;
        }
        uint8_t count = text_line(text, room, &broken);
        text_draw(x, y, scale, text, count, false);
        text = text_skip_spaces(text_skip(text, count));
    }
}

/* The lamp by its shape: a wedge for whose turn it is, a cross for a foul. */
static void lamp(int16_t x, int16_t y, uint8_t scale, uint8_t lit) {
    if (lit != LAMP_OFF)
        text_draw(x, y, scale, lit == LAMP_TURN ? "▶" : "×", 1, false);
}

/* Name and strokes in two lines where there is room, else in one. */
static void seat(const struct row *row, int16_t y, uint8_t step, uint8_t room) {
    bool two = step >= 2 * LINE && row->strokes[0];
    int16_t middle = y + (step - (two ? 2 : 1) * LINE) / 2;
    lamp(0, middle, UNIT, row->lamp);
    uint8_t used = line(CELL, middle, UNIT, row->name, room, false);
    if (two)
        line(CELL, middle + LINE, UNIT, row->strokes, room, true);
    else if (used + 1 < room)
        line(CELL * (used + 2), middle, UNIT, row->strokes, room - used - 1, true);
}

/* The score at the right of a place, as large as it can be with a dot's gap above; its left edge, in dots. */
static int16_t score(const struct row *row, int16_t right, uint16_t wide, int16_t y, uint8_t high) {
    uint8_t count = utf8_count(row->score), scale = BIGGEST;
    while (scale > UNIT && (LETTER_HIGH * scale >= high || count * LETTER_WIDE * scale > wide))
        scale--;
    int16_t left = right - count * LETTER_WIDE * scale;
    line(left + scale, y + (high - LETTER_HIGH * scale) / 2, scale, row->score, count, false);
    return left;
}

/* One seat across the whole glass. */
static void row(const struct row *row, int16_t y, uint8_t step) {
    int16_t left = score(row, GLASS_WIDTH, GLASS_WIDTH / 2, y, step);
    seat(row, y, step, left / CELL - 1);
}

/* One of four seats: name above score and strokes. */
static void quarter(const struct row *row, int16_t x, int16_t y, uint8_t step) {
    uint8_t room = COLUMNS / 2 - 1;
    lamp(x, y, UNIT, row->lamp);
    line(x + CELL, y, UNIT, row->name, room - 1, false);
    int16_t left = score(row, x + room * CELL + CELL / 2, room * CELL, y + LINE, step - LINE);
    if (left > x + CELL)
        line(x, y + LINE + (step - 2 * LINE) / 2, UNIT, row->strokes, (left - x) / CELL - 1, true);
}

/* Names and scores in two lines at the bottom, in the seats' order. */
static void compact(void) {
    uint8_t columns = shown.count > 4 ? 3 : shown.count;
    for (uint8_t i = 0; i < shown.count; i++) {
        const struct row *row = shown.rows + i;
        uint8_t wide = COLUMNS / columns;
        int16_t x = i % columns * wide * CELL, y = GLASS_HEIGHT - 2 * LINE;
        if (shown.count <= 4) {
            line(x, y, UNIT, row->name, wide - 1, false);
            line(x, y + LINE, UNIT, row->score, wide - 1, false);
        } else {
            y += i / columns * LINE;
            uint8_t used = line(x, y, UNIT, row->score, wide - 1, false) + 1;
            if (used + 1 < wide)
                line(x + used * CELL, y, UNIT, row->name, wide - 1 - used, false);
        }
    }
}

static void alarm_view(void) {
    int16_t bottom = GLASS_HEIGHT - 2 * LINE;
    paragraph(0, alert_scale, shown.alert, bottom / (LINE_HIGH * alert_scale));
    canvas_invert(0, 0, GLASS_WIDTH, bottom);
    compact();
}

static void table_view(void) {
    bool titled = shown.count <= FEW_ROWS;
    int16_t top = titled ? LINE : 0, bottom = GLASS_HEIGHT - note_lines * LINE;
    if (!shown.count)
        paragraph(bottom / 2 - LINE, 2 * UNIT, shown.title, 1);
    else if (titled)
        line(0, 0, UNIT, shown.title, COLUMNS, false);
    bool grid = shown.count == 4;
    uint8_t step = shown.count ? (bottom - top) / (grid ? 2 : shown.count) : 0;
    for (uint8_t i = 0; i < shown.count; i++)
        if (grid)
            quarter(shown.rows + i, i % 2 * (COLUMNS + 1) / 2 * CELL, top + i / 2 * step, step);
        else
            row(shown.rows + i, top + i * step, step);
    paragraph(bottom, UNIT, status, note_lines);
    if (silent)
        canvas_invert(0, bottom, GLASS_WIDTH, note_lines * LINE);
}

void layout_draw(void) {
    if (alert_scale)
        alarm_view();
    else
        table_view();
}

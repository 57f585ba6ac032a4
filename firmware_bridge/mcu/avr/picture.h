/* The picture that is shown and the next one, as the host fills it. Knows no hardware. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

struct row {
    uint8_t lamp;
    char name[NAME_BYTES + 1], score[SCORE_BYTES + 1], strokes[STROKES_BYTES + 1];
};

struct picture {
    char title[TITLE_BYTES + 1], status[STATUS_BYTES + 1], alert[ALERT_BYTES + 1];
    struct row rows[MOST_ROWS];
    uint8_t count; /* of the rows that are shown */
};

extern struct picture shown;

/* Before the first session: a picture that says "no referee". */
void picture_start(void);

/* The next picture is blank. */
void picture_begin(void);

/* Fields of SetRow and SetText as they came, well formed; false if they have no place in the picture. */
bool picture_set_row(const uint8_t *fields, uint8_t length);
bool picture_set_text(const uint8_t *fields, uint8_t length);

/* Shows the next picture if it is the one that is meant. */
bool picture_show(uint8_t rows, uint32_t check);

/* The check is that of the picture shown. */
bool picture_is(uint32_t check);

#endif

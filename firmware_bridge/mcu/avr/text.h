/* Texts in letters of 5 x 7 dots. Knows no hardware. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stdint.h>

#define LETTER_WIDE 6 /* with the gap */
#define LETTER_HIGH 7
#define LINE_HIGH 8

/* The five columns of a character's letter. */
void text_letter(uint16_t code, uint8_t columns[5]);

/* How many characters of a text are shown where there is room for so many, and whether "…" follows. Never ends in the
 * middle of a number; with words, ends between words only: a part of a group of strokes is a false count. */
uint8_t text_kept(const char *text, uint8_t room, bool words, bool *cut);

/* How many characters of a text stand on one line of a paragraph; broken tells that a word had to be. */
uint8_t text_line(const char *text, uint8_t room, bool *broken);

/* The text behind so many characters, or behind the spaces there. */
const char *text_skip(const char *text, uint8_t count);
const char *text_skip_spaces(const char *text);

/* Draws so many characters on the canvas, then "…" if cut. */
void text_draw(int16_t x, int16_t y, uint8_t scale, const char *text, uint8_t count, bool cut);

#endif

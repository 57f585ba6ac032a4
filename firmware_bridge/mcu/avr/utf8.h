/* UTF-8, strictly as RFC 3629 has it: no overlong forms, no surrogates. */
#ifndef UTF8_H
#define UTF8_H

#include <stdbool.h>
#include <stdint.h>

bool utf8_is_valid(const uint8_t *bytes, uint8_t count);

/* A byte that continues a character. */
static inline bool utf8_continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* The character at *text, which is valid and not at its end; *text moves on. Beyond 0xFFFF it is 0xFFFF. */
uint16_t utf8_next(const char **text);

/* Number of characters of a valid text. */
uint8_t utf8_count(const char *text);

#endif

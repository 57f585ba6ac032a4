/* The display's side of the conversation, docs/protocol.md. Knows no hardware; times are milliseconds. */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

void session_start(void);

/* A byte of the host's. */
void session_byte(uint8_t byte, uint32_t now);

/* A key moves; ignored while nobody has greeted the display or too many wait. */
void session_press(char key, enum press press);

/* While it is held, a Show is neither taken nor answered, and the host asks again. */
void session_hold(bool hold);

/* Sends what is due: keys that the host has not taken. */
void session_work(uint32_t now);

/* Nobody has spoken for long: "no referee". */
bool session_is_silent(uint32_t now);

/* Another number whenever another picture is shown. */
uint8_t session_picture(void);

#endif

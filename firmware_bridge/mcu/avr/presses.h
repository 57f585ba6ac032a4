/* Key presses on their way to the host, with a sequence of their own. Knows no hardware. */
#ifndef PRESSES_H
#define PRESSES_H

#include <stdint.h>

#include "protocol.h"

/* A key moves; ignored if too many wait. */
void presses_add(char key, enum press press);

/* A new session: what reached nobody is void. */
void presses_forget(void);

/* The host has taken the press with this number. */
void presses_taken(uint8_t sequence);

/* Sends the oldest press, again and again until it is taken. */
void presses_work(uint32_t now);

#endif

/* A lamp between A0 and ground, with its resistor. Its patterns can be told apart without colour. */
#ifndef LAMP_H
#define LAMP_H

#include <stdbool.h>
#include <stdint.h>

void lamp_start(void);

/* Calm: dark. Alert: two short flashes every two seconds. Foul: quick blinking. Nobody speaks: one flash. */
void lamp_work(uint32_t now, bool silent);

#endif

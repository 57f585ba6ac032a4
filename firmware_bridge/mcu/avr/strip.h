/* A strip of WS2812 on D4, a part of it for each seat. All of a part lit: its turn. Every second light, to and fro:
 * a foul. The two ends to and fro: an alert. The first light alone: nobody speaks. */
#ifndef STRIP_H
#define STRIP_H

#include <stdbool.h>
#include <stdint.h>

void strip_start(void);
void strip_refresh(void);
bool strip_work(uint32_t now, bool silent);

#endif

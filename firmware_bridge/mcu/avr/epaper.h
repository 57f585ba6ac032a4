/* An e-paper of 296 x 128 dots with an SSD1680 (Waveshare 2.9" and its kin) on SPI: CS on A3, DC on D8, RST on D6, BUSY
 * on D7. It is refreshed partly, and wholly now and then against ghosts. */
#ifndef EPAPER_H
#define EPAPER_H

#include <stdbool.h>
#include <stdint.h>

void epaper_start(void);

/* Draw the picture anew. */
void epaper_refresh(void);

/* Does the next small piece; false if there was nothing to do. */
bool epaper_work(uint32_t now);

/* The paper must first be told what stands on it: until then another picture may not be taken. */
bool epaper_holds(void);

#endif

/* SSD1306 or SH1106, 128 x 64 dots, on I2C at 0x3C. */
#ifndef OLED_H
#define OLED_H

#include <stdbool.h>
#include <stdint.h>

/* Draw the picture anew. */
void oled_refresh(void);

/* Draws one window, a 16th of the glass; false if there was nothing to do. */
bool oled_work(uint32_t now);

#endif

/* A chain of MAX7219 on SPI, load (CS) on D10; module 0 is the last that the data reaches. */
#ifndef MAX7219_H
#define MAX7219_H

#include <stdint.h>

/* Gives a module's byte for one of its eight rows or digits, 0 at the top or left. */
typedef uint8_t (*max7219_source)(uint8_t module, uint8_t line);

/* Sends everything, settings too: a module that a glitch has put to sleep wakes up. */
void max7219_send(uint8_t modules, max7219_source source);

#endif

/* I2C as the only master, 400 kHz; nothing waits for ever. */
#ifndef TWI_H
#define TWI_H

#include <stdbool.h>
#include <stdint.h>

void twi_start(void);

/* Begins to write to a 7-bit address; false if nobody answers there. */
bool twi_begin(uint8_t address);
bool twi_write(uint8_t byte);
void twi_end(void);

#endif

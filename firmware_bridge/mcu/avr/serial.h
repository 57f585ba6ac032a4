/* The UART at 115200 Bd, 8N1, with a ring each way. */
#ifndef SERIAL_H
#define SERIAL_H

#include <stdbool.h>
#include <stdint.h>

void serial_start(void);

/* The oldest byte that has come; false if there is none. */
bool serial_take(uint8_t *byte);

/* Whether a byte waits. */
bool serial_has_come(void);

/* Bytes that can be put without waiting. */
uint8_t serial_room(void);
void serial_put(uint8_t byte);

#endif

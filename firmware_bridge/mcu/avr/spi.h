/* SPI as master, mode 0, highest bit first: data on D11, clock on D13. */
#ifndef SPI_H
#define SPI_H

#include <stdint.h>

void spi_start(void);
void spi_write(uint8_t byte);

#endif

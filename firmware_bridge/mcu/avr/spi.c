#include "spi.h"

#include <avr/io.h>

void spi_start(void) {
    PORTB |= _BV(PB2);
    DDRB |= _BV(PB2) | _BV(PB3) | _BV(PB5); /* D10 as an input that falls would end the mastery */
    SPCR = _BV(SPE) | _BV(MSTR);            /* F_CPU / 4 */
}

void spi_write(uint8_t byte) {
    SPDR = byte;
    while (!(SPSR & _BV(SPIF))) {
    }
}

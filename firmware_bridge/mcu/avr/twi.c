#include "twi.h"

#include <avr/io.h>
#include <util/twi.h>

#define PATIENCE 2000 /* turns of a loop of some 0.5 us: 40 times a byte's time */

void twi_start(void) {
    PORTC |= _BV(PC4) | _BV(PC5); /* weak pull-ups, in case the module has none */
    TWBR = (F_CPU / 400000 - 16) / 2;
}

/* Lets the hardware do one thing; its status, 0 if it hangs. */
static uint8_t act(uint8_t what) {
    uint16_t patience = PATIENCE;
    TWCR = _BV(TWINT) | _BV(TWEN) | what;
    while (!(TWCR & _BV(TWINT)))
        if (!--patience) {
            TWCR = 0; /* lets go of a bus that somebody holds down */
            return 0;
        }
    return TW_STATUS;
}

bool twi_begin(uint8_t address) {
    uint8_t status = act(_BV(TWSTA));
    if (status != TW_START && status != TW_REP_START)
        return false;
    return twi_write(address << 1);
}

bool twi_write(uint8_t byte) {
    TWDR = byte;
    uint8_t status = act(0);
    return status == TW_MT_SLA_ACK || status == TW_MT_DATA_ACK;
}

void twi_end(void) { TWCR = _BV(TWINT) | _BV(TWEN) | _BV(TWSTO); }

/* The display's firmware for the ATmega328P at 16 MHz: Arduino Uno and Nano. See docs/firmware.md. */
#include <avr/interrupt.h>
#include <avr/sleep.h>

#include "clock.h"
#include "keys.h"
#include "outputs.h"
#include "serial.h"
#include "session.h"

/* Sleeps until the next interrupt, at the latest the clock's; not if a byte has come meanwhile. */
static void rest(void) {
    cli();
    if (!serial_has_come()) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void) {
    uint8_t byte;
    set_sleep_mode(SLEEP_MODE_IDLE);
    clock_start();
    serial_start();
    keys_start();
    outputs_start();
    session_start();
    sei();
    for (;;) {
        uint32_t now = clock_ms();
        session_hold(outputs_hold());
        while (serial_take(&byte))
            session_byte(byte, now);
        keys_work(now);
        session_work(now);
        if (!outputs_work(now))
            rest();
    }
}

#include "serial.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define IN_BYTES 128 /* two of the longest frames; a power of two */
#define OUT_BYTES 64

static volatile uint8_t in[IN_BYTES], in_head, in_tail;
static volatile uint8_t out[OUT_BYTES], out_head, out_tail;

ISR(USART_RX_vect) {
    uint8_t byte = UDR0, head = (in_head + 1) % IN_BYTES;
    if (head != in_tail) { /* a full ring drops the byte; the checksum finds out */
        in[in_head] = byte;
        in_head = head;
    }
}

ISR(USART_UDRE_vect) {
    if (out_head == out_tail) {
        UCSR0B &= ~_BV(UDRIE0);
        return;
    }
    UDR0 = out[out_tail];
    out_tail = (out_tail + 1) % OUT_BYTES;
}

void serial_start(void) {
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0 = 16; /* 117647 Bd at 16 MHz: 2.1 % fast, which a UART bears and every Uno does */
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool serial_take(uint8_t *byte) {
    if (in_head == in_tail)
        return false;
    *byte = in[in_tail];
    in_tail = (in_tail + 1) % IN_BYTES;
    return true;
}

bool serial_has_come(void) { return in_head != in_tail; }

uint8_t serial_room(void) { return (uint8_t)(out_tail - out_head - 1) % OUT_BYTES; }

void serial_put(uint8_t byte) {
    out[out_head] = byte;
    out_head = (out_head + 1) % OUT_BYTES;
    UCSR0B |= _BV(UDRIE0);
}

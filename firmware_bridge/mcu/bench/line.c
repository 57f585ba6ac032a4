#include "bench.h"

#include <avr_uart.h>
#include <string.h>

#define BYTE_CYCLES (16000000 * 10 / 115200)

static uint8_t queue[65536];
static uint16_t head, tail; /* they wrap with the queue */
uint8_t line_sent[4096];
size_t line_sent_count;

static avr_cycle_count_t arrive(avr_t *a, avr_cycle_count_t when, void *param) {
    (void)param;
    avr_raise_irq(avr_io_getirq(a, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), queue[tail++]);
    return head == tail ? 0 : when + BYTE_CYCLES;
}

void line_arrive(const uint8_t *bytes, size_t count) {
    bool idle = head == tail;
    for (size_t i = 0; i < count; i++)
        queue[head++] = bytes[i];
    if (idle && count)
        avr_cycle_timer_register(avr, BYTE_CYCLES, arrive, NULL);
}

void line_forget(void) { tail = head; }

size_t line_waiting(void) { return (uint16_t)(head - tail); }

static void sent(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    if (line_sent_count < sizeof line_sent)
        line_sent[line_sent_count++] = value;
}

bool line_frame_is_out(void) {
    return line_sent_count > 1 && !line_sent[line_sent_count - 1] && line_sent[line_sent_count - 2];
}

void line_start(void) {
    uint32_t flags = 0; /* no copy on standard output, no sleep */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), sent, NULL);
}

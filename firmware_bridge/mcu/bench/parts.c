#include "bench.h"

#include <avr_ioport.h>
#include <avr_spi.h>
#include <avr_twi.h>
#include <parts/ssd1306_virt.h>
#include <stdio.h>
#include <stdlib.h>

#define PULSE_PIN 4 /* of port D: the strip */

#define MILLISECOND ((avr_cycle_count_t)16000) /* in cycles */

struct hold {
    char port;
    int bit;
    avr_cycle_count_t cycles;
};

struct pulse {
    uint16_t high, low_before; /* cycles */
};

static ssd1306_t glass;
static char trace[262144];
static size_t traced;
static unsigned edges[3][8], levels[3][8], i2c_bytes;
static struct pulse pulses[65536];
static size_t pulse_count;
static avr_cycle_count_t rose, fell;

static void note(const char *text) {
    for (; *text && traced < sizeof trace - 1; text++)
        trace[traced++] = *text;
}

static void pin_moved(struct avr_irq_t *irq, uint32_t value, void *param) {
    unsigned level = value & 1; /* above it: who moves the pin */
    char text[16];
    intptr_t port = (intptr_t)param;
    if (levels[port][irq->irq] == level) /* told again, but not moved */
        return;
    levels[port][irq->irq] = level;
    edges[port][irq->irq]++;
    if (port == 2 && irq->irq == PULSE_PIN) {
        if (level)
            rose = avr->cycle;
        else if (pulse_count < sizeof pulses / sizeof *pulses) {
            avr_cycle_count_t low = rose - fell;
            pulses[pulse_count++] = (struct pulse){avr->cycle - rose, low > 65535 ? 65535 : low};
        }
        if (!level)
            fell = avr->cycle;
        return;
    }
    if (port != 0 || irq->irq != 1) { /* the buzzer's pin is only counted */
        snprintf(text, sizeof text, "%c%d=%d ", (int)('B' + port), (int)irq->irq, (int)level);
        note(text);
    }
}

static void spi_byte(struct avr_irq_t *irq, uint32_t value, void *param) {
    char text[8];
    (void)irq;
    (void)param;
    snprintf(text, sizeof text, "%02x ", (unsigned)value);
    note(text);
}

static void i2c_message(struct avr_irq_t *irq, uint32_t value, void *param) {
    avr_twi_msg_irq_t message = {.u.v = value};
    (void)irq;
    (void)param;
    i2c_bytes += (message.u.twi.msg & (TWI_COND_START | TWI_COND_WRITE)) != 0;
}

void parts_start(void) {
    ssd1306_wiring_t wiring = {.reset = {'B', 7}}; /* where nothing moves: the glass has no reset pin */
    ssd1306_init(avr, &glass, 128, 64);
    ssd1306_connect_twi(&glass, &wiring);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_OUTPUT), i2c_message, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), spi_byte, NULL);
    for (intptr_t port = 0; port < 3; port++)
        for (int bit = 0; bit < 8; bit++) {
            avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B' + port), bit);
            avr_irq_register_notify(irq, pin_moved, (void *)port);
        }
    parts_release();
}

void parts_release(void) {
    for (int bit = 2; bit < 4; bit++) {
        parts_set_pin('D', bit, 0); /* only a change reaches the board, and a reset has cleared what it knew */
        parts_set_pin('D', bit, 1);
    }
    parts_set_pin('D', 7, 0);
}

void parts_set_pin(char port, int bit, int level) {
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), level);
}

static avr_cycle_count_t let_go(avr_t *a, avr_cycle_count_t when, void *param) {
    struct hold *hold = param;
    (void)a;
    (void)when;
    parts_set_pin(hold->port, hold->bit, 1);
    free(hold);
    return 0;
}

static avr_cycle_count_t close_contact(avr_t *a, avr_cycle_count_t when, void *param) {
    struct hold *hold = param;
    (void)when;
    parts_set_pin(hold->port, hold->bit, 0);
    avr_cycle_timer_register(a, hold->cycles, let_go, hold);
    return 0;
}

void parts_hold(char port, int bit, unsigned milliseconds) {
    static avr_cycle_count_t free_at;
    struct hold *hold = malloc(sizeof *hold);
    *hold = (struct hold){port, bit, milliseconds * MILLISECOND};
    if (free_at <= avr->cycle)
        free_at = avr->cycle + 1;
    avr_cycle_timer_register(avr, free_at - avr->cycle, close_contact, hold);
    free_at += hold->cycles + 100 * MILLISECOND;
}

unsigned parts_edges(char port, int bit) { return edges[port - 'B'][bit]; }

unsigned parts_i2c_bytes(void) { return i2c_bytes; }

void parts_print_glass(void) {
    fprintf(answers, "%d ", ssd1306_get_flag(&glass, SSD1306_FLAG_DISPLAY_ON));
    for (int page = 0; page < 8; page++)
        for (int column = 0; column < 128; column++)
            fprintf(answers, "%02x", glass.vram[page][column]);
    fprintf(answers, "\n");
}

void parts_print_trace(void) {
    trace[traced] = 0;
    traced = 0;
    fprintf(answers, "%s\n", trace);
}

void parts_print_pulses(void) {
    for (size_t i = 0; i < pulse_count; i++)
        fprintf(answers, "%u:%u ", pulses[i].high, pulses[i].low_before);
    fprintf(answers, "\n");
    pulse_count = 0;
}

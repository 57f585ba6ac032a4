/* What is fitted to this board. `schiri firmware build --with oled,strip` passes -DWITH_OLED -DWITH_STRIP; the values
 * below are passed by --set NAME=VALUE. Pins: see docs/firmware.md. */
#ifndef FITTED_H
#define FITTED_H

#if (defined WITH_OLED || defined WITH_SH1106) && defined WITH_EPAPER
#error "one glass: oled, sh1106 or epaper"
#endif

#if defined WITH_DIGITS && defined WITH_MATRIX
#error "one chain: digits or matrix"
#endif

#if defined WITH_SH1106 && !defined WITH_OLED
#define WITH_OLED /* the same driver */
#endif

#if defined WITH_OLED || defined WITH_EPAPER
#define HAS_GLASS
#endif

#if defined WITH_OLED
#define GLASS_KIND "OLED"
#define GLASS_WIDTH 128
#define GLASS_HEIGHT 64
#define GLASS_UNIT 1 /* a dot of the smallest letters, in dots of the glass */
#elif defined WITH_EPAPER
#define GLASS_KIND "e-paper"
#define GLASS_WIDTH 296
#define GLASS_HEIGHT 128
#define GLASS_UNIT 2
#elif defined WITH_MATRIX
#define GLASS_KIND "matrix"
#define GLASS_WIDTH (8 * MATRIX_MODULES)
#define GLASS_HEIGHT 8
#elif defined WITH_DIGITS
#define GLASS_KIND "digits"
#define GLASS_WIDTH (8 * DIGITS_MODULES)
#define GLASS_HEIGHT 1
#else
#define GLASS_KIND "strip"
#define GLASS_WIDTH STRIP_LEDS
#define GLASS_HEIGHT 1
#endif

#ifndef DIGITS_MODULES
#define DIGITS_MODULES 1 /* of eight digits: two seats each */
#endif
#ifndef MATRIX_MODULES
#define MATRIX_MODULES 4
#endif
#ifndef MAX7219_BRIGHTNESS
#define MAX7219_BRIGHTNESS 2 /* of 0 to 15: lights near the mat disturb the camera */
#endif
#ifndef STRIP_LEDS
#define STRIP_LEDS 24
#endif
#ifndef STRIP_BRIGHTEST
#define STRIP_BRIGHTEST 24 /* of 255, for the same reason */
#endif
#ifndef OLED_CONTRAST
#define OLED_CONTRAST 0x7F
#endif
#ifndef EPAPER_SLEEP_S
#define EPAPER_SLEEP_S 300 /* without a change; then it sleeps */
#endif

#endif

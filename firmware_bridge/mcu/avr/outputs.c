#include "outputs.h"

#include "buzzer.h"
#include "digits.h"
#include "epaper.h"
#include "fitted.h"
#include "lamp.h"
#include "layout.h"
#include "matrix.h"
#include "oled.h"
#include "session.h"
#include "strip.h"
#include "twi.h"

static uint8_t picture;
static bool silent, begun;

void outputs_start(void) {
#ifdef WITH_OLED
    twi_start();
#endif
#ifdef WITH_EPAPER
    epaper_start();
#endif
#ifdef WITH_DIGITS
    digits_start();
#endif
#ifdef WITH_MATRIX
    matrix_start();
#endif
#ifdef WITH_STRIP
    strip_start();
#endif
#ifdef WITH_BUZZER
    buzzer_start();
#endif
#ifdef WITH_LAMP
    lamp_start();
#endif
}

bool outputs_hold(void) {
#ifdef WITH_EPAPER
    return epaper_holds();
#else
    return false;
#endif
}

/* Another picture, or the referee has fallen silent or speaks again. */
static void refresh(uint32_t now) {
    (void)now;
#ifdef HAS_GLASS
    layout_plan(silent);
#endif
#ifdef WITH_OLED
    oled_refresh();
#endif
#ifdef WITH_EPAPER
    epaper_refresh();
#endif
#ifdef WITH_DIGITS
    digits_refresh();
#endif
#ifdef WITH_MATRIX
    matrix_refresh();
#endif
#ifdef WITH_STRIP
    strip_refresh();
#endif
#ifdef WITH_BUZZER
    buzzer_refresh(now);
#endif
}

static bool work(uint32_t now) {
    bool busy = false;
#ifdef WITH_BUZZER
    buzzer_work(now);
#endif
#ifdef WITH_LAMP
    lamp_work(now, silent);
#endif
#ifdef WITH_OLED
    busy |= oled_work(now);
#endif
#ifdef WITH_EPAPER
    busy |= epaper_work(now);
#endif
#ifdef WITH_DIGITS
    busy |= digits_work(now, silent);
#endif
#ifdef WITH_MATRIX
    busy |= matrix_work(now, silent);
#endif
#ifdef WITH_STRIP
    busy |= strip_work(now, silent);
#endif
    (void)now;
    return busy;
}

bool outputs_work(uint32_t now) {
    bool silence = session_is_silent(now);
    if (!outputs_hold() && (!begun || picture != session_picture() || silent != silence)) {
        begun = true;
        picture = session_picture();
        silent = silence;
        refresh(now);
    }
    return work(now);
}

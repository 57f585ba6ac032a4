#include "mood.h"

#include <stdint.h>

#include "picture.h"

enum mood mood_shown(void) {
    for (uint8_t i = 0; i < shown.count; i++)
        if (shown.rows[i].lamp == LAMP_FOUL)
            return MOOD_FOUL;
    return shown.alert[0] ? MOOD_ALERT : MOOD_CALM;
}

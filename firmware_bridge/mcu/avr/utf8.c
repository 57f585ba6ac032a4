#include "utf8.h"

bool utf8_is_valid(const uint8_t *bytes, uint8_t count) {
    while (count--) {
        uint8_t lead = *bytes++, more, least = 0x80, most = 0xBF;
        if (lead < 0x80)
            continue;
        if (lead < 0xC2 || lead > 0xF4)
            return false;
        more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
        if (lead == 0xE0) /* shorter forms exist */
            least = 0xA0;
        if (lead == 0xED) /* surrogates */
            most = 0x9F;
        if (lead == 0xF0)
            least = 0x90;
        if (lead == 0xF4) /* beyond 0x10FFFF */
            most = 0x8F;
        for (; more; more--, count--, bytes++) {
            if (!count || *bytes < least || *bytes > most)
                return false;
            least = 0x80;
            most = 0xBF;
        }
    }
    return true;
}

uint16_t utf8_next(const char **text) {
    uint8_t lead = *(*text)++;
    uint16_t code = lead < 0xE0 ? lead & 0x1F : lead & 0x0F;
    if (lead < 0x80)
        return lead;
    while (utf8_continues(**text))
        code = code << 6 | (*(*text)++ & 0x3F);
    return lead < 0xF0 ? code : 0xFFFF;
}

uint8_t utf8_count(const char *text) {
    uint8_t count = 0;
    for (; *text; text++)
        count += !utf8_continues(*text);
    return count;
}

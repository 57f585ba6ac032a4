/* Modules of eight seven-segment digits on MAX7219: four digits a seat. A point behind a seat's last digit: its turn.
 * A seat that blinks: a foul. A score that does not fit is four bars. "no rEF" now and then: nobody speaks. */
#ifndef DIGITS_H
#define DIGITS_H

#include <stdbool.h>
#include <stdint.h>

void digits_start(void);
void digits_refresh(void);
bool digits_work(uint32_t now, bool silent);

#endif

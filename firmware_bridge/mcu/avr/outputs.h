/* Everything that shows the picture, as far as it is fitted. */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>

void outputs_start(void);

/* No other picture may be taken now. */
bool outputs_hold(void);

/* Does a small piece of work, at most some two milliseconds; false if there was nothing to do. */
bool outputs_work(uint32_t now);

#endif

/* A passive buzzer on D9. */
#ifndef BUZZER_H
#define BUZZER_H

#include <stdint.h>

void buzzer_start(void);

/* Another picture is shown: a new foul is one long low tone, another new alert two short high ones. */
void buzzer_refresh(uint32_t now);
void buzzer_work(uint32_t now);

#endif

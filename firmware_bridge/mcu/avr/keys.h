/* Two keys between pin and ground, D2 and D3: bounce removed, short and long presses told apart. */
#ifndef KEYS_H
#define KEYS_H

#include <stdint.h>

void keys_start(void);
void keys_work(uint32_t now);

#endif

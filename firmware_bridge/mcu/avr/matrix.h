/* Modules of 8 x 8 lights on MAX7219, one line: seats and scores, or the alert. What is wider runs through. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdbool.h>
#include <stdint.h>

void matrix_start(void);
void matrix_refresh(void);
bool matrix_work(uint32_t now, bool silent);

#endif

/* Whether a payload is a message of the protocol: its length, its texts, its numbers with a meaning. */
#ifndef WELLFORMED_H
#define WELLFORMED_H

#include <stdbool.h>
#include <stdint.h>

bool is_well_formed(const uint8_t *payload, uint8_t length);

#endif

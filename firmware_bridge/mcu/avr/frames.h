/* Frames on the wire: COBS( crc payload ) 00, see docs/protocol.md. Knows no hardware but serial_put. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define FRAME_OVERHEAD 5 /* the zero before, the stuffing's byte, the checksum, the zero behind */

enum frame { FRAME_UNDONE, FRAME_WHOLE, FRAME_BROKEN };

/* Takes one byte of the host's; FRAME_WHOLE says that a payload is there until the next byte is taken. */
enum frame frame_take(uint8_t byte);
const uint8_t *frame_payload(void);
uint8_t frame_length(void);

/* Sends a frame, or drops it whole where there is no room: the other side asks again. Length at most 253. */
void frame_send(const uint8_t *payload, uint8_t length);

#endif

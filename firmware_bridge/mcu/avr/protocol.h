/* Made from messages.py by `python -m firmware_bridge.protocol.generate`; do not edit; see docs/protocol.md. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#ifndef PROTOCOL_VERSION
#define PROTOCOL_VERSION 1
#endif
#define PROTOCOL_WHO "schiri"
#define FRAME_BYTES 64
#define PAYLOAD_BYTES 60
#define MOST_ROWS 6
#define TITLE_BYTES 32
#define STATUS_BYTES 64
#define ALERT_BYTES 120
#define NAME_BYTES 20
#define SCORE_BYTES 10
#define STROKES_BYTES 24
#define MOST_KEYS 8
#define KEY_RETRY_MS 100
#define NO_REFEREE_MS 5000

enum lamp { LAMP_OFF = 0, LAMP_TURN = 1, LAMP_FOUL = 2 };
enum slot { SLOT_TITLE = 0, SLOT_STATUS = 1, SLOT_ALERT = 2 };
enum reason { REASON_BAD_FRAME = 1, REASON_BAD_MESSAGE = 2, REASON_NOT_GREETED = 3, REASON_OUT_OF_ORDER = 4, REASON_OTHER_PICTURE = 5 };
enum press { PRESS_UP = 0, PRESS_DOWN = 1, PRESS_LONG = 2 };
enum letter { HELLO = 'H', WELCOME = 'W', SET_ROW = 'R', SET_TEXT = 'T', SHOW = 'S', PING = 'P', ACK = 'A', NAK = 'N', KEY = 'K' };

/* the letter of a type, bytes of its numbers, its texts, and place, least and greatest value of a named number */
#define LAYOUTS(X) \
    X(HELLO, 3, 1, 0, 0, 255) \
    X(WELCOME, 7, 2, 0, 0, 255) \
    X(SET_ROW, 2, 3, 1, 0, 2) \
    X(SET_TEXT, 2, 1, 0, 0, 2) \
    X(SHOW, 5, 0, 0, 0, 255) \
    X(PING, 4, 0, 0, 0, 255) \
    X(ACK, 0, 0, 0, 0, 255) \
    X(NAK, 1, 0, 0, 1, 5) \
    X(KEY, 2, 0, 1, 0, 2)

#endif

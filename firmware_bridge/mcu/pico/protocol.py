"""Made from messages.py by ``python -m firmware_bridge.protocol.generate``; do not edit; see docs/protocol.md."""

VERSION = 1
WHO = "schiri"
FRAME_BYTES = 64
PAYLOAD_BYTES = 60
MOST_ROWS = 6
TITLE_BYTES = 32
STATUS_BYTES = 64
ALERT_BYTES = 120
NAME_BYTES = 20
SCORE_BYTES = 10
STROKES_BYTES = 24
MOST_KEYS = 8
KEY_RETRY_MS = 100
NO_REFEREE_MS = 5000
LAMP_OFF = 0
LAMP_TURN = 1
LAMP_FOUL = 2
SLOT_TITLE = 0
SLOT_STATUS = 1
SLOT_ALERT = 2
REASON_BAD_FRAME = 1
REASON_BAD_MESSAGE = 2
REASON_NOT_GREETED = 3
REASON_OUT_OF_ORDER = 4
REASON_OTHER_PICTURE = 5
PRESS_UP = 0
PRESS_DOWN = 1
PRESS_LONG = 2
HELLO = 72
WELCOME = 87
SET_ROW = 82
SET_TEXT = 84
SHOW = 83
PING = 80
ACK = 65
NAK = 78
KEY = 75

# the letter of a type, bytes of its numbers, its texts, and place, least and greatest value of a named number
LAYOUTS = {
    HELLO: (3, 1, 0, 0, 255),
    WELCOME: (7, 2, 0, 0, 255),
    SET_ROW: (2, 3, 1, 0, 2),
    SET_TEXT: (2, 1, 0, 0, 2),
    SHOW: (5, 0, 0, 0, 255),
    PING: (4, 0, 0, 0, 255),
    ACK: (0, 0, 0, 0, 255),
    NAK: (1, 0, 0, 1, 5),
    KEY: (2, 0, 1, 0, 2),
}

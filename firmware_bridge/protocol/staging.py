"""The next picture while it is being sent: the display fills it, the host keeps a copy of what has arrived."""

from dataclasses import dataclass, replace

from firmware_bridge.face.face import MOST_ROWS, Alert, Face, Row
from firmware_bridge.face.fit import ALERT_BYTES, NAME_BYTES, SCORE_BYTES, STATUS_BYTES, STROKES_BYTES, TITLE_BYTES
from firmware_bridge.protocol.codec import PART_BYTES
from firmware_bridge.protocol.messages import SetRow, SetText, Slot

LIMITS_BYTES = {Slot.TITLE: TITLE_BYTES, Slot.STATUS: STATUS_BYTES, Slot.ALERT: ALERT_BYTES}


class Misfit(ValueError):  # noqa: N818 - named for the mistake
    """A message that does not fit the picture: no such row, a gap in a text, a text that is too long."""


@dataclass(frozen=True, slots=True)
class Staging:
    """Texts by slot, and all rows a picture can have; blank at the start of a session."""

    texts: tuple[str, str, str] = ("", "", "")
    rows: tuple[Row, ...] = (Row(""),) * MOST_ROWS

    def after(self, message: SetRow | SetText) -> "Staging":
        """Return the picture once this message is in. The same message twice is as good as once.

        Raises:
            Misfit: The message has no place in a picture.
        """
        if isinstance(message, SetRow):
            if message.index >= MOST_ROWS:
                raise Misfit(f"row {message.index}; a picture has rows 0 to {MOST_ROWS - 1}")
            rows = list(self.rows)
            rows[message.index] = _row(message)
            return replace(self, rows=tuple(rows))
        title, status, alert = (
            _joined(text, message) if slot is message.slot else text
            for slot, text in zip(Slot, self.texts, strict=True)
        )
        return replace(self, texts=(title, status, alert))

    def face(self, rows: int) -> Face:
        """Return the picture with its first ``rows`` rows."""
        title, status, alert = self.texts
        return Face(title, self.rows[:rows], status, Alert(alert))

    def missing(self, face: Face) -> SetRow | SetText | None:
        """Return the next message that brings this picture nearer to a face of ``fit``; None if they are the same."""
        for index, (have, want) in enumerate(zip(self.rows, face.rows, strict=False)):
            if have != want:
                return SetRow(index, want.lamp, want.name, want.score, want.strokes)
        for slot, have_text, want_text in zip(
            Slot, self.texts, (face.title, face.status, face.alert.text), strict=True
        ):
            if have_text != want_text:
                return _next_part(slot, have_text, want_text)
        return None


def _row(message: SetRow) -> Row:
    for text, limit in ((message.name, NAME_BYTES), (message.score, SCORE_BYTES), (message.strokes, STROKES_BYTES)):
        if len(text.encode()) > limit:
            raise Misfit(f"row {message.index}: {text!r} is longer than {limit} bytes")
    return Row(message.name, message.score, message.strokes, message.lamp)


def _joined(text: str, message: SetText) -> str:
    have = text.encode()
    if message.offset > len(have):
        raise Misfit(f"{message.slot.name}: a part at byte {message.offset}, but only {len(have)} are there")
    joined = have[: message.offset] + message.part.encode()
    if len(joined) > LIMITS_BYTES[message.slot]:
        raise Misfit(f"{message.slot.name}: {len(joined)} bytes; at most {LIMITS_BYTES[message.slot]}")
    try:
        return joined.decode()
    except UnicodeDecodeError as error:
        raise Misfit(f"{message.slot.name}: the part at byte {message.offset} splits a character") from error


def _next_part(slot: Slot, have: str, want: str) -> SetText:
    """Return as much as one message carries of what follows the beginning both texts share."""
    same = 0
    while same < min(len(have), len(want)) and have[same] == want[same]:
        same += 1
    part = want[same:].encode()[:PART_BYTES].decode(errors="ignore")
    return SetText(slot, len(want[:same].encode()), part)

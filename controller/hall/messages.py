"""The messages between tables and their hall: JSON, read strictly, each with the version of its form (docs/mqtt.md)."""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from controller.live.evidence import PicturedPlay
from controller.live.verdict_cards import What
from controller.record.cards import Card
from controller.store.archive import NAMED_BY
from groundwork.errors import CardError
from vision.words.cards import Suits

# The topics of a hall on an MQTT broker: ``schiri/<hall>/<table>/…`` (docs/mqtt.md).

ROOT: Final = "schiri"
NAME: Final = r"^[a-z0-9][a-z0-9-]{0,31}$"
"""The name of a hall or a table: safe for every broker, file system and access list."""


@dataclass(frozen=True, slots=True)
class TableTopics:
    """The topics of one table; a table writes its own and reads its hall's commands."""

    base: str

    @property
    def state(self) -> str:
        """Retained: the whole of what a display at the table shows now."""
        return f"{self.base}/state"

    @property
    def event(self) -> str:
        """Lines of records, each with its link of the chain, and which records there are."""
        return f"{self.base}/event"

    @property
    def verdict(self) -> str:
        """The topic of verdicts, as they are announced at the table."""
        return f"{self.base}/verdict"

    @property
    def availability(self) -> str:
        """Retained: ``online``, or ``offline`` as the table's last will."""
        return f"{self.base}/availability"

    @property
    def command(self) -> str:
        """Commands from the hall to the table: what it has on its disk, and what it asks for."""
        return f"{self.base}/cmd"

    @property
    def reply(self) -> str:
        """Reasons why a command of the hall could not be carried out."""
        return f"{self.base}/cmd/reply"


@dataclass(frozen=True, slots=True)
class HallTopics:
    """The topics of a hall.

    >>> HallTopics("club").of("3").event
    'schiri/club/3/event'
    >>> HallTopics("club").split("schiri/club/3/cmd/reply")
    ('3', 'cmd/reply')
    """

    hall: str

    def of(self, table: str) -> TableTopics:
        """Return the topics of a table."""
        return TableTopics(f"{ROOT}/{self.hall}/{table}")

    @property
    def all(self) -> tuple[str, ...]:
        """The topics that a hall subscribes to: everything that tables write."""
        every = self.of("+")
        return every.state, every.event, every.verdict, every.availability, every.reply

    def table_of(self, topic: str) -> str:
        """Return the table of a topic; empty for a topic of no table of this hall."""
        place = self.split(topic)
        return place[0] if place else ""

    def split(self, topic: str) -> tuple[str, str] | None:
        """Return the table and the rest of a topic of this hall; None for another topic."""
        root, hall, table, *rest = (*topic.split("/", 3), "", "")[:4]
        if (root, hall) != (ROOT, self.hall) or not re.fullmatch(NAME, table) or not rest[0]:
            return None
        return table, rest[0]


Sender = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
"""The mark of a table's data directory, made once: it separates two tables of one name."""


def _dated(name: str) -> str:
    """Check that a record's name is a time; raises ValueError for a date of no calendar."""
    datetime.strptime(name, NAMED_BY)  # noqa: DTZ007  only whether it is one
    return name


RecordName = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}Z$"), AfterValidator(_dated)]
"""The name of a record: the start of its match, by the table's clock, UTC."""
ChainLink = Annotated[str, Field(pattern=r"^[0-9a-f]{64}( late| unwitnessed)?$")]
"""A link of a record's chain (docs/records.md)."""
MOST_LINES: Final = 64
"""The most lines of one message."""
MOST_NAMED: Final = 64
"""The most records of one message."""
MOST_ROWS: Final = 16
"""The most players or sides on a display, and cards of a trick."""
_LONGEST_LINE: Final = 65_536
MOST_NAME: Final = 200
"""The most letters of a name, a score, a title or the name of a kind."""
MOST_TEXT: Final = 1_000
"""The most letters of a sentence."""
_MOST_COUNT: Final = 1_000_000_000
MOST_BYTES: Final = {"state": 200_000, "event": 8_000_000, "verdict": 3_000_000, "cmd": 1_000, "cmd/reply": 10_000}
"""The most bytes of a message, by its topic; longer ones are not read."""
_CONTROL: Final = r"\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
"""Control characters, separators of lines (Unicode Cc, Zl, Zp), and marks that turn the direction of what follows."""
_PLAIN: Final = f"^[^{_CONTROL}]*$"

MessageName = Annotated[str, Field(max_length=MOST_NAME, pattern=_PLAIN)]
MessageText = Annotated[str, Field(max_length=MOST_TEXT, pattern=_PLAIN)]
MessageCount = Annotated[int, Field(ge=0, le=_MOST_COUNT)]
MessageNumber = Annotated[int, Field(ge=1, le=_MOST_COUNT)]
"""A number from 1."""
ADDRESS: Final = r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/"
"""The pattern of an address: a host and its port, and nothing else."""
TableAddress = Annotated[str, Field(max_length=MOST_NAME, pattern=f"^({ADDRESS})?$")]
MOST_PICTURE: Final = 1_000_000
"""The most bytes of a picture."""
_JPEG: Final = b"\xff\xd8\xff"
"""The first bytes of every JPEG file (ITU-T T.81, annex B)."""


class MessageError(ValueError):
    """A message that does not fit its topic; the text gives the reason, in one sentence."""


class _Message(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        allow_inf_nan=False,
        ser_json_bytes="base64",
        val_json_bytes="base64",
    )

    v: Literal[1] = 1
    """The version of this form."""
    sender: Sender
    """The mark of the table's data directory."""


class RowShown(BaseModel):
    """A player or side on a display."""

    model_config = _Message.model_config

    name: MessageName
    score: MessageName = ""
    """The score in figures, as it is read."""
    strokes: MessageName = ""
    """``I`` a stroke, ``o`` a circle, ``φ`` both."""
    lamp: Literal["off", "turn", "foul"] = "off"


class AlertShown(BaseModel):
    """The alert of a display: what must not be overlooked."""

    model_config = _Message.model_config

    kind: MessageName
    text: MessageText


class CardShown(BaseModel):
    """A card of the open trick."""

    model_config = _Message.model_config

    name: MessageName
    """The player of the card."""
    card: MessageName
    """The card as the record writes it, such as ``H10``."""


class TableShown(_Message):
    """The display of a table as it is now: nothing that stands there is hidden from its players."""

    record: RecordName
    lines: MessageCount
    """The number of lines of the record so far."""
    title: MessageName
    """Game and deal."""
    status: MessageText
    rows: Annotated[tuple[RowShown, ...], Field(max_length=MOST_ROWS)] = ()
    trick: Annotated[tuple[CardShown, ...], Field(max_length=MOST_ROWS)] = ()
    alert: AlertShown | None = None
    ended: bool = False
    """Whether the match is over."""
    address: TableAddress = ""
    """The address of the table's pages, for the hall's arbiters; empty: it has none, or lets none of them in."""


class RecordHeld(BaseModel):
    """A record that a table has."""

    model_config = _Message.model_config

    record: RecordName
    lines: MessageCount
    """The number of lines that may leave the table by now."""


class RecordsHeld(_Message):
    """The records of a table; the hall answers each with its own number of lines."""

    kind: Literal["records"] = "records"
    records: Annotated[tuple[RecordHeld, ...], Field(max_length=MOST_NAMED)]


class ChainedLine(BaseModel):
    """A line of a record and its link."""

    model_config = _Message.model_config

    data: Annotated[str, Field(max_length=_LONGEST_LINE, pattern=r"^[^\n]+\n$")]
    """The line as the record has it, with its line end."""
    link: ChainLink


class RecordLines(_Message):
    """Lines of a record, in order."""

    kind: Literal["lines"] = "lines"
    record: RecordName
    first: MessageNumber
    """The number of the first of them, from 1."""
    lines: Annotated[tuple[ChainedLine, ...], Field(min_length=1, max_length=MOST_LINES)]


class VerdictPicture(BaseModel):
    """A picture of the mat that shows a verdict's play, as the table keeps it for its evidence."""

    model_config = _Message.model_config

    of: PicturedPlay
    """The play that the verdict is about, or the one that proves it."""
    jpeg: bytes
    """The file, of a million bytes at most, in the alphabet of base64 for addresses (RFC 4648, 5)."""

    @field_validator("jpeg")
    @classmethod
    def _is_jpeg(cls, value: bytes) -> bytes:
        if not value.startswith(_JPEG) or len(value) > MOST_PICTURE:
            raise ValueError(f"it is no JPEG file of at most {MOST_PICTURE} bytes")
        return value


class VerdictCard(BaseModel):
    """A card of a verdict that lies open, and its part in it."""

    model_config = _Message.model_config

    part: What
    """Led the trick; is what was laid; was held beside it."""
    card: MessageName
    """The card as the record writes it, such as ``H10``."""

    @field_validator("card")
    @classmethod
    def _is_card(cls, value: str) -> str:
        try:
            return Card(value)
        except CardError as error:
            raise ValueError("it is no card") from error


class VerdictTold(_Message):
    """A verdict as the table is told it, that it is withdrawn, or what an arbiter has ruled on it."""

    record: RecordName
    line: MessageNumber
    """The line by which the verdict became true."""
    verdict: MessageName
    """The verdict's kind, such as ``revoke``."""
    name: MessageName = ""
    """The accused player; empty if there is none."""
    rule: MessageName = ""
    text: MessageText
    id: Annotated[str, Field(pattern=r"^([0-9a-f]{16})?$")] = ""
    """The id with which the hall acknowledges the verdict; empty without an acknowledgement."""
    withdrawn: bool = False
    about: MessageName = ""
    """The accusation in one word, the same for whatever becomes of it; empty: nothing more is told of it."""
    ruling: Literal["", "upheld", "dismissed", "open"] = ""
    """The ruling of an arbiter; empty: there is none."""
    by: MessageName = ""
    """The name of whoever has ruled."""
    cards: Annotated[tuple[VerdictCard, ...], Field(max_length=MOST_ROWS)] = ()
    suits: Suits = "french"
    """The suits of the pack on the table."""
    pictures: Annotated[tuple[VerdictPicture, ...], Field(max_length=2)] = ()


class Kept(_Message):
    """The hall has a record on its disk up to this line; ``sender`` is the table it is said to."""

    do: Literal["kept"] = "kept"
    record: RecordName
    line: MessageCount


class SendAgain(_Message):
    """The hall asks for the lines of a record from this one on; ``sender`` is the table it is said to."""

    do: Literal["send"] = "send"
    record: RecordName
    line: MessageNumber


class VerdictNoted(_Message):
    """The hall has a verdict, by its ``id``; ``sender`` is the table it is said to."""

    do: Literal["noted"] = "noted"
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class ArbiterComing(_Message):
    """An arbiter is on the way to the table."""

    do: Literal["coming"] = "coming"
    name: MessageName
    """The arbiter's name; empty: nobody comes any more."""


class ArbiterAdmitted(_Message):
    """An admission: this key admits its bearer to the table's pages as an arbiter, once, within a minute."""

    do: Literal["admit"] = "admit"
    key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
    name: MessageName


class CommandRefused(_Message):
    """The reason why a command could not be carried out."""

    do: MessageName
    why: MessageText


EventMessage = Annotated[RecordsHeld | RecordLines, Field(discriminator="kind")]
Command = Annotated[Kept | SendAgain | VerdictNoted | ArbiterComing | ArbiterAdmitted, Field(discriminator="do")]

_FORMS: Final[dict[str, TypeAdapter[Any]]] = {
    "state": TypeAdapter(TableShown),
    "event": TypeAdapter(EventMessage),
    "verdict": TypeAdapter(VerdictTold),
    "cmd": TypeAdapter(Command),
    "cmd/reply": TypeAdapter(CommandRefused),
}
"""The form of each topic, by the part of the topic after the table's name."""


def plain(text: str, most: int) -> str:
    """Clean a text for messages: in one line without control characters, cut where it is too long."""
    clean = re.sub(f"[{_CONTROL}]", " ", text)
    return clean if len(clean) <= most else f"{clean[: most - 1]}…"


def written(message: _Message) -> bytes:
    """Write a message for sending: JSON in UTF-8."""
    return message.model_dump_json(exclude_defaults=False).encode()


AnyMessage = (
    TableShown
    | RecordsHeld
    | RecordLines
    | VerdictTold
    | Kept
    | SendAgain
    | VerdictNoted
    | ArbiterComing
    | ArbiterAdmitted
    | CommandRefused
)


def read(topic: str, data: bytes) -> AnyMessage:
    """Read a message of a topic, named by the part after the table's name.

    Raises:
        MessageError: it is none of this topic, or longer than any of it.
    """
    form: TypeAdapter[AnyMessage] | None = _FORMS.get(topic)
    if form is None:
        raise MessageError(f"no message is sent on {plain(topic, MOST_NAME)!r}")
    if len(data) > MOST_BYTES[topic]:
        raise MessageError(f"no message of {topic} has more than {MOST_BYTES[topic]} bytes; {len(data)} were sent")
    try:
        return form.validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        why = plain(f"{place + ': ' if place else ''}{first['msg']}", MOST_TEXT)
        raise MessageError(f"no message of {topic}: {why}") from error


def schemas() -> dict[str, str]:
    """Return the JSON schema of each topic's messages, as docs/mqtt.md prints it."""
    return {topic: json.dumps(form.json_schema(), indent=1, ensure_ascii=False) for topic, form in _FORMS.items()}

"""The state of a table beside its match: troubles, notices, confirmations, and how phones find it."""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from controller.rules.results import Verdict
from firmware_bridge.face.face import AlertKind

Notice: TypeAlias = tuple[AlertKind, str]
"""A notice and its sentence: the same words as another kind of notice are another notice."""
NO_NOTICE: Final[Notice] = ("notice", "")


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a table at one moment; texts are sentences, empty where there is nothing of the kind."""

    trouble: str = ""
    """The trouble that blinds the table, such as a camera unplugged, until it is over."""
    unsaved: str = ""
    """Why events are not on the disk, as long as they are not."""
    call: str = ""
    """Who asks for the arbiter, until the call is taken back."""
    answer: str = ""
    """Why the last word means nothing now, or what it waits for."""
    reply: str = ""
    """What somebody asked to be shown, until the next event."""
    remark: str = ""
    """Another notice: a doubt, a mat that differs from the record, too many misreadings."""
    withdrawn: tuple[Verdict, ...] = ()
    """Verdicts that the newest event took back."""
    confirmed: frozenset[tuple[object, ...]] = frozenset()
    """Accusations of which the table has taken notice, once and for all."""
    read: Notice = NO_NOTICE
    """The notice of which the table has taken notice, until it is told something else."""
    coming: str = ""
    """The arbiter who is on the way, by name; empty: nobody is."""
    code: str = ""
    """The code that pairs a phone now, in words."""
    address: str = ""
    """The address of the table's page; empty if it has none."""

    @property
    def notice(self) -> Notice:
        """The first notice that holds, beside trouble and verdicts."""
        notices: tuple[Notice, ...] = (
            ("trouble", self.unsaved),
            ("call", self.call),
            ("answer", self.answer),
            ("notice", self.reply),
            ("notice", self.remark),
        )
        return next((notice for notice in notices if notice[1]), NO_NOTICE)

    def noticing(self, unsaved: str, call: str, answer: str, remark: str) -> "TableState":
        """The state with other notices; another one than before is shown, whatever was confirmed or withdrawn."""
        now = replace(self, unsaved=unsaved, call=call, answer=answer, remark=remark)
        return now if now.notice == self.notice else replace(now, read=NO_NOTICE, withdrawn=())

    def confirming(self, heard: tuple[Verdict, ...]) -> "TableState":
        """The state after the table took notice of these verdicts and of all else that does not last by itself."""
        lasting = self.unsaved or self.call
        known = self.confirmed | {verdict.accusation for verdict in heard}
        return replace(self, confirmed=known, withdrawn=(), read=NO_NOTICE if lasting else self.notice)


PLAIN: Final = TableState()
"""A table of which there is nothing to say."""

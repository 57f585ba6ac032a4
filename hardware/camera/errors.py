"""Errors of a source of pictures, and the names of sources in messages."""

import os
import re
from pathlib import Path
from typing import Literal, TypeAlias

CameraFault: TypeAlias = Literal[
    "missing", "busy", "silent", "phone", "unreached", "denied", "elsewhere", "broken", "unusable"
]
"""Reasons why there is no picture.

Nothing is plugged in; it is in use; it has stopped; no phone sends any; nothing answers at its address; a password is
asked for; its pictures are at another address; all come broken; another reason.
"""


class CameraError(OSError):
    """No picture, or no further picture, can be had from a source; the message says which, why and what to do.

    Attributes:
        fault: why, for whoever says it to people who know nothing of devices.
    """

    def __init__(self, text: str, fault: CameraFault = "unusable") -> None:
        super().__init__(text)
        self.fault = fault


def hide_password(text: str) -> str:
    """Hide the password in the name of a source, so that it may be printed.

    >>> hide_password("http://anna:secret@10.0.0.7/table.mjpg"), hide_password("/dev/video0")
    ('http://anna:***@10.0.0.7/table.mjpg', '/dev/video0')
    """
    hidden = re.sub(r"(?<=://)([^/@:]*):[^/]*@", r"\1:***@", text)
    return re.sub(r"(?i)([?&](?:pw|pwd|pass|passwd|password|token|key)=)[^&#]*", r"\1***", hidden)


def missing_support() -> str:
    """Tell why this program can open nothing at all; empty if it can: then the source is at fault."""
    try:
        Path(os.devnull).open("rb").close()
    except OSError as error:
        return f"this program can open nothing for now: {error.strerror or error}"
    return ""

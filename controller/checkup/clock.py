"""The clock: a Pi has none of its own that survives being switched off."""

import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from controller.checkup import Finding
from controller.record.message import Message
from controller.settings.model import Config

_SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")


def check(config: Config) -> Iterator[Finding]:
    """Check that the clock is later than this program's build and set by the network."""
    del config
    now, file_time = time.time(), Path(__file__).stat().st_mtime
    time_text = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    if now < file_time:
        yield Finding(Message("clock"), "better", _too_early(time_text))
    elif _by_network():
        yield Finding(Message("clock"), "ok", Message("{when}, set by the network", when=time_text))
    else:
        yield Finding(Message("clock"), "ok", _by_hand(time_text))


def _too_early(when: str) -> Message:
    return Message(
        "it says {when}, which is before this program was installed: set it, or records bear a wrong date", when=when
    )


def _by_hand(when: str) -> Message:
    return Message(
        "{when}, not set by the network: compare it with your watch; only the dates of records depend on it", when=when
    )


def _by_network() -> bool:
    """Whether systemd says that the clock was set from the network."""
    if _SYNCHRONIZED.exists():
        return True
    try:
        command = ["/usr/bin/timedatectl", "show", "-p", "NTPSynchronized"]
        process = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)  # noqa: S603  no input
    except (OSError, subprocess.TimeoutExpired):
        return False
    return process.stdout.strip() == "NTPSynchronized=yes"

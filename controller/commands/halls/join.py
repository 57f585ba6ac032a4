"""``schiri hall join``: a table takes the QR code of its invitation, and its settings lead to the hall from then on."""

import getpass
import sys
from pathlib import Path
from typing import Final

from controller.commands.halls.hall import HallError
from controller.commands.terminal import say
from controller.hall.member import HallInvitation, InvitationError
from controller.settings import edit
from controller.settings.model import Config, ConfigError, load, parse
from controller.settings.toml import SettingsTextError
from controller.store.settings_file import save
from controller.web import broker_line
from hardware.camera.source import CameraError, hide_password, open_source
from vision.marks.zxing import read_qr

PATIENCE_S: Final = 60.0
"""The time limit for showing the code to the camera."""
_SCHEME: Final = "mqtts://"


def run(settings: Path, picture: str | None, *, ask: bool) -> int:
    """Read an invitation and write it into the settings of this table; returns the exit status.

    Args:
        settings: the file of the table's settings.
        picture: a picture of the code; None: the table's camera looks for it.
        ask: read the code's line from the keyboard, unseen, or from standard input.

    Raises:
        HallError: there is no code to be seen, or the hall does not know it any more.
        InvitationError: it is none, or its broker is not reached.
        ConfigError: the settings cannot be read or written.
        CameraError: the camera cannot be opened.
    """
    if picture is not None and picture.startswith(_SCHEME):
        raise HallError("a code holds a password, and the shell would keep it: type `schiri hall join --ask` instead")
    config = load(settings)
    invitation = (
        _typed_invitation() if ask else _pictured(Path(picture)) if picture is not None else _filmed_invitation(config)
    )
    certificate = invitation.certificate()
    if trouble := broker_line.check_broker(invitation.address(certificate), invitation.topics.event):
        raise HallError(f"{trouble}; enrolling a table again makes older codes worthless: take the newest")
    _write(settings, invitation, certificate)
    say(f"table {invitation.table} belongs to hall {invitation.hall} at {invitation.broker}: start the referee again")
    return 0


def _typed_invitation() -> HallInvitation:
    line = getpass.getpass("The line of the code: ") if sys.stdin.isatty() else sys.stdin.readline()
    return HallInvitation.read(line)


def _pictured(path: Path) -> HallInvitation:
    """Return the invitation in a picture of it."""
    if not path.is_file():
        raise HallError(f"{path} cannot be read: it is no file; name a picture of the code, or none for the camera")
    try:
        with open_source(str(path)) as pictures:
            for _, gray in pictures:
                for text, _ in read_qr(gray, thorough=True):
                    return HallInvitation.read(text)
    except CameraError as error:
        raise HallError(f"{path} is no picture: photograph the code, or hold it before the table's camera") from error
    raise HallError(f"{path}: no QR code is found in it; take the picture from nearer, with all four edges of the code")


def _filmed_invitation(config: Config) -> HallInvitation:
    """Return the invitation that somebody holds before the table's camera; other codes are passed over."""
    camera = config.camera
    where = hide_password(camera.video)
    with open_source(camera.video, fps=camera.fps, settings=camera.settings()) as frames:
        say(f"hold the code before the camera ({where})")
        for seconds, gray in frames:
            for text, _ in read_qr(gray):
                try:
                    return HallInvitation.read(text)
                except InvitationError:
                    continue
            if seconds > PATIENCE_S:
                break
    raise HallError(f"{where}: no code of a hall was seen; hold it nearer and still, or name a picture of it")


def _write(settings: Path, invitation: HallInvitation, certificate: str) -> None:
    """Put the way to the hall in place of any other, and keep what may leave the table; raises ConfigError."""
    way = {
        "broker": invitation.broker,
        "hall": invitation.hall,
        "table": invitation.table,
        "password": invitation.password,
        "certificate": certificate,
    }
    try:
        text = edit.with_hall(settings.read_text(encoding="utf-8-sig"), way)
    except SettingsTextError as error:
        raise ConfigError(f"{settings}: {error}") from error
    parse(text, str(settings))
    save(settings, text)

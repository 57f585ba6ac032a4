"""The owner of files: root writes for a table as the owner of its data, and for a person as that person."""

import os
import pwd
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Owner(NamedTuple):
    """A user and a group, by their numbers."""

    user: int
    group: int


def owner_of(path: Path, name: str | None = None) -> Owner:
    """Return the owner of a file or folder, or of the nearest folder above it that there is.

    Args:
        path: path that need not exist.
        name: a user who owns it instead, if this machine has one of that name.
    """
    if name:
        with suppress(KeyError):
            account = pwd.getpwnam(name)
            return Owner(account.pw_uid, account.pw_gid)
    place_owned = next(place for place in (path, *path.absolute().parents) if place.exists())
    status = place_owned.stat()
    return Owner(status.st_uid, status.st_gid)


def change_owner(paths: Iterable[Path], owner: Owner, deep: Iterable[Path] = ()) -> None:
    """Give files and folders to an owner, some with all that is in them; nobody but root can, and needs to.

    Raises:
        OSError: one of them cannot be given away.
    """
    if os.geteuid() != 0:
        return
    for path in (*paths, *(one for top in deep for one in top.rglob("*"))):
        os.chown(path, *owner, follow_symlinks=False)


def give_to_caller(path: Path) -> None:
    """Give a file to the person who typed ``sudo``: it is to be looked at, copied and sent.

    Raises:
        OSError: it cannot be given away.
    """
    with suppress(KeyError, ValueError):
        change_owner([path], Owner(int(os.environ["SUDO_UID"]), int(os.environ["SUDO_GID"])))

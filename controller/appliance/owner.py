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
            known = pwd.getpwnam(name)
            return Owner(known.pw_uid, known.pw_gid)
    there = next(place for place in (path, *path.absolute().parents) if place.exists())
    held = there.stat()
    return Owner(held.st_uid, held.st_gid)


def own_all(paths: Iterable[Path], owner: Owner, deep: Iterable[Path] = ()) -> None:
    """Give files and folders to an owner, some with all that is in them; nobody but root can, and needs to.

    Raises:
        OSError: one of them cannot be given away.
    """
    if os.geteuid() != 0:
        return
    for path in (*paths, *(one for top in deep for one in top.rglob("*"))):
        os.chown(path, *owner, follow_symlinks=False)


def to_who_typed(path: Path) -> None:
    """Give a file to the person who typed ``sudo``: it is to be looked at, copied and sent.

    Raises:
        OSError: it cannot be given away.
    """
    with suppress(KeyError, ValueError):
        own_all([path], Owner(int(os.environ["SUDO_UID"]), int(os.environ["SUDO_GID"])))

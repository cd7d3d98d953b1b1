"""What the system says of a path, asked as Hermes asks it. Looks, writes nothing."""

from __future__ import annotations

import errno
import os

_NOTHING = (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP)


def status(path: str) -> os.stat_result | None:
    """What stands at a path, links followed; None where nothing does, or where the text can be no path.

    Raises OSError where Hermes' own question does (a folder that may not be entered, a path that is too long): as
    pathlib before Python 3.14, whatever this Python does.
    """
    try:
        return os.stat(path)
    except ValueError:
        return None
    except OSError as error:
        if error.errno in _NOTHING:
            return None
        raise


def is_path(text: str) -> bool:
    """Whether the text can be handed to the system: no NUL character, no half character."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def real_path(path: str) -> str | None:
    """The path with links resolved; None for a relative path and for text that can be no path."""
    return os.path.realpath(path) if os.path.isabs(path) and is_path(path) else None

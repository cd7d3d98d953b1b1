"""Which honcho.json is read, and what it holds. Opens one file, writes nothing. Source: spec Config."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hermes_lab.errors import BadInput
from hermes_lab.homes import Profile, user_home
from hermes_lab.resolution.config.merge import kind
from hermes_lab.resolution.paths import status
from hermes_lab.show import short


@dataclass(frozen=True, slots=True)
class HonchoFile:
    """The one honcho.json that counts.

    `root` is what it holds, None if there is no file or it counts as none. `passed_over` says why it counts as none,
    `failure` on what Hermes fails (`root` is empty then); each is the end of a sentence that begins with the path.
    """

    path: str | None
    root: dict | None = None
    passed_over: str | None = None
    failure: str | None = None


def open_honcho_file(profile: Profile, env: Mapping[str, str], *, path: str | None, with_bom: bool) -> HonchoFile:
    """The first of the three files that exists, or the one at `path`, opened.

    Raises BadInput if `path` does not exist or is neither a file nor a folder. Leaves everything as it was.
    """
    if path is not None:
        _must_be_there(path)
        return _read(path, with_bom)
    home = user_home(env)
    for place in (profile.file("honcho.json"), os.path.join(profile.root, "honcho.json"), os.path.join(home, ".honcho", "config.json")):
        try:
            if status(place):
                return _read(place, with_bom)
        except OSError as error:
            return HonchoFile(place, {}, failure=f"cannot be looked at ({error.strerror})")
    return HonchoFile(None)


def _must_be_there(path: str) -> None:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        raise BadInput(f"There is no file {short(path, 200)}.") from None
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise BadInput(f"{short(path, 200)} is no ordinary file.")


def _read(path: str, with_bom: bool) -> HonchoFile:
    try:
        root = json.loads(_text(path, with_bom))
    except json.JSONDecodeError as error:
        bom = error.pos == 0 and "BOM" in error.msg
        what = "it starts with a byte order mark" if bom else f"it is no JSON (line {error.lineno})"
        return HonchoFile(path, passed_over=what)
    except OSError as error:
        return HonchoFile(path, passed_over=f"it cannot be read ({error.strerror})")
    except UnicodeDecodeError:
        return HonchoFile(path, {}, failure="is not UTF-8")
    except RecursionError:
        return HonchoFile(path, {}, failure="is nested too deeply")
    except ValueError:  # what Python says of a whole number of more than 4,300 digits
        return HonchoFile(path, {}, failure="holds a whole number with too many digits")
    return _whole(path, root)


def _text(path: str, with_bom: bool) -> str:
    """The file's text. Only of an ordinary file: a pipe could keep the lab waiting for ever."""
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "no ordinary file")
    with open(path, "rb") as file:
        return file.read().decode("utf-8-sig" if with_bom else "utf-8")


def _whole(path: str, root: Any) -> HonchoFile:
    if isinstance(root, dict):
        return HonchoFile(path, root)
    return HonchoFile(path, {}, failure=f"is {kind(root)} as a whole, not an object")

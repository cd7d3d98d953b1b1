"""Git itself: which program that is, where its system config stands, and asking it for a top level."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Mapping

TIMEOUT_SECONDS = 5.0
NO_WORK_TREE = "not inside a git work tree"
_COMMAND = ["git", "rev-parse", "--show-toplevel"]
_INTRODUCED: dict[tuple, bytes | None] = {}


class NotCertain(Exception):
    """The file system alone does not settle the answer; the message says why. Never leaves this package."""


def ask(folder: str, env: Mapping[str, str] | None) -> tuple[str | None, str]:
    """Spawn git in the folder: the top level it prints, or None, and what it said. Writes nothing, raises nothing."""
    try:
        done = subprocess.run(
            _COMMAND, cwd=folder, env={**(os.environ if env is None else env), "LC_ALL": "C"}, timeout=TIMEOUT_SECONDS,
            stdin=subprocess.DEVNULL, capture_output=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None, f"git was silent for {TIMEOUT_SECONDS:g} s"
    except (OSError, ValueError) as error:
        return None, _not_started(folder, error)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        if said.startswith("fatal: not a git repository (or any"):
            return None, NO_WORK_TREE
        return None, f"git says: {said[:200]}" if said else f"git ended with status {done.returncode}"
    return as_printed(done.stdout) or None, "git was asked"


def as_printed(path: bytes) -> str:
    """A path as Hermes reads git's output, as text: U+FFFD for what is not UTF-8, line ends as \\n, no blanks at the ends."""
    return path.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").strip()


def _not_started(folder: str, error: Exception) -> str:
    if isinstance(error, FileNotFoundError) and error.filename != folder:
        return "no git on PATH"
    return "the folder cannot be entered" if getattr(error, "filename", folder) == folder else f"git cannot be started: {error}"


def find_git(path_variable: str) -> tuple[str, os.stat_result] | None:
    """The program that `git` starts under this PATH, or None if there is none; NotCertain where it depends on the folder."""
    for folder in path_variable.split(":"):
        if not folder.startswith("/"):
            raise NotCertain("PATH has a relative entry")
        program = f"{folder}/git"
        if os.access(program, os.X_OK):
            return program, os.stat(program)
    return None


def system_config(program: str, state: os.stat_result) -> bytes:
    """Where this git reads its system config; NotCertain for a program that is not plainly git itself.

    Kept per program file (its path, inode, size and times): only git knows where it was built to look, and asking it
    each time would cost what reading is there to save. An answer about a folder is never kept.
    """
    key = (program, state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
    if key not in _INTRODUCED:
        _INTRODUCED[key] = _introduce(program, state)
    found = _INTRODUCED[key]
    if found is None:
        raise NotCertain("the git on PATH is a wrapper or unknown")
    return found


def _introduce(program: str, state: os.stat_result) -> bytes | None:
    if not stat.S_ISREG(state.st_mode) or state.st_mode & (stat.S_ISUID | stat.S_ISGID) or not _is_git_itself(program):
        return None
    # "Editing" the system config with printf as the editor prints its path; no file is opened or made.
    env = {"PATH": os.defpath, "HOME": "/", "GIT_DIR": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_EDITOR": "printf %s"}
    try:
        done = subprocess.run(
            [program, "config", "--system", "--edit"], cwd="/", env=env, timeout=TIMEOUT_SECONDS,
            stdin=subprocess.DEVNULL, capture_output=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 and done.stdout.startswith(b"/") else None


def _is_git_itself(program: str) -> bool:
    """A script or a small wrapper could do anything before it starts git; git's own binary knows git's variables."""
    with open(program, "rb") as file:
        return file.read(4) == b"\x7fELF" and b"GIT_CEILING_DIRECTORIES" in file.read()

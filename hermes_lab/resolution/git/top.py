"""The git top level of a folder: git's own answer, mostly without starting git."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from hermes_lab.resolution.git.ask import NO_WORK_TREE, NotCertain, as_printed, ask, find_git, system_config
from hermes_lab.resolution.git.scan import check_config, check_shared_config, read_small

# Only Linux tells the physical path of an open folder exactly as getcwd does; elsewhere (case folding, composed names,
# a git that is a launcher) git is always asked.
READS = sys.platform.startswith("linux")
_ENTER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | getattr(os, "O_PATH", 0)
_LONGEST = 3000

# Everything else that starts with GIT_ may bear on the answer.
_HARMLESS_VARIABLES = frozenset(
    "GIT_ASKPASS GIT_AUTHOR_DATE GIT_AUTHOR_EMAIL GIT_AUTHOR_NAME GIT_COMMITTER_DATE GIT_COMMITTER_EMAIL GIT_COMMITTER_NAME"
    " GIT_EDITOR GIT_MERGE_AUTOEDIT GIT_PAGER GIT_SEQUENCE_EDITOR GIT_SSH GIT_SSH_COMMAND GIT_SSL_CAINFO GIT_TERMINAL_PROMPT".split()
)
_HEAD = re.compile(rb"(?:ref: refs/[!-~]+|[0-9a-f]{40})\n")
_POINTER = re.compile(rb"gitdir: ([^\x00-\x1f]*[^\x00-\x20])\n")
_COMMON = re.compile(rb"([^\x00-\x1f]*[^\x00-\x20])\n")


@dataclass(frozen=True, slots=True)
class TopLevel:
    """A top level as git prints it, or None; `how` is 'read' or 'asked git', `why` one short sentence."""

    path: str | None
    how: str
    why: str


def top_level(folder: str, *, env: Mapping[str, str] | None = None) -> TopLevel:
    """What `git rev-parse --show-toplevel` prints in this folder, blanks stripped; None where git gives no answer.

    The answer is read off the file system where that is certain, else git is asked. `env` is the environment git would
    have (default: this process's). Writes nothing and raises nothing, whatever the folder is. Source: spec: Git top level.
    """
    try:
        return _read(folder, os.environ if env is None else env)
    except (NotCertain, OSError, ValueError) as reason:
        path, said = ask(folder, env)
        because = str(reason) if isinstance(reason, NotCertain) else "a file or folder cannot be looked at"
        return TopLevel(path, "asked git", f"{said} ({because})" if path else said)


def _read(folder: str, env: Mapping[str, str]) -> TopLevel:
    _check_environment(env)
    git = find_git(env["PATH"])
    if git is None:
        return TopLevel(None, "read", "no git on PATH")
    system = system_config(*git)
    try:
        handle = os.open(folder, _ENTER)
    except (FileNotFoundError, NotADirectoryError):
        return TopLevel(None, "read", "the folder cannot be entered")
    top, owner = _walk_up(*_physical(handle))
    if top is None:
        return TopLevel(None, "read", NO_WORK_TREE)
    for config in _global_configs(env, system):
        check_shared_config(config)
    return TopLevel(as_printed(top), "read", _check_repository(top, owner))


def _check_environment(env: Mapping[str, str]) -> None:
    for name in env:
        if name.startswith(("GIT_", "LD_")) and name not in _HARMLESS_VARIABLES:
            raise NotCertain(f"{name} is set")
    if "PATH" not in env:
        raise NotCertain("PATH is not set")
    if not READS:
        raise NotCertain("this system is not Linux")
    if os.getuid() != os.geteuid():
        raise NotCertain("the process runs under another user's rights")


def _physical(handle: int) -> tuple[bytes, os.stat_result]:
    """The open folder as getcwd would name it, and its state: one question to the kernel where realpath asks per part."""
    try:
        here = os.readlink(b"/proc/self/fd/%d" % handle)
        opened = os.fstat(handle)
    finally:
        os.close(handle)
    state = os.stat(here)
    if len(here) > _LONGEST or state.st_ino != opened.st_ino or state.st_dev != opened.st_dev:
        raise NotCertain("the folder has no certain path")
    if not os.access(here, os.X_OK):
        raise NotCertain("the folder may not be entered")
    return here, state


def _walk_up(here: bytes, state: os.stat_result) -> tuple[bytes | None, int]:
    """The nearest folder with a `.git` and its owner; None for the folder if the root is reached without one."""
    device = state.st_dev
    while True:
        base = here if here != b"/" else b""
        if os.access(base + b"/.git", os.F_OK):
            return here, state.st_uid
        if _is_there(base + b"/HEAD"):
            raise NotCertain("this may be a git folder itself")
        if not base:
            return None, 0
        here = base[: base.rindex(b"/")] or b"/"
        state = os.stat(here)
        if state.st_dev != device:
            raise NotCertain("the search crosses file systems")


def _check_repository(top: bytes, owner: int) -> str:
    """Why this `.git` makes the folder a top level; NotCertain unless it is of one of the plain kinds."""
    dot = os.path.join(top, b".git")
    state = os.lstat(dot)
    if not state.st_uid == owner == os.geteuid():
        raise NotCertain("the repository belongs to someone else")
    if stat.S_ISDIR(state.st_mode):
        return _check_git_folder(dot, "a .git folder stands here")
    if stat.S_ISREG(state.st_mode):
        target = os.path.join(top, _only(_POINTER, read_small(dot)))
        return _check_git_folder(target, "a .git file stands here")
    raise NotCertain(".git is neither a folder nor a file")


def _check_git_folder(folder: bytes, why: str) -> str:
    if not _HEAD.fullmatch(read_small(folder + b"/HEAD")):
        raise NotCertain("HEAD is unusual")
    shared = folder
    if _is_there(folder + b"/commondir"):
        shared = os.path.join(folder, _only(_COMMON, read_small(folder + b"/commondir")))
    if not (os.access(shared + b"/objects", os.X_OK) and os.access(shared + b"/refs", os.X_OK)):
        raise NotCertain("the git folder is broken")
    check_config(shared + b"/config")
    return why


def _only(pattern: re.Pattern[bytes], text: bytes) -> bytes:
    match = pattern.fullmatch(text)
    if match is None:
        raise NotCertain("a file that points to the git folder is unusual")
    return match[1]


def _global_configs(env: Mapping[str, str], system: bytes) -> tuple[bytes, ...]:
    home, settings = env.get("HOME", ""), env.get("XDG_CONFIG_HOME") or env.get("HOME", "") + "/.config"
    if not (home.startswith("/") and settings.startswith("/")):
        raise NotCertain("HOME or XDG_CONFIG_HOME is not an absolute path")
    return system, os.fsencode(settings) + b"/git/config", os.fsencode(home) + b"/.gitconfig"


def _is_there(path: bytes) -> bool:
    try:
        os.lstat(path)
    except FileNotFoundError:
        return False
    return True

"""A strict scan of git's config files: does this one certainly change nothing about where a work tree is?"""

from __future__ import annotations

import os
import re
import stat
import time

from hermes_lab.resolution.git.ask import NotCertain

LARGEST = 64 * 1024
SETTLED_SECONDS = 5
_CLEAN: dict[bytes, tuple[int, ...]] = {}
_OPEN = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK

# No possessive quantifiers: Python before 3.11.5 lets them match an open quote. Instead no text can be matched in two
# ways, so that a failing match stays linear in the size of the file.
_SWITCH = r"[ \t]*(?:true|false)[ \t]*"
_PATH = r"[ \t]*~?/[A-Za-z0-9 ._/@+-]*"
_TEXT = (
    r'(?:[^"\\#;\x00-\x08\x0a-\x1f]|\\["\\ntb]|"(?:[^"\\\x00-\x08\x0a-\x1f]|\\["\\ntb])*")*'
    r"(?:[#;][^\r\n\x00]*)?"
)
_ANY = r"[a-z][a-z0-9-]*"
_QUIET = r"[ \t]*(?:[#;][^\r\n\x00]*)?\n"

# Git reads these values while it looks for the work tree and dies of a bad one, so each key has its own kind of value.
_PLAIN = {
    "core": {
        "repositoryformatversion": r"[ \t]*0[ \t]*",
        "bare": r"[ \t]*false[ \t]*",
        "filemode|logallrefupdates|ignorecase|precomposeunicode|symlinks": _SWITCH,
        "autocrlf": r"[ \t]*(?:true|false|input)[ \t]*",
        "excludesfile|attributesfile|hookspath": _PATH,
        "editor|pager|sshcommand": _TEXT,
    },
    "user|author|committer": {"name|email": _TEXT, "signingkey": _TEXT},
    "push": {"default": r"[ \t]*(?:simple|current|upstream|matching|nothing)[ \t]*", "autosetupremote": _SWITCH},
    "color": {"ui": r"[ \t]*(?:auto|true|false|always)[ \t]*"},
    "fetch": {"prune|prunetags": _SWITCH},
    "init": {"defaultbranch|templatedir": _TEXT},
    "pull": {"rebase|ff": _TEXT},
    "merge": {"tool|conflictstyle|ff": _TEXT},
    "diff": {"tool|algorithm|colormoved|renames": _TEXT},
    "rebase": {"autosquash|autostash": _TEXT},
    "rerere": {"enabled": _TEXT},
    "commit": {"gpgsign|template|verbose": _TEXT},
    "tag": {"gpgsign|sort": _TEXT},
    "gpg": {"format|program": _TEXT},
    "help": {"autocorrect": _TEXT},
    # Git asks safe.* only where the owner is another or the repository bare; both are left to git anyway.
    "safe": {"directory": _TEXT},
    "alias|credential|http": {_ANY: _TEXT},
}
_NAMED = "remote|branch|credential|url|filter|submodule|http|gpg|difftool|mergetool"


def _section(head: str, keys: dict[str, str]) -> str:
    lines = "|".join(rf"(?:{names})[ \t]*={value}\n" for names, value in keys.items())
    return rf"[ \t]*\[(?:{head})\][ \t]*\n(?:[ \t]*(?:{lines})|{_QUIET})*"


_SECTIONS = [_section(name, keys) for name, keys in _PLAIN.items()]
_SECTIONS.append(_section(rf'(?:{_NAMED})[ \t]+"[^"\\\r\n\x00]*"', {_ANY: _TEXT}))
_HARMLESS = re.compile(rf"(?:{_QUIET})*(?:{'|'.join(_SECTIONS)})*".encode(), re.IGNORECASE)


def check_config(path: bytes) -> None:
    """Return if the config file holds only lines that certainly leave the top level alone; writes nothing.

    Raises NotCertain for anything else (a line that is not known, an include, core.worktree, an extension, a file that
    is large or none at all) and OSError where it cannot be read. Source: spec: Git top level.
    """
    if not harmless(read_small(path)):
        raise NotCertain("a git config file holds more than plain settings")


def check_shared_config(path: bytes) -> None:
    """As check_config, for a system or user config: a missing file is harmless, and one found clean is remembered.

    Every repository shares these files, so the scan is kept per file state (inode, size, times). A file changed less
    than SETTLED_SECONDS before it was read is not kept: a second change could leave its times and size as they were.
    """
    try:
        state = os.stat(path)
    except FileNotFoundError:
        return
    seen = (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
    if _CLEAN.get(path) == seen:
        return
    check_config(path)
    if time.time() - max(state.st_mtime, state.st_ctime) > SETTLED_SECONDS:
        _CLEAN[path] = seen


def harmless(text: bytes) -> bool:
    """Whether the text of a config file is well-formed and made of known settings only."""
    return _HARMLESS.fullmatch(text if text.endswith(b"\n") else text + b"\n") is not None


def read_small(path: bytes) -> bytes:
    """The whole of a small regular file; NotCertain for a large one or another kind, OSError as the system says."""
    handle = os.open(path, _OPEN)
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode) or state.st_size > LARGEST:
            raise NotCertain("a file of the repository is large or not a plain file")
        return os.read(handle, LARGEST + 1)
    finally:
        os.close(handle)

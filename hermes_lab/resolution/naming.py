"""How text becomes a session name, and a name the id that Honcho sees (spec: Slug, Ladder, From the name to the id)."""

from __future__ import annotations

import hashlib
import re
from pathlib import PurePosixPath

from hermes_lab.record import Undecidable
from hermes_lab.show import short

LIMIT = 100
"""Characters the hosted service took in a session id."""
_HASH_DIGITS = 8
_NOT_ID = re.compile(r"[^A-Za-z0-9_-]")
_NOT_ID_RUN = re.compile(r"[^A-Za-z0-9_-]+")


def slug(text: str) -> str:
    """Every run of other characters becomes one `-`, then `-` goes from both ends; may be empty."""
    return _NOT_ID_RUN.sub("-", text).strip("-")


def clean_id(text: str) -> str:
    """Each other character becomes one `-`, neither collapsed nor trimmed: the form in which Honcho takes an id."""
    return _NOT_ID.sub("-", text)


def digest(text: str) -> str:
    """The SHA-256 of the text in UTF-8, as hex digits. Raises Undecidable for half a character, where Hermes fails too."""
    try:
        return hashlib.sha256(text.encode("utf-8")).hexdigest()
    except UnicodeEncodeError:
        raise Undecidable(f"{short(text, 40)} holds half a character, so it cannot be hashed") from None


def shorten(name: str, hashed: str) -> str:
    """The name, or its first 91 characters, `-` and eight hex digits of the digest of `hashed` if it is over the limit."""
    if len(name) <= LIMIT:
        return name
    return name[: LIMIT - _HASH_DIGITS - 1].rstrip("-") + "-" + digest(hashed)[:_HASH_DIGITS]


def last_component(path: str) -> str:
    """pathlib's last component: none of `/`, `.` and an empty path; `..` is one; a trailing slash does not count."""
    return PurePosixPath(path).name

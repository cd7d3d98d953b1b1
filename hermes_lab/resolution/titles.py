"""How a title is stored: cleaning, length, uniqueness, and who may replace whom (spec: Titles)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hermes_lab.builds import Build, get_build
from hermes_lab.errors import BadInput, TitleRefused
from hermes_lab.show import short
from hermes_lab.vocabulary import TITLE_SOURCES, TITLE_USER

MAX_TITLE = 100
"""Characters of a cleaned title."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_INVISIBLE = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffc\ufff9-\ufffb]")
_NUMBERED = re.compile(r"^(.*?) #(\d+)$")


@dataclass(frozen=True, slots=True)
class Title:
    """A stored title. Both None: no title. `source` None with a text: written before sources were recorded."""

    text: str | None = None
    source: str | None = None

    @property
    def rank(self) -> int:
        """No title 0, derived and an unknown source 1, llm 2, user and a title without a source 3."""
        if self.text is None:
            return 0
        source = TITLE_USER if self.source is None else self.source
        return 1 + (TITLE_SOURCES.index(source) if source in TITLE_SOURCES else 0)


def clean_title(text: str | None) -> str | None:
    """The title as it would be stored, None for an empty one. Raises TitleRefused over 100 characters."""
    if not text:
        return None
    scrubbed = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    cleaned = re.sub(r"\s+", " ", _INVISIBLE.sub("", _CONTROL.sub("", scrubbed))).strip()
    if len(cleaned) > MAX_TITLE:
        raise TitleRefused(f"The title {short(cleaned, 40)} has {len(cleaned)} characters; Hermes stores at most {MAX_TITLE}: shorten it.")
    return cleaned or None


def store_title(
    present: Title,
    text: str | None,
    source: str = TITLE_USER,
    *,
    taken: Mapping[str, str] | None = None,
    build: str | Build | None = None,
) -> Title:
    """The title that a session has after somebody tries to give it one; the present one if the attempt does not land.

    Pure: writes nothing. `taken` maps titles of other sessions to their ids. A typed title (`user`) always lands, an
    empty one clears title and source; a derived or llm title lands only over a lower rank. A build without
    title-sources records no source, and there an automatic title lands only where there is no title. Raises
    TitleRefused (too long, taken) and BadInput (unknown source), leaving the present title.
    """
    if source not in TITLE_SOURCES:
        raise BadInput(f"A title source is one of {', '.join(TITLE_SOURCES)}, not {short(source)!r}.")
    records = get_build(build).has("title-sources")
    wanted = clean_title(text)
    new = Title(wanted, source if wanted is not None and records else None)
    if source != TITLE_USER and not _may_replace(present, source, records):
        return present
    if wanted is not None and wanted in (taken or {}):
        raise TitleRefused(f"The title {short(wanted)} is in use by session {short(taken[wanted])}: choose another.")
    return new


def _may_replace(present: Title, source: str, records: bool) -> bool:
    if not records:
        return present.text is None
    return present.text is None or present.rank < 1 + TITLE_SOURCES.index(source)


def branch_title(title: str, taken) -> str:
    """The title of a branch: `<title> #2`, `#3`, ... after the highest number in its line; the title if there is no line.

    The line of a title is every taken title that equals it, or that begins with it and ` #` (ASCII letters of either
    case). A number at the end of the title itself does not count as part of it.
    """
    match = _NUMBERED.match(title)
    base = match[1] if match else title
    start = _folded(f"{base} #")
    line = [name for name in taken if name == base or _folded(name).startswith(start)]
    if not line:
        return base
    numbers = [int(match[2]) for match in map(_NUMBERED.match, line) if match]
    return f"{base} #{max([1, *numbers]) + 1}"


def _folded(text: str) -> str:
    """ASCII letters as small ones, as SQLite's LIKE compares."""
    return "".join(char.lower() if char.isascii() else char for char in text)

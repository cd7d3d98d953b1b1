"""Reading a session name backwards: what a name of this shape can mean, most likely first (claims N78 to N80)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hermes_lab.resolution.git.top import top_level
from hermes_lab.resolution.inputs import HonchoConfig
from hermes_lab.resolution.naming import LIMIT, clean_id, last_component, slug
from hermes_lab.resolution.titles import Title
from hermes_lab.show import columns, short
from hermes_lab.vocabulary import AUTOMATIC_TITLE_SOURCES, TITLE_USER

_SESSION_ID = re.compile(r"\d{8}_\d{6}_[0-9a-f]+")
_CHAT_KEY = re.compile(r"agent-[^-]+-.+")
_WORDS = re.compile(r"[A-Z0-9][A-Za-z0-9_]*(-[A-Za-z0-9_]+){2,}")


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a name can mean. `sure` says that something known here gives exactly this name."""

    rung: str
    meaning: str
    check: str
    sure: bool

    def __str__(self) -> str:
        return f"{self.meaning}   ({self.rung}; {self.check})"


class Readings(tuple):
    """The readings of one name, most likely first."""

    def __repr__(self) -> str:
        return columns(("rung", "sure", "what it can mean", "what to check"), [(r.rung, "yes" if r.sure else "", r.meaning, r.check) for r in self])


def read_name(
    name: str,
    titles: Iterable[str | Title] = (),
    *,
    folders: Iterable[str] = (),
    launch_dir: str | None = None,
    config: HonchoConfig | None = None,
) -> Readings:
    """What a session name can mean, most likely first; never empty.

    `titles` are titles of the user's sessions (Title, where the source is known), `folders` folders that they work in,
    `launch_dir` where the backend is started. What matches something given is sure and comes first. Looks at the
    folders, writes nothing, raises nothing.
    """
    config = config or HonchoConfig()
    titles, folders = [t if isinstance(t, Title) else Title(t) for t in titles], list(folders)
    readings: list[Reading] = []
    for bare, note in _without_prefixes(name, config):
        readings += _sure(bare, note, titles, folders, launch_dir, config)
    known = {reading.rung for reading in readings}
    for bare, note in _without_prefixes(name, config):
        readings += (guess for guess in _likely(bare, note) if guess.rung not in known)
    return Readings(dict.fromkeys(readings)) or Readings(_likely(name, ""))


def _without_prefixes(name: str, config: HonchoConfig):
    """The name as it is, then without the prefixes that these settings can put before it."""
    yield name, ""
    ai, peer = slug(str(config.ai_peer_name)) + "-", f"{config.peer_name}-"
    rest = name
    if config.session_ai_peer_prefix and rest.startswith(ai):
        rest = rest[len(ai) :]
        yield rest, f"after the AI peer's prefix {ai}: "
    for prefix in dict.fromkeys((peer, clean_id(peer))):
        if config.session_peer_prefix and config.peer_name and rest.startswith(prefix):
            yield rest[len(prefix) :], f"after the peer prefix {short(prefix)}: "


def _sure(name, note, titles, folders, launch_dir, config):
    def same(text) -> bool:
        return bool(text) and name in (text, clean_id(text))

    sessions = config.sessions if isinstance(config.sessions, dict) else {}
    for path, value in sessions.items():
        if same(str(value)):
            yield Reading("directory-map", f"{note}the sessions map names {short(path)} so", "the sessions map in honcho.json", True)
    yield from (_titled(title, note) for title in titles if title.text and same(slug(title.text)))
    for folder in folders:
        top = top_level(folder)
        if top.path and same(last_component(top.path)):
            yield Reading("strategy", f"{note}repository {short(last_component(top.path))}", f"per-repo, in {short(folder)}", True)
        if same(last_component(folder)):
            yield Reading("strategy", f"{note}directory {short(last_component(folder))}", f"per-directory, in {short(folder)}", True)
    if launch_dir and same(last_component(launch_dir)):
        yield Reading("strategy", f"{note}launch directory {short(last_component(launch_dir))}: no other folder reached the rule", "which directory does the agent report?", True)
    if same(str(config.workspace_id)):
        yield Reading("strategy", f"{note}global: the workspace id", "is sessionStrategy spelled as one of the four words?", True)
    if name == "hermes-default":
        yield Reading("fallback", f"{note}nothing gave a name and there was no session id", "a workspace of / with per-directory does this", True)


def _titled(title: Title, note: str) -> Reading:
    shown = short(title.text, 60)
    if title.source in AUTOMATIC_TITLE_SOURCES:
        return Reading("title", f"{note}an automatic title took the session over: {shown}", "a build without title-provenance did this (the old bug)", True)
    if title.source == TITLE_USER:
        return Reading("title", f"{note}a typed title: {shown}", "meant: /title overrides the strategy", True)
    return Reading("title", f"{note}a title without a source: {shown}", "typed, or automatic from before sources were recorded: nothing can tell", True)


def _likely(name: str, note: str):
    if _SESSION_ID.fullmatch(name):
        yield Reading("session-id", f"{note}per-session: one run", "sessionStrategy, and which run has this id", False)
    if _CHAT_KEY.fullmatch(name):
        cut = f", shortened to {LIMIT} characters" if len(name) == LIMIT or re.search(r"-[0-9a-f]{8}$", name) and len(name) > 90 else ""
        yield Reading("gateway-key", f"{note}a messaging chat{cut}", "the chat's session key", False)
    if _WORDS.fullmatch(name):
        yield Reading("title", f"{note}title took over: it has the shape of a title", "is there a session with this title, and what is its source?", False)
    yield Reading("strategy", f"{note}a repository or directory of this name", "which folder does the agent report?", False)
    if not _WORDS.fullmatch(name):
        yield Reading("title", f"{note}a short title", "is there a session with this title?", False)

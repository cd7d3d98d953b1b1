"""The ladder: which rule names the Honcho session, first match wins (spec: Ladder, Outcome inactive)."""

from __future__ import annotations

import difflib
import os
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from hermes_lab.builds import Build, get_build
from hermes_lab.errors import TitleRefused
from hermes_lab.record import FAILED, Finding, Step, Undecidable, decide, failure, winner
from hermes_lab.resolution.answer import Resolution
from hermes_lab.resolution.git.top import top_level
from hermes_lab.resolution.inputs import Conversation, HonchoConfig
from hermes_lab.resolution.naming import LIMIT, clean_id, last_component, shorten, slug
from hermes_lab.resolution.paths import is_path, real_path
from hermes_lab.resolution.titles import clean_title
from hermes_lab.resolution.workspace import Workspace, find_workspace
from hermes_lab.show import short
from hermes_lab.vocabulary import AUTOMATIC_TITLE_SOURCES, STRATEGIES, TITLE_USER

LAST_RESORT = "hermes-default"


def resolve(conversation: Conversation, config: HonchoConfig | None = None, build: str | Build | None = None) -> Resolution:
    """The Honcho session that a conversation lands in, with every rule that was considered.

    Looks at folders (and asks git where it must), writes nothing. `build` is a name, a Build or None for the Hermes I
    run. Whatever Hermes itself trips over gives an inactive Resolution with the reason; only an unknown build raises
    (UnknownBuild). Source: spec Ladder, claims N30 to N49.
    """
    build = get_build(build)
    config = config or HonchoConfig()
    place = find_workspace(conversation, build)
    findings = list(place.findings)
    _check_strategy(config, findings)
    _check_title(conversation.title, findings)
    steps = ()
    if place.path is not None:
        steps = _with_ai_peer(decide(_RUNGS, _Question(conversation, config, build, place, findings)), config, build)
    step = winner(steps)
    name = step.value if step else None
    if name is not None and len(name) > LIMIT:
        findings.append(Finding("long-name", "session name", f"{len(name)} characters; the hosted service refused ids over {LIMIT}"))
    return Resolution(
        name=name,
        honcho_id=None if name is None else clean_id(name),
        rung=step.rule if step else None,
        workspace=place.path,
        honcho_workspace=str(config.workspace_id),
        inactive_because=config.inactive_because(conversation.run) or failure(place.steps) or failure(steps),
        build=build.name,
        steps=steps,
        workspace_steps=place.steps,
        findings=tuple(findings),
    )


def _check_strategy(config: HonchoConfig, findings: list) -> None:
    strategy = config.strategy
    if strategy in STRATEGIES or not isinstance(strategy, Hashable):
        return
    near = difflib.get_close_matches(str(strategy).strip().lower(), STRATEGIES, n=1, cutoff=0.0)[0]
    what = f"{short(repr(strategy))} is no strategy, so Hermes takes it as global; the nearest is {near}"
    findings.append(Finding("unknown-strategy", "sessionStrategy", what))


def _check_title(title: str | None, findings: list) -> None:
    """The ladder takes any text as a title; a session row would not hold this one as it stands."""
    try:
        stored = clean_title(title)
        what = None if stored == (title or None) else f"Hermes would store it as {short(repr(stored))}"
    except TitleRefused as error:
        what = str(error)
    if what:
        findings.append(Finding("title-not-as-stored", "title", what))


def _with_ai_peer(steps: tuple[Step, ...], config: HonchoConfig, build: Build) -> tuple[Step, ...]:
    """The record with the AI peer's slug before the winning name, where that is on (all rungs but the last)."""
    step = winner(steps)
    peer = slug(str(config.ai_peer_name))
    if not (build.has("ai-peer-prefix") and config.session_ai_peer_prefix and peer and step) or step.rule == "fallback":
        return steps
    name = f"{peer}-{step.value}"
    try:
        changed = replace(step, value=shorten(name, name), why=f"{step.why}; sessionAiPeerPrefix puts {short(peer)}- before it")
    except Undecidable as error:
        changed = replace(step, value=None, outcome=FAILED, why=str(error))
    return tuple(changed if s is step else s for s in steps)


@dataclass(frozen=True, slots=True)
class _Question:
    talk: Conversation
    config: HonchoConfig
    build: Build
    place: Workspace
    findings: list

    def prefixed(self, name: str) -> str:
        """With the peer prefix, if it is on: put before an empty name too."""
        config = self.config
        return f"{config.peer_name}-{name}" if config.session_peer_prefix and config.peer_name else name

    def note(self, finding: str, where: str, what: str) -> None:
        self.findings.append(Finding(finding, where, what))


def _gateway_key(q: _Question):
    if not q.talk.gateway_key:
        return None, "no gateway key: not a messaging chat"
    clean = slug(q.talk.gateway_key)
    if not clean:
        return None, "the key has no letter or digit that a name could keep"
    name = shorten(clean, q.talk.gateway_key)
    return name, "a messaging chat keeps one session, whatever the strategy, map or title" + (", cut to 100 characters" if name != clean else "")


def _session_id(q: _Question):
    if q.config.strategy != "per-session":
        return None, f"the strategy is {short(q.config.strategy)}, not per-session"
    if not q.talk.session_id:
        return None, "per-session, but there is no session id"
    return q.prefixed(q.talk.session_id), "per-session: every run is a session of its own"


def _directory_map(q: _Question):
    sessions, path = q.config.sessions, q.place.path
    if not isinstance(sessions, Mapping):
        raise Undecidable(f"sessions in honcho.json is no map but {type(sessions).__name__}: Hermes fails when it asks for the folder")
    value = sessions.get(path)
    if value:
        return _text(value, "the sessions map's value"), "the sessions map has this very path; no prefix, no change"
    if path in sessions:
        return None, "the sessions map has this path with an empty name"
    if not sessions:
        return None, "the sessions map is empty"
    if near := _near_miss(sessions, path, q.place.folder):
        q.note("map-near-miss", "sessions", f"the entry {short(near)} means this folder, but only the exact text {short(path)} would match")
        return None, f"the sessions map has {short(near)}, which is spelled otherwise"
    return None, "the sessions map does not have this path"


def _near_miss(sessions, path: str, folder: str) -> str | None:
    """A map key that a person would take for this folder: with `~`, a slash at the end, a link, or a parent of it."""
    real = real_path(folder)
    for key, value in sessions.items():
        meant = real_path(os.path.expanduser(key)) if value and isinstance(key, str) and key != path else None
        if real and meant and (meant == real or real.startswith(meant.rstrip("/") + "/")):
            return key
    return None


def _title(q: _Question):
    title, source = q.talk.title, q.talk.title_source
    if not title:
        return None, "the conversation has no title"
    clean = slug(title)
    if not clean:
        return None, "the title has no letter or digit that a name could keep"
    if not q.build.has("title-provenance"):
        return q.prefixed(clean), "any title counts on a build without title-provenance, whoever wrote it"
    if source in AUTOMATIC_TITLE_SOURCES:
        return None, f"the title was made by Hermes (source {source}): a label, not a name"
    if source != TITLE_USER:
        q.note("legacy-title", "title source", "the title has no known source, so it counts as typed; an old automatic title cannot be told from a typed one")
    return q.prefixed(clean), "a title that a person gave overrides the strategy" if source == TITLE_USER else "a title without a known source counts as typed"


def _strategy(q: _Question):
    strategy = q.config.strategy
    if not isinstance(strategy, Hashable):
        raise Undecidable(f"sessionStrategy in honcho.json is a {type(strategy).__name__}: Hermes fails when it compares it")
    if strategy == "per-repo":
        return _per_repo(q)
    if strategy in ("per-directory", "per-session"):
        return _last_part(q, "per-session without an id" if strategy == "per-session" else strategy)
    return _text(q.config.workspace_id, "the workspace"), "global: one session for everything, the workspace id"


def _per_repo(q: _Question):
    folder = q.place.folder
    if not is_path(folder):
        raise Undecidable("the workspace path holds a character that no path can have: git cannot be asked there")
    top = top_level(folder)
    if top.path and "\ufffd" in top.path and not str(real_path(folder)).isprintable() and not q.build.has("git-utf8"):
        raise Undecidable("the repository's path is not UTF-8, and a build without git-utf8 fails on it")
    base = last_component(top.path) if top.path else ""
    if base:
        return q.prefixed(base), f"the git top level is {short(top.path)}"
    return _last_part(q, f"no repository ({top.why})")


def _last_part(q: _Question, why: str):
    name = q.prefixed(last_component(q.place.path))
    if not name:
        return None, f"{why}: the path {short(q.place.path)} has no last part"
    return name, f"{why}: the last part of the workspace path"


def _fallback(q: _Question):
    if q.talk.session_id:
        return q.talk.session_id, "no rule gave a name: the session id"
    return LAST_RESORT, "no rule gave a name and there is no session id"


_RUNGS = (
    ("gateway-key", _gateway_key),
    ("session-id", _session_id),
    ("directory-map", _directory_map),
    ("title", _title),
    ("strategy", _strategy),
    ("fallback", _fallback),
)


def _text(value, what: str) -> str:
    if not isinstance(value, str):
        raise Undecidable(f"{what} is no text but {type(value).__name__}: Honcho takes no such id")
    return value

"""Which directory counts: the chain of four links (spec: Workspace)."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from hermes_lab.builds import Build, get_build
from hermes_lab.record import Finding, Step, Undecidable, decide, winner
from hermes_lab.resolution.inputs import Conversation
from hermes_lab.resolution.paths import real_path, status
from hermes_lab.show import short


@dataclass(frozen=True, slots=True)
class Workspace:
    """The directory that a name is derived from, as text, with the record of the chain.

    `folder` is the same place as an absolute path, for asking the file system. Both are None where Hermes could not go
    on: a launch directory that is gone, an unknown `~user`, a path longer than the system allows.
    """

    path: str | None
    folder: str | None
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...] = ()


def find_workspace(talk: Conversation, build: Build) -> Workspace:
    """The workspace of a conversation on this build. Looks at folders, writes nothing, raises nothing."""
    findings: list[Finding] = []
    steps = decide(_CHAIN if build.has("workspace-cwd") else _BEFORE, talk, findings)
    link = winner(steps)
    if link is None:
        return Workspace(None, None, steps, tuple(findings))
    return Workspace(link.value, _from_launch(talk, link.value), steps, tuple(findings))


def launch(talk: Conversation) -> str:
    """The launch directory as the system tells it: absolute, links resolved; as typed where no system would take it."""
    return real_path(talk.launch_dir) or talk.launch_dir


def _agent(talk, findings):
    if not talk.agent_cwd:
        return None, "no directory was handed over"
    if not os.path.isdir(_from_launch(talk, talk.agent_cwd)):
        what = f"{short(talk.agent_cwd)} is no folder, and it is not checked: the name is taken from it all the same"
        findings.append(Finding("agent-cwd-missing", "agent cwd", what))
    return talk.agent_cwd, "handed over when the agent was made; taken as it stands"


def _pinned(talk, findings):
    return _existing(talk, talk.pinned_cwd, "pinned cwd", "pinned-cwd-passed-over", findings)


def _terminal(talk, findings):
    return _existing(talk, talk.terminal_cwd, "TERMINAL_CWD", "terminal-cwd-passed-over", findings)


def _launch(talk, findings):
    folder = launch(talk)
    if not os.path.isdir(folder):
        kind = "is a file" if os.path.exists(folder) else "does not exist"
        raise Undecidable(f"the launch directory {short(talk.launch_dir)} {kind}, so the process cannot tell where it is")
    return folder, "where the process was started"


def _not_asked(talk, findings):
    return None, "builds without workspace-cwd ask for the launch directory only"


_CHAIN = (("agent-cwd", _agent), ("pinned-cwd", _pinned), ("terminal-cwd", _terminal), ("launch-dir", _launch))
_BEFORE = (*((rule, _not_asked) for rule, _ in _CHAIN[:3]), _CHAIN[3])


def _existing(talk, value, label, finding, findings):
    raw = (value or "").strip()
    if not raw:
        return None, "not set"
    try:
        path = str(Path(raw).expanduser())
        found = status(_from_launch(talk, path))
        if found and stat.S_ISDIR(found.st_mode):
            return path, f"{label} names an existing folder"
    except RuntimeError:
        raise Undecidable(f"{label} names a user that does not exist: {short(raw)}") from None
    except OSError as error:
        raise Undecidable(f"{label} cannot be looked at ({error.strerror}): {short(raw)}") from None
    findings.append(Finding(finding, label, f"{short(raw)} is no existing folder, so Hermes passes it over with a warning"))
    return None, f"{short(raw)} is no existing folder"


def _from_launch(talk, path: str) -> str:
    """The path, a relative one from the launch directory."""
    return path if os.path.isabs(path) else os.path.join(launch(talk), path)


@dataclass(frozen=True, slots=True)
class CwdReport:
    """The directory that an agent would report, the link of the chain that gave it, and whether it is the expected one.

    `verdict` is `match` (the expected folder or one below it, links resolved) or `mismatch`; `folder` is None where
    Hermes would fail.
    """

    folder: str | None
    link: str | None
    verdict: str


def report_cwd(conversation: Conversation, expected: str, build: str | Build | None = None) -> CwdReport:
    """Hold the directory of a conversation against the one you believe you are in (claims N82 to N84).

    Looks at folders, writes nothing, raises UnknownBuild only.
    """
    place = find_workspace(conversation, get_build(build))
    if place.path is None:
        return CwdReport(None, None, "mismatch")
    real, meant = real_path(place.folder), real_path(os.path.abspath(expected))
    inside = bool(real and meant) and os.path.commonpath([real, meant]) == meant
    return CwdReport(place.path, winner(place.steps).rule, "match" if inside else "mismatch")

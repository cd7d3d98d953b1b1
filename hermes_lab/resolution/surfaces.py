"""Which surface hands which directory and title source to the resolver, before and after #112602 (claims N42 to N47)."""

from __future__ import annotations

from dataclasses import dataclass

from hermes_lab.resolution.inputs import Conversation, HonchoConfig
from hermes_lab.resolution.ladder import resolve

BEFORE, AFTER = "0.20.1", "main 2026-09-16"


@dataclass(frozen=True, slots=True)
class Surface:
    """One place where Hermes makes an agent, and the fields of Conversation that it fills since the fix; before, none."""

    name: str
    claim: str
    hands: tuple[str, ...]
    how: str
    starts_in_repo: bool = False


SURFACES = (
    Surface("command line", "N41", ("title_source",), "no directory: the process is started where you work", starts_in_repo=True),
    Surface("agent made with a directory", "N43", ("agent_cwd",), "AIAgent(cwd=...) is kept as agent.session_cwd"),
    Surface("memory provider", "N44", ("agent_cwd", "title_source"), "gets cwd and session_title_source as keywords"),
    Surface("TUI and Desktop: eager resume, branch, compute host, deferred build", "N45", ("agent_cwd", "title_source"), "each passes cwd_override"),
    Surface("a session whose record is not yet there", "N46", ("agent_cwd", "title_source"), "the override survives a context that would wipe the directory"),
    Surface("a workspace that moves during a deferred build", "N47", ("agent_cwd", "title_source"), "the move reaches the agent that was already built"),
    Surface("session store and memory plugin", "N42", ("title_source",), "both read one vocabulary: derived, llm, user"),
)

UPSTREAM = (
    ("which title counts", "plugins/memory/honcho/client.py::_resolve_session_name_base", "resolution/ladder.py"),
    ("which directory counts", "plugins/memory/honcho/__init__.py::_resolve_session_key", "resolution/workspace.py"),
    ("the words for title sources", "hermes_state_common.py", "vocabulary.py"),
    ("what an agent is made with", "agent/agent_init.py", "resolution/inputs.py"),
    ("what Desktop and the TUI hand over", "tui_gateway/*", "resolution/surfaces.py"),
)
"""Where #112602 sits in Hermes, and where in the lab (claim N38)."""


def handed(surface: Surface, home: str, repo: str, title: str | None, source: str | None) -> tuple[Conversation, Conversation]:
    """What the resolver gets from a surface for work in `repo`, before and after the fix."""
    launch = repo if surface.starts_in_repo else home
    known = {"agent_cwd": repo, "title_source": source}
    return Conversation(launch, title=title), Conversation(launch, title=title, **{field: known[field] for field in surface.hands})


def surface_rows(home: str, repo: str) -> list[tuple[str, str, str, str, str]]:
    """For every surface: name and claim, what it hands over, how, and the names before -> after, untitled and with an llm title.

    The process stands in `home` (in `repo` for the command line), the strategy is per-repo.
    """
    titles = ((None, None), ("Refactor the billing module", "llm"))
    return [
        (f"{s.name} ({s.claim})", ", ".join(s.hands), s.how, *(_names(handed(s, home, repo, *title)) for title in titles))
        for s in SURFACES
    ]


def _names(pair: tuple[Conversation, Conversation]) -> str:
    config = HonchoConfig(strategy="per-repo")
    before, after = (resolve(talk, config, build).name for talk, build in zip(pair, (BEFORE, AFTER)))
    return f"{before} -> {after}"

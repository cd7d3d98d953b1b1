"""Which strategy for which wish (claims N14, N60 to N63)."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from hermes_lab.errors import BadInput


@dataclass(frozen=True, slots=True)
class Advice:
    """A strategy and the reason for it."""

    strategy: str
    why: str


ADVICE = {
    "just starting": Advice("per-session", "what the documentation recommends to newcomers; the default is per-directory"),
    "several repositories": Advice("per-repo", "a monorepo and several repositories, each with a memory of its own"),
    "one directory, long term": Advice("per-directory", "always started in the same folder; a subfolder is another session"),
    "clean starts": Advice("per-session", "every run begins empty and fetches memory with tools"),
    "chasing a routing bug": Advice("per-session", "it separates session memory from the user's profile most sharply"),
    "share everything": Advice("global", "one memory for all projects, if that is truly wanted"),
}


def advise(scenario: str) -> Advice:
    """The strategy for a scenario of ADVICE. Raises BadInput with the nearest scenarios."""
    if scenario in ADVICE:
        return ADVICE[scenario]
    near = difflib.get_close_matches(scenario, ADVICE, n=2, cutoff=0.3) or list(ADVICE)
    raise BadInput(f"There is no advice for {scenario[:60]!r}: ask for {' or '.join(near)}.")

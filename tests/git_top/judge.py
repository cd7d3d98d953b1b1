"""git itself as the judge: building trees with it, and holding the lab's answer against its own."""

from __future__ import annotations

import os
import subprocess

from hermes_lab.resolution.git.top import TopLevel, top_level

ASKED, READ = "asked git", "read"
ROOT = os.geteuid() == 0
SEED = 20260911


def git(folder, *words, env, **more):
    """Run git to build something; a failure is an error of the test."""
    command = ["git", "-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "protocol.file.allow=always", *words]
    return subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, stdin=subprocess.DEVNULL, **more)


def git_says(folder, env):
    try:
        done = subprocess.run(
            ["git", "rev-parse", "--show-toplevel"], cwd=folder, env=env, capture_output=True, stdin=subprocess.DEVNULL, timeout=20
        )  # fmt: skip
    except (OSError, ValueError):
        return None
    read = done.stdout.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")  # as text, the way Hermes reads it
    return read.strip() if done.returncode == 0 else None


def same(folder, env) -> TopLevel:
    """The lab's answer, after a comparison with git's."""
    seen = top_level(folder, env=env)
    assert seen.path == git_says(folder, env), (folder, seen)
    assert seen.why and "\n" not in seen.why and seen.how in (READ, ASKED)
    return seen

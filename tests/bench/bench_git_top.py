"""How long the lab takes for a git top level, beside spawning git as Hermes does: same folders, one run."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import hermes_lab as lab
from hermes_lab.resolution.git import scan
from hermes_lab.resolution.git.top import top_level

ROUNDS = 15
KINDS = ("plain", "nested", "worktree", "separate", "none")
_IDENTITY = ["-c", "user.name=n", "-c", "user.email=e@example.org"]


def measure() -> dict:
    """Medians per folder in microseconds, all in one run; raises AssertionError where the answers differ.

    Each round goes through the folders four times: the lab, git, the lab without what it remembers of the user's git
    config, and the two taking turns (there the lab runs on the cold caches that starting a process leaves behind).
    Writes into a temporary folder only. Keys: folders, rounds, read (folders that needed no git), lab_us, git_us, ratio,
    fresh_us, fresh_ratio, cold_us, cold_ratio, whole_us (a whole resolution), by_kind (lab median per shape).
    """
    with tempfile.TemporaryDirectory() as scratch:
        folders = _make(Path(scratch).resolve())
        ours: dict[str, list[float]] = {kind: [] for kind in KINDS}
        git, fresh, cold, whole = [], [], [], []
        for _ in range(ROUNDS):
            answers = []
            for kind, folder in folders:
                seen, spent = _timed(top_level, folder)
                ours[kind].append(spent)
                answers.append(seen)
            for (_, folder), seen in zip(folders, answers, strict=True):
                asked, spent = _timed(_as_hermes, folder)
                git.append(spent)
                assert seen.path == asked, (folder, seen, asked)
            for _, folder in folders:
                whole.append(_timed(_resolved, folder)[1])
            for _, folder in folders:
                scan._CLEAN.clear()
                fresh.append(_timed(top_level, folder)[1])
            for _, folder in folders:
                _as_hermes(folder)
                cold.append(_timed(top_level, folder)[1])
    figures = _figures(ours, git, fresh, cold, len(folders), sum(seen.how == "read" for seen in answers))
    return {**figures, "whole_us": statistics.median(whole)}


def _resolved(folder):
    return lab.resolve(lab.Conversation(folder), lab.HonchoConfig(strategy="per-repo"), "0.22.5").name


def _timed(ask, folder):
    started = time.perf_counter()
    answer = ask(folder)
    return answer, (time.perf_counter() - started) * 1e6


def _figures(lab, git, fresh, cold, folders, read) -> dict:
    ours = statistics.median(value for values in lab.values() for value in values)
    theirs, chilled, anew = statistics.median(git), statistics.median(cold), statistics.median(fresh)
    return {
        "folders": folders, "rounds": ROUNDS, "read": read, "lab_us": ours, "git_us": theirs, "ratio": theirs / ours,
        "fresh_us": anew, "fresh_ratio": theirs / anew, "cold_us": chilled, "cold_ratio": theirs / chilled,
        "by_kind": {kind: round(statistics.median(values), 1) for kind, values in lab.items()},
    }  # fmt: skip


def _as_hermes(folder: str) -> str | None:
    done = subprocess.run(["git", "rev-parse", "--show-toplevel"], capture_output=True, text=True, timeout=5, cwd=folder)
    return done.stdout.strip() if done.returncode == 0 else None


def _make(scratch: Path) -> list[tuple[str, str]]:
    _git(scratch, "init", "-q", "plain")
    _git(scratch / "plain", *_IDENTITY, "commit", "-q", "--allow-empty", "-m", "first")
    _git(scratch / "plain", "worktree", "add", "-q", "../worktree")
    _git(scratch, "init", "-q", "--separate-git-dir", "elsewhere", "separate")
    (scratch / "none").mkdir()
    _git(scratch / "plain", "init", "-q", "nested")
    tops = {kind: scratch / kind for kind in KINDS} | {"nested": scratch / "plain" / "nested"}
    folders = []
    for kind in KINDS:
        for depth in range(8):
            folder = tops[kind].joinpath(*(f"level{level}" for level in range(depth)))
            folder.mkdir(exist_ok=True)
            folders.append((kind, str(folder)))
    return folders


def _git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def main() -> None:
    figures = measure()
    print(f"name of a repository: {figures['lab_us']:.0f} us by the lab, {figures['git_us']:.0f} us by spawning git: {figures['ratio']:.0f} times faster, the same answers")
    print(f"  medians over {figures['folders']} folders (0 to 7 levels below the top), {figures['rounds']} rounds; {figures['read']} of them read without git")
    print(f"  by shape, us: {figures['by_kind']}; right after a git process, on cold caches: {figures['cold_us']:.0f} us, {figures['cold_ratio']:.0f} times")
    print(f"  no answer is kept; without remembering that the user's git config is plain: {figures['fresh_us']:.0f} us, {figures['fresh_ratio']:.0f} times")
    print(f"  a whole resolution with its record: {figures['whole_us']:.0f} us, {figures['git_us'] / figures['whole_us']:.0f} times")
    print("  what limits it: some 30 system calls through Python and a walk over the environment's variables")
    print(f"  goal: 25 times faster: {'met' if figures['ratio'] >= 25 else 'NOT met'}")


if __name__ == "__main__":
    main()

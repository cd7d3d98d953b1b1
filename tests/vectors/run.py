"""Answer folders of vector files with the lab and compare: python tests/vectors/run.py DIR

A vector file is JSON lines: questions with the answers that published Hermes builds gave. Its kind is known by the keys
of its records, not by its name. Prints one line a file and the first three disagreements whole. Exit status: 0 all agree,
1 a disagreement, 2 no vector file of a kind that the lab covers.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import hermes_lab as lab

SHOWN = 3
BEFORE, AFTER = "0.20.1", "0.22.2"


def kind_of(record: dict) -> str | None:
    """The kind of a vector file, told by its first record; None if it is no vector."""
    for key, kind in (
        ("tree", "naming"),
        ("runtime_id", "peers"),
        ("options", "session_keys"),
        ("expect_tip", "compaction_tips"),
        ("expect_plan", "repair"),
        ("query", "routing"),
    ):
        if key in record:
            return kind
    return None


def naming(records):
    """(question, expected, answer) of every naming record, in a real tree that it makes and removes again."""
    with tempfile.TemporaryDirectory() as made:
        root = Path(made).resolve()
        _grow(root, records[0]["tree"])
        for record in records[1:]:
            talk = _talk(root, record)
            config = _config(root, record["config"])
            before = lab.resolve(talk, config, BEFORE)
            after = lab.resolve(talk, config, AFTER)
            expected = (record["expect_before"], record["expect_after"], str(root / record["expect_workspace"]))
            yield record, expected, (before.name, after.name, after.workspace)


def _grow(root: Path, tree: dict) -> None:
    def git(*words):
        subprocess.run(["git", "-c", "user.name=v", "-c", "user.email=v@example.org", *words], check=True, capture_output=True)

    for folder in tree["dirs"]:
        (root / folder).mkdir(parents=True, exist_ok=True)
    for repo in tree["git_repos"]:
        git("init", "-q", str(root / repo))
    for worktree, repo in tree.get("git_worktrees", {}).items():
        git("-C", str(root / repo), "commit", "-q", "--allow-empty", "-m", "first")
        git("-C", str(root / repo), "worktree", "add", "-q", str(root / worktree))


def _talk(root: Path, record: dict) -> lab.Conversation:
    def place(name):
        value = record.get(name)
        return str(root / value) if value else value

    return lab.Conversation(
        launch_dir=place("launch_dir"),
        agent_cwd=place("agent_cwd"),
        pinned_cwd=place("pinned_cwd"),
        terminal_cwd=place("terminal_cwd"),
        title=record["title"],
        title_source=record["title_source"],
        session_id=record["session_id"],
        gateway_key=record["gateway_session_key"],
    )


def _config(root: Path, given: dict) -> lab.HonchoConfig:
    return lab.HonchoConfig(
        strategy=given["sessionStrategy"],
        workspace=given["workspace"],
        peer_name=given["peerName"],
        session_peer_prefix=given["sessionPeerPrefix"],
        sessions={str(root / folder): name for folder, name in given["sessions"].items()},
    )


def peers(records):
    """(question, expected, answer) of every peer record."""
    for record in records:
        given = record["config"]
        config = lab.HonchoConfig(
            peer_name=given["peerName"],
            pin_user_peer=given["pinUserPeer"],
            runtime_peer_prefix=given["runtimePeerPrefix"],
            user_peer_aliases=given["userPeerAliases"],
        )
        peer = lab.resolve_peer(config, record["runtime_id"], record["runtime_id_alt"], record["session_key"], build=BEFORE)
        yield record, record["expect"], peer.name


def session_keys(records):
    """(question, expected, answer) of every chat-key record."""
    for record in records:
        key = lab.chat_key(lab.ChatSource(**record["source"]), **record["options"], build=BEFORE)
        yield record, record["expect"], key.key


COVERED = {"naming": naming, "peers": peers, "session_keys": session_keys}


def check(path: Path) -> tuple[str | None, int, list]:
    """Kind, number of questions, and the disagreements as (question, expected, answer) of one file."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    kind = kind_of(records[0]) if records and isinstance(records[0], dict) else None
    if kind not in COVERED:
        return kind, 0, []
    answers = list(COVERED[kind](records))
    return kind, len(answers), [answer for answer in answers if answer[1] != answer[2]]


def main(folder: str) -> int:
    known = differ = 0
    for path in sorted(Path(folder).glob("*.jsonl")):
        try:
            kind, asked, wrong = check(path)
        except (ValueError, OSError) as error:
            print(f"{path.name}: cannot be read as JSON lines ({error})", file=sys.stderr)
            return 2
        if kind not in COVERED:
            print(f"{path.name}: not covered yet ({kind})" if kind else f"{path.name}: no vector file")
            continue
        known, differ = known + 1, differ + len(wrong)
        print(f"{path.name}: {asked - len(wrong)} of {asked} agree")
        for question, expected, answer in wrong[:SHOWN]:
            print(f"  question  {json.dumps(question, ensure_ascii=False)}\n  expected  {expected}\n  the lab   {answer}")
    if not known:
        print(f"{folder} holds no vector file of a kind that the lab covers: {', '.join(COVERED)}", file=sys.stderr)
        return 2
    return 1 if differ else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tests/vectors/run.py DIR")
    sys.exit(main(sys.argv[1]))

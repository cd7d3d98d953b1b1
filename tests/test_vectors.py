"""The lab's answers held against the answers of published Hermes builds, from files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

VECTORS = Path(__file__).parent / "vectors"
RUN = [sys.executable, str(VECTORS / "run.py")]
COUNTS = {"naming.jsonl": 400, "peers.jsonl": 200, "session_keys.jsonl": 150}


def run(*words):
    return subprocess.run([*RUN, *map(str, words)], capture_output=True, text=True)


def test_every_vector_agrees_and_each_file_is_counted():
    done = run(VECTORS)
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines() == [f"{name}: {count} of {count} agree" for name, count in sorted(COUNTS.items())]


@pytest.mark.parametrize("name, key", [("naming.jsonl", "expect_after"), ("peers.jsonl", "expect"), ("session_keys.jsonl", "expect")])
def test_a_disagreement_is_shown_whole_and_ends_with_status_1(tmp_path, name, key):
    records = [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()]
    for number in (3, 4, 5, 6):
        records[number][key] = "something else"
    (tmp_path / "changed.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == f"changed.jsonl: {COUNTS[name] - 4} of {COUNTS[name]} agree"
    assert done.stdout.count("question") == 3 and "something else" in done.stdout


def test_a_kind_that_is_not_covered_is_named_and_alone_ends_with_status_2(tmp_path):
    (tmp_path / "later.jsonl").write_text('{"expect_plan": []}\n', encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 2
    assert done.stdout == "later.jsonl: not covered yet (repair)\n"
    assert "no vector file of a kind" in done.stderr


def test_a_folder_without_vectors_ends_with_status_2(tmp_path):
    assert run(tmp_path).returncode == 2
    (tmp_path / "broken.jsonl").write_text("{", encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 2 and "broken.jsonl" in done.stderr and "Traceback" not in done.stderr

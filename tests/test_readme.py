"""The README is true: its files, commands, flags and Python exist and run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat

from hermes_lab.rooms import ROOMS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = ("resolve", "peers", "chat-key")


def test_every_make_target_it_names_is_in_the_makefile():
    targets = set(re.findall(r"make ([a-z-]+)", README))
    assert {"lab", "test", "upstream", "upstream-test", "bench", "notebooks"} <= targets
    assert [name for name in targets if f"\n{name}: " not in (ROOT / "Makefile").read_text()] == []


def test_every_flag_it_names_is_one_of_the_command_line():
    script = Path(sys.executable).with_name("hermes-lab")
    helps = "".join(subprocess.run([script, command, "--help"], capture_output=True, text=True, check=True).stdout for command in COMMANDS)
    flags = set(re.findall(r"(?<![\w-])(--[a-z][a-z-]+)", README))
    assert len(flags) >= 10 and [flag for flag in flags if flag not in helps] == []


def test_its_python_runs():
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", block.replace("answer.name,", "print(answer.name) ;")], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "shop\n"), done.stderr


def test_every_file_it_shows_exists():
    (picture,) = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert (ROOT / picture).is_file()
    for name in re.findall(r"^\| `(\d\d_\w+)` \|", README, re.MULTILINE):
        assert (ROOT / "notebooks" / f"{name}.ipynb").is_file()
    shown = set(re.findall(r"^  ([a-z]+\.py|[a-z]+/) ", README, re.MULTILINE))
    there = {entry.name + ("/" if entry.is_dir() else "") for entry in (ROOT / "hermes_lab").iterdir()}
    assert there - shown == {"__init__.py", "errors.py", *(["__pycache__/"] if "__pycache__/" in there else [])} and shown <= there


def test_it_and_the_notebooks_say_of_each_room_what_the_list_of_rooms_says():
    rows = dict(re.findall(r"^\| `(\d\d_\w+)` \| (.*) \|$", README, re.MULTILINE))
    assert rows == {room.file.removesuffix(".ipynb"): room.teaches for room in ROOMS if room.built}
    for room in ROOMS:
        if room.built:
            first = nbformat.read(ROOT / "notebooks" / room.file, 4).cells[0].source
            assert first.startswith(f"# {room.file[:2]} · {room.title}\n") and f"About {room.minutes} minutes" in first


def test_no_tracked_file_names_a_package_registry():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    names = listed.stdout.split() if listed.returncode == 0 else ["constraints.txt", "pyproject.toml", "Makefile", ".ci/run"]
    wanted = re.compile("|".join(("--index" + "-url", "--find" + "-links", "pypi" + r"\.", "/sim" + "ple/")))
    found = [name for name in names if os.path.isfile(ROOT / name) and wanted.search((ROOT / name).read_text(encoding="utf-8", errors="replace"))]
    assert found == []
    assert wanted.search("x --index" + "-url y")

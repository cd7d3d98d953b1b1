"""The git top level under variables, other owners and other gits on PATH."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from hermes_lab.resolution.git import ask, top
from hermes_lab.resolution.git.top import TopLevel, top_level
from tests.git_top.forest import separate
from tests.git_top.judge import ASKED, READ, ROOT, git, git_says, same


def test_variables_that_steer_git_are_followed(repo, env, tmp_path):
    git(tmp_path, "init", "-q", "other", env=env)
    inside, other = str(repo / "a" / "b"), tmp_path / "other"
    cases = {
        str(other / ".git"): {"GIT_DIR": str(other / ".git")},
        "work tree": {"GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(tmp_path)},
        "ceiling": {"GIT_CEILING_DIRECTORIES": str(repo)},
        "lower ceiling": {"GIT_CEILING_DIRECTORIES": str(tmp_path)},
        "another owner": {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"},
        "objects": {"GIT_OBJECT_DIRECTORY": "/nowhere"},
        "config": {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.filemode", "GIT_CONFIG_VALUE_0": "odd"},
        "global": {"GIT_CONFIG_GLOBAL": str(repo / "a")},
        "common": {"GIT_COMMON_DIR": "/nowhere"},
        "across": {"GIT_DISCOVERY_ACROSS_FILESYSTEM": "odd"},
        "unheard of": {"GIT_UNHEARD_OF": "1"},
        "loader": {"LD_PRELOAD": ""},
        "home": {"HOME": "a"},
        "xdg": {"XDG_CONFIG_HOME": "a"},
    }
    seen = {name: same(inside, env | more) for name, more in cases.items()}
    assert {answer.how for answer in seen.values()} == {ASKED}
    assert seen[str(other / ".git")].path == inside and seen["work tree"].path == str(tmp_path)
    assert [name for name, answer in seen.items() if answer.path is None] == ["ceiling", "another owner", "objects", "config", "global", "common", "across"]
    assert seen["lower ceiling"].path == seen["unheard of"].path == str(repo)


def test_variables_that_cannot_steer_git_do_not_cost_a_process(repo, env, reads):
    more = dict.fromkeys(top._HARMLESS_VARIABLES, "odd value")
    assert len(more) == 15
    assert same(str(repo / "a"), env | more).how == READ


def test_a_safe_directory_makes_up_for_another_owner(repo, env):
    stranger = env | {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    assert same(str(repo), stranger).path is None
    config = Path(env["HOME"]) / ".gitconfig"
    config.write_text(f"[safe]\n\tdirectory = {repo}\n")
    assert same(str(repo), stranger).path == str(repo)
    config.unlink()


@pytest.mark.skipif(not ROOT, reason="only root can give a folder to someone else")
@pytest.mark.parametrize("given", ["", ".git"])
def test_a_repository_of_someone_else_is_left_to_git(repo, env, given):
    os.chown(repo / given, 12345, 12345)
    assert same(str(repo / "a"), env) == TopLevel(None, ASKED, top_level(str(repo), env=env).why)
    assert same(str(repo / "a"), env | {"SUDO_UID": "12345"}).path == str(repo)
    config = Path(env["HOME"]) / ".gitconfig"
    config.write_text("[safe]\n\tdirectory = *\n")
    assert same(str(repo / "a"), env).path == str(repo)
    config.unlink()


@pytest.mark.skipif(not ROOT, reason="only root can give a file to someone else")
def test_a_git_file_of_someone_else_is_left_to_git(tmp_path, env):
    work, *_ = separate(tmp_path, env, None)
    os.chown(work / ".git", 12345, 12345)
    seen = same(str(work), env)
    assert seen.path is None and seen.how == ASKED and "dubious" in seen.why


def test_a_search_that_meets_another_file_system_is_left_to_git(env):
    places = [place for place in ("/proc", "/sys", "/dev", "/dev/shm") if os.path.isdir(place) and os.stat(place).st_dev != os.stat("/").st_dev]
    if not places:
        pytest.skip("no other file system is mounted here")
    assert {same(place, env).how for place in places} == {ASKED}
    assert same("/", env).path == git_says("/", env)


def test_the_environment_is_the_process_s_own_unless_one_is_given(repo, env, monkeypatch, reads):
    for name in list(os.environ):
        if name.startswith(("GIT_", "LD_", "XDG_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", env["HOME"])
    assert top_level(str(repo)) == TopLevel(str(repo), READ, "a .git folder stands here")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert top_level(str(repo)).path is None and top_level(str(repo)).how == ASKED


def _program(folder: Path, text: str, mode=0o755) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "git").write_text(text)
    (folder / "git").chmod(mode)
    return folder


def test_without_git_on_path_there_is_no_answer(repo, env, tmp_path):
    for path in (str(tmp_path), "", ".", f"{tmp_path}:"):
        assert same(str(repo), env | {"PATH": path}).path is None
    assert top_level(str(repo), env=env | {"PATH": str(tmp_path)}).why == "no git on PATH"


def test_a_git_that_cannot_be_started_is_passed_over_on_path(repo, env, tmp_path, reads):
    there = _program(tmp_path / "bin", "#!/bin/sh\necho /fake\n", 0o644)
    assert same(str(repo), env | {"PATH": f"{there}:{env['PATH']}"}) == TopLevel(str(repo), READ, "a .git folder stands here")


def test_a_script_called_git_has_the_last_word(repo, env, tmp_path):
    there = _program(tmp_path / "bin", "#!/bin/sh\necho '/fake '\n")
    mine = env | {"PATH": f"{there}:{env['PATH']}"}
    for folder in (repo, tmp_path):
        seen = same(str(folder), mine)
        assert (seen.path, seen.how) == ("/fake", ASKED)
    _program(there, "#!/bin/sh\nexit 3\n")
    assert same(str(repo), mine) == TopLevel(None, ASKED, "git ended with status 3")
    _program(there, "not even a script\n")
    assert same(str(repo), mine).path == str(repo)


def test_a_relative_entry_on_path_counts_from_the_folder_that_is_asked_about(repo, env):
    _program(repo / "bin", "#!/bin/sh\necho /fake\n")
    seen = same(str(repo), env | {"PATH": f"bin:{env['PATH']}"})
    assert (seen.path, seen.how) == ("/fake", ASKED)


def test_a_git_that_is_replaced_is_looked_at_anew(repo, env, tmp_path, reads):
    (tmp_path / "bin").mkdir()
    shutil.copy(ask.find_git(env["PATH"])[0], tmp_path / "bin/git")
    mine = env | {"PATH": str(tmp_path / "bin")}
    assert same(str(repo), mine) == TopLevel(str(repo), READ, "a .git folder stands here")
    _program(tmp_path / "bin", "#!/bin/sh\nexit 3\n")
    assert same(str(repo), mine) == TopLevel(None, ASKED, "git ended with status 3")


def test_a_binary_called_git_that_is_not_git_has_the_last_word(repo, env, tmp_path, reads):
    assert ask._is_git_itself(ask.find_git(env["PATH"])[0]) and not ask._is_git_itself(shutil.which("true"))
    (tmp_path / "bin").mkdir()
    shutil.copy(shutil.which("true"), tmp_path / "bin/git")
    seen = top_level(str(repo), env=env | {"PATH": f"{tmp_path}/bin"})
    assert (seen.path, seen.how) == (None, ASKED)


def test_a_git_that_stays_silent_gives_no_answer(repo, env, tmp_path, monkeypatch):
    assert ask.TIMEOUT_SECONDS == 5
    monkeypatch.setattr(ask, "TIMEOUT_SECONDS", 0.2)
    there = _program(tmp_path / "bin", "#!/bin/sh\nexec sleep 30\n")
    started = time.monotonic()
    seen = top_level(str(repo), env=env | {"PATH": f"{there}:{env['PATH']}"})
    assert seen == TopLevel(None, ASKED, "git was silent for 0.2 s") and 0.2 <= time.monotonic() - started < 3


def test_a_config_that_git_waits_for_gives_no_answer(repo, env, monkeypatch):
    monkeypatch.setattr(ask, "TIMEOUT_SECONDS", 0.2)
    (repo / ".git/config").unlink()
    os.mkfifo(repo / ".git/config")
    assert top_level(str(repo), env=env) == TopLevel(None, ASKED, "git was silent for 0.2 s")


def test_the_reason_is_the_same_whether_git_was_asked_or_not_and_in_any_language(repo, env):
    outside = str(repo.parent)
    asked = top_level(outside, env={**env, "GIT_SOMETHING": "1", "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"})
    assert (asked.how, asked.why) == (ASKED, "not inside a git work tree")
    assert top_level(outside, env=env).why == asked.why

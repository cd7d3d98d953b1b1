"""The git top level in every shape of folder: every tree is real, every answer is compared with git's."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from hermes_lab.resolution.git.top import TopLevel, top_level
from tests.git_top.forest import COMMON, ODD_FILES, SHAPES, _git_files, grow
from tests.git_top.judge import ASKED, READ, ROOT, SEED, git, same


def test_git_gives_the_same_answer_in_every_folder_of_a_forest_that_holds_every_shape(tmp_path, env, reads):
    rng = random.Random(SEED)
    shapes = [*SHAPES, *SHAPES, *(COMMON * 3), "odd_name", "odd_name", "broken_git_folder", "broken_git_file", "linked_head"]
    rng.shuffle(shapes)
    folders = list(grow(tmp_path, shapes, env, rng))
    seen = [(shape, ground, same(str(folder), env)) for shape, folder, ground in folders]
    hows = Counter((shape, answer.how) for shape, _, answer in seen)
    assert len(seen) >= 300
    assert {shape for shape, _, _ in seen} == set(SHAPES) and len(SHAPES) == 52
    assert len({answer.path for _, _, answer in seen}) >= 80
    assert sum(answer.path is None for _, _, answer in seen) >= 60
    assert {answer.how for shape, ground, answer in seen if ground and shape in COMMON[:4]} == {READ}
    assert all(hows[shape, READ] for shape in COMMON) and sum(how == READ for how in (a.how for _, _, a in seen)) >= 120
    assert all(hows[shape, ASKED] for shape in ("bare", "submodule", "broken_git_folder", "config: bare", "linked_git_folder"))


@pytest.mark.parametrize("shape", COMMON)
def test_a_common_shape_is_read_at_any_depth_and_git_agrees(tmp_path, env, reads, shape):
    folders = [folder for folder in SHAPES[shape](tmp_path, env, random.Random(1)) if folder.name != "store"]
    assert folders
    for folder in folders:
        for depth in range(5):
            below = folder.joinpath(*"pqrst"[:depth])
            below.mkdir(exist_ok=True)
            assert same(str(below), env).how == READ


def test_a_git_file_with_a_relative_target_is_read_and_a_git_link_is_left_to_git(tmp_path, env, reads):
    files = list(_git_files(ODD_FILES)(tmp_path, env, None))
    assert [same(str(folder), env).how for folder in files] == [ASKED, READ, ASKED, READ, READ]
    assert [top_level(str(folder), env=env).path for folder in files] == [str(folder) for folder in files]
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked/.git").symlink_to("../store")
    assert same(str(tmp_path / "linked"), env).how == ASKED


def test_a_folder_that_cannot_be_entered_has_no_top_level(repo, env, monkeypatch, reads):
    monkeypatch.chdir(repo)
    (repo / "file").write_text("")
    (repo / "loop").symlink_to("loop")
    (repo / "gone").symlink_to("nowhere")
    folders = [repo / "file", repo / "missing", repo / "loop", repo / "gone", repo / "file/x", "", "nul\0", "\ud800", "x" * 300, "/x" * 2500]
    for folder in folders:
        assert same(str(folder), env).path is None
    for folder in (repo / "file", repo / "missing", ""):
        assert top_level(str(folder), env=env) == TopLevel(None, READ, "the folder cannot be entered")


def test_a_relative_folder_is_taken_from_where_the_process_stands(repo, env, monkeypatch, reads):
    monkeypatch.chdir(repo / "a")
    for folder in (".", "b", "b/..", "../a/b/", "./"):
        assert same(folder, env) == TopLevel(str(repo), READ, "a .git folder stands here")
    assert same("../..", env).path is None


def test_a_working_directory_that_was_deleted_has_no_top_level(repo, env, monkeypatch):
    lost = repo / "lost"
    lost.mkdir()
    monkeypatch.chdir(lost)
    lost.rmdir()
    (repo / "lost (deleted)").mkdir()
    assert same(".", env).path is None


@pytest.mark.parametrize(("name", "shown"), [(b"end ", "end"), (b"end\n", "end"), (b"\xffend\xc2\xa0", "\ufffdend"), (b"a\nb", "a\nb"), ("ä".encode(), "ä")])
def test_names_come_out_as_git_s_output_is_read(tmp_path, env, reads, name, shown):
    folder = os.path.join(os.fsencode(tmp_path), name)
    os.mkdir(folder)
    git(folder, "init", "-q", env=env)
    assert same(os.fsdecode(folder), env) == TopLevel(f"{tmp_path}/{shown}", READ, "a .git folder stands here")


@pytest.mark.skipif(ROOT, reason="root may enter every folder")
def test_a_folder_that_may_not_be_entered_is_left_to_git(repo, env):
    (repo / "a").chmod(0o600)
    assert same(str(repo / "a"), env).how == ASKED
    (repo / "a").chmod(0o755)

"""An environment and a repository of their own for the tests of top levels."""

from __future__ import annotations

import os

import pytest

from hermes_lab.resolution.git import ask, scan, top
from tests.git_top.judge import git


@pytest.fixture(scope="module")
def plain_env(tmp_path_factory):
    return {"PATH": os.environ["PATH"], "HOME": str(tmp_path_factory.mktemp("home")), "LC_ALL": "C"}


@pytest.fixture
def env(plain_env):
    return dict(plain_env)


@pytest.fixture
def repo(tmp_path, env):
    git(tmp_path, "init", "-q", "repo", env=env)
    (tmp_path / "repo" / "a" / "b").mkdir(parents=True)
    return tmp_path / "repo"


@pytest.fixture
def reads(plain_env):
    """For tests that assert the fast path: say why where this machine cannot have it."""
    if not top.READS:
        pytest.skip("the file system is read on Linux only")
    try:
        scan.check_shared_config(ask.system_config(*ask.find_git(plain_env["PATH"])))
    except ask.NotCertain as reason:
        pytest.skip(f"this machine's git or its system config is unusual: {reason}")

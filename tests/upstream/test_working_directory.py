"""The working directory: links 2 to 4 of the chain, the lab against all three published builds."""

from collections import Counter

import pytest

import hermes_lab as lab

from .compare import FAILS, agree, answers, notices_a_spoilt_answer
from .questions import folder_questions

COUNT = 500
CHAIN = lab.Build(fixes={"workspace-cwd"})


@pytest.fixture(scope="module")
def asks(grove, seed):
    return folder_questions(grove, seed, COUNT)


def workspace(ask):
    found = lab.resolve(lab.Conversation(**ask), build=CHAIN)
    return FAILS if found.workspace is None else found.workspace


def test_the_working_directory_is_that_of_the_build(judge, asks, seed):
    judged = answers(judge, "folder", asks)
    assert len(judged) == COUNT
    agree(asks, judged, workspace, judge, seed)


def test_a_wrong_folder_would_be_noticed(judge, asks):
    mine = [workspace(ask) for ask in asks]
    assert notices_a_spoilt_answer(asks, mine, workspace)


def test_the_questions_reach_every_link_and_many_folders(asks):
    found = [lab.resolve(lab.Conversation(**ask), build=CHAIN) for ask in asks]
    links = Counter(step.rule for one in found for step in one.workspace_steps if step.outcome == "won")
    assert min(links[link] for link in ("pinned-cwd", "terminal-cwd", "launch-dir")) > 50
    assert 5 < sum(one.workspace is None for one in found) < COUNT / 4
    assert len({one.workspace for one in found}) > 50

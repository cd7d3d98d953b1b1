"""Session names: the lab against the Honcho plugin of two published builds, in a real tree.

No package answers for a build with the fix. "After" is asked of the builds before it, handed what the fix would hand
them: the workspace of the chain (their own chain gives links 2 to 4), and no title where its source is derived or llm.
"""

from collections import Counter

import pytest

import hermes_lab as lab
from hermes_lab.resolution.rules import RUNGS, WORKSPACE_LINKS

from .compare import FAILS, agree, answers, notices_a_spoilt_answer
from .questions import name_questions

COUNT = 1500
PROVENANCE = {"title-provenance", "workspace-cwd"}
AFTER = ("main 2026-09-16", "0.22.2", "0.22.5")
"""Builds with both fixes; without sessionAiPeerPrefix they name alike."""


@pytest.fixture(scope="module")
def asks(grove, seed):
    return name_questions(grove, seed, COUNT)


def resolution(ask, build):
    talk = {name: ask[name] for name in ("launch_dir", "agent_cwd", "pinned_cwd", "terminal_cwd", "title", "title_source", "session_id", "gateway_key")}
    config = {name: ask[name] for name in ("strategy", "workspace", "peer_name", "session_peer_prefix", "sessions")}
    return lab.resolve(lab.Conversation(**talk), lab.HonchoConfig(**config), build)


def before(build):
    def answer(ask):
        found = resolution(ask, build)
        return FAILS if found.name is None else {"name": found.name, "id": found.honcho_id}

    return answer


def after(build):
    """The judged build with the fix; from 0.20.1 on the lab's own later builds must say the same."""
    fixed = lab.Build(fixes=lab.get_build(build).fixes | PROVENANCE)
    builds = (fixed, *AFTER) if build != "0.19.0" else (fixed,)

    def answer(ask):
        found = [resolution(ask, one) for one in builds]
        said = [FAILS if one.name is None else {"name": one.name, "id": one.honcho_id, "workspace": one.workspace} for one in found]
        return said[0] if said.count(said[0]) == len(said) else said

    return answer


def test_names_before_the_fix_are_those_of_the_build(honcho_judge, asks, seed):
    judged = answers(honcho_judge, "name_before", asks)
    assert len(judged) == COUNT
    agree(asks, judged, before(honcho_judge.judge.build), honcho_judge, seed)


def test_names_after_the_fix_are_those_of_the_build_handed_what_the_fix_hands_over(honcho_judge, asks, seed):
    judged = answers(honcho_judge, "name_after", asks)
    assert len(judged) == COUNT
    agree(asks, judged, after(honcho_judge.judge.build), honcho_judge, seed)


def test_a_wrong_name_would_be_noticed(honcho_judge, asks):
    some = asks[:200]
    lab_answer = before(honcho_judge.judge.build)
    assert notices_a_spoilt_answer(some, [lab_answer(ask) for ask in some], lab_answer)
    judged = answers(honcho_judge, "name_before", some)
    assert any(now != then for now, then in zip(judged, answers(honcho_judge, "name_after", some)))


@pytest.mark.parametrize("build", ("0.19.0", AFTER[0]))
def test_the_questions_reach_every_rung_and_give_many_names(asks, build):
    found = [resolution(ask, build) for ask in asks]
    rungs = Counter(one.rung for one in found)
    assert {rung: rungs[rung] for rung in RUNGS if rungs[rung] < 3} == {}
    assert len({one.name for one in found}) > 120
    assert 20 < rungs[None] < COUNT / 2, "questions on which Hermes fails"


def test_the_questions_reach_every_link_of_the_chain(asks):
    links = Counter(step.rule for ask in asks for step in resolution(ask, AFTER[0]).workspace_steps if step.outcome == "won")
    assert {link: links[link] for link in WORKSPACE_LINKS if links[link] < 50} == {}

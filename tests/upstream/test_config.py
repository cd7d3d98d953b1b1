"""The config loader: the lab against the Honcho plugin of two published builds, on files of every shape."""

import json
import os
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from hermes_lab.homes import find_profile
from hermes_lab.resolution.config.loader import load_config

from . import config_questions
from .compare import FAILS, agree, differences, notices_a_spoilt_answer
from .judges import Worker

COUNT = 600


@pytest.fixture(scope="module")
def asks(seed):
    return list(config_questions.questions(f"config {seed}", COUNT))


@pytest.fixture(scope="module")
def judged(asks, workers, tmp_path_factory):
    """The answers of one judge; its worker lays out each question in a home of its own."""

    def answers(judge):
        if judge not in known:
            workers(judge)  # skips or fails if it is not there
            with Worker(judge, tmp_path_factory.mktemp(judge.distribution), script="config_worker.py") as worker:
                known[judge] = [plain(answer) for answer in worker.ask(asks)]
        return known[judge]

    known = {}
    return answers


def plain(answer):
    """One text for one answer; of a failure only that it is one."""
    return FAILS if "fails" in answer else json.dumps(answer, sort_keys=True)


def loaded(build):
    def answer(ask):
        with tempfile.TemporaryDirectory() as made:
            home = str(Path(made).resolve())
            env = {"PATH": os.environ["PATH"], **config_questions.lay_out(ask, home)}
            os.makedirs(env.get("HERMES_HOME", home), exist_ok=True)
            return plain(config_questions.lab_answer(load_config(find_profile(env=env), env=env, build=build)))

    return answer


def test_settings_are_those_of_the_build(honcho_judge, judged, asks, seed):
    theirs = judged(honcho_judge.judge)
    assert len(theirs) == COUNT
    agree(asks, theirs, loaded(honcho_judge.judge.build), honcho_judge, seed)


def test_a_wrong_setting_would_be_noticed(honcho_judge, judged, asks):
    some, theirs = asks[:100], judged(honcho_judge.judge)[:100]
    assert notices_a_spoilt_answer(some, theirs, loaded(honcho_judge.judge.build))
    assert len(differences(some, theirs, lambda ask: FAILS)) == 100 - theirs.count(FAILS)


def test_the_questions_give_settings_of_every_kind(honcho_judge, judged):
    theirs = judged(honcho_judge.judge)
    found = [json.loads(answer) for answer in theirs if answer != FAILS]
    assert 10 < theirs.count(FAILS) < COUNT / 2
    few = {key: len(kinds) for key, kinds in kinds_of(found).items() if len(kinds) < 2}
    assert few == {}
    assert len(set(theirs)) > COUNT / 3


def kinds_of(found):
    return {key: Counter(json.dumps(one[key], sort_keys=True) for one in found) for key in found[0]}

"""Chat keys: the lab against all three published builds."""

import pytest

import hermes_lab as lab

from .chat_questions import key_questions
from .compare import FAILS, agree, answers, notices_a_spoilt_answer

COUNT = 2000


@pytest.fixture(scope="module")
def asks(seed):
    return key_questions(seed, COUNT)


def key(build):
    def answer(ask):
        found = lab.chat_key(lab.ChatSource(**ask["source"]), **ask["options"], aliases=ask["aliases"], build=build)
        return FAILS if found.key is None else found.key

    return answer


def test_chat_keys_are_those_of_the_build(judge, asks, seed):
    judged = answers(judge, "chat_key", asks)
    assert len(judged) == COUNT
    agree(asks, judged, key(judge.judge.build), judge, seed)
    assert 20 < judged.count(FAILS) < COUNT / 3
    assert len(set(judged)) > COUNT / 3


def test_a_wrong_key_would_be_noticed(judge, asks):
    some = asks[-200:]
    assert notices_a_spoilt_answer(some, answers(judge, "chat_key", some), key(judge.judge.build))


def test_the_builds_differ_where_the_fixes_are(asks):
    old, new, newest = (list(map(key(build), asks)) for build in ("0.19.0", "0.20.1", "0.22.2"))
    workspace = sum("slack" in b and a != b for a, b in zip(old, new))
    opened = sum(a.split(":")[3:4] != b.split(":")[3:4] for a, b in zip(old, new))
    main = sum(c.startswith("agent:main~:") != b.startswith("agent:main~:") for b, c in zip(new, newest))
    assert min(workspace, opened, main) > 10, (workspace, opened, main)

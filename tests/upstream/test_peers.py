"""Peers: the lab against the Honcho plugin of two published builds."""

from collections import Counter

import pytest

import hermes_lab as lab
from hermes_lab.resolution.rules import PEER_RUNGS

from .chat_questions import peer_questions
from .compare import agree, answers, notices_a_spoilt_answer

COUNT = 1200


@pytest.fixture(scope="module")
def asks(seed):
    return peer_questions(seed, COUNT)


def peer(ask, build):
    config = lab.HonchoConfig(
        peer_name=ask["peer_name"], pin_user_peer=ask["pin"], runtime_peer_prefix=ask["prefix"], user_peer_aliases=ask["aliases"]
    )
    return lab.resolve_peer(config, ask["id"], ask["id_alt"], ask["session_name"], build=build)


def named(build):
    return lambda ask: "fails" if peer(ask, build).name is None else peer(ask, build).name


def test_peers_are_those_of_the_build(honcho_judge, asks, seed):
    judged = answers(honcho_judge, "peer", asks)
    assert len(judged) == COUNT
    agree(asks, judged, named(honcho_judge.judge.build), honcho_judge, seed)


def test_a_wrong_peer_would_be_noticed(honcho_judge, asks):
    some = [ask for ask in asks if ask["peer_name"] != 7 and ask["id"] != "\ud800"][:200]
    assert notices_a_spoilt_answer(some, answers(honcho_judge, "peer", some), named(honcho_judge.judge.build))


def test_the_questions_reach_every_rung_and_give_many_peers(asks):
    some = [ask for ask in asks if ask["peer_name"] != 7 and ask["id"] != "\ud800"]
    found = [peer(ask, "0.20.1") for ask in some]
    rungs = Counter(one.rung for one in found)
    assert {rung: rungs[rung] for rung in PEER_RUNGS if rungs[rung] < 3} == {}
    assert len({one.name for one in found}) > 100
    assert len({len(one.name) for one in found if one.rung == "prefixed-id"}) > 12, "hashes of several lengths"

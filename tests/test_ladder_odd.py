"""The ladder on odd input: paths and texts that no system takes, and shapes that a file could bring."""

import json
import os
import random
import subprocess

import pytest

import hermes_lab as lab
from tests.test_ladder import NEW, config


@pytest.mark.parametrize("talk, settings", [({"gateway_key": "k" * 120 + "\ud800"}, {}), ({"session_id": "s" * 120 + "\ud800"}, {"strategy": "per-session", "session_ai_peer_prefix": True})])
def test_a_long_name_that_cannot_be_hashed_is_no_name_but_an_answer(tree, talk, settings):
    answer = lab.resolve(lab.Conversation(str(tree), **talk), lab.HonchoConfig(**settings), NEW)
    assert answer.name is None and answer.rung is None
    assert "half a character" in answer.inactive_because and "half a character" in str(answer)


@pytest.mark.parametrize("folder", ["/x/\ud800", "/x\0y"])
def test_text_that_no_system_takes_as_a_path_ends_in_an_answer(tree, folder):
    talk = lab.Conversation(str(tree), folder)
    failed = lab.resolve(talk, config(sessions={folder + "/": "m"}), NEW)
    assert failed.name is None and "a character that no path can have" in failed.inactive_because
    assert lab.resolve(talk, config("global"), NEW).name == "hermes"
    assert lab.resolve(lab.Conversation(folder), config(), NEW).name is None


def test_a_repository_whose_path_is_not_utf8_is_read_since_0_20_1(tmp_path):
    folder = os.fsencode(tmp_path) + b"/odd\xff"
    try:
        os.mkdir(folder)
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    subprocess.run(["git", "init", "-q", folder], check=True)
    talk = lab.Conversation(os.fsdecode(folder))
    assert lab.resolve(talk, config(), lab.Build(fixes={"git-utf8"})).name == "odd\ufffd"
    assert "without git-utf8" in lab.resolve(talk, config(), lab.Build()).inactive_because


def test_a_carriage_return_in_a_repositorys_name_is_read_as_a_line_end(tmp_path):
    (tmp_path / "a\rb").mkdir()
    subprocess.run(["git", "init", "-q", str(tmp_path / "a\rb")], check=True)
    answer = lab.resolve(lab.Conversation(str(tmp_path / "a\rb")), config(), NEW)
    assert (answer.name, answer.honcho_id) == ("a\nb", "a-b")


def test_resolution_never_asks_where_this_process_stands(tree, monkeypatch):
    def refuse():
        raise AssertionError("os.getcwd was asked")

    monkeypatch.setattr(os, "getcwd", refuse)
    assert lab.resolve(lab.Conversation(str(tree), str(tree / "code/myapp")), config(), NEW).name == "myapp"


def test_an_answer_shows_itself_as_text_escaped_html_and_plain_values(tmp_path):
    hostile = tmp_path / "<script>alert(1)</script>\n\u202egnp"
    hostile.mkdir(parents=True)
    answer = lab.resolve(lab.Conversation(str(hostile)), config("per-directory"), NEW)
    assert answer.name == "script>\n\u202egnp"  # the slash in </script> makes two folders of it
    assert "<script" not in answer._repr_html_() and "\u202e" not in answer._repr_html_() + str(answer)
    assert r"\u202egnp" in str(answer) and "\n\u202e" not in str(answer)
    assert answer.to_dict()["steps"][4]["value"] == answer.name and answer.to_dict()["active"] is True


TEXTS = (None, "", "a", "home", "\0", "\ud800", "\udcff", "~", "~nobody/x", "/", "//", "..", ".", "a\nb", "<script>", "x" * 300, "/" + "y" * 5000)
TEXTS += ("é日本", "agent:main:telegram:dm:1", "20260915_120000_ab12cd", " ", "\u202e", "-", "T #2", "a:b:c", "$HOME", "\\", "'\"")
VALUES = (*TEXTS, 0, 5, -1, 2.5, True, False, [], ["x"], {}, {"a": 1}, float("inf"), b"x")


def anything(rng):
    """A conversation and settings of any shape that a caller or a file could bring."""
    text, value = (lambda: rng.choice(TEXTS)), (lambda: rng.choice(VALUES))
    talk = lab.Conversation(text() or "/", *(text() for _ in range(4)), rng.choice((None, "derived", "llm", "user", "X")), text(), text())
    names = ("workspace", "peer_name", "session_peer_prefix", "ai_peer", "session_ai_peer_prefix", "pin_user_peer", "a2a_sessions")
    settings = {name: value() for name in names}
    settings["sessions"] = rng.choice(({}, {text(): value(), text(): value()}, value()))
    settings["user_peer_aliases"] = {str(text()): value()}
    return talk, lab.HonchoConfig(strategy=rng.choice(("per-repo", "per-session", "per-directory", value())), **settings)


def test_whatever_is_put_in_an_answer_comes_out_and_nothing_is_raised():
    rng, named = random.Random(20261130), 0
    for _ in range(600):
        talk, settings = anything(rng)
        build = rng.choice(list(lab.BUILDS))
        answer = lab.resolve(talk, settings, build)
        named += answer.name is not None
        assert (answer.name is None) == (answer.rung is None) and (answer.name is not None or not answer.active)
        peer = lab.resolve_peer(settings, talk.session_id, talk.title, answer.name or "", build=build)
        platform = rng.choice(("whatsapp", "slack", "telegram"))
        key = lab.chat_key(lab.ChatSource(platform, rng.choice(("dm", "group", "")), talk.title, talk.session_id, talk.agent_cwd, talk.pinned_cwd), build=build)
        for shown in (answer, peer, key):
            assert str(shown) and "<script" not in shown._repr_html_() and json.dumps(shown.to_dict(), default=str)
        assert lab.read_name(str(talk.title), [talk.title or "t"], folders=[talk.agent_cwd or "/"], launch_dir=talk.launch_dir, config=settings)
    assert 200 < named < 600

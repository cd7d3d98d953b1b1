"""Which honcho.json is read, and what a file does on which Hermes fails or goes on without (spec Config)."""

import json
import os

import pytest

from hermes_lab.errors import BadInput
from tests.config_profiles import ids, load, loaded, sample_profile

# Which file


def test_the_profiles_own_file_comes_first_then_the_default_profiles_then_the_shared_one(tmp_path):
    own, root, shared = (tmp_path / place for place in (".hermes/profiles/coder", ".hermes", ".honcho"))
    sample_profile(own, {"peerName": "own"})
    sample_profile(root, {"peerName": "root"})
    shared.mkdir()
    (shared / "config.json").write_text('{"peerName": "shared"}')
    for file, peer in ((own / "honcho.json", "own"), (root / "honcho.json", "root"), (shared / "config.json", "shared")):
        answer = load(tmp_path, "coder")
        assert (answer.config.peer_name, answer.path) == (peer, str(file))
        file.unlink()
    assert load(tmp_path, "coder").path is None


def test_nothing_is_merged_across_files(tmp_path):
    sample_profile(tmp_path / ".hermes/profiles/coder", {"peerName": "own"})
    sample_profile(tmp_path / ".hermes", {"peerName": "root", "workspace": "shared", "sessions": {"/x": "y"}})
    config = load(tmp_path, "coder").config
    assert (config.workspace_id, config.sessions) == ("hermes_coder", {})


def test_every_file_that_was_looked_into_is_named(tmp_path):
    folder = tmp_path / ".hermes"
    assert loaded(tmp_path, {}).read == tuple(str(folder / name) for name in ("honcho.json", "config.yaml", ".env"))
    assert load(tmp_path / "empty").read == ()


def test_a_file_given_by_path_is_the_only_one_looked_at(tmp_path):
    sample_profile(tmp_path / ".hermes", {"peerName": "profile", "workspace": "w"})
    other = tmp_path / "other.json"
    other.write_text('{"peerName": "given", "defaultHost": "local"}')
    answer = load(tmp_path, path=str(other))
    assert (answer.path, answer.config.peer_name, answer.config.workspace_id) == (str(other), "given", "local")


@pytest.mark.parametrize("name", ["gone.json", "a\0b", "pipe"])
def test_a_path_that_cannot_be_a_file_is_refused_in_one_sentence(tmp_path, name):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match=r"There is no file|is no ordinary file"):
        load(tmp_path, path=f"{tmp_path}/{name}")


# No usable file


def test_without_a_file_the_workspace_is_hermes_for_every_profile(tmp_path):
    sample_profile(tmp_path / ".hermes/profiles/coder")
    config = load(tmp_path, "coder").config
    assert (config.workspace_id, config.host, config.ai_peer_name) == ("hermes", "hermes_coder", "hermes_coder")
    assert (config.strategy, config.dialectic_cadence, config.context_cadence) == ("per-directory", 1, 1)
    assert (config.recall_mode, config.context_tokens, config.pin_user_peer, config.a2a_sessions) == ("hybrid", None, False, True)
    assert config.inactive_because() is None


@pytest.mark.parametrize("content", ["", " ", "{", "{'a': 1}", '{"a": 1,}', "// note\n{}", '{"peerName": "a\tb"}', b"\0", b"\xef\xbb\xbf{}"])
def test_what_is_no_json_counts_as_no_file_and_is_a_finding(tmp_path, content):
    answer = loaded(tmp_path, content)
    assert (answer.config.workspace_id, answer.config.failure, ids(answer)) == ("hermes", None, ["config-unusable"])
    assert "honcho.json" in answer.findings[0].where


def test_a_folder_called_honcho_json_is_chosen_and_then_counts_as_none(tmp_path):
    (tmp_path / ".hermes/honcho.json").mkdir(parents=True)
    (tmp_path / ".honcho").mkdir()
    (tmp_path / ".honcho/config.json").write_text('{"workspace": "shared"}')
    answer = load(tmp_path)
    assert (answer.path, answer.config.workspace_id) == (str(tmp_path / ".hermes/honcho.json"), "hermes")
    assert ids(answer) == ["config-unusable"]


def test_a_link_to_nowhere_is_no_file_and_a_pipe_is_not_waited_for(tmp_path):
    (tmp_path / ".hermes").mkdir()
    link = tmp_path / ".hermes/honcho.json"
    link.symlink_to("gone")
    assert load(tmp_path).path is None
    link.unlink()
    os.mkfifo(link)
    assert ids(load(tmp_path)) == ["config-unusable"]


def test_a_byte_order_mark_is_read_by_builds_with_the_fix_only(tmp_path):
    content = b'\xef\xbb\xbf{"peerName": "alice"}'
    assert loaded(tmp_path, content, build="0.20.1").config.peer_name is None
    after = load(tmp_path, build="0.22.5")
    assert (after.config.peer_name, ids(after)) == ("alice", ["cadence-default"])


def test_a_file_of_50_megabytes_is_answered(tmp_path):
    answer = loaded(tmp_path, json.dumps({"peerName": "alice", "junk": "x" * 50_000_000}))
    assert answer.config.peer_name == "alice"
    assert len(str(answer)) < 5000


# Where Hermes fails

FAILING = {
    "a list": "[]",
    "null": "null",
    "a text": '"x"',
    "a number": "5",
    "latin-1": b'{"peerName": "a\xe9"}',
    "utf-16": '{"peerName": "a"}'.encode("utf-16"),
    "deep": "[" * 100_000,
    "long number": '{"a": ' + "9" * 5000 + "}",
    "hosts a list": {"hosts": [1]},
    "hosts a text": {"hosts": "x"},
    "hosts a number": {"hosts": 5},
    "hosts true": {"hosts": True},
    "block null": {"hosts": {"hermes": None}},
    "block a list": {"hosts": {"hermes": []}},
    "block a text": {"hosts": {"hermes": "x"}},
    "block zero": {"hosts": {"hermes": 0}},
    "contextTokens": '{"contextTokens": Infinity}',
    "contextCadence": '{"contextCadence": -Infinity}',
    "dialecticCadence": '{"hosts": {"hermes": {"dialecticCadence": 1e999}}}',
    "dialecticDepth": '{"dialecticDepth": 1e999}',
    "dialecticMaxChars": '{"dialecticMaxChars": 1e999}',
    "messageMaxChars": '{"messageMaxChars": 1e999}',
    "dialecticMaxInputChars": '{"dialecticMaxInputChars": 1e999}',
    "writeFrequency": '{"writeFrequency": 1e999}',
    "timeout": '{"timeout": 1' + "0" * 400 + "}",
    "requestTimeout": '{"timeout": 0, "requestTimeout": 1' + "0" * 400 + "}",
    "firstTurnBaseWait": '{"firstTurnBaseWait": 1' + "0" * 400 + "}",
    "recallMode list": {"recallMode": ["hybrid"]},
    "recallMode object": {"hosts": {"hermes": {"recallMode": {"a": 1}}}},
    "observationMode": {"observationMode": ["unified"]},
    "observation": {"observation": {"user": 5}},
    "baseUrl": {"baseUrl": 5},
}


@pytest.mark.parametrize("content", FAILING.values(), ids=FAILING.keys())
def test_where_hermes_fails_honcho_is_inactive_and_file_and_key_are_named(tmp_path, content):
    answer = loaded(tmp_path, content)
    assert ids(answer).count("config-fails") == 1
    assert answer.config.inactive_because() == answer.config.failure
    assert str(tmp_path / ".hermes/honcho.json") in answer.config.failure
    assert answer.config.failure.endswith("on which Hermes fails")


def test_what_could_be_read_is_still_there_after_a_failure(tmp_path):
    answer = loaded(tmp_path, {"hosts": [1], "workspace": "w", "sessionStrategy": "per-repo"})
    assert (answer.config.workspace_id, answer.config.strategy) == ("w", "per-repo")
    assert answer.config.failure.endswith("honcho.json: hosts is a list, not an object, on which Hermes fails")


PASSING = {
    "hosts null": {"hosts": None},
    "hosts empty list": {"hosts": []},
    "hosts empty text": {"hosts": ""},
    "another block is broken": {"hosts": {"hermes_x": None}},
    "nan": '{"contextTokens": NaN}',
    "first time-out is good": '{"timeout": 5, "requestTimeout": 1' + "0" * 400 + "}",
    "null URL": {"baseUrl": None},
}


@pytest.mark.parametrize("content", PASSING.values(), ids=PASSING.keys())
def test_odd_shapes_on_which_hermes_does_not_fail(tmp_path, content):
    assert loaded(tmp_path, content).config.failure is None


def test_a_null_block_of_a_named_profile_gives_way_to_the_old_spelling(tmp_path):
    sample_profile(tmp_path / ".hermes/profiles/coder", {"hosts": {"hermes_coder": None, "hermes.coder": {"peerName": "old"}}})
    assert (load(tmp_path, "coder").config.peer_name, load(tmp_path, "coder").config.failure) == ("old", None)
    sample_profile(tmp_path / ".hermes/profiles/coder", {"hosts": {"hermes_coder": None, "hermes.coder": None}})
    assert "hosts.hermes.coder is null" in load(tmp_path, "coder").config.failure


def test_a_value_nested_nearly_as_deep_as_can_be_gives_an_answer(tmp_path):
    for depth in range(100, 1000, 100):
        deep = "[" * depth + "]" * depth
        answer = loaded(tmp_path, f'{{"userPeerAliases": {{"a": {deep}}}, "sessions": {{"a": {deep}}}, "defaultHost": {deep}}}')
        assert str(answer)

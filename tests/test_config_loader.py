"""The Honcho settings of a real profile: which file, which host, which layer, which type, and never the key (spec Config)."""

import json
import os

import pytest

from hermes_lab.builds import Build
from hermes_lab.errors import BadInput
from hermes_lab.homes import find_profile
from hermes_lab.resolution.loader import load_config

KEY = "sk-must-never-be-seen-91c2"
MISSING = object()


def sample_profile(folder, honcho=None, provider="honcho", env_line=f"HONCHO_API_KEY={KEY}"):
    """A profile's folder with honcho.json (a value, a text or bytes), config.yaml and .env."""
    folder.mkdir(parents=True, exist_ok=True)
    if honcho is not None:
        raw = honcho if isinstance(honcho, (bytes, str)) else json.dumps(honcho)
        (folder / "honcho.json").write_bytes(raw if isinstance(raw, bytes) else raw.encode())
    if provider:
        (folder / "config.yaml").write_text(f"memory:\n  provider: {provider}\n")
    if env_line:
        (folder / ".env").write_text(env_line + "\n")
    return folder


def load(home, name=None, build="0.20.1", path=None, **env):
    env = {"HOME": str(home), **env}
    return load_config(find_profile(name, env=env), build=build, path=path, env=env)


def loaded(tmp_path, honcho, **more):
    """One default profile with this honcho.json, loaded."""
    build, env = more.pop("build", "0.20.1"), more.pop("env", {})
    sample_profile(tmp_path / ".hermes", honcho, **more)
    return load(tmp_path, build=build, **env)


def ids(answer):
    return sorted(finding.id for finding in answer.findings)


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


# Host key and block


@pytest.mark.parametrize(
    ("profile", "given", "variable", "host", "origin"),
    [
        (None, MISSING, "", "hermes", "default"),
        (None, "local", "", "local", "root"),
        (None, " local ", "", "local", "root"),
        (None, "", "", "hermes", "default"),
        (None, None, "", "None", "root"),
        (None, 5, "", "5", "root"),
        (None, True, "", "True", "root"),
        (None, [], "", "[]", "root"),
        (None, "local", " pinned ", "pinned", "environment"),
        (None, "local", "  ", "local", "root"),
        ("coder", "local", "", "hermes_coder", "profile"),
        ("coder", "local", "pinned", "pinned", "environment"),
        ("a-b_c", MISSING, "", "hermes_a-b_c", "profile"),
        ("default", "local", "", "local", "root"),
    ],
)
def test_the_host_key(tmp_path, profile, given, variable, host, origin):
    for folder in (".hermes", ".hermes/profiles/coder", ".hermes/profiles/a-b_c"):
        sample_profile(tmp_path / folder, {} if given is MISSING else {"defaultHost": given})
    answer = load(tmp_path, profile, HERMES_HONCHO_HOST=variable)
    assert (answer.host, answer.config.host, answer.config.workspace_id, answer.origins["host"]) == (host, host, host, origin)


def test_a_folder_that_is_no_profile_has_the_default_host_key(tmp_path):
    sample_profile(tmp_path / ".hermes/nested", {"hosts": {"hermes": {"peerName": "alice"}}})
    env = {"HOME": str(tmp_path), "HERMES_HOME": f"{tmp_path}/.hermes/nested"}
    answer = load_config(build="0.20.1", env=env)
    assert (answer.host, answer.config.peer_name) == ("hermes", "alice")


@pytest.mark.parametrize(
    ("hosts", "peer"),
    [
        ({"hermes_coder": {"peerName": "new"}, "hermes.coder": {"peerName": "old"}}, "new"),
        ({"hermes_coder": {}, "hermes.coder": {"peerName": "old"}}, "old"),
        ({"hermes.coder": {"peerName": "old"}}, "old"),
        ({"hermes": {"peerName": "other"}}, "root"),
        ({"coder": {"peerName": "other"}}, "root"),
    ],
)
def test_the_block_is_that_of_the_host_key_or_the_old_spelling(tmp_path, hosts, peer):
    sample_profile(tmp_path / ".hermes/profiles/coder", {"peerName": "root", "hosts": hosts})
    answer = load(tmp_path, "coder")
    assert answer.config.peer_name == peer
    block = {"new": "hosts.hermes_coder", "old": "hosts.hermes.coder"}.get(peer)
    assert answer.origins["peerName"] == (f"host block {block}" if block else "root")


# Which layer: host value, root value, what is taken

TEXT_KEYS = {"workspace": "hermes", "aiPeer": "hermes", "peerName": None, "sessionStrategy": "per-directory", "recallMode": "hybrid"}
FLAG_KEYS = {"sessionPeerPrefix": False, "sessionAiPeerPrefix": False, "pinUserPeer": False, "a2aSessions": True, "enabled": True}
NUMBER_KEYS = {"contextCadence": 1, "dialecticCadence": 1, "contextTokens": None}
ATTRIBUTES = {
    "workspace": "workspace_id", "aiPeer": "ai_peer_name", "peerName": "peer_name", "sessionStrategy": "strategy",
    "recallMode": "recall_mode", "sessionPeerPrefix": "session_peer_prefix", "sessionAiPeerPrefix": "session_ai_peer_prefix",
    "pinUserPeer": "pin_user_peer", "a2aSessions": "a2a_sessions", "enabled": "enabled", "contextCadence": "context_cadence",
    "dialecticCadence": "dialectic_cadence", "contextTokens": "context_tokens", "runtimePeerPrefix": "runtime_peer_prefix",
    "userPeerAliases": "user_peer_aliases",
}  # fmt: skip


def effective(tmp_path, key, host, root):
    honcho = {"hosts": {"hermes": {"other": 1, **({} if host is MISSING else {key: host})}}}
    if root is not MISSING:
        honcho[key] = root
    answer = loaded(tmp_path, honcho)
    return getattr(answer.config, ATTRIBUTES[key]), answer.origins[key]


@pytest.mark.parametrize("key", TEXT_KEYS)
@pytest.mark.parametrize("host", [MISSING, None, "", "tools"])
def test_an_empty_or_null_text_in_the_host_block_gives_way(tmp_path, key, host):
    taken = ("tools", "host block hosts.hermes") if host == "tools" else ("context", "root")
    assert effective(tmp_path, key, host, "context") == taken


@pytest.mark.parametrize("key", ["workspace", "aiPeer", "peerName", "recallMode"])
@pytest.mark.parametrize("root", [MISSING, None, ""])
def test_an_empty_or_null_text_in_the_root_is_the_default(tmp_path, key, root):
    assert effective(tmp_path, key, "", root) == (TEXT_KEYS[key], "default")


@pytest.mark.parametrize(("root", "strategy", "origin"), [(MISSING, "per-directory", "default"), (None, None, "root"), ("", "", "root")])
def test_an_empty_or_null_strategy_in_the_root_is_not_the_default(tmp_path, root, strategy, origin):
    assert effective(tmp_path, "sessionStrategy", "", root) == (strategy, origin)


@pytest.mark.parametrize("key", FLAG_KEYS)
@pytest.mark.parametrize(("host", "root", "taken"), [
    (True, False, True), (False, True, False), ("", True, False), (0, True, False), ([], True, False), (None, True, True),
    (MISSING, True, True), (None, False, False), (MISSING, "", False), ("false", False, True), (None, "false", True),
])  # fmt: skip
def test_only_a_missing_or_null_flag_gives_way_and_any_value_counts_by_truth(tmp_path, key, host, root, taken):
    assert effective(tmp_path, key, host, root)[0] is taken


@pytest.mark.parametrize(("key", "default"), FLAG_KEYS.items())
def test_a_flag_that_is_nowhere_or_null_has_its_default(tmp_path, key, default):
    assert effective(tmp_path, key, None, None) == (default, "default")


@pytest.mark.parametrize(("key", "default"), NUMBER_KEYS.items())
@pytest.mark.parametrize(("host", "root", "taken"), [
    (3, 4, 3), (MISSING, 4, 4), (None, 4, 4), ("x", 4, 4), ("2.9", 4, 4), ("", 4, 4), ([], 4, 4), (2.9, 4, 2), (-2.9, 4, -2), ("3", 4, 3),
    (" 3 ", 4, 3), (True, 4, 1), (False, 4, 0), (0, 4, 0), ("1e3", 4, 4), ("x", "7", 7), ("1_0", 4, 10),
])  # fmt: skip
def test_a_number_that_does_not_parse_gives_way(tmp_path, key, default, host, root, taken):
    assert effective(tmp_path, key, host, root)[0] == taken
    assert effective(tmp_path, key, host, "x") == ((default, "default") if taken in (4, 7) else (taken, "host block hosts.hermes"))


@pytest.mark.parametrize(("host", "root", "taken"), [
    (MISSING, "tg_", "tg_"), ("", "tg_", ""), (None, "tg_", ""), (" a ", "tg_", "a"), (5, "tg_", "5"), (MISSING, None, ""), (MISSING, MISSING, ""),
])  # fmt: skip
def test_only_a_missing_runtime_prefix_gives_way(tmp_path, host, root, taken):
    assert effective(tmp_path, "runtimePeerPrefix", host, root)[0] == taken


@pytest.mark.parametrize(("host", "root", "taken"), [
    (MISSING, {"1": "a"}, {"1": "a"}), ({}, {"1": "a"}, {}), (None, {"1": "a"}, {}), ([], {"1": "a"}, {}), ("x", {"1": "a"}, {}),
    ({"2": "b"}, {"1": "a"}, {"2": "b"}), (MISSING, "x", {}), (MISSING, MISSING, {}),
    ({" 1 ": " a ", "2": " ", "": "c", "3": None, "4": 5, "5": True}, {}, {"1": "a", "4": "5", "5": "True"}),
])  # fmt: skip
def test_a_host_alias_map_replaces_the_roots_whole_and_is_made_text(tmp_path, host, root, taken):
    assert effective(tmp_path, "userPeerAliases", host, root)[0] == taken


@pytest.mark.parametrize(("block", "root", "pinned"), [
    ({"pinUserPeer": False, "pinPeerName": True}, {"pinUserPeer": True}, False), ({"pinPeerName": True}, {"pinUserPeer": False}, True),
    ({"pinUserPeer": None, "pinPeerName": True}, {"pinUserPeer": False}, True), ({}, {"pinUserPeer": False, "pinPeerName": True}, False),
    ({}, {"pinPeerName": True}, True), ({}, {}, False),
])  # fmt: skip
def test_the_old_spelling_of_pinning_counts_within_its_layer(tmp_path, block, root, pinned):
    assert loaded(tmp_path, {**root, "hosts": {"hermes": block}}).config.pin_user_peer is pinned


def test_the_sessions_map_is_read_from_the_root_only(tmp_path):
    answer = loaded(tmp_path, {"sessions": {"/a": "root"}, "hosts": {"hermes": {"sessions": {"/a": "host"}}}})
    assert (answer.config.sessions, answer.origins["sessions"]) == ({"/a": "root"}, "root")
    assert loaded(tmp_path, {"hosts": {"hermes": {"sessions": {"/a": "host"}}}}).config.sessions == {}


@pytest.mark.parametrize(("value", "mode"), [("auto", "hybrid"), ("Tools", "hybrid"), ("tools", "tools"), ("context", "context"), (5, "hybrid"), (True, "hybrid")])
def test_auto_and_unknown_recall_modes_are_hybrid(tmp_path, value, mode):
    assert loaded(tmp_path, {"recallMode": value}).config.recall_mode == mode


def test_the_environment_names_neither_workspace_nor_peer(tmp_path):
    env = {"HONCHO_WORKSPACE": "w", "HONCHO_WORKSPACE_ID": "w", "HONCHO_PEER_NAME": "p"}
    config = loaded(tmp_path, {}, env=env).config
    assert (config.workspace_id, config.peer_name) == ("hermes", None)


# Findings


def test_dialectic_cadence_without_the_key_is_1_with_a_notice(tmp_path):
    answer = loaded(tmp_path, {})
    assert (answer.config.dialectic_cadence, ids(answer)) == (1, ["cadence-default"])
    assert ids(loaded(tmp_path, {"dialecticCadence": 2})) == []


@pytest.mark.parametrize(("key", "value", "taken"), [
    ("workspace", 5, "takes it as it stands"), ("peerName", ["a"], "takes it as it stands"), ("aiPeer", 0, "takes it as not set"),
    ("sessionStrategy", ["per-repo"], "fails when it compares it"), ("sessionStrategy", 5, "takes it as global"),
    ("sessionStrategy", None, "takes it as global"), ("sessions", None, "fails when it looks"), ("sessions", [], "fails when it looks"),
    ("sessionPeerPrefix", "false", "takes it as true"), ("enabled", 1, "takes it as true"), ("pinUserPeer", "", "takes it as false"),
    ("contextTokens", "x", "gives way"), ("contextCadence", 2.9, "reads it as 2"), ("contextCadence", True, "reads it as 1"),
    ("userPeerAliases", [], "takes it as empty"), ("userPeerAliases", {"a": 5}, "makes it text"),
    ("userPeerAliases", {"a": None}, "leaves it out"), ("runtimePeerPrefix", 5, "makes it text"),
    ("recallMode", 5, "takes it as hybrid"), ("defaultHost", None, "the host is None"),
])  # fmt: skip
def test_a_value_of_another_type_is_a_finding_with_file_key_and_how_hermes_takes_it(tmp_path, key, value, taken):
    answer = loaded(tmp_path, {"dialecticCadence": 2, key: value})
    assert ids(answer) == ["wrong-type"]
    assert answer.findings[0].where.startswith(f"{tmp_path}/.hermes/honcho.json: {key}")
    assert taken in answer.findings[0].what
    assert answer.config.failure is None


def test_well_typed_settings_give_no_finding(tmp_path):
    honcho = {"dialecticCadence": 2, "peerName": "alice", "sessionPeerPrefix": True, "sessions": {"/x": "y"}, "contextTokens": None,
              "userPeerAliases": {"1": "alice"}, "runtimePeerPrefix": "tg_", "recallMode": "tools", "sessionStrategy": "per-repo"}  # fmt: skip
    assert loaded(tmp_path, honcho).findings == ()


def test_sessions_and_strategy_of_another_type_reach_the_ladder_as_they_are(tmp_path):
    config = loaded(tmp_path, {"sessions": [1], "sessionStrategy": ["per-repo"]}).config
    assert (config.sessions, config.strategy) == ([1], ["per-repo"])


# config.yaml


def test_the_provider_comes_from_config_yaml(tmp_path):
    assert loaded(tmp_path, {}).config.provider == "honcho"
    answer = loaded(tmp_path, {}, provider="mem0")
    assert answer.config.inactive_because() == "memory.provider is mem0, not honcho"
    (tmp_path / ".hermes/config.yaml").write_text("memory: {}\n")
    assert load(tmp_path).config.inactive_because() == "memory.provider is not set, not honcho"
    (tmp_path / ".hermes/config.yaml").unlink()
    assert (load(tmp_path).config.provider, load(tmp_path).origins["memory.provider"]) == (None, "default")


@pytest.mark.parametrize("text", [
    b"memory: [", b"- a\n", b"text", b"\xff\xfe", b"a: 2026-99-99", b"a: !!python/object:os.x {}", b"5", b"[" * 50_000, b"? [a]: b\n: {",
], ids=range(9))  # fmt: skip
def test_a_config_yaml_that_cannot_be_used_is_a_finding_and_names_no_provider(tmp_path, text):
    sample_profile(tmp_path / ".hermes", {"dialecticCadence": 2})
    (tmp_path / ".hermes/config.yaml").write_bytes(text)
    answer = load(tmp_path)
    assert (answer.config.provider, ids(answer)) == (None, ["profile-config-unreadable"])
    assert "config.yaml" in answer.findings[0].what


def test_folders_in_place_of_config_yaml_and_env_are_findings(tmp_path):
    for name in ("config.yaml", ".env"):
        (tmp_path / ".hermes" / name).mkdir(parents=True)
    assert ids(load(tmp_path)) == ["profile-config-unreadable"] * 2


@pytest.mark.parametrize("text", [
    "sessionStrategy: per-repo", "memory:\n  sessionStrategy: per-repo", "honcho:\n  session_strategy: per-repo",
    "memory:\n  honcho:\n    sessionStrategy: per-repo",
])  # fmt: skip
def test_a_honcho_setting_in_config_yaml_is_found_and_has_no_effect(tmp_path, text):
    sample_profile(tmp_path / ".hermes", {"dialecticCadence": 2})
    (tmp_path / ".hermes/config.yaml").write_text(text)
    answer = load(tmp_path)
    assert (answer.config.strategy, ids(answer)) == ("per-directory", ["strategy-elsewhere"])
    assert "sessionStrategy is read from honcho.json only" in answer.findings[0].what


ELSEWHERE = {"FOO": "/foo", "MESSAGING_CWD": "/m"}


@pytest.mark.parametrize(("text", "env", "cwd"), [
    ("", {}, "HOME"), ("", ELSEWHERE, "/m"), ("terminal: {cwd: /srv/x}", ELSEWHERE, "/srv/x"), ("terminal: {cwd: ~/p}", {}, "HOME/p"),
    ("terminal: {cwd: .}", ELSEWHERE, "/m"), ("terminal: {cwd: auto}", {}, "HOME"), ("terminal: {cwd: cwd}", {}, "HOME"),
    ("terminal: {cwd: ''}", ELSEWHERE, "/m"), ("terminal: {cwd: ' . '}", ELSEWHERE, " . "), ("terminal: {cwd: }", ELSEWHERE, "None"),
    ("terminal: {cwd: '${FOO}/p'}", ELSEWHERE, "/foo/p"), ("terminal: {cwd: '${env:FOO}/p'}", ELSEWHERE, "/foo/p"),
    ("terminal: {cwd: '${NOPE}/p'}", {}, "${NOPE}/p"), ("terminal: {cwd: '$FOO/p'}", ELSEWHERE, "$FOO/p"),
    ("terminal: {cwd: 5}", {}, "5"), ("terminal: {cwd: true}", {}, "True"), ("terminal: {cwd: [a, b]}", {}, '["a", "b"]'),
    ("terminal: {backend: docker}", ELSEWHERE, None), ("terminal: {backend: docker, cwd: /x}", ELSEWHERE, "/x"),
    ("terminal: {backend: docker, docker_mount_cwd_to_workspace: true}", ELSEWHERE, "/m"),
    ("terminal: {backend: ' SSH ', cwd: ~/p}", {}, "~/p"), ("terminal: nope", ELSEWHERE, "/m"), ("TERMINAL_CWD: /top", {}, "/top"),
    ("terminal: {}", {"TERMINAL_CWD": "/e"}, "/e"), ("terminal: {}", {"TERMINAL_CWD": "auto"}, "HOME"),
    ("terminal: {cwd: auto}", {"TERMINAL_CWD": "/e", "MESSAGING_CWD": "/m"}, "/e"), ("terminal: [", ELSEWHERE, "/m"),
    ("terminal: {cwd: ''}", {"TERMINAL_CWD": "/e", "MESSAGING_CWD": "/m"}, "/m"), ("", {"MESSAGING_CWD": "~/q"}, "~/q"),
])  # fmt: skip
def test_terminal_cwd_is_filled_as_a_gateway_fills_it(tmp_path, text, env, cwd):
    (tmp_path / ".hermes").mkdir()
    (tmp_path / ".hermes/config.yaml").write_text(text)
    assert load(tmp_path, **env).terminal_cwd == (cwd and cwd.replace("HOME", str(tmp_path)))


def test_the_env_file_of_the_profile_overrides_the_environment(tmp_path):
    sample_profile(tmp_path / ".hermes", {}, env_line="TERMINAL_CWD=/file\nHERMES_HONCHO_HOST=dotted\nHONCHO_API_KEY=")
    answer = load(tmp_path, TERMINAL_CWD="/env", HERMES_HONCHO_HOST="env", HONCHO_API_KEY=KEY)
    assert (answer.terminal_cwd, answer.host, answer.config.credentials) == ("/file", "dotted", False)


# Credentials


@pytest.mark.parametrize(("honcho", "env_line", "env", "origin"), [
    ({"hosts": {"hermes": {"apiKey": KEY}}}, None, {}, "host block hosts.hermes"), ({"apiKey": KEY}, None, {}, "root"),
    ({}, None, {"HONCHO_API_KEY": KEY}, "environment"), ({}, f"HONCHO_API_KEY={KEY}", {}, "environment"),
    ({}, f"export HONCHO_API_KEY='{KEY}'", {}, "environment"), ({}, "HONCHO_API_KEY=${OTHER_KEY}", {"OTHER_KEY": KEY}, "environment"),
    ({}, "HONCHO_API_KEY=${OTHER_KEY}", {}, None), ({}, "# HONCHO_API_KEY=x", {}, None), ({}, "HONCHO_API_KEY=é", {}, None),
    ({"apiKey": ""}, None, {}, None), ({"apiKey": None}, None, {}, None), ({}, None, {"HONCHO_API_KEY": ""}, None),
    ({"hosts": {"other": {"apiKey": KEY}}}, None, {}, None), ({"baseUrl": "http://h"}, None, {}, "root"),
    ({"base_url": "http://h"}, None, {}, "root"), ({"endpoint": {"baseUrl": "http://h"}}, None, {}, "root"),
    ({"hosts": {"hermes": {"baseUrl": "http://h"}}}, None, {}, "host block hosts.hermes"), ({}, None, {"HONCHO_BASE_URL": "http://h"}, "environment"),
    ({}, None, {"HONCHO_URL": "http://h"}, "environment"), ({}, None, {"HONCHO_BASE_URL": "  "}, None),
    ({"baseUrl": "http://h\x1b"}, None, {}, None), ({"baseUrl": "http://é"}, None, {}, None), (None, None, {"HONCHO_URL": "http://h"}, "environment"),
    (None, None, {"HONCHO_API_KEY": KEY}, "environment"), (None, None, {}, None),
])  # fmt: skip
def test_a_key_or_a_url_in_any_place_counts_as_credentials(tmp_path, honcho, env_line, env, origin):
    answer = loaded(tmp_path, honcho, env_line=env_line, env=env)
    assert (answer.config.credentials, answer.origins["credentials"]) == (origin is not None, origin or "default")
    assert answer.config.inactive_because() == (None if origin else "there is neither an API key nor a URL")


def test_the_url_is_looked_for_everywhere_with_one_change_of_the_builds(tmp_path):
    found = [loaded(tmp_path, {"endpoint": {"baseUrl": "http://h"}}, env_line=None, build=Build(fixes=fixes)).config.credentials for fixes in ((), {"honcho-url"})]
    assert found == [False, True]


@pytest.mark.parametrize(("honcho", "env", "usable"), [
    ({"baseUrl": "http://h"}, {}, True), ({"base_url": "http://h"}, {}, True), ({"baseUrl": "http://h\x1b"}, {}, True), ({"baseUrl": 5}, {}, True),
    ({}, {"HONCHO_BASE_URL": "http://h"}, True), ({}, {"HONCHO_URL": "http://h"}, False), ({"endpoint": {"baseUrl": "http://h"}}, {}, False),
    ({"hosts": {"hermes": {"baseUrl": "http://h"}}}, {}, False), (None, {"HONCHO_URL": "http://h"}, False),
])  # fmt: skip
def test_the_oldest_build_knows_fewer_places_for_a_url_and_drops_none(tmp_path, honcho, env, usable):
    assert loaded(tmp_path, honcho, env_line=None, env=env, build="0.19.0").config.credentials is usable


def test_enabled_false_is_told_apart_from_missing_credentials(tmp_path):
    assert loaded(tmp_path, {"enabled": False}).config.inactive_because() == "enabled is false"


def everywhere(key):
    """A honcho.json and a config.yaml with the key wherever a person might put it, well formed and not."""
    honcho = {"apiKey": key, "baseUrl": f"http://u:{key}@h", "api_key": key, "contextTokens": key, "userPeerAliases": key,
              "enabled": key, "endpoint": {"baseUrl": key}, "recallMode": [key], "observation": {"user": key},
              "hosts": {"hermes": {"apiKey": key, "base_url": key, "timeout": key, "contextCadence": key}}}  # fmt: skip
    yaml = f"memory: {{provider: '${{HONCHO_API_KEY}}', api_key: {key}}}\nterminal: {{cwd: '${{HONCHO_API_KEY}}/x'}}\nhoncho: {{apiKey: {key}}}\n"
    return honcho, yaml


def shown(answer):
    return "".join([str(answer), repr(answer), str(answer.config), json.dumps(answer.to_dict()), repr(answer.rows())])


def test_the_key_is_in_nothing_that_is_shown(tmp_path, capfd, caplog):
    honcho, yaml = everywhere(KEY)
    sample_profile(tmp_path / ".hermes", honcho, env_line=f"HONCHO_API_KEY={KEY}\nMESSAGING_CWD=${{HONCHO_API_KEY}}\nbroken {KEY} line\n'")
    (tmp_path / ".hermes/config.yaml").write_text(yaml)
    answer = load(tmp_path, HONCHO_API_KEY=KEY, OPENAI_API_KEY=KEY)
    assert answer.config.credentials is True
    assert KEY not in shown(answer) + "".join(capfd.readouterr()) + caplog.text
    assert len(shown(answer)) > 2000


@pytest.mark.parametrize("content", ['{{"apiKey": "{0}"', '{{"apiKey": {0}}}', '["{0}"]', '"{0}"', '{{"hosts": "{0}"}}', '{{"hosts": {{"hermes": "{0}"}}}}'])
def test_the_key_is_in_no_sentence_about_a_broken_file(tmp_path, content):
    sample_profile(tmp_path / ".hermes", content.format(KEY))
    (tmp_path / ".hermes/config.yaml").write_text(f"memory: {{api_key: {KEY}\n  x: [")
    answer = load(tmp_path)
    assert len(answer.findings) >= 2
    assert KEY not in shown(answer)


# The record itself


def test_the_text_names_each_setting_with_its_value_and_origin(tmp_path):
    answer = loaded(tmp_path, {"workspace": "w", "sessions": {"/x": "y"}, "hosts": {"hermes": {"peerName": "a\x1b[31m"}}})
    assert ("workspace", "w", "root") in answer.rows()
    assert ("peerName", "a\\x1b[31m", "host block hosts.hermes") in answer.rows()
    assert ("aiPeer", "hermes", "default") in answer.rows()
    assert ("memory.provider", "honcho", "config.yaml") in answer.rows()
    assert len(answer.rows()) == 19
    assert "\x1b" not in str(answer)
    assert json.loads(json.dumps(answer.to_dict()))["config"]["workspace"] == "w"


def test_loading_changes_nothing(tmp_path):
    sample_profile(tmp_path / ".hermes", {"peerName": "alice"})
    before = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in tmp_path.rglob("*") if p.is_file()}
    load(tmp_path)
    assert {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in tmp_path.rglob("*") if p.is_file()} == before
    assert len(before) == 3

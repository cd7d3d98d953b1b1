"""Which layer of honcho.json counts, for which host, and how each type is taken (spec Config)."""

import pytest

from hermes_lab.resolution.config.loader import load_config
from tests.config_profiles import MISSING, load, loaded, sample_profile

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

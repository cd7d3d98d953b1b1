"""What the loader says besides: findings, config.yaml, credentials, and never the key (spec Config)."""

import json

import pytest

from hermes_lab.builds import Build
from tests.config_profiles import KEY, ids, load, loaded, sample_profile

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
    assert load(tmp_path).config.inactive_because() == "memory.provider is not set in config.yaml; it has to be honcho"
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


@pytest.mark.parametrize(("line", "glued"), [
    (f"OTHER=valueHONCHO_API_KEY={KEY}", True), (f"OTHER=value HONCHO_API_KEY = {KEY}", True), (f"HONCHO_API_KEY={KEY}", False),
    (f"export HONCHO_API_KEY={KEY}", False), (f"OTHER=value # HONCHO_API_KEY={KEY}", False), (f"MY_HONCHO_API_KEY={KEY}", False),
])  # fmt: skip
def test_a_key_that_was_appended_without_a_line_end_is_a_finding(tmp_path, line, glued):
    answer = loaded(tmp_path, {"dialecticCadence": 1}, env_line=f"FIRST=1\n{line}")
    assert [(f.id, f.where[-6:]) for f in answer.findings] == ([("key-glued", "line 2")] if glued else [])
    assert KEY not in str(answer.to_dict())

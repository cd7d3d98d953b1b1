"""Claims on setting Honcho up: the files that each step leaves behind, as Hermes reads them."""

import json

import pytest

import hermes_lab as lab
from hermes_lab.places import data_dir
from tests.claims_tree import AFTER

KEY = "sk-must-never-be-seen-5e0f"
ONLY_PROVIDER = "memory:\n  provider: honcho\n"


@pytest.fixture
def home(tmp_path):
    """A home directory with an empty profile."""
    (tmp_path / ".hermes").mkdir()
    return tmp_path


def write(home, **files):
    for name, text in files.items():
        name = {"yaml": "config.yaml", "env": ".env", "honcho": "honcho.json"}[name]
        (home / ".hermes" / name).write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")


def set_up(home):
    """What the assistant leaves behind after honcho was chosen."""
    for file in (data_dir() / "profiles/after-setup").iterdir():
        (home / ".hermes" / file.name).write_bytes(file.read_bytes())


def load(home):
    env = {"HOME": str(home)}
    return lab.load_config(lab.find_profile(env=env), build=AFTER, env=env)


def inactive(home):
    return lab.resolve(lab.Conversation("/"), load(home).config, AFTER).inactive_because


def test_n54_after_the_setup_assistant_honcho_takes_part_without_anything_done_by_hand(home):
    """Its files are of one mind: provider, key, strategy, and not one finding (N54)."""
    assert inactive(home) == "memory.provider is not set in config.yaml; it has to be honcho"
    set_up(home)
    loaded = load(home)
    assert (loaded.config.provider, loaded.config.credentials, loaded.config.strategy, inactive(home)) == ("honcho", True, "per-repo", None)
    assert loaded.findings == ()


def test_n54_another_provider_leaves_honcho_out(home):
    """Even where its files are there from an earlier choice (N54)."""
    set_up(home)
    write(home, yaml="memory:\n  provider: mem0\n")
    assert inactive(home) == "memory.provider is mem0, not honcho"


def test_n55_without_a_gateway_the_assistant_leaves_its_keys_at_their_defaults_and_with_one_it_writes_them(home):
    """Written into the host's block, they are read from there (N55)."""
    set_up(home)
    config = load(home).config
    assert (config.pin_user_peer, config.user_peer_aliases, config.runtime_peer_prefix) == (False, {}, "")
    block = {"peerName": "ana", "pinUserPeer": False, "userPeerAliases": {"7": "ana"}, "runtimePeerPrefix": "telegram_"}
    write(home, honcho={"hosts": {"hermes": block}})
    loaded = load(home)
    assert [lab.resolve_peer(loaded.config, who, build=AFTER).name for who in ("7", "8")] == ["ana", "telegram_8"]
    assert loaded.origins["userPeerAliases"] == loaded.origins["pinUserPeer"] == "host block hosts.hermes"


@pytest.mark.parametrize(
    "yaml, provider",
    [
        (ONLY_PROVIDER, "honcho"),
        ("model: x\n" + ONLY_PROVIDER + "terminal:\n  cwd: auto\n", "honcho"),
        ("memory:\nprovider: honcho\n", None),
        ("provider: honcho\n", None),
        ("  memory:\n provider: honcho\n", None),
        ("memory: honcho\n", None),
    ],
)
def test_n56_by_hand_the_least_is_the_provider_in_config_yaml(home, yaml, provider):
    """At the right depth, beside whatever else stands there (N56)."""
    write(home, yaml=yaml, env=f"HONCHO_API_KEY={KEY}\n")
    assert load(home).config.provider == provider
    assert inactive(home) == (None if provider else "memory.provider is not set in config.yaml; it has to be honcho")


def test_n56_an_indentation_that_is_no_yaml_is_a_finding(home):
    """It names the file (N56)."""
    write(home, yaml="  memory:\n provider: honcho\n")
    (finding,) = load(home).findings
    assert finding.id == "profile-config-unreadable" and "config.yaml" in finding.where


@pytest.mark.parametrize(
    "before, usable",
    [
        (None, True),
        ("", True),
        ("OTHER=1\n", True),
        ("OTHER=1", False),
        ("HONCHO_API_KEY=\n", True),
        ("# HONCHO_API_KEY=old\n", True),
    ],
)
def test_n57_the_key_is_a_line_put_at_the_end_of_the_env_file(home, before, usable):
    """The file is made where there is none; after a last line without its end the new one would not count (N57)."""
    write(home, yaml=ONLY_PROVIDER, **({} if before is None else {"env": before}))
    assert inactive(home) == "there is neither an API key nor a URL"
    with open(home / ".hermes/.env", "a", encoding="utf-8") as file:
        file.write(f"HONCHO_API_KEY={KEY}\n")
    assert inactive(home) == (None if usable else "there is neither an API key nor a URL")


def test_n57_of_two_lines_the_last_one_counts_and_neither_is_ever_shown(home):
    """An empty last line takes the key away (N57)."""
    lines = [f"HONCHO_API_KEY={KEY}\n", "HONCHO_API_KEY=\n"]
    found = []
    for text in ("".join(lines), "".join(reversed(lines))):
        write(home, yaml=ONLY_PROVIDER, env=text)
        loaded = load(home)
        found.append(loaded.config.credentials)
        assert KEY not in str(loaded) + repr(loaded) + json.dumps(loaded.to_dict())
    assert found == [False, True]


@pytest.mark.parametrize(
    "honcho, yaml, strategy, findings",
    [
        ({"hosts": {"hermes": {"sessionStrategy": "per-repo"}}}, "", "per-repo", []),
        ({"sessionStrategy": "per-repo"}, "", "per-repo", []),
        ({"hosts": {"hermes": {"sessionStrategy": "per-repo"}}, "sessionStrategy": "global"}, "", "per-repo", []),
        ({"hosts": {"other": {"sessionStrategy": "per-repo"}}}, "", "per-directory", []),
        ({}, "  sessionStrategy: per-repo\n", "per-directory", ["strategy-elsewhere"]),
        ({}, "honcho:\n  sessionStrategy: per-repo\n", "per-directory", ["strategy-elsewhere"]),
    ],
)
def test_n58_the_strategy_is_read_from_honchos_own_block(home, honcho, yaml, strategy, findings):
    """Elsewhere it has no effect, and a finding points at it (N58)."""
    write(home, yaml=ONLY_PROVIDER + yaml, env=f"HONCHO_API_KEY={KEY}\n", honcho=honcho)
    loaded = load(home)
    assert loaded.config.strategy == strategy
    assert [f.id for f in loaded.findings if f.id != "cadence-default"] == findings


def test_n59_what_an_editor_leaves_behind_is_read_like_what_the_assistant_wrote(home):
    """Order and layout make no difference; what is no JSON is as if there were no file, with a finding (N59)."""
    set_up(home)
    written = load(home).config
    value = json.loads((home / ".hermes/honcho.json").read_text(encoding="utf-8"))
    value["hosts"]["hermes"] = dict(reversed(value["hosts"]["hermes"].items()))
    write(home, honcho=json.dumps(value, indent="\t", separators=(" ,", " : ")) + "\n\n")
    assert load(home).config == written
    write(home, honcho=json.dumps(value)[:-1])
    broken = load(home)
    assert ([f.id for f in broken.findings], broken.config.strategy) == (["config-unusable"], "per-directory")

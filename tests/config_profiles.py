"""Real profiles in a folder of the test, and the settings that the lab loads from them."""
import json

from hermes_lab.homes import find_profile
from hermes_lab.resolution.config.loader import load_config

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

"""What config.yaml and .env of one profile say about Honcho. Reads both, writes nothing, and keeps no secret.

Source: spec Config and Inputs (TERMINAL_CWD). Every value of a variable that can be a credential is replaced by a mark
as soon as it is read, so that nothing further on can show it.
"""

from __future__ import annotations

import io
import json
import os
import re
import stat
from collections.abc import Mapping
from typing import Any

from hermes_lab.homes import Profile, user_home
from hermes_lab.record import Finding
from hermes_lab.resolution.config.merge import kind
from hermes_lab.show import short

KEY = "HONCHO_API_KEY"
MARK = "(set)"
LARGEST = 20_000_000
PLACEHOLDERS = ("", ".", "auto", "cwd")
YES = ("true", "1", "yes")
_SECRET = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$", re.IGNORECASE)
_REFERENCE = re.compile(r"\$\{(?:env:)?([^}]+)\}")
_HONCHO_KEYS = (
    "sessionStrategy", "peerName", "sessionPeerPrefix", "aiPeer", "sessionAiPeerPrefix", "pinUserPeer", "pinPeerName",
    "userPeerAliases", "runtimePeerPrefix", "recallMode", "contextCadence", "dialecticCadence", "contextTokens",
    "a2aSessions",
)  # fmt: skip
_SPELLINGS = {key.lower(): key for key in _HONCHO_KEYS}


def environment(profile: Profile, env: Mapping[str, str], findings: list[Finding]) -> dict[str, str]:
    """The environment as Hermes would have it: the profile's .env over what is there, credentials as marks.

    A .env that cannot be read is a finding (`profile-config-unreadable`).
    """
    merged = {name: _mask(name, value) for name, value in env.items()}
    text = _text(profile.file(".env"), findings)
    if text is not None:
        merged.update(_dotenv(text, merged))
        findings += _glued(profile.file(".env"), text)
    return merged


def _glued(path: str, text: str) -> list[Finding]:
    """A key that was appended to a file whose last line had no end: it became part of the value before it."""
    lines = [number for number, line in enumerate(text.splitlines(), 1) if _is_glued(*line.partition(KEY))]
    what = f"{KEY} stands in the middle of the line and is part of the value before it: begin a new line there"
    return [Finding("key-glued", f"{short(path, 200)} line {number}", what) for number in lines]


def _is_glued(before: str, key: str, after: str) -> bool:
    return bool(key) and "=" in before and "#" not in before and after.lstrip(" \t").startswith("=")


def _mask(name: str, value: str) -> str:
    """A mark for a credential, empty where Hermes would find none (it drops what is not ASCII)."""
    if not _SECRET.search(name) or value.isspace():
        return value
    return MARK if value.encode("ascii", "ignore") else ""


def _dotenv(text: str, env: Mapping[str, str]) -> dict[str, str]:
    from dotenv import dotenv_values
    from dotenv.variables import parse_variables

    known = dict(env)
    values = {}
    for name, value in dotenv_values(stream=io.StringIO(text), interpolate=False).items():
        if value is not None:
            value = "".join(atom.resolve(known) for atom in parse_variables(value))
            known[name] = values[name] = _mask(name, value)
    return values


def _text(path: str, findings: list[Finding]) -> str | None:
    """The text of a file, None if there is none; one that cannot be read is a finding."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST:
            findings.append(_unreadable(path, "is no ordinary file of at most 20 MB, so it was not read"))
            return None
        with open(path, "rb") as file:
            data = file.read().replace(b"\0", b"")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        findings.append(_unreadable(path, f"cannot be read ({error.strerror})"))
        return None
    return _decode(path, data, findings)


def _decode(path: str, data: bytes, findings: list[Finding]) -> str | None:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if path.endswith(".env"):
            return data.decode("latin-1")
    findings.append(_unreadable(path, "is not UTF-8"))
    return None


def _unreadable(path: str, what: str) -> Finding:
    return Finding("profile-config-unreadable", short(path, 200), f"{short(path, 200)} {what}")


def read_config_yaml(profile: Profile, findings: list[Finding]) -> dict:
    """config.yaml as a map, empty if there is none or it cannot be used (`profile-config-unreadable`)."""
    path = profile.file("config.yaml")
    text = _text(path, findings)
    if text is None:
        return {}
    value, problem = _parse(text)
    if problem is None and isinstance(value, Mapping):
        return dict(value)
    if problem or value is not None:
        findings.append(_unreadable(path, problem or f"is {kind(value)}, not a map"))
    return {}


def _parse(text: str) -> tuple[Any, str | None]:
    """The document, or where it is broken: the parser's own words quote the file, which may hold a key."""
    import yaml

    try:
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)), None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return None, f"is no YAML (line {mark.line + 1})" if mark else "is no YAML"
    except Exception:  # a stranger's file: PyYAML lets ValueError, RecursionError and others through
        return None, "is no YAML that can be read"


def provider(profile: Profile, config: Mapping, env: Mapping[str, str], findings: list[Finding]) -> str | None:
    """memory.provider, None if it is not set or no text."""
    memory = config.get("memory")
    value = memory.get("provider") if isinstance(memory, Mapping) else None
    if isinstance(value, str):
        return expand(value, env) or None
    if value is not None:
        where = f"{short(profile.file('config.yaml'), 200)}: memory.provider"
        findings.append(Finding("wrong-type", where, f"memory.provider is {kind(value)}, not text; Hermes loads no provider"))
    return None


def misplaced(profile: Profile, config: Mapping, findings: list[Finding]) -> None:
    """Honcho settings in config.yaml, where Hermes does not look for them."""
    memory = config.get("memory")
    inner = memory.get("honcho") if isinstance(memory, Mapping) else None
    for section, place in (("", config), ("memory.", memory), ("memory.honcho.", inner), ("honcho.", config.get("honcho"))):
        for name in place if isinstance(place, Mapping) else ():
            key = _SPELLINGS.get(str(name).replace("_", "").lower())
            if key:
                where = f"{short(profile.file('config.yaml'), 200)}: {section}{short(name)}"
                findings.append(Finding("strategy-elsewhere", where, f"{key} is read from honcho.json only, so this has no effect"))


def expand(text: str, env: Mapping[str, str]) -> str:
    """The text with each ${NAME} replaced; a name that is not set stays as it is, and so does a credential's."""
    return _REFERENCE.sub(lambda found: found[0] if _SECRET.search(found[1]) else env.get(found[1], found[0]), text)


def terminal_cwd(config: Mapping, env: Mapping[str, str]) -> str | None:
    """TERMINAL_CWD as a gateway on this profile fills it at its start, None where it leaves it unset (spec Inputs)."""
    env = {**{str(key): str(value) for key, value in config.items() if isinstance(value, (str, int, float))}, **env}
    terminal = config.get("terminal")
    terminal = terminal if isinstance(terminal, Mapping) else {}
    backend = (str(terminal.get("backend") or "") or env.get("TERMINAL_ENV", "")).strip().lower() or "local"
    configured = _configured_cwd(terminal, env, backend)
    if configured not in PLACEHOLDERS:
        return configured
    messaging = env.get("MESSAGING_CWD", "").strip()
    if backend == "local":
        return messaging or user_home(env)
    mounted = str(terminal.get("docker_mount_cwd_to_workspace", env.get("TERMINAL_DOCKER_MOUNT_CWD_TO_WORKSPACE", "")))
    usable = backend == "docker" and mounted.lower() in YES and messaging not in PLACEHOLDERS
    return messaging if usable else None


def _configured_cwd(terminal: Mapping, env: Mapping[str, str], backend: str) -> str:
    """terminal.cwd, else what TERMINAL_CWD has already; an empty key (null) becomes the text None, as in Hermes."""
    if "cwd" not in terminal or str(terminal["cwd"]) in PLACEHOLDERS[1:]:
        return env.get("TERMINAL_CWD", "")
    value = terminal["cwd"]
    if isinstance(value, (list, dict)):
        return json.dumps(value, default=str)
    text = expand(value, env) if isinstance(value, str) else str(value)
    if backend == "ssh" and text.strip().startswith("~"):
        return text
    return user_home(env) + text[1:] if text == "~" or text.startswith("~/") else os.path.expanduser(text)

"""Questions about the config loader, made up from a seed: files, environment and profile, to put to a build and the lab.

A question is {"files": {path under the home directory: text, {"hex": bytes} or {"folder": true}}, "env": {...},
"profile": name or None}. In `env`, `{home}` stands for the home directory. Standard library only: the worker imports it
under a published build's Python.
"""

from __future__ import annotations

import json
import os
import random

PROFILES = (None, None, None, "coder", "a-b_c", "x9", "default", "main", "_odd", "Ops")
KEY = "never-show-this-key-7f3a"
BAD = ("", 0, False, None, [], {}, [1], {"a": 1}, 5, 2.5, True, "  ", "false", "é x", ["h", "i"])
NUMBERS = (0, 1, 2, 3, -1, 2.9, "4", " 5 ", "2.9", "x", "", None, True, False, [], {}, 1e400, -1e400, "1e3", "1_0")
NUMBERS += (float("nan"), 2, 3, 4, 5, "7", 2.2)
POOLS = {
    "workspace": ("ws", "other ws", *BAD),
    "aiPeer": ("helper", "Möwe", *BAD),
    "peerName": ("alice", " alice ", *BAD),
    "sessionStrategy": ("per-repo", "per-directory", "per-session", "global", "Per-Repo", " per-repo", *BAD),
    "sessionPeerPrefix": (True, False, "false", "true", *BAD),
    "recallMode": ("hybrid", "context", "tools", "auto", "Tools", *BAD),
    "pinUserPeer": (True, False, *BAD),
    "pinPeerName": (True, False, *BAD),
    "userPeerAliases": ({"1": "alice"}, {" 1 ": " bob ", "": "x", "2": ""}, {"a": 5, "b": None, "c": [1], "d": True}, *BAD),
    "runtimePeerPrefix": ("tg_", " tg ", "", None, *BAD),
    "contextCadence": NUMBERS,
    "dialecticCadence": NUMBERS,
    "contextTokens": NUMBERS,
    "enabled": (True, False, "false", *BAD),
    "apiKey": (KEY, KEY, *BAD),
    "baseUrl": ("http://localhost:8000", "http://x\x1b[0m", "", None, 5, True, "http://é"),
    "base_url": ("http://localhost:9000", "", None, "\t"),
    "sessions": ({"/x": "one"}, {"/x": 5}, {}, None, [], "text", [1]),
    "endpoint": ({"baseUrl": "http://e"}, {"baseUrl": "\x07"}, {"baseUrl": None}, {}, None, "http://e", ["x"]),
    "timeout": (5, "5", 0, -1, None, "x", 10**400, [], True),
    "requestTimeout": (5, 10**400, "", None),
    "writeFrequency": ("async", 3, 1e400, "x", None, []),
    "observationMode": ("unified", "shared", [1], {"a": 1}, 5, None, ""),
    "observation": ({"user": {"observeMe": False}}, {"user": 5}, {"ai": []}, {"ai": "x"}, [], 5, None, "x"),
    "dialecticDepth": (1, 1e400, "x", None, 10**400),
    "dialecticMaxChars": (600, 1e400, None),
    "messageMaxChars": (600, -1e400, None),
    "firstTurnBaseWait": (1, 10**400, "x", None),
    "defaultHost": ("local", " local ", "", None, 5, True, [], {"a": 1}, "hermes_coder", "hermes_"),
}
ROOT_ONLY = ("sessions", "endpoint", "defaultHost")
COMMON = tuple(POOLS)[:18]
ENV = {
    "HONCHO_API_KEY": (KEY, "", " "),
    "HONCHO_BASE_URL": ("http://env", "  ", "", "http://\x1b"),
    "HONCHO_URL": ("http://sdk", ""),
    "HERMES_HONCHO_HOST": ("pinned", " pinned ", "", "hermes_coder", "hermes_a.b", "hermes"),
    "HONCHO_WORKSPACE": ("from-env",),
    "HONCHO_TIMEOUT": ("5", "x"),
}
LINES = (
    f"HONCHO_API_KEY={KEY}", "HONCHO_API_KEY=", f"export HONCHO_API_KEY='{KEY}'", "HONCHO_BASE_URL=http://file",
    "HERMES_HONCHO_HOST=dotted", "HONCHO_URL=${NOT_SET}", "# HONCHO_API_KEY=x", "HONCHO_BASE_URL=${HONCHO_URL}",
    "HONCHO_BASE_URL", "HONCHO_API_KEY=é",
)  # fmt: skip
BROKEN = (
    "", " ", "{", "nonsense", "{'a': 1}", "null", "[]", "[1]", '"text"', "5", "true", "0", '{"a": 1,}', '{"a": 1} x', "NaN",
    '{"a": NaN}', "// c\n{}", {"hex": "efbbbf7b7d"}, {"hex": b"\xef\xbb\xbf{\"peerName\": \"bom\"}".hex()},
    {"hex": "7b22ff223a317d"}, {"hex": "fffe7b007d00"}, {"hex": "00"}, {"hex": b'{"peerName": "a\xe9"}'.hex()}, {"folder": True},
    "[" * 100_000, '{"a":' * 100_000, '{"a": ' + "9" * 5000 + "}", '{"peerName": "\\ud800"}', '{"peerName": "a\tb"}',
)  # fmt: skip
HOSTS = ([], [1], "x", 5, True, None, 0, "", {}, {"hermes": None}, {"hermes": []}, {"hermes": "x"}, {"hermes": 5}, {"hermes_coder": None},
         {"hermes_coder": [1]}, {"hermes.coder": None}, {"hermes.coder": []}, {"hermes_coder": {}, "hermes.coder": 5})  # fmt: skip
PLACES = (".hermes/honcho.json", ".honcho/config.json")


def questions(seed: int, count: int):
    """`count` questions, the same for the same seed."""
    dice = random.Random(seed)
    for _ in range(count):
        yield _question(dice)


def _question(dice: random.Random) -> dict:
    profile = dice.choice(PROFILES)
    folder = f".hermes/profiles/{profile}" if profile not in (None, "default") else ".hermes"
    env = {name: dice.choice(values) for name, values in ENV.items() if dice.random() < 0.15}
    if profile is None and dice.random() < 0.2:
        folder = dice.choice(("opt/data", "opt/data/profiles/coder", ".hermes/nested", "opt/data/profiles/Bad Name"))
        env["HERMES_HOME"] = "{home}/" + folder
    root = folder.split("/profiles/")[0]
    places = dict.fromkeys((f"{folder}/honcho.json", f"{root}/honcho.json", *PLACES))
    files = {place: _file(dice, profile) for place in places if dice.random() < 0.5}
    if dice.random() < 0.1:
        files[f"{folder}/.env"] = "\n".join(dice.sample(LINES, dice.randint(1, 3))) + "\n"
    return {"files": files, "env": env, "profile": profile}


def _file(dice: random.Random, profile):
    if dice.random() < 0.08:
        return dice.choice(BROKEN)
    root = _layer(dice, 0.4)
    if dice.random() < 0.12:
        root["hosts"] = dice.choice(HOSTS)
    elif dice.random() < 0.75:
        root["hosts"] = {name: _layer(dice, 0.4, ROOT_ONLY) for name in _hosts(dice, profile)}
    return json.dumps(root, ensure_ascii=dice.random() < 0.5, indent=dice.choice((None, 2)))


def _hosts(dice: random.Random, profile) -> list[str]:
    known = ["hermes", f"hermes_{profile}", f"hermes.{profile}", "local", "pinned", "None", "hermes_coder", "hermes.coder", "hermes.a.b"]
    return [name for name in known if dice.random() < 0.5]


def _layer(dice: random.Random, chance: float, without=()) -> dict:
    """A few settings with values of every kind; half of the layers use well-formed values mostly."""
    tame = dice.random() < 0.5
    keys = [key for key in COMMON if dice.random() < chance] + [key for key in POOLS if key not in COMMON and dice.random() < 0.06]
    keys = [key for key in keys if key not in without or dice.random() < 0.1]
    return {key: POOLS[key][0] if tame and dice.random() < 0.7 else dice.choice(POOLS[key]) for key in keys}


def lay_out(question: dict, home: str) -> dict[str, str]:
    """Write the question's files under `home` (an empty folder); returns the environment that goes with them."""
    for name, content in question["files"].items():
        path = os.path.join(home, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        _write(path, content)
    env = {name: value.replace("{home}", home) for name, value in question["env"].items()}
    env["HOME"] = home
    if question["profile"] is not None:
        part = () if question["profile"] == "default" else ("profiles", question["profile"])
        env["HERMES_HOME"] = os.path.join(home, ".hermes", *part)
        os.makedirs(env["HERMES_HOME"], exist_ok=True)
    return env


def _write(path: str, content) -> None:
    if isinstance(content, dict) and "folder" in content:
        os.makedirs(path, exist_ok=True)
        return
    data = bytes.fromhex(content["hex"]) if isinstance(content, dict) else content.encode("utf-8", "surrogatepass")
    with open(path, "wb") as file:
        file.write(data)


def lab_answer(loaded) -> dict:
    """A LoadedConfig of the lab in the words of the worker; `enabled` without a setting follows from the credentials."""
    config = loaded.config
    if config.failure:
        return {"fails": config.failure}
    return {
        "host": config.host,
        "workspace": config.workspace_id,
        "strategy": config.strategy,
        "peer_name": config.peer_name or None,
        "session_peer_prefix": bool(config.session_peer_prefix),
        "ai_peer": config.ai_peer_name,
        "sessions": config.sessions,
        "pin": bool(config.pin_user_peer),
        "aliases": dict(config.user_peer_aliases),
        "prefix": config.runtime_peer_prefix,
        "recall_mode": config.recall_mode,
        "context_cadence": config.context_cadence,
        "dialectic_cadence": config.dialectic_cadence,
        "context_tokens": config.context_tokens,
        "enabled": bool(config.enabled and (config.credentials or loaded.origins["enabled"] != "default")),
        "credentials": config.credentials,
    }

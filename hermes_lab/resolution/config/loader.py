"""The Honcho settings of a real profile: which file is read, for which host, and where each value comes from.

Reads honcho.json, config.yaml and .env, writes nothing, and never keeps the key. Source: spec Config, Outcome inactive.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from hermes_lab.builds import Build, get_build
from hermes_lab.homes import CUSTOM, DEFAULT, Profile, find_profile
from hermes_lab.record import Finding
from hermes_lab.resolution.config import profile_files
from hermes_lab.resolution.config.credentials import find_credentials
from hermes_lab.resolution.config.honcho_file import HonchoFile, open_honcho_file
from hermes_lab.resolution.config.merge import Merge, kind
from hermes_lab.resolution.inputs import HonchoConfig
from hermes_lab.show import columns, short

HOST = "hermes"
SETTINGS = {
    "host": "host", "workspace": "workspace", "sessionStrategy": "strategy", "sessions": "sessions",
    "peerName": "peer_name", "sessionPeerPrefix": "session_peer_prefix", "aiPeer": "ai_peer",
    "sessionAiPeerPrefix": "session_ai_peer_prefix", "pinUserPeer": "pin_user_peer",
    "userPeerAliases": "user_peer_aliases", "runtimePeerPrefix": "runtime_peer_prefix", "a2aSessions": "a2a_sessions",
    "recallMode": "recall_mode", "contextCadence": "context_cadence", "dialecticCadence": "dialectic_cadence",
    "contextTokens": "context_tokens", "enabled": "enabled", "credentials": "credentials", "memory.provider": "provider",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LoadedConfig:
    """The settings of one profile, and where they come from.

    `path` is the honcho.json that was chosen (None if there is none), `host` the host key, `read` every file that was
    looked into. `origins` says for each setting, in the file's spelling, `host block hosts.X`, `root`, `environment`,
    `config.yaml`, `profile` (the host key of a profile) or `default`. `terminal_cwd` is TERMINAL_CWD as a gateway on this
    profile would have it. Holds no credential, only whether there is one.
    """

    config: HonchoConfig
    path: str | None
    host: str
    read: tuple[str, ...]
    origins: dict[str, str]
    terminal_cwd: str | None
    findings: tuple[Finding, ...] = ()

    def rows(self) -> list[tuple[str, str, str]]:
        """Each setting as (name in the file, value, origin); drawn by text, table and panel alike."""
        effective = {"workspace": self.config.workspace_id, "aiPeer": self.config.ai_peer_name}
        values = ((key, effective.get(key, getattr(self.config, name))) for key, name in SETTINGS.items())
        return [(key, _shown(value), short(self.origins.get(key, "default"))) for key, value in values]

    def to_dict(self) -> dict:
        """The whole record as plain values, for JSON; without any key."""
        config = {item.name: getattr(self.config, item.name) for item in fields(self.config)}
        return {
            "config": config,
            "path": self.path,
            "host": self.host,
            "read": list(self.read),
            "origins": dict(self.origins),
            "terminal_cwd": self.terminal_cwd,
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def __str__(self) -> str:
        lines = [f"honcho.json  {short(self.path, 200) if self.path else 'none'}", ""]
        lines.append(columns(("setting", "value", "from"), self.rows()))
        lines += [f"{f.id} ({f.where}): {f.what}" for f in self.findings]
        return "\n".join(lines)


def _shown(value: Any) -> str:
    if value is None or isinstance(value, str):
        return short(value or "none")
    try:
        return short(json.dumps(value, ensure_ascii=False))
    except RecursionError:
        return f"{kind(value)}, nested too deeply to be shown"


def load_config(
    profile: Profile | None = None,
    *,
    path: str | None = None,
    build: str | Build | None = None,
    env: Mapping[str, str] | None = None,
) -> LoadedConfig:
    """The Honcho settings that Hermes would use for this profile (default: the one `find_profile` finds).

    `path` is a honcho.json to read instead of the profile's own. A file that Hermes passes over, fails on or reads in an
    odd way is a finding and, where Hermes fails, `config.failure`. Raises BadInput if `path` does not exist or is neither
    a file nor a folder, UnknownBuild for an unknown build, and what `find_profile` raises.
    """
    build, env = get_build(build), os.environ if env is None else env
    profile = profile or find_profile(env=env)
    findings: list[Finding] = []
    known = profile_files.environment(profile, env, findings)
    yaml = profile_files.read_config_yaml(profile, findings)
    path = os.fsdecode(path) if path is not None else None
    file = open_honcho_file(profile, known, path=path, with_bom=build.has("config-bom"))
    work = _Loading(profile, build, known, file, findings)
    config = work.config(profile_files.provider(profile, yaml, known, findings))
    profile_files.misplaced(profile, yaml, findings)
    terminal = profile_files.terminal_cwd(yaml, known)
    return LoadedConfig(config, file.path, config.host, _read(profile, file), work.origins, terminal, tuple(findings))


def _read(profile: Profile, file: HonchoFile) -> tuple[str, ...]:
    others = (profile.file("config.yaml"), profile.file(".env"))
    return (*([file.path] if file.path else []), *(path for path in others if os.path.exists(path)))


def profile_host(name: str) -> str:
    """The host key of a named profile (spec Config)."""
    clean = "".join(c if c.isalnum() or c in "_-" else "_" for c in name).strip("_")
    return f"{HOST}_{clean or 'profile'}"


@dataclass
class _Loading:
    """One loading: the file is open; find the host and its block, then merge."""

    profile: Profile
    build: Build
    env: Mapping[str, str] = field(repr=False)
    file: HonchoFile = field(repr=False)
    findings: list[Finding]
    origins: dict[str, str] = field(default_factory=dict)

    def config(self, provider: str | None) -> HonchoConfig:
        """The settings with the file, or without one; what Hermes fails on leaves the rest readable."""
        where = short(self.file.path, 200)
        if self.file.passed_over:
            what = f"{self.file.passed_over}; Hermes goes on as if there were no file"
            self.findings.append(Finding("config-unusable", where, what))
        merge = Merge(self.file.path or "", self.file.root or {}, origins=self.origins, findings=self.findings)
        if self.file.failure:
            merge.fail("", self.file.failure)
        host = self._host(merge)
        settings = self._without_file(merge) if self.file.root is None else self._from_file(merge, host)
        self.origins["memory.provider"] = "config.yaml" if provider else "default"
        return HonchoConfig(host=host, provider=provider, failure=merge.failure, **settings)

    def _host(self, merge: Merge) -> str:
        """HERMES_HONCHO_HOST, else the profile's own key, else the file's defaultHost."""
        named = self.env.get("HERMES_HONCHO_HOST", "").strip()
        if named:
            return merge.keep("host", "environment", named)
        if self.profile.name not in (DEFAULT, CUSTOM):
            return merge.keep("host", "profile", profile_host(self.profile.name))
        preset = self._default_host(merge)
        return merge.keep("host", "root", preset) if preset else merge.keep("host", "default", HOST)

    def _default_host(self, merge: Merge) -> str:
        """defaultHost, made text as Hermes does: null is the host `None`."""
        value = merge.root.get("defaultHost", "")
        try:
            preset = str(value).strip()
        except RecursionError:
            return ""
        if preset and not isinstance(value, str):
            merge.odd("defaultHost", value, "text", f"makes it text, so the host is {short(preset)}")
        return preset

    def _without_file(self, merge: Merge) -> dict[str, Any]:
        """Without a file the workspace is hermes for every profile."""
        self.origins.update({key: "default" for key in SETTINGS if key != "host"})
        return {"workspace": HOST, "dialectic_cadence": 1, "credentials": self._credentials(merge)}

    def _credentials(self, merge: Merge) -> bool:
        origin = find_credentials(merge, self.env, self.build)
        return merge.keep("credentials", origin or "default", bool(origin))

    def _from_file(self, merge: Merge, host: str) -> dict[str, Any]:
        self._block(merge, host)
        try:
            settings = self._settings(merge)
            merge.check_the_rest()
        except RecursionError:
            merge.fail("a value", "is nested too deeply")
            return {}
        if self.origins["dialecticCadence"] == "default":
            what = "dialecticCadence is not set, so Hermes takes 1; the setup assistant would have written 2"
            merge.note("cadence-default", "dialecticCadence", what)
        return settings

    def _block(self, merge: Merge, host: str) -> None:
        """The host's block: hosts.<key>, or the old spelling with a dot where that is missing or empty."""
        hosts = merge.root.get("hosts") or {}
        if not isinstance(hosts, Mapping):
            merge.fail("hosts", f"is {kind(hosts)}, not an object")
            return
        block = hosts.get(host, {})
        if not block and host.startswith(f"{HOST}_"):
            host = f"{HOST}.{host.removeprefix(f'{HOST}_')}"
            block = hosts.get(host, {})
        merge.block_name = f"hosts.{host}"
        if isinstance(block, Mapping):
            merge.block = dict(block)
        else:
            merge.fail(merge.block_name, f"is {kind(block)}, not an object")

    def _settings(self, merge: Merge) -> dict[str, Any]:
        return {
            "workspace": merge.take_name("workspace"),
            "ai_peer": merge.take_name("aiPeer"),
            "peer_name": merge.take_name("peerName"),
            "strategy": merge.take_strategy(),
            "sessions": merge.take_sessions(),
            "session_peer_prefix": merge.take_flag("sessionPeerPrefix"),
            "session_ai_peer_prefix": merge.take_flag("sessionAiPeerPrefix"),
            "pin_user_peer": merge.take_flag("pinUserPeer", "pinUserPeer", "pinPeerName"),
            "user_peer_aliases": merge.take_aliases("userPeerAliases"),
            "runtime_peer_prefix": merge.take_label("runtimePeerPrefix"),
            "a2a_sessions": merge.take_flag("a2aSessions", default=True),
            "recall_mode": merge.take_recall(),
            "context_cadence": merge.take_number("contextCadence", 1),
            "dialectic_cadence": merge.take_number("dialecticCadence", 1),
            "context_tokens": merge.take_number("contextTokens", None),
            "enabled": merge.take_flag("enabled", default=True),
            "credentials": self._credentials(merge),
        }

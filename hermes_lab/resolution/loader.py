"""The Honcho settings of a real profile: which file is read, for which host, and where each value comes from.

Reads honcho.json, config.yaml and .env, writes nothing, and never keeps the key. Source: spec Config, Outcome inactive.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from hermes_lab.builds import FIXES, Build, get_build
from hermes_lab.errors import BadInput
from hermes_lab.homes import CUSTOM, DEFAULT, Profile, find_profile, user_home
from hermes_lab.record import Finding
from hermes_lab.resolution import profile_files
from hermes_lab.resolution.config_merge import Merge, kind
from hermes_lab.resolution.inputs import HonchoConfig
from hermes_lab.show import columns, short

HOST = "hermes"
URL_FIX = "honcho-url"
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
    return short(json.dumps(value, ensure_ascii=False, default=str))


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
    work = _Work(profile, build, os.fsdecode(path) if path is not None else None)
    work.env = profile_files.environment(profile, env, work.findings)
    yaml = profile_files.read_config_yaml(profile, work.findings)
    profile_files.misplaced(profile, yaml, work.findings)
    work.provider = profile_files.provider(profile, yaml, work.env, work.findings)
    work.choose()
    config = work.merge() if work.open() else work.without_file()
    terminal = profile_files.terminal_cwd(yaml, work.env)
    return LoadedConfig(config, work.path, work.host, work.read(), work.origins, terminal, tuple(work.findings))


@dataclass
class _Work:
    """One loading, step by step: choose a file, open it, find the host, merge."""

    profile: Profile
    build: Build
    path: str | None = None
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    provider: str | None = None
    host: str = HOST
    root: Any = field(default_factory=dict, repr=False)
    failure: str | None = None
    origins: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def choose(self) -> None:
        """The first honcho.json that exists; what was asked for by path must."""
        if self.path is not None:
            _must_be_readable(self.path)
            return
        places = (self.profile.folder, "honcho.json"), (self.profile.root, "honcho.json"), (user_home(self.env), ".honcho", "config.json")
        try:
            self.path = next((path for path in (os.path.join(*place) for place in places) if _exists(path)), None)
        except OSError as error:
            self._fails(short(error.filename, 200), f"cannot be looked at ({error.strerror})")

    def open(self) -> bool:
        """Whether there is a document; what Hermes fails on is one, with nothing in it."""
        document, problem = _read(self.path, self.build.has("config-bom")) if self.path else (None, None)
        if isinstance(document, Exception):
            self._fails(short(self.path, 200), _why(document))
            document = {}
        elif problem:
            what = f"{problem}; Hermes goes on as if there were no file"
            self.findings.append(Finding("config-unusable", short(self.path, 200), what))
        elif self.path and not isinstance(document, dict):
            self._fails(short(self.path, 200), f"is {kind(document)} as a whole, not an object")
            document = {}
        self.root = {} if problem else document or {}
        self._find_host()
        return bool(self.failure or self.path and not problem)

    def _fails(self, where: str, what: str) -> None:
        self.failure = self.failure or f"{where} {what}, on which Hermes fails"
        self.findings.append(Finding("config-fails", where, self.failure))

    def _find_host(self) -> None:
        """HERMES_HONCHO_HOST, else the profile's own key, else the file's defaultHost."""
        named = self.env.get("HERMES_HONCHO_HOST", "").strip()
        preset = str(self.root.get("defaultHost", "")).strip()
        if named:
            self.host, self.origins["host"] = named, "environment"
        elif self.profile.name not in (DEFAULT, CUSTOM):
            self.host, self.origins["host"] = profile_host(self.profile.name), "profile"
        else:
            self.host, self.origins["host"] = preset or HOST, "root" if preset else "default"
            if preset and not isinstance(self.root["defaultHost"], str):
                self._odd_default_host(preset)

    def _odd_default_host(self, preset: str) -> None:
        what = f"defaultHost is {kind(self.root['defaultHost'])}, not text; Hermes makes it text, so the host is {short(preset)}"
        self.findings.append(Finding("wrong-type", f"{short(self.path, 200)}: defaultHost", what))

    def without_file(self) -> HonchoConfig:
        """The settings without a file: the workspace is hermes for every profile."""
        keys = dict.fromkeys(SETTINGS, "default")
        self.origins = {**keys, **self.origins, "memory.provider": self._provider_origin()}
        url = self._variable("HONCHO_BASE_URL", *(["HONCHO_URL"] if self._more_urls() else []))
        credentials = bool(self.env.get(profile_files.KEY) or self._usable(url))
        self.origins["credentials"] = "environment" if credentials else "default"
        return HonchoConfig(workspace=HOST, host=self.host, dialectic_cadence=1, provider=self.provider, credentials=credentials)

    def merge(self) -> HonchoConfig:
        """The settings from the file, host block before root."""
        merge = Merge(self.path or "", self.root, origins=self.origins, findings=self.findings, failure=self.failure)
        self._block(merge)
        try:
            config = self._settings(merge)
        except RecursionError:
            merge.fail("a value", "is nested too deeply")
            config = {}
        self.origins["memory.provider"] = self._provider_origin()
        return HonchoConfig(host=self.host, provider=self.provider, failure=merge.failure, **config)

    def _block(self, merge: Merge) -> None:
        """The host's block: hosts.<key>, or the old spelling with a dot where that is missing or empty."""
        hosts, name = self.root.get("hosts") or {}, self.host
        if not isinstance(hosts, Mapping):
            merge.fail("hosts", f"is {kind(hosts)}, not an object")
            return
        block = hosts.get(name, {})
        if not block and name.startswith(f"{HOST}_"):
            name = f"{HOST}.{name.removeprefix(f'{HOST}_')}"
            block = hosts.get(name, {})
        merge.block_name = f"hosts.{name}"
        if isinstance(block, Mapping):
            merge.block = dict(block)
        else:
            merge.fail(merge.block_name, f"is {kind(block)}, not an object")

    def _settings(self, merge: Merge) -> dict[str, Any]:
        credentials = self._credentials(merge)
        settings = {
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
            "credentials": credentials,
        }
        merge.check_the_rest()
        self._cadence(merge)
        return settings

    def _cadence(self, merge: Merge) -> None:
        if merge.origins["dialecticCadence"] == "default":
            where = f"{short(self.path, 200)}: dialecticCadence"
            what = "dialecticCadence is not set, so Hermes takes 1; the setup assistant would have written 2"
            merge.findings.append(Finding("cadence-default", where, what))

    def _credentials(self, merge: Merge) -> bool:
        """Whether there is a key or a URL, and where; the first that counts is named, none is kept."""
        origin = next((given.origin for given in merge.given("apiKey") if given.value), None)
        if not origin and self.env.get(profile_files.KEY):
            origin = "environment"
        url = self._url_origin(merge)
        merge.origins["credentials"] = origin or url or "default"
        return bool(origin or url)

    def _url_origin(self, merge: Merge) -> str | None:
        for origin, where, value in self._urls(merge):
            if not value:
                continue
            if self._more_urls() and not isinstance(value, str):
                merge.fail(where, f"is {kind(value)}, not text")
                return None
            return origin if self._usable(value) else None
        return None

    def _urls(self, merge: Merge):
        """Every place for a URL, in order; before the fix only the root's and one variable."""
        more, endpoint = self._more_urls(), self.root.get("endpoint")
        given = [place for key in ("baseUrl", "base_url") for place in merge.given(key)]
        yield from (place for place in given if more and place.origin != "root")
        if more and isinstance(endpoint, Mapping):
            yield "root", "endpoint.baseUrl", endpoint.get("baseUrl")
        yield from (place for place in given if place.origin == "root")
        yield "environment", "HONCHO_BASE_URL", self._variable("HONCHO_BASE_URL")
        if more:
            yield "environment", "HONCHO_URL", self._variable("HONCHO_URL")

    def _variable(self, *names: str) -> str:
        return next((value for value in (self.env.get(name, "").strip() for name in names) if value), "")

    def _more_urls(self) -> bool:
        """Whether the build knows every place for a URL and drops one with unprintable characters."""
        return self.build.has(URL_FIX if URL_FIX in FIXES else "slack-workspace")

    def _usable(self, url: Any) -> bool:
        return bool(url) and (not self._more_urls() or url.isascii() and url.isprintable())

    def _provider_origin(self) -> str:
        return "config.yaml" if self.provider else "default"

    def read(self) -> tuple[str, ...]:
        """The files of this profile that were there to be looked into."""
        others = (self.profile.file("config.yaml"), self.profile.file(".env"))
        return (*([self.path] if self.path else []), *(path for path in others if os.path.exists(path)))


def profile_host(name: str) -> str:
    """The host key of a named profile (spec Config)."""
    clean = "".join(c if c.isalnum() or c in "_-" else "_" for c in name).strip("_")
    return f"{HOST}_{clean or 'profile'}"


def _exists(path: str) -> bool:
    """Whether something is there; raises OSError where Hermes does, a folder that may not be entered for example."""
    try:
        os.stat(path)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP):
            return False
        raise
    return True


def _must_be_readable(path: str) -> None:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        raise BadInput(f"There is no file {short(path, 200)}.") from None
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise BadInput(f"{short(path, 200)} is no ordinary file.")


def _read(path: str, with_bom: bool) -> tuple[Any, str | None]:
    """The document and None; or why it counts as no file; or, as the document, the error on which Hermes fails."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None, "it is no ordinary file"
        with open(path, "rb") as file:
            text = file.read().decode("utf-8-sig" if with_bom else "utf-8")
        return json.loads(text), None
    except json.JSONDecodeError as error:
        return None, f"it is no JSON (line {error.lineno})" + (", it starts with a byte order mark" if error.pos == 0 and "BOM" in error.msg else "")
    except OSError as error:
        return None, f"it cannot be read ({error.strerror})"
    except (ValueError, RecursionError) as error:
        return error, None


def _why(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "is not UTF-8"
    return "is nested too deeply" if isinstance(error, RecursionError) else "holds a number of more digits than can be read"

"""What goes into a decision: the conversation, and the Honcho settings that bear on names and peers."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hermes_lab.errors import BadInput
from hermes_lab.show import short
from hermes_lab.vocabulary import DEFAULT_STRATEGY

RUNS = ("chat", "cron", "flush")


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation, as Hermes meets it (spec: Inputs). Folders are text as typed, or paths.

    `launch_dir` is where the process was started; `agent_cwd` what the agent was given when it was made; `pinned_cwd`
    what the running turn has pinned; `terminal_cwd` the value of TERMINAL_CWD. `run` is `chat`, `cron` or `flush`.
    A relative launch_dir is meant from where this process stands. Raises BadInput for another run.
    """

    launch_dir: str
    agent_cwd: str | None = None
    pinned_cwd: str | None = None
    terminal_cwd: str | None = None
    title: str | None = None
    title_source: str | None = None
    session_id: str | None = None
    gateway_key: str | None = None
    run: str = "chat"

    def __post_init__(self):
        for name in ("launch_dir", "agent_cwd", "pinned_cwd", "terminal_cwd"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, os.fsdecode(value))
        if not os.path.isabs(self.launch_dir):
            object.__setattr__(self, "launch_dir", os.path.abspath(self.launch_dir))
        if self.run not in RUNS:
            raise BadInput(f"A run is one of {', '.join(RUNS)}, not {self.run!r}.")


@dataclass(frozen=True, slots=True)
class HonchoConfig:
    """The settings of one profile that bear on names, peers and injection (spec: Config), after merging.

    The defaults are Hermes' own for a configured Honcho. `workspace` and `ai_peer` None mean the host key. Values may be
    of a wrong type, as a file can hold them: the ladder answers as Hermes would. `credentials` says that there is an API
    key or a URL; the key itself is never kept. `failure` is why Hermes could not read the settings at all, if so.
    """

    strategy: Any = DEFAULT_STRATEGY
    workspace: Any = None
    host: str = "hermes"
    peer_name: Any = None
    session_peer_prefix: Any = False
    ai_peer: Any = None
    session_ai_peer_prefix: Any = False
    sessions: Any = field(default_factory=dict)
    pin_user_peer: Any = False
    user_peer_aliases: Mapping[str, str] = field(default_factory=dict)
    runtime_peer_prefix: str = ""
    a2a_sessions: Any = True
    recall_mode: str = "hybrid"
    context_cadence: int = 1
    dialectic_cadence: int = 2
    context_tokens: int | None = None
    provider: str | None = "honcho"
    enabled: Any = True
    credentials: bool = True
    failure: str | None = None

    @property
    def workspace_id(self) -> Any:
        """The Honcho workspace: as configured, else the host key."""
        return self.workspace or self.host

    @property
    def ai_peer_name(self) -> Any:
        """The AI peer: as configured, else the host key."""
        return self.ai_peer or self.host

    def inactive_because(self, run: str = "chat") -> str | None:
        """Why Honcho takes no part in this run (spec: Outcome inactive), or None if it does."""
        if self.provider is None:
            return "memory.provider is not set in config.yaml; it has to be honcho"
        if self.provider != "honcho":
            return f"memory.provider is {short(self.provider)}, not honcho"
        if run in ("cron", "flush"):
            return f"a {run} run takes no part in memory"
        if self.failure:
            return self.failure
        if not self.enabled:
            return "enabled is false"
        if not self.credentials:
            return "there is neither an API key nor a URL"
        return None

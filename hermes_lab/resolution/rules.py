"""The rules and findings of this room, each with an id, in one table that code, notebooks and README read."""

from __future__ import annotations

from hermes_lab.show import columns

WORKSPACE_LINKS = {
    "agent-cwd": "the directory handed over when the agent was made (with workspace-cwd)",
    "pinned-cwd": "the working directory set for the running turn (with workspace-cwd)",
    "terminal-cwd": "TERMINAL_CWD, the configured working directory (with workspace-cwd)",
    "launch-dir": "where the process was started",
}

RUNGS = {
    "gateway-key": "a messaging chat has a key: its slug, whatever else is set",
    "session-id": "strategy per-session and a session id: the id",
    "directory-map": "the sessions map has this very path: the name written there",
    "title": "a title that counts: its slug",
    "strategy": "the configured strategy: repository, directory or workspace id",
    "fallback": "nothing so far gave a name: the session id, else hermes-default",
}

PEER_RUNGS = {
    "pinned": "pinUserPeer and a peerName: the peerName",
    "alias": "userPeerAliases has one of the ids: the peer named there",
    "prefixed-id": "runtimePeerPrefix and an id: both together",
    "runtime-id": "the platform's own id",
    "peer-name": "the peerName",
    "session-fallback": "user-<part before the first colon>-<rest> of the session name",
}

FINDINGS = {
    "unknown-strategy": "sessionStrategy is none of the four words: Hermes takes it as global",
    "long-name": "the name is over 100 characters: the hosted service refused such ids",
    "legacy-title": "a title without a recorded source still names the session",
    "title-not-as-stored": "Hermes would not store the title so: it is cleaned first, and refused over 100 characters",
    "map-near-miss": "the sessions map has an entry that means this folder but is spelled otherwise",
    "agent-cwd-missing": "the directory handed over is no folder; the name is taken from it all the same",
    "pinned-cwd-passed-over": "the pinned directory is no existing folder",
    "terminal-cwd-passed-over": "TERMINAL_CWD is no existing folder",
    "config-unusable": "honcho.json cannot be read as JSON: as if there were no file",
    "config-fails": "honcho.json is of a shape on which Hermes fails: Honcho is inactive",
    "wrong-type": "a setting has a value of another type; Hermes takes it in its own way",
    "cadence-default": "dialecticCadence is not set in the file: 1 then, where the setup assistant writes 2",
    "strategy-elsewhere": "a Honcho setting stands in config.yaml, where it is not read",
    "profile-config-unreadable": "config.yaml or .env cannot be read",
    "key-glued": "HONCHO_API_KEY stands in the middle of a line of .env, so it does not count",
    "whatsapp-id": "a WhatsApp id on which all builds fail",
    "key-parts": "an id holds a colon: the key cannot be taken apart again",
}


def explain(table: dict[str, str]) -> str:
    """One of the tables above as text, in order."""
    return columns(("id", "what it means"), table.items())

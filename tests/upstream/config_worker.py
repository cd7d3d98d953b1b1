"""Runs under a published build's Python: one question a line on standard input, one answer a line on standard output.

Each question gets a scratch home directory of its own. An answer holds the effective values, or {"fails": class name}.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from config_questions import lay_out

KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "PYTHONPATH")


def answer(question: dict) -> dict:
    """What this build makes of the question."""
    with tempfile.TemporaryDirectory(prefix="hermes-config-") as home:
        env = lay_out(question, home)
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        os.environ.clear()
        os.environ.update({**kept, **env})
        _read_dotenv(home)
        return _ask()


def _read_dotenv(home: str) -> None:
    """As each entry point does at its start: the profile's .env over the environment."""
    from hermes_cli.env_loader import load_hermes_dotenv

    folder = os.environ.get("HERMES_HOME") or os.path.join(home, ".hermes")
    if os.path.exists(os.path.join(folder, ".env")):
        load_hermes_dotenv(hermes_home=folder)


def _ask() -> dict:
    from plugins.memory.honcho.client import HonchoClientConfig

    try:
        config = HonchoClientConfig.from_global_config()
    except Exception as error:
        return {"fails": type(error).__name__}
    return {
        "host": config.host,
        "workspace": config.workspace_id,
        "strategy": config.session_strategy,
        "peer_name": config.peer_name or None,
        "session_peer_prefix": bool(config.session_peer_prefix),
        "ai_peer": config.ai_peer,
        "sessions": config.sessions,
        "pin": bool(config.pin_peer_name),
        "aliases": config.user_peer_aliases,
        "prefix": config.runtime_peer_prefix,
        "recall_mode": config.recall_mode,
        "context_cadence": config.context_cadence,
        "dialectic_cadence": config.dialectic_cadence,
        "context_tokens": config.context_tokens,
        "enabled": bool(config.enabled),
        "credentials": bool(config.api_key or config.base_url),
    }


def main() -> None:
    """Answer until standard input ends; what the build prints itself goes to standard error."""
    logging.disable(logging.CRITICAL)
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=out, flush=True)


if __name__ == "__main__":
    main()

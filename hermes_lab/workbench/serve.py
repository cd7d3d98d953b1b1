"""Opening JupyterLab on the notebook to start with: `make lab` and `hermes-lab open`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hermes_lab.errors import BadInput
from hermes_lab.places import in_checkout, notebooks_dir
from hermes_lab.rooms import FIRST


def serve(*, browser: bool = True, folder: str | None = None) -> int:
    """Start JupyterLab on the first notebook and stay until it ends; returns its exit status.

    In a checkout it shows the checkout's own notebooks. An installed lab copies its notebooks into `folder` first,
    never over a file that is there. JupyterLab prints the address; a taken port means the next free one. Raises BadInput
    where the folder cannot be used.
    """
    root = notebooks_dir().parent if in_checkout() else _copied(Path(folder or "hermes-lab"))
    print(f"Hermes Lab: {_advice(browser)} Ctrl-C ends it.", flush=True)
    try:
        return subprocess.call(command(root, browser=browser))
    except KeyboardInterrupt:
        return 0


def command(root: Path, *, browser: bool) -> list[str]:
    """The JupyterLab command for a folder that holds `notebooks/`."""
    words = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={root}"]
    words += [f"--LabApp.default_url=/lab/tree/notebooks/{FIRST}", "--ServerApp.log_level=WARN", "--ServerApp.ip=127.0.0.1"]
    if os.geteuid() == 0:
        words.append("--allow-root")  # the server refuses to start for root without it
    return words if browser else [*words, "--no-browser"]


def _advice(browser: bool) -> str:
    if browser:
        return "your browser opens; if none appears, copy the address that begins with http://127.0.0.1 into one."
    return "open the address that begins with http://127.0.0.1 in a browser on this machine."


def _copied(folder: Path) -> Path:
    target = folder / "notebooks"
    try:
        target.mkdir(parents=True, exist_ok=True)
        for notebook in sorted(notebooks_dir().glob("*.ipynb")):
            if not (target / notebook.name).exists():
                shutil.copyfile(notebook, target / notebook.name)
    except OSError as error:
        raise BadInput(f"The notebooks cannot be put into {folder} ({error.strerror}); name another place with --folder.") from None
    return folder.resolve()

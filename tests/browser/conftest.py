"""JupyterLab as `make lab` starts it, on a copy of the notebooks, and Debian's Chromium."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from hermes_lab.workbench import serve

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()
HOW = "there is no Chromium at {}: on Debian and Ubuntu `apt-get install chromium fonts-dejavu-core`, or set CHROMIUM to yours"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


@pytest.fixture(scope="session")
def chromium():
    """The running browser; missing, it is a skip with what to do, and a failure in CI."""
    if not os.path.exists(CHROMIUM):
        (pytest.fail if os.environ.get("CI") else pytest.skip)(HOW.format(CHROMIUM))
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


class Lab:
    """A JupyterLab server of our own: its address, its token, and the settings that a person would have made."""

    def __init__(self, folder: Path):
        self.token, self.folder = secrets.token_hex(16), folder
        shutil.copytree(ROOT / "notebooks", folder / "root" / "notebooks", ignore=shutil.ignore_patterns(".*"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        words = [*serve.command(folder / "root", browser=False), f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
        words += [f"--IdentityProvider.token={self.token}"]
        own = {f"JUPYTER_{kind}_DIR": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
        self.log = folder / "log"
        with open(self.log, "w") as log:
            env = {**os.environ, **own, "XDG_CONFIG_HOME": str(folder / "xdg")}
            self.process = subprocess.Popen(words, env=env, stdout=log, stderr=log, start_new_session=True)

    def wait(self) -> None:
        """Until the server answers; its log is shown if it ends or takes longer than a minute."""
        end = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/api/status?token={self.token}", timeout=1).close()
                return
            except OSError:
                assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()[-2000:]
                time.sleep(0.1)

    def theme(self, name: str) -> None:
        """Choose the light or the dark theme, as the settings menu would."""
        place = self.folder / "config/lab/user-settings/@jupyterlab/apputils-extension/themes.jupyterlab-settings"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps({"theme": THEMES[name]}))

    def call(self, path: str, method: str = "GET"):
        """One request to the server's own API; the answer read as JSON, if there is one."""
        request = urllib.request.Request(f"{self.address}/api/{path}", method=method, headers={"Authorization": f"token {self.token}"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def end_sessions(self) -> None:
        """End every kernel, so that the next page shows no panel of an earlier one."""
        for session in self.call("sessions"):
            self.call(f"sessions/{session['id']}", "DELETE")

    def stop(self) -> None:
        """End the server and its kernels, by the process group that we started."""
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(20)


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    server = Lab(tmp_path_factory.mktemp("jupyter"))
    try:
        server.wait()
        yield server
    finally:
        server.stop()


@pytest.fixture
def open_notebook(lab, chromium):
    """A function that opens a notebook, runs all of it, and gives the page; afterwards no page may have failed or gone out."""
    pages, errors, outside = [], [], []

    def watch(page):
        page.on("request", lambda r: None if r.url.startswith((lab.address, "data:", "blob:")) else outside.append(r.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: (errors.append(f"a script opened a dialog: {dialog.message}"), dialog.dismiss()))

    def open_(name: str, theme: str = "light", height: int = 1000):
        lab.end_sessions()
        lab.theme(theme)
        page = chromium.new_page(viewport={"width": 1400, "height": height})
        pages.append(page)
        watch(page)
        page.goto(f"{lab.address}/lab/tree/notebooks/{name}?reset&token={lab.token}")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
        page.locator("#jp-main-statusbar", has_text="| Idle").wait_for(timeout=60_000)  # before, Run would ask for a kernel
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        return page

    yield open_
    for page in pages:
        page.close()
    assert (errors, outside) == ([], [])

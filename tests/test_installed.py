"""The lab as somebody installs it: a wheel with its notebooks and data, the same answers, its own copy of the pages."""

import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

import hermes_lab as lab
from hermes_lab.workbench import serve

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder that holds the package as the wheel holds it, far from the checkout."""
    place = tmp_path_factory.mktemp("wheel")
    source = place / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".venv", ".upstream", ".git", "tests", "__pycache__"))
    left_behind = source / "notebooks/.ipynb_checkpoints/00_start_here-checkpoint.ipynb"  # what JupyterLab leaves there
    left_behind.parent.mkdir(exist_ok=True)
    left_behind.write_text("{}")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place / "dist")], cwd=source, check=True, capture_output=True)
    (wheel,) = (place / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place / "site")
    return place / "site"


def python(installed, program, **more):
    env = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run([sys.executable, "-S", "-c", program], env=env, capture_output=True, text=True, check=True, cwd=installed.parent, **more)


def test_the_wheel_holds_notebooks_and_data_and_finds_them(installed):
    done = python(installed, "from hermes_lab import places; print(places.in_checkout(), places.notebooks_dir(), places.data_dir())")
    in_checkout, notebooks, data = done.stdout.split()
    assert in_checkout == "False" and notebooks.startswith(str(installed)) and data.startswith(str(installed))
    names = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert {path.name for path in Path(notebooks).iterdir()} == names
    assert (Path(data) / "profiles/after-setup/honcho.json").is_file() and (Path(data) / "profiles/after-setup/.env").is_file()


def test_an_installed_lab_gives_the_same_answer(installed):
    done = python(installed, "import hermes_lab as lab; print(lab.__file__, lab.resolve(lab.Conversation('/usr'), build='0.22.5').name)")
    file, name = done.stdout.split()
    assert file.startswith(str(installed)) and name == "usr" == lab.resolve(lab.Conversation("/usr"), build="0.22.5").name


def test_the_pages_are_copied_once_and_never_over_what_is_there(tmp_path, monkeypatch):
    folder = serve._copied(tmp_path / "mine")
    first = folder / "notebooks" / serve.FIRST
    assert first.is_file()
    first.write_text("changed by me")
    serve._copied(tmp_path / "mine")
    assert first.read_text() == "changed by me"
    (tmp_path / "file").write_text("")
    with pytest.raises(lab.BadInput, match="--folder"):
        serve._copied(tmp_path / "file")


def test_opening_the_workbench_prints_the_address_of_the_first_page(tmp_path):
    """`make lab` without a browser: the real server, as the command line starts it, on the next free port."""
    env = {**os.environ, "BROWSER": "true", **{f"JUPYTER_{kind}_DIR": str(tmp_path / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}}
    words = [str(Path(sys.executable).with_name("hermes-lab")), "open", "--no-browser"]
    log = tmp_path / "log"
    with open(log, "w") as out:
        process = subprocess.Popen(words, cwd=tmp_path, env=env, stdout=out, stderr=out, start_new_session=True)
    try:
        end = time.monotonic() + 60
        while f"/lab/tree/notebooks/{serve.FIRST}?token=" not in log.read_text():
            assert process.poll() is None and time.monotonic() < end, log.read_text()
            time.sleep(0.2)
        assert log.read_text().startswith("Hermes Lab: open the address that begins with http://127.0.0.1")
    finally:
        os.killpg(process.pid, 15)
        process.wait(20)

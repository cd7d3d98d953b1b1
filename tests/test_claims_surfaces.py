"""Claims on what hands the directory and the title's source to the resolver, since the fix and before."""

import subprocess
import sys
from pathlib import Path

import pytest

import hermes_lab as lab
from hermes_lab.resolution.surfaces import SURFACES, UPSTREAM, handed, surface_rows
from tests.claims_tree import AFTER, AUTOMATIC, BEFORE, ask, grow

BRANCHING = "TUI and Desktop: eager resume, branch, compute host, deferred build"
ROWS = {
    "command line (N41)": ("title_source", "myapp -> myapp", "Refactor-the-billing-module -> myapp"),
    "agent made with a directory (N43)": ("agent_cwd", "home -> myapp", "Refactor-the-billing-module -> Refactor-the-billing-module"),
    "memory provider (N44)": ("agent_cwd, title_source", "home -> myapp", "Refactor-the-billing-module -> myapp"),
    f"{BRANCHING} (N45)": ("agent_cwd, title_source", "home -> myapp", "Refactor-the-billing-module -> myapp"),
    "a session whose record is not yet there (N46)": ("agent_cwd, title_source", "home -> myapp", "Refactor-the-billing-module -> myapp"),
    "a workspace that moves during a deferred build (N47)": ("agent_cwd, title_source", "home -> myapp", "Refactor-the-billing-module -> myapp"),
    "session store and memory plugin (N42)": ("title_source", "home -> home", "Refactor-the-billing-module -> home"),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return grow(tmp_path_factory.mktemp("surfaces"))


@pytest.fixture(scope="module")
def rows(home):
    return {row[0]: (row[1], *row[3:]) for row in surface_rows(str(home), str(home / "myapp"))}


@pytest.mark.parametrize("surface", ROWS)
def test_n42_to_n47_each_surface_hands_over_what_its_claim_says(rows, surface):
    """Directory, source or both, and the names untitled and titled, before -> after (N42, N43, N44, N45, N46, N47)."""
    assert rows[surface] == ROWS[surface]


def test_n42_store_and_plugin_read_one_vocabulary_that_imports_nothing_else(home):
    """Every word the store accepts is known to the ladder, and no other can be stored (N42)."""
    code = "import sys, hermes_lab.vocabulary; print(*sorted(m for m in sys.modules if m.startswith('hermes_lab')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["hermes_lab", "hermes_lab.vocabulary"]
    stored = [lab.store_title(lab.Title(), "T", source, build=AFTER).source for source in ("derived", "llm", "user")]
    answers = [ask(home, home / "myapp", title="T", title_source=source) for source in stored]
    assert [(answer.name, answer.findings) for answer in answers] == [("myapp", ()), ("myapp", ()), ("T", ())]
    with pytest.raises(lab.BadInput):
        lab.store_title(lab.Title(), "T", "automatic", build=AFTER)


def test_n43_an_agent_made_without_a_directory_falls_through_the_chain(home):
    """The pinned folder counts then, else the start directory (N43)."""
    assert [ask(home, None, pinned_cwd=pinned).name for pinned in (str(home / "lib"), None)] == ["lib", "home"]
    assert ask(home, home / "myapp", pinned_cwd=str(home / "lib")).name == "myapp"


@pytest.mark.parametrize("title, source, name", [(None, None, "myapp"), (AUTOMATIC, None, "Refactor-the-billing-module"), (AUTOMATIC, "llm", "myapp")])
def test_n44_the_provider_gets_directory_and_source_and_both_may_be_absent(home, title, source, name):
    """Without a title there is no source; a provider that drops both keywords answers as before the fix (N44)."""
    surface = next(s for s in SURFACES if s.claim == "N44")
    before, after = handed(surface, str(home), str(home / "myapp"), title, source)
    assert (before.agent_cwd, before.title_source) == (None, None)
    config = lab.HonchoConfig(strategy="per-repo")
    assert lab.resolve(after, config, AFTER).name == name
    assert lab.resolve(before, config, AFTER).name == lab.resolve(before, config, BEFORE).name == ("Refactor-the-billing-module" if title else "home")


def test_n45_an_override_that_was_removed_since_still_names_the_session(home):
    """It is not checked, and a finding says so (N45)."""
    answer = ask(home, home / "removed", pinned_cwd=str(home / "lib"))
    assert (answer.name, [f.id for f in answer.findings]) == ("removed", ["agent-cwd-missing"])


def test_n46_the_override_stands_before_a_context_that_was_wiped(home):
    """A context without its directory and no override leaves the start directory (N46)."""
    assert [ask(home, folder, pinned_cwd="").name for folder in (home / "myapp", None)] == ["myapp", "home"]


def test_n47_of_several_moves_during_a_build_the_last_one_counts(home):
    """The agent has the folder that it was handed last (N47)."""
    surface = next(s for s in SURFACES if s.claim == "N47")
    config = lab.HonchoConfig(strategy="per-repo")
    moves = [handed(surface, str(home), str(home / folder), AUTOMATIC, "llm") for folder in ("backend", "frontend", "lib")]
    assert [lab.resolve(after, config, AFTER).name for _, after in moves] == ["backend", "frontend", "lib"]


def test_n38_the_change_is_found_in_five_places_upstream_and_each_has_its_place_in_the_lab():
    """The title rule, the directory rule, the words, the agent and the surfaces (N38)."""
    assert [upstream for _, upstream, _ in UPSTREAM] == [
        "plugins/memory/honcho/client.py::_resolve_session_name_base",
        "plugins/memory/honcho/__init__.py::_resolve_session_key",
        "hermes_state_common.py",
        "agent/agent_init.py",
        "tui_gateway/*",
    ]
    assert all((Path(lab.__file__).parent / place).is_file() for _, _, place in UPSTREAM)

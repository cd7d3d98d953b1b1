"""Claims on the directory that a name is derived from, on the validation of the fix, and on which strategy to choose."""

import itertools
import os
import sqlite3

import pytest

import hermes_lab as lab
from tests.claims_tree import AFTER, ALL_STRATEGIES, AUTOMATIC, BEFORE, TYPED, ask, grow, names


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return grow(tmp_path_factory.mktemp("directory"))


def projects(home):
    return [home / name for name in ("backend", "frontend", "ops-scripts")]


def test_n32_before_the_fix_only_the_start_directory_counted(home):
    """Started elsewhere in mid-session, the conversation had another name (N32)."""
    assert ask(home, home / "myapp", build=BEFORE).name == "home"
    assert ask(home / "myapp", home / "lib", build=BEFORE).name == "myapp"
    everywhere = {"pinned_cwd": str(home / "lib"), "terminal_cwd": str(home / "lib")}
    assert ask(home / "myapp", home / "lib", build=BEFORE, **everywhere).workspace == str(home / "myapp")


def test_n32_a_start_directory_that_was_deleted_left_no_name(home, tmp_path):
    """Asking for it fails, so Honcho takes no part; after the fix a directory handed over still names it (N32)."""
    gone = tmp_path / "gone"
    gone.mkdir()
    gone.rmdir()
    answer = ask(gone, home / "myapp", build=BEFORE)
    assert (answer.name, answer.active) == (None, False) and "does not exist" in answer.inactive_because
    assert ask(gone, home / "myapp").name == "myapp"


@pytest.mark.parametrize("folder, name", [("home", "home"), ("Users/ana", "ana"), ("home/plain", "plain")])
def test_n33_before_the_fix_a_desktop_start_named_every_project_after_the_folder_it_started_in(home, tmp_path, folder, name):
    """The word is no constant but the last part of the start directory (N33)."""
    start = home.parent / folder if folder.startswith("home") else tmp_path / folder
    start.mkdir(parents=True, exist_ok=True)
    assert names(start, projects(home), build=BEFORE) == [name] * 3
    assert names(start, projects(home)) == ["backend", "frontend", "ops-scripts"]


@pytest.fixture
def four(tmp_path):
    """The four places of the chain, k a b c, each a folder that exists."""
    for place in "kabc":
        (tmp_path / place).mkdir()
    return tmp_path.resolve()


CHAIN = list(zip(itertools.product((True, False), repeat=4), "kkkkkkkkaaaabbc-"))


@pytest.mark.parametrize("present, first", CHAIN)
def test_n39_the_first_folder_that_is_given_counts(four, present, first):
    """Handed over, pinned, TERMINAL_CWD, start directory: all 16 combinations of what is there (N39)."""
    given = [str(four / place) if there else None for place, there in zip("kab", present)]
    answer = ask(four / ("c" if present[3] else "deleted"), *given[:1], "per-directory", pinned_cwd=given[1], terminal_cwd=given[2])
    assert (answer.name, answer.workspace) == ((None, None) if first == "-" else (first, str(four / first)))


@pytest.mark.parametrize(
    "given, name, findings",
    [
        ({"agent_cwd": "", "pinned_cwd": "", "terminal_cwd": ""}, "c", []),
        ({"pinned_cwd": " \t", "terminal_cwd": "  "}, "c", []),
        ({"pinned_cwd": "{four}/gone", "terminal_cwd": "{four}/b"}, "b", ["pinned-cwd-passed-over"]),
        ({"terminal_cwd": "{four}/file"}, "c", ["terminal-cwd-passed-over"]),
        ({"agent_cwd": "{four}/gone", "pinned_cwd": "{four}/a"}, "gone", ["agent-cwd-missing"]),
        ({"pinned_cwd": "~/a"}, "a", []),
        ({"agent_cwd": "~/a"}, "a", ["agent-cwd-missing"]),
        ({"terminal_cwd": "  {four}/b  "}, "b", []),
        ({"terminal_cwd": "$HOME/b"}, "c", ["terminal-cwd-passed-over"]),
        ({"pinned_cwd": "inside"}, "inside", []),
        ({"agent_cwd": "inside"}, "inside", []),
    ],
)
def test_n39_what_is_empty_or_no_folder_is_passed_over_but_not_the_one_handed_over(four, monkeypatch, given, name, findings):
    """Relative paths start at the start directory, ~ is the home, no variable is put in (N39)."""
    monkeypatch.setenv("HOME", str(four))
    (four / "c/inside").mkdir()
    (four / "file").touch()
    talk = lab.Conversation(four / "c", **{key: value.format(four=four) for key, value in given.items()})
    answer = lab.resolve(talk, lab.HonchoConfig(strategy="per-directory"), AFTER)
    assert (answer.name, [f.id for f in answer.findings]) == (name, findings)


@pytest.mark.parametrize("build, workspace", [(BEFORE, ""), (AFTER, "/myapp")])
@pytest.mark.parametrize("link", ["agent_cwd", "pinned_cwd", "terminal_cwd"])
def test_n40_the_folder_of_the_name_is_the_one_in_which_context_files_are_looked_for(home, build, workspace, link):
    """Before the fix the name came from another folder than the one with AGENTS.md (N40)."""
    (home / "myapp/AGENTS.md").write_text("RULE-A\n", encoding="utf-8")
    talk = lab.Conversation(home, **{link: home / "myapp"})
    answer = lab.resolve(talk, lab.HonchoConfig(strategy="per-repo"), build)
    assert answer.workspace == f"{home}{workspace}"
    assert os.path.isfile(os.path.join(answer.workspace, "AGENTS.md")) is (build == AFTER)


def test_n41_the_process_itself_is_never_asked_where_it_stands(home, monkeypatch):
    """Moving the process changes no name; the start directory is only the last resort (N41)."""
    monkeypatch.chdir(home / "lib")
    found = [ask(home, home / "myapp").name]
    monkeypatch.chdir(home / "backend")
    with monkeypatch.context() as while_asking:
        while_asking.setattr(os, "getcwd", lambda: pytest.fail("os.getcwd was asked"))
        found += [ask(home, home / "myapp").name, ask(home / "lib").name]
    assert found == ["myapp", "myapp", "lib"]


@pytest.fixture
def validation(home, tmp_path, monkeypatch):
    """A real database, a process that stands in a fake $HOME, sessions bound to the repository myapp."""
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    database = sqlite3.connect(tmp_path / "state.db")
    database.execute("CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, title TEXT, title_source TEXT)")

    def row(title, source, strategy="per-repo"):
        database.execute("INSERT OR REPLACE INTO sessions VALUES ('s1', ?, ?, ?)", (str(home / "myapp"), title, source))
        database.commit()
        cwd, title, source = database.execute("SELECT cwd, title, title_source FROM sessions").fetchone()
        return [ask(os.getcwd(), cwd, strategy, build, title=title, title_source=source).name for build in (BEFORE, AFTER)]

    yield row
    database.close()


def test_n50_the_validation_stands_on_real_parts(home, validation):
    """Before and after answer differently only since the process stands in a home that is no repository (N50)."""
    assert os.getcwd() == os.environ["HOME"] == str(home)
    assert (lab.top_level(str(home)).path, lab.top_level(str(home / "myapp")).path) == (None, str(home / "myapp"))
    assert [validation(None, None, strategy) for strategy in ALL_STRATEGIES] == [["home", "myapp"]] * 3 + [["hermes", "hermes"]]


def test_n51_validation_row_1_without_a_title(validation):
    """home before, myapp after (N51)."""
    assert validation(None, None) == ["home", "myapp"]


@pytest.mark.parametrize("source", ["llm", "derived"])
def test_n52_validation_row_2_with_an_automatic_title(validation, source):
    """The title's name before, myapp after (N52)."""
    assert validation(AUTOMATIC, source) == ["Refactor-the-billing-module", "myapp"]


def test_n53_validation_row_3_with_a_typed_title(validation):
    """The typed title's name before and after, as intended (N53)."""
    assert validation(TYPED, "user") == ["My-Explicit-Name", "My-Explicit-Name"]


def test_n60_several_repositories_each_get_a_memory_of_their_own(home):
    """The packages of one repository share its memory (N60)."""
    strategy = lab.advise("several repositories").strategy
    assert strategy == "per-repo"
    assert names(home, projects(home), strategy=strategy) == ["backend", "frontend", "ops-scripts"]
    assert names(home, [home / "myapp/src", home / "myapp/src/api"], strategy=strategy) == ["myapp", "myapp"]


def test_n61_long_work_always_started_in_one_folder_has_one_memory(home):
    """The default does it; a run started in a subfolder has another (N61)."""
    strategy = lab.advise("one directory, long term").strategy
    assert strategy == lab.HonchoConfig().strategy == "per-directory"
    found = [ask(home, home / "myapp", strategy, session_id=f"run-{n}").name for n in (1, 2, 3)]
    assert [*found, ask(home, home / "myapp/src", strategy).name] == ["myapp", "myapp", "myapp", "src"]


@pytest.mark.parametrize("scenario", ["clean starts", "chasing a routing bug"])
def test_n62_a_clean_start_and_the_search_for_a_routing_bug_want_a_memory_per_run(home, scenario):
    """Two runs in one folder share no session (N62)."""
    strategy = lab.advise(scenario).strategy
    assert strategy == "per-session"
    assert [ask(home, home / "myapp", strategy, session_id=run).name for run in ("run-1", "run-2")] == ["run-1", "run-2"]


def test_n63_only_who_wants_to_share_everything_is_advised_global(home):
    """No other scenario leads there, and an unknown one is refused with the nearest (N63)."""
    assert [scenario for scenario, advice in lab.ADVICE.items() if advice.strategy == "global"] == ["share everything"]
    assert names(home, projects(home), strategy=lab.advise("share everything").strategy) == ["hermes"] * 3
    with pytest.raises(lab.BadInput, match="share everything"):
        lab.advise("share all")


@pytest.mark.parametrize("build, mapped, bare", [(BEFORE, "H", "home"), (AFTER, "M", "myapp")])
def test_n64_map_and_strategy_look_at_the_folder_of_the_conversation(home, build, mapped, bare):
    """Since the fix; before, both looked at the start directory (N64)."""
    sessions = {str(home): "H", str(home / "myapp"): "M"}
    assert ask(home, home / "myapp", build=build, settings={"sessions": sessions}).name == mapped
    assert ask(home, home / "myapp", "per-directory", build).name == bare


def test_n64_a_conversation_that_moves_is_named_after_where_it_is_now(home):
    """The pinned folder changes, the name with it (N64)."""
    assert [ask(home, pinned_cwd=str(home / place)).name for place in ("myapp", "lib", "myapp")] == ["myapp", "lib", "myapp"]

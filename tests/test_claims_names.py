"""Claims on strategies, and on the order in which the rules of a name are asked."""

import itertools
import json

import pytest

import hermes_lab as lab
from tests.claims_tree import AFTER, ALL_STRATEGIES, BEFORE, TYPED, ask, git, grow, names


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return grow(tmp_path_factory.mktemp("names"))


def three(home):
    return [home / name for name in ("backend", "frontend", "ops-scripts")]


def load(folder, honcho):
    """The settings that Hermes would take from this honcho.json."""
    profile = folder / ".hermes"
    profile.mkdir()
    (profile / "honcho.json").write_text(json.dumps(honcho), encoding="utf-8")
    env = {"HOME": str(folder)}
    return lab.load_config(lab.find_profile(env=env), build=AFTER, env=env)


@pytest.mark.parametrize("strategy, name", [("per-repo", "home"), ("per-directory", "home"), ("global", "hermes")])
def test_n03_before_the_fix_a_desktop_start_puts_every_project_into_one_memory_as_global_does(home, tmp_path, strategy, name):
    """The setting still says per-repo, and nothing of it is seen (N03)."""
    config = load(tmp_path, {"sessionStrategy": strategy}).config
    answers = [lab.resolve(lab.Conversation(home, folder), config, BEFORE) for folder in three(home)]
    assert config.strategy == strategy and [answer.name for answer in answers] == [name] * 3
    assert len({(answer.honcho_id, answer.honcho_workspace) for answer in answers}) == 1


def test_n03_started_inside_a_repository_every_project_takes_that_repositorys_name(home):
    """The bucket is the start directory's, wherever that is (N03)."""
    assert names(home / "lib", three(home), build=BEFORE) == ["lib", "lib", "lib"]
    assert names(home / "lib", three(home), build=AFTER) == ["backend", "frontend", "ops-scripts"]


def test_n04_cross_talk_a_preloaded_clone_and_per_repo_as_global_are_one_symptom(home, tmp_path):
    """All three come from one name that is none of the repositories' (N04)."""
    clone = tmp_path / "fresh-clone"
    git("init", "-q", clone)
    found = names(home, [*three(home), clone], build=BEFORE)
    assert set(found) == {"home"}
    assert set(found) & {"backend", "frontend", "ops-scripts", "fresh-clone"} == set()
    assert names(home, [*three(home), clone]) == ["backend", "frontend", "ops-scripts", "fresh-clone"]


def test_n04_a_repository_that_is_really_called_home_has_the_same_name_by_chance(home, tmp_path):
    """The name alone does not tell the old bug from a repository called home, and the reading offers both (N04)."""
    git("init", "-q", tmp_path / "home")
    assert ask(home, tmp_path / "home").name == ask(home, home / "lib", build=BEFORE).name == "home"
    sure = [r.meaning for r in lab.read_name("home", folders=[str(tmp_path / "home")], launch_dir=str(home)) if r.sure]
    assert sure[0] == "repository home" and sure[-1].startswith("launch directory home")


def test_n06_the_fix_of_both_paths_has_its_date_and_its_pull_request():
    """Title rule and directory rule were merged together on 16 September 2026 (N06)."""
    both = [lab.FIXES[fix] for fix in ("title-provenance", "workspace-cwd")]
    assert [(fix.date, fix.pr) for fix in both] == [("2026-09-16", "#112602")] * 2
    assert [lab.get_build(name).has(fix.id) for name in (BEFORE, AFTER) for fix in both] == [False, False, True, True]


@pytest.mark.parametrize("folder, repo_and_directory", [("myapp/src", ("src", "myapp")), ("myapp", ("myapp", "myapp"))])
def test_n09_the_strategy_decides_which_memory_a_piece_of_work_gets(home, folder, repo_and_directory):
    """One place, four settings, four names; at the git root two of them meet (N09)."""
    found = [ask(home, home / folder, strategy, session_id="run-1").name for strategy in ALL_STRATEGIES]
    assert found == ["run-1", *repo_and_directory, "hermes"]


@pytest.mark.parametrize(
    "honcho, name",
    [
        ({}, "src"),
        ({"sessionStrategy": "per-directory"}, "src"),
        ({"hosts": {"hermes": {"sessionStrategy": ""}}}, "src"),
        ({"hosts": {"hermes": {"sessionStrategy": None}}, "sessionStrategy": "per-repo"}, "myapp"),
        ({"sessionStrategy": None}, "hermes"),
        ({"sessionStrategy": ""}, "hermes"),
    ],
)
def test_n10_a_file_without_the_key_means_per_directory(home, tmp_path, honcho, name):
    """An empty value of the host block gives way; one in the root is no default but acts as global (N10)."""
    config = load(tmp_path, honcho).config
    assert lab.resolve(lab.Conversation(home, home / "myapp/src"), config, AFTER).name == name


def test_n11_there_are_four_strategies_and_any_other_word_acts_as_global(home):
    """Wrong case and blanks are other words, each named by a finding (N11)."""
    from hermes_lab.vocabulary import STRATEGIES

    assert set(STRATEGIES) == {"per-session", "per-directory", "per-repo", "global"}
    for word in ("per-branch", "Per-Repo", " per-repo "):
        answer = ask(home, home / "myapp", word)
        assert (answer.name, [f.id for f in answer.findings]) == ("hermes", ["unknown-strategy"])
    assert [ask(home, home / "myapp", word).findings for word in ALL_STRATEGIES] == [()] * 4


def test_n12_under_per_session_every_run_has_a_memory_of_its_own(home):
    """Two runs in one folder differ, a resumed one keeps its name, one without an id is named by its folder (N12)."""
    runs = ["run-1", "run-2", "run-1", None]
    assert [ask(home, home / "myapp/src", "per-session", session_id=run).name for run in runs] == ["run-1", "run-2", "run-1", "src"]


def test_n14_newcomers_are_advised_another_strategy_than_the_default():
    """per-session is recommended, per-directory is what an untouched setting gives (N14)."""
    advice = lab.advise("just starting")
    assert (advice.strategy, lab.HonchoConfig().strategy) == ("per-session", "per-directory")
    assert "newcomers" in advice.why and "per-directory" in advice.why
    with pytest.raises(lab.BadInput, match="just starting"):
        lab.advise("just started")


@pytest.mark.parametrize(
    "folder, name, honcho_id",
    [
        ("myapp", "myapp", "myapp"),
        ("myapp/src", "src", "src"),
        ("plain", "plain", "plain"),
        ("myapp/src/api", "api", "api"),
        ("lib/api", "api", "api"),
        ("myapp/", "myapp", "myapp"),
        ("myapp/src/..", "..", "--"),
        ("with blanks", "with blanks", "with-blanks"),
        ("café", "café", "caf-"),
    ],
)
def test_n15_per_directory_takes_the_last_part_of_the_folders_path(home, folder, name, honcho_id):
    """Two folders with one last part share a memory, and a path is read as it is written (N15)."""
    answer = ask(home, f"{home}/{folder}", "per-directory")
    assert (answer.name, answer.honcho_id, answer.rung) == (name, honcho_id, "strategy")


def test_n15_a_link_counts_by_its_own_name_when_handed_over_and_by_its_target_when_started_in(home, tmp_path):
    """The start directory comes from the system, which has resolved links (N15)."""
    link = tmp_path / "shortcut"
    link.symlink_to(home / "myapp")
    assert ask(home, link, "per-directory").name == "shortcut"
    assert ask(link, None, "per-directory").name == "myapp"


def test_n15_the_root_folder_has_no_last_part(home):
    """The session id stands in, else a fixed word (N15)."""
    assert [ask(home, "/", "per-directory", session_id=run).name for run in ("run-1", None)] == ["run-1", "hermes-default"]


@pytest.mark.parametrize(
    "folder, name",
    [("myapp", "myapp"), ("myapp/src", "myapp"), ("myapp/src/api", "myapp"), ("lib", "lib"), ("myapp/vendor/inner", "inner"),
     ("myapp/vendor", "myapp"), ("other/myapp", "myapp"), ("plain", "plain"), ("", "home"), ("not there", "not there")],
)  # fmt: skip
def test_n17_per_repo_takes_the_name_of_the_innermost_repository(home, folder, name):
    """Two repositories of one name share a memory; outside any repository the folder's own name counts (N17)."""
    assert ask(home, home / folder).name == name


def test_n17_worktrees_and_submodules_are_repositories_of_their_own_and_a_bare_one_is_none(home, tmp_path):
    """Each is judged as git itself does (N17)."""
    main = tmp_path / "main"
    git("init", "-q", main)
    git("-C", main, "commit", "-q", "--allow-empty", "-m", "first")
    git("-C", main, "worktree", "add", "-q", tmp_path / "hotfix")
    git("-C", main, "submodule", "add", "-q", main, "parts/part")
    git("init", "-q", "--bare", tmp_path / "store.git")
    (main / "parts/part/deep").mkdir()
    assert (tmp_path / "hotfix/.git").is_file()
    assert names(home, [tmp_path / "hotfix", main / "parts/part/deep", main / "parts", tmp_path / "store.git"]) == ["hotfix", "part", "main", "store.git"]


def test_n17_without_git_on_the_path_there_are_no_repositories(home, tmp_path, monkeypatch):
    """The folder's own name counts then (N17)."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert names(home, [home / "myapp/src", home / "myapp"]) == ["src", "myapp"]


def test_n18_global_is_one_memory_for_every_folder_until_a_map_or_a_title_says_otherwise(home, tmp_path):
    """The name is the workspace id (N18)."""
    folders = [home / "backend", home / "frontend", home, tmp_path, "/"]
    assert names(home, folders, strategy="global") == ["hermes"] * 5
    assert names(home, folders, strategy="global", settings={"workspace": "team"}) == ["team"] * 5
    assert ask(home, home / "lib", "global", title=TYPED, title_source="user").name == "My-Explicit-Name"
    assert ask(home, home / "lib", "global", settings={"sessions": {str(home / "lib"): "mapped"}}).name == "mapped"


def test_n48_a_chat_keeps_one_memory_whatever_strategy_title_folder_or_map(home):
    """4 strategies, 3 titles, 2 folders, each with and without a map entry (N48)."""
    titles = [(None, None), ("T", "llm"), ("T", "user")]
    cases = list(itertools.product(ALL_STRATEGIES, titles, ("myapp", "lib"), ({}, {str(home / "myapp"): "m", str(home / "lib"): "m"})))

    def all_names(key):
        return {
            ask(home, home / folder, strategy, settings={"sessions": mapped}, title=title, title_source=source, session_id="r", gateway_key=key).name
            for strategy, (title, source), folder, mapped in cases
        }

    assert len(cases) == 48
    assert all_names("agent:main:telegram:dm:8439") == {"agent-main-telegram-dm-8439"}
    assert all_names("agent:main:telegram:dm:8440") == {"agent-main-telegram-dm-8440"}


@pytest.mark.parametrize("key, name", [("agent:main:matrix:dm:!ab@x.org", "agent-main-matrix-dm-ab-x-org"), ("::", "lib"), ("", "lib")])
def test_n48_a_key_is_cleaned_for_honcho_and_one_of_signs_only_is_none(home, key, name):
    """Runs of other characters become one hyphen (N48)."""
    assert ask(home, home / "lib", gateway_key=key).name == name


def test_n48_long_keys_stay_distinct_within_100_characters(home):
    """A hash tells apart what the cut made equal (N48)."""
    found = [ask(home, gateway_key="agent:main:matrix:group:" + "x" * 90 + end).name for end in "ab"]
    assert found[0][:91] == found[1][:91] and found[0] != found[1]
    assert [len(name) for name in found] == [100, 100]

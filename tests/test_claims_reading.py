"""Claims on diagnosis: reading a name backwards, checking the directory, and titles from before sources were recorded."""

import itertools
import sqlite3

import pytest

import hermes_lab as lab
from tests.claims_tree import AFTER, ALL_STRATEGIES, AUTOMATIC, BEFORE, TYPED, ask, git, grow

SLUG = "Refactor-the-billing-module"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return grow(tmp_path_factory.mktemp("reading"))


def first(name, titles=(), **known):
    reading = lab.read_name(name, titles, **known)[0]
    return reading.rung, reading.sure, reading.meaning


@pytest.mark.parametrize("strategy, name", [("per-session", "run-1"), ("per-directory", "src"), ("per-repo", "myapp"), ("global", "hermes")])
def test_n78_strategy_and_folder_alone_settle_the_name(home, monkeypatch, strategy, name):
    """Start directory, place of the process and automatic title make no difference (N78)."""
    found = set()
    for launch, stands, title in itertools.product(("", "lib"), ("backend", "plain"), (None, "A", "B")):
        monkeypatch.chdir(home / stands)
        found.add(ask(home / launch, home / "myapp/src", strategy, title=title, title_source="llm", session_id="run-1").name)
    assert found == {name}


def test_n78_the_rule_that_was_used_is_named_forwards_and_backwards(home):
    """Chat key, map and typed title are the exceptions (N78)."""
    work = [str(home / "myapp/src")]
    assert ask(home, work[0]).why == f"the git top level is {home}/myapp"
    assert ask(home, work[0], "per-directory").why == "per-directory: the last part of the workspace path"
    assert first("myapp", folders=work) == ("strategy", True, "repository myapp")
    assert first("src", folders=work) == ("strategy", True, "directory src")
    exceptions = [{"gateway_key": "k"}, {"settings": {"sessions": {work[0]: "m"}}}, {"title": TYPED, "title_source": "user"}]
    assert [ask(home, work[0], strategy, **more).rung for more in exceptions for strategy in ALL_STRATEGIES[1:]] == [
        *["gateway-key"] * 3, *["directory-map"] * 3, *["title"] * 3,
    ]  # fmt: skip


def test_n79_the_shape_of_a_name_tells_where_it_comes_from(home):
    """Folder, repository, start directory, hyphenated title (N79)."""
    assert [ask(home, home / "myapp/src", strategy).name for strategy in ("per-directory", "per-repo")] == ["src", "myapp"]
    assert [ask(home).name, ask(home / "myapp/src").name] == ["home", "myapp"]
    assert ask(home, home / "myapp", title=TYPED, title_source="user").name == "My-Explicit-Name"
    assert first("home", launch_dir=str(home))[1:] == (True, "launch directory home: no other folder reached the rule")


@pytest.mark.parametrize(
    "title, name",
    [
        ("  a \t b  ", "a-b"),
        ("Fix: the (login) bug!", "Fix-the-login-bug"),
        ("Café au lait", "Caf-au-lait"),
        ("日本語 notes", "notes"),
        ("日本語", "lib"),
        ("snake_case - and -- more", "snake_case---and----more"),
        ("t" * 120, "t" * 120),
    ],
)
def test_n79_other_characters_of_a_title_become_one_hyphen(home, title, name):
    """Runs become one, ends are stripped, a hyphen that stands there stays, and nothing is cut (N79)."""
    assert ask(home, home / "lib", title=title, title_source="user").name == name


@pytest.mark.parametrize(
    "title, expected",
    [
        (lab.Title(AUTOMATIC, "llm"), f"an automatic title took the session over: {AUTOMATIC}"),
        (lab.Title(AUTOMATIC, "derived"), f"an automatic title took the session over: {AUTOMATIC}"),
        (lab.Title(AUTOMATIC, "user"), f"a typed title: {AUTOMATIC}"),
        (AUTOMATIC, f"a title without a source: {AUTOMATIC}"),
    ],
)
def test_n80_a_name_in_the_shape_of_a_title_is_the_sign_of_the_old_bug(title, expected):
    """The recorded source tells a typed title, which looks the same (N80)."""
    assert first(SLUG, [title, "Another"]) == ("title", True, expected)
    assert first(SLUG)[:2] == ("title", False) and "title took over" in first(SLUG)[2]


@pytest.mark.parametrize("name, meaning", [("myapp", "repository myapp"), ("my-app-and-more", "repository my-app-and-more")])
def test_n80_the_name_of_a_known_repository_is_not_taken_for_a_title(home, tmp_path, name, meaning):
    """Not even one with hyphens (N80)."""
    git("init", "-q", tmp_path / name)
    assert first(name, [lab.Title(AUTOMATIC, "llm")], folders=[str(tmp_path / name)], launch_dir=str(home)) == ("strategy", True, meaning)
    assert first("home", [lab.Title(AUTOMATIC, "llm")], folders=[str(tmp_path / name)], launch_dir=str(home))[2].startswith("launch directory home")


def report(talk, expected, build=AFTER):
    answer = lab.report_cwd(talk, str(expected), build)
    return answer.folder, answer.link, answer.verdict


def test_n82_the_reported_folder_is_held_against_the_repository_you_believe_you_are_in(home, tmp_path):
    """A subfolder matches, a link is looked through, a folder whose name only begins alike does not match (N82)."""
    myapp, link = home / "myapp", tmp_path / "link"
    link.symlink_to(myapp)
    (home / "myapp-old").mkdir()
    assert report(lab.Conversation(home, pinned_cwd=myapp), myapp) == (str(myapp), "pinned-cwd", "match")
    assert report(lab.Conversation(home), myapp) == (str(home), "launch-dir", "mismatch")
    assert report(lab.Conversation(home, myapp), myapp, BEFORE) == (str(home), "launch-dir", "mismatch")
    others = [(link, myapp), (myapp, link), (link / "src", myapp), (myapp / "src/api", myapp), (home / "myapp-old", myapp), (home, myapp)]
    assert [report(lab.Conversation(home, folder), expected)[2] for folder, expected in others] == ["match"] * 4 + ["mismatch"] * 2
    assert report(lab.Conversation(home / "gone"), home / "gone") == (None, None, "mismatch")


@pytest.mark.parametrize("present, first_link", list(zip(itertools.product((True, False), repeat=3), "aaaabbc-")))
def test_n83_the_report_and_the_name_follow_one_chain(tmp_path, present, first_link):
    """Session, terminal.cwd, start directory: all 8 combinations, asked both ways (N83)."""
    for place in "abc":
        (tmp_path / place).mkdir()
    a, b, c = (str(tmp_path.resolve() / place) if there else None for place, there in zip("abc", present))
    talk = lab.Conversation(c or str(tmp_path / "deleted"), pinned_cwd=a, terminal_cwd=b)
    expected = None if first_link == "-" else str(tmp_path.resolve() / first_link)
    assert report(talk, tmp_path)[0] == expected
    assert lab.resolve(talk, None, AFTER).workspace == expected


def test_n83_terminal_cwd_of_a_profile_is_the_second_link(home, tmp_path):
    """What config.yaml says reaches the chain as TERMINAL_CWD (N83)."""
    (tmp_path / ".hermes").mkdir()
    (tmp_path / ".hermes/config.yaml").write_text(f"terminal:\n  cwd: {home}/myapp\n", encoding="utf-8")
    env = {"HOME": str(tmp_path)}
    terminal = lab.load_config(lab.find_profile(env=env), build=AFTER, env=env).terminal_cwd
    assert report(lab.Conversation(home, terminal_cwd=terminal), home / "myapp") == (f"{home}/myapp", "terminal-cwd", "match")


@pytest.mark.parametrize(
    "pinned, terminal, launch, name",
    [("", "lib", "lib", "home"), (None, "", "lib", "home"), (None, None, "", "home"), ("myapp", "", "", "myapp"), (None, "myapp", "", "myapp")],
)
def test_n84_the_first_link_that_is_the_home_folder_sends_memory_to_its_bucket(home, pinned, terminal, launch, name):
    """One below the link that counts does no harm (N84)."""
    given = {"pinned_cwd": pinned, "terminal_cwd": terminal}
    given = {link: None if folder is None else str(home / folder) for link, folder in given.items()}
    assert ask(home / launch, **given).name == name


@pytest.fixture
def old_database(tmp_path):
    """A file from before sources were recorded: one title by Hermes, one typed, both the same text."""
    database = sqlite3.connect(tmp_path / "state.db")
    database.row_factory = sqlite3.Row
    database.execute("CREATE TABLE sessions (id TEXT PRIMARY KEY, title TEXT)")
    database.executemany("INSERT INTO sessions VALUES (?, ?)", [("by-hermes", AUTOMATIC), ("typed", AUTOMATIC)])
    database.commit()
    yield database
    database.close()


def titles_of(database):
    rows = [dict(row) for row in database.execute("SELECT * FROM sessions ORDER BY id")]
    return [lab.Title(row["title"], row.get("title_source")) for row in rows]


def answers_for(home, database, build):
    return [ask(home / "myapp", home / "myapp", build=build, title=t.text, title_source=t.source) for t in titles_of(database)]


@pytest.mark.parametrize("with_column", [False, True])
def test_n88_a_session_titled_before_sources_were_recorded_does_not_come_back_by_upgrading(home, old_database, with_column):
    """It keeps the title's name, whether the column is missing or empty, and a finding says so (N88)."""
    if with_column:
        old_database.execute("ALTER TABLE sessions ADD COLUMN title_source TEXT")
    before = old_database.total_changes
    for build in (BEFORE, AFTER):
        assert [answer.name for answer in answers_for(home, old_database, build)] == [SLUG, SLUG]
    assert [[f.id for f in answer.findings] for answer in answers_for(home, old_database, AFTER)] == [["legacy-title"]] * 2
    assert old_database.total_changes == before and titles_of(old_database) == [lab.Title(AUTOMATIC)] * 2


def test_n89_an_old_automatic_title_cannot_be_told_from_an_old_typed_one_until_it_is_typed_again(home, old_database):
    """A new /title records its source; an automatic run does not replace what may be typed (N89)."""
    old_database.execute("ALTER TABLE sessions ADD COLUMN title_source TEXT")
    by_hermes, typed = titles_of(old_database)
    assert by_hermes == typed and lab.store_title(by_hermes, "Newer", "llm", build=AFTER) == by_hermes
    again = lab.store_title(typed, "Billing work", build=AFTER)
    old_database.execute("UPDATE sessions SET title = ?, title_source = ? WHERE id = 'typed'", (again.text, again.source))
    first_row, second_row = answers_for(home, old_database, AFTER)
    assert [first_row.name, [f.id for f in first_row.findings]] == [SLUG, ["legacy-title"]]
    assert [second_row.name, second_row.findings] == ["Billing-work", ()]
    assert [lab.read_name(a.name, titles_of(old_database))[0].meaning for a in (first_row, second_row)] == [
        f"a title without a source: {AUTOMATIC}", "a typed title: Billing work",
    ]  # fmt: skip

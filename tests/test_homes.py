"""Where a profile lies: HERMES_HOME, root, active_profile, -p (spec/repair.md)."""

import pytest

from hermes_lab.errors import BadInput
from hermes_lab.homes import find_profile


@pytest.fixture
def home(tmp_path):
    """A home directory with ~/.hermes and the profiles coder and ops."""
    for name in ("coder", "ops"):
        (tmp_path / ".hermes/profiles" / name).mkdir(parents=True)
    return tmp_path


def ask(home, profile=None, env=(), given=None):
    env = {"HOME": str(home), **dict(env)}
    found = find_profile(profile, home=given, env=env)
    return found.name, found.folder.removeprefix(str(home)), found.root.removeprefix(str(home))


def test_without_anything_the_default_profile_lies_in_dot_hermes(home):
    assert ask(home) == ("default", "/.hermes", "/.hermes")
    assert "HERMES_HOME is not set" in find_profile(env={"HOME": str(home)}).why


def test_a_home_that_was_never_made_is_no_error(tmp_path):
    assert ask(tmp_path) == ("default", "/.hermes", "/.hermes")


def test_a_profile_asked_for_by_name_lies_under_the_root(home):
    assert ask(home, "coder") == ("coder", "/.hermes/profiles/coder", "/.hermes")
    assert find_profile("coder", env={"HOME": str(home)}).why == "the profile coder was asked for"


def test_default_asked_for_by_name_is_the_root_even_from_another_profile(home):
    env = {"HERMES_HOME": f"{home}/.hermes/profiles/ops"}
    assert ask(home, "default", env=env) == ("default", "/.hermes", "/.hermes")


def test_hermes_home_of_a_profile_is_that_profile(home):
    (home / ".hermes/active_profile").write_text("coder\n")
    assert ask(home, env={"HERMES_HOME": f"{home}/.hermes/profiles/ops"}) == ("ops", "/.hermes/profiles/ops", "/.hermes")


def test_a_name_asked_for_comes_before_hermes_home_and_active_profile(home):
    (home / ".hermes/active_profile").write_text("ops")
    assert ask(home, "coder", env={"HERMES_HOME": f"{home}/.hermes/profiles/ops"})[0] == "coder"


def test_active_profile_decides_when_nothing_else_does(home):
    (home / ".hermes/active_profile").write_text(" coder \n")
    assert ask(home) == ("coder", "/.hermes/profiles/coder", "/.hermes")
    assert "active_profile in" in find_profile(env={"HOME": str(home)}).why


def test_active_profile_counts_too_when_hermes_home_is_the_root(home):
    (home / ".hermes/active_profile").write_text("ops")
    assert ask(home, env={"HERMES_HOME": f"{home}/.hermes"})[0] == "ops"


@pytest.mark.parametrize("content", [b"", b"  \n", b"default\n", b"\xff\xfe\x00"])
def test_an_active_profile_that_is_empty_default_or_unreadable_means_default(home, content):
    (home / ".hermes/active_profile").write_bytes(content)
    assert ask(home)[0] == "default"


def test_a_root_elsewhere_is_a_root_of_its_own(home):
    (home / "data/profiles/bot").mkdir(parents=True)
    assert ask(home, env={"HERMES_HOME": f"{home}/data"}) == ("default", "/data", "/data")
    assert ask(home, env={"HERMES_HOME": f"{home}/data/profiles/bot"}) == ("bot", "/data/profiles/bot", "/data")
    assert ask(home, "bot", env={"HERMES_HOME": f"{home}/data"}) == ("bot", "/data/profiles/bot", "/data")


def test_a_folder_inside_dot_hermes_that_is_no_profile_is_called_custom(home):
    assert ask(home, env={"HERMES_HOME": f"{home}/.hermes/nested"}) == ("custom", "/.hermes/nested", "/.hermes")
    assert ask(home, env={"HERMES_HOME": f"{home}/data/profiles/Bad Name"})[::2] == ("custom", "/data")


def test_tilde_and_variables_in_hermes_home_are_expanded(home):
    assert ask(home, env={"HERMES_HOME": "~/data"})[1] == "/data"
    assert ask(home, env={"HERMES_HOME": "$HOME/data"})[1] == "/data"
    assert ask(home, env={"HERMES_HOME": "${PLACE}/x", "PLACE": f"{home}/p"})[1] == "/p/x"
    assert ask(home, env={"HERMES_HOME": "   "})[1] == "/.hermes"


def test_a_link_to_a_profile_has_that_profiles_name(home):
    (home / "link").symlink_to(home / ".hermes/profiles/coder")
    assert ask(home, env={"HERMES_HOME": f"{home}/link"}) == ("coder", "/link", "/.hermes")


def test_a_folder_given_stands_for_hermes_home(home):
    (home / "copy").mkdir()
    assert ask(home, given=f"{home}/copy", env={"HERMES_HOME": f"{home}/.hermes"}) == ("default", "/copy", "/copy")


def test_a_state_db_given_means_the_folder_it_lies_in(home):
    (home / ".hermes/active_profile").write_text("ops")
    (home / ".hermes/state.db").write_bytes(b"")
    (home / ".hermes/profiles/coder/state.db").write_bytes(b"")
    assert ask(home, given=f"{home}/.hermes/state.db") == ("default", "/.hermes", "/.hermes")
    assert ask(home, given=f"{home}/.hermes/profiles/coder/state.db") == ("coder", "/.hermes/profiles/coder", "/.hermes")


@pytest.mark.parametrize("name", ["", " ", "Coder", "-x", "_x", "a b", "../ops", "a/b", "x" * 65, "é", "a\n b"])
def test_a_name_that_cannot_be_a_profile_is_refused(home, name):
    with pytest.raises(BadInput, match="is no profile name"):
        ask(home, name)


def test_the_longest_name_is_64_characters(home):
    (home / ".hermes/profiles" / ("x" * 64)).mkdir()
    assert ask(home, "x" * 64)[0] == "x" * 64


def test_a_profile_that_does_not_exist_is_refused_with_those_that_do(home):
    with pytest.raises(BadInput, match=r"'nope' does not exist in .*; there are default, coder, ops\."):
        ask(home, "nope")


def test_an_active_profile_that_names_none_is_refused_and_named(home):
    (home / ".hermes/active_profile").write_text("gone")
    with pytest.raises(BadInput, match=r"active_profile names 'gone', which does not exist"):
        ask(home)


def test_a_folder_or_file_that_cannot_be_a_home_is_refused(home):
    (home / "other.txt").write_text("x")
    for place, why in ((f"{home}/gone", "There is no folder"), (f"{home}/other.txt", "neither a folder"), ("a\0b", "NUL"), ("", "name")):
        with pytest.raises(BadInput, match=why):
            ask(home, given=place)


def test_looking_changes_nothing(home):
    before = sorted(str(p) for p in home.rglob("*"))
    ask(home)
    ask(home, "coder")
    assert sorted(str(p) for p in home.rglob("*")) == before
    assert len(before) == 4

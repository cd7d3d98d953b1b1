"""Which directory counts: the chain of four links, and where Hermes cannot go on."""

import itertools
import os

import pytest

import hermes_lab as lab
from hermes_lab.resolution.rules import WORKSPACE_LINKS
from hermes_lab.resolution.workspace import find_workspace

AFTER, BEFORE = lab.get_build("0.22.5"), lab.get_build("0.20.1")
LINKS = {"agent-cwd": "agent_cwd", "pinned-cwd": "pinned_cwd", "terminal-cwd": "terminal_cwd", "launch-dir": "launch_dir"}


@pytest.fixture
def folders(tmp_path):
    root = tmp_path.resolve()
    for name in ("agent", "pinned", "terminal", "launch", "user"):
        (root / name).mkdir()
    (root / "file").write_text("")
    (root / "link").symlink_to("terminal")
    return root


def test_the_first_link_that_is_given_counts_in_all_eight_combinations(folders):
    assert list(LINKS) == list(WORKSPACE_LINKS)
    for given in itertools.product((True, False), repeat=3):
        fields = [name for name, on in zip(list(LINKS.values())[:3], given) if on]
        talk = lab.Conversation(str(folders / "launch"), **{name: str(folders / name.split("_")[0]) for name in fields})
        expected = fields[0].split("_")[0] if fields else "launch"
        assert find_workspace(talk, AFTER).path == str(folders / expected)
        assert find_workspace(talk, BEFORE).path == str(folders / "launch")


@pytest.mark.parametrize("field, finding", [("pinned_cwd", "pinned-cwd-passed-over"), ("terminal_cwd", "terminal-cwd-passed-over")])
@pytest.mark.parametrize("value", ["{root}/gone", "{root}/file", "$HOME", "bad\0name"])
def test_a_configured_folder_that_is_none_is_passed_over_with_a_finding(folders, field, finding, value):
    place = find_workspace(lab.Conversation(str(folders / "launch"), **{field: value.format(root=folders)}), AFTER)
    assert place.path == str(folders / "launch")
    assert [f.id for f in place.findings] == [finding]


@pytest.mark.parametrize("field", ["pinned_cwd", "terminal_cwd"])
@pytest.mark.parametrize("value", ["", "  ", None])
def test_an_empty_folder_is_not_set_and_no_finding(folders, field, value):
    place = find_workspace(lab.Conversation(str(folders / "launch"), **{field: value}), AFTER)
    assert (place.path, place.findings) == (str(folders / "launch"), ())


@pytest.mark.parametrize(
    "typed, read",
    [
        ("  {root}/terminal  ", "{root}/terminal"),
        ("{root}//terminal/", "{root}/terminal"),
        ("{root}/./terminal", "{root}/terminal"),
        ("{root}/agent/../terminal", "{root}/agent/../terminal"),
        ("{root}/link", "{root}/link"),
        ("../terminal", "../terminal"),
        ("~/terminal", "{root}/terminal"),
    ],
)
def test_a_configured_folder_is_read_as_pathlib_writes_it(folders, monkeypatch, typed, read):
    monkeypatch.setenv("HOME", str(folders))
    place = find_workspace(lab.Conversation(str(folders / "launch"), terminal_cwd=typed.format(root=folders)), AFTER)
    assert place.path == read.format(root=folders)
    assert os.path.samefile(place.folder, folders / "terminal")


@pytest.mark.parametrize("typed", ["  agent ", "~/agent", "{root}/gone/", "../agent//x/."])
def test_the_folder_handed_to_the_agent_is_taken_as_it_stands(folders, typed):
    place = find_workspace(lab.Conversation(str(folders / "launch"), agent_cwd=typed.format(root=folders)), AFTER)
    assert place.path == typed.format(root=folders)
    assert [f.id for f in place.findings] == ["agent-cwd-missing"]


def test_an_existing_folder_handed_to_the_agent_is_no_finding(folders):
    assert find_workspace(lab.Conversation(str(folders / "launch"), agent_cwd="../agent"), AFTER).findings == ()


@pytest.mark.parametrize(
    "fields, why",
    [
        ({"terminal_cwd": "~nobody-of-that-name/x"}, "TERMINAL_CWD names a user that does not exist"),
        ({"pinned_cwd": "/" + "x" * 5000}, "pinned cwd cannot be looked at (File name too long)"),
        ({"launch_dir": "{root}/gone"}, "does not exist"),
        ({"launch_dir": "{root}/file"}, "is a file"),
    ],
)
def test_where_hermes_cannot_go_on_the_answer_is_inactive_with_the_reason(folders, fields, why):
    talk = {"launch_dir": str(folders / "launch"), **{k: v.format(root=folders) for k, v in fields.items()}}
    answer = lab.resolve(lab.Conversation(**talk, gateway_key="k"), build=AFTER)
    assert answer.name is None and answer.rung is None and not answer.active
    assert why in answer.inactive_because and why in str(answer)


def test_a_folder_handed_to_the_agent_spares_the_launch_directory_that_is_gone(folders):
    talk = lab.Conversation(str(folders / "gone"), agent_cwd=str(folders / "agent"))
    assert lab.resolve(talk, build=AFTER).name == "agent"
    assert lab.resolve(talk, build=BEFORE).name is None


def test_the_launch_directory_is_told_as_the_system_tells_it(folders):
    assert find_workspace(lab.Conversation(str(folders / "link")), BEFORE).path == str(folders / "terminal")


def test_an_overlong_or_impossible_agent_folder_ends_in_an_answer(folders):
    for odd in ("/" + "x" * 5000, "a\0b", "a\nb", "/"):
        for strategy in ("per-directory", "per-repo"):
            answer = lab.resolve(lab.Conversation(str(folders), agent_cwd=odd), lab.HonchoConfig(strategy=strategy), AFTER)
            assert answer.name or not answer.active

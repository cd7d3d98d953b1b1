"""Strangers' text made safe, the record of a decision, and the scratch home."""

import os
import re
import subprocess

import pytest

import hermes_lab as lab
from hermes_lab import record, rooms, show

PAYLOAD = '<img src=x onerror="alert(1)">\'&'


@pytest.mark.parametrize("text, shown", [("plain", "plain"), ("a\nb", r"a\nb"), ("\x1b[31m", r"\x1b[31m"), ("\u202eabc", r"\u202eabc"), ("café 日本", "café 日本"), ("\ud800", r"\ud800")])
def test_control_and_direction_characters_are_written_out(text, shown):
    assert show.plain(text) == shown


def test_a_huge_text_is_cut_in_the_middle_and_says_how_long_it_was():
    cut = show.short("a" * 5000 + "END")
    assert len(cut) < 130 and cut.endswith("END") and "(5003 characters)" in cut


def test_every_cell_of_a_table_is_escaped():
    page = show.table(("h", PAYLOAD), [(PAYLOAD, 1), ("b", PAYLOAD)], caption=PAYLOAD, mark=1)
    assert "<img" not in page and page.count("&lt;img") == 4
    assert page.count("&quot;alert(1)&quot;&gt;&#x27;&amp;") == 4
    assert page.count("font-weight:600") == 1 and page.index("font-weight:600") > page.index(">1<")


def test_columns_line_up_and_do_not_trail_blanks():
    assert show.columns(("a", "b"), [("long", "x"), ("s", "")]) == "a     b\nlong  x\ns"


def test_a_decision_stops_at_the_first_match_and_records_the_rest():
    rules = [("one", lambda: (None, "no")), ("two", lambda: ("v", "yes")), ("three", lambda: ("w", "yes"))]
    steps = record.decide(rules)
    assert [(s.rule, s.outcome, s.why, s.value) for s in steps] == [
        ("one", "lost", "no", None),
        ("two", "won", "yes", "v"),
        ("three", "not reached", "two had decided", None),
    ]
    assert record.winner(steps).rule == "two" and record.failure(steps) is None


def test_a_rule_on_which_hermes_fails_ends_the_asking():
    def fails():
        raise record.Undecidable("it cannot")

    steps = record.decide([("one", fails), ("two", lambda: ("v", ""))])
    assert [s.outcome for s in steps] == ["failed", "not reached"]
    assert record.winner(steps) is None and record.failure(steps) == "it cannot"


def test_the_scratch_home_is_real_and_goes_with_the_object(monkeypatch):
    scratch = lab.Scratch()
    tops = {folder: lab.top_level(scratch.path(folder)).path for folder in scratch.folders()}
    assert tops["~/code/myapp/src/api"] == scratch / "code/myapp" and tops["~/plain/deep"] is None
    assert tops["~/code/myapp-hotfix"] == scratch / "code/myapp-hotfix"
    for folder, top in tops.items():
        git = subprocess.run(["git", "rev-parse", "--show-toplevel"], cwd=scratch.path(folder), capture_output=True, text=True)
        assert (git.stdout.strip() or None) == top
    home = scratch.home
    scratch.close()
    assert not os.path.exists(home)


def test_a_view_writes_the_scratch_home_as_a_tilde():
    scratch = lab.Scratch()
    view = scratch.show(lab.resolve(lab.Conversation(scratch.home), build="0.22.5"))
    assert "~   (launch-dir)" in repr(view) and scratch.home not in repr(view) + view._repr_html_()


def test_without_git_the_scratch_home_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(lab.BadInput, match="there is no git here"):
        lab.Scratch()


def test_a_symptom_leads_to_a_room_by_a_link_only_where_the_room_is_built():
    page = rooms.symptoms_html()
    built = {room.file for room in rooms.ROOMS if room.built and room.symptoms}
    assert {"01_which_session.ipynb", "02_which_directory.ipynb"} <= built
    assert set(re.findall('href="([^"]*)"', page)) == built
    assert page.count("(not built yet)") == sum(len(room.symptoms) for room in rooms.ROOMS if not room.built)
    assert page.count("<tr>") == 1 + len(rooms.symptoms())

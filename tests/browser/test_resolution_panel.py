"""A person's path in a real browser: run the notebook, work the panel by keyboard, read what it says."""

import os
import re
from pathlib import Path

import pytest

NAME = ".hermes-panel .hermes-name"  # the live panel, not the stored picture of it
HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>'


def shot(page, name: str, tmp_path) -> None:
    """A picture of the panel; kept in HERMES_LAB_SHOTS if that is set, to be looked at."""
    folder = Path(os.environ.get("HERMES_LAB_SHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png")
    assert (folder / f"{name}.png").stat().st_size > 20_000


def expect(page, text: str) -> None:
    page.locator(NAME, has_text=text).wait_for(timeout=15_000)


def cells(page) -> int:
    """How many cells the notebook has, as the status bar counts them."""
    return int(re.search(r"Cell \d+/(\d+)", page.locator("#jp-main-statusbar").text_content())[1])


@pytest.fixture
def panel(open_notebook):
    page = open_notebook("01_which_session.ipynb", height=1500)
    expect(page, "myapp")
    page.locator(".hermes-panel .hermes-build").scroll_into_view_if_needed()
    return page


def test_the_panel_is_worked_by_keyboard_alone(panel, tmp_path):
    before = cells(panel)
    first = panel.locator(".hermes-strategy button").first
    first.focus()
    panel.keyboard.press("Tab")
    panel.keyboard.press("Space")
    panel.locator(".hermes-strategy button.mod-active", has_text="per-directory").wait_for()
    panel.locator(".hermes-folder button").nth(2).focus()
    panel.keyboard.press("Space")
    expect(panel, "api")
    panel.locator(".hermes-title input").focus()
    panel.keyboard.type("Fix login redirect")
    expect(panel, "Fix-login-redirect")
    panel.keyboard.press("Tab")
    for _ in range(2):  # not recorded, derived, llm
        panel.keyboard.press("Tab")
    panel.keyboard.press("Space")
    expect(panel, "api")
    shot(panel, "panel-light", tmp_path)
    panel.locator(".hermes-reset").focus()
    panel.keyboard.press("Enter")
    expect(panel, "myapp")
    assert cells(panel) == before  # no key reached the notebook's own commands


def test_a_hostile_title_runs_no_script(panel):
    panel.locator(".hermes-title input").fill(HOSTILE)
    panel.locator(".hermes-panel .hermes-out", has_text="img-src-x-onerror").wait_for()
    panel.locator(".hermes-mapped input").fill(HOSTILE)
    expect(panel, "<img src=x")
    assert panel.locator(".hermes-out img, .hermes-out script").count() == 0


def test_the_ladder_and_both_sides_of_the_fix_are_read_as_text(panel):
    for text in ("On 0.22.5 the conversation lands in", "the git top level is ~/code/myapp", "before: 0.20.1", "another name"):
        panel.locator(".hermes-panel .hermes-out", has_text=text).wait_for(timeout=15_000)


def test_the_panel_is_readable_in_the_dark(open_notebook, tmp_path):
    page = open_notebook("01_which_session.ipynb", theme="dark", height=1500)
    expect(page, "myapp")
    page.locator(".hermes-build").scroll_into_view_if_needed()
    colours = page.locator(NAME).evaluate(
        "e => { const back = getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor;"
        " return [getComputedStyle(e).color, back].map(c => c.match(/[0-9.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)); }"
    )
    assert colours[0] > 600 and colours[1] < 150  # light letters on a dark page
    shot(page, "panel-dark", tmp_path)

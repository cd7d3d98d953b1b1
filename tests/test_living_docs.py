"""The notebooks are living docs: run in order, stored in one form, and naming every rule, finding, fix and function."""

import copy
import re
from pathlib import Path

import nbformat
import pytest

import hermes_lab as lab
from hermes_lab.resolution import rules
from hermes_lab.rooms import ROOMS
from tests.notebooks import METADATA, NOTEBOOKS, WIDGET_VIEW, canonical

BOOKS = sorted(NOTEBOOKS.glob("*.ipynb"))
TESTS = Path(__file__).resolve().parent
README = TESTS.parent / "README.md"
BUILT = {"resolution"}
"""The rooms whose fixes must be shown by now."""


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(path):
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def shown(output) -> str:
    """The text of one output."""
    data = output.get("data", {})
    return "\n".join(str(part) for part in (output.get("text", ""), data.get("text/plain", ""), data.get("text/html", "")))


def words_of_notebooks() -> str:
    """All text of the notebooks and their outputs, but for tables that list every id anyway."""
    parts = []
    for path in BOOKS:
        for cell in read(path).cells:
            parts.append(cell.source)
            if cell.cell_type == "code" and "explain(" not in cell.source:
                parts += [shown(output) for output in cell.outputs]
    return "\n".join(parts)


def words_of_tests() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py") if path.name != Path(__file__).name)


def test_the_notebooks_are_those_of_the_list_of_rooms():
    assert BOOKS
    assert [path.name for path in BOOKS] == [room.file for room in ROOMS if room.built]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.name)
def test_every_code_cell_was_run_in_order_and_something_is_compared(path):
    cells = code_cells(path)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), "make notebooks"
    assert sum(bool(cell.outputs) for cell in cells) >= 2


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.name)
def test_a_notebook_is_stored_in_canonical_form(path):
    assert canonical(read(path)) == path.read_text(encoding="utf-8"), "make notebooks"


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.name)
def test_a_notebook_holds_no_widget_state_no_machine_and_no_large_output(path):
    notebook, text = read(path), path.read_text(encoding="utf-8")
    assert notebook.metadata == METADATA
    assert WIDGET_VIEW not in text and "widget-state" not in text
    assert not re.search(r"/(home|root|tmp|Users)/[A-Za-z0-9_.-]+/", text), "a path of the machine that ran it"
    assert len(text) < 200_000


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.name)
def test_a_notebook_ends_with_what_to_remember_and_has_no_error(path):
    notebook = read(path)
    assert any("What to remember" in cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert not any(output.output_type == "error" for cell in code_cells(path) for output in cell.outputs)


def test_the_normaliser_drops_what_changes_and_keeps_the_rest():
    notebook = nbformat.v4.new_notebook(metadata={"widgets": {"state": 1}, "kernelspec": {"name": "mine", "display_name": "x"}})
    cell = nbformat.v4.new_code_cell("1", execution_count=7, metadata={"tags": ["keep"], "execution": {"iopub": "now"}}, id="mine")
    output = nbformat.v4.new_output("execute_result", {WIDGET_VIEW: {"model_id": "a"}, "text/plain": "1"}, execution_count=7)
    cell.outputs = [output]
    notebook.cells = [cell, nbformat.v4.new_code_cell("2", execution_count=9, id="mine"), nbformat.v4.new_code_cell("3", id="never")]
    stored = nbformat.reads(canonical(copy.deepcopy(notebook)), as_version=4)
    assert stored.metadata == METADATA
    assert [c.execution_count for c in stored.cells] == [1, 2, None]
    assert stored.cells[0].metadata == {"tags": ["keep"]}
    assert stored.cells[0].outputs[0]["data"] == {"text/plain": "1"} and stored.cells[0].outputs[0]["execution_count"] == 1
    assert stored.cells[0].id == "mine" and stored.cells[1].id != "mine"
    pieces = [nbformat.v4.new_output("stream", name=name, text=text) for name, text in (("stdout", "a\n"), ("stdout", "b\n"), ("stderr", "c"), ("stdout", "d"))]
    stored.cells[1].outputs = pieces
    again = nbformat.reads(canonical(stored), as_version=4)
    assert [(o.name, o.text) for o in again.cells[1].outputs] == [("stdout", "a\nb\n"), ("stderr", "c"), ("stdout", "d")]
    text = canonical(stored)
    assert canonical(nbformat.reads(text, as_version=4)) == text


IDS = [*rules.RUNGS, *rules.WORKSPACE_LINKS, *rules.PEER_RUNGS, *rules.FINDINGS, *(fix.id for fix in lab.FIXES.values() if fix.room in BUILT)]


def test_ids_are_unique():
    assert len(IDS) == len(set(IDS)) > 30


def test_every_finding_that_the_code_makes_stands_in_the_table():
    package = "".join(path.read_text(encoding="utf-8") for path in Path(lab.__file__).parent.rglob("*.py"))
    made = set(re.findall(r'(?:Finding|note|_existing)\([^"()]*"([a-z-]+)"', package)) | set(re.findall(r'"([a-z]+-cwd-passed-over)"', package))
    assert made == set(rules.FINDINGS)


def test_every_rung_finding_and_fix_is_used_in_a_notebook():
    words = words_of_notebooks()
    assert [name for name in IDS if name not in words] == []


def test_every_rung_finding_and_fix_is_used_in_a_test():
    words = words_of_tests()
    assert [name for name in IDS if f'"{name}"' not in words and f"'{name}'" not in words] == []


CLAIMS = [f"N{n:02d}" for n in (3, 4, 6, *range(9, 13), 14, 15, 17, 18, *range(27, 65), *range(68, 77), 78, 79, 80, 82, 83, 84, 88, 89)]
"""The claims of the sources that the rooms built so far have to show."""


def cited(text: str) -> set[str]:
    """Claim ids in a text; `N43 to N47` names all between."""
    found = set(re.findall(r"\bN\d\d\b", text)) | {f"N{n}" for n in re.findall(r"\btest_n(\d\d)_", text)}
    for first, last in re.findall(r"\bN(\d\d) to N(\d\d)\b", text):
        found |= {f"N{n:02d}" for n in range(int(first), int(last) + 1)}
    return found


def test_every_claim_is_cited_in_a_notebook_and_in_a_test():
    assert len(CLAIMS) == 66
    assert [claim for claim in CLAIMS if claim not in cited(words_of_notebooks())] == []
    assert [claim for claim in CLAIMS if claim not in cited(words_of_tests())] == []


def test_every_public_name_stands_in_the_readme_or_a_notebook():
    words = words_of_notebooks() + README.read_text(encoding="utf-8")
    assert [name for name in lab.__all__ if not re.search(rf"\b{name}\b", words)] == []
    assert all(getattr(lab, name) for name in lab.__all__)

"""Run the notebooks and store each in one canonical form.

python tests/notebooks.py             run them and rewrite notebooks/*.ipynb
python tests/notebooks.py --format    rewrite only, without a kernel
python tests/notebooks.py --check     exit 1 where a stored file is not in canonical form, without a kernel
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nbformat

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},  # the version would follow the interpreter
}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
ENVIRONMENT = {"HERMES_LAB_BUILD": "0.22.5", "IPYKERNEL_CELL_NAME": "<cell>"}
"""What a notebook may not depend on: the build a person chose, the process number in a warning."""


def canonical(notebook) -> str:
    """The text under which a notebook is stored: outputs and cell ids kept, all that changes from run to run dropped."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = nbformat.from_dict(METADATA)
    seen: set[str] = set()
    ran = 0
    for number, cell in enumerate(notebook.cells):
        if not cell.get("id") or cell["id"] in seen:
            cell["id"] = f"cell-{number:02d}"
        seen.add(cell["id"])
        tags = cell.metadata.get("tags")
        cell.metadata = nbformat.from_dict({"tags": tags} if tags else {})
        if cell.cell_type != "code":
            continue
        if cell.execution_count is not None:
            ran += 1
            cell.execution_count = ran
        cell.outputs = _joined(cell.outputs)
        for output in cell.outputs:
            _strip(output, cell.execution_count)
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def _joined(outputs) -> list:
    """Consecutive pieces of one stream as one output: where the kernel cut them is chance."""
    joined = []
    for output in outputs:
        last = joined[-1] if joined else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last["text"] += output["text"]
        else:
            joined.append(output)
    return joined


def _strip(output, count) -> None:
    if "data" in output:
        output["data"].pop(WIDGET_VIEW, None)  # a random model id, dead without its kernel
        output["metadata"] = nbformat.from_dict({})
    if "execution_count" in output:
        output["execution_count"] = count


def executed(path: Path):
    """The notebook of this file after a run in a fresh kernel. Raises nbclient's CellExecutionError where a cell fails."""
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(notebook, kernel_name="python3", timeout=120, record_timing=False, resources={"metadata": {"path": str(path.parent)}})
    client.execute()
    return notebook


def main(arguments: list[str]) -> int:
    mode = next((word for word in arguments if word.startswith("--")), "--run")
    paths = [Path(word) for word in arguments if not word.startswith("--")] or sorted(NOTEBOOKS.glob("*.ipynb"))
    os.environ.update(ENVIRONMENT)
    stale = 0
    for path in paths:
        old = path.read_text(encoding="utf-8")
        new = canonical(executed(path) if mode == "--run" else nbformat.read(path, as_version=4))
        if new == old:
            continue
        stale += 1
        print(("not canonical: " if mode == "--check" else "rewritten: ") + path.name)
        if mode != "--check":
            path.write_text(new, encoding="utf-8")
    return 1 if stale and mode == "--check" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

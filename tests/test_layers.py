"""Who may import whom, and what importing the package costs: the house rules, held by a test."""

import ast
import json
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "hermes_lab"
GROUND = {"errors", "show", "record", "vocabulary", "builds", "homes", "places", "rooms", "scratch"}
FLOORS = [GROUND, {"state"}, {"resolution", "refresh", "repair"}, {"gateway", "probe"}, {"reports", "doctor"}, {"workbench"}, {"cli"}]
HEAVY = {"ipywidgets", "pandas", "IPython", "matplotlib", "altair", "plotly", "jupyterlab"}


def imports_of(path: Path) -> set[str]:
    """Every module that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def floor_of(room: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def breaches(path: Path, imports: set[str]) -> list[str]:
    """The imports of a module that its floor does not allow."""
    room = room_of(path)
    wrong = []
    for name in sorted(imports):
        if name.partition(".")[0] in HEAVY and room != "workbench":
            wrong.append(f"{room} imports {name}")
        if not name.startswith("hermes_lab.") or name.startswith("hermes_lab.__"):
            continue
        other = name.split(".")[1]
        allowed = other == room or floor_of(other) < floor_of(room) or (room in GROUND and other in GROUND)
        if not allowed and (PACKAGE / other).exists() | (PACKAGE / f"{other}.py").exists():
            wrong.append(f"{room} imports {name}")
    return wrong


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py" or path.parent != PACKAGE)


def test_every_module_imports_from_its_own_floor_down():
    assert len(MODULES) > 15
    assert [wrong for path in MODULES for wrong in breaches(path, imports_of(path))] == []


def test_a_breach_would_be_seen():
    ladder = PACKAGE / "resolution" / "ladder.py"
    assert breaches(ladder, {"hermes_lab.workbench.serve"}) == ["resolution imports hermes_lab.workbench.serve"]
    assert breaches(ladder, {"pandas"}) == ["resolution imports pandas"]
    assert breaches(PACKAGE / "show.py", {"hermes_lab.resolution.ladder"}) == ["show imports hermes_lab.resolution.ladder"]


def test_every_module_has_at_most_250_lines_and_says_what_it_is():
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 250, f"{path.name} has {text.count(chr(10))} lines"
        assert ast.get_docstring(ast.parse(text)), f"{path.name} has no docstring"


WATCHED = """
import json, sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
import hermes_lab
{use}
print(json.dumps([opened, sorted(sys.modules)]))
"""


def after(use: str):
    done = subprocess.run([sys.executable, "-c", WATCHED.format(use=use)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def test_importing_the_package_loads_nothing_heavy_and_opens_only_its_own_modules():
    opened, modules = after("")
    assert not HEAVY & {name.partition(".")[0] for name in modules}
    assert "hermes_lab" in modules
    own = str(PACKAGE)
    assert [path for path in opened if not (path.startswith(own) or path.startswith(sys.base_prefix))] == []


def test_resolving_a_session_loads_nothing_heavy():
    opened, modules = after("hermes_lab.resolve(hermes_lab.Conversation('/'), build='0.19.0')")
    assert "hermes_lab.resolution.ladder" in modules
    assert not (HEAVY | {"sqlite_utils", "yaml", "click"}) & {name.partition(".")[0] for name in modules}

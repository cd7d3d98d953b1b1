"""What `import hermes_lab` costs beside bare Python: whole processes, taking turns in one run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 31
PROGRAMS = {"bare": "pass", "import": "import hermes_lab", "resolve": "import hermes_lab; hermes_lab.resolve(hermes_lab.Conversation('/'), build='0.22.5')"}


def measure() -> dict:
    """Milliseconds of a whole process: bare Python (median), and what the import and one resolution add (median of pairs)."""
    spent: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(ROUNDS):
        for name, program in PROGRAMS.items():
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            spent[name].append((time.perf_counter() - started) * 1e3)
    more = {name: statistics.median(b - a for a, b in zip(spent["bare"], spent[name], strict=True)) for name in ("import", "resolve")}
    return {"bare": statistics.median(spent["bare"]), **more}


def main() -> None:
    got = measure()
    print(f"import hermes_lab: {got['import']:.1f} ms more than bare Python ({got['bare']:.1f} ms); medians of {ROUNDS} pairs of processes")
    print(f"  with one resolution: {got['resolve']:.1f} ms more")
    print(f"  goal: under 60 ms more: {'met' if got['import'] < 60 else 'NOT met'}")


if __name__ == "__main__":
    main()

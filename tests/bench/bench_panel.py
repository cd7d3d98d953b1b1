"""How long the resolution panel takes from a change of a control to the new page, without the browser."""

from __future__ import annotations

import statistics
import time

from hermes_lab.scratch import Scratch
from hermes_lab.workbench.resolution_panel import ResolutionPanel

CHANGES = ({"title": "Fix login"}, {"strategy": "per-directory"}, {"folder": "~/code/mono/vendor/lib"}, {"build": "0.20.1"}, {"gateway_key": "a:b"})
ROUNDS = 40


def measure() -> dict:
    """Milliseconds from setting a control until the HTML has changed: median and the slowest of all changes."""
    panel, spent = ResolutionPanel(Scratch()), []
    for _ in range(ROUNDS):
        for change in CHANGES:
            page = panel.out.value
            started = time.perf_counter()
            panel.set(**change)
            spent.append((time.perf_counter() - started) * 1e3)
            assert panel.out.value != page, change
        panel.reset()
    return {"median": statistics.median(spent), "slowest": max(spent), "changes": len(spent)}


def main() -> None:
    got = measure()
    print(f"panel update: {got['median']:.2f} ms, the slowest {got['slowest']:.2f} ms, of {got['changes']} changes")
    print(f"  goal: under 50 ms: {'met' if got['slowest'] < 50 else 'NOT met'}")


if __name__ == "__main__":
    main()

"""Holding the lab's answers against a judge's, question by question."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

AGREED: Counter = Counter()
"""Questions that each judge and the lab answered alike, in this run."""
FAILS = "fails"
"""The answer where the build raises, and where the lab says that it would."""
SHOWN = 4


@dataclass(frozen=True, slots=True)
class Difference:
    ask: dict
    judge: object
    lab: object

    def __str__(self) -> str:
        return f"  question  {json.dumps(self.ask)}\n  judge     {self.judge!r}\n  the lab   {self.lab!r}"


def answers(worker, kind: str, asks) -> list:
    """What the judge says to each question: the plain value, or FAILS."""
    said = worker.ask({"kind": kind, "ask": ask} for ask in asks)
    return [FAILS if "fails" in one else one["is"] for one in said]


def differences(asks, judged, lab) -> list[Difference]:
    """Every question on which `lab(ask)` is not what the judge said; the shortest first."""
    found = [Difference(ask, theirs, ours) for ask, theirs in zip(asks, judged, strict=True) if (ours := _safely(lab, ask)) != theirs]
    return sorted(found, key=lambda one: len(json.dumps(one.ask)))


def _safely(lab, ask):
    try:
        return lab(ask)
    except Exception as error:  # the lab promises answers, so this is a difference like any other
        return f"the lab raised {type(error).__name__}: {error}"


def agree(asks, judged, lab, worker, seed) -> None:
    """Fail with the shortest questions that differ, and with the seed that repeats them."""
    found = differences(asks, judged, lab)
    shown = "\n\n".join(map(str, found[:SHOWN]))
    assert not found, f"{worker.judge} and the lab differ on {len(found)} of {len(asks)} (HERMES_LAB_SEED={seed}):\n{shown}"
    AGREED[str(worker.judge)] += len(asks)


def notices_a_spoilt_answer(asks, judged, lab) -> bool:
    """Whether spoiling the lab's answer to one question, and nothing else, shows: the control for every comparison."""
    alike = [ask for ask, theirs in zip(asks, judged, strict=True) if _safely(lab, ask) == theirs]
    chosen = alike[len(alike) // 2]
    found = differences(asks, judged, lambda ask: ("spoilt", lab(ask)) if ask is chosen else lab(ask))
    return len(found) == len(asks) - len(alike) + 1 and any(one.ask is chosen for one in found)

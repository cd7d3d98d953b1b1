"""The record of a decision: every rule in order, what became of it, and why (used by all rooms)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from hermes_lab.show import short

WON, LOST, FAILED, NOT_REACHED = "won", "lost", "failed", "not reached"


class Undecidable(Exception):
    """Raised by a rule where Hermes itself would fail; the text says why, in one sentence. Caught by `decide`."""


@dataclass(frozen=True, slots=True)
class Step:
    """One rule of a decision. `value` is what the rule gave or would have been given, if anything."""

    rule: str
    outcome: str
    why: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd in the input that did not stop the answer.

    `id` is a key of the room's table of findings; `where` names the file, key or column; `what` says in one sentence
    what was found and how Hermes takes it.
    """

    id: str
    where: str
    what: str

    def to_dict(self) -> dict:
        return asdict(self)


def decide(rules, *context) -> tuple[Step, ...]:
    """Ask each rule in order until one matches; the rest are recorded as not reached.

    `rules` is a sequence of (id, function); a function takes the context and returns (value, why), value None when the
    rule does not match. A rule that raises Undecidable is recorded as failed and ends the asking.
    """
    steps: list[Step] = []
    end = None
    for rule, ask in rules:
        if end:
            steps.append(Step(rule, NOT_REACHED, end))
            continue
        try:
            value, why = ask(*context)
        except Undecidable as error:
            steps.append(Step(rule, FAILED, str(error)))
            end = f"{rule} had failed"
            continue
        steps.append(Step(rule, LOST if value is None else WON, why, value))
        if value is not None:
            end = f"{rule} had decided"
    return tuple(steps)


def rows(steps: tuple[Step, ...]) -> list[tuple[str, str, str, str]]:
    """The record as (rule, outcome, value, why), in order: what text, tables and panels are drawn from."""
    return [(step.rule, step.outcome, "" if step.value is None else short(step.value), step.why) for step in steps]


def winner(steps: tuple[Step, ...]) -> Step | None:
    """The step that decided, or None if a rule failed before one could."""
    return next((step for step in steps if step.outcome == WON), None)


def failure(steps: tuple[Step, ...]) -> str | None:
    """Why the asking ended without an answer, or None."""
    return next((step.why for step in steps if step.outcome == FAILED), None)

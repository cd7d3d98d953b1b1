"""The answer of the ladder, and how it is shown: text, HTML and JSON are all drawn from its record."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from hermes_lab.record import Finding, Step, rows, winner
from hermes_lab.show import columns, esc, short, table


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which Honcho session, and why.

    `name` is what Hermes derives, `honcho_id` the id that Honcho sees; two conversations share a memory when honcho_id
    and honcho_workspace are equal. `rung` is the id of the rule that decided, `workspace` the directory the name was
    derived from. `inactive_because` is None, or why the name would not be used. name, honcho_id and rung are None only
    where Hermes itself would fail. `steps` and `workspace_steps` hold every rule in order.
    """

    name: str | None
    honcho_id: str | None
    rung: str | None
    workspace: str | None
    honcho_workspace: str
    inactive_because: str | None
    build: str
    steps: tuple[Step, ...]
    workspace_steps: tuple[Step, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def active(self) -> bool:
        """Whether Honcho would use the name."""
        return self.inactive_because is None

    @property
    def why(self) -> str:
        """The reason of the rule that decided, or why there is no answer."""
        step = winner(self.steps)
        return step.why if step else str(self.inactive_because)

    def to_dict(self) -> dict:
        """The whole record as plain values, for JSON."""
        return {**asdict(self), "active": self.active}

    def headline(self) -> str:
        """One line: the name, and the rule that decided."""
        if self.name is None:
            return f"no name: {self.inactive_because}"
        return f"{short(self.name)}   ({self.rung}: {self.why})"

    @property
    def considered(self) -> tuple[Step, ...]:
        """The rungs; the links of the chain where Hermes failed before it came to the rungs."""
        return self.steps or self.workspace_steps

    def facts(self) -> list[tuple[str, str]]:
        """What stands beside the name: id, workspace and the link that gave it, build, whether it is used, findings."""
        link = winner(self.workspace_steps)
        facts = [("build", self.build), ("folder", f"{short(self.workspace)}   ({link.rule})" if link else "none")]
        if self.honcho_id is not None:
            facts.append(("Honcho id", f"{short(self.honcho_id)} in workspace {short(self.honcho_workspace)}"))
        facts.append(("used", "yes" if self.active else f"no: {self.inactive_because}"))
        facts += [("finding", f"{f.id} ({f.where}): {f.what}") for f in self.findings]
        return facts

    def __str__(self) -> str:
        width = max(len(label) for label, _ in self.facts())
        lines = [self.headline(), *(f"  {label.ljust(width)}  {value}" for label, value in self.facts())]
        return "\n".join([*lines, "", columns(HEAD, rows(self.considered))])

    def _repr_pretty_(self, printer, cycle) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        name = "no name" if self.name is None else self.name
        facts = "<br>".join(f"<b>{esc(label)}</b> {esc(value)}" for label, value in self.facts())
        return f'<div style="font-size:22px;overflow-wrap:anywhere">{esc(name)}</div><div>{facts}</div>{self.ladder_html()}'

    def ladder_html(self) -> str:
        """The rungs as an HTML table, the deciding one set off; every text in it escaped."""
        decided = next((n for n, step in enumerate(self.steps) if step is winner(self.steps)), None)
        return table(HEAD, rows(self.considered), mark=decided)


HEAD = ("rule", "outcome", "name", "why")

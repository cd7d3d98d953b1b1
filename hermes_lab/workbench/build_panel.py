"""The build panel: pick "the Hermes I run" once, see what it has, and let the lab remember it."""

from __future__ import annotations

from hermes_lab.builds import BUILDS, FIXES, get_build, mine, remember
from hermes_lab.errors import HermesLabError
from hermes_lab.show import esc, table
from hermes_lab.workbench.parts import Panel, button, toggles


def draw(build: str, said: str = "") -> str:
    """The HTML for a build: what it has and lacks, how the command line takes it, and what was said last."""
    chosen = get_build(build)
    rows = [("yes" if chosen.has(fix.id) else "no", fix.id, fix.what, f"{fix.date} {fix.pr or ''}") for fix in FIXES.values()]
    count = sum(row[0] == "yes" for row in rows)
    judge = f"asked of {chosen.judge}" if chosen.judge else "no published package answers for it"
    head = f"<div><b>{esc(chosen.name)}</b> of {esc(chosen.date)} has {count} of {len(rows)} changes; {esc(judge)}.</div>"
    line = f"<div>Without remembering: <code>HERMES_LAB_BUILD='{esc(chosen.name)}'</code> in the environment.</div>"
    note = f"<div><b>{esc(said)}</b></div>" if said else ""
    listing = table(("has it", "change", "what it does", "since"), rows)
    return f"{head}{line}{note}<details><summary>All {len(rows)} changes</summary>{listing}</details>"


class BuildPanel(Panel):
    """Pick a build; `Remember` keeps its name for later pages and for the command line."""

    def __init__(self):
        self.said = ""
        super().__init__({"build": toggles("the Hermes I run", list(BUILDS), mine().name)})
        self.remember_button = button("Remember", self.remember)
        self.remember_button.add_class("hermes-remember")
        self.arrange(self.controls["build"], self.remember_button, self.reset_button)

    def remember(self) -> None:
        """Keep the chosen build; what went wrong is said in the panel."""
        try:
            self.said = f"Remembered in {remember(self.controls['build'].value)}"
        except HermesLabError as error:
            self.said = str(error)
        self._changed()

    def draw(self) -> str:
        return draw(self.controls["build"].value, self.said)

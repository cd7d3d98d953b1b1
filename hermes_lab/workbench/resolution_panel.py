"""The resolution panel: pick a build, a strategy and a folder, and see the name with the rule that gave it."""

from __future__ import annotations

from dataclasses import dataclass

from hermes_lab.builds import BUILDS, mine
from hermes_lab.errors import HermesLabError
from hermes_lab.resolution.answer import Resolution
from hermes_lab.resolution.config.loader import load_config
from hermes_lab.resolution.inputs import Conversation, HonchoConfig
from hermes_lab.resolution.ladder import resolve
from hermes_lab.scratch import Scratch
from hermes_lab.show import esc, short, table
from hermes_lab.vocabulary import STRATEGIES, TITLE_SOURCES
from hermes_lab.workbench.parts import Panel, text, toggles

BEFORE, AFTER = "0.20.1", "main 2026-09-16"
"""The builds on both sides of #112602."""
FOLDERS = ("~", "~/code/myapp", "~/code/myapp/src/api", "~/code/mono/vendor/lib", "~/code/myapp-hotfix", "~/code/ops scripts", "~/other/myapp")
OWN = "the same folder"
PAGE, MINE = "of this page", "of my own profile"


@dataclass(frozen=True, slots=True)
class State:
    """What the panel's controls say; folders as shown, `~` being the scratch home.

    With `settings` MINE, strategy and map are those of the person's own profile, which is read and not written.
    """

    build: str = "0.22.5"
    settings: str = PAGE
    strategy: str = "per-repo"
    folder: str = "~/code/myapp"
    launch: str = "~"
    title: str = ""
    title_source: str = ""
    session_id: str = ""
    gateway_key: str = ""
    mapped: str = ""

    def arguments(self) -> tuple[dict, dict]:
        """The keyword arguments of Conversation and HonchoConfig, folders still as shown; only what is set."""
        talk = {"launch_dir": self.folder if self.launch == OWN else self.launch, "agent_cwd": self.folder}
        for name in ("title", "title_source", "session_id", "gateway_key"):
            if getattr(self, name):
                talk[name] = getattr(self, name)
        config = {"strategy": self.strategy}
        if self.mapped:
            config["sessions"] = {self.folder: self.mapped}
        return talk, config


def answer(state: State, scratch: Scratch, build: str | None = None) -> Resolution:
    """The answer for a state of the panel, on its build or on another. Writes nothing.

    Raises what find_profile raises, where the person's own profile is asked for and cannot be found.
    """
    build = build or state.build
    talk, config = state.arguments()
    for name in ("launch_dir", "agent_cwd"):
        talk[name] = scratch.path(talk[name])
    if state.settings == MINE:
        return resolve(Conversation(**talk), load_config(build=build).config, build)
    config["sessions"] = {scratch.path(folder): name for folder, name in config.get("sessions", {}).items()}
    return resolve(Conversation(**talk), HonchoConfig(**config), build)


def code(state: State) -> str:
    """The call that gives the panel's answer, to be pasted into a cell; `scratch` is the page's scratch home."""
    talk, config = state.arguments()
    words = [f"{name}={_path(value) if name in ('launch_dir', 'agent_cwd') else repr(value)}" for name, value in talk.items()]
    settings = [f"strategy={config['strategy']!r}"]
    settings += [f"sessions={{{_path(folder)}: {name!r}}}" for folder, name in config.get("sessions", {}).items()]
    chosen = f"lab.HonchoConfig({', '.join(settings)})" if state.settings == PAGE else f"lab.load_config(build={state.build!r}).config"
    return f"lab.resolve(\n    lab.Conversation({', '.join(words)}),\n    {chosen},\n    build={state.build!r},\n)"


def _path(folder: str) -> str:
    return f"scratch.path({folder!r})" if folder.startswith("~") else repr(folder)


def draw(state: State, scratch: Scratch) -> str:
    """The panel's HTML: the name large, the ladder, both sides of the fix, and the same as code."""
    chosen = answer(state, scratch)
    sides = [answer(state, scratch, build) for build in (BEFORE, AFTER)]
    head = f"On {esc(state.build)} the conversation lands in"
    name = "no session" if chosen.name is None else chosen.name
    big = f'<div>{head}</div><div class="hermes-name" style="font-size:30px;line-height:1.3;overflow-wrap:anywhere"><b>{esc(name)}</b></div>'
    facts = "".join(f"<div><b>{esc(label)}</b>&ensp;{esc(value)}</div>" for label, value in [*chosen.facts()[1:], *_read(state)])
    pasted = f'<details><summary>The same as code</summary><pre style="white-space:pre-wrap;color:inherit;background:transparent">{esc(code(state))}</pre></details>'
    page = f'{big}<div style="margin:4px 0 10px">{facts}</div>{chosen.ladder_html()}{_sides(*sides)}{pasted}'
    return f'<div style="line-height:1.5;color:var(--jp-content-font-color1, inherit)">{page.replace(scratch.home, "~")}</div>'


def _read(state: State) -> list[tuple[str, str]]:
    """What was read of the person's own profile, and the strategy and map that stand there; nothing for the page's."""
    if state.settings == PAGE:
        return []
    loaded = load_config(build=state.build)
    facts = [("settings", f"sessionStrategy {short(loaded.config.strategy)}; the strategy and map above do not count")]
    facts.append(("read", ", ".join(loaded.read) or "no configuration file, so all defaults"))
    return facts + [("finding", f"{f.id} ({f.where}): {f.what}") for f in loaded.findings]


def _sides(before: Resolution, after: Resolution) -> str:
    rows = [
        ("name", *(r.name if r.name is not None else "none" for r in (before, after))),
        ("decided by", *(r.rung or "nothing" for r in (before, after))),
        ("folder", *(r.workspace or "none" for r in (before, after))),
        ("why", before.why, after.why),
    ]
    verdict = "the same name" if before.name == after.name else "another name"
    caption = f"Before and after #112602: {verdict}"
    return f'<div style="margin-top:14px">{table(("", f"before: {before.build}", f"after: {after.build}"), rows, caption=caption)}</div>'


class ResolutionPanel(Panel):
    """The panel on a scratch home, opened on "the Hermes I run" if it is one of the named builds."""

    def __init__(self, scratch: Scratch):
        self.scratch = scratch
        start = State(build=mine().name)
        controls = {
            "build": toggles("Hermes build", list(BUILDS), start.build),
            "settings": toggles("settings", [PAGE, MINE], start.settings),
            "strategy": toggles("strategy", list(STRATEGIES), start.strategy),
            "folder": toggles("folder", list(FOLDERS), start.folder),
            "own": text("folder of my own", placeholder="an absolute path; it counts before the buttons above"),
            "launch": toggles("started in", ["~", OWN, "/"], start.launch),
            "title": text("title", placeholder="no title"),
            "title_source": toggles("title written by", [("not recorded", ""), *((source, source) for source in TITLE_SOURCES)], ""),
            "session_id": text("session id", placeholder="none; per-session uses it"),
            "gateway_key": text("gateway key", placeholder="none; such as agent:main:telegram:dm:8439114563"),
            "mapped": text("sessions map", placeholder="no entry; a name for exactly this folder"),
        }
        super().__init__(controls)

    def state(self) -> State:
        """The plain state behind the controls."""
        values = self.values()
        own = values.pop("own").strip()
        return State(**{**values, "folder": own or values["folder"]})

    def draw(self) -> str:
        try:
            return draw(self.state(), self.scratch)
        except HermesLabError as error:  # a profile of the person's own that cannot be found
            return f"<div>{esc(error)}</div>"

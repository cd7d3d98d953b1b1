"""Where Hermes keeps a profile: its home, its root and the folder of one profile. Reads folders, writes nothing.

Source: spec/repair.md, "Where a profile lies".
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hermes_lab.errors import BadInput
from hermes_lab.show import short

DEFAULT, CUSTOM = "default", "custom"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_VARIABLE = re.compile(r"\$(?:(\w+)|\{([^}]*)\})")
_NAME_READ_AT_MOST = 4096


@dataclass(frozen=True, slots=True)
class Profile:
    """One profile: its name, its folder, and how it was found.

    `home` is HERMES_HOME or what stands for it, `root` the folder that holds `profiles`; `why` says which rule chose
    this profile. `name` is `default` for the root itself and `custom` for a folder that is neither the root nor a
    profile of it. All folders are absolute; they need not exist unless the profile was asked for by name.
    """

    name: str
    folder: str
    root: str
    home: str
    why: str

    def file(self, name: str) -> str:
        """The path of a file in the profile's folder; it need not exist."""
        return os.path.join(self.folder, name)


def find_profile(profile: str | None = None, *, home: str | None = None, env: Mapping[str, str] | None = None) -> Profile:
    """The profile that Hermes would use, or the one asked for.

    `profile` is what `-p` would take. `home` is a folder that stands for HERMES_HOME, or a state.db, whose folder is then
    the profile. `env` stands for the environment (default: this process's). Raises BadInput for a name that cannot be
    one, a profile or a folder that does not exist, and for an active_profile that names such.
    """
    env = os.environ if env is None else env
    native = Path(user_home(env)) / ".hermes"
    place, source = _home(home, env, native)
    root = _root(place, native)
    folder, why = _choose(profile, place, root, source)
    return Profile(_name(folder, root), str(folder), str(root), str(place), why)


def user_home(env: Mapping[str, str]) -> str:
    """The person's home directory, as this environment has it."""
    return env.get("HOME") or os.path.expanduser("~")


def _home(home: str | None, env: Mapping[str, str], native: Path) -> tuple[Path, str]:
    if home is not None:
        place = _expand(os.fsdecode(home), env)
        if not os.path.exists(place):
            raise BadInput(f"There is no folder {short(place)}.")
        return place, "the folder given"
    value = env.get("HERMES_HOME", "").strip()
    if value:
        return _expand(value, env), "HERMES_HOME"
    return native, "~/.hermes, as HERMES_HOME is not set"


def _expand(path: str, env: Mapping[str, str]) -> Path:
    """With variables and `~` put in, made absolute; links and `..` stay."""
    if not path.strip() or "\0" in path:
        raise BadInput("A folder needs a name without a NUL character.")
    path = _VARIABLE.sub(lambda found: env.get(found[1] or found[2] or "", found[0]), path)
    if path == "~" or path.startswith("~/"):
        path = user_home(env) + path[1:]
    return Path(os.path.expanduser(path)).absolute()


def _root(home: Path, native: Path) -> Path:
    if os.path.isfile(home):
        home = home.parent
    if _real(home).is_relative_to(_real(native)):
        return native
    return home.parent.parent if home.parent.name == "profiles" else home


def _choose(profile: str | None, place: Path, root: Path, source: str) -> tuple[Path, str]:
    if profile is not None:
        return _named(profile, root), f"the profile {short(profile)} was asked for"
    if os.path.isfile(place):
        return _of_a_file(place)
    if place.parent.name == "profiles":
        return place, f"{source} is a profile's folder"
    active = _active(root)
    if active:
        return _named(active, root, str(root / "active_profile")), f"active_profile in {short(root)} names {active}"
    return place, f"{source}; no active_profile names another"


def _of_a_file(place: Path) -> tuple[Path, str]:
    if place.name != "state.db":
        raise BadInput(f"{short(place)} is neither a folder nor a state.db.")
    return place.parent, "the folder of the state.db given"


def _active(root: Path) -> str:
    """The name in active_profile; a file that cannot be read counts as none, as in Hermes."""
    try:
        with open(root / "active_profile", "rb") as file:
            name = file.read(_NAME_READ_AT_MOST).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return "" if name == DEFAULT else name.lower()


def _named(name: str, root: Path, where: str | None = None) -> Path:
    name = str(name).strip()
    if name == DEFAULT:
        return root
    says = f"{short(where)} names {short(name)!r}, which" if where else f"{short(name)!r}"
    if not _NAME.fullmatch(name):
        raise BadInput(f"{says} is no profile name: letters a-z, digits, _ and -, at most 64, beginning with a letter or digit.")
    folder = root / "profiles" / name
    if not os.path.isdir(folder):
        raise BadInput(f"{says} does not exist in {short(root / 'profiles')}; there {_known(root)}.")
    return folder


def _known(root: Path) -> str:
    try:
        names = sorted(entry.name for entry in os.scandir(root / "profiles") if _NAME.fullmatch(entry.name) and entry.is_dir())
    except OSError:
        names = []
    return f"are {', '.join([DEFAULT, *names[:20]])}" if names else f"is only {DEFAULT}"


def _name(folder: Path, root: Path) -> str:
    """What the folder is called, judged with links resolved."""
    real = _real(folder)
    if real == _real(root):
        return DEFAULT
    inside = real.parent == _real(root / "profiles") and _NAME.fullmatch(real.name)
    return real.name if inside else CUSTOM


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))

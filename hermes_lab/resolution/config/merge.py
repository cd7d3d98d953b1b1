"""How the values of one honcho.json become settings: host block before root, each kind of value by its own rule.

Source: spec Config ("Host block before root", "Types"). Nothing here opens a file.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hermes_lab.record import Finding
from hermes_lab.show import short
from hermes_lab.vocabulary import DEFAULT_STRATEGY

DEFAULT, ROOT = "default", "root"
RECALL_MODES = ("hybrid", "context", "tools")
OTHER_NUMBERS = (
    *(((key,), int, None) for key in ("dialecticMaxChars", "dialecticDepth", "messageMaxChars", "dialecticMaxInputChars")),
    *(((key,), float, None) for key in ("firstTurnBaseWait", "firstTurnDialecticWait")),
    (("timeout", "requestTimeout"), float, 0.0),
)
"""Numbers that do not bear on names, but can make Hermes fail: (keys, how they are read, up to where they do not count)."""


class Given(NamedTuple):
    """One value as it stands in the file: which layer has it, where exactly, and the value."""

    origin: str
    where: str
    value: Any


@dataclass
class Merge:
    """The two layers of one honcho.json, and what was noticed while they were merged.

    `take` methods return the effective value and keep its origin under the setting's own spelling. `failure` is the
    first thing on which Hermes itself fails.
    """

    file: str
    root: dict
    block: dict = field(default_factory=dict)
    block_name: str = "hosts.hermes"
    origins: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    failure: str | None = None

    def given(self, *keys: str) -> Iterator[Given]:
        """Every value of these keys that is in the file, the one that counts first."""
        for key in keys:
            if key in self.block:
                yield Given(f"host block {self.block_name}", f"{self.block_name}.{key}", self.block[key])
        for key in keys:
            if key in self.root:
                yield Given(ROOT, key, self.root[key])

    def note(self, finding: str, where: str, what: str) -> None:
        """A finding about one key of this file, or about the whole if `where` is empty."""
        self.findings.append(Finding(finding, self._at(where), what))

    def fail(self, where: str, what: str) -> None:
        """Note that Hermes fails on this key; the first such note is the failure."""
        sentence = f"{self._at(where)} {what}, on which Hermes fails"
        self.failure = self.failure or sentence
        self.note("config-fails", where, sentence)

    def odd(self, where: str, value: Any, wanted: str, taken: str) -> None:
        """Note a value of another type and how Hermes takes it; the value itself is not shown."""
        self.note("wrong-type", where, f"{short(where)} is {kind(value)}, not {wanted}; Hermes {taken}")

    def _at(self, where: str) -> str:
        return f"{short(self.file, 200)}: {short(where)}" if where else short(self.file, 200)

    def keep(self, setting: str, origin: str, value: Any) -> Any:
        """The value, with its origin kept under the setting's name."""
        self.origins[setting] = origin
        return value

    def take_text(self, key: str, default: Any = None) -> Any:
        """A host value that is empty or null gives way; a root value stands as it is."""
        for origin, where, value in self.given(key):
            if value is not None and not isinstance(value, str):
                self.odd(where, value, "text", _taken_text(key, value, origin))
            if value or origin == ROOT:
                return self.keep(key, origin, value)
        return self.keep(key, DEFAULT, default)

    def take_name(self, key: str) -> Any:
        """Like text, but an empty root value is none either (workspace, aiPeer, peerName)."""
        return self.take_text(key) or self.keep(key, DEFAULT, None)

    def take_strategy(self) -> Any:
        """sessionStrategy; an empty or null one in the root is not the default."""
        value = self.take_text("sessionStrategy", DEFAULT_STRATEGY)
        if value is None:
            self.odd("sessionStrategy", value, "text", "takes it as global")
        return value

    def take_recall(self) -> str:
        """recallMode: an unknown word is hybrid, a list or an object makes Hermes fail."""
        value = self.take_name("recallMode")
        if isinstance(value, Hashable):
            return value if value in RECALL_MODES else "hybrid"
        self.fail("recallMode", f"is {kind(value)}")
        return "hybrid"

    def take_flag(self, setting: str, *keys: str, default: bool = False) -> bool:
        """The first value that is not null, by truth: the text "false" is true."""
        for origin, where, value in self.given(*(keys or (setting,))):
            if value is None:
                continue
            if not isinstance(value, bool):
                self.odd(where, value, "true or false", f"takes it as {json.dumps(bool(value))}")
            return self.keep(setting, origin, bool(value))
        return self.keep(setting, DEFAULT, default)

    def take_number(self, key: str, default: int | None) -> int | None:
        """The first value that can be read as a whole number; an infinite one makes Hermes fail."""
        for origin, where, value in self.given(key):
            number = self._integer(where, value)
            if number is not None:
                return self.keep(key, origin, number)
        return self.keep(key, DEFAULT, default)

    def _integer(self, where: str, value: Any) -> int | None:
        if value is None:
            return None
        try:
            number = int(value)
        except OverflowError:
            self.fail(where, "is an infinite number")
            return None
        except (ValueError, TypeError):
            number = None
        if type(value) is not int:
            taken = "cannot read it, so it gives way" if number is None else f"reads it as {short(number, 40)}"
            self.odd(where, value, "a whole number", taken)
        return number

    def take_label(self, key: str) -> str:
        """runtimePeerPrefix: a host value always stands, an empty or null one too; made text and trimmed."""
        given = next(self.given(key), None)
        if given is None or given.value is None:
            return self.keep(key, given.origin if given else DEFAULT, "")
        if not isinstance(given.value, str):
            self.odd(given.where, given.value, "text", "makes it text")
        return self.keep(key, given.origin, str(given.value).strip())

    def take_aliases(self, key: str) -> dict[str, str]:
        """userPeerAliases: a host map replaces the root's whole; what is no map is empty."""
        given = next(self.given(key), None)
        if given is None:
            return self.keep(key, DEFAULT, {})
        self.keep(key, given.origin, None)
        if not isinstance(given.value, Mapping):
            self.odd(given.where, given.value, "an object", "takes it as empty")
            return {}
        return dict(self._aliases(given))

    def _aliases(self, given: Given) -> Iterator[tuple[str, str]]:
        for name, value in given.value.items():
            if not isinstance(value, str):
                self.odd(f"{given.where}.{name}", value, "text", "leaves it out" if value is None else "makes it text")
            if name.strip() and value is not None and str(value).strip():
                yield name.strip(), str(value).strip()

    def take_sessions(self) -> Any:
        """The sessions map, from the root only, as it stands."""
        if "sessions" not in self.root:
            return self.keep("sessions", DEFAULT, {})
        value = self.root["sessions"]
        if not isinstance(value, Mapping):
            self.odd("sessions", value, "an object", "fails when it looks a folder up in it")
        return self.keep("sessions", ROOT, value)

    def check_the_rest(self) -> None:
        """Settings that the lab does not keep, but on which Hermes fails."""
        for keys, parse, least in OTHER_NUMBERS:
            self._first_number(keys, parse, least)
        self._write_frequency()
        self._observation()

    def _first_number(self, keys: tuple[str, ...], parse, least: float | None) -> None:
        """Read on as Hermes does, up to the first number (above `least`); one too large to be read ends it in a failure."""
        for _, where, value in self.given(*keys):
            try:
                if value is not None and (parse(value) if least is None else parse(value) > least) is not False:
                    return
            except OverflowError:
                self.fail(where, "is a number too large to be read")
                return
            except (ValueError, TypeError):
                continue

    def _write_frequency(self) -> None:
        given = next((g for g in self.given("writeFrequency") if g.value), None)
        if given and given.value in (float("inf"), float("-inf")):
            self.fail(given.where, "is an infinite number")

    def _observation(self) -> None:
        mode = next((g for g in self.given("observationMode") if g.value), None)
        if mode and not isinstance(mode.value, Hashable):
            self.fail(mode.where, f"is {kind(mode.value)}")
        whole = next((g for g in self.given("observation") if g.value), None)
        if whole and isinstance(whole.value, Mapping):
            for side in ("user", "ai"):
                part = whole.value.get(side)
                if part and not isinstance(part, Mapping):
                    self.fail(f"{whole.where}.{side}", f"is {kind(part)}, not an object")


def _taken_text(key: str, value: Any, origin: str) -> str:
    if not value and (origin != ROOT or key != "sessionStrategy"):
        return "takes it as not set"
    if key == "sessionStrategy":
        return "takes it as global" if isinstance(value, Hashable) else "fails when it compares it"
    if key == "recallMode":
        return "takes it as hybrid" if isinstance(value, Hashable) else "fails on it"
    return "takes it as it stands"


def kind(value: Any) -> str:
    """What a value is, in JSON's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "an object" if isinstance(value, Mapping) else "a list"

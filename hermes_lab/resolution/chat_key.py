"""The gateway session key of a chat, part by part (spec: Chat keys)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from hermes_lab.builds import Build, get_build
from hermes_lab.record import Finding
from hermes_lab.show import columns, short, table

_SAFE = re.compile(r"[A-Za-z0-9@.+\-]+\n?")
HEAD = ("part", "text", "why")


@dataclass(frozen=True, slots=True)
class ChatSource:
    """Where a message came from, as the platform says it. Empty and None are the same: not given."""

    platform: str
    chat_type: str = "dm"
    chat_id: str | None = None
    user_id: str | None = None
    user_id_alt: str | None = None
    thread_id: str | None = None
    scope_id: str | None = None
    prospective_thread_id: str | None = None


@dataclass(frozen=True, slots=True)
class ChatKey:
    """The key and its parts as (part, text, why). `key` is None where every build fails; the finding says why."""

    key: str | None
    build: str
    parts: tuple[tuple[str, str, str], ...]
    findings: tuple[Finding, ...] = ()

    def to_dict(self) -> dict:
        return asdict(self)

    def __str__(self) -> str:
        head = short(self.key) if self.key is not None else "no key"
        lines = [head, *(f"  {f.id} ({f.where}): {f.what}" for f in self.findings)]
        rows = [(part, short(text), why) for part, text, why in self.parts]
        return "\n".join([*lines, "", columns(HEAD, rows)] if rows else lines)

    def _repr_pretty_(self, printer, cycle) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        return table(HEAD, self.parts, caption=self.key or "no key")


class _Refused(Exception):
    """A WhatsApp id on which Hermes fails."""


def chat_key(
    source: ChatSource,
    *,
    profile: str | None = None,
    group_sessions_per_user: bool = True,
    thread_sessions_per_user: bool = False,
    aliases: Mapping[str, Iterable[str]] | None = None,
    build: str | Build | None = None,
) -> ChatKey:
    """The session key that a gateway gives a message, with the reason of each part.

    `aliases` maps a reduced WhatsApp id to other ids of the same person; they are followed on. Writes nothing; an id on
    which Hermes fails gives a key of None with a finding; raises UnknownBuild only.
    """
    build = get_build(build)
    try:
        parts = _parts(source, profile, group_sessions_per_user, thread_sessions_per_user, aliases or {}, build)
    except _Refused as error:
        what = f"{short(error.args[1])} holds a character that a WhatsApp id cannot have, and every build fails on it"
        return ChatKey(None, build.name, (), (Finding("whatsapp-id", error.args[0], what),))
    findings = tuple(
        Finding("key-parts", part, f"{short(text)} holds a colon: the key cannot be taken apart again")
        for part, text, _ in parts[3:]
        if ":" in text
    )
    return ChatKey(":".join(text for _, text, _ in parts), build.name, parts, findings)


def _parts(source, profile, per_user, per_thread_user, aliases, build) -> tuple[tuple[str, str, str], ...]:
    direct = source.chat_type == "dm"
    thread, opens = _thread(source, direct, build)
    parts = [("agent", "agent", "always"), _profile_part(profile, build), ("platform", source.platform, "as given")]
    parts.append(("chat type", "thread", "the answer will open a thread") if opens else ("chat type", source.chat_type, "as given"))
    if source.platform == "slack" and source.scope_id and build.has("slack-workspace"):
        parts.append(("workspace", source.scope_id, "Slack only"))
    chat = _reduced("chat id", source, source.chat_id, aliases) if direct else source.chat_id
    threads = [("thread id", thread, "the thread" if not opens else "the thread that the answer opens")] if thread else []
    if direct:
        who = [] if chat else _sender(source, aliases, "no chat id, so the sender")
        tail = [*_chat(chat), *who, *threads]
    else:
        who = _sender(source, aliases, "sessions per user")  # looked at even where it is left out, so a bad id fails
        tail = [*_chat(chat), *threads, *(who if per_user and (per_thread_user or not thread) else [])]
    return tuple((*part[:1], str(part[1]), part[2]) for part in (*parts, *tail))


def _thread(source, direct: bool, build: Build):
    """The thread id that counts, and whether it is one that the answer will only open."""
    if source.thread_id or direct or not build.has("prospective-thread"):
        return source.thread_id, False
    return source.prospective_thread_id, bool(source.prospective_thread_id)


def _profile_part(profile, build: Build):
    if not profile or profile == "default":
        return ("profile", "main", "no profile of its own")
    if profile == "main" and build.has("main-profile-key"):
        return ("profile", "main~", "a profile called main, kept apart from the default")
    return ("profile", profile, "the profile's name")


def _chat(chat):
    return [("chat id", chat, "as given")] if chat else []


def _sender(source, aliases, why: str):
    who = source.user_id_alt or source.user_id
    if who:
        who = _reduced("sender", source, str(who), aliases) or who
    return [("sender", who, why)] if who else []


def _reduced(part: str, source, value, aliases):
    """A WhatsApp id without device, domain and plus, then the shortest of its aliases and theirs; other platforms keep theirs."""
    if source.platform != "whatsapp":
        return value
    once = _bare(value)
    if not once:
        return ""
    if not _SAFE.fullmatch(_bare(once)):
        raise _Refused(part, value)
    names, waiting = set(), [_bare(once)]
    while waiting:
        name = waiting.pop()
        if name not in names and _SAFE.fullmatch(name):
            names.add(name)
            waiting += map(_bare, aliases.get(name, ()))
    return min(names, key=lambda name: (len(name), name))


def _bare(value) -> str:
    return str(value or "").strip().replace("+", "", 1).split(":", 1)[0].split("@", 1)[0]

"""Seeded questions about session names and the working directory, over a real tree."""

from __future__ import annotations

import random

STRATEGIES = ("per-directory", "per-repo", "per-session", "global")
ODD_STRATEGIES = ("Per-Repo", " per-repo", "", None, 7, True, ["per-repo"], {"a": 1}, "per_repo", [])
WORKSPACES = ("hermes", "my work", "hermes_coder", "w" * 130, 7, ["w"], True)
PEER_NAMES = (None, "", "alice", " alice ", "Ali ce", "élan", "a/b", "-", 7)
PREFIX = (True, False, None, 1, "yes", "", 0)
TITLES = (
    "", "Refactor the billing module", "refactor", "!!!", "---", "Zahlungen überprüfen", "日本語", "日本 app", "a" * 300, "a  b__c--d", "-x-", " y ",
    "fix: #42 (billing)", "x\ny", "\ud800", "ok\ud800", "ﬁ", "𝐛old", "3", "/", "two  ", "..", "dot.ted", "under_score",
)  # fmt: skip
SOURCES = ("user", "derived", "llm", None, "", "robot", "User", "LLM")
SESSION_IDS = (None, "", "20260915_120000_ab12cd", "odd id/é", " ", "-", "s" * 120)
KEYS = (
    "", "agent:main:telegram:dm:8439114563", "agent:main:slack:group:T1:C2:1.5", ":::", "!", "é", "agent:main:matrix:group:!room:server.org",
    "k" * 100, "k" * 101, "k:" * 60, "k" * 89 + "::" + "m" * 30, "-" * 120, "a" * 90 + ":" * 30 + "b" * 20, "ü" * 150, "\ud800", "\ud800" + "k" * 120,
)  # fmt: skip


def name_questions(grove, seed, count: int) -> list[dict]:
    """Conversations with settings: the common case often, every oddity now and then."""
    rng = random.Random(f"names {seed}")
    return [_name_question(rng, grove) for _ in range(count)]


def _name_question(rng, grove) -> dict:
    ask = {
        **_started(rng, grove, 0.6),
        "agent_cwd": _place(rng, grove, 0.5),
        "title": _seldom(rng, 0.35, TITLES),
        "title_source": rng.choice(SOURCES),
        "session_id": rng.choice(SESSION_IDS),
        "gateway_key": _seldom(rng, 0.2, KEYS),
        "strategy": _seldom(rng, 0.1, ODD_STRATEGIES, rng.choice((*STRATEGIES, "per-repo"))),
        "workspace": _seldom(rng, 0.3, WORKSPACES, "hermes"),
        "peer_name": rng.choice(PEER_NAMES),
        "session_peer_prefix": rng.choice(PREFIX),
    }
    return {**ask, "sessions": _map(rng, ask, grove)}


def _seldom(rng, share: float, values, usually=None):
    return rng.choice(values) if rng.random() < share else usually


def _launch(rng, grove) -> str:
    return rng.choice(rng.choices((grove.folders, ["/"], [grove.gone]), (90, 7, 3))[0])


def _started(rng, grove, none: float) -> dict:
    """The launch directory and links 2 and 3 of the chain. Whether `.` and `..` can still be looked at from a launch
    directory that was deleted is the system's affair: not asked. What an environment variable carries has no NUL.
    """
    launch, pinned, terminal = _launch(rng, grove), _place(rng, grove, none), _place(rng, grove, none)
    if launch == grove.gone:
        pinned, terminal = (None if place and place.startswith(".") else place for place in (pinned, terminal))
    return {"launch_dir": launch, "pinned_cwd": pinned, "terminal_cwd": terminal if _carried(terminal) else ""}


def _carried(place: str | None) -> bool:
    return not place or not ("\0" in place or "\ud800" in place)


def _place(rng, grove, none: float):
    """None, a folder, or an odd spelling."""
    if rng.random() < none:
        return None
    return rng.choice(grove.folders if rng.random() < 0.5 else grove.odd)


def _map(rng, ask, grove):
    """The sessions map: mostly empty, else with an entry for a place that may count, near it, or of a wrong type."""
    if rng.random() < 0.6:
        return {}
    place = ask["agent_cwd"] or ask["pinned_cwd"] or ask["launch_dir"]
    value = rng.choice(("mapped", "my name", "é", "n" * 130, "", None, 0, 5, True, ["x"], {"a": 1}))
    return rng.choice(({place: value}, {place: "mapped"}, {ask["launch_dir"]: value}, _near(rng, place, grove), _no_map(rng)))


def _near(rng, place: str, grove) -> dict:
    spelled = rng.choice((place + "/", place.rstrip("/"), place.upper(), place + "/.", "/", str(grove.root), "~", "." + place, ""))
    return {spelled: "near"}


def _no_map(rng):
    return rng.choice((None, [], ["x"], "text", 3, False))


def folder_questions(grove, seed, count: int) -> list[dict]:
    """Links 2 to 4 of the chain: every odd spelling in both places, then mixtures."""
    rng = random.Random(f"folders {seed}")
    first, second = rng.sample(grove.folders, 2)
    asks = [{"launch_dir": first, "pinned_cwd": odd, "terminal_cwd": None} for odd in grove.odd]
    asks += [{"launch_dir": second, "pinned_cwd": None, "terminal_cwd": odd} for odd in grove.odd if _carried(odd)]
    asks += [{"launch_dir": place, "pinned_cwd": "", "terminal_cwd": ""} for place in (*grove.folders, grove.gone)]
    return [*asks, *(_started(rng, grove, 0.3) for _ in range(count - len(asks)))]

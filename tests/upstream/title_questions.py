"""Seeded questions about titles: cleaning, storing over one another, and the next one in a line."""

from __future__ import annotations

import random

PIECES = (
    "a", "B", "Billing", "fix", "#2", "#", " ", "  ", "\t", "\n", "\r\n", "\x0b", "\x0c", "\x00", "\x07", "\x1b", "\x1c", "\x1f", "\x7f", "\x85", "\xa0",
    "\xad", "\u180e", "\u2003", "\u200b", "\u200d", "\u200e", "\u2028", "\u2029", "\u202e", "\u2060", "\u2064", "\u2066", "\u2069", "\u206a",
    "\u200a", "\u200f", "\u2010", "\u2027", "\u202a", "\u202f", "\u205f", "\u2065", "\ufff9", "\u3000", "\ufeff", "\ufffc", "\ufffb",
    "\ufff8", "\ud800x", "\udfff", "é", "e\u0301", "日本", "🎉", "👩\u200d🚀", "\ufe0f", "x" * 40, "y" * 99, "'", '"', "%", "_",
)  # fmt: skip
SESSIONS = ("s1", "s2", "s3")
TEXTS = ("Billing", "billing", " Billing ", "Bill\u200bing", "Search", "Search #2", "日本", "", "  ", "\u200b", "z" * 100, "z" * 101, "x" + "\x07" * 200, "\ud800")
SOURCES = ("user", "user", "derived", "derived", "llm", "llm", "llm", None, "robot")
LINES = (
    "Billing", "billing", "Billing #2", "Billing #3", "Billing #9", "billing #5", "Billing #x", "Billing #", "Billing #2 #3", "Billing #2 more #7", "Billing#4",
    "a_b", "a_b #2", "axb #6", "100%", "100% #4", "1000 #8", "#2", "x #2", "x #02", "x #٣", "Ünal", "ünal #3", "Ünal #4", "日本 #2", "z \\ #3", "z \\",
)  # fmt: skip
ASKED = (*LINES, " #2", "", "Billing #2\n", "two\nlines", "two\nlines #2", "new", "new #5")


def clean_questions(seed, count: int) -> list[dict]:
    rng = random.Random(f"cleaning {seed}")
    asks = [{"title": title} for title in (None, "", " ", *PIECES, "n" * 100, "n" * 101, " " + "n" * 100 + "\u200b", "n " * 50, "n" * 99 + " #")]
    while len(asks) < count:
        asks.append({"title": "".join(rng.choices(PIECES, k=rng.randrange(2, 9)))})
    return asks


def story_questions(seed, count: int) -> list[dict]:
    """Eight attempts on three sessions; None and `robot` stand for a row that something else rewrote."""
    rng = random.Random(f"stories {seed}")
    return [{"sessions": SESSIONS, "steps": [_step(rng) for _ in range(8)]} for _ in range(count)]


def _step(rng) -> tuple:
    return rng.choice(SESSIONS), rng.choice(TEXTS), rng.choice(SOURCES)


def line_questions(seed, count: int) -> list[dict]:
    rng = random.Random(f"lines {seed}")
    return [{"title": rng.choice(ASKED), "taken": rng.sample(LINES, rng.randrange(6))} for _ in range(count)]

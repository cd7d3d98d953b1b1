"""Seeded questions about peers and chat keys."""

from __future__ import annotations

import hashlib
import random
import re

NAMES = (None, None, "", "alice", " alice ", "Ali ce", "élan", "telegram_86701400", " telegram_86701400 ", "tg-u-1", " ", 7)
IDS = (None, "", " ", "86701400", " 86701400 ", "u:1", "u-1", "ünal", "x" * 120, "@alice:matrix.org", "alice", "-", "a b", "\u00a086701400", "0")
PREFIXES = ("", "", " ", "telegram_", " tg_ ", "tg:", "é", "-", "a b ")
ALIASES = ("alice", " alice ", "", "  ", "bob smith", "telegram_86701400", "86701400", "é", "u:1", "-")
SESSION_NAMES = ("myapp", "", "a:b:c", ":x", "x:", "agent-main-telegram-dm-8439114563", "ops scripts", "café:1", "::", "x" * 110)


def peer_questions(seed, count: int) -> list[dict]:
    """Messages with identity settings; a share of them with names that a generated peer falls on."""
    rng = random.Random(f"peers {seed}")
    return [*map(_falls_on_the_name, NAMES), *(_peer_question(rng) for _ in range(count - len(NAMES)))]


def _falls_on_the_name(name) -> dict:
    """A prefixed id that is just the configured name."""
    return {"peer_name": name, "pin": False, "prefix": "telegram_", "aliases": {}, "id": "86701400", "id_alt": None, "session_name": "myapp"}


def _peer_question(rng) -> dict:
    prefix, one = rng.choice(PREFIXES), rng.choice(IDS)
    keys = rng.sample([known for known in IDS if known is not None], rng.choice((0, 1, 3, 6)))
    return {
        "peer_name": rng.choice(NAMES),
        "pin": rng.random() < 0.15,
        "prefix": prefix,
        "aliases": {**{key: rng.choice(ALIASES) for key in keys}, **_taken(rng, prefix, one)},
        "id": "\ud800" if rng.random() < 0.02 else one,
        "id_alt": rng.choice(IDS),
        "session_name": rng.choice(SESSION_NAMES),
    }


def _taken(rng, prefix: str, runtime_id: str | None) -> dict:
    """Aliases of others that are just what the prefixed id would become, with longer and longer hashes."""
    if not runtime_id or rng.random() < 0.5:
        return {}
    raw = prefix.strip() + runtime_id.strip()
    clean, digest = re.sub(r"[^A-Za-z0-9_-]", "-", raw), hashlib.sha256(raw.encode()).hexdigest()
    lengths = (8, 12, 16, 24, 32, 64)[: rng.randrange(7)]
    return {"other": clean, **{f"other{length}": f"{clean}-{digest[:length]}" for length in lengths}}


PLATFORMS = ("telegram", "slack", "whatsapp", "whatsapp", "whatsapp", "whatsapp_cloud", "discord", "matrix", "signal", "email")
CHAT_TYPES = ("dm", "dm", "group", "group", "channel", "thread", "forum", "DM", "")
CHATS = (None, "", "8439114563", "-1001234567890", "C0123", "!room:server.org", "a b", "é", " ", "0", "x" * 150, "someone@example.org")
THREADS = (None, None, "", "17", "1700000000.000100", "$event:server.org", "0")
USERS = (None, "", "86701400", "U0ABC", "@alice:server.org", "ünal", " ", "0")
SCOPES = (None, None, "", "T0123", "guild 9", "a:b")
PROFILES = (None, "", "default", "main", "coder", "Main", " default", "main~", "a:b", "é")
WHATSAPP = (
    None, "", "60123456789@s.whatsapp.net", "60123456789:47@s.whatsapp.net", "1234567890@lid", "+60123456789", "++60123", "+++60123", " 60123 ",
    "60123", "60 123", "a_b@lid", "é", "@x", ":", "+", "@", "+ +5", "++ 5", " +:x", "5\n++", "5\n", "\u00a05", "1/2", "..", "-", "status@broadcast",
    "120363@g.us", "60123456789-1600000000@g.us", "٦٠", "0", "a@b:c@d", "1+2+3", "60123456789:47", "1.5", "A-b.C", "+60123:4@s.whatsapp.net", "5\t", "\ud800",
)  # fmt: skip
TIES = (("60125", "60124"), ("b", "A"), ("9", "10"), ("71", "70"), ("c", "a"), ("x1", "x0"), ("e", "E"), ("8", "3"), ("q", "k"), ("-", "."), ("55", "54"))
OTHERS = ("60123", "9@lid", "+7", "77:1@s.whatsapp.net", "a_b", "", " 12 ", "1234567890123", "60124")


def key_questions(seed, count: int) -> list[dict]:
    """Every WhatsApp id as chat and as sender, aliases of one length, then messages of all platforms."""
    rng = random.Random(f"keys {seed}")
    asks = [_whatsapp(odd, chat_type) for odd in WHATSAPP for chat_type in ("dm", "group")]
    asks += [_whatsapp(None, chat_type, odd) for odd in WHATSAPP for chat_type in ("dm", "group")]
    asks += [{**_whatsapp("60123456789@lid", "dm"), "aliases": {"60123456789": pair}} for pair in TIES]
    return [*asks, *(_key_question(rng) for _ in range(count - len(asks)))]


def _whatsapp(chat, chat_type: str, user=None) -> dict:
    source = {"platform": "whatsapp", "chat_type": chat_type, "chat_id": chat, "user_id": user}
    return {"source": source, "options": {}, "aliases": {}}


def _key_question(rng) -> dict:
    platform = rng.choice(PLATFORMS)
    chats, users = (WHATSAPP, WHATSAPP) if platform == "whatsapp" else (CHATS, USERS)
    source = {
        "platform": platform,
        "chat_type": rng.choice(CHAT_TYPES),
        "chat_id": rng.choice(chats),
        "user_id": rng.choice(users),
        "user_id_alt": rng.choice((None, rng.choice(users))),
        "thread_id": rng.choice(THREADS),
        "scope_id": rng.choice(SCOPES),
        "prospective_thread_id": rng.choice(THREADS),
    }
    known = rng.sample(("60123", "60123456789", "1234567890", "5"), rng.choice((0, 0, 1, 3))) if platform == "whatsapp" else ()
    return {"source": source, "options": _options(rng), "aliases": {key: rng.sample(OTHERS, rng.choice((1, 2))) for key in known}}


def _options(rng) -> dict:
    return {
        "profile": rng.choice(PROFILES),
        "group_sessions_per_user": rng.random() < 0.7,
        "thread_sessions_per_user": rng.random() < 0.4,
    }

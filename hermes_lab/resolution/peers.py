"""Which peer a message is about: six rungs, first match wins (spec: Peers on a gateway)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from hermes_lab.builds import Build, get_build
from hermes_lab.record import Step, Undecidable, decide, failure, rows, winner
from hermes_lab.resolution.inputs import HonchoConfig
from hermes_lab.resolution.naming import clean_id, digest
from hermes_lab.show import columns, short, table

_HASH_LENGTHS = (8, 12, 16, 24, 32, 64)
HEAD = ("rule", "outcome", "peer", "why")


@dataclass(frozen=True, slots=True)
class Peer:
    """The user peer of a message, with every rung considered. `written` says into which session the message goes.

    name and rung are None only where Hermes itself would fail; the last step says why.
    """

    name: str | None
    rung: str | None
    build: str
    steps: tuple[Step, ...]
    written: str

    def to_dict(self) -> dict:
        return asdict(self)

    def headline(self) -> str:
        """One line: the peer, and the rule that decided."""
        if self.name is None:
            return f"no peer: {failure(self.steps)}"
        return f"{short(self.name)}   ({self.rung}: {winner(self.steps).why})"

    def __str__(self) -> str:
        return f"{self.headline()}\n  written to {self.written}\n\n{columns(HEAD, rows(self.steps))}"

    def _repr_pretty_(self, printer, cycle) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        mark = next((number for number, step in enumerate(self.steps) if step.rule == self.rung), None)
        return table(HEAD, rows(self.steps), caption=self.headline(), mark=mark)


@dataclass(frozen=True, slots=True)
class _Question:
    config: HonchoConfig
    ids: tuple[str, ...]
    session_name: str
    bot: bool

    def alias(self, runtime_id: str) -> str:
        """The peer that userPeerAliases names for an id, trimmed; empty if none or no text."""
        alias = self.config.user_peer_aliases.get(runtime_id)
        return alias.strip() if isinstance(alias, str) else ""

    @property
    def named(self) -> set[str]:
        """Peers that somebody wrote into the settings, cleaned: a generated name must not fall on one of them."""
        names = {clean_id(self.alias(runtime_id)) for runtime_id in self.config.user_peer_aliases}
        return names - {""} | ({clean_id(str(self.config.peer_name).strip())} if self.config.peer_name else set())


def resolve_peer(
    config: HonchoConfig | None = None,
    runtime_id: str | None = None,
    runtime_id_alt: str | None = None,
    session_name: str = "",
    *,
    bot_dm: bool = False,
    build: str | Build | None = None,
) -> Peer:
    """The user peer that a message is filed under, with the rung that decided.

    `runtime_id` and `runtime_id_alt` are the platform's ids of the sender (none on the command line), `session_name` the
    Honcho session name. `bot_dm` marks a direct message that a bot wrote. Writes nothing; raises UnknownBuild only.
    """
    build = get_build(build)
    ids = tuple(text for value in (runtime_id, runtime_id_alt) if value is not None and (text := str(value).strip()))
    bot = bot_dm and build.has("bot-dms")
    question = _Question(config or HonchoConfig(), ids, session_name, bot)
    steps = decide(_RUNGS, question)
    step = winner(steps)
    return Peer(step and step.value, step and step.rule, build.name, steps, _written(question))


def _written(q: _Question) -> str:
    if not q.bot:
        return "the conversation's session"
    if not q.config.a2a_sessions:
        return "no session: a2aSessions is false, so what bots write is left out"
    return f"a session of its own for this bot and {short(q.config.ai_peer_name)}, never the human's"


def _pinned(q: _Question):
    if q.bot:
        return None, "pinning never applies to a bot"
    if q.config.pin_user_peer and q.config.peer_name:
        return _named(q), "pinUserPeer files everybody under peerName"
    return None, "pinUserPeer is on, but there is no peerName" if q.config.pin_user_peer else "pinUserPeer is off"


def _alias(q: _Question):
    for runtime_id in q.ids:
        if alias := q.alias(runtime_id):
            return clean_id(alias), f"userPeerAliases has {short(runtime_id)}"
    return None, _no_id(q) or "userPeerAliases has none of the ids"


def _prefixed(q: _Question):
    prefix = q.config.runtime_peer_prefix.strip()
    if not q.ids or not prefix:
        return None, _no_id(q) or "runtimePeerPrefix is empty"
    raw = prefix + q.ids[0]
    name = _unambiguous(raw, q.named)
    if name == raw:
        return name, "runtimePeerPrefix and the id"
    return name, "runtimePeerPrefix and the id, with a hash because cleaning changed the text or the name is already somebody's"


def _unambiguous(raw: str, named: set[str]) -> str:
    clean = clean_id(raw)
    if clean == raw and clean not in named:
        return clean
    digits = digest(raw)
    candidates = [f"{clean}-{digits[:length]}" for length in _HASH_LENGTHS]
    return next((name for name in candidates if name not in named), candidates[-1])


def _runtime_id(q: _Question):
    return (clean_id(q.ids[0]), "the first id that the platform gave") if q.ids else (None, _no_id(q))


def _peer_name(q: _Question):
    if q.config.peer_name:
        return _named(q), "no id, so the peerName"
    return None, "peerName is empty"


def _named(q: _Question) -> str:
    if not isinstance(q.config.peer_name, str):
        raise Undecidable(f"peerName is no text but {type(q.config.peer_name).__name__}: Hermes fails when it cleans it")
    return clean_id(q.config.peer_name)


def _session_fallback(q: _Question):
    first, colon, rest = q.session_name.partition(":")
    channel, chat = (first, rest) if colon else ("default", q.session_name)
    return clean_id(f"user-{channel}-{chat}"), "nothing names a person, so the session does"


def _no_id(q: _Question) -> str:
    return "" if q.ids else "there is no id: the command line, or a platform that gave none"


_RUNGS = (
    ("pinned", _pinned),
    ("alias", _alias),
    ("prefixed-id", _prefixed),
    ("runtime-id", _runtime_id),
    ("peer-name", _peer_name),
    ("session-fallback", _session_fallback),
)

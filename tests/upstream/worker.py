"""Runs under a published build's own Python and answers questions about it: JSON lines in, JSON lines out.

A question is {"kind": ..., "ask": {...}}; the answer is {"is": ...}, or {"fails": <name of the exception>}.
"""

import contextvars
import dataclasses
import json
import os
import sqlite3
import sys
from pathlib import Path


def name_before(ask):
    """What the Honcho plugin derives in the launch directory, with its last resorts, and the id it sends."""
    from plugins.memory.honcho import HonchoMemoryProvider

    enter(ask["launch_dir"])
    config = honcho_config(ask)
    key = HonchoMemoryProvider()._resolve_session_key(
        config, ask["session_id"], session_title=ask["title"], gateway_session_key=ask["gateway_key"]
    )
    return with_id(key, config)


def name_after(ask):
    """The same, handed what the fix would hand it: the workspace of the chain, and no automatic title."""
    enter(ask["launch_dir"])
    workspace = ask["agent_cwd"] or chain(ask)
    config = honcho_config(ask)
    name = config.resolve_session_name(
        cwd=workspace,
        session_title=None if ask["title_source"] in ("derived", "llm") else ask["title"],
        session_id=ask["session_id"],
        gateway_session_key=ask["gateway_key"],
    )
    return {**with_id(name or ask["session_id"] or "hermes-default", config), "workspace": workspace}


def folder(ask):
    """Links 2 to 4 of the chain."""
    enter(ask["launch_dir"])
    return chain(ask)


def chain(ask):
    return contextvars.copy_context().run(pinned_chain, ask["pinned_cwd"], ask["terminal_cwd"])


def pinned_chain(pinned, terminal):
    from agent.runtime_cwd import resolve_agent_cwd, set_session_cwd

    if pinned is not None:
        set_session_cwd(pinned)
    if terminal is None:
        os.environ.pop("TERMINAL_CWD", None)
    else:
        os.environ["TERMINAL_CWD"] = terminal
    return str(resolve_agent_cwd())


def enter(launch):
    """Start in this directory; one that does not exist is made, entered and removed, as if deleted meanwhile."""
    if os.path.isdir(launch):
        os.chdir(launch)
    else:
        os.mkdir(launch)
        os.chdir(launch)
        os.rmdir(launch)


def honcho_config(ask):
    from plugins.memory.honcho.client import HonchoClientConfig

    return HonchoClientConfig(
        session_strategy=ask["strategy"],
        workspace_id=ask["workspace"],
        peer_name=ask["peer_name"],
        session_peer_prefix=ask["session_peer_prefix"],
        sessions=ask["sessions"],
        write_frequency="turn",
    )


def with_id(name, config):
    from plugins.memory.honcho.session import HonchoSessionManager

    return {"name": name, "id": HonchoSessionManager(honcho=object(), config=config)._sanitize_id(name)}


def peer(ask):
    from plugins.memory.honcho.client import HonchoClientConfig
    from plugins.memory.honcho.session import HonchoSessionManager

    config = HonchoClientConfig(
        peer_name=ask["peer_name"],
        pin_peer_name=ask["pin"],
        runtime_peer_prefix=ask["prefix"],
        user_peer_aliases=ask["aliases"],
        write_frequency="turn",
    )
    manager = HonchoSessionManager(
        honcho=object(), config=config, runtime_user_peer_name=ask["id"], runtime_user_peer_name_alt=ask["id_alt"]
    )
    return manager._resolve_user_peer_id(ask["session_name"])


def chat_key(ask):
    from gateway.config import Platform
    from gateway.session import SessionSource, build_session_key

    known = {field.name for field in dataclasses.fields(SessionSource)}
    source = {name: value for name, value in ask["source"].items() if name in known}
    source["platform"] = Platform(source["platform"])
    files = write_aliases(ask["aliases"])
    try:
        return build_session_key(SessionSource(**source), **ask["options"])
    finally:
        for file in files:
            file.unlink()


def write_aliases(aliases):
    """The bridge's alias files: one alias of an id in each of its two files."""
    folder = Path(os.environ["HERMES_HOME"], "platforms", "whatsapp", "session")
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for known, others in aliases.items():
        for other, suffix in zip(others, ("", "_reverse")):
            files.append(folder / f"lid-mapping-{known}{suffix}.json")
            files[-1].write_text(json.dumps(other))
    return files


def clean_title(ask):
    from hermes_state import SessionDB

    return SessionDB.sanitize_title(ask["title"])


OPEN = []


def empty_database():
    from hermes_state import SessionDB

    path = Path(os.environ["HERMES_HOME"], "state.db")
    if not OPEN:
        OPEN.append(SessionDB(db_path=path))
    write(path, "DELETE FROM sessions", ())
    return OPEN[0], path


def write(path, statement, values):
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, values)
    connection.close()


def title_story(ask):
    """What became of each attempt to give a title, and the titles that stand in the end."""
    db, path = empty_database()
    for session in ask["sessions"]:
        db.create_session(session, "cli")
    outcomes = [attempt(db, path, *step) for step in ask["steps"]]
    return {"outcomes": outcomes, "titles": {session: stored(db, path, session) for session in ask["sessions"]}}


def attempt(db, path, session, text, source):
    if source not in ("user", "derived", "llm"):  # rows as older or foreign programs left them
        if has_sources(path):
            write(path, "UPDATE sessions SET title_source = ? WHERE id = ? AND title IS NOT NULL", (source, session))
        return "rewritten"
    try:
        if source == "user":
            db.set_session_title(session, text)
        elif hasattr(db, "set_auto_title"):
            db.set_auto_title(session, text, source=source)
        else:
            db.set_auto_title_if_empty(session, text)
    except ValueError:
        return "refused"
    return "taken in"


def has_sources(path):
    connection = sqlite3.connect(path)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(sessions)")]
    connection.close()
    return "title_source" in columns


def stored(db, path, session):
    if not has_sources(path):
        return [db.get_session_title(session), None]
    connection = sqlite3.connect(path)
    row = connection.execute("SELECT title, title_source FROM sessions WHERE id = ?", (session,)).fetchone()
    connection.close()
    return list(row)


def next_title(ask):
    db, path = empty_database()
    for number, title in enumerate(ask["taken"]):
        db.create_session(f"s{number}", "cli")
        db.set_session_title(f"s{number}", title)
    return db.get_next_title_in_lineage(ask["title"])


KINDS = {f.__name__: f for f in (name_before, name_after, folder, peer, chat_key, clean_title, title_story, next_title)}


def main():
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever the build prints must not stand between the answers
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = {"is": KINDS[question["kind"]](question["ask"])}
        except ImportError:
            raise  # this build has no such part, or has it elsewhere: no answer at all
        except Exception as error:
            answer = {"fails": type(error).__name__}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()

"""The command line: hermes-lab open, resolve, peers, chat-key. Errors are one sentence on stderr with status 2."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from hermes_lab import __version__
from hermes_lab.builds import BUILDS, get_build
from hermes_lab.errors import HermesLabError
from hermes_lab.show import columns, plain, short

if TYPE_CHECKING:
    from hermes_lab.homes import Profile
    from hermes_lab.resolution.answer import Resolution
    from hermes_lab.resolution.config.loader import LoadedConfig

BUILD_HELP = f"The Hermes build that answers: {', '.join(BUILDS)}."
JSON = click.option("--json", "as_json", is_flag=True, help="The whole record as JSON.")
BUILD = click.option("--build", metavar="NAME", help=BUILD_HELP)
CONFIG = click.option("--config", "config_path", metavar="FILE", help="A honcho.json to read instead of the profile's own.")
PROFILE = click.option("-p", "--profile", metavar="NAME", help="The Hermes profile; without it, the active one.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=False, invoke_without_command=True)
@click.version_option(__version__, prog_name="hermes-lab")
@click.pass_context
def cli(context):
    """Three decisions of Hermes Agent, as it makes them: which memory, which prompt, which session row.

    Nothing here writes to a Hermes folder. Exit status: 0 answered, 2 could not, with the reason in one sentence.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command("open")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--folder", metavar="DIR", help="Where to put the notebooks of an installed lab (default: ./hermes-lab).")
def open_lab(no_browser, folder):
    """Open the workbench in JupyterLab, on the notebook to start with."""
    from hermes_lab.workbench.serve import serve

    sys.exit(serve(browser=not no_browser, folder=folder))


@cli.command()
@click.option("--cwd", metavar="DIR", help="The agent cwd: the folder handed over when the agent was made.")
@click.option("--pinned-cwd", metavar="DIR", help="The working directory pinned for the running turn.")
@click.option("--terminal-cwd", metavar="DIR", help="TERMINAL_CWD (default: this shell's).")
@click.option("--launch-dir", metavar="DIR", help="Where the process was started (default: this shell's folder).")
@click.option("--strategy", help="sessionStrategy instead of the configured one.")
@click.option("--title", help="The conversation's title.")
@click.option("--title-source", help="Who wrote the title: derived, llm, user; without it, not recorded.")
@click.option("--session-id", metavar="ID", help="The Hermes session id.")
@click.option("--gateway-key", metavar="KEY", help="The session key of a messaging chat.")
@CONFIG
@PROFILE
@BUILD
@click.option("--compare", metavar="BUILD", help="A second build, shown beside the first.")
@JSON
def resolve(cwd, pinned_cwd, terminal_cwd, launch_dir, strategy, title, title_source, session_id, gateway_key, config_path, profile, build, compare, as_json):
    """Which Honcho session a conversation lands in, and which rule decided.

    Without options: a chat started from this shell, with your own configuration. Reads, never writes.
    """
    from hermes_lab.resolution.inputs import Conversation

    builds = [get_build(build), *([get_build(compare)] if compare else [])]
    talk = Conversation(
        launch_dir=_absolute(launch_dir) or _here(),
        agent_cwd=_absolute(cwd),
        pinned_cwd=pinned_cwd,
        terminal_cwd=os.environ.get("TERMINAL_CWD") if terminal_cwd is None else terminal_cwd,
        title=title,
        title_source=title_source,
        session_id=session_id,
        gateway_key=gateway_key,
    )
    asked = [_ask(talk, config_path, profile, each, strategy) for each in builds]
    if as_json:
        _print_json([_as_dict(each) for each in asked] if compare else _as_dict(asked[0]))
    elif compare:
        click.echo(_side_by_side([each.answer for each in asked]))
    else:
        click.echo(_whole(asked[0], gateway=not gateway_key))


@dataclass(frozen=True, slots=True)
class _Asked:
    """One build's answer with the settings that it was given."""

    answer: Resolution
    loaded: LoadedConfig
    profile: Profile


def _ask(talk, config_path, profile, build, strategy=None) -> _Asked:
    from hermes_lab.homes import find_profile
    from hermes_lab.resolution.config.loader import load_config
    from hermes_lab.resolution.ladder import resolve as ask

    found = find_profile(profile)
    loaded = load_config(found, path=config_path, build=build)
    config = loaded.config if strategy is None else replace(loaded.config, strategy=strategy)
    return _Asked(ask(talk, config, build), loaded, found)


def _as_dict(asked: _Asked) -> dict:
    return {**asked.answer.to_dict(), "settings": asked.loaded.to_dict(), "gateway": _gateway_line(asked)}


def _whole(asked: _Asked, gateway: bool) -> str:
    """The answer, what was read for it, and what a gateway on this profile would do."""
    read = ", ".join(plain(path) for path in asked.loaded.read) or "no configuration file, so all defaults"
    facts = [("profile", f"{plain(asked.profile.name)}   ({plain(asked.profile.why)})"), ("read", read)]
    facts += [("finding", f"{f.id} ({plain(f.where)}): {f.what}") for f in asked.loaded.findings]
    facts += [("gateway", _gateway_line(asked))] if gateway else []
    return "\n".join([str(asked.answer), "", *(f"  {label:9}  {value}" for label, value in facts)])


def _gateway_line(asked: _Asked) -> str:
    """What a messaging chat on this profile would get, in one line."""
    from hermes_lab.resolution.chat_key import ChatSource, chat_key
    from hermes_lab.resolution.naming import slug

    key = chat_key(ChatSource("telegram", "dm", "ID"), profile=asked.profile.name, build=asked.answer.build).key
    folder = short(asked.loaded.terminal_cwd) if asked.loaded.terminal_cwd else "its launch directory"
    return f"each chat has a session of its own, such as {short(slug(key))}, and works in {folder}"


def _side_by_side(answers) -> str:
    """Two builds beside each other: the facts first, then each rung with what both made of it."""
    one, two = answers
    head = ("", one.build, two.build)
    rows = [("name", _named(one), _named(two)), ("decided by", str(one.rung), str(two.rung)), ("folder", str(one.workspace), str(two.workspace))]
    rows += [("Honcho id", str(one.honcho_id), str(two.honcho_id)), ("used", *(f"no: {a.inactive_because}" if a.inactive_because else "yes" for a in answers))]
    rungs = [(a.rule, a.outcome, b.outcome) for a, b in zip(one.steps, two.steps)]
    reasons = [("why", one.why, two.why)]
    verdict = "The same answer." if (one.name, one.active) == (two.name, two.active) else "The answers differ."
    return "\n".join([verdict, "", columns(head, [(a, short(b), short(c)) for a, b, c in rows + rungs + reasons])])


def _named(answer) -> str:
    return "no name" if answer.name is None else answer.name


@cli.command()
@click.option("--runtime-id", metavar="ID", help="The sender's id on the platform.")
@click.option("--runtime-id-alt", metavar="ID", help="The platform's second id of the sender.")
@click.option("--session-name", metavar="NAME", help="The Honcho session name (default: what resolve answers here).")
@click.option("--bot", is_flag=True, help="The message is a direct message that a bot wrote.")
@CONFIG
@PROFILE
@BUILD
@JSON
def peers(runtime_id, runtime_id_alt, session_name, bot, config_path, profile, build, as_json):
    """Under which peer a message is filed, and which rule decided. Reads, never writes."""
    from hermes_lab.resolution.inputs import Conversation
    from hermes_lab.resolution.peers import resolve_peer

    build = get_build(build)
    asked = _ask(Conversation(_here()), config_path, profile, build)
    name = session_name if session_name is not None else asked.answer.name or ""
    peer = resolve_peer(asked.loaded.config, runtime_id, runtime_id_alt, name, bot_dm=bot, build=build)
    _print_json(peer.to_dict()) if as_json else click.echo(peer)


@cli.command("chat-key")
@click.option("--platform", default="telegram", show_default=True)
@click.option("--chat-type", default="dm", show_default=True, help="dm, group, channel, thread, ...")
@click.option("--chat-id", metavar="ID")
@click.option("--user-id", metavar="ID", help="The sender.")
@click.option("--user-id-alt", metavar="ID", help="The sender's second id; it counts first.")
@click.option("--thread-id", metavar="ID")
@click.option("--prospective-thread-id", metavar="ID", help="The thread that the answer will open.")
@click.option("--scope-id", metavar="ID", help="The Slack workspace.")
@click.option("--profile", metavar="NAME", help="The Hermes profile.")
@click.option("--group-sessions-per-user/--no-group-sessions-per-user", default=True, show_default=True)
@click.option("--thread-sessions-per-user/--no-thread-sessions-per-user", default=False, show_default=True)
@BUILD
@JSON
def chat_key(profile, group_sessions_per_user, thread_sessions_per_user, build, as_json, **source):
    """The session key that a gateway gives a chat, part by part. Reads and writes nothing."""
    from hermes_lab.resolution import chat_key as keys

    key = keys.chat_key(
        keys.ChatSource(**source),
        profile=profile,
        group_sessions_per_user=group_sessions_per_user,
        thread_sessions_per_user=thread_sessions_per_user,
        build=build,
    )
    _print_json(key.to_dict()) if as_json else click.echo(key)


def _here() -> str:
    """This shell's folder; if it was deleted, the path the shell still believes in."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return os.environ.get("PWD") or "."


def _absolute(folder: str | None) -> str | None:
    """A relative folder is meant from this shell's folder, as a person types it."""
    return os.path.join(_here(), os.path.normpath(folder)) if folder and not os.path.isabs(folder) else folder


def _print_json(value) -> None:
    click.echo(json.dumps(value, indent=2, default=str))


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; every failure is one sentence on stderr and status 2."""
    if os.name != "posix":
        _stop("Hermes Lab runs on Linux and macOS; on Windows use it inside WSL.")
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        cli.main(args=arguments, prog_name="hermes-lab", standalone_mode=False)
    except click.ClickException as error:
        _stop(error.format_message())
    except HermesLabError as error:
        _stop(str(error))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("HERMES_LAB_DEBUG"):
            raise
        _stop(f"something went wrong that should not ({type(error).__name__}: {error}); HERMES_LAB_DEBUG=1 shows where")


def _stop(sentence: str) -> None:
    print(f"hermes-lab: {plain(sentence)}", file=sys.stderr)
    sys.exit(2)

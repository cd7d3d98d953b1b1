"""The exercises at the end of the notebooks: four outcomes, the message first, and a solution that is tested."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hermes_lab.builds import BUILDS, FIXES, get_build
from hermes_lab.errors import BadInput
from hermes_lab.resolution.chat_key import ChatSource, chat_key
from hermes_lab.resolution.inputs import Conversation, HonchoConfig
from hermes_lab.resolution.ladder import resolve
from hermes_lab.scratch import Scratch
from hermes_lab.show import short


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question, what was checked when it is answered, a hint, and one right answer. `right` judges an answer."""

    question: str
    checked: str
    hint: str
    solution: Any
    right: Callable[[Any], bool]


def _slack(answer) -> bool:
    change = FIXES["slack-workspace"]
    return tuple(answer) == (get_build("0.20.0").has(change.id), change.date)


def _apart(answer) -> bool:
    scratch = Scratch()
    config = HonchoConfig(strategy="per-repo", sessions={scratch.path(folder): name for folder, name in dict(answer).items()})
    one, two = (resolve(Conversation(scratch.home, scratch / f), config, "0.22.5").honcho_id for f in ("code/myapp", "other/myapp"))
    return one != two


def _gateway(answer) -> bool:
    scratch = Scratch()
    talk = Conversation(scratch.home, terminal_cwd=scratch / "code/backend")
    return tuple(answer) == tuple(resolve(talk, HonchoConfig(strategy="per-repo"), build).name for build in ("0.20.1", "0.22.5"))


def _shared(answer) -> bool:
    one, two = (ChatSource("slack", "channel", chat_id="C1", scope_id=scope) for scope in ("T1", "T2"))
    return set(answer) == {name for name in BUILDS if chat_key(one, build=name).key == chat_key(two, build=name).key}


EXERCISES = {
    "slack": Exercise(
        "Does 0.20.0 name the Slack workspace in a chat key, and since which day is that relied on?",
        "both parts of the answer",
        "lab.FIXES['slack-workspace'] has the day, get_build('0.20.0').has(...) the other part",
        (False, "2026-08-13"),
        _slack,
    ),
    "apart": Exercise(
        "Which sessions map keeps ~/other/myapp and ~/code/myapp apart under per-repo?",
        "the two Honcho ids on 0.22.5",
        "one entry is enough: the exact path of one folder, and a name of your own",
        {"~/other/myapp": "other-myapp"},
        _apart,
    ),
    "gateway": Exercise(
        "A gateway stands in ~ and terminal.cwd is ~/code/backend. Which names do 0.20.1 and 0.22.5 give under per-repo?",
        "both names, asked of the ladder",
        "one of the builds asks for the launch directory only",
        ("home", "backend"),
        _gateway,
    ),
    "shared": Exercise(
        "Two Slack workspaces use the same channel id. On which builds do they share a session?",
        "all eight builds",
        "the change is called slack-workspace",
        ["0.19.0", "0.20.0", "main 2026-08-09"],
        _shared,
    ),
}


def check(name: str, answer=None) -> str:
    """`right`, `not yet`, `not tried` or `cannot tell`, with what was checked or what to do. Writes nothing lasting.

    Raises BadInput for an exercise that does not exist.
    """
    if name not in EXERCISES:
        raise BadInput(f"There is no exercise {name[:40]!r}: there are {', '.join(EXERCISES)}.")
    exercise = EXERCISES[name]
    if answer is None:
        return f"not tried: put your answer in place of None. {exercise.question}"
    try:
        right = exercise.right(answer)
    except (TypeError, ValueError, AttributeError) as error:
        return f"cannot tell: an answer of this shape cannot be checked ({short(error)}). Hint: {exercise.hint}."
    return f"right: checked {exercise.checked}." if right else f"not yet. Hint: {exercise.hint}."

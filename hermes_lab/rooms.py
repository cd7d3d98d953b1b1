"""The rooms of the workbench, one notebook each: what brings you there, and what you can say afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from hermes_lab.places import notebooks_dir
from hermes_lab.show import esc


@dataclass(frozen=True, slots=True)
class Room:
    """One notebook: its file, its title, the symptoms that lead to it, what it teaches, and minutes needed."""

    file: str
    title: str
    symptoms: tuple[str, ...]
    teaches: str
    minutes: int

    @property
    def built(self) -> bool:
        """Whether the notebook is there to be opened."""
        return (notebooks_dir() / self.file).is_file()


FIRST = "00_start_here.ipynb"

ROOMS = (
    Room(FIRST, "Start here", (), 'which symptom leads to which page; pick "the Hermes I run" once', 3),
    Room(
        "01_which_session.ipynb",
        "Which session does a conversation land in?",
        ("memory of one repository turns up in another", "the config says per-repo and it behaves like global", "a session is named like a chat title"),
        "the ladder of rules that names a session, the four strategies, reading a name backwards; the resolution panel",
        15,
    ),
    Room(
        "02_which_directory.ipynb",
        "Which directory counts?",
        ("a fresh clone remembers the home folder", "everything lands in one session called home", "the sessions map entry never matches"),
        "the chain of directories, what each surface hands to it, why everything once landed in `home`",
        10,
    ),
    Room(
        "03_cross_repo_probe.ipynb",
        "Can B see what A wrote?",
        ("you want to know whether two folders share a memory",),
        "a probe with a control that separates session memory from profile",
        15,
    ),
    Room(
        "04_who_is_talking.ipynb",
        "Who is talking?",
        ("another person's data shows up for you", "one person became three peers", "two chats share one key"),
        "how a message gets its peer and its chat key",
        10,
    ),
    Room(
        "05_when_is_my_edit_seen.ipynb",
        "When does a running session see my edit?",
        ("an edited SOUL.md or AGENTS.md is ignored", "a restart did not bring the edit in"),
        "stored prompts, the prefix cache and refresh-prompts",
        15,
    ),
    Room(
        "06_the_incident.ipynb",
        "How a gateway can lose a conversation",
        ("hundreds of messages are gone after a crash",),
        "the incident step by step, with each fault on and off",
        20,
    ),
    Room(
        "07_restart_and_repair.ipynb",
        "After a restart: which row, and bringing one back",
        ("the chat went back days after a restart", "a conversation cannot be found any more"),
        "rehearsing a restart and repairing a state.db, on a copy first",
        20,
    ),
    Room("08_reproduce_a_report.ipynb", "Reproduce a report", ("you have a bug report and no reproduction",), "a report in ten lines that anyone can replay", 10),
    Room("09_your_own_profile.ipynb", "Your own profile", ("you want all of this asked of your own profile",), "a read-only check-up of a real profile", 10),
)


def symptoms() -> list[tuple[str, Room]]:
    """Every symptom with the room that it leads to, in the order of the rooms."""
    return [(symptom, room) for room in ROOMS for symptom in room.symptoms]


def symptoms_html() -> str:
    """The symptoms as an HTML table; a room that is built is a link, one that is not is named without."""
    rows = "".join(f"<tr><td style='text-align:left;padding:2px 16px 2px 0'>{esc(symptom)}</td><td style='text-align:left'>{_link(room)}</td></tr>" for symptom, room in symptoms())
    head = "<tr><th scope='col' style='text-align:left'>what you see</th><th scope='col' style='text-align:left'>where to go</th></tr>"
    return f"<table style='font-size:13px;border-collapse:collapse'><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _link(room: Room) -> str:
    return f'<a href="{esc(room.file)}">{esc(room.title)}</a>' if room.built else f"{esc(room.title)} (not built yet)"

"""What the tests of the claims stand on: real folders, repositories made by git itself, one way to ask for a name."""

import os
import subprocess

import hermes_lab as lab

BEFORE, AFTER = "0.20.1", "main 2026-09-16"
AUTOMATIC = "Refactor the billing module"
TYPED = "My Explicit Name"
ALL_STRATEGIES = ("per-session", "per-directory", "per-repo", "global")
REPOSITORIES = ("myapp", "lib", "backend", "frontend", "ops-scripts", "other/myapp", "myapp/vendor/inner")
FOLDERS = ("myapp/src/api", "lib/api", "plain", "with blanks", "café")


def git(*words):
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = ("-c", "user.name=Lab", "-c", "user.email=lab@example.org", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *who, *map(str, words)], check=True, capture_output=True, env=env)


def grow(base):
    """A folder called home, no repository itself, with REPOSITORIES and FOLDERS in it. Returns its path."""
    home = base.resolve() / "home"
    for folder in (*REPOSITORIES, *FOLDERS):
        (home / folder).mkdir(parents=True, exist_ok=True)
    for repository in REPOSITORIES:
        git("init", "-q", home / repository)
    return home


def ask(launch, folder=None, strategy="per-repo", build=AFTER, settings=(), **talk):
    """The answer for work in `folder` (handed over to the agent) of a process started in `launch`."""
    config = lab.HonchoConfig(strategy=strategy, **dict(settings))
    return lab.resolve(lab.Conversation(launch, folder, **talk), config, build)


def names(launch, folders, **more):
    """The names of the same question in several folders."""
    return [ask(launch, folder, **more).name for folder in folders]

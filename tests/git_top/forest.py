"""Every shape of folder that bears on a top level, planted at random depths."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.git_top.judge import git


def plain(at, env, rng):
    git(at, "init", "-q", env=env)
    yield at


def nothing(at, env, rng):
    yield at


def committed(at, env):
    git(at, "init", "-q", env=env)
    git(at, "commit", "-q", "--allow-empty", "-m", "first", env=env)


def nested(at, env, rng):
    git(at, "init", "-q", env=env)
    git(at, "init", "-q", "in/ner", env=env)
    yield from (at, at / "in", at / "in/ner")


def worktree(at, env, rng):
    (at / "main").mkdir()
    committed(at / "main", env)
    git(at / "main", "worktree", "add", "-q", "../linked", env=env)
    yield from (at / "linked", at / "main", at)


def worktree_gone(at, env, rng):
    for _ in worktree(at, env, rng):
        pass
    shutil.rmtree(at / "main")
    yield at / "linked"


def worktree_of_bare(at, env, rng):
    (at / "main").mkdir()
    committed(at / "main", env)
    git(at, "clone", "-q", "--bare", "main", "store.git", env=env)
    git(at / "store.git", "worktree", "add", "-q", "../linked", env=env)
    yield from (at / "linked", at / "store.git", at / "store.git/worktrees/linked")


def submodule(at, env, rng):
    (at / "lib").mkdir()
    committed(at / "lib", env)
    (at / "app").mkdir()
    git(at / "app", "init", "-q", env=env)
    git(at / "app", "submodule", "add", "-q", "../lib", "sub", env=env | {"GIT_ALLOW_PROTOCOL": "file"})
    yield from (at / "app/sub", at / "app", at / "app/.git/modules/sub", at / "app/.git/modules/sub/refs", at / "app/.git/modules")


def separate(at, env, rng):
    git(at, "init", "-q", "--separate-git-dir", "store", "work", env=env)
    yield from (at / "work", at / "store", at)


def bare(at, env, rng):
    git(at, "init", "-q", "--bare", "b.git", env=env)
    yield from (at / "b.git", at / "b.git/refs/heads", at / "b.git/objects")


def bare_inside_repo(at, env, rng):
    git(at, "init", "-q", env=env)
    git(at, "init", "-q", "--bare", "b.git", env=env)
    head = at / "b.git/HEAD"
    head.unlink()
    head.symlink_to("refs/heads/unborn")
    yield from (at / "b.git", at / "b.git/refs")


def inside_git_folder(at, env, rng):
    git(at, "init", "-q", env=env)
    yield from (at / ".git", at / ".git/refs", at / ".git/objects/info")


def empty_git_folder(at, env, rng):
    (at / ".git").mkdir()
    yield from (at, at / ".git")


def broken_git_folder(at, env, rng):
    git(at, "init", "-q", env=env)
    lost = at / ".git" / rng.choice(["HEAD", "objects", "refs"])
    lost.unlink() if lost.is_file() else shutil.rmtree(lost)
    yield from (at, at / ".git")


BROKEN_FILES = [
    "", "rubbish\n", "gitdir: ../nowhere\n", "gitdir:../store\n", "../store\n", "gitdir: \n", "gitdir: ../store \n", "gitdir: ../store\nmore\n",
    "gitdir: ../store\0\n", " gitdir: ../store\n", "gitdir:  ../store\n", "gitdir: store\n",
]  # fmt: skip
ODD_FILES = ["gitdir: ../store", "gitdir: ../store\n", "gitdir: ../store\r\n\n", "gitdir: .././store/\n", "gitdir: ../plain/../store\n"]


def _git_files(texts):
    def shape(at, env, rng):
        git(at, "init", "-q", "--separate-git-dir", "store", "plain", env=env)
        for number, text in enumerate(texts):
            work = at / f"work{number}"
            work.mkdir()
            (work / ".git").write_text(text)
            yield work

    return shape


def linked_git_folder(at, env, rng):
    git(at, "init", "-q", env=env)
    (at / ".git").rename(at / "moved")
    (at / ".git").symlink_to("moved")
    yield from (at, at / ".git", at / "moved")


def link_to_nowhere(at, env, rng):
    (at / ".git").symlink_to("nowhere")
    yield at


def pipe_as_git(at, env, rng):
    os.mkfifo(at / ".git")
    yield at


def file_called_head(at, env, rng):
    (at / "HEAD").write_text("not a repository")
    yield at


CONFIGS = {
    "bare": "[core]\n\tbare = true\n",
    "worktree elsewhere": "[core]\n\tworktree = ../../elsewhere\n",
    "worktree gone": "[core]\n\tworktree = /nowhere/at/all\n",
    "version 1": "[core]\n\trepositoryformatversion = 1\n",
    "version 9": "[core]\n\trepositoryformatversion = 9\n",
    "known extension": "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n",
    "unknown extension": "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tunheardof = true\n",
    "extension that version 0 ignores": "[core]\n\trepositoryformatversion = 0\n[extensions]\n\tunheardof = true\n",
    "unparsable": "[core\n",
    "bad switch": "[core]\n\tfilemode = perhaps\n",
    "include": "[include]\n\tpath = more\n",
    "include of a bare setting": "[include]\n\tpath = barely\n",
    "include of rubbish": "[include]\n\tpath = broken\n",
    "extension with a config of its own": "[core]\n\trepositoryformatversion = 0\n[extensions]\n\tworktreeConfig = true\n",
    "empty": "",
    "byte order mark": "\ufeff[core]\n\tbare = false\n",
    "carriage returns": "[core]\r\n\tbare = true\r\n",
    "continued line": "[core]\n\tbare = tr\\\nue\n",
    "on one line": "[core] bare = true\n",
    "worktree behind a comment": "# x\n[remote \"o\"]\n\turl = x ; y\n[core]\n\tworktree = ..\n",
    "plain with remotes": '[core]\n\tbare = false\n[remote "o"]\n\turl = "a#b" # c\n\tfetch = +refs/*:refs/*\n[branch "m"]\n\tremote = o\n',
}  # fmt: skip
HEADS = {
    "detached": "0" * 39 + "1\n", "no line end": "ref: refs/heads/x", "outside refs": "ref: heads/x\n", "nothing": "",
    "two blanks": "ref:  refs/heads/x\n", "short id": "0123\n", "rubbish": "what\n", "longer": "f" * 64 + "\n",
}  # fmt: skip


def _with_config(text):
    def shape(at, env, rng):
        (at / "elsewhere").mkdir()
        work = at / "work"
        git(at, "init", "-q", "work", env=env)
        for name, content in {"barely": "[core]\n\tbare = true\n", "config.worktree": "[core]\n\tbare = true\n", "broken": "[core\n"}.items():
            (work / ".git" / name).write_text(content)
        (work / ".git/config").write_bytes(text.encode())
        yield from (work, at / "elsewhere", work / ".git/refs")

    return shape


def _with_head(text):
    def shape(at, env, rng):
        git(at, "init", "-q", env=env)
        (at / ".git/HEAD").write_text(text)
        yield at

    return shape


def linked_head(at, env, rng):
    git(at, "init", "-q", env=env)
    (at / ".git/HEAD").unlink()
    (at / ".git/HEAD").symlink_to(rng.choice(["refs/heads/unborn", "config", "nowhere"]))
    yield at


def config_lost(at, env, rng):
    git(at, "init", "-q", env=env)
    (at / ".git/config").unlink()
    yield at


NAMES = [b"ends in a blank ", b"ends in a line\n", b" begins so", b"tab\t", b"\xff\xfe not utf-8", b"caf\xc3\xa9", b"nbsp\xc2\xa0", b"a\nb", b"c\rd"]


def odd_name(at, env, rng):
    name = os.path.join(os.fsencode(at), rng.choice(NAMES) + b"%d" % rng.randrange(9) * rng.randrange(2))
    os.mkdir(name)
    git(name, "init", "-q", env=env)
    yield Path(os.fsdecode(name))


def through_links(at, env, rng):
    git(at, "init", "-q", "real", env=env)
    (at / "real/deep").mkdir()
    (at / "way").symlink_to("real/deep")
    (at / "real/out").symlink_to(at)
    yield from (at / "way", at / "real/out", at / "real/out/way")


SHAPES = {
    **{f.__name__: f for f in (
        plain, nothing, nested, worktree, worktree_gone, worktree_of_bare, submodule, separate, bare, bare_inside_repo,
        inside_git_folder, empty_git_folder, broken_git_folder, linked_git_folder, link_to_nowhere,
        pipe_as_git, file_called_head, linked_head, config_lost, odd_name, through_links,
    )},
    "broken_git_file": _git_files(BROKEN_FILES),
    "odd_git_file": _git_files(ODD_FILES),
    **{f"config: {name}": _with_config(text) for name, text in CONFIGS.items()},
    **{f"HEAD: {name}": _with_head(text) for name, text in HEADS.items()},
}  # fmt: skip
COMMON = ("plain", "nothing", "nested", "worktree", "separate")


def grow(ground: Path, shapes, env, rng):
    """Plant each shape below a folder of an earlier one or on open ground; yields (shape, folder below it, on open ground)."""
    soil = []
    for number, name in enumerate(shapes):
        nest = bool(soil) and rng.random() < 0.5
        at = (rng.choice(soil) if nest else ground) / f"{number}"
        at = at.joinpath(*"xyz"[: rng.randrange(4)])
        at.mkdir(parents=True)
        for folder in SHAPES[name](at, env, rng):
            yield name, folder, not nest
            below = folder.joinpath("below", *"uvw"[: rng.randrange(4)])
            below.mkdir(parents=True, exist_ok=True)
            yield name, below, not nest
        if ".git" not in folder.parts:
            soil.append(below)

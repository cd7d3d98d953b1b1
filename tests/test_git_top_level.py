"""The git top level, with git itself as the judge: every tree here is real, every answer is compared with git's."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from hermes_lab.resolution import git_ask, git_config, git_top
from hermes_lab.resolution.git_top import TopLevel, top_level

SEED = 20260911
ASKED, READ = "asked git", "read"
ROOT = os.geteuid() == 0


def git(folder, *words, env, **more):
    """Run git to build something; a failure is an error of the test."""
    command = ["git", "-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "protocol.file.allow=always", *words]
    return subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, stdin=subprocess.DEVNULL, **more)


def git_says(folder, env):
    try:
        done = subprocess.run(
            ["git", "rev-parse", "--show-toplevel"], cwd=folder, env=env, capture_output=True, stdin=subprocess.DEVNULL, timeout=20
        )  # fmt: skip
    except (OSError, ValueError):
        return None
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else None


def same(folder, env) -> TopLevel:
    """The lab's answer, after a comparison with git's."""
    seen = top_level(folder, env=env)
    assert seen.path == git_says(folder, env), (folder, seen)
    assert seen.why and "\n" not in seen.why and seen.how in (READ, ASKED)
    return seen


@pytest.fixture(scope="module")
def plain_env(tmp_path_factory):
    return {"PATH": os.environ["PATH"], "HOME": str(tmp_path_factory.mktemp("home")), "LC_ALL": "C"}


@pytest.fixture
def env(plain_env):
    return dict(plain_env)


@pytest.fixture
def repo(tmp_path, env):
    git(tmp_path, "init", "-q", "repo", env=env)
    (tmp_path / "repo" / "a" / "b").mkdir(parents=True)
    return tmp_path / "repo"


@pytest.fixture
def reads(plain_env):
    """For tests that assert the fast path: say why where this machine cannot have it."""
    if not git_top.READS:
        pytest.skip("the file system is read on Linux only")
    try:
        git_config.check_shared_config(git_ask.system_config(*git_ask.find_git(plain_env["PATH"])))
    except git_ask.NotCertain as reason:
        pytest.skip(f"this machine's git or its system config is unusual: {reason}")


# ---- the forest: shapes composed at random depths -------------------------------------------------------------------


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


def test_git_gives_the_same_answer_in_every_folder_of_a_forest_that_holds_every_shape(tmp_path, env, reads):
    rng = random.Random(SEED)
    shapes = [*SHAPES, *SHAPES, *(COMMON * 3), "odd_name", "odd_name", "broken_git_folder", "broken_git_file", "linked_head"]
    rng.shuffle(shapes)
    folders = list(grow(tmp_path, shapes, env, rng))
    seen = [(shape, ground, same(str(folder), env)) for shape, folder, ground in folders]
    hows = Counter((shape, answer.how) for shape, _, answer in seen)
    assert len(seen) >= 300
    assert {shape for shape, _, _ in seen} == set(SHAPES) and len(SHAPES) == 52
    assert len({answer.path for _, _, answer in seen}) >= 80
    assert sum(answer.path is None for _, _, answer in seen) >= 60
    assert {answer.how for shape, ground, answer in seen if ground and shape in COMMON[:4]} == {READ}
    assert all(hows[shape, READ] for shape in COMMON) and sum(how == READ for how in (a.how for _, _, a in seen)) >= 120
    assert all(hows[shape, ASKED] for shape in ("bare", "submodule", "broken_git_folder", "config: bare", "linked_git_folder"))


@pytest.mark.parametrize("shape", COMMON)
def test_a_common_shape_is_read_at_any_depth_and_git_agrees(tmp_path, env, reads, shape):
    folders = [folder for folder in SHAPES[shape](tmp_path, env, random.Random(1)) if folder.name != "store"]
    assert folders
    for folder in folders:
        for depth in range(5):
            below = folder.joinpath(*"pqrst"[:depth])
            below.mkdir(exist_ok=True)
            assert same(str(below), env).how == READ


def test_a_git_file_with_a_relative_target_is_read_and_a_git_link_is_left_to_git(tmp_path, env, reads):
    files = list(_git_files(ODD_FILES)(tmp_path, env, None))
    assert [same(str(folder), env).how for folder in files] == [ASKED, READ, ASKED, READ, READ]
    assert [top_level(str(folder), env=env).path for folder in files] == [str(folder) for folder in files]
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked/.git").symlink_to("../store")
    assert same(str(tmp_path / "linked"), env).how == ASKED


# ---- config files ---------------------------------------------------------------------------------------------------

WILD = ["", "x", '"a b" c', r"a\tb\\", "~no-such-user/x", "5 # note", '"#;" ; note', "grün", "%(prefix)/x", "true", "-1", "maybe", "9" * 40]


def _every_known_setting(rng):
    """A config with each setting that the scan knows, texts with wild values; and how many settings it holds."""
    fixed = {git_config._SWITCH: ["true", "False "], git_config._PATH: ["~/x", "/x/y z"]}
    lines, count = [], 0
    for heads, keys in git_config._PLAIN.items():
        for head in heads.split("|"):
            lines.append(f"[{head}]")
            for names, value in keys.items():
                choices = WILD if value == git_config._TEXT else fixed.get(value) or re.findall("[a-z0]{1,}", value.replace(r"\t", ""))
                for name in ["anything", "some-key"] if names == git_config._ANY else names.split("|"):
                    lines.append(f"\t{name} = {rng.choice(choices)}")
                    count += 1
    for head in git_config._NAMED.split("|"):
        lines += [f'[{head} "some.name"]', f"\tsome-key = {rng.choice(WILD)}"]
        count += 1
    return "\n".join(lines) + "\n", count


def test_git_lives_with_every_setting_that_the_scan_calls_harmless_whatever_its_text(repo, env, reads):
    rng = random.Random(SEED)
    for where in (repo / ".git/config", Path(env["HOME"]) / ".gitconfig"):
        before = where.read_bytes() if where.exists() else None
        for _ in range(20):
            text, count = _every_known_setting(rng)
            assert count >= 60
            where.write_text(text)
            assert same(str(repo / "a"), env) == TopLevel(str(repo), READ, "a .git folder stands here"), text
        where.unlink() if before is None else where.write_bytes(before)


FINE = {
    "[core]\n": ["\tbare = false\n", "\tfilemode = true\n", "\teditor = vi\n", "\tautocrlf = input\n", "\texcludesfile = ~/x\n", "# c\n", "\n"],
    "[user]\n": ["\tname = A \"B\" C\n", "  email =\te@x\n", "; c\n"],
    "[push]\n": ["\tdefault = simple\n"],
    '[remote "o"]\n': ["\turl = a b\n", "\tfetch = +refs/*:refs/* # x\n"],
    "[alias]\n": ["\tco = checkout # x\n"],
}  # fmt: skip
DOUBTFUL = [
    "[core] # c\n", "[ core]\n", "[user\n", "[push", '[x "y]\n', "\tname = \"A\n", "\tname\n", "\tdefault = odd\n", "\turl = \\q\n", "\turl = a\\\n", "\x00",
    "\tfilemode = no way\n", "\texcludesfile = ~nobody-here/x\n", "\tcompression = 99\n", "key = 1\n", "\t= 1\n", "[advice]\n\tdetachedHead = hm\n",
]  # fmt: skip


def _random_config(rng):
    pieces = []
    for head in rng.sample(list(FINE), rng.randrange(1, 4)):
        pieces += [head, *(rng.choice(FINE[head]) for _ in range(rng.randrange(4)))]
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        pieces.insert(rng.randrange(len(pieces) + 1), rng.choice(DOUBTFUL))
    return "".join(pieces)


def test_a_config_of_random_pieces_never_passes_the_scan_where_git_dies_of_it(repo, env, reads):
    rng = random.Random(SEED)
    counts = Counter()
    for number in range(240):
        text = _random_config(rng)
        where = repo / ".git/config" if number % 2 else Path(env["HOME"]) / ".gitconfig"
        before = where.read_bytes() if where.exists() else None
        where.write_text(text)
        seen = same(str(repo), env)
        where.unlink() if before is None else where.write_bytes(before)
        counts[seen.how, seen.path is None] += 1
    assert counts[READ, False] >= 70 and counts[ASKED, False] >= 15 and counts[ASKED, True] >= 70, counts
    assert counts[READ, True] == 0


@pytest.mark.parametrize("place", ["home", "xdg", "default xdg"])
def test_a_broken_user_config_leaves_no_answer_and_a_plain_one_is_read_over(repo, env, tmp_path, reads, place):
    env["HOME"] = str(tmp_path / "house")
    config = {"home": "house/.gitconfig", "xdg": "settings/git/config", "default xdg": "house/.config/git/config"}[place]
    if place == "xdg":
        env["XDG_CONFIG_HOME"] = str(tmp_path / "settings")
    (tmp_path / config).parent.mkdir(parents=True)
    (tmp_path / config).write_text("[user]\n\tname = Me\n")
    assert same(str(repo), env) == TopLevel(str(repo), READ, "a .git folder stands here")
    (tmp_path / config).write_text("[user\n\tname = Me\n")
    assert same(str(repo), env).path is None
    (tmp_path / config).unlink()
    (tmp_path / config).mkdir()
    assert same(str(repo), env).how == ASKED


def test_a_user_config_that_breaks_after_it_was_found_clean_is_noticed(repo, env, tmp_path, reads, monkeypatch):
    monkeypatch.setattr(git_config, "SETTLED_SECONDS", -1)
    config = Path(env["HOME"]) / ".gitconfig"
    config.write_text("[user]\n")
    assert same(str(repo), env).how == READ and os.fsencode(config) in git_config._CLEAN
    time.sleep(0.05)
    config.write_text("[user\n\n")
    assert same(str(repo), env).path is None
    config.unlink()
    assert same(str(repo), env).how == READ


def test_a_user_config_that_was_changed_a_moment_ago_is_scanned_anew(repo, env, reads):
    config = Path(env["HOME"]) / ".gitconfig"
    config.write_text("[user]\n")
    git_config._CLEAN.pop(os.fsencode(config), None)
    assert same(str(repo), env).how == READ and os.fsencode(config) not in git_config._CLEAN
    config.unlink()


# ---- the environment ------------------------------------------------------------------------------------------------


def test_variables_that_steer_git_are_followed(repo, env, tmp_path):
    git(tmp_path, "init", "-q", "other", env=env)
    inside, other = str(repo / "a" / "b"), tmp_path / "other"
    cases = {
        str(other / ".git"): {"GIT_DIR": str(other / ".git")},
        "work tree": {"GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(tmp_path)},
        "ceiling": {"GIT_CEILING_DIRECTORIES": str(repo)},
        "lower ceiling": {"GIT_CEILING_DIRECTORIES": str(tmp_path)},
        "another owner": {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"},
        "objects": {"GIT_OBJECT_DIRECTORY": "/nowhere"},
        "config": {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.filemode", "GIT_CONFIG_VALUE_0": "odd"},
        "global": {"GIT_CONFIG_GLOBAL": str(repo / "a")},
        "common": {"GIT_COMMON_DIR": "/nowhere"},
        "across": {"GIT_DISCOVERY_ACROSS_FILESYSTEM": "odd"},
        "unheard of": {"GIT_UNHEARD_OF": "1"},
        "loader": {"LD_PRELOAD": ""},
        "home": {"HOME": "a"},
        "xdg": {"XDG_CONFIG_HOME": "a"},
    }
    seen = {name: same(inside, env | more) for name, more in cases.items()}
    assert {answer.how for answer in seen.values()} == {ASKED}
    assert seen[str(other / ".git")].path == inside and seen["work tree"].path == str(tmp_path)
    assert [name for name, answer in seen.items() if answer.path is None] == ["ceiling", "another owner", "objects", "config", "global", "common", "across"]
    assert seen["lower ceiling"].path == seen["unheard of"].path == str(repo)


def test_variables_that_cannot_steer_git_do_not_cost_a_process(repo, env, reads):
    more = dict.fromkeys(git_top._HARMLESS_VARIABLES, "odd value")
    assert len(more) == 15
    assert same(str(repo / "a"), env | more).how == READ


def test_a_safe_directory_makes_up_for_another_owner(repo, env):
    stranger = env | {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    assert same(str(repo), stranger).path is None
    config = Path(env["HOME"]) / ".gitconfig"
    config.write_text(f"[safe]\n\tdirectory = {repo}\n")
    assert same(str(repo), stranger).path == str(repo)
    config.unlink()


@pytest.mark.skipif(not ROOT, reason="only root can give a folder to someone else")
@pytest.mark.parametrize("given", ["", ".git"])
def test_a_repository_of_someone_else_is_left_to_git(repo, env, given):
    os.chown(repo / given, 12345, 12345)
    assert same(str(repo / "a"), env) == TopLevel(None, ASKED, top_level(str(repo), env=env).why)
    assert same(str(repo / "a"), env | {"SUDO_UID": "12345"}).path == str(repo)
    config = Path(env["HOME"]) / ".gitconfig"
    config.write_text("[safe]\n\tdirectory = *\n")
    assert same(str(repo / "a"), env).path == str(repo)
    config.unlink()


@pytest.mark.skipif(not ROOT, reason="only root can give a file to someone else")
def test_a_git_file_of_someone_else_is_left_to_git(tmp_path, env):
    work, *_ = separate(tmp_path, env, None)
    os.chown(work / ".git", 12345, 12345)
    seen = same(str(work), env)
    assert seen.path is None and seen.how == ASKED and "dubious" in seen.why


def test_a_search_that_meets_another_file_system_is_left_to_git(env):
    places = [place for place in ("/proc", "/sys", "/dev", "/dev/shm") if os.path.isdir(place) and os.stat(place).st_dev != os.stat("/").st_dev]
    if not places:
        pytest.skip("no other file system is mounted here")
    assert {same(place, env).how for place in places} == {ASKED}
    assert same("/", env).path == git_says("/", env)


def test_the_environment_is_the_process_s_own_unless_one_is_given(repo, env, monkeypatch, reads):
    for name in list(os.environ):
        if name.startswith(("GIT_", "LD_", "XDG_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", env["HOME"])
    assert top_level(str(repo)) == TopLevel(str(repo), READ, "a .git folder stands here")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert top_level(str(repo)).path is None and top_level(str(repo)).how == ASKED


# ---- which git ------------------------------------------------------------------------------------------------------


def _program(folder: Path, text: str, mode=0o755) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "git").write_text(text)
    (folder / "git").chmod(mode)
    return folder


def test_without_git_on_path_there_is_no_answer(repo, env, tmp_path):
    for path in (str(tmp_path), "", ".", f"{tmp_path}:"):
        assert same(str(repo), env | {"PATH": path}).path is None
    assert top_level(str(repo), env=env | {"PATH": str(tmp_path)}).why == "no git on PATH"


def test_a_git_that_cannot_be_started_is_passed_over_on_path(repo, env, tmp_path, reads):
    there = _program(tmp_path / "bin", "#!/bin/sh\necho /fake\n", 0o644)
    assert same(str(repo), env | {"PATH": f"{there}:{env['PATH']}"}) == TopLevel(str(repo), READ, "a .git folder stands here")


def test_a_script_called_git_has_the_last_word(repo, env, tmp_path):
    there = _program(tmp_path / "bin", "#!/bin/sh\necho '/fake '\n")
    mine = env | {"PATH": f"{there}:{env['PATH']}"}
    for folder in (repo, tmp_path):
        seen = same(str(folder), mine)
        assert (seen.path, seen.how) == ("/fake", ASKED)
    _program(there, "#!/bin/sh\nexit 3\n")
    assert same(str(repo), mine) == TopLevel(None, ASKED, "git ended with status 3")
    _program(there, "not even a script\n")
    assert same(str(repo), mine).path == str(repo)


def test_a_relative_entry_on_path_counts_from_the_folder_that_is_asked_about(repo, env):
    _program(repo / "bin", "#!/bin/sh\necho /fake\n")
    seen = same(str(repo), env | {"PATH": f"bin:{env['PATH']}"})
    assert (seen.path, seen.how) == ("/fake", ASKED)


def test_a_git_that_is_replaced_is_looked_at_anew(repo, env, tmp_path, reads):
    (tmp_path / "bin").mkdir()
    shutil.copy(git_ask.find_git(env["PATH"])[0], tmp_path / "bin/git")
    mine = env | {"PATH": str(tmp_path / "bin")}
    assert same(str(repo), mine) == TopLevel(str(repo), READ, "a .git folder stands here")
    _program(tmp_path / "bin", "#!/bin/sh\nexit 3\n")
    assert same(str(repo), mine) == TopLevel(None, ASKED, "git ended with status 3")


def test_a_binary_called_git_that_is_not_git_has_the_last_word(repo, env, tmp_path, reads):
    assert git_ask._is_git_itself(git_ask.find_git(env["PATH"])[0]) and not git_ask._is_git_itself(shutil.which("true"))
    (tmp_path / "bin").mkdir()
    shutil.copy(shutil.which("true"), tmp_path / "bin/git")
    seen = top_level(str(repo), env=env | {"PATH": f"{tmp_path}/bin"})
    assert (seen.path, seen.how) == (None, ASKED)


def test_a_git_that_stays_silent_gives_no_answer(repo, env, tmp_path, monkeypatch):
    assert git_ask.TIMEOUT_SECONDS == 5
    monkeypatch.setattr(git_ask, "TIMEOUT_SECONDS", 0.2)
    there = _program(tmp_path / "bin", "#!/bin/sh\nexec sleep 30\n")
    started = time.monotonic()
    seen = top_level(str(repo), env=env | {"PATH": f"{there}:{env['PATH']}"})
    assert seen == TopLevel(None, ASKED, "git was silent for 0.2 s") and 0.2 <= time.monotonic() - started < 3


def test_a_config_that_git_waits_for_gives_no_answer(repo, env, monkeypatch):
    monkeypatch.setattr(git_ask, "TIMEOUT_SECONDS", 0.2)
    (repo / ".git/config").unlink()
    os.mkfifo(repo / ".git/config")
    assert top_level(str(repo), env=env) == TopLevel(None, ASKED, "git was silent for 0.2 s")


# ---- the folder as it is given --------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_entered_has_no_top_level(repo, env, monkeypatch, reads):
    monkeypatch.chdir(repo)
    (repo / "file").write_text("")
    (repo / "loop").symlink_to("loop")
    (repo / "gone").symlink_to("nowhere")
    folders = [repo / "file", repo / "missing", repo / "loop", repo / "gone", repo / "file/x", "", "nul\0", "\ud800", "x" * 300, "/x" * 2500]
    for folder in folders:
        assert same(str(folder), env).path is None
    for folder in (repo / "file", repo / "missing", ""):
        assert top_level(str(folder), env=env) == TopLevel(None, READ, "the folder cannot be entered")


def test_a_relative_folder_is_taken_from_where_the_process_stands(repo, env, monkeypatch, reads):
    monkeypatch.chdir(repo / "a")
    for folder in (".", "b", "b/..", "../a/b/", "./"):
        assert same(folder, env) == TopLevel(str(repo), READ, "a .git folder stands here")
    assert same("../..", env).path is None


def test_a_working_directory_that_was_deleted_has_no_top_level(repo, env, monkeypatch):
    lost = repo / "lost"
    lost.mkdir()
    monkeypatch.chdir(lost)
    lost.rmdir()
    (repo / "lost (deleted)").mkdir()
    assert same(".", env).path is None


@pytest.mark.parametrize(("name", "shown"), [(b"end ", "end"), (b"end\n", "end"), (b"\xffend\xc2\xa0", "\ufffdend"), (b"a\nb", "a\nb"), ("ä".encode(), "ä")])
def test_names_come_out_as_git_s_output_is_read(tmp_path, env, reads, name, shown):
    folder = os.path.join(os.fsencode(tmp_path), name)
    os.mkdir(folder)
    git(folder, "init", "-q", env=env)
    assert same(os.fsdecode(folder), env) == TopLevel(f"{tmp_path}/{shown}", READ, "a .git folder stands here")


@pytest.mark.skipif(ROOT, reason="root may enter every folder")
def test_a_folder_that_may_not_be_entered_is_left_to_git(repo, env):
    (repo / "a").chmod(0o600)
    assert same(str(repo / "a"), env).how == ASKED
    (repo / "a").chmod(0o755)

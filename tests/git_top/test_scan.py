"""The scan of git's config files: it never calls harmless what git dies of."""

from __future__ import annotations

import os
import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest

from hermes_lab.resolution.git import scan
from hermes_lab.resolution.git.top import TopLevel
from tests.git_top.judge import ASKED, READ, SEED, same

WILD = ["", "x", '"a b" c', r"a\tb\\", "~no-such-user/x", "5 # note", '"#;" ; note', "grün", "%(prefix)/x", "true", "-1", "maybe", "9" * 40]


def _every_known_setting(rng):
    """A config with each setting that the scan knows, texts with wild values; and how many settings it holds."""
    fixed = {scan._SWITCH: ["true", "False "], scan._PATH: ["~/x", "/x/y z"]}
    lines, count = [], 0
    for heads, keys in scan._PLAIN.items():
        for head in heads.split("|"):
            lines.append(f"[{head}]")
            for names, value in keys.items():
                choices = WILD if value == scan._TEXT else fixed.get(value) or re.findall("[a-z0]{1,}", value.replace(r"\t", ""))
                for name in ["anything", "some-key"] if names == scan._ANY else names.split("|"):
                    lines.append(f"\t{name} = {rng.choice(choices)}")
                    count += 1
    for head in scan._NAMED.split("|"):
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
    monkeypatch.setattr(scan, "SETTLED_SECONDS", -1)
    config = Path(env["HOME"]) / ".gitconfig"
    config.write_text("[user]\n")
    assert same(str(repo), env).how == READ and os.fsencode(config) in scan._CLEAN
    time.sleep(0.05)
    config.write_text("[user\n\n")
    assert same(str(repo), env).path is None
    config.unlink()
    assert same(str(repo), env).how == READ


def test_a_user_config_that_was_changed_a_moment_ago_is_scanned_anew(repo, env, reads):
    config = Path(env["HOME"]) / ".gitconfig"
    config.write_text("[user]\n")
    scan._CLEAN.pop(os.fsencode(config), None)
    assert same(str(repo), env).how == READ and os.fsencode(config) not in scan._CLEAN
    config.unlink()

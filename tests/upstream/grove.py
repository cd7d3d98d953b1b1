"""A real tree of folders and repositories for questions about places: plain, nested, linked, broken, oddly named."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

LONG = "long-" + "x" * 115
PLAIN = (
    "plain/sub", "ops scripts", "café", "two\nlines", ".hidden", "-dash-", "a.b.c", "日本", "tab\tname", "tail ", " lead", LONG,
    "$HOME", "~", "..data", "a'b\"c", "emoji 🎉",
)  # fmt: skip
REPOSITORIES = (
    "myapp", "myapp/vendor/inner", "repos/ops scripts", "repos/café", "repos/two\nlines", "repos/tail ", "repos/ends\n", "repos/wide\u2003",
    "repos/nbsp\u00a0", "repos/carriage\rreturn", "repos/carriage\r", "repos/dos\r\nname", "repos/unit\x1f", "repos/" + LONG, "repos/日本", "repos/---",
    "repos/nel\x85", "repos/~", "repos/..x",
)  # fmt: skip
INSIDE = ("myapp/src/deep", "myapp/vendor", "myapp/vendor/inner/lib", "repos/tail /sub", "repos/two\nlines/sub", "myapp/plain-git/sub")
NOT_UTF8 = (os.fsdecode(b"caf\xe9"), "repos/" + os.fsdecode(b"r\xe9po"))


class Grove:
    """The tree under `root`. `folders` exist and are absolute; `odd` are other spellings of places, some of them nowhere."""

    def __init__(self, root: Path, home: Path):
        self.root, self.home = root, home
        self.plain = [self._folder(name) for name in PLAIN]
        self.repositories = [self._repository(name) for name in REPOSITORIES]
        self.inside = [self._folder(name) for name in INSIDE]
        self.special = [self._worktree(), self._elsewhere(), *self._broken(), *self._links(), *self._not_utf8()]
        self.homes = [str(home), self._made(home / "in home")]
        self.folders = [*self.plain, *self.repositories, *self.inside, *self.special, *self.homes, "/"]
        (root / "file.txt").write_text("a file\n")
        self.file = str(root / "file.txt")
        self.gone = str(root / "gone")
        self.odd = self._odd()

    def _made(self, path: Path) -> str:
        path.mkdir(parents=True, exist_ok=True)
        return str(path)

    def _folder(self, name: str) -> str:
        return self._made(self.root / name)

    def _repository(self, name: str, *words: str) -> str:
        path = self._folder(name)
        self._git("init", "-q", *words, path)
        return path

    def _git(self, *words: str) -> None:
        subprocess.run(["git", "-c", "user.name=g", "-c", "user.email=g@example.org", *words], check=True, capture_output=True)

    def _worktree(self) -> str:
        self._git("-C", self.repositories[0], "commit", "-q", "--allow-empty", "-m", "first")
        path = str(self.root / "myapp-worktree")
        self._git("-C", self.repositories[0], "worktree", "add", "-q", path)
        return path

    def _elsewhere(self) -> str:
        """A repository whose work tree is the root of the file system, so that its top level has no name."""
        path = self._repository("rootwork")
        self._git("-C", path, "config", "core.worktree", "/")
        return path

    def _broken(self) -> list[str]:
        self._folder("myapp/plain-git/.git")  # an empty .git folder: passed over
        (self.root / "pointer").mkdir()
        (self.root / "pointer" / ".git").write_text("gitdir: nowhere\n")
        bare = self._repository("bare.git", "--bare")
        return [bare, str(self.root / "pointer"), str(self.root / "myapp" / ".git")]

    def _links(self) -> list[str]:
        for name, target in (("to-repo", "myapp/src"), ("to-plain", "plain"), ("to-nothing", "nothing")):
            (self.root / name).symlink_to(self.root / target)
        return [str(self.root / "to-repo"), str(self.root / "to-plain")]

    def _not_utf8(self) -> list[str]:
        """Where the file system takes such names."""
        try:
            return [self._folder(NOT_UTF8[0]), self._repository(NOT_UTF8[1])]
        except OSError:
            return []

    def _odd(self) -> list[str]:
        root = str(self.root)
        return [
            "~", "~/", "~/in home", "~/nowhere", "~nobody-of-this-name", "~nobody-of-this-name/x", "$HOME", ".", "..", "./", "sub", "sub/", "../plain",
            "src/deep", "nowhere", "/", "//", "///", "/.", self.file, self.file + "/", self.gone, f"{root}/to-nothing", f"{root}/to-repo/..",
            f"{root}//myapp", f"{root}/./plain/", f"{root}/plain/../myapp", f"{root}/myapp/", f"{root}/myapp/.", f"{root}/myapp/..",
            f"  {root}/plain  ", f"\t{root}/plain\n", f"{root}/tail ", f"{root}/myapp/src/", "", " ", "\n", f"{root}/" + "y" * 300, "/z" * 3000,
            f"{root}/nul\0name", f"{root}/\ud800",
        ]  # fmt: skip

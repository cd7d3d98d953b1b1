"""The command line, run as a person runs it: answers on stdout, one sentence on stderr, status 0 or 2, nothing written."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(sys.executable).with_name("hermes-lab")
SECRET = "sk-very-secret-value"


@pytest.fixture
def home(tmp_path):
    """A home with a real profile and a repository, as a person has them."""
    profile = tmp_path / ".hermes"
    profile.mkdir()
    (profile / "config.yaml").write_text("memory:\n  provider: honcho\n")
    (profile / ".env").write_text(f"HONCHO_API_KEY={SECRET}\n")
    (profile / "honcho.json").write_text(json.dumps({"hosts": {"hermes": {"sessionStrategy": "per-repo", "peerName": "ana", "apiKey": SECRET}}}))
    (tmp_path / "code/myapp/src").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(tmp_path / "code/myapp")], check=True)
    return tmp_path


def run(home, *words, cwd=None, **env):
    clean = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", **env}
    return subprocess.run([SCRIPT, *words], cwd=cwd or home, env=clean, capture_output=True, text=True, timeout=60)


def fingerprint(folder: Path):
    return sorted((str(p), p.stat().st_mtime_ns, hashlib.sha256(p.read_bytes()).hexdigest()) for p in folder.rglob("*") if p.is_file())


def test_without_options_it_answers_for_a_chat_from_this_shell_and_says_what_was_read(home):
    before = fingerprint(home)
    done = run(home, "resolve", cwd=home / "code/myapp/src")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("myapp   (strategy: the git top level is ")
    for said in ("used       yes", f"{home}/.hermes/honcho.json", "config.yaml", ".env", "gateway", "agent-main-telegram-dm-ID", "profile"):
        assert said in done.stdout
    assert fingerprint(home) == before


def test_the_record_comes_as_json_too(home):
    record = json.loads(run(home, "resolve", "--json", cwd=home / "code/myapp/src").stdout)
    assert (record["name"], record["honcho_id"], record["rung"], record["active"]) == ("myapp", "myapp", "strategy", True)
    assert [step["rule"] for step in record["steps"]][:2] == ["gateway-key", "session-id"]
    assert record["settings"]["config"]["peer_name"] == "ana"


@pytest.mark.parametrize("words", [("resolve",), ("resolve", "--json"), ("peers",), ("peers", "--json"), ("resolve", "--compare", "0.19.0")])
def test_the_key_is_never_printed(home, words):
    done = run(home, *words, HONCHO_API_KEY=SECRET)
    assert done.returncode == 0 and SECRET not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "words, first",
    [
        (["--strategy", "per-directory"], "src   (strategy"),
        (["--title", "My Name", "--title-source", "user"], "My-Name   (title"),
        (["--title", "My Name", "--title-source", "llm"], "myapp   (strategy"),
        (["--title", "My Name", "--title-source", "llm", "--build", "0.20.1"], "My-Name   (title"),
        (["--gateway-key", "agent:main:telegram:dm:5"], "agent-main-telegram-dm-5   (gateway-key"),
        (["--strategy", "per-session", "--session-id", "run-1"], "run-1   (session-id"),
        (["--launch-dir", "/"], "hermes-default   (fallback"),
        (["--launch-dir", "/", "--cwd", ".."], "myapp   (strategy"),
        (["--launch-dir", "/", "--pinned-cwd", "{home}/code/myapp"], "myapp   (strategy"),
        (["--terminal-cwd", "{home}"], "{name}   (strategy: no repository"),
    ],
)
def test_every_flag_takes_part(home, words, first):
    words = [word.format(home=home) for word in words]
    done = run(home, "resolve", *words, cwd=home / "code/myapp/src")
    assert done.returncode == 0
    assert done.stdout.startswith(first.format(name=home.name)), done.stdout.splitlines()[0]


def test_the_shells_terminal_cwd_counts_and_the_flag_counts_before_it(home):
    folder = str(home / "code/myapp/src")
    assert run(home, "resolve", "--strategy", "per-directory", TERMINAL_CWD=folder).stdout.startswith("src ")
    assert run(home, "resolve", "--strategy", "per-directory", "--terminal-cwd", "", TERMINAL_CWD=folder).stdout.startswith(home.name)


def test_two_builds_stand_side_by_side(home):
    words = ("resolve", "--title", "Fix it", "--title-source", "llm", "--build", "0.20.1", "--compare", "main 2026-09-16")
    done = run(home, *words, cwd=home / "code/myapp")
    assert done.stdout.startswith("The answers differ.")
    assert re.search(r"^name +Fix-it +myapp$", done.stdout, re.M) and re.search(r"^title +won +lost$", done.stdout, re.M)
    assert run(home, "resolve", "--compare", "0.22.2").stdout.startswith("The same answer.")
    assert len(json.loads(run(home, "resolve", "--compare", "0.22.2", "--json").stdout)) == 2


def test_peers_and_chat_keys_answer_with_their_reasons(home):
    done = run(home, "peers", "--runtime-id", "7654321")
    assert done.stdout.startswith("7654321   (runtime-id:")
    assert run(home, "peers").stdout.startswith("ana   (peer-name:")
    assert json.loads(run(home, "peers", "--runtime-id", "5", "--json").stdout)["rung"] == "runtime-id"
    done = run(home, "chat-key", "--platform", "slack", "--chat-type", "channel", "--chat-id", "C1", "--scope-id", "T1", "--user-id", "u")
    assert done.stdout.splitlines()[0] == "agent:main:slack:channel:T1:C1:u"
    assert json.loads(run(home, "chat-key", "--chat-id", "5", "--build", "0.19.0", "--json").stdout)["key"] == "agent:main:telegram:dm:5"


def test_an_id_on_which_hermes_fails_is_answered_with_a_finding(home):
    words = ("chat-key", "--platform", "whatsapp", "--chat-id", "a b")
    done = run(home, *words)
    assert done.returncode == 0 and done.stdout.startswith("no key\n  whatsapp-id (chat id): a b holds a character")
    record = json.loads(run(home, *words, "--json").stdout)
    assert record["key"] is None and record["findings"][0]["id"] == "whatsapp-id"


def test_peers_without_a_name_fall_back_to_the_session_that_resolve_gives(home):
    (home / ".hermes/honcho.json").write_text('{"sessionStrategy": "per-repo", "apiKey": "k"}')
    assert run(home, "peers", cwd=home / "code/myapp/src").stdout.startswith("user-default-myapp   (session-fallback:")


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["resolve", "--build", "0.22"], "There is no build called '0.22': did you mean 0.22.5"),
        (["resolve", "--compare", "zzz"], "There is no build called 'zzz'"),
        (["resolve", "--config", "gone.json"], "gone.json"),
        (["resolve", "-p", "No Such!"], "No Such!"),
        (["resolve", "--bogus"], "No such option '--bogus'"),
        (["resolv"], "No such command 'resolv'"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(home, words, sentence):
    done = run(home, *words)
    assert done.returncode == 2 and done.stdout == ""
    assert sentence in done.stderr and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["<script>alert(1)<", "new\nline", "\x1b[31mred", "\u202egnp", "x" * 200])
def test_a_strangers_text_is_shown_harmless(home, name):
    folder = home / name
    folder.mkdir()
    done = run(home, "resolve", "--strategy", "per-directory", "--title", name * 3, "--title-source", "llm", cwd=folder)
    assert done.returncode == 0
    assert not {"\x1b", "\u202e"} & set(done.stdout) and not re.search(r"^line", done.stdout, re.M)


@pytest.mark.parametrize(
    "content, finding, used",
    [
        ("", "config-unusable", True),
        ("{", "config-unusable", True),
        ("[]", "config-fails", False),
        ("null", "config-fails", False),
        ("[" * 100_000, "config-fails", False),
        ('{"hosts": 5}', "config-fails", False),
        ('{"sessions": []}', "wrong-type", False),
        ('{"sessionStrategy": ["x"]}', "wrong-type", False),
        ('\ufeff{"sessionStrategy": "global", "dialecticCadence": 1}', None, True),
    ],
)
def test_a_broken_config_is_an_answer_with_its_finding(home, content, finding, used):
    (home / ".hermes/honcho.json").write_text(content, encoding="utf-8")
    done = run(home, "resolve")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^  used +(yes|no)", done.stdout, re.M)[1] == ("yes" if used else "no")
    assert re.findall(r"^  finding +([a-z-]+) ", done.stdout, re.M)[:1] == ([finding] if finding else [])


def test_a_config_that_is_a_folder_or_huge_is_an_answer_too(home):
    config = home / ".hermes/honcho.json"
    config.write_text('{"peerName": "' + "x" * 50_000_000 + '"}')
    done = run(home, "resolve")
    assert done.returncode == 0 and len(done.stdout) < 20_000
    config.unlink()
    config.mkdir()
    assert "config-unusable" in run(home, "resolve").stdout


def test_a_shell_whose_folder_was_deleted_gets_an_answer(home):
    script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" resolve'
    env = {"HOME": str(home), "PATH": os.environ["PATH"]}
    done = subprocess.run(["sh", "-c", script, str(SCRIPT)], cwd=home, env=env, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("no name: the launch directory")


def test_a_reader_that_goes_away_is_no_error(home):
    done = subprocess.run(f"{SCRIPT} resolve --json | head -1", shell=True, cwd=home, capture_output=True, text=True, env={"HOME": str(home), "PATH": os.environ["PATH"]})
    assert done.stdout == "{\n" and done.stderr == ""


def test_help_names_every_command(home):
    done = run(home)
    assert done.returncode == 0
    for command in ("open", "resolve", "peers", "chat-key"):
        assert command in done.stdout
        assert run(home, command, "--help").returncode == 0

"""The ladder: which rule names the Honcho session, rung by rung and build by build."""

import hashlib
import itertools

import pytest

import hermes_lab as lab
from hermes_lab.record import LOST, NOT_REACHED, WON
from hermes_lab.resolution.rules import RUNGS
from hermes_lab.vocabulary import STRATEGIES

NEW = "0.22.5"


def config(strategy="per-repo", **settings):
    return lab.HonchoConfig(strategy=strategy, **settings)


def test_every_answer_holds_all_rungs_in_order(tree):
    answer = lab.resolve(lab.Conversation(str(tree), str(tree / "code/myapp")), config(), NEW)
    assert [step.rule for step in answer.steps] == list(RUNGS)
    assert [step.outcome for step in answer.steps] == [LOST, LOST, LOST, LOST, WON, NOT_REACHED]
    assert all(step.why for step in answer.steps)


@pytest.mark.parametrize(
    "rung, given, settings, name",
    [
        ("gateway-key", {"gateway_key": "agent:main:telegram:dm:8439"}, {"strategy": "per-session"}, "agent-main-telegram-dm-8439"),
        ("session-id", {}, {"strategy": "per-session"}, "20260915_120000_ab12cd"),
        ("directory-map", {}, {}, "map 1!"),
        ("title", {}, {"sessions": {}}, "My-Title"),
        ("strategy", {"title": None}, {"sessions": {}}, "myapp"),
    ],
)
def test_taking_one_thing_away_lets_the_next_rung_decide(tree, rung, given, settings, name):
    folder = str(tree / "code/myapp")
    talk = {"title": "My Title", "title_source": "user", "session_id": "20260915_120000_ab12cd", **given}
    chosen = {"strategy": "per-repo", "sessions": {folder: "map 1!"}, **settings}
    answer = lab.resolve(lab.Conversation(str(tree), folder, **talk), lab.HonchoConfig(**chosen), NEW)
    assert (answer.rung, answer.name) == (rung, name)


def test_the_fallback_is_the_session_id_and_then_the_last_resort():
    assert lab.resolve(lab.Conversation("/", session_id="run-1"), config("per-directory"), NEW).name == "run-1"
    answer = lab.resolve(lab.Conversation("/"), config("per-repo"), NEW)
    assert (answer.rung, answer.name) == ("fallback", "hermes-default")


def test_a_peer_prefix_comes_before_an_empty_component_too():
    named = {"session_peer_prefix": True, "peer_name": "alice"}
    assert lab.resolve(lab.Conversation("/"), config("per-directory", **named), NEW).name == "alice-"


def test_the_peer_prefix_stands_on_three_rungs_only(tree):
    folder, named = str(tree / "code/myapp"), {"session_peer_prefix": True, "peer_name": "al ice"}
    ask = lambda settings, **talk: lab.resolve(lab.Conversation(str(tree), folder, **talk), settings, NEW).name  # noqa: E731
    assert ask(config("per-session", **named), session_id="run-1") == "al ice-run-1"
    assert ask(config(**named), title="T", title_source="user") == "al ice-T"
    assert ask(config(**named)) == "al ice-myapp"
    assert ask(config(**named), gateway_key="a:b") == "a-b"
    assert ask(config(**named, sessions={folder: "m"})) == "m"
    assert ask(config("global", **named)) == "hermes"


def test_the_ai_peer_prefix_stands_on_every_rung_but_the_last_and_only_from_0_22_5_on(tree):
    folder, on = str(tree / "code/myapp"), {"session_ai_peer_prefix": True, "ai_peer": "Big Bot!"}
    talks = [{"gateway_key": "a:b"}, {"title": "T", "title_source": "user"}, {}]
    names = [lab.resolve(lab.Conversation(str(tree), folder, **talk), config(**on), NEW).name for talk in talks]
    assert names == ["Big-Bot-a-b", "Big-Bot-T", "Big-Bot-myapp"]
    assert lab.resolve(lab.Conversation("/"), config("per-directory", **on), NEW).name == "hermes-default"
    assert lab.resolve(lab.Conversation(folder), config(**on), "0.22.2").name == "myapp"
    assert not lab.get_build("0.22.2").has("ai-peer-prefix")


def test_long_chat_keys_and_ai_prefixed_names_are_cut_and_others_are_a_finding(tree):
    key = "agent:main:matrix:group:" + "x" * 90 + ":thread"
    name = lab.resolve(lab.Conversation(str(tree), gateway_key=key), config(), NEW).name
    slug = key.replace(":", "-")
    assert name == slug[:91] + "-" + hashlib.sha256(key.encode()).hexdigest()[:8]
    title = "t" * 140
    long = lab.resolve(lab.Conversation(str(tree), title=title, title_source="user"), config(), NEW)
    assert long.name == title and [f.id for f in long.findings] == ["title-not-as-stored", "long-name"]
    on = {"session_ai_peer_prefix": True, "ai_peer": "bot"}
    whole = "bot-" + title
    cut = lab.resolve(lab.Conversation(str(tree), title=title, title_source="user"), config(**on), NEW)
    assert cut.name == whole[:91] + "-" + hashlib.sha256(whole.encode()).hexdigest()[:8]
    assert [f.id for f in cut.findings] == ["title-not-as-stored"]


def test_a_cut_that_ends_in_a_hyphen_loses_it():
    key = "a" * 90 + ":" + "b" * 20
    assert lab.resolve(lab.Conversation("/", gateway_key=key), config(), NEW).name[:91] == "a" * 90 + "-"
    assert len(lab.resolve(lab.Conversation("/", gateway_key=key), config(), NEW).name) == 99


@pytest.mark.parametrize("title", ["", "---", "日本語", " \t", "!!!"])
def test_a_title_without_a_slug_does_not_take_part(tree, title):
    answer = lab.resolve(lab.Conversation(str(tree / "ops scripts"), title=title, title_source="user"), config(), NEW)
    assert (answer.rung, answer.name) == ("strategy", "ops scripts")


@pytest.mark.parametrize(
    "title, what", [("two  blanks", "store it as 'two blanks'"), ("a\u200bb", "store it as 'ab'"), (" ", "store it as None"), ("x" * 10_000, "has 10000 characters")]
)
def test_a_title_that_hermes_would_not_store_so_is_a_finding_and_an_answer(tree, title, what):
    answer = lab.resolve(lab.Conversation(str(tree), title=title, title_source="user"), config(), NEW)
    assert [f.id for f in answer.findings][0] == "title-not-as-stored" and what in answer.findings[0].what
    assert answer.name and len(str(answer)) < 3000
    assert lab.resolve(lab.Conversation(str(tree), title="as it is", title_source="user"), config(), NEW).findings == ()


@pytest.mark.parametrize("source, rung", [("derived", "strategy"), ("llm", "strategy"), ("user", "title"), (None, "title"), ("", "title"), ("LLM", "title")])
def test_only_the_two_automatic_sources_are_passed_over_after_the_fix(tree, source, rung):
    talk = lab.Conversation(str(tree), str(tree / "code/myapp"), title="T", title_source=source)
    answer = lab.resolve(talk, config(), lab.Build(fixes={"title-provenance"}))
    assert answer.rung == rung
    assert [f.id for f in answer.findings] == (["legacy-title"] if rung == "title" and source != "user" else [])
    assert lab.resolve(talk, config(), "0.19.0").rung == "title"


def test_the_two_fixes_cure_a_half_each(tree):
    def names(title, source):
        talk = lab.Conversation(str(tree), str(tree / "code/myapp"), title=title, title_source=source)
        sets = [(), ("title-provenance",), ("workspace-cwd",), ("title-provenance", "workspace-cwd")]
        return [lab.resolve(talk, config(), lab.Build(fixes=fixes)).name for fixes in sets]

    slug = "Refactor-the-billing-module"
    assert names("Refactor the billing module", "llm") == [slug, "home", slug, "myapp"]
    assert names(None, None) == ["home", "home", "myapp", "myapp"]
    assert names("My Explicit Name", "user") == ["My-Explicit-Name"] * 4


@pytest.mark.parametrize("strategy", ["Per-Repo", " per-repo", "per-branch", "", None, 5])
def test_a_strategy_that_is_none_of_the_four_answers_as_global_with_the_nearest_word(tree, strategy):
    answer = lab.resolve(lab.Conversation(str(tree)), config(strategy, workspace="team"), NEW)
    assert answer.name == "team"
    assert [f.id for f in answer.findings] == ["unknown-strategy"]
    assert "the nearest is per-" in answer.findings[0].what


@pytest.mark.parametrize(
    "settings, why",
    [
        ({"sessions": None}, "sessions in honcho.json is no map but NoneType"),
        ({"sessions": ["x"]}, "sessions in honcho.json is no map but list"),
        ({"strategy": ["per-repo"]}, "sessionStrategy in honcho.json is a list"),
    ],
)
def test_settings_on_which_hermes_fails_leave_it_inactive_where_they_are_asked(tree, settings, why):
    chosen = lab.HonchoConfig(**{"strategy": "per-repo", **settings})
    answer = lab.resolve(lab.Conversation(str(tree)), chosen, NEW)
    assert answer.name is None and not answer.active and answer.inactive_because.startswith(why)
    assert lab.resolve(lab.Conversation(str(tree), gateway_key="k"), chosen, NEW).name == "k"


@pytest.mark.parametrize(
    "settings, run, why",
    [
        ({"provider": None}, "chat", "memory.provider is not set"),
        ({"provider": "mem0"}, "chat", "memory.provider is mem0"),
        ({"enabled": False}, "chat", "enabled is false"),
        ({"credentials": False}, "chat", "neither an API key nor a URL"),
        ({}, "cron", "a cron run"),
        ({}, "flush", "a flush run"),
        ({"failure": "honcho.json is a list"}, "chat", "honcho.json is a list"),
    ],
)
def test_an_inactive_honcho_is_named_with_its_reason_and_the_name_still_shown(tree, settings, run, why):
    answer = lab.resolve(lab.Conversation(str(tree / "code/myapp"), run=run), config(**settings), NEW)
    assert not answer.active and why in answer.inactive_because
    assert answer.name == "myapp" and "no: " in str(answer)


@pytest.mark.parametrize("name, id_", [("ops scripts", "ops-scripts"), ("café", "caf-"), ("a  b", "a--b"), ("-x-", "-x-")])
def test_a_name_becomes_an_id_character_by_character(tmp_path, name, id_):
    (tmp_path / name).mkdir()
    answer = lab.resolve(lab.Conversation(str(tmp_path / name)), config("per-directory"), NEW)
    assert (answer.name, answer.honcho_id) == (name, id_)


@pytest.mark.parametrize("spelled", ["{home}/code/myapp/", "{home}/code", "~/code/myapp"])
def test_a_map_entry_that_means_the_folder_but_is_spelled_otherwise_is_a_finding(tree, monkeypatch, spelled):
    monkeypatch.setenv("HOME", str(tree))
    sessions = {spelled.format(home=tree): "mapped"}
    answer = lab.resolve(lab.Conversation(str(tree), str(tree / "code/myapp")), config(sessions=sessions), NEW)
    assert answer.name == "myapp" and [f.id for f in answer.findings] == ["map-near-miss"]


def test_an_empty_map_value_does_not_match(tree):
    folder = str(tree / "code/myapp")
    assert lab.resolve(lab.Conversation(folder), config(sessions={folder: ""}), NEW).rung == "strategy"


def test_every_combination_lands_on_the_first_rung_that_matches(tree):
    """All 4 strategies x map x title source x id x key, against the order written out by hand (claim N49)."""
    folder, asked = str(tree / "code/myapp"), 0
    for strategy, mapped, source, run, key in itertools.product(STRATEGIES, (0, 1), (None, "none", "llm", "user"), (None, "r1"), (None, "k")):
        talk = lab.Conversation(str(tree), folder, title="T" if source else None, title_source=source if source != "none" else None, session_id=run, gateway_key=key)
        answer = lab.resolve(talk, config(strategy, sessions={folder: "m"} if mapped else {}), NEW)
        if key:
            expected = "gateway-key"
        elif strategy == "per-session" and run:
            expected = "session-id"
        elif mapped:
            expected = "directory-map"
        elif source in ("none", "user"):
            expected = "title"
        else:
            expected = "strategy"
        assert answer.rung == expected
        asked += 1
    assert asked == 128

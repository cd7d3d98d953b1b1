"""Claims on peers: whom a message is filed under, rung by rung."""

import dataclasses
import itertools
import json

import pytest

import hermes_lab as lab
from hermes_lab.record import LOST, NOT_REACHED, WON
from tests.claims_tree import AFTER

ID = "7654321"
RUNGS = ["pinned", "alias", "prefixed-id", "runtime-id", "peer-name", "session-fallback"]


def peer(runtime_id=ID, alt=None, session="myapp", **settings):
    return lab.resolve_peer(lab.HonchoConfig(**settings), runtime_id, alt, session, build=AFTER)


def found(*args, **settings):
    answer = peer(*args, **settings)
    return answer.name, answer.rung


def empty_block(folder, **block):
    """The settings of a honcho.json whose host block holds only this."""
    (folder / ".hermes").mkdir()
    (folder / ".hermes/honcho.json").write_text(json.dumps({"hosts": {"hermes": block}}), encoding="utf-8")
    env = {"HOME": str(folder)}
    return lab.load_config(lab.find_profile(env=env), build=AFTER, env=env).config


def test_n68_nobody_is_pinned_unless_it_is_written(tmp_path):
    """A peerName alone does not take a sender's place (N68)."""
    config = empty_block(tmp_path, peerName="alice")
    answer = lab.resolve_peer(config, ID, build=AFTER)
    assert (config.pin_user_peer, answer.name, answer.rung) == (False, ID, "runtime-id")


def test_n69_pinning_files_everybody_under_the_peer_name():
    """Aliases are not asked then; without a peerName pinning has nobody to file them under (N69)."""
    assert [peer(who, pin_user_peer=True, peer_name="alice").name for who in ("111", "222")] == ["alice", "alice"]
    assert found("111", pin_user_peer=True, peer_name="alice", user_peer_aliases={"111": "bob"}) == ("alice", "pinned")
    assert found("111", pin_user_peer=True) == ("111", "runtime-id")
    assert found("111", pin_user_peer=True, user_peer_aliases={"111": "bob"}) == ("bob", "alias")


@pytest.mark.parametrize("peer_name, name", [("alice", "alice"), (None, "user-default-myapp")])
def test_n70_on_the_command_line_none_of_the_gateway_settings_changes_the_peer(peer_name, name):
    """All eight combinations, with and without a peerName (N70)."""
    combinations = list(itertools.product((False, True), ({}, {ID: "bob"}), ("", "telegram_")))
    names = [
        peer(None, peer_name=peer_name, pin_user_peer=pin, user_peer_aliases=aliases, runtime_peer_prefix=prefix).name
        for pin, aliases, prefix in combinations
    ]
    assert names == [name] * 8
    gateway = {peer(ID, peer_name="alice", pin_user_peer=p, user_peer_aliases=a, runtime_peer_prefix=r).name for p, a, r in combinations}
    assert gateway == {"alice", "bob", "telegram_7654321", "7654321"}


def test_n71_there_are_no_aliases_unless_they_are_written(tmp_path):
    """An id stays itself (N71)."""
    config = empty_block(tmp_path)
    assert (config.user_peer_aliases, lab.resolve_peer(config, ID, build=AFTER).name) == ({}, "7654321")


@pytest.mark.parametrize(
    "runtime_id, alt, name",
    [
        ("7654321", None, "alice"),
        (7654321, None, "alice"),
        (" 42 ", None, "alice"),
        ("99", None, "99"),
        ("99", "42", "alice"),
        ("blank", None, "blank"),
        ("blank", "42", "alice"),
        ("first", None, "second"),
        ("spaced", None, "bob"),
    ],
)
def test_n72_several_ids_can_be_one_peer(runtime_id, alt, name):
    """Ids are text without blanks around them; a blank alias counts as none, and a chain is not followed (N72)."""
    aliases = {"7654321": "alice", "42": "alice", "blank": "  ", "first": "second", "second": "third", "spaced": " bob "}
    assert peer(runtime_id, alt, user_peer_aliases=aliases).name == name


def test_n72_a_number_as_the_name_of_an_alias_in_the_file_is_read_as_text(tmp_path):
    """The value of an alias may be a number too (N72)."""
    config = empty_block(tmp_path, userPeerAliases={"7654321": 5, "42": " "})
    assert config.user_peer_aliases == {"7654321": "5"}
    assert lab.resolve_peer(config, 7654321, build=AFTER).name == "5"


def test_n73_there_is_no_prefix_unless_it_is_written(tmp_path):
    """An id stays as the platform gave it (N73)."""
    config = empty_block(tmp_path)
    assert (config.runtime_peer_prefix, lab.resolve_peer(config, ID, build=AFTER).name) == ("", "7654321")


def test_n74_the_prefix_keeps_unknown_ids_of_a_platform_apart():
    """An alias has no prefix, two platforms with one id are two peers, an id is prefixed whatever it begins with (N74)."""
    assert peer(runtime_peer_prefix="telegram_").name == "telegram_7654321"
    assert peer(runtime_peer_prefix="discord_").name == "discord_7654321"
    assert peer(runtime_peer_prefix="telegram_", user_peer_aliases={ID: "alice"}).name == "alice"
    assert peer("telegram_7", runtime_peer_prefix=" telegram_ ").name == "telegram_telegram_7"
    assert found(runtime_peer_prefix="  ") == ("7654321", "runtime-id")


@pytest.mark.parametrize(
    "runtime_id, prefix, settings, name",
    [
        ("7", "telegram_", {"peer_name": "telegram_7"}, "telegram_7-8d39ce9f"),
        ("7", "telegram_", {"user_peer_aliases": {"1": "telegram_7"}}, "telegram_7-8d39ce9f"),
        ("7", "telegram:", {}, "telegram-7-9ab38ed8"),
    ],
)
def test_n74_a_prefixed_id_never_falls_on_a_name_that_somebody_else_has(runtime_id, prefix, settings, name):
    """It gains a hash where it would, and where cleaning changed it (N74)."""
    assert found(runtime_id, runtime_peer_prefix=prefix, **settings) == (name, "prefixed-id")


FULL = {"pin_user_peer": True, "peer_name": "owner", "user_peer_aliases": {ID: "alice"}, "runtime_peer_prefix": "telegram_"}


WITHOUT_PIN = {key: FULL[key] for key in ("peer_name", "user_peer_aliases", "runtime_peer_prefix")}


@pytest.mark.parametrize(
    "place, settings, runtime_id, name",
    [
        (0, FULL, ID, "owner"),
        (1, WITHOUT_PIN, ID, "alice"),
        (2, {"peer_name": "owner", "runtime_peer_prefix": "telegram_"}, ID, "telegram_7654321"),
        (3, {"peer_name": "owner"}, ID, "7654321"),
        (4, {"peer_name": "owner"}, None, "owner"),
        (5, {}, None, "user-default-myapp"),
    ],
)
def test_n75_taking_one_setting_away_after_another_walks_down_the_six_rungs(place, settings, runtime_id, name):
    """The rung that decides is named, those above it lost, those below it were not asked (N75)."""
    answer = peer(runtime_id, **settings)
    assert (answer.name, answer.rung) == (name, RUNGS[place]) and [step.rule for step in answer.steps] == RUNGS
    assert [step.outcome for step in answer.steps] == [LOST] * place + [WON] + [NOT_REACHED] * (5 - place)


PINNED = {"pin_user_peer": True, "peer_name": "owner"}


@pytest.mark.parametrize(
    "upper, lower, runtime_id, lower_id, names",
    [
        (PINNED, {"user_peer_aliases": {ID: "alice"}}, ID, ID, ["owner", "alice"]),
        ({"user_peer_aliases": {ID: "alice"}}, {"runtime_peer_prefix": "telegram_"}, ID, ID, ["alice", "telegram_7654321"]),
        ({"runtime_peer_prefix": "telegram_"}, {}, ID, ID, ["telegram_7654321", "7654321"]),
        ({}, {"peer_name": "owner"}, ID, None, ["7654321", "owner"]),
        ({"peer_name": "owner"}, {}, None, None, ["owner", "user-default-myapp"]),
    ],
    ids=["pin before alias", "alias before prefix", "prefix before id", "id before peerName", "peerName before fallback"],
)
def test_n75_of_two_neighbouring_rungs_the_upper_one_wins(upper, lower, runtime_id, lower_id, names):
    """Both present, then only the lower one, with nothing else set (N75)."""
    assert [peer(runtime_id, **{**lower, **upper}).name, peer(lower_id, **lower).name] == names


@pytest.mark.parametrize("blank", [None, "", "   ", "\t"])
def test_n75_a_blank_id_is_none_and_the_other_id_may_stand_in(blank):
    """Blank ids reach neither aliases nor prefix (N75)."""
    settings = {"user_peer_aliases": {"": "nobody", "   ": "nobody"}, "runtime_peer_prefix": "telegram_"}
    assert found(blank, peer_name="owner", **settings) == ("owner", "peer-name")
    assert found(blank, "42", **settings) == ("telegram_42", "prefixed-id")


@pytest.mark.parametrize("empty", ["", None])
def test_n75_an_empty_peer_name_is_none(empty):
    """Pinned or not, the sender's id counts, and without one the session's name (N75)."""
    assert found(ID, peer_name=empty, pin_user_peer=True) == ("7654321", "runtime-id")
    assert found(None, peer_name=empty) == ("user-default-myapp", "session-fallback")


def test_n75_the_last_rung_gives_one_peer_to_one_session_and_another_to_another():
    """It is formed from the session's name, cleaned (N75)."""
    sessions = ["myapp", "myapp", "lib", "telegram:42", "ops scripts"]
    names = ["user-default-myapp", "user-default-myapp", "user-default-lib", "user-telegram-42", "user-default-ops-scripts"]
    assert [peer(None, session=session).name for session in sessions] == names


def test_n76_the_answer_names_the_rung_on_which_two_people_met():
    """One rung for both, or two different ones that lead to one peer (N76)."""
    assert found("222", pin_user_peer=True, peer_name="owner") == ("owner", "pinned")
    shared = {"user_peer_aliases": {"1": "alice", "2": "alice"}, "peer_name": "alice"}
    assert [found(who, **shared) for who in ("1", "2", None)] == [("alice", "alias"), ("alice", "alias"), ("alice", "peer-name")]
    assert "alice   (alias: userPeerAliases has 2)" in str(peer("2", **shared))


@pytest.mark.parametrize("settings, runtime_id", [({"peer_name": 7, "pin_user_peer": True}, "1"), ({"peer_name": 7}, None), ({"runtime_peer_prefix": "p_"}, "\ud800")])
def test_where_hermes_fails_there_is_no_peer_and_the_reason_is_said(settings, runtime_id):
    peer = lab.resolve_peer(lab.HonchoConfig(**settings), runtime_id, build="0.22.5")
    assert peer.name is None and peer.rung is None
    assert str(peer).startswith("no peer: ") and "no peer: " in peer._repr_html_()


def test_a_bots_direct_message_goes_to_a_session_of_its_own_since_bot_dms():
    pinned = {"peer_name": "ana", "pin_user_peer": True}
    before = lab.resolve_peer(lab.HonchoConfig(**pinned), "bot-7", bot_dm=True, build=lab.Build())
    after = lab.resolve_peer(lab.HonchoConfig(**pinned), "bot-7", bot_dm=True, build=lab.Build(fixes={"bot-dms"}))
    assert (before.name, before.rung, before.written) == ("ana", "pinned", "the conversation's session")
    assert (after.name, after.rung) == ("bot-7", "runtime-id") and after.written.startswith("a session of its own")
    left_out = lab.resolve_peer(lab.HonchoConfig(**pinned, a2a_sessions=False), "bot-7", bot_dm=True, build=lab.Build(fixes={"bot-dms"}))
    assert left_out.written.startswith("no session")
    human = lab.resolve_peer(lab.HonchoConfig(**pinned), "7", build=lab.Build(fixes={"bot-dms"}))
    assert human == dataclasses.replace(human, name="ana", written="the conversation's session")

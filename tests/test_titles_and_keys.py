"""Titles, chat keys and names read backwards: the small rules of the resolution room."""

import pytest

import hermes_lab as lab
from hermes_lab.resolution.read_name import Readings

NEW = "0.22.5"


@pytest.mark.parametrize(
    "typed, stored",
    [
        ("  two \t\n blanks ", "two blanks"),
        ("a\x00b\x07c\x7f", "abc"),
        ("zero\u200bwidth \u202eturned\u2066", "zerowidth turned"),
        ("\u200b \x01", None),
        ("", None),
        (None, None),
        ("x" * 100, "x" * 100),
        ("<script>", "<script>"),
    ],
)
def test_a_title_is_stored_clean(typed, stored):
    assert lab.clean_title(typed) == stored


def test_a_title_over_100_characters_is_refused_and_a_huge_one_is_named_shortly():
    with pytest.raises(lab.TitleRefused, match="has 101 characters"):
        lab.clean_title("x" * 101)
    with pytest.raises(lab.TitleRefused) as refused:
        lab.clean_title("y" * 10_000)
    assert len(str(refused.value)) < 200


def test_every_pair_of_ranks_lands_or_not_as_the_order_says():
    ranks = [lab.Title(), lab.Title("d", "derived"), lab.Title("l", "llm"), lab.Title("u", "user"), lab.Title("old", None)]
    landed = {}
    for present in ranks:
        for source in ("derived", "llm", "user"):
            got = lab.store_title(present, "new", source, build=NEW)
            landed[present.text, source] = got == lab.Title("new", source)
            assert got in (present, lab.Title("new", source))
    assert [landed[key] for key in landed] == [True] * 3 + [False, True, True] + [False, False, True] + [False, False, True] + [False, False, True]


def test_an_unknown_source_ranks_with_derived():
    odd = lab.Title("t", "robot")
    assert lab.store_title(odd, "new", "derived", build=NEW) == odd
    assert lab.store_title(odd, "new", "llm", build=NEW) == lab.Title("new", "llm")


def test_clearing_a_title_lets_automatic_ones_come_again():
    cleared = lab.store_title(lab.Title("u", "user"), "  ", build=NEW)
    assert cleared == lab.Title(None, None)
    assert lab.store_title(cleared, "auto", "derived", build=NEW) == lab.Title("auto", "derived")


def test_a_title_that_another_session_has_is_refused():
    with pytest.raises(lab.TitleRefused, match="in use by session s2"):
        lab.store_title(lab.Title(), "taken", taken={"taken": "s2"}, build=NEW)


def test_a_build_without_title_sources_records_none():
    assert not lab.get_build("0.19.0").has("title-sources")
    assert lab.store_title(lab.Title(), "auto", "llm", build="0.19.0") == lab.Title("auto", None)
    assert lab.store_title(lab.Title("any"), "auto", "llm", build="0.19.0") == lab.Title("any")


def test_an_unknown_source_is_refused():
    with pytest.raises(lab.BadInput, match="derived, llm, user"):
        lab.store_title(lab.Title(), "x", "robot")


@pytest.mark.parametrize(
    "title, taken, branch",
    [
        ("T", [], "T"),
        ("T", ["T"], "T #2"),
        ("T #2", ["T", "T #2"], "T #3"),
        ("T", ["T", "T #9", "Tx #20"], "T #10"),
        ("T", ["T #4"], "T #5"),
        ("Billing", ["Billing #x"], "Billing #2"),
        ("Billing", ["billing #5"], "Billing #6"),
        ("Billing", ["Billing #2 more #7"], "Billing #8"),
        ("É", ["é #5"], "É"),
        ("50%", ["50x #3"], "50%"),
    ],
)
def test_a_branch_gets_the_next_number(title, taken, branch):
    assert lab.branch_title(title, taken) == branch


def key(build=NEW, options=None, **source):
    return lab.chat_key(lab.ChatSource(**{"platform": "telegram", **source}), **(options or {}), build=build)


@pytest.mark.parametrize(
    "source, options, expected",
    [
        ({"chat_id": "1"}, {}, "agent:main:telegram:dm:1"),
        ({"chat_id": "1", "thread_id": "t"}, {}, "agent:main:telegram:dm:1:t"),
        ({"user_id": "u", "user_id_alt": "alt"}, {}, "agent:main:telegram:dm:alt"),
        ({"chat_type": "", "chat_id": "1"}, {}, "agent:main:telegram::1"),
        ({"chat_type": "group", "chat_id": "1", "user_id": "u"}, {}, "agent:main:telegram:group:1:u"),
        ({"chat_type": "group", "chat_id": "1", "user_id": "u"}, {"group_sessions_per_user": False}, "agent:main:telegram:group:1"),
        ({"chat_type": "thread", "chat_id": "1", "thread_id": "t", "user_id": "u"}, {}, "agent:main:telegram:thread:1:t"),
        ({"chat_type": "thread", "chat_id": "1", "thread_id": "t", "user_id": "u"}, {"thread_sessions_per_user": True}, "agent:main:telegram:thread:1:t:u"),
        ({"chat_id": "1"}, {"profile": "default"}, "agent:main:telegram:dm:1"),
        ({"chat_id": "1"}, {"profile": "coder"}, "agent:coder:telegram:dm:1"),
    ],
)
def test_a_key_is_made_of_its_parts_in_order(source, options, expected):
    assert key(options=options, **source).key == expected


@pytest.mark.parametrize(
    "fix, source, options, without, with_it",
    [
        ("slack-workspace", {"platform": "slack", "chat_id": "C", "scope_id": "T1"}, {}, "agent:main:slack:dm:C", "agent:main:slack:dm:T1:C"),
        ("prospective-thread", {"chat_type": "channel", "chat_id": "C", "prospective_thread_id": "t"}, {}, "agent:main:telegram:channel:C", "agent:main:telegram:thread:C:t"),
        ("main-profile-key", {"chat_id": "C"}, {"profile": "main"}, "agent:main:telegram:dm:C", "agent:main~:telegram:dm:C"),
    ],
)
def test_three_changes_moved_keys(fix, source, options, without, with_it):
    assert key(lab.Build(), options, **source).key == without
    assert key(lab.Build(fixes={fix}), options, **source).key == with_it


@pytest.mark.parametrize("typed, bare", [("+49170:12@s.whatsapp.net", "49170"), ("++49", "49"), ("49@lid", "49"), (" 49 ", "49"), ("a.b-c", "a.b-c")])
def test_a_whatsapp_id_is_reduced(typed, bare):
    assert key(platform="whatsapp", chat_id=typed).key == f"agent:main:whatsapp:dm:{bare}"


def test_a_whatsapp_alias_that_is_shorter_counts_and_a_group_chat_id_is_left_alone():
    source = lab.ChatSource("whatsapp", chat_id="123456@lid")
    assert lab.chat_key(source, aliases={"123456": ["+4917@s.whatsapp.net"]}, build=NEW).key == "agent:main:whatsapp:dm:4917"
    onward = {"123456": ["4917"], "4917": ["9@lid", "123456"]}
    assert lab.chat_key(source, aliases=onward, build=NEW).key == "agent:main:whatsapp:dm:9"
    assert key(platform="whatsapp", chat_type="group", chat_id="1@g.us", user_id="2@lid").key == "agent:main:whatsapp:group:1@g.us:2"


@pytest.mark.parametrize("source", [{"chat_id": "a b"}, {"chat_type": "group", "chat_id": "g", "user_id": "über"}, {"chat_id": "a_b"}])
def test_a_whatsapp_id_on_which_hermes_fails_is_a_finding(source):
    answer = key(platform="whatsapp", **source)
    assert answer.key is None and [f.id for f in answer.findings] == ["whatsapp-id"]


def test_a_colon_in_an_id_is_a_finding():
    assert [f.id for f in key(chat_id="!r:example.org").findings] == ["key-parts"]
    assert key(chat_id="1").findings == ()


def test_a_name_is_read_backwards_with_what_is_sure_first(tmp_path):
    titles = [lab.Title("Refactor the billing module", "llm"), lab.Title("My Name", "user"), lab.Title("Old One")]
    first = lambda name, **known: lab.read_name(name, titles, **known)[0]  # noqa: E731
    assert first("Refactor-the-billing-module").meaning.startswith("an automatic title took the session over")
    assert first("My-Name").meaning.startswith("a typed title")
    assert first("Old-One").meaning.startswith("a title without a source")
    folder = tmp_path / "proj"
    folder.mkdir()
    assert first("proj", folders=[str(folder)]).meaning == "directory proj"
    assert first("home", launch_dir="/home").meaning.startswith("launch directory home")
    assert first("m1", config=lab.HonchoConfig(sessions={"/x": "m1"})).rung == "directory-map"
    assert first("hermes-default").rung == "fallback"
    assert first("team", config=lab.HonchoConfig(workspace="team")).meaning.startswith("global")


@pytest.mark.parametrize(
    "name, rung",
    [("20260915_120000_ab12cd", "session-id"), ("agent-main-telegram-dm-8", "gateway-key"), ("Fix-login-redirect", "title"), ("my-app", "strategy")],
)
def test_a_name_that_nothing_is_known_about_is_read_by_its_shape(name, rung):
    readings = lab.read_name(name)
    assert readings[0].rung == rung and not readings[0].sure and isinstance(readings, Readings)


def test_prefixes_are_taken_off_before_reading():
    config = lab.HonchoConfig(peer_name="al ice", session_peer_prefix=True, ai_peer="bot", session_ai_peer_prefix=True)
    assert lab.read_name("bot-al-ice-Old-One", ["Old One"], config=config)[0].meaning.startswith("after the peer prefix")


def test_titles_and_folders_may_come_from_a_generator_and_prefixes_are_still_taken_off():
    config = lab.HonchoConfig(peer_name="ana", session_peer_prefix=True)
    assert lab.read_name("ana-Old-One", (title for title in ["Old One"]), config=config)[0].sure


def test_a_sure_reading_takes_the_place_of_a_guess_on_the_same_rung():
    rungs = [reading.rung for reading in lab.read_name("Old-Title-Here", ["Old Title Here"])]
    assert rungs.count("title") == 1

"""Claims on titles: who wrote them, when they name a session, and where they stand in the order of rules."""

import pytest

import hermes_lab as lab
from hermes_lab.record import LOST, NOT_REACHED, WON
from tests.claims_tree import AFTER, ALL_STRATEGIES, AUTOMATIC, BEFORE, TYPED, ask, grow

SLUG, TYPED_SLUG = "Refactor-the-billing-module", "My-Explicit-Name"
OF_A_PLACE = ("per-directory", "per-repo", "global")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return grow(tmp_path_factory.mktemp("titles"))


@pytest.fixture
def myapp(home):
    """A question about work in the repository myapp, of a process started there as well."""

    def question(title=None, source=None, *, build=AFTER, strategy="per-repo", **more):
        return ask(home / "myapp", home / "myapp", strategy, build, title=title, title_source=source, **more)

    return question


def outcomes(answer):
    return {step.rule: step.outcome for step in answer.steps}


def test_n27_hermes_records_whether_it_derived_a_title_or_had_it_written_or_a_person_typed_it():
    """Each of the three outranks the one before, none its equal but a typed one; a word that is no source is refused (N27)."""
    derived = lab.store_title(lab.Title(), "Fix login", "derived", build=AFTER)
    written = lab.store_title(derived, "Fix the login form", "llm", build=AFTER)
    typed = lab.store_title(written, "Login", build=AFTER)
    assert [derived, written, typed] == [lab.Title("Fix login", "derived"), lab.Title("Fix the login form", "llm"), lab.Title("Login", "user")]
    assert lab.store_title(written, "Again", "derived", build=AFTER) == written
    assert [lab.store_title(present, "Again", present.source, build=AFTER) for present in (derived, written)] == [derived, written]
    with pytest.raises(lab.BadInput, match="derived, llm, user"):
        lab.store_title(typed, "x", "model", build=AFTER)


@pytest.mark.parametrize("source, replaced", [(None, False), ("user", False), ("somebody", True), ("derived", True)])
def test_n27_a_title_without_a_source_is_kept_like_a_typed_one(source, replaced):
    """An unknown source ranks lowest, an absent one like user (N27)."""
    stored = lab.store_title(lab.Title("Old", source), "New", "llm", build=AFTER)
    assert stored == (lab.Title("New", "llm") if replaced else lab.Title("Old", source))


@pytest.mark.parametrize("parent_source", ["llm", "user"])
def test_n28_a_branchs_numbered_title_is_automatic_until_a_person_renames_it(myapp, parent_source):
    """Whoever wrote the parent's title, the branch stays in the repository's memory; before the fix it left it (N28)."""
    taken = {"Fix login": "20260915_120000_ab12cd"}
    assert myapp("Fix login", parent_source).name == ("Fix-login" if parent_source == "user" else "myapp")
    branch = lab.store_title(lab.Title(), lab.branch_title("Fix login", taken), "derived", taken=taken, build=AFTER)
    assert branch == lab.Title("Fix login #2", "derived")
    assert lab.branch_title("Fix login", [*taken, "Fix login #2"]) == lab.branch_title("Fix login #2", [*taken, "Fix login #2"]) == "Fix login #3"
    assert [myapp(branch.text, branch.source, build=build).name for build in (BEFORE, AFTER)] == ["Fix-login-2", "myapp"]
    renamed = lab.store_title(branch, "Login work", build=AFTER)
    assert (renamed.source, myapp(renamed.text, renamed.source).name) == ("user", "Login-work")


def test_n29_an_automatic_title_is_a_label_and_changing_it_changes_no_name(home, myapp):
    """Two repositories whose sessions have one label stay apart (N29)."""
    assert [myapp(title, source).name for title, source in ((None, None), ("A", "derived"), ("B", "llm"))] == ["myapp"] * 3
    assert [ask(home, home / folder, title="A", title_source="llm").name for folder in ("myapp", "lib")] == ["myapp", "lib"]


@pytest.mark.parametrize("source", ["derived", "llm"])
def test_n30_before_the_fix_an_automatic_title_moved_the_conversation_out_of_the_repositorys_memory(myapp, source):
    """What was said before the title came stays under myapp, the rest goes under the title's name (N30)."""
    titles = [(None, None), (AUTOMATIC, source), (AUTOMATIC, source), ("---", source), (" \t", source)]
    assert [myapp(*title, build=BEFORE).name for title in titles] == ["myapp", SLUG, SLUG, "myapp", "myapp"]
    assert [myapp(*title).name for title in titles] == ["myapp"] * 5


def test_n31_before_the_fix_a_titled_session_never_asked_the_strategy(home, myapp):
    """The strategy's rule is not reached; a map entry and the id of a per-session run stand before the title (N31)."""
    answers = [myapp(AUTOMATIC, "llm", build=BEFORE, strategy=strategy) for strategy in OF_A_PLACE]
    assert [answer.name for answer in answers] == [SLUG] * 3
    assert [outcomes(answer)["strategy"] for answer in answers] == [NOT_REACHED] * 3
    assert outcomes(myapp(AUTOMATIC, "llm"))["strategy"] == WON
    assert myapp(AUTOMATIC, "llm", build=BEFORE, strategy="per-session", session_id="run-1").name == "run-1"
    assert myapp(AUTOMATIC, "llm", build=BEFORE, settings={"sessions": {str(home / "myapp"): "mapped"}}).name == "mapped"


@pytest.mark.parametrize(
    "title, source, expected",
    [(AUTOMATIC, "llm", [SLUG, "home", SLUG, "myapp"]), (None, None, ["home", "home", "myapp", "myapp"]), (TYPED, "user", [TYPED_SLUG] * 4)],
)
def test_n34_each_half_of_the_fix_cures_only_its_own_half(home, title, source, expected):
    """Neither, title rule alone, folder rule alone, both (N34)."""
    halves = [(), ("title-provenance",), ("workspace-cwd",), ("title-provenance", "workspace-cwd")]
    builds = [lab.Build(fixes=half) for half in halves]
    assert [ask(home, home / "myapp", build=build, title=title, title_source=source).name for build in builds] == expected


@pytest.mark.parametrize("source", ["derived", "llm"])
@pytest.mark.parametrize("title", [AUTOMATIC, "mapped", "lib"])
@pytest.mark.parametrize("folder, expected", [("myapp/src", ["run-1", "src", "myapp", "hermes"]), ("plain", ["run-1", "plain", "plain", "hermes"])])
def test_n35_after_the_fix_an_automatic_title_is_passed_over(home, source, title, folder, expected):
    """Every strategy answers as without a title, also where the title is another memory's name (N35)."""
    settings = {"sessions": {str(home / "lib"): "mapped"}}
    for more in ({}, {"title": title, "title_source": source}):
        answers = [ask(home, home / folder, s, settings=settings, session_id="run-1", **more) for s in ALL_STRATEGIES]
        assert [answer.name for answer in answers] == expected
        assert [outcomes(answer)["title"] for answer in answers] == [NOT_REACHED, LOST, LOST, LOST]


@pytest.mark.parametrize("strategy", OF_A_PLACE)
@pytest.mark.parametrize("build", [BEFORE, AFTER])
def test_n36_a_typed_title_overrides_the_strategy_before_and_after_the_fix(myapp, strategy, build):
    """It stays the way to choose a memory by hand; one of signs only chooses none (N36)."""
    answer = myapp(TYPED, "user", strategy=strategy, build=build)
    assert (answer.name, answer.rung, answer.findings) == (TYPED_SLUG, "title", ())
    assert myapp("-- !", "user", strategy=strategy, build=build).rung == "strategy"


def test_n36_a_typed_title_replaces_an_automatic_one_and_is_never_replaced_by_one(myapp):
    """The override begins with the typed title and outlasts the titler's next run (N36)."""
    automatic = lab.Title(AUTOMATIC, "llm")
    typed = lab.store_title(automatic, TYPED, build=AFTER)
    later = lab.store_title(typed, "Something else", "llm", build=AFTER)
    assert [myapp(t.text, t.source).name for t in (automatic, typed, later)] == ["myapp", TYPED_SLUG, TYPED_SLUG]


@pytest.mark.parametrize(
    "title, source, name, findings",
    [(AUTOMATIC, None, SLUG, ["legacy-title"]), (AUTOMATIC, "", SLUG, ["legacy-title"]), (None, None, "myapp", []), ("", None, "myapp", [])],
)
def test_n37_a_title_without_a_recorded_source_counts_as_typed(myapp, title, source, name, findings):
    """A finding says so, since it may be an old automatic one; without a title the strategy decides (N37)."""
    answer = myapp(title, source)
    assert (answer.name, [f.id for f in answer.findings]) == (name, findings)


def test_n49_taking_the_first_rule_away_lets_the_next_one_decide(home):
    """Id of a per-session run, map entry, typed title, strategy: in this order (N49)."""
    mapped = {"sessions": {str(home / "myapp"): "map-1"}}
    typed = {"title": TYPED, "title_source": "user"}
    asked = [
        ("per-session", mapped, {**typed, "session_id": "run-1"}),
        ("per-session", mapped, typed),
        ("per-repo", mapped, {**typed, "session_id": "run-1"}),
        ("global", mapped, typed),
        ("per-repo", {}, typed),
        ("global", {}, typed),
        ("per-repo", mapped, {"title": AUTOMATIC, "title_source": "llm"}),
        ("per-repo", {}, {"title": AUTOMATIC, "title_source": "llm"}),
        ("per-session", {}, {}),
    ]
    found = [ask(home, home / "myapp/", strategy, settings=settings, **talk).name for strategy, settings, talk in asked]
    assert found == ["run-1", "map-1", "map-1", "map-1", TYPED_SLUG, TYPED_SLUG, "map-1", "myapp", "myapp"]


@pytest.mark.parametrize(
    "key, value, name, findings",
    [
        ("{home}/myapp", "my map, as typed!", "my map, as typed!", []),
        ("{home}/myapp", "", "myapp", []),
        ("{home}", "parent", "myapp", ["map-near-miss"]),
        ("{home}/myapp/", "slash", "myapp", ["map-near-miss"]),
        ("~/myapp", "tilde", "myapp", ["map-near-miss"]),
        ("{home}/../link", "link", "myapp", ["map-near-miss"]),
        ("{home}/lib", "another", "myapp", []),
    ],
)
def test_n49_a_map_entry_counts_only_for_the_very_path_that_is_written(home, monkeypatch, key, value, name, findings):
    """Parents, slashes, ~ and links do not match, and a near miss is pointed out (N49)."""
    monkeypatch.setenv("HOME", str(home))
    link = home.parent / "link"
    if not link.is_symlink():
        link.symlink_to(home / "myapp")
    answer = ask(home, home / "myapp", settings={"sessions": {key.format(home=home): value}})
    assert (answer.name, [f.id for f in answer.findings]) == (name, findings)
